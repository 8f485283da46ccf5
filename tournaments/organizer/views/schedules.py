"""A league's templates, and the schedules that make tournaments from them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, member_required
from tournaments.events.actions.planning import schedules, templates
from tournaments.events.models import Schedule, Template
from tournaments.events.plan.stages import StagePlan, title_of
from tournaments.events.queries.schedules import DateRow, dates_of, past_dates_of, schedules_of
from tournaments.leagues.models import League
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.forms.schedules import (
    DeleteTemplateForm,
    RestoreForm,
    ScheduleChangeForm,
    ScheduleForm,
    SkipForm,
)

SHOWN_DATES, SHOWN_PAST = 8, 4
STEPPED = {
    "pause": gettext_lazy("Paused. Tournaments that are announced take place."),
    "resume": gettext_lazy("The schedule goes on."),
    "end": gettext_lazy("The schedule has ended. Tournaments that are announced take place."),
}


@require_GET
@member_required
def league_schedules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the schedules of a league with their next dates, and its templates."""
    return _page(request, _own_or_404(request, slug))


class AtSchedules(Place):
    """The page of a league's schedules."""

    page = ("league_schedules",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.league = _own_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _page(self.request, self.league, form)


class AtSchedule(AtSchedules):
    """The same page, for one of the schedules."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.schedule = get_object_or_404(schedules_of(self.league), pk=self.pk)

    def dates(self) -> list[DateRow]:
        """Return the schedule's next dates."""
        return dates_of(self.schedule, now(), SHOWN_DATES)


class AtStep(AtSchedule):
    """The same page, for a `step` of one of the schedules."""

    def __init__(self, request: HttpRequest, *, step: str, **address: Any) -> None:
        super().__init__(request, **address)
        if step not in schedules.STEPS:
            raise Http404
        self.step = step


def _create(at: AtSchedules, *, template_id: int, **values: Any) -> Schedule:
    """Start a schedule with one of the league's templates."""
    known = at.league.tournament_templates.filter(pk=template_id).exists()
    return schedules.create_schedule(
        by=at.by,
        zone=timezone.get_current_timezone_name(),
        template_id=template_id if known else 0,
        **values,
    )


schedule_create = Action(
    AtSchedules,
    lambda at: _create(at, **at.values),
    form=lambda at: _schedule_form(at.league, at.request),
    done=gettext_lazy("The schedule is started. Its tournaments are made by themselves."),
)
schedule_change = Action(
    AtSchedule,
    lambda at: schedules.change_schedule(schedule_id=at.pk, by=at.by, **at.values),
    form=lambda at: _change_form(at.schedule, at.dates(), at.request),
    done=gettext_lazy("The schedule is changed."),
)
schedule_step = Action(
    AtStep,
    lambda at: schedules.STEPS[at.step](schedule_id=at.pk, by=at.by),
    done=lambda at, _made: str(STEPPED[at.step]),
)
schedule_skip = Action(
    AtSchedule,
    lambda at: schedules.skip_date(schedule_id=at.pk, by=at.by, **at.values),
    form=lambda at: _skip_form(at.schedule, at.dates(), at.request),
    done=gettext_lazy("That date is skipped."),
)
schedule_restore = Action(
    AtSchedule,
    lambda at: schedules.restore_date(schedule_id=at.pk, by=at.by, **at.values),
    form=RestoreForm,
    done=gettext_lazy("That date takes place."),
)


@require_http_methods(["GET", "POST"])
@member_required
def template_delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask before deleting a template, naming it and the schedules that use it, and delete it when confirmed."""
    league = _own_or_404(request, slug)
    template = league.tournament_templates.filter(pk=pk).first()
    if template is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = DeleteTemplateForm(data, action=request.path, back=_address(league))

    def page() -> HttpResponse:
        ended = template.schedules.filter(status=Schedule.Status.ENDED).count()
        context = {
            "league": league,
            "template": template,
            "form": form,
            "live": template.schedules.count() - ended,
            "ended": ended,
        }
        return render(request, "organizer/template_delete.html", context)

    if data is None:
        return page()
    return answer_form(
        request,
        form,
        lambda _said: templates.delete_template(template_id=pk, by=person_of(request)),
        page=page,
        done=_("“%(name)s” is deleted. Its tournaments stay.") % {"name": template.name},
        back=_address(league),
    )


def _page(request: HttpRequest, league: League, refused: PageForm | None = None) -> HttpResponse:
    forms, at = FormsOfPage(refused), now()
    kept = list(league.tournament_templates.select_related("by"))
    shown = []
    for schedule in schedules_of(league):
        rows = dates_of(schedule, at, SHOWN_DATES)
        skip = _skip_form(schedule, rows)
        shown.append(
            (
                schedule,
                rows,
                past_dates_of(schedule, at, SHOWN_PAST),
                forms.place(skip) if skip.has_dates else None,
                forms.place(_change_form(schedule, rows, templates_kept=kept)),
            )
        )
    context = {
        "league": league,
        "schedules": shown,
        "templates": [
            (one, title_of(StagePlan(**plan) for plan in one.proposal["stages"])) for one in kept
        ],
        "form": forms.place(_schedule_form(league)) if kept else None,
        "refused": forms.missing,
    }
    return render(request, "organizer/schedules.html", context)


def _schedule_form(league: League, request: HttpRequest | None = None) -> ScheduleForm:
    data = request.POST if request else None
    action = reverse("schedule_create", args=[league.slug])
    return ScheduleForm(data, templates=list(league.tournament_templates.all()), action=action)


def _change_form(
    schedule: Schedule,
    rows: list[DateRow],
    request: HttpRequest | None = None,
    templates_kept: list[Template] | None = None,
) -> ScheduleChangeForm:
    league = schedule.template.league
    if templates_kept is None:
        templates_kept = list(league.tournament_templates.all())
    return ScheduleChangeForm(
        request.POST if request else None,
        schedule=schedule,
        rows=rows,
        templates=templates_kept,
        key=schedule.pk,
        action=reverse("schedule_change", args=[league.slug, schedule.pk]),
    )


def _skip_form(
    schedule: Schedule, rows: list[DateRow], request: HttpRequest | None = None
) -> SkipForm:
    action = reverse("schedule_skip", args=[schedule.template.league.slug, schedule.pk])
    return SkipForm(request.POST if request else None, rows=rows, key=schedule.pk, action=action)


def _address(league: League) -> str:
    return reverse("league_schedules", args=[league.slug])


def _own_or_404(request: HttpRequest, slug: str) -> League:
    """Return the league if the user runs it; 404 otherwise."""
    league = leagues_run_by(person_of(request)).filter(slug=slug).first()
    if league is None:
        raise Http404
    return league
