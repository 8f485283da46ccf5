"""Running a tournament: its steps, entries, rounds, tables and decisions."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.pages import carry_out, form_of, key_of, member_required, page_of
from tournaments.events.actions import decisions, drafts, lifecycle, penalties
from tournaments.events.core.permissions import organized_by
from tournaments.events.core.state import OPEN
from tournaments.events.draw import separation
from tournaments.events.draw.redrawing import news_of
from tournaments.events.entries import substitute_offers, substitutes
from tournaments.events.matches import disputes
from tournaments.events.models import Entry, Round, Tournament, with_scores
from tournaments.events.queries.selectors import organizer_view
from tournaments.events.setup.creating import EDITABLE
from tournaments.organizer.dashboard import with_counts
from tournaments.organizer.following import has_seen, mark_of_tournament
from tournaments.organizer.forms import REASON_CODES, VERDICTS, DecisionForm, ReasonForm
from tournaments.organizer.history import in_words
from tournaments.organizer.typed import typed_before

Step = tuple[Callable[..., object], Promise]
STEPS: dict[str, Step] = {
    "announce": (lifecycle.announce, gettext_lazy("The tournament is announced.")),
    "open-registration": (lifecycle.open_registration, gettext_lazy("Registration is open.")),
    "start": (lifecycle.start_now, gettext_lazy("The tournament has started.")),
    "pause": (lifecycle.pause, gettext_lazy("The tournament is paused.")),
    "resume": (lifecycle.resume, gettext_lazy("The tournament continues.")),
    "end": (lifecycle.end_tournament, gettext_lazy("The tournament is over.")),
    "cancel": (lifecycle.cancel_tournament, gettext_lazy("The tournament is cancelled.")),
}
"""What an organizer can do, by its name in the address: the domain function, and the message after it."""


ROUNDS_SHOWN = 3


@require_GET
@member_required
def organizer_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the user's own tournament: the actions, its entries, rounds and tables in play."""
    return _show(request, own_or_404(request, slug))


