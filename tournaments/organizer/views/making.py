"""Creating a tournament, and changing it before it begins."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import engine
from games.tables.rule_forms import carried_over
from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.errors import Refused
from spades_site.common.forms import key_of
from spades_site.common.pages import answer_form, form_of, member_required
from tournaments.events.actions.changing import change_tournament, changeable
from tournaments.events.actions.planning.templates import (
    drop_unfinished,
    keep_unfinished,
    save_template,
)
from tournaments.events.models import Timing, Tournament, UnfinishedProposal
from tournaments.events.plan.stages import StagePlan, title_of
from tournaments.events.setup.creating import (
    EDITABLE,
    ChangedMeanwhile,
    create_tournament,
    delete_draft,
    edit_tournament,
    version_of,
)
from tournaments.events.setup.proposal import proposal_of, usual_fewest
from tournaments.events.setup.proposal_fields import STAGES
from tournaments.events.setup.timetable import Timetable
from tournaments.formats.registry import SOLO_TABLES
from tournaments.leagues.models import League
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer import plans
from tournaments.organizer.forms.changing import ChangeForm
from tournaments.organizer.forms.house_rules import kept_rules
from tournaments.organizer.forms.running import DeleteDraftForm
from tournaments.organizer.forms.stage_fields import RESTAGE, restaged
from tournaments.organizer.forms.tournament import TournamentForm
from tournaments.organizer.pace import pace_of
from tournaments.organizer.preview import Preview, preview
from tournaments.organizer.views.running import address_of, own_or_404, show_tournament

VERSION = "expected_version"


@require_GET
@member_required
def tournament_plans(request: HttpRequest) -> HttpResponse:
    """Show the starting points for a new tournament."""
    user = person_of(request)
    kept = UnfinishedProposal.objects.filter(user=user).first()
    league = leagues_run_by(user).filter(slug=request.GET.get("league", "")).first()
    team_league = league or leagues_run_by(user).first()
    mine = plans.templates_for(user)
    context = {
        "league": league,
        "unfinished": kept,
        "unfinished_name": kept and QueryDict(kept.data).get("name", ""),
        "templates": [
            (one, title_of(StagePlan(**plan) for plan in one.proposal["stages"]))
            for one in (mine.filter(league=league) if league else mine)
        ],
        "plans": [
            (plan, plan.size)
            for plan in plans.READY.values()
            if team_league is not None or not plan.is_team
        ],
        "team_league": team_league,
        "copies": plans.copies_for(user)[: plans.MOST_COPIES],
    }
    return render(request, "organizer/making/plans.html", context)


@require_POST
@member_required
def unfinished_drop(request: HttpRequest) -> HttpResponse:
    """Delete the unfinished form."""
    drop_unfinished(user=person_of(request))
    messages.success(request, _("The unfinished form is discarded."))
    return redirect("tournament_plans")


@require_http_methods(["GET", "POST"])
@member_required
def tournament_create(request: HttpRequest) -> HttpResponse:
    """Create a draft; errors are shown at their fields. htmx requests only the rules when others were chosen."""
    user = person_of(request)
    if request.method == "GET" and "filled_from" in request.GET:
        begun = carried_over(TournamentForm(request.GET, user=user))
        renewed = {"form": TournamentForm(user=user, initial=begun), "renewed": True}
        return render(request, "tables/rules/_house.html", renewed)
    if request.method == "GET":
        return _show(request, _begun(request, user))
    if RESTAGE in request.POST:
        return _restage(request)
    form = TournamentForm(request.POST, user=user)
    if form.is_valid():
        try:
            if "template" in request.POST:
                return _to_templates(request, form.proposal())
            made = create_tournament(by=user, **form.proposal())
        except Refused as refusal:
            form.refuse(refusal)
        else:
            drop_unfinished(user=user)
            return redirect("organizer_tournament", made.slug)
    return _show(request, form, 422)


def _begun(request: HttpRequest, user: User) -> TournamentForm:
    """Return the form with the initial values of `?plan=`, `?template=`, `?copy=`, `?unfinished=` and `?league=`; 404
    for anything that the user doesn't have.
    """
    asked = request.GET
    if "unfinished" in asked:
        kept = get_object_or_404(UnfinishedProposal, user=user)
        form = TournamentForm(QueryDict(kept.data), user=user)
        form.forgive()
        return form
    league = _league(user, asked.get("league", ""))
    if "template" in asked:
        key = key_of(asked["template"])
        values = plans.initial_of_template(get_object_or_404(plans.templates_for(user), pk=key))
    elif "copy" in asked:
        values = plans.initial_of_copy(
            get_object_or_404(plans.copies_for(user), slug=asked["copy"])
        )
    elif "plan" in asked:
        if asked["plan"] not in plans.READY:
            raise Http404
        plan = plans.READY[asked["plan"]]
        if plan.is_team:
            # Teams always belong to a league.
            league = league or leagues_run_by(user).first()
        values = plans.initial_of_plan(plan, league)
    else:
        values = _of_league(league)
    return TournamentForm(user=user, initial=values)


def _league(user: User, slug: str) -> League | None:
    """Return the user's league with this slug; without a slug their only league, if they run exactly one."""
    run = leagues_run_by(user)
    mine = list(run.filter(slug=slug) if slug else run[:2])
    return mine[0] if len(mine) == 1 else None


