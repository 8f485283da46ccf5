"""Finding somebody who plays a match in a player's place."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import person_of
from spades_site.common.pages import carry_out, member_required
from tournaments.events.entries import stand_ins, substitute_offers
from tournaments.public.stand_ins import candidates
from tournaments.public.views.matches import AtMatch, match_or_404
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


stand_in_withdraw = Action(
    AtMatch,
    lambda at: substitute_offers.take_back(
        offer_id=get_object_or_404(at.match.substitute_offers, pk=at.key).pk, by=at.by
    ),
    done=gettext_lazy("The request is withdrawn."),
)
stand_in_cancel = Action(
    AtMatch,
    lambda at: stand_ins.cancel(
        substitution_id=get_object_or_404(at.match.substitutions, pk=at.key).pk, by=at.by
    ),
    done=gettext_lazy("Nobody stands in any more."),
)
