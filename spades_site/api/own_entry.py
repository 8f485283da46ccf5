"""What people and bot accounts do with their own entry of a tournament."""

from typing import Any

from django.http import HttpRequest

from spades_site.accounts.tokens.scopes import ENTER
from spades_site.api import requests, schemas
from spades_site.api.entries import tournament_of
from spades_site.api.site import Routes, found, person_of
from spades_site.common.folding import fold_name
from tournaments.events.actions import entering
from tournaments.events.models import Entry, PartnerInvitation, Single, Tournament

router = Routes(tags=["tournaments"])
ADDRESS = "/tournaments/{slug}/own-entry"


@router.read(ADDRESS, schemas.OwnEntryOut, scope=ENTER)
def own_entry(request: HttpRequest, slug: str) -> Any:
    """Return the token's owner's entry, and who asks them to be their partner."""
    return _state(request, tournament_of(request, slug))


@router.make(ADDRESS, schemas.OwnEntryOut, scope=ENTER)
def enter(request: HttpRequest, slug: str, new: requests.OwnEntry) -> Any:
    """Enter a tournament with a partner, who is asked; without one, alone. A bot account can where the tournament allows it."""
    of = tournament_of(request, slug)
    entering.enter(
        tournament_id=of.pk,
        user=person_of(request),
        partner=new.partner or "",
        alone=new.partner is None,
    )
    return _state(request, of)


@router.undo(ADDRESS, schemas.OwnEntryOut, scope=ENTER)
def withdraw(request: HttpRequest, slug: str) -> Any:
    """Withdraw."""
    of = tournament_of(request, slug)
    entering.withdraw(tournament_id=of.pk, user=person_of(request))
    return _state(request, of)


@router.act(f"{ADDRESS}/check-in", schemas.OwnEntryOut, scope=ENTER)
def check_own_entry_in(request: HttpRequest, slug: str) -> Any:
    """Check in. Doing so twice changes nothing."""
    of = tournament_of(request, slug)
    entering.check_in(tournament_id=of.pk, user=person_of(request))
    return _state(request, of)


@router.act(f"{ADDRESS}/acceptance", schemas.OwnEntryOut, scope=ENTER)
def accept_partner(request: HttpRequest, slug: str, asked: requests.Asked) -> Any:
    """Become the partner of somebody who asks."""
    of = tournament_of(request, slug)
    entering.accept_invitation(
        invitation_id=_invitation(request, of, asked.by), user=person_of(request)
    )
    return _state(request, of)


@router.act(f"{ADDRESS}/refusal", schemas.OwnEntryOut, scope=ENTER)
def decline_partner(request: HttpRequest, slug: str, asked: requests.Asked) -> Any:
    """Decline to be the partner of somebody who asks."""
    of = tournament_of(request, slug)
    entering.decline_invitation(
        invitation_id=_invitation(request, of, asked.by), user=person_of(request)
    )
    return _state(request, of)


def _invitation(request: HttpRequest, of: Tournament, name: str) -> int:
    """Return the key of the open invitation from somebody. Raises Http404 if there is none."""
    wanted = fold_name(name)
    return found(
        next(
            (one.pk for one in _asked(request, of) if fold_name(one.from_user.username) == wanted),
            None,
        )
    )


def _asked(request: HttpRequest, of: Tournament) -> list[PartnerInvitation]:
    rows = PartnerInvitation.objects.filter(
        to_user=person_of(request), entry__tournament=of, status=PartnerInvitation.Status.SENT
    )
    return list(rows.select_related("from_user").order_by("pk"))


def _state(request: HttpRequest, of: Tournament) -> dict[str, Any]:
    by = person_of(request)
    entry = Entry.objects.filter(tournament=of, players__user=by, players__active=True).first()
    single = of.singles.filter(user=by, status__in=Single.TAKING_PART).first()
    place = entry or single
    return {
        "tournament": of.slug,
        "entry": None if entry is None else entry.pk,
        "name": "" if place is None else place.name,
        "status": "" if place is None else str(place.status),
        "asked_by": [one.from_user.username for one in _asked(request, of)],
    }
