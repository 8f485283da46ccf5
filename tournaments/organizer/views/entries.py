"""Entries: inviting, removing, substituting players, deducting points."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.forms import FormsOfPage, PageForm, key_of
from spades_site.common.pages import member_required
from tournaments.events.actions import entering, partners, penalties, returning, teams
from tournaments.events.core.arena import in_open_arena
from tournaments.events.draw import separation
from tournaments.events.entries import by_name, inviting, linking, substitute_offers, substitutes
from tournaments.events.models import (
    Apart,
    Entry,
    Penalty,
    SubstituteOffer,
    Substitution,
    Tournament,
)
from tournaments.events.queries import picking
from tournaments.leagues.models import NameLink, Team
from tournaments.leagues.permissions import is_organizer
from tournaments.organizer.forms.offered import entry_forms, why_unchanged
from tournaments.organizer.forms.running import (
    ApartForm,
    GuestForm,
    LinkForm,
    PairForm,
    PenaltyForm,
    RemoveForm,
    SubstituteForm,
    TeamForm,
)
from tournaments.organizer.views.running import (
    AtTournament,
    decided_or_404,
    match_or_404,
    own_or_404,
    page_of_match,
    show_match,
)


@require_GET
@member_required
def organizer_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what an organizer can do with an entry."""
    tournament = own_or_404(request, slug)
    return _show_entry(request, tournament, _entry_or_404(tournament, pk))


class AtEntry(AtTournament):
    """An entry's page for its tournament's organizers. Its forms lead back to the tournament."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.entry = _entry_or_404(self.tournament, self.pk)

    def show(self, form: PageForm) -> HttpResponse:
        return _show_entry(self.request, self.tournament, self.entry, form)


class AtDeductions(AtTournament):
    """The page on which points are deducted: the `match` in the address, which arbiters see too, or else an entry's."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        Place.__init__(self, request, **address)
        at_match = "match" in request.GET
        self.tournament = (decided_or_404 if at_match else own_or_404)(request, self.slug)
        self.match = (
            match_or_404(self.tournament, key_of(request.GET["match"])) if at_match else None
        )

    @property
    def back(self) -> str:
        return page_of_match(self.match) if self.match else super().back

    def show(self, form: PageForm) -> HttpResponse:
        if self.match:
            return show_match(self.request, self.tournament, self.match, form)
        return _show_entry(
            self.request, self.tournament, _entry_or_404(self.tournament, self.pk), form
        )


entry_remove = Action(
    AtEntry,
    lambda at: entering.remove_entry(entry_id=at.pk, by=at.by, **at.values),
    form=lambda at: at.bound(RemoveForm, entry=at.entry),
    done=lambda at, _made: _("%(name)s: the entry was removed.") % {"name": at.entry},
)
entry_substitute = Action(
    AtEntry,
    lambda at: _ask_substitute(at.pk, by=at.by, **at.values),
    form=lambda at: at.bound(SubstituteForm, entry=at.entry),
    people=lambda at: picking.to_substitute(at.entry, at.by),
    done=lambda at, made: _substitute_words(at.tournament, made),
)
entry_link = Action(
    AtEntry,
    lambda at: linking.ask(
        league_id=at.tournament.league_id or 0,
        person_id=at.values["out"],
        username=at.values["username"],
        by=at.by,
    ),
    form=lambda at: at.bound(LinkForm, entry=at.entry),
    people=lambda at: picking.to_substitute(at.entry, at.by),
    done=lambda _at, made: linking.in_words(made),
)
entry_link_back = Action(
    AtEntry,
    lambda at: linking.take_back(
        league_id=at.tournament.league_id or 0, person_id=at.key, by=at.by
    ),
    done=gettext_lazy("Nobody is asked any more."),
)
substitute_take_back = Action(
    AtTournament,
    lambda at: substitute_offers.take_back(
        offer_id=get_object_or_404(SubstituteOffer, pk=at.pk, entry__tournament=at.tournament).pk,
        by=at.by,
    ),
    done=gettext_lazy("The invitation is cancelled."),
)
entry_penalty = Action(
    AtDeductions,
    lambda at: penalties.penalize(entry_id=at.pk, by=at.by, **at.values),
    form=lambda at: PenaltyForm(
        at.request.POST,
        entry=_entry_or_404(at.tournament, at.pk),
        action=at.request.get_full_path(),
    ),
    done=lambda at, made: _("Points deducted from %(name)s.") % {"name": made.entry},
)
penalty_undo = Action(
    AtDeductions,
    lambda at: penalties.undo(
        penalty_id=get_object_or_404(Penalty, pk=at.pk, entry__tournament=at.tournament).pk,
        by=at.by,
    ),
    done=gettext_lazy("The points are restored."),
)
apart_add = Action(
    AtTournament,
    lambda at: separation.keep_apart(
        tournament_id=at.tournament.pk,
        first_id=at.values["first"],
        # Two invalid keys aren't the same entry.
        second_id=at.values["second"] or -1,
        by=at.by,
    ),
    form=lambda at: at.bound(
        ApartForm, entries=at.tournament.entries.filter(status__in=Entry.TAKING_PART)
    ),
    done=gettext_lazy("They will be kept apart in the draws."),
)
apart_undo = Action(
    AtTournament,
    lambda at: _let_meet(at.tournament, at.pk, at.by),
    done=gettext_lazy("They can meet again."),
)
pair_make = Action(
    AtTournament,
    lambda at: partners.make_pair(tournament_id=at.tournament.pk, by=at.by, **at.values),
    form=lambda at: at.bound(PairForm, alone=partners.without_partner(at.tournament)),
    done=lambda _at, made: _("%(name)s are a pair.") % {"name": made.name},
)
team_enter = Action(
    AtTournament,
    lambda at: teams.enter_league_team(
        tournament_id=at.tournament.pk, team_id=at.values["team"], by=at.by
    ),
    form=lambda at: at.bound(TeamForm, teams=_teams_of(at.tournament)),
    done=lambda _at, made: _("%(name)s is entered.") % {"name": made.name},
)
pair_split = Action(
    AtEntry,
    lambda at: partners.split_pair(entry_id=at.pk, by=at.by),
    done=lambda at, _made: _("%(name)s: both are now entered alone.") % {"name": at.entry},
)
guest_ask = Action(
    AtTournament,
    lambda at: inviting.ask(tournament_id=at.tournament.pk, by=at.by, **at.values),
    form=GuestForm,
    people=lambda at: picking.to_invite(at.tournament, at.by),
    done=lambda _at, made: _("%(name)s is invited.") % {"name": made.user.username},
)
guest_take_back = Action(
    AtTournament,
    lambda at: inviting.take_back(tournament_id=at.tournament.pk, by=at.by, guest_id=at.pk),
    done=gettext_lazy("The invitation is cancelled."),
)


