"""The waiting list, single players, and restoring removed entries."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import person_of
from spades_site.common.forms import FormsOfPage
from spades_site.common.pages import answer_form, carry_out, form_of, member_required
from tournaments.events.actions import places, returning
from tournaments.organizer.forms.offered import entry_forms, why_unchanged
from tournaments.organizer.forms.running import RemoveForm
from tournaments.organizer.undo.offering import offer_undo
from tournaments.organizer.views.running import address_of, own_or_404


@require_http_methods(["GET", "POST"])
@member_required
def single_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what an organizer can do with a person who entered alone, and remove them."""
    tournament = own_or_404(request, slug)
    single = tournament.singles.filter(pk=pk).select_related("user").first()
    if single is None:
        raise Http404

    def page(refused: RemoveForm | None = None) -> HttpResponse:
        forms = FormsOfPage(refused)
        context = {
            "tournament": tournament,
            "entry": single,
            "entry_forms": entry_forms(single, tournament, forms),
            "why_unchanged": why_unchanged(single, tournament),
            "forms": forms,
        }
        return render(request, "organizer/entry.html", context)

    if request.method == "GET":
        return page()
    form = RemoveForm(request.POST, entry=single, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: places.remove_single(single_id=pk, by=person_of(request), **values),
        page=lambda: page(form),
        done=_("%(name)s: the entry was removed.") % {"name": single.name},
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def waiting_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Move a place of the waiting list up, before the one shown above it."""
    tournament = own_or_404(request, slug)
    place, above = (request.POST.get(name, "") for name in ("place", "above"))
    return carry_out(
        request,
        lambda: places.move_up(
            tournament_id=tournament.pk, by=person_of(request), place=place, above=above
        ),
        done=_("The waiting list has its new order."),
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def entry_restore(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Restore an entry that an organizer removed, or that withdrew under way."""
    tournament = own_or_404(request, slug)
    if not tournament.entries.filter(pk=pk).exists():
        raise Http404
    return carry_out(
        request,
        lambda: returning.restore_entry(entry_id=pk, by=person_of(request)),
        done=lambda entry: (
            (
                _("%(name)s is in again. The results so far count, forfeits included.")
                if entry.in_field
                else _("%(name)s is entered again.")
            )
            % {"name": entry.name}
        ),
        back=address_of(tournament),
    )
