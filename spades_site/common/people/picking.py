"""The person picker: who can be named in a form, as its user may know them, before the form is sent.

A view names its `Circle` with `picks`, or an `Action` by `people`; it is found by the address to which the form goes, and by
nobody who may not act there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest
from django.urls import resolve

SHOWN = 8
"""How many people are suggested while somebody types."""
LISTED = 30
"""How many the list for browsers without JavaScript has."""


@dataclass(frozen=True)
class Candidate:
    """A person who could be named: what is known of them, and why the form would be refused; both may be ""."""

    name: str
    about: str = ""
    why_not: str = ""

    @property
    def words(self) -> str:
        """Return what the list says after the name."""
        return self.why_not or self.about


class Circle(Protocol):
    """The people who can be named in a form."""

    def candidates(self, text: str, most: int) -> list[Candidate]:
        """Return at most `most` people whose name contains `text`, those who can be taken first. A constant number of
        queries.
        """
        ...


def picks[View: Callable[..., Any]](people: Callable[..., Circle]) -> Callable[[View], View]:
    """Name the circle of a view's form: `people` gets the request and the address's values, and raises Http404 where
    its user may not act.
    """

    def decorate(view: View) -> View:
        view.people = people  # type: ignore[attr-defined]
        return view

    return decorate


def circle_at(request: HttpRequest, address: str) -> Circle:
    """Return the circle of the form that goes to this address. Raises Http404 if there is none that the user may use."""
    if not request.user.is_authenticated or request.user.is_guest:
        raise Http404
    match = resolve(urlsplit(address).path)
    people = getattr(match.func, "people", None)
    if people is None:
        raise Http404
    circle: Circle = people(request, **match.kwargs)
    return circle
