"""A season's entries, fixtures and tables as rows of plain values, and the index of a league's feeds (keys and columns:
docs/feeds.md).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings
from django.db.models import F, Prefetch
from django.urls import reverse

from spades_site.accounts.models import Viewer
from spades_site.common.lists.csv_text import Cell
from tournaments.events.core import permissions
from tournaments.events.models import (
    LineUp,
    Match,
    Result,
    Status,
    Substitution,
    named,
    with_scores,
)
from tournaments.leagues.hooks import CountedEvent
from tournaments.leagues.models import League, Season
from tournaments.leagues.selectors import league_page
from tournaments.public.feeds import tables
from tournaments.public.feeds.tables import FEED_VERSION, Row, iso, plain
from tournaments.seasons.core import visible_to
from tournaments.seasons.entries.signing_up import ROSTER
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.tables.evenings import Counted, day_of, finished
from tournaments.seasons.tables.series import series_table


def document(season: Season, what: str, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON of one of FEEDS. Takes a constant number of queries."""
    return {
        "feed": what,
        "feed_version": FEED_VERSION,
        "season": about_season(season) | {"divisions": list(divisions_of(season))},
        what: [plain(row) for row in FEEDS[what](season, viewer)],
    }


def sheet(season: Season, what: str, viewer: Viewer) -> tuple[list[str], list[list[Cell]]]:
    """Return the columns and the rows of one of FEEDS as CSV."""
    columns = _SERIES if what == "tables" and not season.has_divisions else _COLUMNS[what]
    rows = [_flat(row) for row in FEEDS[what](season, viewer)]
    return columns, [[row.get(column) for column in columns] for row in rows]


def index(league: League, viewer: Viewer) -> dict[str, Any]:
    """Return a league with its teams and members, and its seasons and tournaments that the viewer may see with the
    addresses of their feeds. Takes a constant number of queries.
    """
    page = league_page(league, viewer)
    seasons = visible_to(viewer).filter(league=league)
    tournaments = permissions.visible_to(viewer).filter(league=league).exclude(status=Status.DRAFT)
    return {
        "feed": "league",
        "feed_version": FEED_VERSION,
        "league": {
            "slug": league.slug,
            "name": league.name,
            "url": _full(league.get_absolute_url()),
            "calendar": _full(reverse("league_calendar", args=[league.slug])),
        },
        "seasons": [
            about_season(one) | {"feeds": addresses("season", FEEDS, one.slug)}
            for one in seasons.order_by("starts_on", "pk")
        ],
        "tournaments": [
            {
                "slug": one.slug,
                "name": one.name,
                "url": _full(one.get_absolute_url()),
                "season": one.season.slug if one.season else None,
                "status": str(one.status),
                "starts_at": iso(one.starts_at),
                "feeds": addresses("tournament", tables.FEEDS, one.slug),
            }
            for one in tournaments.select_related("season").order_by("starts_at", "pk")
        ],
        "teams": [
            {
                "name": team.name,
                "captain": team.captain.username if team.captain else None,
                "players": [place.user.username for place in team.members.all()],
            }
            for team in league.teams.select_related("captain")
            .order_by("name")
            .prefetch_related("members__user")
        ],
        "members": [
            {"name": place.user.username, "role": str(place.role)} for place in page.members
        ],
    }


def addresses(of: str, feeds: Iterable[str], slug: str) -> Row:
    """Return the full addresses of the feeds of a season or tournament (`of`), by name."""
    found: Row = {"calendar": _full(reverse(f"{of}_calendar", args=[slug]))}
    for what in feeds:
        found[what] = {
            kind: _full(reverse(f"{of}_{what}_{kind}", args=[slug])) for kind in ("csv", "json")
        }
    return found


