"""People ready to stand in: called in their order, one a side; a player disconnected too often is replaced for good."""

from dataclasses import replace
from typing import Any

import pytest

from games import engine
from games.tables import services
from games.tables.models import Table
from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.events.entries.test_substitutes import come, seated
from tests.tables.playing import act, seat, state_of, wake
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.actions.night import standing_by
from tournaments.events.entries.substitutes import reserve
from tournaments.events.models import Match, Substitution, Tournament
from tournaments.leagues.bans import ban

pytestmark = pytest.mark.django_db


def stand_by(club: Club, cup: Tournament, *names: str) -> None:
    for name in names:
        standing_by.stand_by(tournament_id=cup.pk, user=club.player(name))


def in_reserve(cup: Tournament) -> list[str]:
    return [user.username for user in reserve(cup)]


def code_of(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def test_they_are_called_in_their_order_and_one_a_side(club: Club) -> None:
    cup = club.started(2, no_show="substitute")
    stand_by(club, cup, "sue", "tom", "una", "sue")
    standing_by.stand_down(tournament_id=cup.pk, user=club.player("tom"))
    stand_by(club, cup, "tom")
    assert in_reserve(cup) == ["sue", "una", "tom"]
    (match,) = club.in_play(cup)
    come(match, "a1")
    club.hands.forward(61)
    advance.advance_due()
    called = Substitution.objects.order_by("pk").values_list("out__username", "into__username")
    # Two of the other side are missing: only one of them is replaced.
    assert len(called) == 2
    assert {into for _out, into in called} == {"sue", "una"}
    assert {out for out, _into in called} in ({"b1", "a2"}, {"b1", "b2"})
    assert in_reserve(cup) == ["tom"]
    assert "sue" in seated(match)
    assert Notice.objects.filter(user__username="sue", kind="substitute").count() == 1


def test_whoever_is_banned_meanwhile_isnt_called(club: Club) -> None:
    league = club.league_of("a1", "b1", "a2", "b2", "sue", "tom")
    cup = club.started(2, no_show="substitute", league=league)
    stand_by(club, cup, "sue", "tom")
    ban(league_id=league.pk, by=league.created_by, username="sue", reason="x")
    assert in_reserve(cup) == ["tom"]


def test_who_cannot_stand_in(club: Club) -> None:
    cup = club.with_entries(2, no_show="substitute")
    assert (
        code_of(standing_by.stand_by, tournament_id=cup.pk, user=club.player("a1"))
        == "already_entered"
    )
    plain = club.with_entries(2)
    ask: dict[str, Any] = {"tournament_id": plain.pk, "user": club.player("sue")}
    assert code_of(standing_by.stand_by, **ask) == "no_stand_ins"
    windows = club.with_entries(2, no_show="substitute")
    Tournament.objects.filter(pk=windows.pk).update(timing="windows")
    assert code_of(standing_by.stand_by, **{**ask, "tournament_id": windows.pk}) == "no_stand_ins"
    over = club.with_entries(2, no_show="substitute")
    lifecycle.cancel_tournament(tournament_id=over.pk, by=club.organizer, reason="Rain")
    assert code_of(standing_by.stand_by, **{**ask, "tournament_id": over.pk}) == "over"


@pytest.fixture
def playing(club: Club) -> tuple[Tournament, Match]:
    """A match in play of a tournament that calls substitutes."""
    rules = replace(engine.preset("cardgames_io"), max_hands=4)
    cup = club.started(
        2, turn_seconds=30, bank_seconds=0, rules=rules, no_show="substitute", disconnections=2
    )
    (match,) = club.in_play(cup)
    come(match, "a1", "b1", "a2", "b2")
    wake(match.table)
    return cup, match


def run_out(club: Club, table: Table, user: Any) -> None:
    """Have everybody act until it is the user's turn, and let their time run out."""
    while True:
        table = wake(table)
        at_turn = seat(table, state_of(table).to_act[0]).user
        if at_turn == user:
            break
        act(table, at_turn)
    club.hands.forward(31)
    wake(table)
    outbox.deliver_due()


def test_the_last_disconnection_ends_a_players_evening(
    club: Club, playing: tuple[Tournament, Match]
) -> None:
    cup, match = playing
    table = Table.objects.get(pk=match.table_id)
    victim = seat(table, 0).user
    stand_by(club, cup, "sue", "tom")
    run_out(club, table, victim)
    assert (seat(table, 0).user, seat(table, 0).stand_in) == (victim, True)
    services.take_back_seat(table_id=table.pk, user=victim)
    run_out(club, table, victim)
    sue = club.player("sue")
    assert (seat(table, 0).user, seat(table, 0).stand_in) == (sue, False)
    made = Substitution.objects.order_by("pk").values_list("match", "out", "into", "by", "reason")
    reason = f"{victim.username} was disconnected too often."
    assert list(made) == [
        (match.pk, victim.pk, sue.pk, None, reason),
        (None, victim.pk, sue.pk, None, reason),
    ]
    assert cup.entries.filter(players__user=victim, players__active=True).count() == 0
    assert in_reserve(cup) == ["tom"]
    assert Notice.objects.filter(user=victim, kind="substitute").count() == 1
    ask: dict[str, Any] = {"tournament_id": cup.pk, "user": victim}
    assert code_of(standing_by.stand_by, **ask) == "over"
    # At most one a side.
    partner = seat(table, 2).user
    for _again in range(2):
        run_out(club, table, partner)
        if seat(table, 2).stand_in:
            services.take_back_seat(table_id=table.pk, user=partner)
    assert seat(table, 2).user == partner


def test_whoever_stands_by_later_plays_on_where_a_bot_does(
    club: Club, playing: tuple[Tournament, Match]
) -> None:
    cup, match = playing
    table = Table.objects.get(pk=match.table_id)
    victim = seat(table, 1).user
    run_out(club, table, victim)
    services.take_back_seat(table_id=table.pk, user=victim)
    run_out(club, table, victim)
    assert (seat(table, 1).user, seat(table, 1).stand_in) == (victim, True)
    stand_by(club, cup, "sue")
    assert (seat(table, 1).user, seat(table, 1).stand_in) == (club.player("sue"), False)
