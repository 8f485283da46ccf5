"""Claims, agreeing to stop, and another game with the same people."""

import json
from typing import Any

import pytest
from django.utils import translation

from games import engine
from games.engine.cards import mask_of, parse_card
from games.ratings import elo
from games.ratings.models import Rating
from games.tables import services
from games.tables.models import Invitation, Table
from games.tables.pictures.picture import frame, picture_of
from games.tables.seats.rematch import WAIT_FOR_NOBODY, WAIT_FOR_OTHERS
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.tables.playing import act, can, play_on, put_state, seat, seated, state_of, wake

pytestmark = pytest.mark.django_db
HANDS = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2C",
    "2H 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2S 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)
"""Seat 3 ruffs the first trick with the only spade that seat 0 hasn't."""


def stacked(user: Any, **rules: Any) -> Table:
    """Ann's table at which she has all the spades that are left and leads the third trick."""
    table = wake(seated([user], **rules))
    state = engine.new_game(state_of(table).rules, first_dealer=3)
    state = engine.deal_hands(state, [mask_of(map(parse_card, hand.split(" "))) for hand in HANDS])
    for index in range(4):
        state = engine.apply(state, index, "bid 3")
    for index, card in enumerate(("2C", "3C", "2D", "2S")):
        state = engine.apply(state, index, f"play {card}")
    for index, card in ((3, "3H"), (0, "3S"), (1, "2H"), (2, "3D")):
        state = engine.apply(state, index, f"play {card}")
    put_state(table, state)
    return table


def claim(table: Table, user: Any, action_id: str = "c", version: int | None = None) -> Any:
    table.refresh_from_db()
    return services.claim(
        table_id=table.pk,
        user=user,
        action_id=action_id,
        expected_version=table.version if version is None else version,
    )


# ------------------------------------------------------------------------------------------------------ claims
def test_a_certain_claim_is_played_out_card_by_card(member: Any) -> None:
    ann = member("ann")
    table = stacked(ann, max_hands=1)
    assert "claim" in can(table, 0)
    assert "claim" not in can(table, 1)
    outcome = claim(table, ann)
    table.refresh_from_db()
    assert (outcome.duplicate, table.status) == (False, "finished")
    assert table.news == {"what": "claim", "seat": 0, "v": table.actions.get(text="claim").version}
    (hand,) = state_of(table).hand_results
    assert hand.tricks == (12, 0, 0, 1)
    played = table.actions.filter(kind="play", by="server").order_by("version")
    assert played.count() == 44
    assert [row.text for row in played if row.seat == 0] == [
        f"play {rank}S" for rank in "AKQJT987654"
    ]
    again = claim(table, ann)
    assert (again.version, again.duplicate) == (table.actions.get(text="claim").version, True)
    assert table.actions.filter(by="server", kind="play").count() == 44


def test_a_claim_that_is_not_certain_is_refused(member: Any) -> None:
    ann = member("ann")
    table = wake(seated([ann]))
    before = (table.version, table.state)
    with pytest.raises(Refused) as refusal:
        claim(table, ann)
    assert refusal.value.code == "not_certain"
    with pytest.raises(Refused) as refusal:
        claim(table, ann, version=0)
    assert refusal.value.code == "stale"
    table.refresh_from_db()
    assert (table.version, table.state) == before


def test_a_claim_is_charged_to_the_bank(member: Any, hands: Any) -> None:
    ann = member("ann")
    table = stacked(ann, turn_seconds=10, bank_seconds=60)
    hands.forward(20)
    claim(table, ann)
    assert seat(table, 0).bank_left == pytest.approx(50, abs=0.5)


# -------------------------------------------------------------------------------------------------------- votes
def test_a_game_stops_when_all_agree(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([ann, bob]))
    services.vote_to_end(table_id=table.pk, user=ann, yes=True)
    table.refresh_from_db()
    assert (table.status, seat(table, 0).wants_end) == ("playing", True)
    services.vote_to_end(table_id=table.pk, user=ann, yes=False)
    services.vote_to_end(table_id=table.pk, user=bob, yes=True)
    table.refresh_from_db()
    assert table.status == "playing"
    services.vote_to_end(table_id=table.pk, user=ann, yes=True)
    table.refresh_from_db()
    assert table.status == "abandoned"
    picture, why = picture_of(table, list(table.seats.all()), state_of(table)), {}
    for language in ("en", "de"):
        with translation.override(language):
            sent = json.loads(frame(picture, ann.pk, "ann", ""))
        why[language] = sent["table"]["result"]
    assert why == {
        "en": {"abandoned": "The players agreed to stop."},
        "de": {"abandoned": "Die Spieler haben sich geeinigt aufzuhören."},
    }


