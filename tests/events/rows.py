"""A tournament's outcome as plain values, for comparison."""

from typing import Any

from tournaments.events.models import (
    Match,
    Result,
    SideScore,
    Tournament,
    played_by,
    with_tables,
)


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
        tournament.matches.select_related("round")
        .prefetch_related("results", *played_by(), with_tables(), "table_rows__table__seats")
        .order_by("round__number", "number")
    )


def _match(match: Match) -> tuple[Any, ...]:
    results = tuple(
        (r.version, r.current, r.kind, r.winner, *r.points, r.reason, r.at)
        for r in match.results.all()
    )
    seats = tuple(seat.name for seat in match.table.seats.all()) if match.table else ()
    return match.round.number, match.number, *_names(match), match.status, seats, results


def _names(match: Match) -> list[str | None]:
    """The names of the first two entries; None where the first sits out."""
    return [*(entry.name for entry in match.seated or match.entries), None][:2]


def results_of(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return each match's round, names, and current result (kind, the winner's index, each side's points)."""
    found = []
    for match in _matches(tournament):
        current = [r for r in match.results.all() if r.current]
        said = (current[0].kind, current[0].winner, *current[0].points) if current else None
        found.append((match.round.number, *_names(match), said))
    return found


def versions_of(match: Match) -> list[tuple[int, str, int | None, bool]]:
    """Return every version of a match's result: number, kind, the winner's index, whether it counts."""
    return [(r.version, r.kind, r.winner, r.current) for r in match.results.order_by("version")]


def give_result(match: Match, kind: str, *places: int | None, **fields: Any) -> Result:
    """Return a result of a match as its first version, with each side's place and no points."""
    result = Result.objects.create(match=match, kind=kind, **fields)
    SideScore.objects.bulk_create(
        SideScore(result=result, side=side, place=place)
        for side, place in zip(match.sides, places, strict=True)
    )
    return result