def _of_league(league: League | None) -> dict[str, Any]:
    """Return the form's initial values in a league: the league and, if it states rules, these and a format that fits
    them.
    """
    if league is None:
        return {}
    values: dict[str, Any] = {"league": league.slug}
    if league.rules:
        preset = league.rules.get("preset")
        values |= {"preset": preset, "match_target": league.rules.get("target")}
        values |= kept_rules(league.rules)
        if preset in engine.PRESETS and len(engine.PRESETS[preset].side_seats) != 2:
            values[STAGES] = [{"format": SOLO_TABLES.code}]
    return values


def _to_templates(request: HttpRequest, proposed: dict[str, Any]) -> HttpResponse:
    """Save a proposal as a template, and go to the league's templates. Raises what `save_template` raises."""
    zone = timezone.get_current_timezone_name()
    made = save_template(by=person_of(request), zone=zone, **proposed)
    messages.success(request, _("“%(name)s” is saved as a template.") % {"name": made.name})
    return redirect("league_schedules", made.league.slug)


@require_http_methods(["GET", "POST"])
@member_required
def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament: wholly before registration opens, after that its texts, places and times."""
    tournament = own_or_404(request, slug)
    if tournament.status not in EDITABLE:
        return _change(request, tournament)
    if request.method == "GET":
        values = TournamentForm.values_of(proposal_of(tournament))
        return _show(
            request, TournamentForm(user=person_of(request), initial=values), edited=tournament
        )
    if RESTAGE in request.POST:
        return _restage(request, tournament)
    form = TournamentForm(request.POST, user=person_of(request))
    if form.is_valid():
        fields = form.proposal(tournament)
        try:
            if "template" in request.POST:
                return _to_templates(request, fields)
            edit_tournament(
                tournament_id=tournament.pk,
                by=person_of(request),
                expected_version=key_of(request.POST.get(VERSION, "")) or None,
                **fields,
            )
        except ChangedMeanwhile as refusal:
            form.refuse(refusal)
            form.add_error(None, _changed_words(form, refusal))
            tournament.refresh_from_db()
            return _show(request, form, 422, tournament, version=version_of(tournament))
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The changes are saved."))
            return redirect("organizer_tournament", tournament.slug)
    return _show(request, form, 422, tournament)


def _changed_words(form: TournamentForm, refusal: ChangedMeanwhile) -> str:
    """Return a sentence with the labels of the fields that somebody else has changed."""
    labels = [str(form.fields[name].label) for name in refusal.fields if name in form.fields]
    labels += [_("Format")] if "stages" in refusal.fields else []
    labels += [_("Rules")] if "rules" in refusal.fields else []
    return _("Changed meanwhile: %(fields)s.") % {
        "fields": ", ".join(labels) or _("other settings")
    }


@form_of("organizer_tournament")
@member_required
def draft_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a draft and return to the dashboard; if it was announced meanwhile, explain why not."""
    tournament = own_or_404(request, slug)
    form = DeleteDraftForm(request.POST, tournament=tournament, action=request.path)
    return answer_form(
        request,
        form,
        lambda _name: delete_draft(tournament_id=tournament.pk, by=person_of(request)),
        page=lambda: show_tournament(request, tournament, form),
        done=_("The draft is deleted."),
        back=reverse("organizer"),
    )


