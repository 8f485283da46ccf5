"""Entries: inviting, removing, substituting players, deducting points."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.forms import FormsOfPage, PageForm, key_of
from spades_site.common.pages import answer_form, carry_out, form_of, member_required
from tournaments.events.actions import entering, partners, penalties, returning, teams
from tournaments.events.draw import separation
from tournaments.events.entries import inviting, substitute_offers, substitutes
from tournaments.events.models import (
    Apart,
    Entry,
    Match,
    Penalty,
    SubstituteOffer,
    Substitution,
    Tournament,
)
from tournaments.leagues.permissions import is_organizer
from tournaments.organizer.forms.offered import entry_forms, why_unchanged
from tournaments.organizer.forms.running import (
    ApartForm,
    GuestForm,
    PairForm,
    PenaltyForm,
    RemoveForm,
    SubstituteForm,
    TeamForm,
)
from tournaments.organizer.undo.offering import offer_undo
from tournaments.organizer.views.running import (
    address_of,
    decided_or_404,
    match_or_404,
    own_or_404,
    show_match,
    show_tournament,
)


@require_GET
@member_required
def organizer_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what an organizer can do with an entry."""
    tournament = own_or_404(request, slug)
    return _show_entry(request, tournament, _entry_or_404(tournament, pk))


@form_of("organizer_tournament")
@member_required
def entry_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove an entry from the tournament."""
    tournament = own_or_404(request, slug)
    entry = _entry_or_404(tournament, pk)
    form = RemoveForm(request.POST, entry=entry, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: entering.remove_entry(entry_id=pk, by=person_of(request), **values),
        page=lambda: _show_entry(request, tournament, entry, form),
        done=_("%(name)s: the entry was removed.") % {"name": entry},
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def entry_substitute(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask somebody to substitute in an entry, from its next table on or in one match; people who wait for a place
    substitute at once.
    """
    tournament = own_or_404(request, slug)
    entry = _entry_or_404(tournament, pk)
    form = SubstituteForm(request.POST, entry=entry, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: _ask_substitute(pk, by=person_of(request), **values),
        page=lambda: _show_entry(request, tournament, entry, form),
        done=lambda made: _substitute_words(tournament, made),
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


def _entry_or_404(tournament: Tournament, pk: int) -> Entry:
    entry = tournament.entries.filter(pk=pk).first()
    if entry is None:
        raise Http404
    return entry


def _bannable(request: HttpRequest, tournament: Tournament, entry: Entry) -> list[str]:
    """Return the names of the entry's players whom the viewer can ban from the tournament's league."""
    by, league = person_of(request), tournament.league
    if league is None or not is_organizer(league, by):
        return []
    players = entry.players.filter(active=True).exclude(user=by).order_by("position")
    return list(players.values_list("user__username", flat=True))


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
        "is_at_open_table": entry.pk in substitutes.at_open_tables(tournament),
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


@form_of("organizer_tournament")
@member_required
def substitute_take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a request to substitute."""
    tournament = own_or_404(request, slug)
    if not SubstituteOffer.objects.filter(pk=pk, entry__tournament=tournament).exists():
        raise Http404
    return carry_out(
        request,
        lambda: substitute_offers.take_back(offer_id=pk, by=person_of(request)),
        done=_("The invitation is cancelled."),
        back=address_of(tournament),
    )


@form_of("organizer_tournament")
@member_required
def entry_penalty(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Deduct points from an entry."""
    tournament, match, back = _came_from(request, slug)
    entry = _entry_or_404(tournament, pk)
    form = PenaltyForm(request.POST, entry=entry, action=request.get_full_path())
    return answer_form(
        request,
        form,
        lambda values: penalties.penalize(entry_id=pk, by=person_of(request), **values),
        page=lambda: (
            show_match(request, tournament, match, form)
            if match
            else _show_entry(request, tournament, entry, form)
        ),
        done=_("Points deducted from %(name)s.") % {"name": entry},
        back=back,
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def penalty_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Restore points."""
    tournament, _match, back = _came_from(request, slug)
    if not Penalty.objects.filter(pk=pk, entry__tournament=tournament).exists():
        raise Http404
    return carry_out(
        request,
        lambda: penalties.undo(penalty_id=pk, by=person_of(request)),
        done=_("The points are restored."),
        back=back,
    )


def _came_from(request: HttpRequest, slug: str) -> tuple[Tournament, Match | None, str]:
    """Return the tournament, the match on whose page points are deducted, and the address to return to.

    Arbiters see only matches' pages, which the address then names; the organizers' pages have no match.
    """
    if "match" in request.GET:
        tournament = decided_or_404(request, slug)
        match = match_or_404(tournament, key_of(request.GET["match"]))
        return tournament, match, reverse("organizer_match", args=[slug, match.pk])
    own = own_or_404(request, slug)
    return own, None, address_of(own)


@form_of("organizer_tournament")
@member_required
def apart_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a Swiss keep two entries apart."""
    tournament = own_or_404(request, slug)
    entries = tournament.entries.filter(status__in=Entry.TAKING_PART)
    form = ApartForm(request.POST, entries=entries, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: separation.keep_apart(
            tournament_id=tournament.pk,
            first_id=values["first"],
            # Two invalid keys aren't the same entry.
            second_id=values["second"] or -1,
            by=person_of(request),
        ),
        page=lambda: show_tournament(request, tournament, form),
        done=_("They will be kept apart in the draws."),
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def apart_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let two entries meet again."""
    tournament = own_or_404(request, slug)
    if Apart.objects.filter(pk=pk).exclude(first__tournament=tournament).exists():
        raise Http404
    return carry_out(
        request,
        lambda: separation.let_meet(pair_id=pk, by=person_of(request)),
        done=_("They can meet again."),
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def pair_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a pair of two people without a partner."""
    tournament = own_or_404(request, slug)
    alone = partners.without_partner(tournament)
    form = PairForm(request.POST, alone=alone, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: partners.make_pair(
            tournament_id=tournament.pk, by=person_of(request), **values
        ),
        page=lambda: show_tournament(request, tournament, form),
        done=lambda made: _("%(name)s are a pair.") % {"name": made.name},
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def team_enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team of the tournament's league, with its members and captains."""
    tournament = own_or_404(request, slug)
    league = tournament.league
    offered = [] if league is None else list(league.teams.all())
    form = TeamForm(request.POST, teams=offered, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: teams.enter_league_team(
            tournament_id=tournament.pk, team_id=values["team"], by=person_of(request)
        ),
        page=lambda: show_tournament(request, tournament, form),
        done=lambda made: _("%(name)s is entered.") % {"name": made.name},
        back=address_of(tournament),
    )


@form_of("organizer_tournament")
@member_required
def pair_split(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Split a pair into two people who entered alone."""
    tournament = own_or_404(request, slug)
    entry = _entry_or_404(tournament, pk)
    return carry_out(
        request,
        lambda: partners.split_pair(entry_id=pk, by=person_of(request)),
        done=_("%(name)s: both are now entered alone.") % {"name": entry},
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def guest_ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody to enter."""
    tournament = own_or_404(request, slug)
    form = GuestForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: inviting.ask(tournament_id=tournament.pk, by=person_of(request), **values),
        page=lambda: show_tournament(request, tournament, form),
        done=lambda made: _("%(name)s is invited.") % {"name": made.user.username},
        back=address_of(tournament),
        undo=offer_undo(request, tournament),
    )


@form_of("organizer_tournament")
@member_required
def guest_take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel an invitation."""
    tournament = own_or_404(request, slug)
    return carry_out(
        request,
        lambda: inviting.take_back(tournament_id=tournament.pk, by=person_of(request), guest_id=pk),
        done=_("The invitation is cancelled."),
        back=address_of(tournament),
    )
