"""What a ladder's pages show, each in a constant number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.formats.ladder import highest_to_challenge
from tournaments.ladders.challenges import READY_FOR, Chances, chances
from tournaments.ladders.core import live_of
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderPlayer, LadderStep
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import role_in

SAID_ABOVE = frozenset({"ladder_frozen", "out_of_reach", "has_challenge", "yourself"})
"""Why not to challenge, where the page says it once for all rungs."""


@dataclass(frozen=True)
class Rung:
    """One rung as the viewer sees it."""

    entry: LadderEntry
    mine: bool
    made: Challenge | None
    received: Challenge | None
    can_challenge: bool = False
    why_not: str = ""


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
        return highest_to_challenge(mine.rung, top=ladder.top, reach=ladder.reach)

    def rungs(self, entries: Iterable[LadderEntry]) -> list[Rung]:
        """Return these entries' rungs."""
        made = {one.challenger_id: one for one in self.live}
        received = {one.challenged_id: one for one in self.live}
        return [self._rung(one, made.get(one.pk), received.get(one.pk)) for one in entries]

    def _rung(self, entry: LadderEntry, made: Challenge | None, received: Challenge | None) -> Rung:
        mine = entry == self.mine
        if self.chances is None:
            return Rung(entry, mine, made, received)
        refusal = self.chances.why_not(entry)
        return Rung(entry, mine, made, received, refusal is None, _words(refusal))


def ladder_page(ladder: Ladder, viewer: Viewer) -> LadderPage:
    """Return a ladder's page; at most six queries."""
    entries = ladder.entries.filter(players__user_id=viewer.pk or 0).distinct()
    own = entries.filter(
        Q(players__active=True, status=LadderEntry.Status.ACTIVE)
        | Q(status=LadderEntry.Status.INVITED),
        players__user_id=viewer.pk or 0,
    )
    found = list(own.prefetch_related("players")) if viewer.is_authenticated else []
    mine = next((one for one in found if one.status == LadderEntry.Status.ACTIVE), None)
    invited = [one for one in found if one.status == LadderEntry.Status.INVITED]
    live = list(live_of(ladder).order_by("made_at", "pk"))
    for one in live:
        one.ladder = ladder
    return LadderPage(
        ladder=ladder,
        role=role_in(ladder.league, viewer),
        mine=mine,
        waiting=next((one for one in invited if _has_accepted(one, viewer)), None),
        asked=[one for one in invited if not _has_accepted(one, viewer)],
        live=live,
        chances=chances(ladder, mine, live) if mine is not None else None,
    )


def entries_of(ladder: Ladder) -> QuerySet[LadderEntry]:
    """Return the entries on the ladder from the highest rung down, with their players."""
    people = LadderPlayer.objects.select_related("user")
    found = ladder.entries.filter(status=LadderEntry.Status.ACTIVE).order_by("rung")
    return found.prefetch_related(Prefetch("players", queryset=people))


def matches_of(ladder: Ladder) -> QuerySet[Challenge]:
    """Return the challenges that are over, the latest first."""
    found = ladder.challenges.exclude(ended_at=None).order_by("-ended_at", "-pk")
    return found.select_related("challenger", "challenged", "winner", "table")


def log_of(ladder: Ladder) -> QuerySet[LadderStep]:
    """Return the ladder's log, the latest first."""
    return ladder.steps.order_by("-number").select_related("entry", "other", "by")


def _has_accepted(entry: LadderEntry, viewer: Viewer) -> bool:
    return any(place.user_id == viewer.pk and place.accepted_at for place in entry.players.all())


def _words(refusal: Refused | None) -> str:
    return "" if refusal is None or refusal.code in SAID_ABOVE else str(refusal)
