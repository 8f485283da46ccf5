"""Setting seeds by hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, member_required
from tournaments.events.draw.seeding import set_seeds
from tournaments.events.models import Entry, Tournament
from tournaments.organizer.forms.running import SeedsForm
from tournaments.organizer.undo.offering import offer_undo
from tournaments.organizer.views.running import address_of, own_or_404


@require_http_methods(["GET", "POST"])
@member_required
def tournament_seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries with their seeds, and save new ones."""
    tournament = own_or_404(request, slug)
    back = address_of(tournament)
    data = request.POST if request.method == "POST" else None
    form = SeedsForm(data, entries=_entries(tournament), action=request.path, back=back)
    context = {"form": form, "tournament": tournament, "back_url": back}

    def page() -> HttpResponse:
        return render(request, "organizer/seeds.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: set_seeds(
            tournament_id=tournament.pk, by=person_of(request), seeds=form.seeds()
        ),
        page=page,
        done=_("The seeds are saved."),
        back=back,
        undo=offer_undo(request, tournament),
    )


def _entries(tournament: Tournament) -> list[Entry]:
    """Return the entries with a place, the seeded ones first."""
    entries = tournament.entries.filter(status__in=Entry.LIVE).order_by("pk")
    return sorted(entries, key=lambda entry: entry.hand_seed or len(entries) + 1)
