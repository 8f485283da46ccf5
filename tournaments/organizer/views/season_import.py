"""Pairs from a spreadsheet: the preview, and their entry."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED, member_required
from tournaments.leagues.models import Season
from tournaments.organizer.season_desk_forms import ImportPairsForm
from tournaments.organizer.views.seasons import own_season_or_404
from tournaments.seasons import importing


@require_http_methods(["GET", "POST"])
@member_required
def season_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show line by line what an import of pairs would do, and carry it out once that is confirmed."""
    one = own_season_or_404(request, slug)
    if request.method == "GET":
        return _page(request, one, ImportPairsForm(action=request.path))
    form = ImportPairsForm(request.POST, files=request.FILES, action=request.path)
    if not form.is_valid():
        return _page(request, one, form, status=NOT_ACCEPTED)
    asked = {"season_id": one.pk, "by": request.user, "text": form.cleaned_data["text"]}
    # The file's text is put into the field, where its mistakes can be corrected.
    shown = ImportPairsForm({"text": asked["text"]}, action=request.path)
    shown.is_valid()
    try:
        if "confirm" in request.POST:
            entered = importing.import_pairs(**asked)
            messages.success(request, _done(entered))
            return redirect(reverse("season_desk", args=[one.slug]))
        lines = importing.preview_pairs(**asked)
    except Refused as refusal:
        shown.refuse(refusal)
        lines = importing.preview_pairs(**asked) if refusal.code == "import_wrong" else []
        return _page(request, one, shown, lines, status=NOT_ACCEPTED)
    return _page(request, one, shown, lines)


def _page(
    request: HttpRequest,
    one: Season,
    form: ImportPairsForm,
    lines: list[importing.Line] | None = None,
    status: int = 200,
) -> HttpResponse:
    listed = lines or []
    context: dict[str, Any] = {
        "season": one,
        "league": one.league,
        "form": form,
        "lines": listed,
        "wrong": sum(bool(line.mistake) for line in listed),
        "new": sum(not line.mistake and not line.entered for line in listed),
    }
    return render(request, "seasons/import.html", context, status=status)


def _done(entered: int) -> str:
    if not entered:
        return _("All these pairs were in the season already. Nothing has changed.")
    return ngettext(
        "%(n)d pair is entered, and both players have been asked.",
        "%(n)d pairs are entered, and all their players have been asked.",
        entered,
    ) % {"n": entered}
