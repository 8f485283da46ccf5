"""Lines of the log that might be undone, and the definition of how to undo them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.dateparse import parse_datetime

from spades_site.accounts.models import User
from spades_site.common.forms import key_of
from spades_site.common.models import AuditEntry
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.models import Tournament
from tournaments.events.queries.evening import Evening


@dataclass(frozen=True)
class Lines:
    """Lines of the log that are undone in the same way, their tournaments, and a function that loads their evening."""

    entries: Sequence[AuditEntry]
    tournaments: Sequence[Tournament]
    get_evening: Callable[[], Evening]

    @property
    def evening(self) -> Evening:
        """Return attendance and tables in play, loaded lazily because it takes several queries."""
        return self.get_evening()

    @property
    def under_way(self) -> list[Tournament]:
        """Return the tournaments that are under way."""
        return [one for one in self.tournaments if one.status in UNDER_WAY]

    def with_number(self, name: str, found: Collection[int]) -> frozenset[int]:
        """Return the keys of the lines whose data has one of these numbers under `name`."""
        return frozenset(one.pk for one in self.entries if number(one, name) in found)

    def where(self, holds: Callable[[AuditEntry, Evening], bool]) -> frozenset[int]:
        """Return the keys of the lines for which `holds` is true this evening."""
        return frozenset(one.pk for one in self.entries if holds(one, self.evening))


@dataclass(frozen=True)
class Undo:
    """How lines of the log are undone. `still` returns the keys of those that can be, in a constant number of queries;
    `act` undoes one, checking again under its lock. `judges`: arbiters who decide about the match may undo it too.
    """

    still: Callable[[Lines], frozenset[int]]
    act: Callable[[AuditEntry, Tournament, User], object]
    judges: bool = False


KEYS = (
    *("entry", "entries", "single", "place", "table", "at", "version"),
    *("substitution", "offer", "penalty", "apart", "guest"),
)


def thing_of(entry: AuditEntry) -> tuple[str, ...]:
    """Return a key for the object of a line, equal for lines about the same object."""
    return (entry.subject, *(str(entry.data.get(name, "")) for name in KEYS))


def number(entry: AuditEntry, name: str) -> int:
    """Return the key stored under `name` in a line's data; 0 if there is none."""
    return key_of(str(entry.data.get(name, "")))


def moment(entry: AuditEntry, name: str) -> datetime | None:
    """Return the time stored under `name` in a line's data."""
    return parse_datetime(str(entry.data.get(name, "")))


def tournament_of(entry: AuditEntry) -> int:
    """Return the key of the tournament that a line of the log concerns; 0 if it concerns something else."""
    model, _colon, key = entry.subject.partition(":")
    return key_of(key) if model == "tournament" else 0


def match_of(entry: AuditEntry) -> int:
    """Return the key of the match that a line of the log is about; 0 if it is about none."""
    if not entry.subject.startswith("match:"):
        return 0
    return key_of(entry.subject.partition(":")[2])
