"""The parts of a tournament's page that are the same for all its viewers, in pages, so that their size doesn't grow with the
field. Those of large tournaments are rendered once per version.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from spades_site.common.pages import page_of
from tournaments.events.queries.shared_views import SharedView
from tournaments.events.queries.view_models import (
    MatchLine,
    RoundView,
    StageTable,
    StageView,
    StandingRow,
    TournamentView,
)
from tournaments.public.bracket_svg import sheets
from tournaments.public.cross_table import CrossRow, cross_table

ROUNDS_A_PAGE = 6
MATCHES_A_PAGE = 50
ROWS_A_PAGE = 50
GROUPS_A_PAGE = 12
LARGEST_BRACKET = 64
"""The most entries whose bracket is drawn at once; a larger one opens on a click."""
LIVE_AT_ONCE = 8
"""Further tables in play open on a click, so that the standings remain in reach."""
MOST_LIVE = 32
"""Tables in play that are listed apart; the others are only in their round."""
PARTS_KEPT = 40
ASKED_FOR = re.compile(r"(?:page|matches|bracket|(?:standings|groups|places)\d*)\Z")
"""The arguments that choose what the parts show."""
_ENTRIES = re.compile(r'<(li|tr) data-entries="([\d ]*)"')
_OWN = {"li": "mine", "tr": "own"}


@dataclass(frozen=True)
class TableShown:
    """A table of standings: the rows of the page that was asked for, and its cross table if it is small."""

    title: str
    rows: Page[StandingRow]
    cross: list[CrossRow]


@dataclass(frozen=True)
class RoundShown:
    """A round with a page of its matches."""

    view: RoundView
    lines: Page[MatchLine]


def rest_of(request: HttpRequest, view: TournamentView, shared: SharedView | None) -> SafeString:
    """Return what a tournament's page shows below the viewer's own part."""
    if shared is None:
        return _rendered(request, view)
    asked = {key: value for key, value in request.GET.items() if key not in ("version", "seen")}
    key = (timezone.get_current_timezone_name(), *sorted(asked.items()))
    part = shared.parts.get(key)
    if part is None:
        # Nothing of the person who happens to come first goes into it.
        anybody = HttpRequest()
        anybody.GET = QueryDict(urlencode(asked))
        part = _rendered(anybody, shared.view)
        if all(map(ASKED_FOR.match, asked)):
            if len(shared.parts) >= PARTS_KEPT:
                shared.parts.clear()
            shared.parts[key] = part
    mine = view.mine.entry
    return mark_safe(part if mine is None else _marked(part, mine.pk))


def _marked(part: str, entry: int) -> str:
    """Return a shared part with the lines of the viewer's entry marked."""
    own = str(entry)

    def mark(found: re.Match[str]) -> str:
        return f'{found[0]} class="{_OWN[found[1]]}"' if own in found[2].split() else found[0]

    return _ENTRIES.sub(mark, part)


def _rendered(request: HttpRequest, view: TournamentView) -> SafeString:
    context = {
        "view": view,
        "tournament": view.tournament,
        **rounds_shown(request, view),
        "entries": page_of(request, [] if view.rounds else [*view.entries, *view.singles]),
        "stages": [stage_shown(view, stage, request) for stage in view.stages],
        "live": _live(view),
        "to_come": [slot for slot in view.timetable if slot.round is None],
    }
    return render_to_string("public/tournament/_rest.html", context | {"request": request})


def _live(view: TournamentView) -> dict[str, Any]:
    """Return the matches in play: first the viewer's own and a few more, then some that open on a click."""
    lines = sorted(view.live, key=lambda line: not line.mine)
    return {
        "first": lines[:LIVE_AT_ONCE],
        "more": lines[LIVE_AT_ONCE:MOST_LIVE],
        "others": max(0, len(lines) - MOST_LIVE),
    }


def stage_shown(
    view: TournamentView, stage: StageView, request: HttpRequest | None = None
) -> dict[str, object]:
    """Return a stage's content for the page: its bracket's drawings, or its standings with cross tables.

    With a request, long tables come in pages, and a large bracket is only drawn if it asks for it.
    """
    alone = _("Bracket") if stage.bracket else _("Standings")
    titles = [str(plan.title) for plan in view.tournament.plans]
    heading = stage.title if len(titles) > 1 else alone
    if titles.count(str(stage.title)) > 1:
        heading = _("%(title)s, stage %(number)d") % {
            "title": stage.title,
            "number": stage.stage.index,
        }
    number = stage.stage.index if stage.stage.index > 1 else ""
    bracket = stage.bracket
    folded = (
        request is not None
        and bracket is not None
        and len(bracket.field) > LARGEST_BRACKET
        and "bracket" not in request.GET
    )
    groups = _page(request, stage.tables, GROUPS_A_PAGE, f"groups{number}")
    return {
        "view": stage,
        "heading": heading,
        "folded": folded,
        "sheets": sheets(bracket) if bracket and not folded else [],
        "places": _page(request, bracket.places if bracket else [], ROWS_A_PAGE, f"places{number}"),
        "groups": groups,
        "tables": [
            TableShown(
                table.title,
                _page(request, table.rows, ROWS_A_PAGE, f"standings{number}"),
                _crossed(stage, table),
            )
            for table in groups
        ],
    }


def _page[Row](request: HttpRequest | None, rows: Sequence[Row], size: int, key: str) -> Page[Row]:
    """Return the page that the request asks for; without a request, everything."""
    if request is None:
        return page_of(HttpRequest(), rows, max(1, len(rows)), key)
    return page_of(request, rows, size, key)


def _crossed(stage: StageView, table: StageTable) -> list[CrossRow]:
    """Return a table's cross table; none of an arena, in which some meet often and others never."""
    return [] if stage.stage.facts.is_continuous else cross_table(stage.rounds, table.rows)


def rounds_shown(request: HttpRequest, view: TournamentView) -> dict[str, object]:
    """Return a page of rounds, the requested one or else the one with the current round, and its rounds with a page of
    the matches of each.
    """
    largest, size = _largest(view), rounds_a_page(view)
    pages = page_of(request, view.rounds, size)
    if "page" not in request.GET and view.rounds:
        ahead = [
            n for n, each in enumerate(view.rounds) if each.round.status != each.round.Status.DONE
        ]
        present = ahead[0] if ahead else len(view.rounds) - 1
        pages = pages.paginator.page(present // size + 1)
    at_once = MATCHES_A_PAGE if size == 1 else largest
    shown = [RoundShown(each, page_of(request, each.shown, at_once, "matches")) for each in pages]
    return {"rounds": pages, "rounds_shown": shown}


def rounds_a_page(view: TournamentView) -> int:
    """Return how many rounds are listed at once, fewer of a large field."""
    return max(1, min(ROUNDS_A_PAGE, 2 * MATCHES_A_PAGE // _largest(view)))


def _largest(view: TournamentView) -> int:
    return max((len(each.shown) for each in view.rounds), default=1)