@pytest.mark.parametrize("goes_away", [False, True])
def test_the_others_votes_count_when_the_one_against_leaves_or_goes_away(
    member: Any, hands: Any, goes_away: bool
) -> None:
    users = [member(name) for name in ("ann", "bob", "cy")]
    table = wake(seated(users))
    while state_of(table).to_act != (2,):
        (turn,) = state_of(table).to_act
        table = act(table, users[turn])
    for user in users[:2]:
        services.vote_to_end(table_id=table.pk, user=user, yes=True)
    table.refresh_from_db()
    assert table.status == "playing"
    if goes_away:
        hands.forward(31)
        table = wake(table)
    else:
        services.leave_seat(table_id=table.pk, user=users[2])
    table.refresh_from_db()
    over = (table.status, table.finished_at is not None, table.wake_at)
    assert over == ("abandoned", True, None)


def test_absent_players_have_no_vote_unless_the_game_is_rated(member: Any, hands: Any) -> None:
    users = [member(name) for name in ("ann", "bob", "cy", "di")]
    for rated, status in ((False, "abandoned"), (True, "playing")):
        table = wake(seated(users, rated=rated, bots_allowed=not rated))
        (turn,) = state_of(table).to_act
        hands.forward(31)
        table = wake(table)
        assert seat(table, turn).stand_in
        for index, user in enumerate(users):
            if index != turn:
                services.vote_to_end(table_id=table.pk, user=user, yes=True)
        table.refresh_from_db()
        assert table.status == status


def test_a_match_is_not_voted_away(member: Any) -> None:
    users = [member(name) for name in ("ann", "bob", "cy", "di")]
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io"), kind="match", ref="match:1"),
        seats=users,
    )
    assert "end_vote" not in can(table, 0)
    with pytest.raises(Refused) as refusal:
        services.vote_to_end(table_id=table.pk, user=users[0], yes=True)
    assert refusal.value.code == "match_seat"


