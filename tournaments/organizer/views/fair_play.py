"""Signals about fair play, for the organizers whom they aren't about, and for staff."""

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.fair_play.feeding import feeding_pairs
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import answer_form, member_required, page_of
from tournaments.events.core.permissions import organized_by
from tournaments.events.models import Tournament
from tournaments.fair_play.connections import places_where_many_play
from tournaments.fair_play.models import Signal
from tournaments.fair_play.signals import judge, visible_to
from tournaments.fair_play.words import Told, in_words
from tournaments.leagues.models import Season
from tournaments.organizer.forms.fair_play import JudgeForm


@require_GET
@never_cache
@member_required
def fair_play(request: SignedInRequest) -> HttpResponse:
    """List the open signals that the viewer may see, or with ?show=closed the others; `?of=` shows those of a tournament
    and its league, `?season=` those of a season's tournaments and its league, `?league=` those of a league and its tournaments.

    Staff also see the pairs of accounts that may feed each other, without those that they are in themselves.
    """
    closed = request.GET.get("show") == "closed"
    rows = visible_to(request.user).filter(closed_at__isnull=not closed)
    cup = None
    if of := request.GET.get("of", ""):
        cup = organized_by(request.user).filter(slug=of).first()
        cups = Tournament.objects.filter(slug=of)
        rows = rows.filter(Q(tournament__in=cups) | Q(league__in=cups.values("league")))
    if season := request.GET.get("season", ""):
        seasons = Season.objects.filter(slug=season)
        rows = rows.filter(
            Q(tournament__season__in=seasons) | Q(league__in=seasons.values("league"))
        )
    if league := request.GET.get("league", ""):
        rows = rows.filter(Q(tournament__league__slug=league) | Q(league__slug=league))
    page = page_of(request, rows)
    page.object_list = in_words(page.object_list)
    context = {
        "page": page,
        "closed": closed,
        "cup": cup,
        "feeding": [pair for pair in feeding_pairs() if request.user not in (pair.one, pair.two)]
        if request.user.is_staff and not closed
        else [],
        "crowded": places_where_many_play(cup) if cup is not None else 0,
    }
    return render(request, "organizer/fair_play/list.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
def fair_play_signal(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the evidence of a signal, and store the verdict on it."""
    row = visible_to(request.user).filter(pk=pk).first()
    if row is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    initial = {"decision": row.decision or Signal.Decision.NO_CONCERN, "note": row.note}
    form = JudgeForm(data, action=request.path, initial=initial)
    (told,) = in_words([row])
    if request.method == "GET":
        return _show(request, told, form)
    return answer_form(
        request,
        form,
        lambda values: judge(signal_id=pk, by=request.user, **values),
        page=lambda: _show(request, told, form),
        done=_("Your decision is saved."),
        back=reverse("fair_play"),
    )


def _show(request: SignedInRequest, told: Told, form: JudgeForm) -> HttpResponse:
    of = told.signal.tournament or told.signal.league
    return render(
        request, "organizer/fair_play/signal.html", {"told": told, "of": of, "form": form}
    )
