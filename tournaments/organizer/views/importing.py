"""Entries from a spreadsheet, of a season and of a tournament: the preview, and their entry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from spades_site.common.lists import imports
from spades_site.common.pages import NOT_ACCEPTED, member_required
from tournaments.events.actions import importing as entries_importing
from tournaments.events.models import Status, Tournament
from tournaments.organizer.forms.importing import ImportForm
from tournaments.organizer.views.running import address_of, own_or_404
from tournaments.organizer.views.seasons import own_season_or_404
from tournaments.seasons.entries import importing as season_importing


@dataclass(frozen=True)
class _Import:
    """An import: its functions, the addresses it leads to, the page's content, and the form's texts."""

    preview: Callable[[str], Sequence[imports.Line]]
    enter: Callable[[str, str | None, bool], int]
    done: Callable[[int], str]
    back: str
    shown: dict[str, Any]
    form: dict[str, Any]


@require_http_methods(["GET", "POST"])
@member_required
def season_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Preview an import of pairs line by line, and carry it out when confirmed."""
    one = own_season_or_404(request, slug)
    params: dict[str, Any] = {"season_id": one.pk, "by": request.user}
    back = reverse("season_desk", args=[one.slug])
    league = (one.league.name, one.league.get_absolute_url())
    return _answer(
        request,
        _Import(
            preview=lambda text: season_importing.preview_pairs(**params, text=text),
            enter=lambda text, seen, _here: season_importing.import_pairs(
                **params, text=text, seen=seen
            ),
            done=_asked,
            back=back,
            shown={
                "above": league,
                "of": (one.name, back),
                "here": _("Import pairs"),
                "lead": _("Everybody is asked to accept."),
            },
            form={
                "words": _("One pair a line: two user names and, if you like, the division."),
                "example": "anna,bert,First",
            },
        ),
    )


@require_http_methods(["GET", "POST"])
@member_required
def entry_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Preview an import of entries line by line, and carry it out when confirmed."""
    tournament = own_or_404(request, slug)
    params: dict[str, Any] = {"tournament_id": tournament.pk, "by": request.user}
    return _answer(
        request,
        _Import(
            preview=lambda text: entries_importing.preview_entries(**params, text=text),
            enter=lambda text, seen, here: entries_importing.import_entries(
                **params, text=text, seen=seen, here=here
            ),
            done=_entered,
            back=address_of(tournament),
            shown={
                "above": (_("Organize"), reverse("organizer")),
                "of": (tournament.name, address_of(tournament)),
                "here": _("Add entries"),
                "lead": _("Everybody is entered at once and notified, and can withdraw."),
                "without_account": not (tournament.is_team or tournament.shares_deals),
                "check_in": tournament.status == Status.CHECK_IN,
            },
            form=_words_of(tournament),
        ),
    )


def _words_of(tournament: Tournament) -> dict[str, Any]:
    if tournament.is_team:
        text = _("One team a line: its name, then four to eight user names, the captain first.")
        return {"words": text, "example": "Red Queens,anna,bert,carl,dora"}
    if not tournament.entry_with_partner:
        return {"words": _("One user name a line."), "example": "anna"}
    if not tournament.entry_alone:
        return {"words": _("One pair a line: two user names."), "example": "anna,bert"}
    text = _("One pair a line: two user names. One name alone gets a partner at the start.")
    return {"words": text, "example": "anna,bert"}


def _answer(request: HttpRequest, one: _Import) -> HttpResponse:
    """Show the preview of the posted lines, or carry the import out and go back."""
    context = {"action": request.path, **one.form}
    if request.method == "GET":
        return _page(request, one, ImportForm(**context))
    form = ImportForm(imports.corrected(request.POST), files=request.FILES, **context)
    if not form.is_valid():
        return _page(request, one, form, status=NOT_ACCEPTED)
    text = form.cleaned_data["text"]
    # Put the file's text into the field, so that mistakes can be corrected there.
    shown = ImportForm({"text": text}, **context)
    shown.is_valid()
    try:
        if "confirm" in request.POST:
            entered = one.enter(text, request.POST.get("seen"), "here" in request.POST)
            messages.success(request, one.done(entered))
            return redirect(one.back)
        return _page(request, one, shown, one.preview(text))
    except imports.NotImported as refusal:
        shown.refuse(refusal)
        return _page(request, one, shown, refusal.lines, status=NOT_ACCEPTED)
    except Refused as refusal:
        shown.refuse(refusal)
        return _page(request, one, shown, status=NOT_ACCEPTED)


def _page(
    request: HttpRequest,
    one: _Import,
    form: ImportForm,
    lines: Sequence[imports.Line] = (),
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        **one.shown,
        "form": form,
        **imports.as_preview(lines, str(form["text"].value() or "")),
        "seen": imports.mark_of(lines),
        "here_chosen": "here" in request.POST,
        "new": sum(line.is_new for line in lines),
    }
    return render(request, "organizer/import.html", context, status=status)


def _asked(pairs: int) -> str:
    if not pairs:
        return _("All these pairs were in the season already. Nothing has changed.")
    return ngettext(
        "%(n)d pair is entered, and both players have been asked.",
        "%(n)d pairs are entered, and all their players have been asked.",
        pairs,
    ) % {"n": pairs}


def _entered(entries: int) -> str:
    if not entries:
        return _("All of these were entered already. Nothing has changed.")
    return ngettext(
        "%(n)d entry is imported, and its players are notified.",
        "%(n)d entries are imported, and their players are notified.",
        entries,
    ) % {"n": entries}
