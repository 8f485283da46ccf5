"""Importing members and teams of a league: the check of each line, and the import itself."""

from collections import Counter
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.errors import Refused
from spades_site.common.lists import imports
from spades_site.common.pages import NOT_ACCEPTED, member_required
from tournaments.leagues import importing
from tournaments.leagues.importing import Change, ImportRefused, Line
from tournaments.public.forms.leagues import ImportForm
from tournaments.public.views.leagues import run_or_404


@member_required
@require_http_methods(["GET", "POST"])
def league_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Preview an import line by line, and carry it out when confirmed."""
    one = run_or_404(request, slug)
    data = imports.corrected(request.POST) if request.method == "POST" else None
    form = ImportForm(data, files=request.FILES or None, action=request.path)
    lines: Sequence[Line] = ()
    status = 200
    if form.is_bound and form.is_valid():
        params = {"league_id": one.pk, "by": request.user, "text": form.cleaned_data["text"]}
        try:
            if "confirmed" in request.POST:
                done = importing.carry_out(**params)
                messages.success(request, _said(done))
                return redirect(reverse("league_invite", args=[one.slug]) + "#invited")
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
        **imports.as_preview(lines, form.cleaned_data.get("text", "") if lines else ""),
    }
    return render(request, "public/league/import.html", context, status=status)


def _said(lines: Sequence[Line]) -> str:
    """Return how many people were invited, admitted or put into teams, and how many lines changed nothing."""
    said = Counter(line.change for line in lines)
    words = {
        Change.INVITED: _("%(n)d invited"),
        Change.ADMITTED: _("%(n)d admitted"),
        Change.TEAM: _("%(n)d for teams"),
        Change.NONE: _("%(n)d unchanged"),
    }
    parts = [text % {"n": said[change]} for change, text in words.items() if said[change]]
    return _("Imported: %(parts)s.") % {"parts": ", ".join(parts)}
