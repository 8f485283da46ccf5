"""Functions that higher apps register here, because this app can't import them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from spades_site.accounts.models import User, Viewer

RatingLookup = Callable[[Iterable[int], str], dict[int, tuple[int, bool]]]
"""Maps users' keys and "partnership", "headsup" or "solo" to each one's rating and whether it is provisional."""

_rating_lookup: RatingLookup | None = None

AudienceLookup = Callable[[Viewer | None], Q]
"""Maps a viewer (None: a visitor) to the condition for the tables of one visibility that they may see."""

_audiences: dict[str, AudienceLookup] = {}


def provide_audience(visibility: str, lookup: AudienceLookup) -> None:
    """Register the `lookup` that decides who may see tables of a visibility."""
    _audiences[visibility] = lookup


def audience(visibility: str, viewer: Viewer | None) -> Q:
    """Return the condition for the tables of a visibility that the viewer may see; none if nothing is registered."""
    lookup = _audiences.get(visibility)
    return Q(pk__in=()) if lookup is None else lookup(viewer)


CircleLookup = Callable[[int], dict[str, str]]
"""Maps a user's key to the circles (leagues) to which the user belongs: names by the `ref` of their tables."""

_circle_lookup: CircleLookup | None = None


def provide_ratings(lookup: RatingLookup) -> None:
    """Register the `lookup` for the ratings that seats show."""
    global _rating_lookup
    _rating_lookup = lookup


def ratings_of(users: Iterable[int], pool: str) -> dict[int, tuple[int, bool]]:
    """Return the users' ratings in the pool; users without one may be missing."""
    return {} if _rating_lookup is None else _rating_lookup(users, pool)


def provide_circles(lookup: CircleLookup) -> None:
    """Register the `lookup` for the circles of people for which tables can be opened."""
    global _circle_lookup
    _circle_lookup = lookup


def circles_of(user: Viewer | None) -> dict[str, str]:
    """Return the circles to which a user belongs, by their tables' `ref`; none for guests and visitors."""
    if _circle_lookup is None or user is None or not user.is_authenticated or user.is_guest:
        return {}
    return _circle_lookup(user.pk)


_block_handlers: dict[str, Callable[..., None]] = {}


def on_block(name: str, handler: Callable[..., None]) -> None:
    """Register `handler(user=…, by=…)` to decline what a blocked person (`by`) has sent to `user`."""
    _block_handlers[name] = handler


def blocked(user: User, by: User) -> None:
    """Notify every app that `user` has blocked `by`."""
    for handler in _block_handlers.values():
        handler(user=user, by=by)


@dataclass(frozen=True)
class NextStop:
    """Where a player goes from a finished match's table.

    `label` is the button's text and `url` its address: the next table if `ready`. `at` is when something happens next.
    `final` means that the answer won't change, so clients needn't ask again.
    """

    sentence: str
    label: str
    url: str
    at: datetime | None = None
    ready: bool = False
    final: bool = False


NextLookup = Callable[[str, Viewer], NextStop | None]
"""Maps a table's `ref` and a viewer to where they go when its game is over."""

_next_lookup: NextLookup | None = None


def provide_next_stop(lookup: NextLookup) -> None:
    """Register the `lookup` for next stops."""
    global _next_lookup
    _next_lookup = lookup


def next_stop(ref: str, user: Viewer) -> NextStop | None:
    """Return where the user goes from a finished table opened for `ref`; None if unknown."""
    return None if _next_lookup is None or not ref else _next_lookup(ref, user)


@dataclass(frozen=True)
class Upcoming:
    """A tournament that starts soon and can be joined. `note` describes the viewer's status in it."""

    title: str
    url: str
    starts_at: datetime
    note: str = ""


ComingLookup = Callable[[Viewer], tuple[list[Upcoming], int]]
"""Maps a viewer to what starts soon, the next first, and how many more there are."""

_coming_lookup: ComingLookup | None = None


def provide_upcoming(lookup: ComingLookup) -> None:
    """Register the `lookup` for what starts soon, which the lobby shows."""
    global _coming_lookup
    _coming_lookup = lookup


def upcoming_for(user: Viewer) -> tuple[list[Upcoming], int]:
    """Return what starts soon, for the lobby of `user`, and how many more there are."""
    return ([], 0) if _coming_lookup is None else _coming_lookup(user)


@dataclass(frozen=True)
class Control:
    """An arbiter's action at a match's table: a link to a page that asks for confirmation."""

    label: str
    url: str


ControlsLookup = Callable[[int, Viewer], list[Control]]
"""Maps a match's table in play and a viewer to the viewer's controls as its arbiter; none for anybody else."""

_controls_lookup: ControlsLookup | None = None


def provide_controls(lookup: ControlsLookup) -> None:
    """Register the `lookup` for arbiters' controls."""
    global _controls_lookup
    _controls_lookup = lookup


def controls_at(table_id: int, viewer: Viewer) -> list[Control]:
    """Return the viewer's controls as the arbiter of a match's table."""
    return [] if _controls_lookup is None else _controls_lookup(table_id, viewer)


@dataclass(frozen=True)
class Mark:
    """A marked place in a replay: the hand, the step, a class for its colour, and a text."""

    hand: int
    step: int
    kind: str
    text: str


MarksLookup = Callable[[int, Sequence[str]], list[Mark]]
"""Maps a table's key and its seats' names to the marks in its replay."""

_marks_lookup: MarksLookup | None = None


def provide_marks(lookup: MarksLookup) -> None:
    """Register the `lookup` for marks in replays."""
    global _marks_lookup
    _marks_lookup = lookup


def marks_at(table_id: int, names: Sequence[str]) -> list[Mark]:
    """Return the marks in a table's replay. The caller must check that the viewer may see it."""
    return [] if _marks_lookup is None else _marks_lookup(table_id, names)


_at_match: Callable[[HttpRequest, HttpResponse], None] | None = None


def provide_at_match(handler: Callable[[HttpRequest, HttpResponse], None]) -> None:
    """Register the `handler` for responses with the page of a match's table, sent to its players."""
    global _at_match
    _at_match = handler


def shown_to_player(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Pass the page of a match's table, on its way to a player, through the registered handler."""
    if _at_match is not None:
        _at_match(request, answer)
    return answer
