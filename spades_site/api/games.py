"""Finished games and their records."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Count, Max, QuerySet, Sum
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse

from games.analysis.pages import found_in
from games.analysis.services import can_be_analysed
from games.ratings.views import member_named
from games.tables.access.audience import listed_to, public_deals, visible_to
from games.tables.models import Table
from games.tables.replay.records import lines_of, record_of
from spades_site.accounts.friends import may_see_profile
from spades_site.accounts.models import Viewer
from spades_site.api import schemas
from spades_site.api.site import Routes, digest_of, found, unless_known, viewer_of
from spades_site.common.people.bot_names import is_bot

router = Routes(tags=["games"])
AT_ONCE = 25
"""Records that are read from the database at a time."""
MOST = 2_000
"""Records of an answer, about 25 MB: all of them wait in the server's memory while a reader doesn't read."""


def about_game(table: Table) -> dict[str, Any]:
    """Return what a list says of a finished game whose seats are loaded."""
    address = f"{settings.SITE_URL}{table.get_absolute_url()}"
    names = [seat.name for seat in table.seats.all()]
    return {
        "public_id": table.public_id,
        "preset": table.preset,
        "rated": table.rated,
        "players": names,
        "bot_accounts": [name for name in names if is_bot(name)],
        "finished_at": table.finished_at,
        "url": address,
        "record": f"{settings.SITE_URL}{reverse('table_record', args=[table.public_id])}",
    }


@router.pages("/games", schemas.GameOut, ordering=("-pk",), row=about_game)
def games(request: HttpRequest, player: str | None = None) -> QuerySet[Table]:
    """Return the finished games that a list may show, the newest first; of one player."""
    return _finished(viewer_of(request), player, None).prefetch_related("seats")


@router.read("/games.ndjson", None)
def records(
    request: HttpRequest,
    player: str | None = None,
    since: schemas.Moment | None = None,
    after: schemas.Key | None = None,
) -> StreamingHttpResponse:
    """Stream the records of finished games, a line each, the oldest first; of one player, or finished `since`.

    An answer has at most 2,000; if there are more, its `Link` with rel="next" is the address of the next ones. The ETag
    stands for which games there are.
    """
    rows = _finished(viewer_of(request), player, since).filter(pk__gt=after or 0)
    ends = list(rows.order_by("pk").values_list("pk", flat=True)[MOST - 1 : MOST + 1])
    more = len(ends) > 1
    if more:
        rows = rows.filter(pk__lte=ends[0])
    streamed = StreamingHttpResponse(_lines(rows), content_type="application/x-ndjson")
    if more:
        query = request.GET.copy()
        query["after"] = str(ends[0])
        address = f"{settings.SITE_URL}{request.path}?{query.urlencode()}"
        streamed["Link"] = f'<{address}>; rel="next"'
    return unless_known(request, streamed, f'W/"{_mark(rows, more=more)}"')


@router.read("/games/{public_id}/record", dict[str, Any])
def record(request: HttpRequest, public_id: str) -> Any:
    """Return a finished game's record."""
    table = found(visible_to(viewer_of(request)).filter(public_id=public_id).first())
    return record_of(found(table if table.is_public else None))


@router.read("/games/{public_id}/analysis", schemas.AnalysisOut)
def analysis(request: HttpRequest, public_id: str) -> Any:
    """Return the analysis of a finished game, where its page shows it."""
    seen = visible_to(viewer_of(request)).select_related("deals").filter(public_id=public_id)
    table = found(seen.first())
    return found(found_in(table) if can_be_analysed(table) else None)


def _finished(viewer: Viewer, player: str | None, since: datetime | None) -> QuerySet[Table]:
    """Return the finished games that a list may show; of one player, none unless the viewer may see their profile."""
    rows = listed_to(viewer).filter(public_deals(), status=Table.Status.FINISHED)
    if player is not None:
        person = member_named(player)
        if person is None or not may_see_profile(viewer, person):
            return rows.none()
        rows = rows.filter(seats__user=person)
    if since is not None:
        rows = rows.filter(finished_at__gte=since)
    return rows


def _mark(rows: QuerySet[Table], *, more: bool) -> str:
    """Return what changes with the games that are streamed: one more or less, or `more` after them."""
    found = rows.aggregate(games=Count("pk"), keys=Sum("pk"), newest=Max("finished_at"))
    return digest_of(repr((found, more)).encode())


async def _lines(rows: QuerySet[Table]) -> AsyncIterator[bytes]:
    """Yield a line of each record. What is in memory doesn't grow with their number."""
    last = 0
    while found_now := await sync_to_async(_some)(rows, last):
        last, lines = found_now
        yield lines


def _some(rows: QuerySet[Table], after: int) -> tuple[int, bytes] | None:
    tables = list(
        rows.filter(pk__gt=after)
        .order_by("pk")
        .select_related("deals")
        .prefetch_related("seats")[:AT_ONCE]
    )
    if not tables:
        return None
    return tables[-1].pk, lines_of([table for table in tables if table.is_public])
