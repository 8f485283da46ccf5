"""Setting seeds by hand."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from spades_site.accounts.requests import person_of
from spades_site.common.errors import Refused
from spades_site.common.pages import member_required
from tournaments.events.draw.seeding import set_seeds
from tournaments.events.models import Entry, Tournament
from tournaments.organizer.views.running import address_of, own_or_404


class SeedsForm(forms.Form):
    """A number for each entry with a place; the fields are named by the entries' keys."""

    def __init__(self, data: QueryDict | None = None, *, entries: list[Entry]) -> None:
        super().__init__(data)
        for entry in entries:
            self.fields[f"seed-{entry.pk}"] = forms.IntegerField(
                label=entry.name,
                required=False,
                min_value=1,
                max_value=len(entries),
                initial=entry.hand_seed,
                widget=forms.NumberInput(
                    attrs={"min": 1, "max": len(entries), "inputmode": "numeric"}
                ),
            )

    def seeds(self) -> dict[int, int | None]:
        """Return the (valid) form's seeds by the entries' keys."""
        return {int(name.split("-")[1]): value for name, value in self.cleaned_data.items()}


@require_http_methods(["GET", "POST"])
@member_required
def tournament_seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries with their seeds, and save new ones."""
    tournament = own_or_404(request, slug)
    entries = _entries(tournament)
    form = SeedsForm(request.POST if request.method == "POST" else None, entries=entries)
    if request.method == "POST" and form.is_valid():
        try:
            set_seeds(tournament_id=tournament.pk, by=person_of(request), seeds=form.seeds())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The seeds are saved."))
            return redirect(address_of(tournament))
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "tournament": tournament, "back_url": address_of(tournament)}
    return render(request, "organizer/seeds.html", context, status=status)


def _entries(tournament: Tournament) -> list[Entry]:
    """Return the entries with a place, the seeded ones first."""
    entries = tournament.entries.filter(status__in=Entry.LIVE).order_by("pk")
    return sorted(entries, key=lambda entry: entry.hand_seed or len(entries) + 1)
