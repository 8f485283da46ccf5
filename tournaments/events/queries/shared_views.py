"""Views of large tournaments: what is the same for everybody is kept by each process, and each viewer's own part is added.

A kept view contains nothing of any person who looks: it is built for a visitor with the rights of its viewers (none,
arbiter, organizer), in their language. While tables with shared deals are in play, their players know more than others; they get a view of their own.
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q
from django.utils.translation import get_language

from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from spades_site.common.server import precedence
from tournaments.events.core.knowledge import Knowledge
from tournaments.events.core.permissions import Rights, may_arbitrate, rights_of
from tournaments.events.entries.waiting import in_order, waits
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    MatchTable,
    Round,
    Single,
    Tournament,
)
from tournaments.events.queries.loading import Loaded
from tournaments.events.queries.match_lines import of_entries
from tournaments.events.queries.selectors import of_one_moment, tournament_view
from tournaments.events.queries.tournament_next import next_of
from tournaments.events.queries.view_models import RoundView, TournamentView

LARGE = 65
"""From so many drawn entries on, views are kept. Smaller tournaments are quicker to load than to keep right."""
KEPT = 6
"""Views kept by a process."""
SHARE = 25
"""While matches end one after another, a view is shown for so many times as long as building it took."""
OLDEST = 300.0
"""Seconds after which a view is built anew although the tournament has the same version: people may have new names."""

Key = tuple[int, Rights, str]


@dataclass
class SharedView:
    """A view without a viewer. `shape` is which rounds there are and how far they are; `parts` are rendered parts of pages,
    kept as long as the view.
    """

    version: int
    shape: str
    view: TournamentView
    loaded: Loaded
    took: float
    built_at: float
    parts: dict[Any, str] = field(default_factory=dict)

    def fits(self, tournament: Tournament, shape: str, *, exactly: bool) -> bool:
        """Return whether it may still be shown."""
        age = time.monotonic() - self.built_at
        # It may be newer than what a replica says.
        if self.version >= tournament.version:
            return age < OLDEST
        return not exactly and self.shape == shape and age < SHARE * self.took


_views: OrderedDict[Key, SharedView] = OrderedDict()
_building: dict[Key, threading.Lock] = {}
_lock = threading.Lock()


def view_for(
    tournament: Tournament, user: Viewer, at: datetime | None = None
) -> tuple[TournamentView, SharedView | None]:
    """Return the tournament's view for the user, and the kept view in it, if there is one.

    Results of a round in play may be missing for some seconds, except for those who decide about them.
    """
    at = at or now()
    drawn = _drawn(tournament)
    if drawn < LARGE:
        return tournament_view(tournament, user, at), None
    rights = rights_of(user, tournament)
    shared = _shared(tournament, rights, at, _shape_of(tournament, drawn))
    if shared.loaded.knowledge.differs and _sits_somewhere(user, tournament):
        return tournament_view(tournament, user, at), None
    return _OwnPart(shared.loaded, tournament, user, at, rights).added_to(shared.view), shared


def still_shows(tournament: Tournament, user: Viewer, version: str) -> bool:
    """Return whether the user's page, which shows this version of a large tournament's shared view, needn't be loaded again
    yet. Those who decide about results see them at once.
    """
    found = _views.get((tournament.pk, Rights(), get_language() or ""))
    if found is None or str(found.version) != version or may_arbitrate(user, tournament):
        return False
    return found.fits(tournament, _shape_of(tournament, _drawn(tournament)), exactly=False)


def forget() -> None:
    """Drop all kept views."""
    with _lock:
        _views.clear()


def _sits_somewhere(user: Viewer, tournament: Tournament) -> bool:
    own = MatchTable.objects.filter(match__tournament=tournament, table__seats__user=user.pk or 0)
    return user.is_authenticated and own.exists()


def _drawn(tournament: Tournament) -> int:
    return tournament.entries.filter(seed_no__isnull=False).count()


def _shape_of(tournament: Tournament, drawn: int) -> str:
    rounds = tournament.rounds.order_by("number").values_list("number", "status", "draw_no")
    known = (f"{number}{status}{draw}" for number, status, draw in rounds)
    return ":".join([tournament.status, str(drawn), *known])


def _shared(tournament: Tournament, rights: Rights, at: datetime, shape: str) -> SharedView:
    key, exactly = (tournament.pk, rights, get_language() or ""), rights.arbitrates
    with _lock:
        kept = _views.get(key)
        if kept is not None and kept.fits(tournament, shape, exactly=exactly):
            _views.move_to_end(key)
            return kept
        building = _building.setdefault(key, threading.Lock())
    # Of many who come at once, one builds it; the others don't hold its turn up.
    with precedence.aside():
        building.acquire()
    try:
        kept = _views.get(key)
        if kept is None or not kept.fits(tournament, shape, exactly=exactly):
            kept = _build(tournament, rights, at, shape)
            with _lock:
                _views[key] = kept
                _views.move_to_end(key)
                while len(_views) > KEPT:
                    _views.popitem(last=False)
    finally:
        building.release()
    return kept


def _build(tournament: Tournament, rights: Rights, at: datetime, shape: str) -> SharedView:
    begun = time.thread_time()

    def load() -> tuple[Loaded, TournamentView]:
        loaded = Loaded(tournament, AnonymousUser(), at, rights=rights)
        return loaded, loaded.view()

    loaded, view = of_one_moment(tournament, load)
    took = time.thread_time() - begun
    return SharedView(tournament.version, shape, view, loaded, took, time.monotonic())


class _OwnPart(Loaded):
    """A viewer's own rows, with everything else from what was loaded for everybody."""

    def __init__(
        self, shared: Loaded, tournament: Tournament, user: Any, at: datetime, rights: Rights
    ) -> None:
        self.tournament, self.user, self.at, self.only = tournament, user, at, {}
        self._rights = rights
        mine, alone = self._mine_stored()
        self.entries = [*({entry.pk: entry for entry in shared.entries} | mine).values()]
        self.singles = [*({one.pk: one for one in shared.singles} | alone).values()]
        self.by_key = {entry.pk: entry for entry in self.entries}
        self.players = shared.players | {
            key: [place.user for place in entry.players.all()] for key, entry in mine.items()
        }
        places: list[Entry | Single] = [*self.entries, *self.singles]
        self.waiting = in_order(place for place in places if waits(place))
        self.knowledge = Knowledge(user, tournament, rights.arbitrates)
        self.my_entry = self._first_of(mine.values())
        self.stages = shared.stages
        self.results = {}
        self.matches = self._own_matches()
        self.my_tables = self._my_tables()

    def _mine_stored(self) -> tuple[dict[int, Entry], dict[int, Single]]:
        if not self.user.is_authenticated:
            return {}, {}
        places = EntryPlayer.objects.filter(tournament=self.tournament, user=self.user)
        led = Q(captain=self.user) | Q(vice_captain=self.user)
        mine = self.tournament.entries.filter(Q(pk__in=places.values("entry")) | led)
        everybody = Prefetch("players", EntryPlayer.objects.select_related("user"))
        alone = self.tournament.singles.filter(user=self.user).select_related("user")
        return (
            {entry.pk: entry for entry in mine.prefetch_related(everybody)},
            {one.pk: one for one in alone},
        )

    def _own_matches(self) -> list[Match]:
        if not self.user.is_authenticated:
            return []
        entries = [] if self.my_entry is None else [self.my_entry.pk]
        own = Q(of_entries(entries)) | Q(line_up__user=self.user)
        # Of earlier rounds, what everybody sees is enough.
        ahead = ~Q(round__status=Round.Status.DONE) | ~Q(status=Match.Status.DONE)
        found = self.tournament.matches.filter(own, ahead)
        keys = list(found.order_by().values_list("pk", flat=True).distinct())
        if not keys:
            return []
        self.only = {"pk__in": keys}
        return self._matches()

    def added_to(self, view: TournamentView) -> TournamentView:
        """Return the shared view as this viewer sees it."""
        own = self.rounds()
        lines = {line.match.pk: line for each in own for line in each.matches}
        rounds = [_with_lines(each, lines) for each in view.rounds]
        stages, mine = view.stages, self.my_entry
        if mine is not None:
            stages = [stage.seen_by(mine) for stage in stages]
        present = stages[-1] if stages else None
        return replace(
            view,
            tournament=self.tournament,
            next=next_of(self.tournament, [each.round for each in rounds], self.at),
            rounds=rounds,
            current=next((each for each in rounds if each.round == _current(view)), None),
            standings=present.tables[0].rows if present and len(present.tables) == 1 else [],
            mine=self.mine(own, view.places_taken),
            bracket=present.bracket if present else None,
            arena=view.arena and replace(view.arena, mine=self._in_arena()),
            stages=stages,
        )

    def _in_arena(self) -> Entry | None:
        mine = self.my_entry
        if mine is None or mine.status not in Entry.LIVE:
            return None
        met = any(match.round.pairs_until for match in self.matches)
        return mine if met or mine.free_since is not None or mine.paused else None


def _current(view: TournamentView) -> Any:
    return None if view.current is None else view.current.round


def _with_lines(each: RoundView, lines: dict[int, Any]) -> RoundView:
    """Return a round with the viewer's own lines in their places."""
    if not any(line.match.pk in lines for line in each.matches):
        return each
    return replace(each, matches=[lines.get(line.match.pk, line) for line in each.matches])