@form_of("organizer_tournament")
@member_required
def organizer_step(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """Take a step of a tournament's life cycle; a refusal is shown at the step's form."""
    tournament = own_or_404(request, slug)
    if step not in STEPS:
        raise Http404
    act, done = STEPS[step]
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            act(
                tournament_id=tournament.pk,
                by=person_of(request),
                reason=form.cleaned_data["reason"],
            )
        except Refused as refusal:
            form.add_error("reason" if refusal.code in REASON_CODES else None, str(refusal))
        else:
            messages.success(request, str(done))
            return redirect("organizer_tournament", tournament.slug)
    return _show(request, tournament, step, form)


@require_http_methods(["GET", "POST"])
@member_required
def organizer_match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decide a match, or correct its result, with a reason that everybody can read."""
    tournament = own_or_404(request, slug)
    match = tournament.matches.filter(pk=pk).select_related("round__stage", "tournament").first()
    if match is None or match.is_bye:
        raise Http404
    form = DecisionForm(request.POST or None, match=match)
    if request.method == "POST" and form.is_valid():
        try:
            _decide(request, match, form.cleaned_data)
        except Refused as refusal:
            form.add_error("reason" if refusal.code in REASON_CODES else None, str(refusal))
        else:
            messages.success(request, _("The match is decided."))
            return redirect("organizer_tournament", tournament.slug)
    context = {"tournament": tournament, "match": match, "form": form}
    context["disputes"] = match.disputes.filter(status="open").select_related("entry", "by")
    context["expected_version"] = decisions.version_of(match)
    context["past"] = (
        match.results.select_related("by").prefetch_related(*with_scores()).order_by("-version")
    )
    status = 422 if request.method == "POST" else 200
    return render(request, "organizer/match.html", context, status=status)


@form_of("organizer_tournament")
@member_required
def dispute_reject(request: HttpRequest, slug: str, pk: int, dispute_id: int) -> HttpResponse:
    """Let a contested result stand."""
    tournament = own_or_404(request, slug)
    if not tournament.matches.filter(pk=pk, disputes=dispute_id).exists():
        raise Http404
    answer = request.POST.get("answer", "").strip()[:300]
    return carry_out(
        request,
        lambda: disputes.reject(dispute_id=dispute_id, by=person_of(request), answer=answer),
        done=_("The result stands."),
        back=address_of(tournament),
    )


def own_or_404(request: HttpRequest, slug: str) -> Any:
    """Return the tournament if the viewer runs it; 404 otherwise."""
    found = with_counts(organized_by(request.user)).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def _decide(request: HttpRequest, match: Any, said: dict[str, str]) -> None:
    """Carry out the organizer's decision about a match. Raises Refused."""
    expected = request.POST.get("expected_version", "")
    common = {
        "match_id": match.pk,
        "by": request.user,
        "reason": said["reason"],
        "expected_version": key_of(expected) if expected else None,
    }
    if said["verdict"] == "anew":
        decisions.replay_match(**common)
        return
    verdict, winner = VERDICTS[said["verdict"]]
    decisions.decide_match(**common, verdict=verdict, winner=winner)


def address_of(tournament: Tournament) -> str:
    """Return the address of the tournament's page for its organizers."""
    return redirect("organizer_tournament", tournament.slug).url


def _show(
    request: HttpRequest, tournament: Any, step: str = "", form: ReasonForm | None = None
) -> HttpResponse:
    """Render the tournament's page; `form` is that of `step`, to be filled in again."""
    picture = organizer_view(tournament, request.user)
    view, rounds = picture.view, picture.view.rounds
    draft = drafts.draft_of(tournament)
    history: Any = page_of(request, picture.history, key="history")
    history.object_list = in_words(list(history.object_list))
    context = {
        "tournament": tournament,
        "possible": {one.name for one in picture.steps},
        "here": picture.here,
        "undecided": page_of(request, [line.match for line in picture.undecided], key="decisions"),
        "playing": page_of(request, [line.match for line in picture.in_play], key="tables"),
        "rounds": [each for each in rounds if each.round.status != Round.Status.DONE][
            :ROUNDS_SHOWN
        ],
        "rounds_over": sum(each.round.status == Round.Status.DONE for each in rounds),
        "rounds_all": max(len(rounds), (tournament.rounds_planned or 0) if rounds else 0),
        "entries": page_of(request, [*view.entries, *view.gone, *view.singles, *view.left_over]),
        "editable": tournament.status in EDITABLE,
        "movable": tournament.status in OPEN,
        "waiting": view.waiting,
        "draft": draft,
        "draft_changes": drafts.changes_of(draft) if draft else None,
        "draft_news": news_of(draft) if draft else None,
        "substitutions": substitutes.made_in(tournament),
        "at_open_tables": substitutes.at_open_tables(tournament),
        "substitutes_asked": substitute_offers.open_in(tournament),
        "penalties": penalties.held_in(tournament),
        "apart": separation.kept_apart(tournament),
        "apart_entries": [one for one in view.entries if one.status in Entry.TAKING_PART]
        if separation.has_swiss(tournament) and "cancel" in {each.name for each in picture.steps}
        else [],
        "penalizable": penalties.penalizable(tournament),
        "start_passed": tournament.status in EDITABLE and tournament.starts_at <= now(),
        "guests": list(tournament.player_invitations.select_related("user")),
        "history": history,
        "step": step,
        "form": form or ReasonForm(),
    }
    shown = step.replace("-", "_") in context["possible"]
    # A page from before somebody else's step offers actions that are no longer possible and whose form is gone.
    context["too_late"] = form if form is not None and not shown else None
    context["mark"] = mark_of_tournament(context)
    if form is None and has_seen(request, context["mark"]):
        return HttpResponse(status=204)
    context["again"] = typed_before(request, tournament)
    return render(request, "organizer/tournament.html", context, status=422 if form else 200)