def _entry_or_404(tournament: Tournament, pk: int) -> Entry:
    entry = tournament.entries.filter(pk=pk).first()
    if entry is None:
        raise Http404
    return entry


def _let_meet(tournament: Tournament, pair_id: int, by: User) -> None:
    """Let two entries meet again. A pair that no longer exists is refused; 404 for another tournament's."""
    if Apart.objects.filter(pk=pair_id).exclude(first__tournament=tournament).exists():
        raise Http404
    separation.let_meet(pair_id=pair_id, by=by)


def _teams_of(tournament: Tournament) -> list[Team]:
    return [] if tournament.league is None else list(tournament.league.teams.all())


def _bannable(request: HttpRequest, tournament: Tournament, entry: Entry) -> list[str]:
    """Return the names of the entry's players whom the viewer can ban from the tournament's league."""
    by, league = person_of(request), tournament.league
    if league is None or not is_organizer(league, by):
        return []
    players = entry.players.filter(active=True, user__by_name=False).exclude(user=by)
    return list(players.order_by("position").values_list("user__username", flat=True))


def _show_entry(
    request: HttpRequest, tournament: Tournament, entry: Entry, refused: PageForm | None = None
) -> HttpResponse:
    """Render an entry's page for organizers, with the form that was `refused` in its place."""
    forms = FormsOfPage(refused)
    context = {
        "tournament": tournament,
        "entry": entry,
        "entry_forms": entry_forms(entry, tournament, forms),
        "why_unchanged": why_unchanged(entry, tournament),
        "may_restore": entry.pk in returning.restorable(tournament),
        "mergeable": [
            (other, f"{entry.pk}-{other.pk}") for other in teams.mergeable(tournament, entry)
        ],
        "may_split": partners.may_split(tournament, entry),
        "in_arena": in_open_arena(tournament, entry),
        "is_at_open_table": entry.pk in substitutes.at_open_tables(tournament),
        "asked": NameLink.objects.filter(person__in=by_name.in_entry(entry)).select_related(
            "person", "user"
        ),
        "bannable": _bannable(request, tournament, entry),
        "forms": forms,
    }
    return render(request, "organizer/entry.html", context)


def _ask_substitute(
    entry_id: int, *, out: int, username: str, match: int, reason: str, by: User
) -> Substitution | SubstituteOffer:
    """Ask for one match, or permanently if none is chosen."""
    asked: dict[str, Any] = {"out_id": out, "username": username, "by": by, "reason": reason}
    if match:
        return substitute_offers.offer_match(entry_id=entry_id, match_id=match, **asked)
    return substitute_offers.offer(entry_id=entry_id, **asked)


def _substitute_words(tournament: Tournament, made: Substitution | SubstituteOffer) -> str:
    """Return the message about a substitution."""
    if made.match is not None:
        sentence = (
            _("%(name)s plays in round %(n)d.")
            if isinstance(made, Substitution)
            else _("%(name)s has been asked, and plays in round %(n)d after accepting.")
        )
        return sentence % {"name": made.into, "n": made.match.round.number}
    sentences = [
        _("%(name)s plays from the next table on.")
        if isinstance(made, Substitution)
        else _("%(name)s has been asked, and plays from the next table on after accepting.")
    ]
    if made.entry_id in substitutes.at_open_tables(tournament):
        sentences.append(_("The table that is open goes on with its players."))
    return " ".join(sentences) % {"name": made.into}
