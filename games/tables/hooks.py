"""Functions that higher apps provide, because this app can't import them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from games.engine import RuleSet
from spades_site.accounts.models import User, Viewer
from spades_site.common.people.picking import Circle
from spades_site.common.slots import Listeners, Slot

audiences: defaultdict[str, dict[str, Callable[[Viewer | None], Q]]] = defaultdict(dict)
"""By visibility and app: maps a viewer (None: a visitor) to the condition for the app's tables of that visibility that they
may see.
"""


def audience(visibility: str, viewer: Viewer | None) -> Q:
    """Return the condition for the tables of a visibility that the viewer may see; none if nothing is registered."""
    found = [lookup(viewer) for lookup in audiences[visibility].values()]
    # An empty condition is true of every table, but would vanish beside others.
    return reduce(or_, found, Q(pk__in=())) if all(found) else Q()


ratings_of: Slot[[Iterable[int], str], dict[int, tuple[int, bool]]] = Slot(lambda users, pool: {})
"""Maps users' keys and "partnership", "headsup" or "solo" to each one's rating and whether it is provisional; users without one
may be missing.
"""


circles_of_member: Slot[[int], dict[str, str]] = Slot(lambda user: {})
"""Maps a member's key to the circles (leagues) to which they belong: names by the `ref` of their tables."""


def circles_of(user: Viewer | None) -> dict[str, str]:
    """Return the circles to which a user belongs, by their tables' `ref`; none for guests and visitors."""
    if user is None or not user.is_authenticated or user.is_guest:
        return {}
    return circles_of_member(user.pk)


@dataclass(frozen=True)
class OwnRules:
    """A rule set that a circle (league) keeps: its value in forms, its name and the circle's."""

    key: str
    name: str
    circle: str
    rules: RuleSet


own_rules_of_member: Slot[[int], Sequence[OwnRules]] = Slot(lambda user: ())
"""Maps a member's key to the rule sets that their circles keep."""


def own_rules_of(user: Viewer | None) -> Sequence[OwnRules]:
    """Return the rule sets that a user's circles keep; none for guests and visitors."""
    if user is None or not user.is_authenticated or user.is_guest:
        return ()
    return own_rules_of_member(user.pk)


blocked: Listeners[...] = Listeners()
"""Called when `user` has blocked `by`, to decline what the latter has sent: `blocked(user=…, by=…)`."""


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


to_invite: Slot[[int, User], Circle | None] = Slot(lambda table, by: None)
"""Maps a waiting table's key and one of its players to whom they can invite; leagues know whom one may have met."""


next_stops: dict[str, Callable[[str, Viewer], NextStop | None]] = {}
"""By the kind with which a table's `ref` begins: maps the `ref` and a viewer to where they go when its game is over; None if unknown."""


def next_stop(ref: str, user: Viewer) -> NextStop | None:
    """Return where the user goes from a finished table opened for `ref`; None if unknown."""
    function = next_stops.get(ref.partition(":")[0])
    return function(ref, user) if function else None


@dataclass(frozen=True)
class Upcoming:
    """A tournament that starts soon and can be joined. `note` describes the viewer's status in it."""

    title: str
    url: str
    starts_at: datetime
    note: str = ""


upcoming_for: Slot[[Viewer], tuple[list[Upcoming], int]] = Slot(lambda user: ([], 0))
"""Maps a viewer to what starts soon, for their lobby, the next first, and how many more there are."""


@dataclass(frozen=True)
class Rival:
    """Somebody who is here and whom the viewer can challenge now. `note` says where they stand on what, `url` leads there,
    and a POST to `challenge_url` challenges them.
    """

    name: str
    note: str
    url: str
    challenge_url: str


rivals_of: Slot[[Viewer], list[Rival]] = Slot(lambda user: [])
"""Maps a viewer to those whom they can challenge now, for their lobby."""


@dataclass(frozen=True)
class Control:
    """An arbiter's action at a match's table: a link to a page that asks for confirmation."""

    label: str
    url: str


controls_at: Slot[[int, Viewer], list[Control]] = Slot(lambda table, viewer: [])
"""Maps a match's table in play and a viewer to the viewer's controls as its arbiter; none for anybody else."""


@dataclass(frozen=True)
class Mark:
    """A marked place in a replay: the hand, the step, a class for its colour, and a text."""

    hand: int
    step: int
    kind: str
    text: str


marks_at: Slot[[int, Sequence[str]], list[Mark]] = Slot(lambda table, names: [])
"""Maps a table's key and its seats' names to the marks in its replay. The caller must check that the viewer may see it."""


at_match: Slot[[HttpRequest, HttpResponse], None] = Slot(lambda request, answer: None)
"""Called with the page of a match's table on its way to one of its players."""
