"""Tournaments: the list, a tournament's page, and what players do there."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import person_of
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, carry_out, form_of, page_of
from spades_site.common.people.picking import picks
from tournaments.events.actions import entering, returning, teams
from tournaments.events.actions.night import arena, attendance, standing_by
from tournaments.events.core.permissions import is_hidden_from_player
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.entries import substitute_offers
from tournaments.events.entries.waiting import waits
from tournaments.events.models import Entry, Single, Status, Substitution, Tournament
from tournaments.events.queries import picking
from tournaments.events.queries.selectors import tournament_for, visible_tournaments
from tournaments.events.queries.shared_views import still_shows, view_for
from tournaments.events.queries.terms import terms_of
from tournaments.leagues.selectors import league_for, may_see
from tournaments.public.forms.play import OwnTeamForm, PartnerForm
from tournaments.public.tournament_parts import rest_of

SHOWN = {
    "coming": (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN),
    "now": (Status.RUNNING, Status.PAUSED),
    "past": (Status.FINISHED, Status.CANCELLED),
}
FILTERS = (
    ("coming", gettext_lazy("Upcoming")),
    ("now", gettext_lazy("Under way")),
    ("past", gettext_lazy("Over")),
)


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    """List upcoming, current or finished tournaments: all, or those of a league."""
    show = request.GET.get("show", "coming")
    if show not in SHOWN:
        show = "coming"
    rows = visible_tournaments(request.user).filter(status__in=SHOWN[show])
    if show != "past":
        rows = rows.order_by("starts_at", "pk")
    league = league_for(request.GET.get("league", ""), request.user)
    if league is not None:
        rows = rows.filter(league=league)
    context = {
        "page": page_of(request, rows),
        "show": show,
        "filters": FILTERS,
        "league": league,
    }
    return render(request, "public/tournament_list.html", context)


@require_GET
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament: what happens next, the viewer's own part in it, standings, rounds, entries."""
    one = tournament_for(slug, request.user)
    return to_own_tables(request, slug) if one is None else _show(request, one)


@require_GET
def tournament_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer an open page that polls for changes; empty while its version is the newest, or new enough."""
    one = tournament_or_404(request, slug)
    shown = request.GET.get("version", "")
    if shown == str(one.version) or still_shows(one, request.user, shown):
        return HttpResponse(status=204)
    return render(request, "public/tournament/_now.html", _context(request, one))


@picks(lambda request, slug: picking.to_partner(tournament_or_404(request, slug), request.user))
@form_of("tournament")
def tournament_enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter with a partner, alone, or as a captain with a team; errors about the partner are shown at the field."""
    one = tournament_or_404(request, slug)
    if not request.user.is_authenticated:
        return redirect_to_login(one.get_absolute_url())
    if "team" in request.POST:
        return _enter_team(request, one)
    if request.POST.get("alone"):
        return carry_out(
            request,
            lambda: entering.enter(tournament_id=one.pk, user=person_of(request), alone=True),
            done=_how_one_is_in,
            back=one.get_absolute_url(),
        )
    form = PartnerForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: entering.enter(tournament_id=one.pk, user=person_of(request), **values),
        page=lambda: _show(request, one, form),
        back=one.get_absolute_url(),
    )


def _enter_team(request: HttpRequest, one: Tournament) -> HttpResponse:
    by = person_of(request)
    form = OwnTeamForm(request.POST, teams=teams.teams_to_enter(one, by), action=request.path)
    return answer_form(
        request,
        form,
        lambda values: teams.enter_league_team(tournament_id=one.pk, team_id=values["team"], by=by),
        page=lambda: _show(request, one, form),
        done=lambda made: _("%(name)s is entered.") % {"name": made.name},
        back=one.get_absolute_url(),
    )


class AtTournament(Place):
    """A tournament's page."""

    page, is_public = ("tournament",), True

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.tournament = tournament_or_404(request, self.slug)


