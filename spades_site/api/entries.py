"""What organizers do with the entries of their tournaments."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from spades_site.accounts.models import User
from spades_site.accounts.tokens.scopes import ORGANIZE
from spades_site.api import answers, requests, schemas
from spades_site.api.site import NOTHING, Routes, found, person_of, state_of, viewer_of
from spades_site.common.folding import called, fold_name
from tournaments.events.actions.entering import remove_entry
from tournaments.events.actions.night.attendance import check_in_place, undo_check_in
from tournaments.events.actions.penalties import penalize
from tournaments.events.actions.returning import restore_entry
from tournaments.events.core.permissions import organized_by, visible_to
from tournaments.events.entries import substitute_offers
from tournaments.events.models import SubstituteOffer, Substitution, Tournament
from tournaments.events.queries.selectors import tournament_for

router = Routes(tags=["tournaments"])


@router.act("/tournaments/{slug}/entries/{entry}/check-in", answers.StateOut)
def check_in(request: HttpRequest, slug: str, entry: schemas.Key) -> Any:
    """Check in an entry for its players. Doing so twice changes nothing."""
    return _at_place(check_in_place, request, slug, entry)


@router.undo("/tournaments/{slug}/entries/{entry}/check-in", answers.StateOut)
def take_check_in_back(request: HttpRequest, slug: str, entry: schemas.Key) -> Any:
    """Take an entry's check-in back. Doing so twice changes nothing."""
    return _at_place(undo_check_in, request, slug, entry)


@router.act("/tournaments/{slug}/entries/{entry}/withdrawal", answers.StateOut)
def withdraw(request: HttpRequest, slug: str, entry: schemas.Key, why: requests.Reason) -> Any:
    """Take an entry out of the tournament, as the organizer. Its players read the reason."""
    of, one = _entry(request, slug, entry)
    remove_entry(entry_id=one, by=person_of(request), reason=why.reason)
    return state_of(of)


@router.undo("/tournaments/{slug}/entries/{entry}/withdrawal", answers.StateOut)
def restore(request: HttpRequest, slug: str, entry: schemas.Key) -> Any:
    """Put an entry back that was taken out before the start, or that withdrew under way: its results so far count."""
    of, one = _entry(request, slug, entry)
    restore_entry(entry_id=one, by=person_of(request))
    return state_of(of)


@router.make("/tournaments/{slug}/entries/{entry}/penalties", answers.StateOut)
def deduct(request: HttpRequest, slug: str, entry: schemas.Key, what: requests.Deduction) -> Any:
    """Deduct points from an entry, as the organizer or an arbiter."""
    of, one = _entry(request, slug, entry)
    penalize(entry_id=one, by=person_of(request), points=what.points, reason=what.reason)
    return state_of(of)


def about_substitute(one: SubstituteOffer | Substitution) -> dict[str, Any]:
    """Return what organizers read about a substitute: `id` is that of an invitation without an answer, null else."""
    return {
        "id": one.pk if isinstance(one, SubstituteOffer) else None,
        "tournament": one.entry.tournament.slug,
        "entry": one.entry_id,
        "out": one.out.username,
        "into": one.into.username,
        "match": one.match_id,
        "at": one.at,
    }


@router.make("/tournaments/{slug}/entries/{entry}/substitutes", answers.SubstituteOut)
def substitute(
    request: HttpRequest, slug: str, entry: schemas.Key, new: requests.NewSubstitute
) -> Any:
    """Ask somebody to play instead of a player of the entry, from its next table on or in one `match`.

    The organizer who asks, and people who wait for a place, play without being asked: then `id` is null.
    """
    _of, one = _entry(request, slug, entry)
    out = _player(one, new.out)
    asked: dict[str, Any] = {
        "entry_id": one,
        "out_id": out.pk if out else 0,
        "username": new.into,
        "by": person_of(request),
        "reason": new.reason,
    }
    if new.match is None:
        return about_substitute(substitute_offers.offer(**asked))
    return about_substitute(substitute_offers.offer_match(match_id=new.match, **asked))


@router.pages(
    "/substitutes", answers.SubstituteOut, ordering=("pk",), row=about_substitute, scope=ORGANIZE
)
def substitutes(request: HttpRequest, tournament: str | None = None) -> QuerySet[SubstituteOffer]:
    """Return the invitations to substitute without an answer in tournaments that the token's owner organizes, the oldest
    first; of one tournament.
    """
    rows = substitute_offers.asked_in(organized_by(person_of(request)))
    return rows if tournament is None else rows.filter(entry__tournament__slug=tournament)


@router.undo("/substitutes/{substitute}", None)
def take_substitute_back(request: HttpRequest, substitute: schemas.Key) -> Any:
    """Cancel an invitation to substitute."""
    seen = visible_to(person_of(request))
    offers = SubstituteOffer.objects.filter(pk=substitute, entry__tournament__in=seen)
    found(offers.first())
    substitute_offers.take_back(offer_id=substitute, by=person_of(request))
    return NOTHING


def tournament_of(request: HttpRequest, slug: str) -> Tournament:
    """Return a tournament. Raises Http404 if there is none that the token's owner may see."""
    return found(tournament_for(slug, viewer_of(request)))


def _at_place(act: Callable[..., None], request: HttpRequest, slug: str, entry: schemas.Key) -> Any:
    of = tournament_of(request, slug)
    act(tournament_id=of.pk, place=f"entry:{entry}", by=person_of(request))
    return state_of(of)


def _player(entry: int, name: str) -> User | None:
    """Return an entry's player; somebody without an account by the name that the API gives them."""
    people = User.objects.filter(entry_places__entry=entry)
    by_name = people.filter(by_name=True, folded_name__startswith=fold_name(f"{name} ~"))
    return called(people, name) or by_name.first()


def _entry(request: HttpRequest, slug: str, entry: schemas.Key) -> tuple[Tournament, int]:
    """Return the tournament and the entry's key; 0, which no entry has, unless it is one of the tournament's."""
    of = tournament_of(request, slug)
    keys = of.entries.filter(pk=entry).values_list("pk", flat=True)
    return of, keys.first() or 0
