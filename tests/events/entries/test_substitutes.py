"""Absent players: substitutes, forfeits, bots."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.ratings.services import rate_table
from games.tables import services as tables
from games.tables.models import Table
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.rows import results_of
from tests.events.singles import alone, finish
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.entries import substitutes
from tournaments.events.models import Match
from tournaments.events.queries.next_steps import next_for
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def come(match: Match, *names: str) -> None:
    for name in names:
        seat = match.table.seats.select_related("user").get(user__username=name)
        tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")


def seated(match: Match) -> set[str]:
    match.refresh_from_db()
    return set(match.table.seats.values_list("name", flat=True))


def test_whose_side_does_not_come_forfeits_when_the_grace_is_over(club: Any) -> None:
    cup = club.started(2, no_show="forfeit", grace_minutes=5)
    (match,) = club.in_play(cup)
    come(match, "a1", "b1", "a2")
    cup.refresh_from_db()
    opened = match.table.created_at
    assert cup.next_due_at == opened + timedelta(minutes=5)
    club.hands.forward(299)
    assert advance.advance_due() == 0
    # An hour late, and twice: what would have happened in time.
    club.hands.forward(3600)
    assert advance.advance_due() == 1
    advance.advance(cup.pk)
    won = 0 if match.entries[0].name == "a1 & b1" else 1
    assert results_of(cup) == [
        (1, match.entries[0].name, match.entries[1].name, ("forfeit", won, 0, 0))
    ]
    result = match.results.get()
    assert (result.at, result.reason) == (opened + timedelta(minutes=5), "b2 did not come.")
    match.table.refresh_from_db()
    assert match.table.status == Table.Status.ABANDONED
    assert rate_table(match.table_id) is None


def test_a_side_each_missing_both_forfeit(club: Any) -> None:
    cup = club.started(2, no_show="forfeit")
    (match,) = club.in_play(cup)
    come(match, "a1", "a2")
    club.hands.forward(61)
    advance.advance_due()
    assert (match.results.get().kind, match.results.get().winner) == ("forfeit", None)


@pytest.mark.slow
def test_e1_a_substitute_from_the_waiting_list_plays_and_is_rated(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True, no_show="substitute")
    for name in ("sue", "tom"):
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    (match,) = club.in_play(cup)
    first = match.table_id
    come(match, "a1", "b1", "a2")
    club.hands.forward(61)
    assert advance.advance_due() == 1
    assert seated(match) == {"a1", "b1", "a2", "sue"}
    assert (match.status, match.table.rated, match.table.start_seconds) == ("playing", True, 60)
    assert Table.objects.get(pk=first).status == Table.Status.ABANDONED
    (todo,) = [one for one in next_for(club.player("sue")) if one.code == "play"]
    assert todo.url == match.table.get_absolute_url()
    assert [user.username for user in substitutes.reserve(cup)] == ["tom"]
    club.hands.forward(61)
    assert (advance.advance_due(), seated(match)) == (0, {"a1", "b1", "a2", "sue"})
    club.finish(match, 500, 100)
    rated = rate_table(match.table_id)
    assert rated is not None
    names = rated.changes.values_list("user__username", flat=True)
    assert set(names) == {"a1", "b1", "a2", "sue"}
    assert results_of(cup)[0][3] == ("played", 0, 500, 100)


def test_without_anybody_in_reserve_a_bot_plays(club: Any) -> None:
    cup = club.started(2, no_show="substitute")
    (match,) = club.in_play(cup)
    come(match, "a1", "b1", "a2")
    club.hands.forward(61)
    assert advance.advance_due() == 1
    match.table.refresh_from_db()
    absent = match.table.seats.get(name="b2")
    assert (match.table.status, absent.stand_in) == ("playing", True)


def test_e1_arriving_late_leaves_a_match_rated_for_everybody(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    come(match, "a1", "b1", "a2")
    club.hands.forward(61)
    tables.wake_table(match.table_id)
    club.hands.forward(5)
    come(match, "b2")
    Table.objects.filter(pk=match.table_id).update(
        status="finished", finished_at=now(), wake_at=None, deadline=None,
        result={"winners": [0, 2], "totals": [500, 100], "bags": [0, 0], "hands": 4},
    )  # fmt: skip
    rated = rate_table(match.table_id)
    assert rated is not None
    assert rated.changes.count() == 4


def test_the_organizer_puts_somebody_in_from_the_next_table_on(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    entry = cup.entries.get(name="a1 & b1")
    said = {
        "entry_id": entry.pk, "out_id": club.player("b1").pk, "username": "Zoe",
        "by": club.organizer, "reason": "b1 is ill.",
    }  # fmt: skip
    club.player("zoe")
    assert refusal(substitutes.substitute, **said | {"reason": ""}) == "reason_missing"
    assert refusal(substitutes.substitute, **said | {"by": club.player("a1")}) == "not_organizer"
    assert refusal(substitutes.substitute, **said | {"username": "a2"}) == "user_entered"
    assert refusal(substitutes.substitute, **said | {"out_id": club.player("a2").pk}) == (
        "not_in_entry"
    )
    made = substitutes.substitute(**said)
    entry.refresh_from_db()
    assert entry.name == "a1 & zoe"
    assert "b1" in seated(match)
    assert (made.out, made.into) == (club.player("b1"), club.player("zoe"))


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("format_", "rules"), [("rotation", "cardgames_io"), ("solo", "bicycle_4")]
)
def test_a_substitute_plays_for_a_single_player_who_does_not_come(
    club: Any, format_: str, rules: str
) -> None:
    cup = alone(
        club, 5, format=format_, rules=engine.preset(rules), max_entries=4, waiting_list=True,
        no_show="substitute", rounds=2,
    )  # fmt: skip
    club.hands.forward(3601)
    advance.advance(cup.pk)
    (match,) = club.in_play(cup)
    come(match, "p1", "p2", "p4")
    club.hands.forward(61)
    assert advance.advance_due() == 1
    assert seated(match) == {"p1", "p2", "p4", "p5"}
    entry = cup.entries.get(name="p3")
    made = match.substitutions.get()
    assert (made.entry, made.out.username, made.into.username) == (entry, "p3", "p5")
    assert match.table.rated is True
    finish(match, *((500, 300) if format_ == "rotation" else (400, 300, 200, 100)))
    # What is played counts for who should have come, who is awaited again in the next round.
    assert [row.played for row in standings_of(cup)] == [1, 1, 1, 1]
    (following,) = club.in_play(cup)
    assert seated(following) == {"p1", "p2", "p3", "p4"}


def test_an_invitation_from_somebody_replaced_since_makes_an_entry_of_who_is_in_it(
    club: Any,
) -> None:
    cup = club.open()
    entry = entering.enter(
        tournament_id=cup.pk, user=club.player("x1"), partner=club.player("x2").username
    )
    club.player("x3")
    substitutes.substitute(
        entry_id=entry.pk, out_id=club.player("x1").pk, username="x3", by=club.organizer,
        reason="x1 is ill.",
    )  # fmt: skip
    made = entering.accept_invitation(
        invitation_id=entry.invitations.get().pk, user=club.player("x2")
    )
    assert made.name == "x3 & x2"
    assert [place.user.username for place in made.players.order_by("position")] == ["x3", "x2"]
