"""Which lines of the log can be undone now, and undoing one.

The desk, the messages after an action, the tournament's history and its log all use this. A line can be undone while
its effect still holds; the function that undoes it checks this again under its lock.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tournaments.events.models import Tournament
from tournaments.events.queries.evening import Evening, evening_of
from tournaments.organizer.undo import of_entries, of_matches, of_the_evening, of_the_tournament
from tournaments.organizer.undo.lines import Lines, Undo, thing_of

UNDOS: dict[str, Undo] = {
    **of_entries.UNDOS,
    **of_matches.UNDOS,
    **of_the_evening.UNDOS,
    **of_the_tournament.UNDOS,
}
"""How lines of the log are undone, by their verbs."""


def undoable(
    entries: Iterable[AuditEntry],
    tournaments: Sequence[Tournament],
    get_evening: Callable[[], Evening] | None = None,
) -> frozenset[int]:
    """Return the keys of the lines that can be undone, in a constant number of queries; `get_evening` is for pages that
    have loaded the evening anyway.
    """
    ways: dict[Undo, dict[object, AuditEntry]] = defaultdict(dict)
    for one in sorted(entries, key=lambda entry: entry.pk):
        if one.verb in UNDOS:
            # Of repeated actions on the same object, only the newest line can be undone.
            ways[UNDOS[one.verb]][thing_of(one)] = one
    evening = get_evening or cache(lambda: evening_of(tournaments, now()))
    found = (
        how.still(Lines([*lines.values()], tournaments, evening)) for how, lines in ways.items()
    )
    return frozenset[int]().union(*found)


def undo(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    """Undo a line of the log with a verb in `UNDOS`. Raises Refused like the undoing function."""
    UNDOS[entry.verb].act(entry, tournament, by)
