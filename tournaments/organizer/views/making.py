"""Creating a tournament, and changing it before it begins."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.errors import Refused
from spades_site.common.pages import answer_form, form_of, member_required
from tournaments.events.models import Timing, Tournament
from tournaments.events.setup.creating import (
    EDITABLE,
    create_tournament,
    delete_draft,
    edit_tournament,
    move_start,
)
from tournaments.events.setup.proposal import usual_fewest
from tournaments.events.setup.timetable import Timetable
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.forms import TournamentForm
from tournaments.organizer.preview import Preview, preview
from tournaments.organizer.running_forms import StartForm
from tournaments.organizer.stage_fields import RESTAGE, restaged
from tournaments.organizer.views.running import address_of, own_or_404


@require_http_methods(["GET", "POST"])
@member_required
def tournament_create(request: HttpRequest) -> HttpResponse:
    """Create a draft; errors are shown at their fields."""
    if request.method == "GET":
        slug = request.GET.get("league", "")
        form = TournamentForm(user=person_of(request), initial=_of_league(person_of(request), slug))
        return _show(request, form)
    if RESTAGE in request.POST:
        return _restage(request)
    form = TournamentForm(request.POST, user=person_of(request))
    if form.is_valid():
        try:
            made = create_tournament(by=person_of(request), **form.proposal())
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return redirect("organizer_tournament", made.slug)
    return _show(request, form, 422)


def _of_league(user: User, slug: str) -> dict[str, Any]:
    """Return what the form begins with in a league that the user runs: the league, and its rules if it states any."""
    league = leagues_run_by(user).filter(slug=slug).first()
    if league is None:
        return {}
    rules = {"preset": league.rules_preset, "match_target": league.rules_target}
    return {"league": slug, **(rules if league.rules_preset else {})}


@require_http_methods(["GET", "POST"])
@member_required
def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament before registration opens; after that, only its start can be moved."""
    tournament = own_or_404(request, slug)
    if tournament.status not in EDITABLE:
        return _move(request, tournament)
    if request.method == "GET":
        values = TournamentForm.values_of(tournament)
        return _show(
            request, TournamentForm(user=person_of(request), initial=values), edited=tournament
        )
    if RESTAGE in request.POST:
        return _restage(request, tournament)
    form = TournamentForm(request.POST, user=person_of(request))
    if form.is_valid():
        fields = form.proposal(tournament)
        try:
            edit_tournament(tournament_id=tournament.pk, by=person_of(request), **fields)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The changes are saved."))
            return redirect("organizer_tournament", tournament.slug)
    return _show(request, form, 422, tournament)


@form_of("organizer_tournament")
@member_required
def draft_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a draft and return to the dashboard; if it was announced meanwhile, explain why not."""
    tournament = own_or_404(request, slug)
    try:
        delete_draft(tournament_id=tournament.pk, by=person_of(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("organizer_tournament", slug)
    messages.success(request, _("The draft is deleted."))
    return redirect("organizer")


def _move(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and handle the form that moves the start."""
    form = StartForm(
        request.POST if request.method == "POST" else None,
        initial={"starts_at": tournament.starts_at},
        action=request.path,
        back=address_of(tournament),
    )

    def page() -> HttpResponse:
        context = {"form": form, "tournament": tournament}
        return render(request, "organizer/move_start.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: move_start(tournament_id=tournament.pk, by=person_of(request), **values),
        page=page,
        done=_("The start is moved."),
        back=address_of(tournament),
    )


@require_POST
@member_required
def tournament_preview(request: HttpRequest) -> HttpResponse:
    """Preview the tournament, as far as its form is filled in; nothing is written."""
    form = TournamentForm(request.POST, user=person_of(request))
    form.is_valid()
    return render(request, "organizer/_preview.html", {"preview": _preview(form)})


def _restage(request: HttpRequest, edited: Tournament | None = None) -> HttpResponse:
    """Return the form as filled in, with one stage more or less; nothing is written."""
    form = TournamentForm(restaged(request.POST), user=person_of(request))
    form.forgive()
    return _show(request, form, edited=edited)


def _show(
    request: HttpRequest,
    form: TournamentForm,
    status: int = 200,
    edited: Tournament | None = None,
) -> HttpResponse:
    """Render the form, for a new tournament or the one `edited`."""
    context = {"form": form, "preview": _preview(form), "edited": edited}
    return render(request, "organizer/tournament_create.html", context, status=status)


def _preview(form: TournamentForm) -> Preview:
    """Return the plan from what was typed, or from the form's initial values."""
    if form.is_bound:
        values = form.cleaned_data
    else:
        values = {
            name: form.get_initial_for_field(field, name) for name, field in form.fields.items()
        }
    return preview(
        starts_at=values.get("starts_at"),
        check_in_minutes=values.get("check_in_minutes"),
        pause_between_rounds=values.get("pause_between_rounds"),
        match_hands=values.get("match_hands"),
        plans=form.stages.plans_as_far,
        best_of=values.get("best_of") or 1,
        match_minutes=values.get("match_minutes"),
        min_entries=values.get("min_entries") or _usual_fewest(form, values),
        max_entries=values.get("max_entries"),
        timetable=_timetable(values),
    )


def _timetable(values: Mapping[str, Any]) -> Timetable | None:
    """Return the timetable, as far as the form has it; None if rounds follow each other, or nothing is filled in."""
    timing, starts_at = values.get("timing"), values.get("starts_at")
    times, every = values.get("round_times") or (), _positive(values.get("round_every"))
    if starts_at is None or timing not in (Timing.FIXED, Timing.WINDOWS) or not (times or every):
        return None
    return Timetable(
        starts_at=starts_at,
        times=times,
        every=every and every * int(values.get("round_unit") or 1),
        zone=timezone.get_current_timezone_name(),
        windows=timing == Timing.WINDOWS,
    )


def _usual_fewest(form: TournamentForm, values: Mapping[str, Any]) -> int | None:
    """Return the default minimum entries if the field is empty; None if the maximum is unknown too."""
    most = values.get("max_entries")
    if not most:
        return None
    return usual_fewest(form.stages.plans_as_far, values.get("comparison") or "", most)


def _positive(number: int | None) -> int | None:
    return number if number and number > 0 else None
