"""What a tournament has come to, as plain values to compare."""

from typing import Any

from tournaments.events.models import Match, Tournament


def rows_of(tournament: Tournament) -> dict[str, Any]:
    """Return everything that is stored of a tournament's play, without keys and versions of its own row."""
    tournament.refresh_from_db()
    return {
        "status": tournament.status,
        "reason": tournament.status_reason,
        "due": tournament.next_due_at,
        "winner": tournament.winner.name if tournament.winner else None,
        "finished": tournament.finished_at,
        "entries": list(
            tournament.entries.order_by("pk").values_list("name", "status", "seed_no", "rating")
        ),
        "singles": list(tournament.singles.order_by("pk").values_list("user__username", "status")),
        "rounds": list(
            tournament.rounds.order_by("number").values_list(
                "number", "status", "starts_at", "finished_at"
            )
        ),
        "matches": [_match(match) for match in _matches(tournament)],
    }


def _matches(tournament: Tournament) -> Any:
    return (
        tournament.matches.select_related("round", "entry_a", "entry_b")
        .prefetch_related("results", "table__seats")
        .order_by("round__number", "number")
    )


def _match(match: Match) -> tuple[Any, ...]:
    results = tuple(
        (r.version, r.current, r.kind, r.winner, r.points_a, r.points_b, r.reason, r.at)
        for r in match.results.all()
    )
    seats = tuple(seat.name for seat in match.table.seats.all()) if match.table else ()
    b = match.entry_b.name if match.entry_b else None
    return match.round.number, match.number, match.entry_a.name, b, match.status, seats, results


def results_of(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return each match's round, names, and current result (kind, winner, points)."""
    found = []
    for match in _matches(tournament):
        current = [r for r in match.results.all() if r.current]
        said = (
            (current[0].kind, current[0].winner, current[0].points_a, current[0].points_b)
            if current
            else None
        )
        b = match.entry_b.name if match.entry_b else None
        found.append((match.round.number, match.entry_a.name, b, said))
    return found
