"""A desk's search, filters and orders of people and tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from spades_site.common.folding import fold_name
from tournaments.events.queries.evening import Evening
from tournaments.events.queries.evening_rows import Attendee, OverRow, State, TableRow

SHOWN: Mapping[str, tuple[State, ...]] = {
    "absent": (State.ABSENT, State.ON_THE_WAY),
    "present": (State.PRESENT,),
    "all": tuple(State),
}
"""The filters of the attendance board."""
STATES: Mapping[str, tuple[str | Promise, Callable[[TableRow], bool]]] = {
    "stalled": (_("Stalled"), lambda row: row.is_stalled),
    "paused": (_("Paused"), lambda row: row.paused_at is not None),
    "waiting": (_("Waiting"), lambda row: row.waits),
}
"""The filters of the tables in play, with their labels."""
ORDERS: Mapping[str, tuple[str | Promise, Callable[[TableRow], Any] | None]] = {
    "slowest": (_("Slowest first"), None),
    "number": (_("Table"), lambda row: (row.parts[1:], row.parts)),
    "round": (_("Round"), lambda row: row.parts),
}
"""The orders of the tables in play, with their labels; the evening's tables come in the first one."""


@dataclass(frozen=True)
class Choice:
    """A filter or order on offer: how many rows it leaves, and whether it is the current one."""

    name: str
    label: str | Promise
    count: int
    is_on: bool


@dataclass(frozen=True)
class Asked:
    """A desk's current search, filters and order. A search covers all states, which can then be filtered."""

    words: str
    show: str
    sort: str
    state: str
    order: str
    over: bool

    def people(self, evening: Evening) -> list[Attendee]:
        """Return the people matching the search and the filter."""
        people = [one for one in evening.in_state(*SHOWN[self.show]) if self.finds(one.name)]
        if self.sort == "name":
            people.sort(key=lambda one: fold_name(one.name))
        return people

    def counts(self, evening: Evening) -> dict[str, int]:
        """Return how many people each filter of the attendance board would leave."""
        found = [one.state for one in evening.people if self.finds(one.name)]
        return {name: sum(one in states for one in found) for name, states in SHOWN.items()}

    def tables(self, evening: Evening) -> list[TableRow]:
        """Return the tables in play matching the search and the filter, in the chosen order."""
        tables = [one for one in self._found(evening) if not self.state or self._is_in(one)]
        key = ORDERS[self.order][1]
        return tables if key is None else sorted(tables, key=key)

    def states(self, evening: Evening) -> list[Choice]:
        """Return the filters of the tables in play that match something or are chosen; the first matches all."""
        found = self._found(evening)
        chosen = [
            Choice(name, label, sum(map(fits, found)), name == self.state and not self.over)
            for name, (label, fits) in STATES.items()
        ]
        whole = Choice("", _("In play"), len(found), not self.state and not self.over)
        return [whole, *(one for one in chosen if one.count or one.is_on)]

    def orders(self, evening: Evening) -> list[Choice]:
        """Return the orders of the tables in play; by round only if there are several rounds."""
        several = len({one.parts[0] for one in evening.tables}) > 1
        return [
            Choice(name, label, 0, name == self.order)
            for name, (label, _key) in ORDERS.items()
            if several or name != "round" or name == self.order
        ]

    def finished(
        self, evening: Evening, names: Callable[[OverRow], Sequence[str]]
    ) -> list[OverRow]:
        """Return the matches that ended tonight and match the search, the last first."""
        return [one for one in evening.over if self.finds(one.number, *names(one))]

    def finds(self, *names: str) -> bool:
        """Return whether one of these names matches the search."""
        return any(fold_name(self.words) in fold_name(name) for name in names)

    def _found(self, evening: Evening) -> list[TableRow]:
        return [one for one in evening.tables if self.finds(one.number, *one.sides)]

    def _is_in(self, one: TableRow) -> bool:
        return STATES[self.state][1](one)


def asked_by(query: Mapping[str, str], evening: Evening) -> Asked:
    """Parse the query of a desk's address, ignoring invalid arguments."""
    search = query.get("q", "").strip()[:60]
    show = query.get("show", "")
    if show not in SHOWN:
        narrow = not search and any(one.away for one in evening.people)
        show = "absent" if narrow else "all"
    state, order = query.get("state", ""), query.get("order", "")
    return Asked(
        words=search,
        show=show,
        sort="name" if query.get("sort") == "name" else "urgency",
        state=state if state in STATES else "",
        order=order if order in ORDERS else next(iter(ORDERS)),
        over="over" in query,
    )
