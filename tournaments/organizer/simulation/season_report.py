"""The report of a simulated season: all data behind its tables (docs/seasons.md), and anything unusual."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Prefetch

from tournaments.events.models import (
    EntryPlayer,
    LineUp,
    Match,
    Penalty,
    Result,
    TimeOffer,
    Tournament,
    named,
    with_scores,
    with_tables,
)
from tournaments.events.scoring.ranking import policy_of
from tournaments.leagues.models import Season
from tournaments.organizer.simulation.season_plans import SeasonSimulation
from tournaments.seasons.lifecycle.ending import next_divisions
from tournaments.seasons.tables.divisions import DivisionTable, season_tables
from tournaments.seasons.tables.evenings import finished
from tournaments.seasons.tables.series import series_table
from tournaments.standings.ranking import Row

VERSION = 1
Document = dict[str, Any]


@dataclass(frozen=True)
class SeasonReport:
    """A simulated season as a JSON document, and sentences about anything that an organizer would find unusual."""

    document: Document
    odd: list[str]


def report_of(plan: SeasonSimulation, season: Season, incidents: Sequence[str]) -> SeasonReport:
    """Return the report of a finished season."""
    document: Document = {
        "document": "season",
        "version": VERSION,
        "plan": asdict(plan),
        "season": {
            "name": season.name,
            "kind": season.kind,
            "status": season.status,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on.isoformat(),
            "terms": season.terms,
        },
        "incidents": list(incidents),
    }
    if season.has_divisions:
        tables = season_tables(season)
        document["divisions"] = [_division(table) for table in tables]
        document["next"] = [
            {"name": move.entry.name, "level": move.level, "how": move.came_from}
            for move in next_divisions(season)
        ]
    else:
        document |= _series(season)
    odd = [line for each in document.get("divisions", []) for line in odd_in(each)]
    return SeasonReport(document, odd)


def odd_in(division: Mapping[str, Any]) -> list[str]:
    """Return sentences about rematches, unequal numbers of matches, and unplanned byes."""
    cycles = 2 if division["double"] else 1
    names = {entry["entry"]: entry["name"] for entry in division["entries"]}
    out = {entry["entry"] for entry in division["entries"] if entry["status"] == "withdrawn"}
    met: Counter[frozenset[int]] = Counter()
    counted: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    open_ = 0
    for fixture in division["fixtures"]:
        keys = [side["entry"] for side in fixture["sides"]]
        open_ += fixture["ending"] is None
        if fixture["ending"] == "bye":
            byes.update(keys)
            continue
        # A forfeit isn't a meeting: a Swiss may draw the same two again.
        met[frozenset(keys)] += fixture["ending"] == "played"
        if fixture["ending"] not in (None, "void"):
            counted.update(keys)
    found = [
        f"{' and '.join(sorted(names[key] for key in pair))} met {times} times"
        for pair, times in met.items()
        if times > cycles
    ]
    staying = {key: counted[key] for key in names if key not in out}
    if len(set(staying.values())) > 1:
        spread = Counter(staying.values())
        counts = ", ".join(f"{spread[n]} with {n}" for n in sorted(spread))
        found.append(f"unequal numbers of matches that count: {counts}")
    found += [f"{names[key]} had {n} byes" for key, n in byes.items() if n > cycles]
    if open_:
        found.append(f"matches without a result: {open_}")
    return [f"{division['name']}: {line}" for line in found]


def _division(table: DivisionTable) -> Document:
    division = table.division
    tournament = division.tournament
    assert tournament is not None
    policy = policy_of(tournament)
    return {
        "level": division.level,
        "name": division.name,
        "double": bool(tournament.plans[0].double),
        "promoted": division.promoted,
        "relegated": division.relegated,
        "points": {
            name: str(getattr(policy, name))
            for name in ("win", "draw", "loss", "bye", "forfeit_win", "forfeit_loss")
        },
        "tie_breaks": list(policy.tie_breaks),
        "entries": _entries(table),
        "penalties": [
            {"entry": one.entry_id, "points": str(one.amount), "reason": one.reason}
            for one in Penalty.objects.filter(entry__tournament=tournament, undone_at=None)
        ],
        "fixtures": _fixtures(tournament),
        "table": [
            {"place": row.place, "entry": row.entry.entry_id, **_row(row.row)} for row in table.rows
        ],
    }


def _entries(table: DivisionTable) -> list[Document]:
    tournament = table.division.tournament
    players: dict[int, list[str]] = {}
    for place in EntryPlayer.objects.filter(tournament=tournament).select_related("user"):
        players.setdefault(place.entry_id, []).append(place.user.username)
    rows = sorted(table.rows, key=lambda row: row.entry.seed_no or 0)
    return [
        {
            "entry": row.entry.entry_id,
            "name": row.entry.name,
            "players": players.get(row.entry.entry_id or 0, []),
            "seed": row.entry.seed_no,
            "rating": row.entry.rating,
            "status": row.entry.status,
        }
        for row in rows
    ]


def _row(row: Row) -> Document:
    numbers = ("played", "won", "drawn", "lost", "forfeits_won", "forfeits_lost", "byes")
    return {
        "points": str(row.points),
        "penalty": str(row.penalty),
        **{name: getattr(row, name) for name in (*numbers, "score_for", "score_against")},
        "tie_breaks": {
            code: None if value is None else str(value) for code, value in row.tie_breaks.items()
        },
    }


def _fixtures(tournament: Tournament) -> list[Document]:
    current = Result.objects.filter(current=True).prefetch_related(*with_scores())
    line_up = LineUp.objects.counting().select_related("user", "side", "table")
    matches = (
        tournament.matches.select_related("round", "tournament")
        .prefetch_related(
            *named(),
            with_tables(),
            Prefetch("results", current, to_attr="now"),
            Prefetch("line_up", line_up, to_attr="sat"),
            Prefetch("time_offers", TimeOffer.objects.order_by("pk"), to_attr="asked"),
        )
        .order_by("round__number", "number")
    )
    return [_fixture(match) for match in matches]


def _fixture(match: Match) -> Document:
    results: list[Result] = getattr(match, "now", [])
    result = results[0] if results else None
    scores = result.sides if result else [None] * len(match.sides)
    return {
        "round": match.round.number,
        "number": match.number,
        "starts_at": match.starts_at.isoformat() if match.starts_at else None,
        "agreed": match.agreed,
        "ending": result.kind if result else None,
        "reason": str(result.reason) if result else "",
        "ended": result.ended if result else "",
        "sides": [
            {
                "entry": side.keys[0],
                "place": score.place if score else None,
                "score": score.points if score else 0,
                "bags": score.bags if score else 0,
            }
            for side, score in zip(match.sides, scores, strict=True)
        ],
        "hands": result.hands if result else 0,
        "deals": result.by_hand if result else [],
        "line_up": [_place(row) for row in getattr(match, "sat", [])],
        "offers": [
            {"entry": offer.entry_id, "times": offer.times, "status": offer.status}
            for offer in getattr(match, "asked", [])
        ],
    }


def _place(row: LineUp) -> Document:
    return {
        "table": row.table.number if row.table else None,
        "side": row.side.index,
        "seat": row.seat,
        "player": row.user.username,
        "present": row.present,
    }


def _series(season: Season) -> Document:
    evenings = finished(season)
    rows = series_table(season, cups=evenings)
    return {
        "evenings": [
            {
                "name": each.name,
                "places": [
                    {"player": row.name, "place": one.place}
                    for row in rows
                    for one in row.evenings
                    if one.tournament == each.pk
                ],
            }
            for each in evenings
        ],
        "table": [
            {
                "place": row.place,
                "player": row.name,
                "points": row.points,
                "evenings": [
                    {"place": one.place, "points": one.points, "counts": one.counts}
                    for one in row.evenings
                ],
            }
            for row in rows
        ],
    }
