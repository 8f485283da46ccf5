"""The next stop of a match's players after their table is finished."""

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.tables.access.audience import visible_to
from games.tables.hooks import next_stop


@require_GET
@never_cache
def table_next(request: HttpRequest, public_id: str) -> JsonResponse:
    """Answer a finished table's page that asks for its viewer's next stop; {} if unknown.

    `sentence` and `label` are for the person; `url` is where to go, a table if `ready`. `at` is when something happens
    next, or null; `final` means that the answer won't change.
    """
    tables = visible_to(request.user).only("ref", "status", "public_id")
    table = get_object_or_404(tables, public_id=public_id)
    stop = next_stop(table.ref, request.user) if table.is_over else None
    if stop is None:
        return JsonResponse({})
    at = None if stop.at is None else stop.at.isoformat()
    return JsonResponse(
        {
            "sentence": stop.sentence,
            "label": stop.label,
            "url": stop.url,
            "at": at,
            "ready": stop.ready,
            "final": stop.final,
        }
    )
