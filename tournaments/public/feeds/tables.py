"""A tournament's entries, pairings, results and standings as rows of plain values (keys and columns:
docs/feeds.md).

The JSON contains the rows as they are. The CSV has a column for each key; `players` and `tie_breaks` are spread
over several.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.urls import reverse

from spades_site.accounts.models import Viewer
from spades_site.common.lists.csv_text import Cell
from spades_site.common.translation import translate
from tournaments.events.models import Entry, Result, Tournament
from tournaments.events.queries.selectors import match_view
from tournaments.events.queries.view_models import (
    BracketView,
    MatchLine,
    RoundView,
    StageView,
    StandingRow,
    TournamentView,
)
from tournaments.events.scoring.stage_fields import group_name
from tournaments.events.setup.team_matches import ROSTER
from tournaments.standings import Policy

FEED_VERSION = 1
"""Increased when a key is removed or changes its meaning; new keys may appear at any time."""
MOST_SEATS = 5

type Row = dict[str, Any]


def document(view: TournamentView, what: str) -> dict[str, Any]:
    """Return the JSON of one of FEEDS."""
    return {
        "feed": what,
        "feed_version": FEED_VERSION,
        "tournament": about_tournament(view.tournament),
        what: [plain(row) for row in FEEDS[what](view)],
    }


def archive(view: TournamentView) -> dict[str, Any]:
    """Return everything of a tournament as one JSON document: all FEEDS, and the records of its games."""
    return {
        "feed": "archive",
        "feed_version": FEED_VERSION,
        "tournament": {
            **about_tournament(view.tournament),
            "description": view.tournament.description,
            "prizes": view.tournament.prize_list,
            "rules": view.tournament.rules,
            "scoring": Policy.from_dict(view.tournament.scoring).to_dict(),
        },
        **{what: [plain(row) for row in rows(view)] for what, rows in FEEDS.items()},
        "games": list(_games(view)),
    }


def sheet(view: TournamentView, what: str) -> tuple[list[str], list[list[Cell]]]:
    """Return the columns and the rows of one of FEEDS as CSV."""
    columns = _columns(view.tournament, what)
    rows = [_flat(row) for row in FEEDS[what](view)]
    return columns, [[row.get(column) for column in columns] for row in rows]


def iso(at: datetime | None) -> str | None:
    """Return a time as in RFC 3339, in UTC to the second."""
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def about_tournament(tournament: Tournament) -> Row:
    """Return what every feed says about its tournament."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "url": f"{settings.SITE_URL}{tournament.get_absolute_url()}",
        "league": tournament.league.slug if tournament.league else None,
        "season": tournament.season.name if tournament.season else None,
        "stages": [{"format": plan.format, **plan.options} for plan in tournament.plans],
        "status": str(tournament.status),
        "reason": translate(tournament.status_reason),
        "starts_at": iso(tournament.starts_at),
        "finished_at": iso(tournament.finished_at),
        "winner": tournament.winner_id,
        "version": tournament.version,
    }


def _entries(view: TournamentView) -> Iterable[Row]:
    for entry in view.entries:
        yield {
            "entry": entry.pk,
            "seed": entry.seed_no,
            "name": entry.name,
            "players": _players(entry),
            "status": str(entry.status),
            "rating": entry.rating,
            "entered_at": iso(entry.created_at),
            "checked_in_at": iso(entry.checked_in_at),
            "bot_accounts": [one.user.username for one in entry.players.all() if one.user.is_bot],
            "by_name": [one.user.username for one in entry.players.all() if one.user.by_name],
        }
    for single in [*view.singles, *view.left_over, *view.ready]:
        yield {
            "entry": None,
            "seed": None,
            "name": single.user.username,
            "players": [single.user.username],
            "status": str(single.status),
            "rating": None,
            "entered_at": iso(single.created_at),
            "checked_in_at": iso(single.checked_in_at),
            "bot_accounts": [single.user.username] if single.user.is_bot else [],
            "by_name": [single.user.username] if single.user.by_name else [],
        }


def _players(entry: Entry) -> list[str]:
    """Return an entry's players, first the captain of a team."""
    places = sorted(entry.players.all(), key=lambda place: place.user_id != entry.captain_id)
    return [place.user.username for place in places]


def _pairings(view: TournamentView) -> Iterable[Row]:
    for round_ in view.rounds:
        for line in round_.matches:
            yield _pairing(round_, line)


def _pairing(round_: RoundView, line: MatchLine) -> Row:
    return {
        **_sides(round_.round.number, line),
        "starts_at": iso(line.match.starts_at or round_.opens),
        "status": str(line.match.status),
        "url": f"{settings.SITE_URL}{line.match.get_absolute_url()}",
        "rated": _rated(line),
    }


