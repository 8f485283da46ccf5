"""What other apps tell a table about its players. The table can't ask: it stands below them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from spades_site.accounts.models import User, Viewer

RatingLookup = Callable[[Iterable[int], str], dict[int, tuple[int, bool]]]
"""From users' keys and "partnership", "headsup" or "solo" to each one's rating and whether it is provisional."""

_rating_lookup: RatingLookup | None = None

AudienceLookup = Callable[[Viewer | None], Q]
"""From a viewer (None: a visitor) to the condition for those tables of one visibility that they may see."""

_audiences: dict[str, AudienceLookup] = {}


def tell_audience(visibility: str, lookup: AudienceLookup) -> None:
    """Let tables of a visibility be seen by those for whom `lookup` says so."""
    _audiences[visibility] = lookup


def audience(visibility: str, viewer: Viewer | None) -> Q:
    """Return the condition for the tables of a visibility that the viewer may see; none where nobody knows."""
    lookup = _audiences.get(visibility)
    return Q(pk__in=()) if lookup is None else lookup(viewer)


CircleLookup = Callable[[int], dict[str, str]]
"""From a user's key to the circles (leagues) that the user belongs to: by the `ref` of their tables, with their names."""

_circle_lookup: CircleLookup | None = None


def tell_ratings(lookup: RatingLookup) -> None:
    """Have seats show ratings that `lookup` knows."""
    global _rating_lookup
    _rating_lookup = lookup


def ratings_of(users: Iterable[int], pool: str) -> dict[int, tuple[int, bool]]:
    """Return what is known of the users' ratings in the pool; nobody is missing from it who has one."""
    return {} if _rating_lookup is None else _rating_lookup(users, pool)


def tell_circles(lookup: CircleLookup) -> None:
    """Let tables be opened for the circles of people that `lookup` knows."""
    global _circle_lookup
    _circle_lookup = lookup


def circles_of(user: Viewer | None) -> dict[str, str]:
    """Return the circles that a user belongs to, by their tables' `ref`; none for guests and visitors."""
    if _circle_lookup is None or user is None or not user.is_authenticated or user.is_guest:
        return {}
    return _circle_lookup(user.pk)


_block_handlers: dict[str, Callable[..., None]] = {}


def on_block(name: str, handler: Callable[..., None]) -> None:
    """Have `handler(user=…, by=…)` decline what somebody who is blocked (`by`) has sent to `user`."""
    _block_handlers[name] = handler


def blocked(user: User, by: User) -> None:
    """Tell every app that `user` has blocked `by`."""
    for handler in _block_handlers.values():
        handler(user=user, by=by)


@dataclass(frozen=True)
class NextStop:
    """Where somebody goes from a finished match's table.

    `label` is the button's, `url` where it leads: to the next table where `ready`. `at` is when something happens next.
    `final`: nothing more will come, so that it needn't be asked again.
    """

    sentence: str
    label: str
    url: str
    at: datetime | None = None
    ready: bool = False
    final: bool = False


NextLookup = Callable[[str, Viewer], NextStop | None]
"""From a table's `ref` and a user, or a visitor, to where they go when its game is over."""

_next_lookup: NextLookup | None = None


def tell_next(lookup: NextLookup) -> None:
    """Have finished tables lead on to where `lookup` says."""
    global _next_lookup
    _next_lookup = lookup


def next_stop(ref: str, user: Viewer) -> NextStop | None:
    """Return where the user goes from a finished table that was opened for `ref`; None where nobody knows."""
    return None if _next_lookup is None or not ref else _next_lookup(ref, user)


@dataclass(frozen=True)
class Coming:
    """Something that starts soon and may be joined: a tournament. `note` says in words where the viewer stands in it."""

    title: str
    url: str
    starts_at: datetime
    note: str = ""


ComingLookup = Callable[[Viewer], tuple[list[Coming], int]]
"""From a viewer, who may be anonymous, to what starts soon, the next first, and how many there are beside these."""

_coming_lookup: ComingLookup | None = None


def tell_coming(lookup: ComingLookup) -> None:
    """Have the lobby show what starts soon."""
    global _coming_lookup
    _coming_lookup = lookup


def coming_for(user: Viewer) -> tuple[list[Coming], int]:
    """Return what starts soon, for the lobby of `user`, and how many more do."""
    return ([], 0) if _coming_lookup is None else _coming_lookup(user)
