"""What a viewer may know of games whose deals other tables still play.

Who plays at a table knows what happens there. Anybody else, organizers too, knows who meets whom and which matches are
forfeited; a table that is over looks to them exactly like one in play, until the deals are public. Only the organizers'
desk and dashboard, by which an evening is run, say which tables are over and which matches wait for a decision.
"""

from collections.abc import Iterable, MutableMapping
from functools import cached_property

from spades_site.accounts.models import Viewer
from tournaments.events.core.permissions import may_arbitrate
from tournaments.events.models import Match, MatchTable, Result, Tournament


class Knowledge:
    """What the viewer may know of a tournament's games; asks the database only once deals are in play.

    `differs`: whether a table asked about was closed, so that its players know more than others. `arbitrates`: whether
    the viewer decides about results; None: ask the database.
    """

    def __init__(
        self, viewer: Viewer, tournament: Tournament, arbitrates: bool | None = None
    ) -> None:
        self.viewer, self.tournament = viewer, tournament
        self.differs, self._decides = False, arbitrates

    def covers(self, match: Match) -> bool:
        """Return whether the viewer may know everything of a match, loaded `with_tables`."""
        return all(map(self._covers_table, match.counting))

    def hide(self, matches: Iterable[Match], results: MutableMapping[int, Result]) -> None:
        """Take what the viewer may not know out of loaded matches, and out of their current results by key."""
        for match in matches:
            if not self.covers(match):
                self._hide(match, results)

    def _hide(self, match: Match, results: MutableMapping[int, Result]) -> None:
        result = results.get(match.pk)
        if result is None or result.kind == Result.Kind.PLAYED:
            results.pop(match.pk, None)
            waits = match.status == Match.Status.UNDECIDED and self._arbitrates
            if match.status != Match.Status.DRAWN and not waits:
                match.status = Match.Status.PLAYING
        for at in match.counting:
            if not self._covers_table(at):
                _hide_game(at, in_play=match.status == Match.Status.PLAYING)

    def _covers_table(self, at: MatchTable) -> bool:
        if at.table is None or not at.table.is_closed:
            return True
        self.differs = True
        return at.pk in self._own_tables

    @cached_property
    def _arbitrates(self) -> bool:
        return (
            may_arbitrate(self.viewer, self.tournament) if self._decides is None else self._decides
        )

    @cached_property
    def _own_tables(self) -> frozenset[int]:
        if not self.viewer.is_authenticated:
            return frozenset()
        mine = MatchTable.objects.filter(
            match__tournament=self.tournament, table__seats__user=self.viewer
        )
        return frozenset(mine.values_list("pk", flat=True))


def _hide_game(at: MatchTable, *, in_play: bool) -> None:
    """Make a loaded table look as it did before anything was played."""
    assert at.table is not None
    at.over, at.hands, at.table.result, at.table.rating_changes = False, 0, None, None
    vars(at).setdefault("_prefetched_objects_cache", {})["scores"] = at.scores.none()
    if in_play and at.table.is_over:
        at.table.status, at.table.finished_at = at.table.Status.PLAYING, None
