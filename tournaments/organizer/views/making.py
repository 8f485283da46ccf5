"""Making a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from spades_site.common.errors import Refused
from spades_site.common.pages import member_required
from tournaments.events.creating import create_tournament
from tournaments.organizer.forms import TournamentForm
from tournaments.organizer.preview import preview


@require_http_methods(["GET", "POST"])
@member_required
def tournament_create(request: HttpRequest) -> HttpResponse:
    """Make a draft; whatever is wrong stands at its field."""
    if request.method == "GET":
        form = TournamentForm(user=request.user, initial={"league": request.GET.get("league")})
        return _show(request, form)
    form = TournamentForm(request.POST, user=request.user)
    if form.is_valid():
        try:
            made = create_tournament(by=request.user, **form.proposal())
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return redirect("organizer_tournament", made.slug)
    return _show(request, form, 422)


@require_POST
@member_required
def tournament_preview(request: HttpRequest) -> HttpResponse:
    """Tell what the tournament will be as far as its form is filled in; nothing is written."""
    form = TournamentForm(request.POST, user=request.user)
    form.is_valid()
    return render(request, "organizer/_preview.html", {"preview": _preview(form)})


def _show(request: HttpRequest, form: TournamentForm, status: int = 200) -> HttpResponse:
    if form.is_bound:
        plan = _preview(form)
    else:
        fields = ("check_in_minutes", "pause_between_rounds", "min_entries", "max_entries")
        plan = preview(
            starts_at=None,
            match_hands=None,
            double=False,
            **{name: form.fields[name].initial for name in fields},
        )
    context = {"form": form, "preview": plan}
    return render(request, "organizer/tournament_create.html", context, status=status)


def _preview(form: TournamentForm) -> object:
    said = form.cleaned_data
    return preview(
        starts_at=said.get("starts_at"),
        check_in_minutes=said.get("check_in_minutes"),
        pause_between_rounds=said.get("pause_between_rounds"),
        match_hands=said.get("match_hands"),
        double=bool(said.get("double")),
        min_entries=said.get("min_entries"),
        max_entries=said.get("max_entries"),
    )
