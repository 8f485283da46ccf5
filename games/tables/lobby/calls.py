"""Calls: alerts on every page about tables that wait for the viewer.

Every open page of a signed-in person polls them (static/js/site/calls.js). A call keeps its key as long as its reason stays
the same, so that a browser alerts only once.
"""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTransform
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.tables.lobby.rated_search import is_here
from games.tables.models import RatedSearch, Seat, Table
from games.tables.texts.rules import rules_said
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.accounts.models import User

SEARCHES = "rated_search"
"""The session's key for somebody who looks for a rated game: their pages keep the place, others ask for nothing."""


@dataclass(frozen=True)
class Call:
    """A table that waits for a person. `rings`: alert them, because they may not know it yet."""

    key: str
    title: str
    text: str
    url: str
    rings: bool


def calls_for(user: User) -> list[Call]:
    """Return the tables that wait for the user while no page of theirs is open there, newest first. One query."""
    return [_call(seat) for seat in _elsewhere(user) if not _is_slow(seat.table) or _at_turn(seat)]


@require_GET
@never_cache
def calls(request: HttpRequest) -> HttpResponse:
    """Answer an open page that polls for its viewer's calls; 204 if there are none.

    `for` is the person for whom the page was rendered: the answer is empty if they aren't the one signed in now.
    """
    user = request.user
    if not user.is_authenticated or request.GET.get("for") != str(user.pk):
        return HttpResponse(status=403)
    if SEARCHES in request.session and is_here(user) is None:
        del request.session[SEARCHES]
    found = calls_for(user)
    if not found:
        return HttpResponse(status=204)
    return JsonResponse(
        {
            "calls": [asdict(one) for one in found],
            "style": static("css/components/calls.css"),
        }
    )


def _elsewhere(user: User) -> QuerySet[Seat]:
    """Return the user's seats whose tables wait for them and aren't open on any page of theirs, each with `turn`.

    A match waits from the moment its table opens; a casual table while it asks for confirmation, once a search for a rated
    game has led to it, and while its game continues without the person, unless they left it to a bot.
    """
    match = Q(table__kind=Table.Kind.MATCH)
    search = RatedSearch.objects.filter(user=user, table=OuterRef("table"))
    found = Q(arrived_at=None) & Exists(search)
    question = Q(table__status=Table.Status.OPEN) & (match | found | Q(ready=False))
    game = Q(table__status=Table.Status.PLAYING) & (match | Q(stand_in=False))
    return (
        Seat.objects.filter(
            user=user, online=False, table__status__in=(Table.Status.OPEN, Table.Status.PLAYING)
        )
        .annotate(turn=KeyTransform("turn", "table__state"))
        .filter(question | game)
        .select_related("table")
        .only(
            "index", "stand_in", "arrived_at", "ready",
            "table__public_id", "table__kind", "table__status", "table__title", "table__rules",
            "table__turn_key", "table__turn_seconds",
        )
        .order_by("-table_id")
    )  # fmt: skip


def _is_slow(table: Table) -> bool:
    """Return whether a turn lasts hours, so that players are only expected for their own turns."""
    return table.status == Table.Status.PLAYING and table.turn_seconds >= CORRESPONDENCE


def _at_turn(seat: Any) -> bool:
    # Passing, where several seats act at once, would require loading the whole game; the notice covers it.
    return bool(seat.turn == seat.index and not seat.stand_in)


def _call(seat: Seat) -> Call:
    table = seat.table
    return Call(
        key=_key(seat),
        title=_title(seat),
        text=table.title or rules_said(table.rules),
        url=table.get_absolute_url(),
        rings=seat.arrived_at is None or _asks(table),
    )


def _asks(table: Table) -> bool:
    """Return whether the table needs the player, even if they have been there."""
    full = table.kind == Table.Kind.CASUAL and table.status == Table.Status.OPEN
    return full or _is_slow(table)


def _key(seat: Seat) -> str:
    if _is_slow(seat.table):
        return f"{seat.pk}:{seat.table.turn_key}"
    # Somebody who dismissed "your table is open" is called again when the game begins, and when a bot plays for
    # them.
    return f"{seat.pk}:{seat.table.status}:{int(seat.stand_in)}"


def _title(seat: Seat) -> str:
    table = seat.table
    if table.status == Table.Status.OPEN:
        if table.kind == Table.Kind.MATCH:
            return _("Your table is open")
        if seat.ready:
            return _("A rated game for you")
        return _("Your table is full: ready to play?")
    if _is_slow(table):
        return _("It’s your turn")
    if seat.stand_in:
        return _("A bot plays for you")
    return _("Your game has begun") if seat.arrived_at is None else _("Your game continues")