def _change(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and handle the form for changes once registration is open."""
    if not changeable(tournament):
        messages.error(request, _("The tournament is over; nothing about it can change."))
        return redirect("organizer_tournament", tournament.slug)

    def page(shown: ChangeForm, refused: Sequence[str] = ()) -> HttpResponse:
        context = {"form": shown, "tournament": tournament, "refused": refused}
        return render(request, "organizer/making/change.html", context)

    where = {"action": request.path, "back": address_of(tournament)}
    if request.method == "GET":
        return page(ChangeForm(tournament=tournament, **where))
    form = ChangeForm(request.POST, tournament=tournament, **where)

    def again() -> HttpResponse:
        if not form.is_stale:
            return page(form)
        # Show other people's changes before they can be overwritten.
        tournament.refresh_from_db()
        return page(ChangeForm(tournament=tournament, **where), form.all_errors)

    return answer_form(
        request,
        form,
        lambda values: change_tournament(
            tournament_id=tournament.pk, by=person_of(request), **values
        ),
        page=again,
        done=_("The changes are saved."),
        back=address_of(tournament),
    )


@require_POST
@member_required
def tournament_preview(request: HttpRequest) -> HttpResponse:
    """Preview the tournament, as far as its form is filled in, and store the unfinished form of a new one."""
    form = TournamentForm(request.POST, user=person_of(request))
    form.is_valid()
    if request.POST.get("form_token"):
        with suppress(Refused):
            keep_unfinished(user=person_of(request), data=_without_token(request.POST))
    return render(request, "organizer/making/_preview_news.html", {"preview": _preview(form)})


def _without_token(posted: QueryDict) -> str:
    """Return a posted form as text, without fields that belong to this page only."""
    kept = posted.copy()
    kept.pop("csrfmiddlewaretoken", None)
    return kept.urlencode()


def _restage(request: HttpRequest, edited: Tournament | None = None) -> HttpResponse:
    """Return the form as filled in, with one stage more or less, without writing anything."""
    form = TournamentForm(restaged(request.POST), user=person_of(request))
    form.forgive()
    return _show(request, form, edited=edited, step="format")


def _show(
    request: HttpRequest,
    form: TournamentForm,
    status: int = 200,
    edited: Tournament | None = None,
    step: str = "what",
    version: int = 0,
) -> HttpResponse:
    """Render the form, for a new tournament with one `step` open, or for the one `edited`.

    `version` is the version of the draft that the organizer has seen, by default the posted one, else the current one.
    """
    sent = key_of(request.POST.get(VERSION, ""))
    context = {
        "form": form,
        "preview": _preview(form),
        "edited": edited,
        "version": edited and (version or sent or version_of(edited)),
        # Open all steps with mistakes at once.
        "one_at_a_time": edited is None and not form.in_error,
        "open_step": "" if form.in_error else step,
    }
    return render(request, "organizer/making/form.html", context, status=status)


def _preview(form: TournamentForm) -> Preview:
    """Return the preview from the posted values, or from the form's initial values."""
    if form.is_bound:
        values = form.cleaned_data
    else:
        values = {
            name: form.get_initial_for_field(field, name) for name, field in form.fields.items()
        }
    return preview(
        pace=pace_of(form.plain_preset(values.get("preset") or plans.PAIRS)),
        starts_at=values.get("starts_at"),
        check_in_minutes=values.get("check_in_minutes"),
        pause_between_rounds=values.get("pause_between_rounds"),
        match_hands=values.get("match_hands"),
        plans=form.stages.plans_as_far,
        best_of=values.get("best_of") or 1,
        match_minutes=values.get("match_minutes"),
        min_entries=values.get("min_entries") or _usual_fewest(form, values),
        max_entries=values.get("max_entries"),
        is_team=form.for_teams,
        timetable=_timetable(values),
    )


def _timetable(values: Mapping[str, Any]) -> Timetable | None:
    """Return the timetable, as far as the form is filled in; None if rounds follow each other, or nothing is filled in."""
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
