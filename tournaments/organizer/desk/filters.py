"""What a desk is asked to show: whom and which tables its search and its filters leave, and in which order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
"""The filters of the tables in play, with their words."""
ORDERS: Mapping[str, tuple[str | Promise, Callable[[TableRow], Any] | None]] = {
    "slowest": (_("Slowest first"), None),
    "number": (_("Table"), lambda row: (row.parts[1:], row.parts)),
    "round": (_("Round"), lambda row: row.parts),
}
"""The orders of the tables in play, with their words; the evening has them in the first."""


@dataclass(frozen=True)
class Choice:
    """A filter or an order that can be chosen: how many rows it leaves, and whether it is the present one."""

    name: str
    label: str | Promise
    count: int
    is_on: bool


@dataclass(frozen=True)
class Asked:
    """What a desk is asked to show. A search looks in all states, of which one can then be chosen."""

    words: str
    show: str
    sort: str
    state: str
    order: str
    over: bool

    def people(self, evening: Evening) -> list[Attendee]:
        """Return the people whom the search and the filter leave, in the order asked for."""
        people = [one for one in evening.in_state(*SHOWN[self.show]) if self.finds(one.name)]
        if self.sort == "name":
            people.sort(key=lambda one: one.name.casefold())
        return people

    def counts(self, evening: Evening) -> dict[str, int]:
        """Return how many people each filter of the board would leave."""
        found = [one.state for one in evening.people if self.finds(one.name)]
        return {name: sum(one in states for one in found) for name, states in SHOWN.items()}

    def tables(self, evening: Evening) -> list[TableRow]:
        """Return the tables in play that the search and the filter leave, in the order asked for."""
        tables = [one for one in self._found(evening) if not self.state or self._is_in(one)]
        key = ORDERS[self.order][1]
        return tables if key is None else sorted(tables, key=key)

    def states(self, evening: Evening) -> list[Choice]:
        """Return the filters of the tables in play that leave any, or are chosen; the first leaves all."""
        found = self._found(evening)
        chosen = [
            Choice(name, label, sum(map(fits, found)), name == self.state and not self.over)
            for name, (label, fits) in STATES.items()
        ]
        whole = Choice("", _("In play"), len(found), not self.state and not self.over)
        return [whole, *(one for one in chosen if one.count or one.is_on)]

    def orders(self, evening: Evening) -> list[Choice]:
        """Return the orders of the tables in play, that by round only where there are several."""
        several = len({one.parts[0] for one in evening.tables}) > 1
        return [
            Choice(name, label, 0, name == self.order)
            for name, (label, _key) in ORDERS.items()
            if several or name != "round" or name == self.order
        ]

    def finished(
        self, evening: Evening, names: Callable[[OverRow], Sequence[str]]
    ) -> list[OverRow]:
        """Return the matches that ended tonight and that the search leaves, the last first."""
        return [one for one in evening.over if self.finds(one.number, *names(one))]

    def finds(self, *names: str) -> bool:
        """Return whether the search leaves what has one of these names."""
        return any(self.words.casefold() in name.casefold() for name in names)

    def _found(self, evening: Evening) -> list[TableRow]:
        return [one for one in evening.tables if self.finds(one.number, *one.sides)]

    def _is_in(self, one: TableRow) -> bool:
        return STATES[self.state][1](one)


def asked_by(query: Mapping[str, str], evening: Evening) -> Asked:
    """Return what the arguments of a desk's address ask for; what can't be understood is left out."""
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
