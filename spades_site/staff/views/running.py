"""Pages about the running site: overview, health, limits, switches."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.tables.models import Report
from spades_site.accounts.requests import person_of
from spades_site.common import limits, switches
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage
from spades_site.common.models import Switch
from spades_site.common.pages import answer_form, staff_only, staff_who
from spades_site.common.people.picking import picks
from spades_site.staff import health, limit_uses
from spades_site.staff.forms import CountsForm, ResetLimitsForm, SwitchForm
from spades_site.staff.picking import anybody_for
from tournaments.fair_play.signals import visible_to

_LIMITS = "common.change_tally"


@require_GET
@never_cache
@staff_only
def overview(request: HttpRequest) -> HttpResponse:
    """Show what waits for the staff, and lead to their pages."""
    found, running = health.checks(), health.tasks()
    context = {
        "reports": Report.objects.filter(closed_at=None).count(),
        "signals": visible_to(request.user).filter(closed_at=None).count(),
        "state": health.worst_of(found, running),
        "off": Switch.objects.filter(is_on=False).count(),
        "reached": sum(use.reached for use in limits.in_force()),
        "may_admin": request.user.is_superuser or bool(request.user.get_all_permissions()),
    }
    return render(request, "staff/overview.html", context)


@require_GET
@never_cache
@staff_only
def health_page(request: HttpRequest) -> HttpResponse:
    """Show what runs behind the pages, and what to do where it doesn't."""
    found, running = health.checks(), health.tasks()
    context = {
        "checks": found,
        "tasks": running,
        "state": health.worst_of(found, running),
        "embedded": health.is_embedded(),
    }
    return render(request, "staff/health.html", context)


@picks(anybody_for(_LIMITS))
@require_http_methods(["GET", "POST"])
@never_cache
@staff_who(_LIMITS)
def limits_page(request: HttpRequest) -> HttpResponse:
    """Show the limits in force and who has reached them; `?who=` shows a person or an address, which POST resets."""
    who = (request.POST if request.method == "POST" else request.GET).get("who", "")
    subject = limit_uses.subject_for(who)
    action = reverse("staff_limits")
    data = request.POST if request.method == "POST" else None
    form = ResetLimitsForm(data, action=action, initial={"who": who})
    if request.method == "GET":
        return _show_limits(request, who, subject, form)

    def act(values: dict[str, Any]) -> int:
        if subject is None:
            raise Refused("unknown_user", _("Nobody is counted under this name or address."))
        return limits.reset(
            counts=subject.counts,
            by=person_of(request),
            about=subject.user,
            reason=values["reason"],
        )

    return answer_form(
        request,
        form,
        act,
        page=lambda: _show_limits(request, who, subject, form),
        done=_("Today’s counts begin anew."),
        back=reverse("staff_limits", query={"who": who}),
    )


def _show_limits(
    request: HttpRequest, who: str, subject: limit_uses.Subject | None, form: ResetLimitsForm
) -> HttpResponse:
    uses = limits.in_force()
    context = {
        "uses": [(use, limit_uses.people_at(use)) for use in uses],
        "who": who,
        "subject": subject,
        "form": form,
        "search": CountsForm(initial={"who": who}, action=request.path),
    }
    return render(request, "staff/limits.html", context)


@require_GET
@never_cache
@staff_who("common.change_switch")
def switches_page(request: HttpRequest) -> HttpResponse:
    """Show the site's switches, each with a form to turn it."""
    return _show_switches(request)


@require_http_methods(["GET", "POST"])
@staff_who("common.change_switch")
def switch(request: HttpRequest, name: str) -> HttpResponse:
    """Turn one switch on or off."""
    if request.method == "GET":
        return redirect("staff_switches")
    form = SwitchForm(request.POST, action=request.path, key=name)
    return answer_form(
        request,
        form,
        lambda values: switches.turn(name=name, by=person_of(request), **values),
        page=lambda: _show_switches(request, form),
        done=lambda turned: (
            _("It is on. Pages follow within seconds.")
            if turned.is_on
            else _("It is off. Pages follow within seconds.")
        ),
        back=reverse("staff_switches"),
    )


def _show_switches(request: HttpRequest, refused: SwitchForm | None = None) -> HttpResponse:
    forms, rows = FormsOfPage(refused), []
    known = {row.name: row for row in Switch.objects.select_related("changed_by")}
    for name, about in switches.TABLE.items():
        row = known.get(name)
        on = row is None or row.is_on
        form = SwitchForm(
            action=reverse("staff_switch", args=[name]), key=name, initial={"on": not on}
        )
        form.button, form.kind = (_("Turn off"), "danger") if on else (_("Turn on"), "primary")
        rows.append((about, row, on, forms.place(form)))
    return render(request, "staff/switches.html", {"rows": rows, "missing": forms.missing})
