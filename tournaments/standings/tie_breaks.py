"""The tie-breaks that give each entrant a number. Head-to-head, which compares a group, is in `encounter`.

Every definition is given here and in docs/tie-breaks.md with its source; "C.07" is the FIDE Handbook's Play-Off and
Tie-Break Regulations, effective from 1 March 2026.
"""

from collections.abc import Callable
from hashlib import sha256

from tournaments.standings.field import VOLUNTARY, Field, Kind


def score_difference(field: Field) -> dict[int, int | None]:
    """Own score less the opponent's, summed over the matches played, each match limited to ±`difference_cap`."""
    cap = field.policy.difference_cap

    def bounded(difference: int) -> int:
        return difference if cap is None else max(-cap, min(cap, difference))

    return {
        key: sum(
            bounded(record.score_for - record.score_against) for record in records if record.played
        )
        for key, records in field.records.items()
    }


def points_for(field: Field) -> dict[int, int | None]:
    """Own score summed over the matches played."""
    return {
        key: sum(record.score_for for record in records if record.played)
        for key, records in field.records.items()
    }


def bags(field: Field) -> dict[int, int | None]:
    """Bags taken, summed over the matches played; fewer is better."""
    return {
        key: sum(record.bags for record in records if record.played)
        for key, records in field.records.items()
    }


def wins(field: Field) -> dict[int, int | None]:
    """Matches won at a table (C.07, 7.2); in a round robin also those won by forfeit (15.2)."""
    counted = {Kind.WON} | ({Kind.FORFEIT_WON} if field.policy.predetermined else set())
    return {
        key: sum(record.kind in counted for record in records)
        for key, records in field.records.items()
    }


def wins_and_byes(field: Field) -> dict[int, int | None]:
    """Rounds that brought as many points as a win, played or not (C.07, 7.1)."""
    counted = {Kind.WON} | {
        kind
        for kind in (Kind.FORFEIT_WON, Kind.BYE, Kind.HALF_BYE, Kind.ZERO_BYE)
        if field.worth[kind] >= field.worth[Kind.WON]
    }
    return {
        key: sum(record.kind in counted for record in records)
        for key, records in field.records.items()
    }


def fewest_forfeits(field: Field) -> dict[int, int | None]:
    """Matches lost by forfeit; fewer is better."""
    return {
        key: sum(record.kind is Kind.FORFEIT_LOST for record in records)
        for key, records in field.records.items()
    }


def sonneborn_berger(field: Field) -> dict[int, int | None]:
    """For each round the opponent's points times the points scored against them (C.07, 9.1, with 15.2 and 16)."""
    return {
        key: sum((field.opponent_points(key, record) or 0) * record.points for record in records)
        for key, records in field.all_records.items()
    }


def buchholz(field: Field) -> dict[int, int | None]:
    """The sum of the opponents' points (C.07, 8.1 with 16)."""
    return {key: sum(value for value, _ in seen) for key, seen in _contributions(field).items()}


def buchholz_cut1(field: Field) -> dict[int, int | None]:
    """Buchholz without the lowest contribution; that of a voluntarily unplayed round goes first (C.07, 14.1, 16.5)."""
    return {
        key: sum(value for value, _ in _without_lowest(seen))
        for key, seen in _contributions(field).items()
    }


def buchholz_median(field: Field) -> dict[int, int | None]:
    """Buchholz without the lowest contribution, as in cut-1, and then without the highest (C.07, 14.3)."""
    values = {}
    for key, seen in _contributions(field).items():
        kept = sorted(value for value, _ in _without_lowest(seen))
        values[key] = sum(kept[:-1])
    return dict(values)


def average_rating(field: Field) -> dict[int, int | None]:
    """The mean rating of the opponents met at a table, to the nearest whole number, a half up (C.07, 10.1)."""
    values: dict[int, int | None] = {}
    for key, records in field.records.items():
        met = [
            field.entrants[record.opponent]
            for record in records
            if record.played and record.opponent is not None
        ]
        ratings = [entrant.rating for entrant in met if entrant.rating is not None]
        values[key] = (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else None
    return values


def lots(field: Field) -> dict[int, int | None]:
    """A lot for each entrant, 32 bits of SHA-256 over the seed and the key; the higher lot ranks higher."""
    return {
        key: int.from_bytes(sha256(f"{field.policy.seed}\x1flots\x1f{key}".encode()).digest()[:4])
        for key in field.records
    }


Contribution = tuple[int, bool]
"""What one round adds to Buchholz, and whether it was voluntarily unplayed."""


def _contributions(field: Field) -> dict[int, list[Contribution]]:
    found: dict[int, list[Contribution]] = {}
    for key, records in field.all_records.items():
        seen = (
            (field.opponent_points(key, record), record.kind in VOLUNTARY) for record in records
        )
        found[key] = [(value, voluntary) for value, voluntary in seen if value is not None]
    return found


def _without_lowest(seen: list[Contribution]) -> list[Contribution]:
    if not seen:
        return []
    lowest = min(seen, key=lambda contribution: (not contribution[1], contribution[0]))
    kept = list(seen)
    kept.remove(lowest)
    return kept


VALUES: dict[str, Callable[[Field], dict[int, int | None]]] = {
    function.__name__: function
    for function in (
        score_difference,
        points_for,
        wins,
        wins_and_byes,
        sonneborn_berger,
        buchholz,
        buchholz_cut1,
        buchholz_median,
        bags,
        average_rating,
        fewest_forfeits,
        lots,
    )
}
