"""Unconfirmed draws: confirming, changing and redrawing them."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.pages import carry_out, form_of, key_of, member_required
from tournaments.events.actions import drafts
from tournaments.events.models import Round
from tournaments.organizer.views.running import address_of, own_or_404


@form_of("organizer_tournament")
@member_required
def draft_confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm the draw."""
    act = _in_draft(request, slug, pk)
    return act(
        lambda: drafts.confirm(
            round_id=pk, by=person_of(request), expected_version=_expected_version(request)
        ),
        _("The draw is confirmed."),
    )


@form_of("organizer_tournament")
@member_required
def draft_swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Swap two entries."""
    act = _in_draft(request, slug, pk)
    first, second = (request.POST.get(name, "") for name in ("first", "second"))
    return act(
        lambda: drafts.swap(
            round_id=pk,
            first_id=key_of(first),
            second_id=key_of(second),
            by=person_of(request),
            reason=request.POST.get("reason", "").strip()[:300],
            expected_version=_expected_version(request),
        ),
        _("They have swapped places."),
    )


@form_of("organizer_tournament")
@member_required
def draft_redraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Redraw the round: by lot, or, with "present", for the current entries."""
    act = _in_draft(request, slug, pk)
    redraw = drafts.draw_anew if "present" in request.POST else drafts.redraw
    return act(
        lambda: redraw(
            round_id=pk, by=person_of(request), expected_version=_expected_version(request)
        ),
        _("The round has been redrawn."),
    )


def _expected_version(request: HttpRequest) -> int | None:
    """Return the match that identifies the draw that the form was rendered with."""
    return key_of(request.POST.get("expected_version", "")) or None


def _in_draft(
    request: HttpRequest, slug: str, pk: int
) -> Callable[[Callable[[], object], str], HttpResponse]:
    """Return a function that acts on a round of the user's own tournament; 404 for another's.

    A round that no longer exists (a late entry has the first draw redone) is refused with a sentence.
    """
    tournament = own_or_404(request, slug)
    if Round.objects.filter(pk=pk).exclude(tournament=tournament).exists():
        raise Http404
    back = f"{address_of(tournament)}#draft"
    return lambda act, done: carry_out(request, act, done=done, back=back)
