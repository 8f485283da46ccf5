"""The page of a finished game's replay, and its data."""

import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import PRESET_TITLES
from games.tables.models import Table
from games.tables.replay import has_replay, replay_of, stamp_of
from games.tables.replay_text import hands_in_words, headline, side_names, summary
from games.tables.replay_words import replay_words

YEAR = 365 * 24 * 3600


@require_safe
def table_replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the replay of a finished game; before that it would show hidden cards, and people are sent to the table."""
    table = get_object_or_404(_tables(), public_id=public_id)
    if not has_replay(table):
        messages.info(request, _("A replay is there once a game has been played to its end."))
        return redirect(table)
    replay = replay_of(table)
    record = replay.record
    address = reverse("table_replay_data", args=[public_id])
    own = [seat.index for seat in replay.seats if seat.user_id and seat.user_id == request.user.pk]
    context = {
        "table": table,
        "title": table.title or PRESET_TITLES.get(table.preset, table.preset),
        "rules": PRESET_TITLES.get(table.preset, table.preset),
        "headline": headline(replay),
        "summary": summary(replay),
        "sides": side_names(replay),
        "hands": hands_in_words(replay),
        "fair": record["x-fairness"],
        "salts": list(zip(record["players"], record["x-fairness"]["salts"], strict=True)),
        "config": {
            "data": f"{address}?v={stamp_of(table, replay.seats)}",
            "you": own[0] if own else None,
        },
        "replay_words": replay_words(),
        "address": f"{settings.SITE_URL}{reverse('table_replay', args=[public_id])}",
        "listed": table.visibility == Table.Visibility.OPEN,
    }
    return render(request, "tables/replay.html", context)


@require_safe
def table_replay_data(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the replay as JSON. Its address with ?v= names its content, which never changes."""
    table = get_object_or_404(_tables(), public_id=public_id)
    if not has_replay(table):
        raise Http404
    stamp = stamp_of(table, list(table.seats.all()))
    etag = f'"{stamp}"'
    kept: Any = get_conditional_response(request, etag=etag)
    if kept is not None:
        return kept
    text = json.dumps(replay_of(table).to_dict(), separators=(",", ":"), ensure_ascii=False)
    answer = HttpResponse(text, content_type="application/json", headers={"ETag": etag})
    if request.GET.get("v") == stamp:
        patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(answer, public=True, no_cache=True)
    return answer


def _tables() -> Any:
    return Table.objects.prefetch_related("seats")