tournament_withdraw = Action(
    AtTournament,
    lambda at: entering.withdraw(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You have left the tournament."),
)
tournament_rejoin = Action(
    AtTournament,
    lambda at: returning.rejoin(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You are in again. Your results so far count."),
)
tournament_check_in = Action(
    AtTournament,
    lambda at: entering.check_in(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You are checked in."),
)
tournament_stand_by = Action(
    AtTournament,
    lambda at: standing_by.stand_by(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You are ready to stand in. You get a notice if you are called."),
)
tournament_stand_down = Action(
    AtTournament,
    lambda at: standing_by.stand_down(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You won’t be called any more."),
)
tournament_on_the_way = Action(
    AtTournament,
    lambda at: attendance.say_on_the_way(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("The organizers see that you are on the way."),
)
arena_pause = Action(
    AtTournament,
    lambda at: arena.pause(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You take a break. Press “I’m ready” to be paired again."),
)
arena_ready = Action(
    AtTournament,
    lambda at: arena.ready(tournament_id=at.tournament.pk, user=at.by),
    done=gettext_lazy("You are ready: as soon as somebody else is free, your table opens."),
)
invitation_accept = Action(
    AtTournament,
    lambda at: entering.accept_invitation(invitation_id=at.pk, user=at.by),
    done=lambda _at, place: _how_one_is_in(place),
)
invitation_decline = Action(
    AtTournament,
    lambda at: entering.decline_invitation(invitation_id=at.pk, user=at.by),
    done=gettext_lazy("Declined. They can ask somebody else."),
)


class AtOffer(AtTournament):
    """A tournament's page with a request to substitute; one for a single match leads to that match."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        asked = substitute_offers.offers_to(request.user, self.tournament)
        self.match = next((offer.match for offer in asked if offer.pk == self.pk), None)

    @property
    def back(self) -> str:
        return (self.match or self.tournament).get_absolute_url()


substitute_accept = Action(
    AtOffer,
    lambda at: substitute_offers.accept(offer_id=at.pk, user=at.by),
    done=lambda _at, made: (
        (
            _("You play for %(out)s in this match.")
            if made.match_id
            else _("You play for %(out)s from the next table on.")
        )
        % {"out": made.out}
    ),
    to=lambda at, made: _at_table(made) or at.back,
)
substitute_decline = Action(
    AtOffer,
    lambda at: substitute_offers.decline(offer_id=at.pk, user=at.by),
    done=gettext_lazy("Declined. The person who asked is notified."),
)


def _at_table(made: Substitution) -> str:
    """Return the address of the table at which somebody took over; "" otherwise."""
    table = None if made.table is None else made.table.table
    return "" if table is None else table.get_absolute_url()


def _how_one_is_in(place: Entry | Single) -> str:
    """Return the message to somebody who has entered."""
    if waits(place):
        return _("All places are taken: you are on the waiting list.")
    if isinstance(place, Entry):
        pair = place.tournament.side_size == 2
        return _("You are in, with your partner.") if pair else _("You are in.")
    if place.status == Single.Status.TEAMED:
        return _("You are in, with a partner who was waiting for one.")
    if place.tournament.status in UNDER_WAY:
        return _("You have entered. You will get a partner as soon as somebody else enters alone.")
    return _("You have entered. You will get a partner at the start.")


def to_own_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect a player of a tournament that staff have hidden to the lobby, with their own tables; 404 for others.

    The tournament goes on, and its notices link here.
    """
    if not is_hidden_from_player(slug, request.user):
        raise Http404
    messages.info(
        request,
        _(
            "The site’s staff have hidden this tournament for now. It goes on: your own tables are listed here as soon as they open."
        ),
    )
    return redirect("lobby")


def tournament_or_404(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament; 404 if it doesn't exist or the viewer may not see it."""
    found = tournament_for(slug, request.user)
    if found is None:
        raise Http404
    return found


def _show(request: HttpRequest, one: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """Render the tournament's page, with the form that was `refused` in its place."""
    context, forms = _context(request, one), FormsOfPage(refused)
    context["form"] = forms.place(PartnerForm(action=reverse("tournament_enter", args=[one.slug])))
    context["forms"] = forms
    own = teams.teams_to_enter(one, request.user) if one.is_team else []
    enter = reverse("tournament_enter", args=[one.slug])
    context["team_form"] = forms.place(OwnTeamForm(teams=own, action=enter)) if own else None
    context["asked_to_substitute"] = substitute_offers.offers_to(request.user, one)
    # Participants see the tournament of a private league even if they are no longer members.
    context["league_shown"] = one.league is not None and may_see(one.league, request.user)
    context["terms"] = terms_of(one)
    return render(request, "public/tournament/page.html", context)


def _context(request: HttpRequest, one: Tournament) -> dict[str, Any]:
    view, shared = view_for(one, request.user)
    return {
        "view": view,
        "tournament": view.tournament,
        "rest": rest_of(request, view, shared),
        "shared": shared,
        # The oldest part of what is shown.
        "version": view.tournament.version if shared is None else shared.version,
    }
