"""The problems of the day, and a problem at its table."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.learn.course.people import NAMES
from games.learn.terms import meanings
from games.practice.daily import today
from games.problems import answers, days
from games.problems.models import Problem
from games.problems.pictures import moment, solution
from games.ratings import elo
from games.tables.access.audience import listed_to
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED, page_of


@require_GET
@never_cache
def problems(request: HttpRequest) -> HttpResponse:
    """Show today's problems, the viewer's rating, and the problems of earlier days."""
    todays = days.of_day(today())
    page = page_of(request, days.published().filter(day__lt=today()))
    answered = answers.given_to([*todays, *page.object_list], request.user, request.session)
    user = request.user if isinstance(request.user, User) else None
    form = answers.form_of(user) if user and not user.is_guest else None
    context = {
        "day": today(),
        "todays": [(one, answered.get(one.pk)) for one in todays],
        "rows": page,
        "earlier": [(one, answered.get(one.pk)) for one in page.object_list],
        "rating": form and elo.displayed_rating(form.rating),
        "rated": form and form.games,
        "provisional": form and elo.is_provisional(form.games),
    }
    return render(request, "problems/problems.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def problem(request: HttpRequest, key: int) -> HttpResponse:
    """Show a problem, with its solution if the viewer has answered it; on POST, answer it."""
    shown = get_object_or_404(days.published(), pk=key)
    if request.method == "POST":
        return _answer(request, shown)
    given = answers.given(shown, request.user, request.session)
    context = {
        "problem": shown,
        "config": {
            "token": get_token(request),
            "names": NAMES,
            "plain": False,
            "meanings": meanings(),
            "list": reverse("problems"),
            "moment": moment(shown),
            "solution": given and solution(shown, given, listed_to(request.user)),
            "after": _after(request, shown),
        },
    }
    return render(request, "problems/problem.html", context)


def _after(request: HttpRequest, shown: Problem) -> dict[str, str]:
    """Return the link to another of today's problems that the viewer hasn't answered."""
    others = [one for one in days.of_day(today()) if one != shown]
    answered = answers.given_to(others, request.user, request.session)
    left = next((one for one in others if one.pk not in answered), None)
    if left is None:
        return {"label": "", "url": ""}
    label = _("Today’s bidding problem") if left.kind == "bid" else _("Today’s play problem")
    return {"label": label, "url": left.get_absolute_url()}


def _answer(request: HttpRequest, shown: Problem) -> HttpResponse:
    try:
        given = answers.answer(shown, request.POST.get("answer", ""), request.user, request.session)
    except Refused as refusal:
        if refusal.code != "answered_before":
            return JsonResponse({"says": refusal.sentence}, status=NOT_ACCEPTED)
        before = answers.given(shown, request.user, request.session)
        if before is None:
            raise Http404 from None
        solved = solution(shown, before, listed_to(request.user))
        return JsonResponse({"says": refusal.sentence, "solution": solved}, status=409)
    shown.refresh_from_db()
    return JsonResponse({"solution": solution(shown, given, listed_to(request.user))})
