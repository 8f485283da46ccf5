"""Steps of a tournament and confirmation of draws from the tournament's page: each asks first."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.common.forms import key_of
from spades_site.common.pages import member_required
from tournaments.organizer.desk.by_now import why_too_late
from tournaments.organizer.desk.draw_remedies import confirm_question
from tournaments.organizer.desk.steps import step_question
from tournaments.organizer.views.desk import ask
from tournaments.organizer.views.drafts import with_round_or_404
from tournaments.organizer.views.running import address_of, own_or_404


@require_http_methods(["GET", "POST"])
@member_required
def organizer_step(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """Ask before a step of a tournament's life cycle, and take it when confirmed."""
    tournament = own_or_404(request, slug)
    question = step_question(tournament, step)
    if question is None:
        raise Http404
    late = why_too_late(tournament, step.replace("-", "_"), "now")
    return ask(request, tournament, question, back=address_of(tournament), late=late)


@require_http_methods(["GET", "POST"])
@member_required
def draft_confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask before confirming the waiting draw, and confirm it; `seen` in the address is the version shown."""
    tournament = with_round_or_404(request, slug, pk)
    back = f"{address_of(tournament)}#draft"
    version = key_of(request.GET.get("seen", "")) or None
    question = confirm_question(tournament, pk, version)
    if question is None:
        messages.error(request, _("There is no such round any more. Reload the page."))
        return redirect(back)
    late = why_too_late(tournament, "confirm", str(pk))
    return ask(request, tournament, question, back=back, late=late)
