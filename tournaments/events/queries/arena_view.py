"""What a tournament's page shows of an arena: who waits, until when it pairs, and what the viewer can do there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.events.core.arena import IN_PLAY, is_over
from tournaments.events.models import Entry, Match, Round, Tournament


@dataclass(frozen=True)
class ArenaView:
    """An arena in play. `free` are the entries that wait, the longest wait first, `paused` those that don't want to be
    paired. `mine` is the viewer's entry in it, None without one.
    """

    until: datetime
    is_over: bool
    free: list[Entry]
    paused: list[Entry]
    mine: Entry | None = None

    @property
    def may(self) -> str:
        """Return what the viewer can do: "pause", "ready", or nothing ("")."""
        if self.mine is None or self.is_over:
            return ""
        return "ready" if self.mine.paused else "pause"


def arena_of(
    tournament: Tournament,
    matches: Iterable[Match],
    entries: Iterable[Entry],
    mine: Entry | None,
    at: datetime,
) -> ArenaView | None:
    """Return the view of the arena that is in play, from the loaded rows of its tournament; None if there is none."""
    matches = list(matches)
    rounds = [match.round for match in matches]
    round_ = next(
        (one for one in rounds if one.pairs_until and one.status == Round.Status.PLAYING), None
    )
    if round_ is None or round_.pairs_until is None:
        return None
    met = {entry.pk for match in matches if match.round_id == round_.pk for entry in match.entries}
    # Everybody else was eliminated before, or waits for the next step.
    here = [
        entry
        for entry in entries
        if entry.status in Entry.LIVE
        and (entry.pk in met or entry.free_since is not None or entry.paused)
    ]
    free = [entry for entry in here if entry.free_since is not None]
    free.sort(key=lambda entry: (entry.free_since, entry.pk))
    over = is_over(tournament, round_, at)
    left = [match for match in matches if match.status in IN_PLAY]
    playing = {entry.pk for match in left for entry in match.entries}
    return ArenaView(
        round_.pairs_until,
        over,
        [] if over else free,
        [] if over else [entry for entry in here if entry.paused and entry.pk not in playing],
        mine if mine in here else None,
    )
