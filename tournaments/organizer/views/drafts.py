"""Unconfirmed draws: confirming, changing and redrawing them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.forms import PageForm
from spades_site.common.pages import answer_form, form_of, member_required
from tournaments.events.actions import drafts
from tournaments.events.models import Round, Tournament
from tournaments.organizer.forms.running import ConfirmForm, RedrawForm, RenewForm, SwapForm
from tournaments.organizer.views.running import address_of, own_or_404, show_tournament


@form_of("organizer_tournament")
@member_required
def draft_confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm the draw."""
    tournament = _with_round_or_404(request, slug, pk)
    form = ConfirmForm(request.POST, action=request.path)
    return _answer(request, tournament, pk, form, drafts.confirm, _("The draw is confirmed."))


@form_of("organizer_tournament")
@member_required
def draft_swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Swap two entries."""
    tournament = _with_round_or_404(request, slug, pk)

    @cache
    def changes() -> drafts.Changes | None:
        draft = drafts.draft_of(tournament)
        return drafts.changes_of(draft) if draft else None

    def swap(*, first: int, second: int, **values: Any) -> Round:
        return drafts.swap(first_id=first, second_id=second, **values)

    form = SwapForm(request.POST, changes=changes, action=request.path)
    return _answer(request, tournament, pk, form, swap, _("They have swapped places."))


@form_of("organizer_tournament")
@member_required
def draft_redraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Redraw the round: by lot, or, with "present", for the current entries."""
    tournament = _with_round_or_404(request, slug, pk)

    def renew(*, present: str, **values: Any) -> Round:
        return drafts.draw_anew(**values)

    form: PageForm
    act: Callable[..., Round]
    if "present" in request.POST:
        form, act = RenewForm(request.POST, action=request.path), renew
    else:
        form, act = RedrawForm(request.POST, action=request.path), drafts.redraw
    return _answer(request, tournament, pk, form, act, _("The round has been redrawn."))


def _with_round_or_404(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the user's own tournament; 404 if the round is another's.

    A round that no longer exists (a late entry has the first draw redone) is refused with a sentence.
    """
    tournament: Tournament = own_or_404(request, slug)
    if Round.objects.filter(pk=pk).exclude(tournament=tournament).exists():
        raise Http404
    return tournament


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    pk: int,
    form: PageForm,
    act: Callable[..., object],
    done: str,
) -> HttpResponse:
    return answer_form(
        request,
        form,
        lambda values: act(round_id=pk, by=person_of(request), **values),
        page=lambda: show_tournament(request, tournament, form),
        done=done,
        back=f"{address_of(tournament)}#draft",
    )
