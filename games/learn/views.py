"""The pages of the course: the list of lessons, and a lesson at its table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.learn import services
from games.learn.course.lesson import Lesson, scene, still_right
from games.learn.course.lessons import BY_SLUG, LESSONS
from games.learn.course.people import NAMES
from games.learn.pictures import moment
from games.learn.progress import Kept, of_all
from games.learn.terms import meanings
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED
from spades_site.common.translation import translate


@require_GET
@never_cache
def learn(request: HttpRequest) -> HttpResponse:
    """List the lessons: the next one, then all in order with the finished ones marked."""
    begun = of_all(request.user, request.session)
    rows = [
        {
            "number": number,
            "lesson": lesson,
            "title": translate(lesson.title),
            "about": translate(lesson.about),
            "done": lesson.slug in begun and begun[lesson.slug].done,
            "begun": lesson.slug in begun and bool(begun[lesson.slug].answers),
        }
        for number, lesson in enumerate(LESSONS, 1)
    ]
    context = {
        "rows": rows,
        "next": next((row for row in rows if not row["done"]), None),
        "done": sum(bool(row["done"]) for row in rows),
    }
    return render(request, "learn/learn.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a lesson at the step reached, or at the earlier one of ?step=; on POST, judge an answer."""
    shown = _lesson(slug)
    if request.method == "POST":
        return _answer(request, shown)
    kept = of_all(request.user, request.session).get(slug, Kept())
    answers = still_right(shown, kept.answers)
    step, note = _asked_step(request, len(answers))
    number = LESSONS.index(shown)
    after = LESSONS[number + 1] if number + 1 < len(LESSONS) else None
    context = {
        "lesson": shown,
        "number": number + 1,
        "title": translate(shown.title),
        "about": translate(shown.about),
        "of": len(LESSONS),
        "note": note,
        "config": {
            "token": get_token(request),
            "names": NAMES,
            "plain": shown.plain,
            "meanings": meanings(),
            "list": reverse("learn"),
            "moment": moment(shown, scene(shown, answers[:step])),
            "after": {"label": _("Find a table"), "url": reverse("lobby")}
            if after is None
            else {"label": _("Next lesson"), "url": reverse("lesson", args=[after.slug])},
        },
    }
    return render(request, "learn/lesson.html", context)


@require_POST
def lesson_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Restart a lesson."""
    services.begin_again(_lesson(slug), user=request.user, session=request.session)
    return redirect("lesson", slug)


def _answer(request: HttpRequest, shown: Lesson) -> HttpResponse:
    asked = request.POST.get("step", "")
    if not asked.isascii() or not asked.isdigit() or int(asked) >= len(shown.steps):
        return JsonResponse({"says": _("This lesson has no such step.")}, status=NOT_ACCEPTED)
    try:
        result = services.answer(
            shown,
            user=request.user,
            session=request.session,
            step=int(asked),
            given=request.POST.get("answer", ""),
        )
    except Refused as refusal:
        return JsonResponse({**_present(request, shown), "says": str(refusal)}, status=409)
    return JsonResponse(result)


def _present(request: HttpRequest, shown: Lesson) -> dict[str, Any]:
    """Return the step that the learner has reached, for an outdated page."""
    kept = of_all(request.user, request.session).get(shown.slug, Kept())
    return {"next": moment(shown, scene(shown, still_right(shown, kept.answers)))}


def _asked_step(request: HttpRequest, reached: int) -> tuple[int, str]:
    """Return the step to show, from 0, and a note if it isn't the one in the address."""
    asked = request.GET.get("step", "")
    if not asked:
        return reached, ""
    step = int(asked) - 1 if asked.isascii() and asked.isdigit() and len(asked) < 4 else -1
    if 0 <= step <= reached:
        return step, ""
    return reached, _("You haven’t come to that step yet. Here is where you are.")


def _lesson(slug: str) -> Lesson:
    found = BY_SLUG.get(slug)
    if found is None:
        raise Http404
    return found
