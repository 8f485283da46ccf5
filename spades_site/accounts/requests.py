"""Types of requests with the attributes that views rely on. They are never instantiated."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from spades_site.accounts.models import User


class HtmxRequest(HttpRequest):
    """A request with `htmx`, for views that need to know whether htmx made it."""

    htmx: HtmxDetails


class SignedInRequest(HtmxRequest):
    """A request behind `login_required`: its user is a person, not a visitor."""

    user: User


def person_of(request: HttpRequest) -> User:
    """Return the user of a request that only signed-in people can make."""
    assert isinstance(request.user, User)
    return request.user
