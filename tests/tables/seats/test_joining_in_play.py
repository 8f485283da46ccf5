"""Coming into a game in play: a hand is played, and seen, by who was dealt it or by a bot (docs/protocol.md)."""

import json
from typing import Any

import pytest

from games import engine
from games.engine import SPECTATOR
from games.tables import services
from games.tables.lobby import listing
from games.tables.models import Action, Table
from games.tables.pictures.picture import frame, picture_of
from games.tables.server.wakeups import begin_match
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.translation import translate
from tests.tables.playing import act, can, play_on, seat, seated, state_of, wake

pytestmark = pytest.mark.django_db


def shown(table: Table, user: Any) -> dict[str, Any]:
    """Return the picture that a user gets."""
    table = Table.objects.get(pk=table.pk)
    picture = picture_of(table, list(table.seats.all()), state_of(table))
    seen: dict[str, Any] = json.loads(frame(picture, user.pk, user.username, now().isoformat()))
    return seen


def refused(call: Any, **fields: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(**fields)
    return refusal.value.code


def to_hand(table: Table, hand_no: int, user: Any) -> Table:
    """Have the only person who acts play until that hand is dealt."""
    table = wake(table)
    while state_of(table).hand_no < hand_no:
        table = act(table, user)
    return table


# What is dealt, and what becomes of a newcomer
RULES = [
    ("cardgames_io", {}),
    ("cardgames_io", {"blind_nil": 200, "blind_nil_deficit": 0}),
    ("cardgames_io", {"blind_nil": 200, "blind_nil_deficit": 0, "blind_nil_pass": 2}),
    ("rubl_two_player", {}),
    ("bicycle_3", {}),
]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("preset", "fields"), RULES, ids=["plain", "blind", "pass", "draw", "three"]
)
def test_h1_a_newcomer_sees_what_watchers_see_until_the_next_deal(
    member: Any, preset: str, fields: dict[str, Any]
) -> None:
    ann, cy, watcher = member("ann"), member("cy"), member("watcher")
    table = wake(seated([ann], preset=preset, max_hands=3, **fields))
    services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash="")
    assert (seat(table, 1).user, seat(table, 1).stand_in, seat(table, 1).next_hand) == (
        cy,
        True,
        True,
    )
    steps = 0
    while state_of(table).hand_no == 1:
        own, watched = shown(table, cy), shown(table, watcher)
        assert own["game"] == watched["game"]
        assert own["table"] == watched["table"]
        assert own["you"] == {"seat": 1, "name": "cy", "stand_in": True, "can": ["leave"]}
        table, steps = act(table, ann), steps + 1
    assert steps > 3
    state = state_of(table)
    own = shown(table, cy)
    view = engine.view_for(state, 1)
    assert own["game"] == json.loads(json.dumps(view))
    assert (seat(table, 1).stand_in, seat(table, 1).next_hand) == (False, False)
    assert own["you"]["can"][:2] == ["act", "end_vote"]
    assert engine.own_view(state, SPECTATOR)["hand"] is None


@pytest.mark.slow
def test_the_bot_plays_the_hand_to_its_end(member: Any) -> None:
    ann, cy = member("ann"), member("cy")
    table = wake(seated([ann], max_hands=2))
    services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash="")
    table = play_on(table, [ann, cy])
    moves = table.actions.filter(kind=Action.Kind.PLAY, seat=1)
    assert set(moves.filter(hand_no=1).values_list("by", "user")) == {("bot", None)}
    assert set(moves.filter(hand_no=2).values_list("by", "user")) == {("player", cy.pk)}


def test_a_player_joining_for_the_next_hand_does_not_act_in_this_one(member: Any) -> None:
    ann, cy = member("ann"), member("cy")
    table = wake(seated([ann], max_hands=2))
    services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash="")
    table.refresh_from_db()
    before = table.version
    here = {"table_id": table.pk, "user": cy}
    asked = {"action_id": "c", "expected_version": table.version}
    assert refused(services.submit_action, action="bid 3", **here, **asked) == "next_hand"
    assert refused(services.claim, **here, **asked) == "next_hand"
    assert refused(services.take_back_seat, **here) == "next_hand"
    assert refused(services.vote_to_end, yes=True, **here) == "next_hand"
    # Asking for the own seat again is no second newcomer.
    services.take_seat(seat=1, salt_hash="", **here)
    table.refresh_from_db()
    assert table.version == before


def test_a_newcomer_has_no_say_in_the_hand_in_play(member: Any) -> None:
    ann, cy = member("ann"), member("cy")
    table = wake(seated([ann], max_hands=2))
    services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash="")
    services.vote_to_end(table_id=table.pk, user=ann, yes=True)
    table.refresh_from_db()
    assert (table.status, translate(table.result["abandoned"])) == (
        "abandoned",
        "The players agreed to stop.",
    )


