"""The page of games to watch, and the game that the home page features."""

from hashlib import sha256
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Count, Exists, FloatField, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast, Coalesce
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from games.tables.access.audience import listed_to, public_deals
from games.tables.lobby import listing
from games.tables.models import Seat, Table
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.accounts.models import Viewer
from spades_site.accounts.requests import HtmxRequest
from spades_site.common.pages import page_of

CARDS = 12
"""Games per page."""


def games_to_watch(viewer: Viewer | None) -> QuerySet[Table]:
    """Return the games in play that may be listed for the viewer, the best players' first, then the latest start.

    Excludes the viewer's own games, and those whose deals other tables still play, which only their players may see.
    Annotates `strength` (the mean rating of all seats; bots and unrated players count as 0), `rule_sides`, `totals` and
    `hand_no`. Doesn't load the state.
    """
    games = listed_to(viewer).filter(status=Table.Status.PLAYING)
    games = games.filter(public_deals())
    if viewer is not None and viewer.is_authenticated:
        games = games.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user_id=viewer.pk)))
    seen = {name: KeyTransform(name, "state") for name in ("totals", "hand_no")}
    rows: Any = listing.with_people(games.annotate(strength=_strength(), **seen))
    return rows.order_by("-strength", "-started_at", "-pk")


def featured(viewer: Viewer | None) -> Table | None:
    """Return the game that the home page features, or None.

    It is the first of `games_to_watch` that is a partnership game of four people, isn't played by correspondence, and
    isn't paused.
    """
    bots = Seat.objects.filter(Q(bot=True) | Q(stand_in=True) | Q(user=None), table=OuterRef("pk"))
    games: Any = games_to_watch(viewer)
    games = games.filter(
        ~Exists(bots),
        rule_sides="partners",
        paused_at=None,
        state__isnull=False,
        turn_seconds__lt=CORRESPONDENCE,
    )
    found: Table | None = games.prefetch_related(None).first()
    return found


@require_GET
@never_cache
@vary_on_headers("HX-Request", "X-Seen")
def watch(request: HtmxRequest) -> HttpResponse:
    """Show the games to watch. An open page requests only the list, and gets 204 if it hasn't changed."""
    page = page_of(request, games_to_watch(request.user), CARDS)
    rows = [{**row, "sides": _sides(row["table"])} for row in listing.rows(page)]
    context = {"page": page, "rows": rows, "seen": _seen(page)}
    if not request.htmx:
        return render(request, "tables/lobby/watch.html", context)
    if request.headers.get("X-Seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "tables/lobby/_watch_list.html", context)


class Side(NamedTuple):
    """A side of a game to watch: its seats and its total (None before the first deal)."""

    seats: list[Seat]
    total: int | None


def _sides(table: Any) -> list[Side]:
    seats = list(table.seats.all())
    sides = (
        [seats[0::2], seats[1::2]] if table.rule_sides == "partners" else [[one] for one in seats]
    )
    return [
        Side(side, None if table.totals is None else table.totals[index])
        for index, side in enumerate(sides)
    ]


def _seen(page: Page[Any]) -> str:
    """Return a hash of the list's content, to detect changes."""
    shown = [
        (
            one.public_id,
            one.totals,
            one.hand_no,
            [(seat.name, seat.by_bot) for seat in one.seats.all()],
        )
        for one in page
    ]
    return sha256(repr((page.number, page.paginator.num_pages, shown)).encode()).hexdigest()[:16]


def _strength() -> Coalesce:
    played = Sum("rating", filter=Q(user__isnull=False, stand_in=False))
    seats = (
        Seat.objects.filter(table=OuterRef("pk"))
        .order_by()
        .values("table")
        .annotate(mean=Cast(played, FloatField()) / Count("pk"))
        .values("mean")
    )
    return Coalesce(Subquery(seats), Value(0.0))
