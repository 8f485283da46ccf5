"""Finding somebody who plays a match in a player's place."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import person_of
from spades_site.common.pages import carry_out, member_required
from tournaments.events.entries import stand_ins, substitute_offers
from tournaments.public.stand_ins import candidates
from tournaments.public.views.matches import (
    form_of_match,
    match_or_404,
)
from tournaments.seasons.entries import stand_ins as lists


@require_http_methods(["GET", "POST"])
@member_required
def stand_in(request: HttpRequest, slug: str, pk: int, out_id: int) -> HttpResponse:
    """Show who could play in a player's place, and ask one of them."""
    match = match_or_404(request, slug, pk).line.match
    found = candidates(match, out_id, person_of(request))
    if found is None:
        raise Http404
    if found.refused is not None:
        return redirect(match.get_absolute_url())
    if request.method == "GET":
        return render(request, "public/match/stand_in.html", {"match": match, "found": found})
    return carry_out(
        request,
        lambda: lists.ask(
            match_id=pk,
            out_id=out_id,
            username=request.POST.get("user", ""),
            by=person_of(request),
        ),
        done=lambda made: _("%(name)s has been asked.") % {"name": made.into},
        back=match.get_absolute_url(),
    )


@form_of_match
@member_required
def stand_in_withdraw(request: HttpRequest, slug: str, pk: int, offer_id: int) -> HttpResponse:
    """Withdraw a request to stand in."""
    match = match_or_404(request, slug, pk).line.match
    if not match.substitute_offers.filter(pk=offer_id).exists():
        raise Http404
    return carry_out(
        request,
        lambda: substitute_offers.take_back(offer_id=offer_id, by=person_of(request)),
        done=_("The request is withdrawn."),
        back=match.get_absolute_url(),
    )


@form_of_match
@member_required
def stand_in_cancel(request: HttpRequest, slug: str, pk: int, substitution_id: int) -> HttpResponse:
    """Let the replaced player play again."""
    match = match_or_404(request, slug, pk).line.match
    if not match.substitutions.filter(pk=substitution_id).exists():
        raise Http404
    return carry_out(
        request,
        lambda: stand_ins.cancel(substitution_id=substitution_id, by=person_of(request)),
        done=_("Nobody stands in any more."),
        back=match.get_absolute_url(),
    )
