"""Importing members and teams of a league: the check of each line, and the import itself."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED, member_required
from tournaments.leagues import importing
from tournaments.leagues.importing import ImportRefused, Line
from tournaments.public.forms.leagues import ImportForm
from tournaments.public.views.leagues import part_or_404, run_or_404


@member_required
@require_http_methods(["GET", "POST"])
def league_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Preview an import line by line, and carry it out when confirmed."""
    one = run_or_404(request, slug)
    form = ImportForm(request.POST or None, files=request.FILES or None, action=request.path)
    lines: Sequence[Line] = ()
    status = 200
    if form.is_bound and form.is_valid():
        params = {"league_id": one.pk, "by": request.user, "text": form.cleaned_data["text"]}
        try:
            if "confirmed" in request.POST:
                done = importing.carry_out(**params)
                text = ngettext("%(n)d line is imported.", "%(n)d lines are imported.", len(done))
                messages.success(request, text % {"n": len(done)})
                return redirect(part_or_404(one, "members"))
            lines = importing.check(**params)
        except ImportRefused as refusal:
            lines, status = refusal.lines, NOT_ACCEPTED
        except Refused as refusal:
            form.add_error("text", str(refusal))
    if form.errors:
        status = NOT_ACCEPTED
    context = {
        "league": one,
        "form": form,
        "lines": lines,
        "wrong": sum(bool(line.problem) for line in lines),
        "text": form.cleaned_data.get("text", "") if form.is_bound else "",
    }
    return render(request, "public/league/import.html", context, status=status)
