"""Pages about people at tables: a user's mutes and blocks, and, for staff, the reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.tables.access import mutes
from games.tables.access.audience import visible_to
from games.tables.chat.forms import CloseReportForm
from games.tables.chat.reports import MAY_BAN, decide_report, reports
from games.tables.models.chat import Report
from games.tables.texts.chat import PHRASES, REACTIONS, phrase_text
from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.errors import Refused
from spades_site.common.pages import answer_form, page_of, staff_only


@require_GET
@never_cache
@login_required
def people(request: SignedInRequest) -> HttpResponse:
    """List the people whom the user has muted and blocked, each with a button to undo it."""
    context = {
        "muted": page_of(request, mutes.muted_by(request.user), key="muted"),
        "blocked": page_of(request, mutes.blocked_by(request.user), key="blocked"),
    }
    return render(request, "tables/people.html", context)


@require_POST
@login_required
def set_quiet(request: SignedInRequest) -> HttpResponse:
    """Mute, unmute, block or unblock a person, then redirect to the page `next`, or to the list."""
    name, what = request.POST.get("name", ""), request.POST.get("what", "")
    deeds = {
        "mute": (mutes.set_mute, True, _("You no longer see what %(name)s writes at tables.")),
        "unmute": (mutes.set_mute, False, _("You can see what %(name)s writes at tables again.")),
        "block": (mutes.set_block, True, _("%(name)s can’t sit at your tables or invite you.")),
        "unblock": (mutes.set_block, False, _("%(name)s is no longer blocked.")),
    }
    if what not in deeds:
        raise Http404
    change, yes, done = deeds[what]
    try:
        change(user=request.user, name=name, yes=yes)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done % {"name": mutes.person_named(name).get_username()})
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    return redirect(target if safe else "people")


@require_GET
@never_cache
@staff_only
def report_list(request: HttpRequest) -> HttpResponse:
    """List the open reports, oldest first, or with ?show=closed the closed ones."""
    closed = request.GET.get("show") == "closed"
    context = {"closed": closed, "page": page_of(request, reports(closed=closed))}
    return render(request, "tables/reports/list.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
@staff_only
def report_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one report with its context, and close it with a note."""
    rows = Report.objects.select_related("table", "reporter", "about", "closed_by", "message")
    row = get_object_or_404(rows.defer("table__state", "table__rules"), pk=pk)
    data = request.POST if request.method == "POST" else None
    somebody = row.about is not None and not row.about.is_staff
    may_ban = person_of(request).has_perm(MAY_BAN)
    form = CloseReportForm(data, action=request.path, may_ban=may_ban, somebody=somebody)
    if request.method == "GET":
        return _show_report(request, row, form)
    return answer_form(
        request,
        form,
        lambda values: decide_report(report_id=pk, by=person_of(request), **values),
        page=lambda: _show_report(request, row, form),
        done=_("The report is closed."),
        back=reverse("report_list"),
    )


def chat_phrases() -> dict[str, dict[str, str]]:
    """Return what the table's page offers in its chat, by code: phrases, reactions, and reasons for a report."""
    offered = {"phrases": PHRASES, "reactions": REACTIONS, "reasons": dict(Report.Reason.choices)}
    return {
        kind: {code: str(text) for code, text in words.items()} for kind, words in offered.items()
    }


def _show_report(request: HttpRequest, row: Report, form: CloseReportForm) -> HttpResponse:
    """Render a report's page. For a closed report, show a submitted form's errors without the form."""
    context = {
        "report": row,
        "form": form,
        "missing": form if row.closed_at else None,
        "may_open": visible_to(request.user).filter(reports=row).exists(),
        "said": [_as_read(one, row) for one in row.context["messages"]],
        "others": Report.objects.filter(about=row.about_id).exclude(pk=row.pk).count()
        if row.about_id
        else 0,
    }
    return render(request, "tables/reports/page.html", context)


def _as_read(message: dict[str, object], row: Report) -> dict[str, object]:
    """Return a message of the context with its text in the reader's language, and whether it is the one reported."""
    phrase = message["phrase"]
    text = message["text"] if phrase is None else phrase_text(str(phrase))
    return {**message, "shown": text, "meant": message["id"] == row.context["message"]}
