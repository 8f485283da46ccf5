"""Requests whose further attributes views rely on. The classes are types only: no request is ever made of them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from spades_site.accounts.models import User


class HtmxRequest(HttpRequest):
    """A request of which the view asks whether htmx made it."""

    htmx: HtmxDetails


class SignedInRequest(HtmxRequest):
    """A request behind `login_required`: its user is no visitor."""

    user: User


def person_of(request: HttpRequest) -> User:
    """Return who made the request, where a visitor can't have: what acts is reached by people who are signed in only."""
    assert isinstance(request.user, User)
    return request.user
