"""Undoing a line of the log, from the message after an action, the tournament's history or its log."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from spades_site.common.pages import carry_out, form_of, member_required
from tournaments.events.queries.selectors import history_of
from tournaments.organizer.undo.offering import newest_by, offer_undo, sentence
from tournaments.organizer.undo.undoing import UNDOS, undo
from tournaments.organizer.views.running import back_of, decided_or_404


@form_of("organizer_tournament")
@member_required
def organizer_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a line of a tournament's log, and return to the page that offered it (`back`)."""
    tournament = decided_or_404(request, slug)
    line = history_of(tournament).filter(pk=pk, verb__in=UNDOS).first()
    if line is None:
        raise Http404
    by, began, back = person_of(request), now(), request.POST.get("back", "")

    def act() -> AuditEntry | None:
        undo(line, tournament, by)
        return newest_by(by, tournament, began)

    return carry_out(
        request,
        act,
        done=lambda made: _("That was done already.") if made is None else sentence(made),
        back=back
        if back.startswith("/") and url_has_allowed_host_and_scheme(back, None)
        else back_of(request, tournament),
        undo=offer_undo(request, tournament),
    )
