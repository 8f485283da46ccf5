"""Running a tournament: its steps, entries, rounds, tables and decisions."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.tables.models import Table
from spades_site.accounts.actions import Action, Place
from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, member_required
from tournaments.events.actions import decisions, penalties
from tournaments.events.actions.fixtures import claims, conduct, time_offers
from tournaments.events.core.knowledge import Knowledge
from tournaments.events.core.permissions import arbitrated_by, may_judge, may_organize, organized_by
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.matches import disputes, moving
from tournaments.events.matches.match_games import is_fresh
from tournaments.events.models import ForfeitClaim, Match, Tournament, with_scores
from tournaments.organizer.by_hand import played_tables
from tournaments.organizer.dashboard import with_counts
from tournaments.organizer.desk.match_remedies import time_now
from tournaments.organizer.desk.questions import about_match
from tournaments.organizer.following import has_seen
from tournaments.organizer.forms import offered
from tournaments.organizer.forms.running import (
    VERDICTS,
    AnswerForm,
    ConductForm,
    DecisionForm,
    MatchTimeForm,
    PenaltyForm,
    RejectClaimForm,
    UndoDecisionForm,
)
from tournaments.organizer.running_page import running_page
from tournaments.organizer.undo.offering import offer_undo


@require_GET
@member_required
def organizer_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the user's own tournament: the actions, its entries, rounds and tables in play."""
    return show_tournament(request, own_or_404(request, slug))