def _full(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def about_season(season: Season) -> Row:
    """Return what every feed says about its season."""
    return {
        "slug": season.slug,
        "name": season.name,
        "url": _full(season.get_absolute_url()),
        "league": season.league.slug,
        "kind": str(season.kind),
        "status": str(season.status),
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "zone": season.zone,
        "ended_early": season.ended_early,
    }


def divisions_of(season: Season) -> Iterable[Row]:
    """Return a season's divisions, in one query."""
    for one in season.divisions.select_related("tournament", "play_off"):
        yield {
            "level": one.level,
            "name": one.name,
            "size": one.size,
            "promoted": one.promoted,
            "relegated": one.relegated,
            "play_offs": one.play_offs,
            "tournament": one.tournament.slug if one.tournament else None,
            "play_off": one.play_off.slug if one.play_off else None,
        }


def _entries(season: Season, _viewer: Viewer) -> Iterable[Row]:
    found = season.entries.exclude(status=SeasonEntry.Status.DECLINED).select_related("division")
    # Skip entries that left before the season was published.
    found = found.exclude(status=SeasonEntry.Status.WITHDRAWN, entry=None)
    # Databases differ in where they sort those without a division.
    order = (F(each).asc(nulls_last=True) for each in ("division__level", "seed_no"))
    for entry in found.order_by(*order, "pk").prefetch_related("players__user"):
        yield {
            "entry": entry.pk,
            "name": entry.name,
            "level": entry.division.level if entry.division else None,
            "seed": entry.seed_no,
            "players": [place.user.username for place in entry.players.all()],
            "status": str(entry.status),
            "came_from": entry.came_from,
            "rating": entry.rating,
            "entered_at": iso(entry.created_at),
        }


def _fixtures(season: Season, _viewer: Viewer) -> Iterable[Row]:
    levels = dict(season.divisions.exclude(tournament=None).values_list("tournament_id", "level"))
    own = dict(season.entries.exclude(entry=None).values_list("entry_id", "pk"))
    current = Result.objects.filter(current=True).prefetch_related(*with_scores())
    matches = (
        Match.objects.filter(tournament__in=levels)
        .select_related("round", "tournament")
        .prefetch_related(*named(), Prefetch("results", current, to_attr="current_result"))
        .order_by("tournament__division__level", "round__number", "number")
    )
    for match in matches:
        keys = [own.get(side.keys[0]) for side in match.sides]
        names = match.side_names
        yield {
            "level": levels[match.tournament_id],
            "round": match.round.number,
            "table": match.number,
            "match": match.pk,
            "entry_a": keys[0],
            "name_a": names[0],
            "entry_b": None if match.is_bye else keys[1],
            "name_b": None if match.is_bye else names[1],
            "opens": iso(match.round.starts_at),
            "closes": iso(match.round.closes_at),
            "starts_at": iso(match.starts_at),
            "agreed": match.agreed,
            "status": str(match.status),
            **_result(match, keys),
            "url": _full(match.get_absolute_url()),
        }


def _result(match: Match, keys: list[int | None]) -> Row:
    results: list[Result] = getattr(match, "current_result", [])
    if not results:
        return dict.fromkeys(_RESULT)
    result = results[0]
    result.match = match
    played = result.kind == Result.Kind.PLAYED
    winner = None if result.winner is None or match.is_bye else keys[result.winner]
    first, second = result.sides[:2] if played else (None, None)
    return {
        "kind": str(result.kind),
        "winner": winner,
        "ended": result.ended or None,
        "score_a": first.points if first else None,
        "score_b": second.points if second else None,
        "hands": result.hands if played else None,
    }


def _line_ups(season: Season, _viewer: Viewer) -> Iterable[Row]:
    """Return who sat where, once the tables are open; before that line-ups are secret."""
    made = Substitution.objects.filter(match__tournament__division__season=season)
    # Skip a replaced player who got the seat back.
    agreed = made.exclude(entry__players__user=F("into"))
    instead = {
        (match, into): out
        for match, into, out in agreed.values_list("match_id", "into_id", "out__username")
    }
    own = dict(season.entries.exclude(entry=None).values_list("entry_id", "pk"))
    rows = LineUp.objects.counting().filter(
        match__tournament__division__season=season, table__isnull=False
    )
    ordered = rows.order_by(
        "match__tournament__division__level", "match__round__number", "match__number",
        "table__number", "seat", "pk",
    )  # fmt: skip
    level = F("match__tournament__division__level")
    for row in ordered.select_related("match__round", "table", "user").annotate(level=level):
        assert row.table is not None
        yield {
            "level": row.level,
            "round": row.match.round.number,
            "table": row.match.number,
            "match": row.match_id,
            "entry": own.get(row.entry_id),
            "board": row.table.number,
            "seat": row.seat,
            "user": row.user.username,
            "present": row.present,
            "instead_of": instead.get((row.match_id, row.user_id)),
        }


def _event_in(one: Counted) -> str | None:
    """Return the address of an event with the same cards; None of a tournament."""
    return one.url if isinstance(one, CountedEvent) else None


def _tables(season: Season, viewer: Viewer) -> Iterable[Row]:
    if not season.has_divisions:
        cups = {one.pk: one for one in finished(season)}
        keys = [key for key in cups if isinstance(key, int)]
        seen = permissions.visible_to(viewer).filter(pk__in=keys)
        slugs: dict[int | str, str] = dict(seen.values_list("pk", "slug"))
        for each in series_table(season, cups=list(cups.values())):
            yield {
                "place": each.place,
                "name": each.name,
                "points": each.points,
                "attended": each.attended,
                "evenings": [
                    {
                        "tournament": slugs.get(one.tournament),
                        "event": _event_in(cups[one.tournament]),
                        "day": day_of(cups[one.tournament], season).isoformat(),
                        "points": one.points,
                        "place": one.place,
                        "times": one.times,
                        "by_place": one.by_place,
                        "attendance": one.attendance,
                        "host": one.host,
                        "newcomer": one.newcomer,
                        "counts": one.counts,
                    }
                    for one in each.evenings
                ],
            }
        return
    for table in season_tables(season):
        for line in table.rows:
            row = line.row
            yield {
                "level": table.division.level,
                "place": line.place,
                "entry": line.entry.pk,
                "name": line.entry.name,
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
                "zone": line.zone,
                "withdrawn": line.is_out,
            }


FEEDS: Mapping[str, Callable[[Season, Viewer], Iterable[Row]]] = {
    "entries": _entries,
    "fixtures": _fixtures,
    "line_ups": _line_ups,
    "tables": _tables,
}
"""The feeds by their name in the address."""

_RESULT = ("kind", "winner", "ended", "score_a", "score_b", "hands")
_COLUMNS = {
    "entries": [
        *("entry", "name", "level", "seed"),
        *(f"player_{place}" for place in range(1, ROSTER[1] + 1)),
        *("status", "came_from", "rating", "entered_at"),
    ],
    "fixtures": [
        *("level", "round", "table", "match", "entry_a", "name_a", "entry_b", "name_b"),
        *("opens", "closes", "starts_at", "agreed", "status", *_RESULT, "url"),
    ],
    "line_ups": [
        *("level", "round", "table", "match", "entry", "board", "seat"),
        *("user", "present", "instead_of"),
    ],
    "tables": [
        *("level", "place", "entry", "name", "points", "played", "won", "drawn", "lost"),
        *("forfeits_won", "forfeits_lost", "byes", "score_for", "score_against"),
        *("penalty", "zone", "withdrawn"),
    ],
}
_SERIES = ["place", "name", "points", "attended"]


def _flat(row: Row) -> dict[str, Cell]:
    flat = dict(row)
    for place, name in enumerate(flat.pop("players", []), start=1):
        flat[f"player_{place}"] = name
    return flat