def test_a_newcomer_neither_hurries_nor_delays_the_turn(
    member: Any, hands: Any, settings: Any
) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([bob, ann], turn_seconds=20))
    (turn,) = state_of(table).to_act
    mover = (bob, ann)[turn]
    settings.BOT_SECONDS = 2.0
    hands.forward(15)
    services.leave_seat(table_id=table.pk, user=mover)
    table.refresh_from_db()
    before = (table.deadline, table.wake_at, table.turn_version)
    services.take_seat(table_id=table.pk, user=member("cy"), seat=turn, salt_hash="")
    table.refresh_from_db()
    assert (table.deadline, table.wake_at, table.turn_version) == before
    hands.forward(2)
    table = wake(table)
    assert seat(table, turn).next_hand
    assert turn not in state_of(table).to_act


def test_a_newcomer_who_is_gone_at_the_deal_is_played_for_as_everybody(
    member: Any, hands: Any
) -> None:
    ann, cy = member("ann"), member("cy")
    table = wake(seated([ann], max_hands=2, turn_seconds=20))
    services.take_seat(table_id=table.pk, user=cy, seat=1)
    table = to_hand(table, 2, ann)
    while state_of(table).to_act != (1,):
        table = act(table, ann)
    assert can(table, 1) == ["act", "end_vote", "leave"]
    hands.forward(21)
    table = wake(table)
    assert (seat(table, 1).stand_in, seat(table, 1).next_hand, seat(table, 1).missed) == (
        True,
        False,
        1,
    )
    services.take_back_seat(table_id=table.pk, user=cy)
    assert not seat(table, 1).stand_in


def test_between_two_hands_there_is_nothing_to_wait_for(member: Any, settings: Any) -> None:
    settings.HAND_PAUSE_SECONDS = 60.0
    ann, cy = member("ann"), member("cy")
    table = wake(seated([ann], max_hands=2))
    while state_of(table).phase != "deal":
        table = act(table, ann)
    services.take_seat(table_id=table.pk, user=cy, seat=1)
    assert (seat(table, 1).stand_in, seat(table, 1).next_hand) == (False, False)


# Leaving and coming back
def test_a_returning_player_gets_their_cards_back_at_once(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([ann, bob], max_hands=2))
    services.leave_seat(table_id=table.pk, user=bob)
    # In another seat the same person is a newcomer …
    services.take_seat(table_id=table.pk, user=bob, seat=3)
    assert (seat(table, 3).next_hand, shown(table, bob)["game"]["hand"]) == (True, None)
    services.leave_seat(table_id=table.pk, user=bob)
    # … and the own one is theirs where none is named, with its hand.
    services.take_seat(table_id=table.pk, user=bob)
    assert (seat(table, 1).user, seat(table, 1).stand_in, seat(table, 1).next_hand) == (
        bob,
        False,
        False,
    )
    assert shown(table, bob)["game"]["seat"] == 1


def test_leaving_and_coming_back_makes_no_newcomer_a_player(member: Any) -> None:
    """The way round the rule: sit down, leave, and sit down again as one who had the seat."""
    ann, cy = member("ann"), member("cy")
    table = wake(seated([ann], max_hands=2))
    for _ in range(3):
        services.take_seat(table_id=table.pk, user=cy, seat=1)
        assert (seat(table, 1).next_hand, shown(table, cy)["game"]["hand"]) == (True, None)
        services.leave_seat(table_id=table.pk, user=cy)
    # The answer to the last one may have been lost.
    version = Table.objects.get(pk=table.pk).version
    assert services.leave_seat(table_id=table.pk, user=cy).version == version


def test_the_own_seat_that_somebody_else_has_taken_is_no_longer_the_own(member: Any) -> None:
    ann, bob, cy = member("ann"), member("bob"), member("cy")
    table = wake(seated([ann, bob], max_hands=2))
    services.leave_seat(table_id=table.pk, user=bob)
    services.take_seat(table_id=table.pk, user=cy, seat=1)
    services.take_seat(table_id=table.pk, user=bob)
    assert [(one.name, one.next_hand) for one in table.seats.all()][:3] == [
        ("ann", False),
        ("cy", True),
        ("bob", True),
    ]


# Elsewhere
def test_the_lobby_calls_nobody_to_a_hand_that_a_bot_plays(member: Any, settings: Any) -> None:
    ann, bob, cy = member("ann"), member("bob"), member("cy")
    table = wake(seated([ann, bob]))
    settings.BOT_SECONDS = 60.0
    (turn,) = state_of(table).to_act
    services.leave_seat(table_id=table.pk, user=(ann, bob)[turn])
    services.take_seat(table_id=table.pk, user=cy, seat=turn)
    (row,) = listing.rows(listing.own_tables(cy), cy)
    assert row["my_turn"] is False


def test_a_late_player_of_a_match_has_the_own_seat_at_once(member: Any) -> None:
    four = [member(name) for name in ("ann", "bob", "cy", "di")]
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io"), kind="match"), seats=four
    )
    assert begin_match(table.pk)
    assert can(table, 0) == ["take_back"]
    services.arrive(table_id=table.pk, user=four[0], salt_hash="")
    services.take_back_seat(table_id=table.pk, user=four[0])
    own = shown(table, four[0])
    assert (own["you"]["stand_in"], len(own["game"]["hand"])) == (False, 13)
    # Nobody else comes into a match.
    assert refused(services.take_seat, table_id=table.pk, user=member("eve"), seat=1) == "not_open"