def _rated(line: MatchLine) -> bool | None:
    """Return whether ratings follow from a match; None while that isn't known, before its table opens."""
    tables = [at.table for at in line.match.counting if at.table is not None]
    if line.result is None and not tables:
        return None
    played = line.result is None or line.result.kind == Result.Kind.PLAYED
    return played and any(table.rated for table in tables)


def _results(view: TournamentView) -> Iterable[Row]:
    for round_ in view.rounds:
        for line in round_.matches:
            if line.result is not None:
                yield {**_sides(round_.round.number, line), **_result(line, line.result)}


def _games(view: TournamentView) -> Iterable[Row]:
    """Return the games that are over, with the addresses of their records; those with deals still in play have none."""
    for round_ in view.rounds:
        for line in round_.matches:
            for game in line.games:
                if game.over and game.table is not None and game.table.is_public:
                    address = f"{settings.SITE_URL}{game.table.get_absolute_url()}"
                    record = reverse("table_record", args=[game.table.public_id])
                    yield {
                        "match": line.match.pk,
                        "number": game.number,
                        "kind": str(game.kind),
                        "hands": game.hands,
                        "record": f"{settings.SITE_URL}{record}",
                        "replay": f"{address}replay/",
                    }


def match_row(match_id: int, viewer: Viewer) -> Row | None:
    """Return a match's row of the pairings, with its tournament and its current result; None if the viewer may not see
    it.
    """
    found = match_view(match_id, viewer)
    if found is None:
        return None
    number, line = found.round.round.number, found.line
    row = {**_sides(number, line), **_result(line, line.result)} if line.result else None
    about = {"tournament": found.tournament.slug, **_pairing(found.round, line)}
    return plain({**about, "result": plain(row)})


def result_row(match_id: int, version: int, viewer: Viewer) -> Row | None:
    """Return one version of a match's result, in the format of the feed; None if the viewer may not see it, or it is
    gone.
    """
    found = match_view(match_id, viewer)
    if found is None:
        return None
    result = next((one for one in found.versions if one.version == version), None)
    if result is None:
        return None
    line = replace(found.line, result=result)
    return plain({**_sides(found.round.round.number, line), **_result(line, result)})


def _sides(round_number: int, line: MatchLine) -> Row:
    names = [*line.match.side_names, None]
    keys = [entry.pk for entry in line.match.seated or line.match.entries]
    return {
        "round": round_number,
        "table": line.match.number,
        "match": line.match.pk,
        "slot": line.match.slot or None,
        "entry_a": keys[0],
        "name_a": names[0],
        "entry_b": None if line.is_bye else keys[1],
        "name_b": names[1],
        **(
            {"seats": [line.match.name_of(entry) for entry in line.match.seated]}
            if line.match.seated
            else {}
        ),
    }


def _result(line: MatchLine, result: Result) -> Row:
    played = result.kind == Result.Kind.PLAYED
    winner = line.winner
    first, second = result.sides[:2] if played else (None, None)
    by_seat = [
        {"place": side.place, "points": side.points, "bags": side.bags} for side in result.sides
    ]
    return {
        "kind": str(result.kind),
        "winner": winner.pk if winner else None,
        "ended": result.ended or None,
        "score_a": first.points if first else None,
        "score_b": second.points if second else None,
        "bags_a": first.bags if first else None,
        "bags_b": second.bags if second else None,
        "hands": result.hands if played else None,
        **({"by_seat": by_seat} if played and not line.is_duel else {}),
        **(_forfeited(line, result) if line.match.seated else {}),
        "bots": _bots(line),
        "reason": translate(result.reason),
        "version": result.version,
        "at": iso(result.at),
        "rated": _rated(line),
    }


def _bots(line: MatchLine) -> list[str]:
    """Return for whom bots played: the sides' letters, or the names of single players by seat."""
    if line.result is None:
        return []
    if line.match.seated:
        stood_in = line.result.stood_in
        return [line.match.name_of(one) for one in line.match.seated if one.pk in stood_in]
    return ["ab"[number] for number, side in enumerate(line.sides) if side.by_bots]


def _forfeited(line: MatchLine, result: Result) -> Row:
    """Return which of a match's single players forfeits although the others played."""
    seated, absent = line.match.seated, result.absent
    return {"forfeited": [line.match.name_of(entry) for entry in seated if entry.pk in absent]}


def _standings(view: TournamentView) -> Iterable[Row]:
    if len(view.tournament.plans) > 1:
        for stage in reversed(view.stages):
            yield from _of_stage(stage)
        return
    if view.bracket is not None:
        yield from _places(view.bracket)
    yield from _ranked(view.standings)


