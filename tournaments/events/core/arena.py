"""The rows of an arena: its round, who is in it, and when the clock next changes something in it."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from spades_site.common.clock import now
from tournaments.events.models import (
    Entry,
    LineUp,
    Match,
    MatchTable,
    Result,
    Round,
    SideEntry,
    SideScore,
    Stage,
    Tournament,
)
from tournaments.formats.arena import PATIENCE

IN_PLAY = (Match.Status.DRAWN, Match.Status.PLAYING)
"""The statuses in which a match keeps its entries. One that waits for the organizer's decision doesn't."""


def open_arena(tournament: Tournament) -> Round | None:
    """Return the round of the tournament's arena, with its stage, while it is in play; None if there is none."""
    rounds = tournament.rounds.filter(status=Round.Status.PLAYING, pairs_until__isnull=False)
    return rounds.select_related("stage").first()


def is_over(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Return whether an arena's time is over, so that nobody is paired any more. It stands still during a pause."""
    return round_.pairs_until is not None and round_.pairs_until <= (tournament.paused_at or at)


def has_ended(tournament: Tournament) -> bool:
    """Return whether the tournament begins with an arena whose time is over."""
    if not tournament.facts.is_continuous:
        return False
    last = tournament.paused_at or now()
    return tournament.rounds.filter(stage__index=1, pairs_until__lte=last).exists()


def field(stage: Stage) -> QuerySet[Entry]:
    """Return the entries of an arena that haven't withdrawn."""
    entries = Entry.objects.filter(tournament_id=stage.tournament_id, status__in=Entry.LIVE)
    if stage.index == 1:
        return entries.filter(seed_no__isnull=False)
    return entries.filter(qualified__stage=stage)


def free(stage: Stage) -> QuerySet[Entry]:
    """Return the entries that wait for an opponent, the longest wait first."""
    return field(stage).filter(free_since__isnull=False).order_by("free_since", "pk")


def playing(round_: Round) -> Exists:
    """Return the condition that an entry has a match to play in the round."""
    places = SideEntry.objects.filter(round=round_, entry=OuterRef("pk"))
    return Exists(places.filter(side__match__status__in=IN_PLAY))


def idle(round_: Round) -> QuerySet[Entry]:
    """Return the entries that have no match to play, but aren't noted as free or paused yet."""
    return field(round_.stage).filter(~playing(round_), free_since=None, paused=False)


def wait(tournament: Tournament, entry: Entry, at: datetime) -> None:
    """Let an entry wait for an opponent in the open arena, unless it has a match to play."""
    round_ = open_arena(tournament)
    if round_ is not None:
        found = field(round_.stage).filter(pk=entry.pk)
        found.update(paused=False, free_since=None)
        found.filter(~playing(round_)).update(free_since=at)


def absent_from(matches: Collection[int], *, alone: bool) -> set[tuple[int, int]]:
    """Return who forfeited these matches or had nobody there, by their current results, as keys of matches and entries.
    `alone`: partners change, so whoever came hasn't forfeited.
    """
    scores = SideScore.objects.filter(side=OuterRef("side"), result__current=True)
    forfeited = Exists(scores.filter(result__kind=Result.Kind.FORFEIT).exclude(place=1))
    played = Exists(scores.filter(result__kind=Result.Kind.PLAYED))
    here = LineUp.objects.counting().filter(
        match=OuterRef("side__match"), entry=OuterRef("entry"), present=True
    )
    # Nobody comes to a match without a table, whose score an organizer enters.
    tables = Exists(MatchTable.objects.filter(match=OuterRef("side__match"), counts=True))
    empty = ~Exists(here) & tables
    gone = (forfeited & empty if alone else forfeited) | played & empty
    places = SideEntry.objects.filter(Q(gone) | Q(absent=True), side__match__in=matches)
    return set(places.values_list("side__match_id", "entry_id"))


def play_again(match: Match) -> None:
    """Keep the entries of a match that is resumed from being paired elsewhere; those who are paused because they forfeited
    it are no longer. Call it while the match still has its result.
    """
    if match.round.pairs_until is not None:
        keys = [entry.pk for entry in match.entries]
        gone = absent_from([match.pk], alone=match.round.stage.facts.is_individual)
        forfeited = [entry for _match, entry in gone]
        Entry.objects.filter(pk__in=keys).update(free_since=None)
        Entry.objects.filter(pk__in=forfeited).update(paused=False)


def paired_since(match: Match) -> bool:
    """Return whether an entry of an arena's match has been paired again since."""
    if match.round.pairs_until is None:
        return False
    later = SideEntry.objects.filter(
        round=match.round_id, entry=OuterRef("entry"), turn__gt=OuterRef("turn")
    )
    return SideEntry.objects.filter(Exists(later), side__match=match.pk).exists()


def in_open_arena(tournament: Tournament, entry: Entry) -> bool:
    """Return whether the entry is in an arena that still pairs."""
    round_ = open_arena(tournament)
    if round_ is None or is_over(tournament, round_, now()):
        return False
    return field(round_.stage).filter(pk=entry.pk).exists()


def due(tournament: Tournament) -> datetime | None:
    """Return when the clock next changes something in the open arena: somebody has nothing to do, has waited so long
    that they may meet their last opponent again, or the time is over and no match is left.

    None if only matches in play are missing, or there is no open arena.
    """
    round_ = open_arena(tournament)
    if round_ is None or round_.pairs_until is None:
        return None
    if idle(round_).exists():
        return round_.starts_at
    unfinished = round_.matches.exclude(status=Match.Status.DONE).exists()
    found = [] if unfinished else [round_.pairs_until]
    least = round_.stage.facts.least
    since = list(free(round_.stage).values_list("free_since", flat=True)[:least])
    if len(since) == least and since[0] is not None:
        found.append(since[0] + timedelta(seconds=PATIENCE))
    return min((at for at in found if at <= round_.pairs_until), default=None)
