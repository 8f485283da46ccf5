"""Tournaments of single players, as the tests play them."""

from collections import Counter
from typing import Any

from games.tables.models import Table
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.support.recorded import recorded
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Match, Tournament
from tournaments.formats.shape import lot


@recorded
def alone(club: Any, number: int, **fields: Any) -> Tournament:
    """Return an open tournament that this number of people have entered, each alone: p1, p2, …"""
    made = club.open(**fields)
    for each in range(1, number + 1):
        entering.enter(tournament_id=made.pk, user=club.player(f"p{each}"), alone=True)
    return made


@recorded
def begun(club: Any, number: int, **fields: Any) -> Tournament:
    """Return a tournament of this number of people whose first round is in play."""
    made = alone(club, number, max_entries=max(number, 4), **fields)
    return lifecycle.start_now(tournament_id=made.pk, by=club.organizer)


def seats_of(match: Match) -> list[str]:
    """Return who sits at a match's table, by seat."""
    return [entry.name for entry in match.seated]


def finish(match: Match, *totals: int) -> None:
    """End a match's table with the sides' totals, and have the message delivered."""
    match.refresh_from_db()
    table = match.table
    table.seats.filter(arrived_at=None).update(arrived_at=now())
    best = max(totals)
    winners = [seat for seat in range(table.rules["players"]) if totals[seat % len(totals)] == best]
    table.status, table.finished_at = Table.Status.FINISHED, now()
    table.started_at = table.started_at or table.finished_at
    table.wake_at = table.deadline = None
    bags = [total % 7 for total in totals]
    table.result = {"winners": winners, "totals": list(totals), "bags": bags, "hands": 2}
    table.save()
    outbox.emit("table.finished", {"table": table.pk})
    outbox.deliver_due()


def by_lot(match: Match) -> tuple[int, ...]:
    """Return totals for a match's table by lot."""
    sides = len(match.sides)
    return tuple(
        100 + lot("totals", match.round.number, match.number, side) % 400 for side in range(sides)
    )


@recorded
def play_whole(club: Any, tournament: Tournament) -> int:
    """Play to the end by lot; returns how many matches there were."""
    played = 0
    while matches := club.in_play(tournament):
        for match in matches:
            finish(match, *by_lot(match))
            played += 1
    return played


def partners(tournament: Tournament) -> Counter[frozenset[str]]:
    """Return how often two sat on one side."""
    found: Counter[frozenset[str]] = Counter()
    for match in tournament.matches.filter(sides__index=1):
        names = seats_of(match)
        found.update([frozenset(names[0::2]), frozenset(names[1::2])])
    return found


def opponents(tournament: Tournament) -> Counter[frozenset[str]]:
    """Return how often two sat on different sides."""
    found: Counter[frozenset[str]] = Counter()
    for match in tournament.matches.filter(sides__index=1):
        a, b, c, d = seats_of(match)
        found.update(frozenset(pair) for pair in ((a, b), (b, c), (c, d), (d, a)))
    return found


def byes(tournament: Tournament) -> Counter[str]:
    """Return how often each sat out."""
    sitting_out = tournament.matches.exclude(sides__index=1)
    return Counter(sitting_out.values_list("sides__places__entry__name", flat=True))
