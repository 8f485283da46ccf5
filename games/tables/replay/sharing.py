"""The preview of a link to a table: title, text and picture. It reveals nothing of a game in play."""

import hashlib
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.tables.access.audience import is_kept, visible_to
from games.tables.lobby.filters import CLOCKS
from games.tables.models import Seat, Table
from games.tables.replay.canvas import Canvas, fitted
from games.tables.replay.share_picture import DEEP, FELT, INK, MARGIN, MUTED, RIM, SIZE, TURN
from games.tables.replay.timeline import has_replay, stamp_of
from games.tables.texts.rules import rules_said

DAY = 24 * 3600


def sharing_of(table: Table) -> dict[str, Any]:
    """Return the data of the preview (templates/tables/replay/_sharing.html); a finished game's picture is its replay's."""
    seats = list(table.seats.all())
    if has_replay(table):
        picture = reverse("table_replay_picture", args=[table.public_id])
        version = stamp_of(table, seats)
    else:
        picture = reverse("table_picture", args=[table.public_id])
        version = _stamp(table)
    return {
        "headline": table.title or rules_said(table.rules),
        "summary": " · ".join([*_terms(table), *_people(table, seats)]),
        "address": f"{settings.SITE_URL}{table.get_absolute_url()}",
        "picture": f"{settings.SITE_URL}{picture}?v={version}",
        "picture_size": SIZE,
        "listed": table.visibility == Table.Visibility.OPEN,
    }


@require_safe
def table_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the preview picture of a table: its name, rules and pace, which never change."""
    shown = ("title", "kind", "rules", "turn_seconds", "rated", "visibility")
    table = get_object_or_404(visible_to(request.user).only(*shown), public_id=public_id)
    # Many machines fetch a shared link, so one cached picture serves all languages.
    with translation.override(settings.LANGUAGE_CODE):
        drawn = caches["pictures"].get_or_set(
            f"table-picture:{_stamp(table)}", lambda: _drawn(table), DAY
        )
    answer = HttpResponse(bytes(drawn or b""), content_type="image/png")
    if is_kept(table):
        patch_cache_control(answer, private=True, no_cache=True)
    else:
        patch_cache_control(answer, public=True, max_age=DAY)
    return answer


def _stamp(table: Table) -> str:
    shown = (settings.SITE_NAME, table.title, rules_said(table.rules), *_terms(table))
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def _terms(table: Table) -> list[str]:
    """Say the rules, the pace, and whether the game is rated; omit the rules if the title names them."""
    pace = next(
        str(kind.name)
        for kind in CLOCKS.values()
        if kind.least <= table.turn_seconds
        and (kind.most is None or table.turn_seconds <= kind.most)
    )
    rules = [rules_said(table.rules)] if table.title else []
    match = table.kind == Table.Kind.MATCH
    return [*rules, pace, _("rated") if table.rated else _("match") if match else _("casual")]


def _people(table: Table, seats: list[Seat]) -> list[str]:
    """Say who is seated, and the table's status."""
    names = ", ".join(seat.name for seat in seats if seat.name)
    free = sum(seat.is_free for seat in seats)
    if table.is_over:
        state = _("the game is over")
    elif table.status == Table.Status.PLAYING:
        state = _("the game is in play")
    else:
        state = ngettext("%(n)s seat free", "%(n)s seats free", free) % {"n": free}
    return [*([names] if names else []), state]


def _drawn(table: Table) -> bytes:
    canvas = Canvas(*SIZE, FELT)
    canvas.text(SIZE[0] - 330, 560, "♠", DEEP, "huge")
    canvas.box(0, 0, SIZE[0], 104, RIM)
    end = canvas.text(MARGIN, 66, "♠ ", TURN)
    canvas.text(end, 66, fitted(settings.SITE_NAME, 700), INK)
    room = SIZE[0] - 2 * MARGIN
    canvas.text(MARGIN, 280, fitted(table.title or rules_said(table.rules), room), TURN)
    for line, text in enumerate(_terms(table)):
        canvas.text(MARGIN, 350 + 60 * line, fitted(text, room), INK)
    canvas.box(0, SIZE[1] - 88, SIZE[0], 88, RIM)
    canvas.text(MARGIN, SIZE[1] - 32, fitted(_("Spades at a live table"), room), MUTED)
    return canvas.png()
