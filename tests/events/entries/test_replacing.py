"""A player is replaced at an open table: the other person plays on with the seat's cards, and everything names both."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.ratings.services import rate_table
from games.tables import services
from games.tables.game.bots import choice_for
from games.tables.game.locked_table import lock_table
from games.tables.game.moves import apply_action
from games.tables.models import Action, PresenceLease, Seat, Table
from games.tables.pictures.picture import picture_of
from games.tables.replay.records import record_of
from games.tables.server import presence
from games.tables.server.autoplay import play_out
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.tables.playing import state_of, wake
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.entries import replacing, substitute_offers
from tournaments.events.models import LineUp, Match, MatchTable, Substitution

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(club: Club) -> MatchTable:
    """A match's table of which all have come; the first bid is due."""
    rules = replace(engine.preset("cardgames_io"), max_hands=2)
    cup = club.started(2, turn_seconds=30, bank_seconds=60, rules=rules)
    (row,) = club.in_play(cup)[0].counting
    for seat in row.table.seats.select_related("user"):
        services.arrive(table_id=row.table_id, user=seat.user, salt_hash="")
    wake(row.table)
    return MatchTable.objects.select_related("table", "match").get(pk=row.pk)


def code_of(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


def sitting(at: MatchTable, seat: int) -> User:
    return Seat.objects.select_related("user").get(table=at.table_id, index=seat).user


def acts(at: MatchTable, user: User, text: str, action_id: str = "one") -> None:
    services.submit_action(
        table_id=at.table_id, user=user, action=text, action_id=action_id,
        expected_version=Table.objects.get(pk=at.table_id).version,
    )  # fmt: skip


def lines(at: MatchTable) -> list[tuple[Any, ...]]:
    rows = at.line_up.order_by("seat", "pk")
    return list(rows.values_list("user__username", "seat", "from_hand", "until_hand", "present"))


def test_somebody_else_plays_on_with_the_hand(club: Club, at: MatchTable) -> None:
    out, zoe, table = sitting(at, 0), club.player("zoe"), at.table
    presence.still_here(table.pk, zoe)  # She watches.
    ask: dict[str, Any] = {
        "at_id": at.pk,
        "out_id": out.pk,
        "username": "zoe",
        "by": club.organizer,
    }
    offer = replacing.replace(**ask, reason="Power cut")
    assert replacing.replace(**ask, reason="Power cut") == offer
    assert sitting(at, 0) == out
    made = substitute_offers.accept(offer_id=offer.pk, user=zoe)
    assert replacing.replace(**ask, reason="Power cut") == made
    assert (made.out, made.into, made.table, made.hand) == (out, zoe, at, 1)
    seat = Seat.objects.get(table=table, index=0)
    assert (seat.user, seat.name, seat.online, seat.bank_left) == (zoe, "zoe", True, 60)
    table.refresh_from_db()
    state = state_of(table)
    picture = picture_of(table, list(table.seats.all()), state)
    # The pictures' parts are by user: from this version on the one has the hand, the other what spectators have.
    assert (out.pk in picture["users"], picture["users"].index(zoe.pk)) == (False, 0)
    assert table.news == {
        "what": "replaced", "seat": 0, "name": "zoe", "text": out.username, "v": table.version,
    }  # fmt: skip
    assert not table.rated
    (turn,) = state.to_act
    while turn != 0:
        acts(at, sitting(at, turn), engine.view_for(state, turn)["legal"][0], f"a{turn}")
        state = state_of(Table.objects.get(pk=table.pk))
        (turn,) = state.to_act
    assert code_of(acts, at, out, "bid 3", "no") == "not_seated"
    acts(at, zoe, "bid 3")
    assert lines(at)[:2] == [(out.username, 0, None, 1, True), ("zoe", 0, 1, None, False)]
    entry = made.entry
    (_verb, reason, data) = AuditEntry.objects.values_list("verb", "reason", "data").get(
        verb="match.player_replaced"
    )
    assert (reason, data["before"], data["after"]) == ("Power cut", out.username, "zoe")
    told = Notice.objects.filter(kind="substitute").values_list("user__username", flat=True)
    assert {*told} == {"zoe", *(one.user.username for one in entry.players.all())}


def test_e1_both_are_named_and_who_began_is_rated_as_lost(club: Club, at: MatchTable) -> None:
    out, zoe = sitting(at, 0), club.player("zoe")
    # A game of so few hands isn’t rated otherwise.
    Table.objects.filter(pk=at.table_id).update(rated=True)
    offer = replacing.replace(
        at_id=at.pk, out_id=out.pk, username="zoe", reason="Ill", by=club.organizer
    )
    play_hands(at, 1)
    substitute_offers.accept(offer_id=offer.pk, user=zoe)
    services.arrive(table_id=at.table_id, user=zoe, salt_hash="")
    play_out(at.table_id)
    advance.advance(at.match.tournament_id)
    match = Match.objects.get(pk=at.match_id)
    first, second = [row for row in at.line_up.order_by("pk") if row.seat == 0]
    assert (first.user, first.until_hand, first.cards, first.present) == (out, 2, 13, True)
    hands = Table.objects.get(pk=at.table_id).result["hands"]
    assert (second.user, second.from_hand, second.cards) == (zoe, 2, 13 * (hands - 1))
    assert second.present
    place = {row.user_id: row.entry for row in LineUp.objects.filter(table=at)}[zoe.pk]
    names = " & ".join(
        f"{one.user.username}/zoe" if one.user == out else one.user.username
        for one in place.players.order_by("position")
    )
    assert match.name_of(place) == names
    table = Table.objects.get(pk=at.table_id)
    assert record_of(table)["players"][0] == f"{out.username}/zoe"
    rated = rate_table(at.table_id)
    assert rated is not None
    users = set(rated.changes.values_list("user", flat=True))
    assert (out.pk in users, zoe.pk in users, len(users)) == (True, False, 4)
    change = rated.changes.get(user=out)
    assert (change.left, change.by_bot, change.score, change.points < 0) == (
        True,
        hands > 2,
        0,
        True,
    )


def play_hands(at: MatchTable, count: int) -> None:
    """Play whole hands, by each seat's own person."""
    with lock_table(at.table_id) as locked:
        while len(locked.game.hand_results) < count:
            (index,) = locked.game.to_act
            seat = locked.seats[index]
            text = choice_for(locked.game, index)
            apply_action(locked, seat, text, by=Action.By.PLAYER, user=seat.user)
        locked.save()


def test_it_is_undone_and_done_again(club: Club, at: MatchTable) -> None:
    out = sitting(at, 1)
    club.player("zoe")
    ask: dict[str, Any] = {
        "at_id": at.pk,
        "out_id": out.pk,
        "username": "zoe",
        "by": club.organizer,
    }
    for _again in range(2):
        offer = replacing.replace(**ask, reason="Ill")
        made = substitute_offers.accept(offer_id=offer.pk, user=offer.into)
        replacing.give_back(substitution_id=made.pk, by=club.organizer)
        replacing.give_back(substitution_id=made.pk, by=club.organizer)
        assert sitting(at, 1) == out
    assert [row[0] for row in lines(at) if row[1] == 1] == [out.username, "zoe"] * 2 + [
        out.username
    ]
    assert Substitution.objects.count() == 4
    # In the match's next game everybody has their own seat.
    assert out in replacing.line_ups.players_of(at.match, at.line_up.filter(user=out)[0].entry)


def test_who_may_not_take_over(club: Club, at: MatchTable) -> None:
    out, zoe = sitting(at, 0), club.player("zoe")
    ask: dict[str, Any] = {"at_id": at.pk, "out_id": out.pk, "by": club.organizer, "reason": "Ill"}
    assert code_of(replacing.replace, **ask, username=sitting(at, 1).username) == "already_seated"
    assert code_of(replacing.replace, **ask, username="nobody") == "unknown_user"
    assert code_of(replacing.replace, **{**ask, "reason": " "}, username="zoe") == "reason_missing"
    assert code_of(replacing.replace, **{**ask, "by": zoe}, username="zoe") == "not_arbiter"
    assert code_of(replacing.replace, **{**ask, "out_id": zoe.pk}, username="zoe") == "not_at_table"
    assert code_of(replacing.replace, **{**ask, "at_id": 0}, username="zoe") == "unknown_table"
    offer = replacing.replace(**ask, username="zoe")
    services.abandon_table(table_id=at.table_id, reason="Power cut")
    assert code_of(substitute_offers.accept, offer_id=offer.pk, user=zoe) == "not_at_table"
    assert code_of(replacing.replace, **ask, username="zoe") == "not_at_table"


def test_a_pair_on_the_waiting_list_is_in_reserve(club: Club) -> None:
    cup = club.open(max_entries=2, waiting_list=True)
    for number in (1, 2, 3):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    cup = lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (at,) = club.in_play(cup)[0].counting
    out, named = sitting(at, 0), replacing.first_in_reserve(at)
    made = replacing.replace(
        at_id=at.pk, out_id=out.pk, username=named, reason="Ill", by=club.organizer
    )
    assert (type(made), made.into.username, named) == (Substitution, "a3", "a3")


@pytest.mark.slow
def test_nobody_who_knows_the_cards_takes_over(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=1, comparison="matchpoints", match_hands=2)
    one, other = (match.counting[0] for match in club.in_play(cup))
    out, zoe = sitting(other, 0), club.player("zoe")
    for each in (one, other):
        for seat in each.table.seats.select_related("user"):
            services.arrive(table_id=each.table_id, user=seat.user, salt_hash="")
    services.close_shared_deals(one.table.deals_id, at_once=True)
    ask: dict[str, Any] = {"reason": "Ill", "username": "zoe", "by": club.organizer}
    offer = replacing.replace(at_id=one.pk, out_id=sitting(one, 0).pk, **ask)
    made = substitute_offers.accept(offer_id=offer.pk, user=zoe)
    asked = {"at_id": other.pk, "out_id": out.pk, **ask}
    assert code_of(replacing.replace, **asked) == "plays_elsewhere"
    replacing.give_back(substitution_id=made.pk, by=club.organizer)
    assert code_of(replacing.replace, **asked) == "knows_the_cards"


def test_a_missing_player_is_replaced_before_the_game(club: Club) -> None:
    cup = club.started(2, no_show="forfeit", grace_minutes=5)
    (at,) = club.in_play(cup)[0].counting
    out, zoe = sitting(at, 0), club.player("zoe")
    for seat in at.table.seats.exclude(user=out).select_related("user"):
        services.arrive(table_id=at.table_id, user=seat.user, salt_hash="")
    PresenceLease.objects.create(
        table=at.table, user=zoe, server="x", until=now() + timedelta(hours=1)
    )
    offer = replacing.replace(
        at_id=at.pk, out_id=out.pk, username="zoe", reason="Absent", by=club.organizer
    )
    substitute_offers.accept(offer_id=offer.pk, user=zoe)
    # She was looking on, so the game begins.
    table = Table.objects.get(pk=at.table_id)
    assert (table.status, table.rated) == ("playing", True)
    assert [row for row in lines(at) if row[1] == 0] == [("zoe", 0, None, None, False)]
    assert now() > table.created_at
