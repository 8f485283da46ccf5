"""Whom staff can name in their forms."""

from collections.abc import Callable

from django.http import Http404

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.people.picking import Circle
from tournaments.leagues.picking import anybody


def anybody_for(right: str) -> Callable[..., Circle]:
    """Return what finds all accounts, for `picks` of a view for staff with this right."""

    def people(request: SignedInRequest, **address: int) -> Circle:
        if not request.user.is_staff or not request.user.has_perm(right):
            raise Http404
        return anybody(request.user)

    return people
