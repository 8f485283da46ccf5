"""The screen for the wall: a full-screen page for a projector, which follows a tournament by itself."""

from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from spades_site.common.clock import now
from tournaments.events.core.screen_links import opens, shown_by
from tournaments.events.models import Tournament
from tournaments.events.queries.screen import Slide, live_scores, screen_of
from tournaments.events.queries.selectors import tournament_for
from tournaments.public.screen_bracket import parts

KEPT_FOR = 20
"""For how many seconds a picture is used at most; a renamed player is shown with the next one."""
MARK_LENGTH = 16


@never_cache
@require_GET
def tournament_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen: to whoever may see the tournament, or has its secret link."""
    one, key = _shown(request, slug)
    mark, picture = _picture(one, digits=bool(key))
    context = {"tournament": one, "picture": picture, "mark": mark, "key": key}
    return render(request, "public/screen/page.html", context)


@never_cache
@require_GET
def tournament_screen_now(request: HttpRequest, slug: str) -> JsonResponse:
    """Answer an open screen with the time and, unless it has `seen` it, the present picture."""
    one, key = _shown(request, slug)
    mark, picture = _picture(one, digits=bool(key))
    answer = {"now": f"{now():%Y-%m-%dT%H:%M:%S.%fZ}", "mark": mark}
    if request.GET.get("seen") != mark:
        answer["html"] = picture
    return JsonResponse(answer)


def _shown(request: HttpRequest, slug: str) -> tuple[Tournament, str]:
    """Return the tournament, and the key of its secret link ("" without it). Raises Http404."""
    one, key = tournament_for(slug, request.user), request.GET.get("key", "")
    if one is not None:
        return one, key if opens(key, one) else ""
    one = shown_by(slug, key)
    if one is None:
        raise Http404
    return one, key


def _picture(tournament: Tournament, *, digits: bool) -> tuple[str, str]:
    """Return the present picture with its mark. It is the same for everybody, but for a round's `digits`, so it is
    computed once a change.
    """
    live = live_scores(tournament)
    stamp = repr((tournament.created_at, tournament.version, sorted(live.items())))
    whose = (tournament.pk, digits, get_language(), timezone.get_current_timezone_name())
    name = ":".join(map(str, ("screen", *whose)))
    kept = caches["pictures"].get(name)
    if kept is not None and kept[0] == stamp:
        return kept[1], kept[2]
    screen = screen_of(tournament, live)
    slides = [each for one in screen.slides for each in _drawn(one)]
    context = {"screen": screen, "slides": slides, "digits": screen.digits if digits else ""}
    picture = render_to_string("public/screen/_picture.html", context)
    mark = sha256(picture.encode()).hexdigest()[:MARK_LENGTH]
    caches["pictures"].set(name, (stamp, mark, picture), KEPT_FOR)
    return mark, picture


def _drawn(slide: Slide) -> list[dict[str, Any]]:
    """Return what the template shows of a slide: of a bracket each drawing on a page of its own."""
    if slide.bracket is None:
        return [{"slide": slide, "title": slide.title, "key": slide.key}]
    return [
        {"slide": slide, "title": part.title or slide.title, "key": f"{slide.key}-{part.title}", "columns": part.columns}
        for part in parts(slide.bracket)
        if part.columns
    ]  # fmt: skip