@require_http_methods(["GET", "POST"])
@member_required
def organizer_match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decide a match, or correct its result, with a reason that everybody can read."""
    tournament = decided_or_404(request, slug)
    match = match_or_404(tournament, pk)
    if (early := too_early(request, match)) is not None:
        return early
    if request.method == "GET":
        return show_match(request, tournament, match)
    back = back_of(request, tournament)
    form = DecisionForm(request.POST, match=match, action=request.path, back=back)
    return answer_form(
        request,
        form,
        lambda values: _decide(match, person_of(request), **values),
        page=lambda: show_match(request, tournament, match, form),
        done=lambda _made: about_match(match, _("The match is decided.")),
        back=back,
        undo=offer_undo(request, tournament),
    )


class AtTournament(Place):
    """A tournament's page for its organizers."""

    page = ("organizer_tournament",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.tournament = own_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return show_tournament(self.request, self.tournament, form)

    def undo(self) -> Callable[[], str] | None:
        return offer_undo(self.request, self.tournament)


class AtMatch(Place):
    """The page on which a match is decided. A decision leads back to the tournament."""

    page = ("organizer_tournament",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.tournament = decided_or_404(request, self.slug)
        self.match = match_or_404(self.tournament, self.pk)

    @property
    def back(self) -> str:
        return back_of(self.request, self.tournament)

    def show(self, form: PageForm) -> HttpResponse:
        return show_match(self.request, self.tournament, self.match, form)

    def undo(self) -> Callable[[], str]:
        return offer_undo(self.request, self.tournament)


class OwnMatch(AtMatch):
    """The same page, for organizers only."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        own_or_404(request, self.tournament.slug)


dispute_reject = Action(
    AtMatch,
    lambda at: disputes.reject(dispute_id=at.key, by=at.by, **at.values),
    form=lambda at: at.bound(AnswerForm, key=get_object_or_404(at.match.disputes, pk=at.key).pk),
    done=lambda at, _made: about_match(at.match, _("The result stands.")),
)
decision_undo = Action(
    AtMatch,
    lambda at: decisions.undo_decision(
        match_id=at.pk,
        by=at.by,
        reason=at.values["reason"],
        expected_version=at.values["expected_version"] or 0,
    ),
    form=UndoDecisionForm,
    done=lambda at, made: about_match(
        at.match,
        _("The earlier result counts again.") if made else _("The game goes on at its table."),
    ),
    to=lambda at, _made: page_of_match(at.match),
)
claim_reject = Action(
    AtMatch,
    lambda at: claims.reject_claim(claim_id=at.key, by=at.by, **at.values),
    form=lambda at: at.bound(RejectClaimForm, key=get_object_or_404(at.match.claims, pk=at.key).pk),
    done=lambda at, _made: about_match(at.match, _("The claim is rejected.")),
)
conduct_answer = Action(
    AtMatch,
    lambda at: conduct.answer(mark_id=at.key, by=at.by, **at.values),
    form=lambda at: at.bound(
        ConductForm,
        key=at.key,
        appealed=get_object_or_404(at.match.conduct_marks, pk=at.key).appealed_at is not None,
    ),
    done=lambda at, _made: about_match(at.match, _("Answered. The side is notified.")),
)
match_time = Action(
    OwnMatch,
    lambda at: time_offers.set_time(match_id=at.pk, by=at.by, **at.values),
    form=MatchTimeForm,
    done=lambda at, _made: about_match(
        at.match, _("The time is set, and both sides are notified.")
    ),
    to=lambda at, _made: page_of_match(at.match),
)


def own_or_404(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament if the viewer runs it; 404 otherwise."""
    found = with_counts(organized_by(request.user)).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def decided_or_404(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament if the viewer decides about its results; 404 otherwise."""
    found = arbitrated_by(request.user).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def match_or_404(tournament: Tournament, pk: int) -> Match:
    """Return a match of the tournament that isn't a bye; 404 otherwise."""
    match = tournament.matches.filter(pk=pk).select_related("round__stage", "tournament").first()
    if match is None or match.is_bye:
        raise Http404
    return match


def _decide(
    match: Match, by: User, *, verdict: str, reason: str, expected_version: int | None
) -> None:
    """Carry out the organizer's decision about a match. Raises Refused."""
    if verdict == "replay":
        decisions.replay_match(
            match_id=match.pk, by=by, reason=reason, expected_version=expected_version
        )
        return
    kind, winner = VERDICTS[verdict]
    decisions.decide_match(
        match_id=match.pk,
        by=by,
        reason=reason,
        expected_version=expected_version,
        verdict=kind,
        winner=winner,
    )


def show_match(
    request: HttpRequest, tournament: Tournament, match: Match, refused: PageForm | None = None
) -> HttpResponse:
    """Render the match's page for those who decide about it."""
    forms = FormsOfPage(refused)
    version = {"expected_version": decisions.version_of(match)}
    address = reverse("organizer_match", args=[tournament.slug, match.pk])
    back = back_of(request, tournament)
    decision = DecisionForm(match=match, initial=version, action=address, back=back)
    possible = penalties.penalizable(tournament)
    deductions = [
        forms.place(
            PenaltyForm(
                entry=entry,
                action=reverse("entry_penalty", args=[tournament.slug, entry.pk])
                + f"?match={match.pk}",
            )
        )
        for entry in match.entries
        if entry.pk in possible
    ]
    contested = [
        (
            one,
            forms.place(
                AnswerForm(
                    key=one.pk,
                    action=reverse("dispute_reject", args=[tournament.slug, match.pk, one.pk]),
                )
            ),
        )
        for one in match.disputes.filter(status="open").select_related("entry", "by")
    ]
    claimed = [
        (
            one,
            forms.place(
                RejectClaimForm(
                    key=one.pk,
                    action=reverse("claim_reject", args=[tournament.slug, match.pk, one.pk]),
                )
            ),
        )
        for one in match.claims.filter(status__in=ForfeitClaim.LIVE).select_related("entry")
    ]
    marked = [
        (
            one,
            forms.place(
                ConductForm(
                    key=one.pk,
                    appealed=one.appealed_at is not None,
                    action=reverse("conduct_answer", args=[tournament.slug, match.pk, one.pk]),
                )
            ),
        )
        for one in match.conduct_marks.filter(answered_at=None).select_related("entry", "penalty")
    ]
    runs, fixed = may_organize(request.user, tournament), moving.why_not_moved(match)
    waits = match.status == Match.Status.DRAWN or is_fresh(match)
    address = reverse("match_time", args=[tournament.slug, match.pk])
    undo = decisions.undoable(match)
    undo_address = reverse("decision_undo", args=[tournament.slug, match.pk])
    context = {
        "undo": undo,
        "undo_form": forms.place(UndoDecisionForm(action=undo_address, initial=version))
        if undo
        else None,
        "tournament": tournament,
        "match": match,
        "may_judge": may_judge(request.user, tournament, match),
        "form": forms.place(decision),
        "may_enter": decisions.may_enter(match),
        "time_form": forms.place(
            MatchTimeForm(action=address, initial={"starts_at": time_now(match)})
        )
        if fixed is None and runs
        else None,
        "why_fixed": str(fixed) if fixed and runs and waits else "",
        "latest": moving.latest_of(match),
        "tables": [
            (at, at.table.status == Table.Status.PLAYING, bool(decisions.replayable_hands(at)))
            for at in match.counting
            if at.table
        ],
        "back": back,
        "disputes": contested,
        "played": played_tables(match) if contested else [],
        "claims": claimed,
        "conduct_marks": marked if tournament.status in UNDER_WAY else [],
        "deductions": deductions,
        "penalties": [one for one in penalties.held_in(tournament) if one.entry in match.entries],
        "past": match.results.select_related("by")
        .prefetch_related(*with_scores())
        .order_by("-version"),
        "forms": forms,
    }
    return render(request, "organizer/match.html", context)


def too_early(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Return the answer about a match whose result nobody else may know yet (see `knowledge`); None if it is known."""
    knows = Knowledge(request.user, match.tournament).covers(match)
    if knows or match.status != Match.Status.DONE:
        return None
    messages.info(
        request,
        _(
            "Other tables still play these deals, so nobody sees this result yet. You can correct it when the round "
            "is over."
        ),
    )
    return redirect(match)


def back_of(request: HttpRequest, tournament: Tournament) -> str:
    """Return the address that a decision leads back to: for arbiters the tournament's public page."""
    if may_organize(request.user, tournament):
        return address_of(tournament)
    return tournament.get_absolute_url()


def page_of_match(match: Match) -> str:
    """Return the address of the page on which a match is decided."""
    return reverse("organizer_match", args=[match.tournament.slug, match.pk])


def address_of(tournament: Tournament) -> str:
    """Return the address of the tournament's page for its organizers."""
    return reverse("organizer_tournament", args=[tournament.slug])


def show_tournament(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None
) -> HttpResponse:
    """Render the tournament's page, with the form that was `refused` in its place."""
    page = running_page(request, tournament)
    mark = page.mark
    if refused is None and has_seen(request, mark):
        return HttpResponse(status=204)
    forms = FormsOfPage(refused)
    context = {
        "tournament": tournament,
        "running": page,
        "mark": mark,
        "forms": forms,
        "steps": offered.steps_of(tournament, page.possible),
        "draft_forms": page.draw
        and offered.draft_forms(
            tournament, page.draw.round, page.draw.news, page.draw.renewal, forms
        ),
        "delete_form": offered.delete_form(tournament, forms),
        "apart_form": offered.apart_form(tournament, page.taking_part, forms),
        "pair_form": offered.pair_form(tournament, page.alone, forms),
        "team_form": offered.team_form(tournament, forms),
        "guest_form": offered.guest_form(tournament, forms),
    }
    return render(request, "organizer/tournament.html", context)