# ------------------------------------------------------------------------------------------------------ rematch
def test_the_same_people_play_again(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = play_on(
        seated([ann, bob], max_hands=1, boston_bonus=50, turn_seconds=20, bank_seconds=60),
        [ann, bob],
    )
    assert "rematch" in can(table, 0)
    new = services.rematch(table_id=table.pk, user=ann)
    assert (new.rules, new.turn_seconds, new.bank_seconds) == (table.rules, 20, 60)
    assert [(one.name != "", one.bot) for one in new.seats.all()] == [
        (True, False),
        (False, False),
        (True, True),
        (True, True),
    ]
    assert Invitation.objects.get().user == bob
    assert services.rematch(table_id=table.pk, user=bob) == new
    assert services.rematch(table_id=table.pk, user=ann) == new
    assert [one.user for one in new.seats.all()] == [ann, bob, None, None]
    table.refresh_from_db()
    assert table.rematch == new


def test_a_rematch_begins_by_itself_once_all_who_are_still_there_have_come(member: Any) -> None:
    table, users = four_played(member)
    table.seats.filter(index__in=(2, 3)).update(online=False)
    new = services.rematch(table_id=table.pk, user=users[0])
    assert WAIT_FOR_NOBODY < new.bots_at - now() <= WAIT_FOR_OTHERS
    new = services.rematch(table_id=table.pk, user=users[1])
    assert new.bots_at - now() <= WAIT_FOR_NOBODY
    for user in users[:2]:
        services.arrive(table_id=new.pk, user=user, salt_hash="")
    Table.objects.filter(pk=new.pk).update(bots_at=now(), wake_at=now())
    wake(new)
    assert [(one.user, one.bot) for one in new.seats.all()] == [
        (users[0], False),
        (users[1], False),
        (None, True),
        (None, True),
    ]
    new.refresh_from_db()
    assert new.status == "playing"


def test_a_rematch_without_bots_waits_for_people(member: Any) -> None:
    table, users = four_played(member, bots_allowed=False)
    table.seats.exclude(index=0).update(online=False)
    assert services.rematch(table_id=table.pk, user=users[0]).bots_at is None


def test_an_abandoned_rematch_is_opened_again(member: Any) -> None:
    ann = member("ann")
    table = play_on(seated([ann], max_hands=1), [ann])
    first = services.rematch(table_id=table.pk, user=ann)
    services.abandon_table(table_id=first.pk, reason="")
    assert services.rematch(table_id=table.pk, user=ann) != first


def test_who_cannot_have_a_rematch(member: Any) -> None:
    ann = member("ann")
    table = wake(seated([ann], max_hands=1))
    for user, code in ((ann, "not_over"), (member("eve"), "not_seated")):
        with pytest.raises(Refused) as refusal:
            services.rematch(table_id=table.pk, user=user)
        assert refusal.value.code == code
    table = act(table, ann)
    assert Table.objects.count() == 1


def four_played(member: Any, **rules: Any) -> tuple[Table, list[Any]]:
    """Return a finished game of four members, and them in the order of their seats."""
    users = [member(name) for name in ("ann", "bob", "cy", "dee")]
    return play_on(seated(users, max_hands=1, **rules), users), users


def test_a_repeated_rematch_moves_nobody(member: Any) -> None:
    table, users = four_played(member)
    new = services.rematch(table_id=table.pk, user=users[0])
    services.take_seat(table_id=new.pk, user=users[0], seat=3)
    version = Table.objects.get(pk=new.pk).version
    assert services.rematch(table_id=table.pk, user=users[0]) == new
    assert [one.name for one in new.seats.all()] == ["", "", "", "ann"]
    assert Table.objects.get(pk=new.pk).version == version


def test_all_others_are_told_of_a_rematch_until_they_come(member: Any) -> None:
    table, users = four_played(member)
    new = services.rematch(table_id=table.pk, user=users[0])
    told = Notice.objects.filter(kind="table", path=new.get_absolute_url(), read_at=None)
    assert [(one.user, one.params) for one in told.order_by("user")] == [
        (user, {"who": "ann"}) for user in users[1:]
    ]
    services.rematch(table_id=table.pk, user=users[1])
    services.accept_invitation(table_id=new.pk, user=users[3])
    assert [one.user for one in told] == [users[2]]


@pytest.mark.slow
def test_a_late_rematch_request_is_refused_with_the_reason(member: Any) -> None:
    table, (ann, bob, *_rest) = four_played(member, bots_allowed=False)
    others = [member(name) for name in ("eve", "fay", "gus")]
    new = services.rematch(table_id=table.pk, user=ann)
    for user in others:
        services.take_seat(table_id=new.pk, user=user, salt_hash="")
    services.arrive(table_id=new.pk, user=ann, salt_hash="")
    assert wake(new).status == "playing"
    assert ("rematch" in can(table, 0), "rematch" in can(table, 1)) == (True, False)
    assert services.rematch(table_id=table.pk, user=ann) == new
    with pytest.raises(Refused) as refusal:
        services.rematch(table_id=table.pk, user=bob)
    assert refusal.value.code == "rematch_begun"
    # The helper names its actions by their versions, which were there in the first game too.
    table.actions.update(action_id="")
    play_on(new, [ann, *others])
    assert "rematch" in can(table, 1)
    third = services.rematch(table_id=table.pk, user=bob)
    assert (third.status, [one.name for one in third.seats.all()]) == ("open", ["", "bob", "", ""])
    assert services.rematch(table_id=table.pk, user=ann) == third


def test_the_same_four_play_on_whatever_the_game_made_of_their_ratings(member: Any) -> None:
    table, users = four_played(member, bots_allowed=False)
    Table.objects.filter(pk=table.pk).update(max_rating=1500)
    for user in users:
        Rating.objects.create(
            user=user, pool="partnership", millis=1510 * elo.POINT, peak=1600 * elo.POINT, games=1
        )
    new = services.rematch(table_id=table.pk, user=users[0])
    for user in users[1:]:
        services.rematch(table_id=table.pk, user=user)
    new.refresh_from_db()
    assert [one.user for one in new.seats.all()] == users
    assert (new.min_rating, new.max_rating) == (None, 1500)


def test_a_stranger_comes_to_a_rematch_only_within_its_range(member: Any) -> None:
    table, users = four_played(member)
    Table.objects.filter(pk=table.pk).update(max_rating=1400)
    new = services.rematch(table_id=table.pk, user=users[0])
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=new.pk, user=member("eve"))
    assert refusal.value.code == "rating_range"
