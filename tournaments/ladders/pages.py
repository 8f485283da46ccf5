"""What a ladder's pages show, each in a constant number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from operator import attrgetter

from django.db.models import Prefetch, Q, QuerySet

from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.formats.ladder import rewound
from tournaments.ladders.challenges import READY_FOR, Chances, chances
from tournaments.ladders.core import live_of
from tournaments.ladders.here import Present, who_is_here
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderPlayer, LadderStep
from tournaments.leagues.models import Membership

WEEK = timedelta(days=7)
SAID_ABOVE = frozenset({"ladder_frozen", "out_of_reach", "has_challenge", "yourself"})
"""Why not to challenge, where the page says it once for all rungs."""


@dataclass(frozen=True)
class Rung:
    """One rung as the viewer sees it."""

    entry: LadderEntry
    people: Sequence[User]
    mine: bool
    made: Challenge | None
    received: Challenge | None
    gained: int = 0
    """Rungs gained in the last week; negative: lost."""
    is_new: bool = False
    """Whether it wasn't on the ladder a week ago."""
    here: bool = False
    """Whether one of its players is here, as far as the viewer may know."""
    can_challenge: bool = False
    why_not: str = ""

    @property
    def lost(self) -> int:
        """Return the rungs lost in the last week."""
        return -self.gained


@dataclass(frozen=True)
class MyMatch:
    """An open challenge of the viewer's entry."""

    challenge: Challenge
    mine: LadderEntry
    opponent: LadderEntry

    @property
    def i_answer(self) -> bool:
        """Return whether the challenge waits for the viewer's answer."""
        return self.challenge.status == Challenge.Status.OPEN and not self.i_challenged

    @property
    def i_challenged(self) -> bool:
        """Return whether the viewer's side is the challenger."""
        return self.challenge.challenger_id == self.mine.pk

    @property
    def they_are_ready(self) -> bool:
        """Return whether the other side has just said that it can play now."""
        return self._is_ready(self.opponent)

    @property
    def i_am_ready(self) -> bool:
        """Return whether the viewer's side has just said so."""
        return self._is_ready(self.mine)

    @property
    def they_offer(self) -> bool:
        """Return whether the other side offers a time."""
        at = self.challenge.offered_at
        return at is not None and at > now() and self.challenge.offered_by_id == self.opponent.pk

    def _is_ready(self, entry: LadderEntry) -> bool:
        at = self.challenge.ready_at
        return at is not None and at + READY_FOR > now() and self.challenge.ready_id == entry.pk


@dataclass(frozen=True)
class LadderPage:
    """A ladder as one person sees it."""

    ladder: Ladder
    role: str | None
    mine: LadderEntry | None
    """The viewer's entry on the ladder."""
    waiting: LadderEntry | None
    """The viewer's entry that waits for the partner."""
    asked: Sequence[LadderEntry]
    """The entries for which the viewer is asked as a partner."""
    live: Sequence[Challenge]
    chances: Chances | None
    order: Sequence[int]
    """The entries' keys, from the highest rung down."""
    here: Sequence[Present]

    @property
    def is_organizer(self) -> bool:
        """Return whether the viewer runs the league."""
        return self.role in Membership.RUNS

    @property
    def can_join(self) -> bool:
        """Return whether the viewer may join."""
        free = self.mine is None and self.waiting is None
        return self.role is not None and free and self.ladder.frozen_at is None

    @property
    def my_matches(self) -> list[MyMatch]:
        """Return the viewer's open challenges, what they made last."""
        mine = self.mine
        if mine is None:
            return []
        found = [
            MyMatch(one, mine, one.challenged if one.challenger == mine else one.challenger)
            for one in self.live
            if mine in (one.challenger, one.challenged)
        ]
        return sorted(found, key=lambda each: each.i_challenged)

    @property
    def others(self) -> list[Challenge]:
        """Return the open challenges of others."""
        mine = {each.challenge.pk for each in self.my_matches}
        return [one for one in self.live if one.pk not in mine]

    @property
    def highest(self) -> int | None:
        """Return the highest rung that the viewer may challenge now; None if there is none or a challenge is open."""
        ladder, mine = self.ladder, self.mine
        if mine is None or not mine.rung or mine.rung == 1 or ladder.frozen_at is not None:
            return None
        if any(one.challenger == mine for one in self.live):
            return None
        return self.chances.highest if self.chances else None

    def rungs(self, keys: Sequence[int]) -> list[Rung]:
        """Return the rungs of the entries with these keys. Two queries."""
        made = {one.challenger_id: one for one in self.live}
        received = {one.challenged_id: one for one in self.live}
        week_ago = {key: rung for rung, key in enumerate(_order_a_week_ago(self), start=1)}
        here, found = {one.user.pk for one in self.here}, []
        for entry, people in _people_of(self.ladder, keys):
            refusal = self.chances.why_not(entry) if self.chances else None
            before = week_ago.get(entry.pk)
            found.append(
                Rung(
                    entry=entry,
                    people=people,
                    mine=entry == self.mine,
                    made=made.get(entry.pk),
                    received=received.get(entry.pk),
                    gained=before - entry.rung if before and entry.rung else 0,
                    is_new=before is None,
                    here=any(one.pk in here for one in people),
                    can_challenge=self.chances is not None and refusal is None,
                    why_not=_words(refusal),
                )
            )
        return found


