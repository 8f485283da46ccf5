"""The waiting list, single players, and restoring removed entries."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import person_of
from spades_site.common.forms import FormsOfPage
from spades_site.common.pages import answer_form, member_required
from tournaments.events.actions import places, returning
from tournaments.events.actions.night import arena
from tournaments.organizer.forms.offered import entry_forms, why_unchanged
from tournaments.organizer.forms.running import RemoveForm
from tournaments.organizer.undo.offering import offer_undo
from tournaments.organizer.views.running import AtTournament, address_of, own_or_404


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


waiting_up = Action(
    AtTournament,
    lambda at: places.move_up(
        tournament_id=at.tournament.pk,
        by=at.by,
        place=at.request.POST.get("place", ""),
        above=at.request.POST.get("above", ""),
    ),
    done=gettext_lazy("The waiting list has its new order."),
)
entry_pause = Action(
    AtTournament,
    lambda at: arena.pause_entry(
        entry_id=get_object_or_404(at.tournament.entries, pk=at.pk).pk, by=at.by
    ),
    done=lambda _at, entry: (
        _("%(name)s isn’t paired in the arena any more.") % {"name": entry.name}
    ),
)
entry_ready = Action(
    AtTournament,
    lambda at: arena.ready_entry(
        entry_id=get_object_or_404(at.tournament.entries, pk=at.pk).pk, by=at.by
    ),
    done=lambda _at, entry: _("%(name)s is paired in the arena again.") % {"name": entry.name},
)
entry_restore = Action(
    AtTournament,
    lambda at: returning.restore_entry(
        entry_id=get_object_or_404(at.tournament.entries, pk=at.pk).pk, by=at.by
    ),
    done=lambda _at, entry: (
        (
            _("%(name)s is in again. The results so far count, forfeits included.")
            if entry.in_field
            else _("%(name)s is entered again.")
        )
        % {"name": entry.name}
    ),
)