def _of_stage(stage: StageView) -> Iterable[Row]:
    """Return the places of one of several stages, with its number and the group's name."""
    number = {"stage": stage.stage.index}
    if stage.bracket is not None:
        for row in _places(stage.bracket):
            yield {**number, "group": None, **row}
    for at, table in enumerate(stage.tables, start=1):
        group = group_name(at) if len(stage.tables) > 1 else None
        for row in _ranked(table.rows):
            yield {**number, "group": group, **row}


def _ranked(rows: Sequence[StandingRow]) -> Iterable[Row]:
    level = Counter(each.row.rank for each in rows)
    for each in rows:
        row = each.row
        yield {
            **_place(each.entry, each.name, row.rank, row.rank + level[row.rank] - 1),
            "points": row.points,
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "forfeits_won": row.forfeits_won,
            "forfeits_lost": row.forfeits_lost,
            "byes": row.byes,
            "score_for": row.score_for,
            "score_against": row.score_against,
            "penalty": row.penalty,
            "brought": row.brought,
            "by_bots": each.by_bots,
            "tie_breaks": {tie_break.code: tie_break.value for tie_break in each.tie_breaks},
        }


def _places(bracket: BracketView) -> Iterable[Row]:
    """Return the places of a knock-out, which has no standings; entries still playing have none yet."""
    for place in bracket.places:
        nothing: Row = dict.fromkeys(_COUNTED)
        known = _place(place.entry, place.entry.name, place.first, place.last)
        yield {**known, **nothing, "tie_breaks": {}}


def _place(entry: Entry, name: str, first: int, last: int) -> Row:
    return {
        "rank": first,
        "rank_to": last,
        "shared": first != last,
        "entry": entry.pk,
        "name": name,
    }


FEEDS: Mapping[str, Callable[[TournamentView], Iterable[Row]]] = {
    "entries": _entries,
    "pairings": _pairings,
    "results": _results,
    "standings": _standings,
}
"""The tables by their name in the address."""

_SIDES = ["round", "table", "match", "slot", "entry_a", "name_a", "entry_b", "name_b"]
_COUNTED = [
    *("points", "played", "won", "drawn", "lost"),
    *("forfeits_won", "forfeits_lost", "byes", "score_for", "score_against"),
    *("penalty", "brought", "by_bots"),
]
_COLUMNS = {
    "entries": [
        *("entry", "seed", "name", "player_1", "player_2"),
        *("status", "rating", "entered_at", "checked_in_at", "bot_accounts", "by_name"),
    ],
    "pairings": [*_SIDES, "starts_at", "status", "url", "rated"],
    "results": [
        *(*_SIDES, "kind", "winner", "ended", "score_a", "score_b", "bags_a", "bags_b"),
        *("hands", "bots", "reason", "version", "at", "rated"),
    ],
    "standings": ["rank", "rank_to", "shared", "entry", "name", *_COUNTED],
}


def _columns(tournament: Tournament, what: str) -> list[str]:
    if what in ("pairings", "results") and tournament.is_individual:
        of_seats = ("seat", "place", "score") if what == "results" else ("seat",)
        more = ("forfeited",) if what == "results" else ()
        seats = range(1, MOST_SEATS + 1)
        by_seat = (f"{kind}_{place}" for kind in of_seats for place in seats)
        return [*_COLUMNS[what], *by_seat, *more]
    if what == "entries" and tournament.is_team:
        return [*_COLUMNS[what], *(f"player_{place}" for place in range(3, ROSTER[1] + 1))]
    if what != "standings":
        return _COLUMNS[what]
    several = len(tournament.plans) > 1
    ranked = not all(plan.is_knock_out for plan in tournament.plans)
    tie_breaks = tournament.scoring["tie_breaks"] if ranked else []
    return [*(("stage", "group") if several else ()), *_COLUMNS[what], *tie_breaks]


def _flat(row: Row) -> dict[str, Cell]:
    flat = dict(row)
    flat |= {f"player_{place}": name for place, name in enumerate(flat.pop("players", []), start=1)}
    for place, side in enumerate(flat.pop("by_seat", []), start=1):
        flat |= {f"place_{place}": side["place"], f"score_{place}": side["points"]}
    flat |= {f"seat_{place}": name for place, name in enumerate(flat.pop("seats", []), start=1)}
    for names in {"bot_accounts", "by_name", "bots", "forfeited"} & flat.keys():
        flat[names] = ", ".join(flat[names])
    return flat | flat.pop("tie_breaks", {})


def plain(value: Any) -> Any:
    """Return a value as it appears in JSON; floats keep their shortest decimal form."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