def ladder_page(ladder: Ladder, viewer: Viewer) -> LadderPage:
    """Return the page of a ladder that `ladder_for` returned; at most six queries."""
    places: Sequence[LadderPlayer] = []
    if viewer.is_authenticated:
        own = LadderPlayer.objects.filter(ladder=ladder, user=viewer)
        own = own.filter(
            Q(active=True, entry__status=LadderEntry.Status.ACTIVE)
            | Q(entry__status=LadderEntry.Status.INVITED)
        )
        places = list(own.select_related("entry").order_by("entry_id"))
    mine = next((one.entry for one in places if one.entry.rung is not None), None)
    invited = [one for one in places if one.entry.rung is None]
    live = list(live_of(ladder).order_by("made_at", "pk"))
    for one in live:
        one.ladder = ladder
    return LadderPage(
        ladder=ladder,
        role=ladder.viewer_role,
        mine=mine,
        waiting=next((one.entry for one in invited if one.accepted_at), None),
        asked=[one.entry for one in invited if not one.accepted_at],
        live=live,
        chances=chances(ladder, mine, live) if mine is not None else None,
        order=list(on_ladder(ladder).values_list("pk", flat=True)),
        here=who_is_here(ladder, viewer),
    )


def entries_of(ladder: Ladder) -> QuerySet[LadderEntry]:
    """Return the entries on the ladder from the highest rung down, with their players."""
    people = LadderPlayer.objects.select_related("user")
    return on_ladder(ladder).prefetch_related(Prefetch("players", queryset=people))


def matches_of(ladder: Ladder) -> QuerySet[Challenge]:
    """Return the challenges that are over, the latest first."""
    found = ladder.challenges.exclude(ended_at=None).order_by("-ended_at", "-pk")
    return found.select_related("challenger", "challenged", "winner", "table")


def log_of(ladder: Ladder) -> QuerySet[LadderStep]:
    """Return the ladder's log, the latest first."""
    return ladder.steps.order_by("-number").select_related("entry", "other", "by")


def on_ladder(ladder: Ladder) -> QuerySet[LadderEntry]:
    """Return the entries on the ladder, from the highest rung down."""
    return ladder.entries.filter(status=LadderEntry.Status.ACTIVE).order_by("rung")


def _order_a_week_ago(page: LadderPage) -> list[int]:
    """Return the keys of the entries in their order a week ago; only the week's steps are read. One query."""
    steps = page.ladder.steps.filter(at__gt=now() - WEEK, undone_at=None).order_by("-number")
    return rewound(page.order, [step.taken() for step in steps])


def _people_of(ladder: Ladder, keys: Sequence[int]) -> Iterable[tuple[LadderEntry, Sequence[User]]]:
    """Yield the entries with these keys, in the order of their rungs, and their players. One query."""
    places = LadderPlayer.objects.filter(ladder=ladder, entry__in=keys)
    ordered = places.select_related("entry", "user").order_by("entry__rung", "position")
    for _pk, group in groupby(ordered, key=attrgetter("entry_id")):
        found = list(group)
        yield found[0].entry, [one.user for one in found]


def _words(refusal: Refused | None) -> str:
    return "" if refusal is None or refusal.code in SAID_ABOVE else str(refusal)
