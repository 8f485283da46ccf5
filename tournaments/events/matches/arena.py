"""An arena under way: who is free, and pairing them at once.

An entry of the field plays, is free (`Entry.free_since`), pauses (`Entry.paused`) or has withdrawn. It is free again as
soon as its match is over, unless its people asked for a pause or didn't come to the match.
Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef

from tournaments.events.core.arena import field, free, idle, is_over
from tournaments.events.draw.round_rows import Drawn, write_matches
from tournaments.events.matches.open_round import open_matches
from tournaments.events.models import (
    Entry,
    LineUp,
    MatchTable,
    Result,
    Round,
    SideEntry,
    SideScore,
    Tournament,
)
from tournaments.events.scoring.ranking import points_from, with_all_loaded
from tournaments.formats import arena


@dataclass(frozen=True, slots=True)
class Past:
    """What an entry has done in the arena: the number of its matches, its last match, and its opponent there."""

    turns: int
    match: int
    opponent: int | None


def begin(round_: Round, at: datetime) -> None:
    """Open the arena: everybody is free."""
    round_.pairs_until = at + timedelta(minutes=round_.stage.plan.lasts_minutes)
    round_.status = Round.Status.PLAYING
    round_.save(update_fields=["status", "pairs_until"])
    field(round_.stage).update(free_since=at, paused=False)


def run(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Note who has become free, and pair them unless the time is over. Returns whether anything changed."""
    round_.stage.tournament = tournament
    gone = tournament.entries.filter(status=Entry.Status.WITHDRAWN, free_since__isnull=False)
    changed = gone.update(free_since=None) > 0
    if is_over(tournament, round_, at):
        return changed
    changed |= _note_free(round_, at)
    return _pair(tournament, round_, at) or changed


def close(round_: Round) -> None:
    """Forget who was free or paused in an arena whose matches are over."""
    entries = Entry.objects.filter(tournament_id=round_.tournament_id)
    entries.exclude(free_since=None, paused=False).update(free_since=None, paused=False)


def _note_free(round_: Round, at: datetime) -> bool:
    """Note as free everybody whose match is over, and as paused those who didn't come to it."""
    keys = set(idle(round_).values_list("pk", flat=True))
    if not keys:
        return False
    absent = _absent(_past(round_, keys))
    Entry.objects.filter(pk__in=absent).update(paused=True)
    Entry.objects.filter(pk__in=keys - absent).update(free_since=at)
    return True


def _absent(past: Mapping[int, Past]) -> set[int]:
    """Return which of these entries forfeited their last match, or had nobody there."""
    last = {(one.match, entry) for entry, one in past.items()}
    scores = SideScore.objects.filter(
        result__match__in={match for match, _entry in last}, result__current=True
    )
    of = "result__match_id", "side__places__entry_id"
    forfeited = scores.filter(result__kind=Result.Kind.FORFEIT).exclude(place=1)
    came = LineUp.objects.counting().filter(
        match=OuterRef("result__match"), entry=OuterRef("side__places__entry"), present=True
    )
    # Nobody comes to a match without a table, whose score an organizer enters.
    tables = MatchTable.objects.filter(match=OuterRef("result__match"), counts=True)
    empty = scores.filter(~Exists(came), Exists(tables), result__kind=Result.Kind.PLAYED)
    found = {*forfeited.values_list(*of), *empty.values_list(*of)}
    return {entry for _match, entry in found & last}


def _pair(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Pair those who are free, and open their tables."""
    by_key = {entry.pk: entry for entry in free(round_.stage)}
    if len(by_key) < 2:
        return False
    past = _past(round_, by_key)
    points = _points(tournament, round_, by_key) if past else {}
    waiting = [
        arena.Waiting(
            entry.pk,
            (at - entry.free_since).total_seconds() if entry.free_since else 0,
            points.get(entry.pk, 0),
            past[entry.pk].opponent if entry.pk in past else None,
        )
        for entry in by_key.values()
    ]
    last = round_.matches.aggregate(last=Max("number"))["last"] or 0
    pairs = arena.pair(waiting, f"{tournament.seed} {round_.number} {last}")
    if not pairs:
        return False
    drawn = [
        Drawn(number, [[by_key[a]], [by_key[b]]], best_of=1)
        for number, (a, b) in enumerate(pairs, start=last + 1)
    ]
    paired = {key for both in pairs for key in both}
    turns = {key: past[key].turns + 1 for key in paired & past.keys()}
    made = write_matches(round_, drawn, turns)
    Entry.objects.filter(pk__in=paired).update(free_since=None)
    open_matches(tournament, [match.pk for match in made], at)
    return True


def _past(round_: Round, keys: Collection[int]) -> dict[int, Past]:
    """Return what these entries have done in the arena; those without a match are left out."""
    places = SideEntry.objects.filter(round=round_, entry__in=keys).order_by("turn")
    last = {
        entry: (turn, match)
        for entry, turn, match in places.values_list("entry_id", "turn", "side__match_id")
    }
    met: dict[int, list[int]] = {}
    matches = {match for _turn, match in last.values()}
    sides = SideEntry.objects.filter(side__match__in=matches)
    for match, entry in sides.values_list("side__match_id", "entry_id"):
        met.setdefault(match, []).append(entry)
    return {
        entry: Past(turn, match, next((one for one in met[match] if one != entry), None))
        for entry, (turn, match) in last.items()
    }


def _points(tournament: Tournament, round_: Round, keys: Iterable[int]) -> dict[int, int]:
    """Return the points of these entries in hundredths, from their own matches alone."""
    own = SideEntry.objects.filter(round=round_, entry__in=keys).values("side__match")
    results = with_all_loaded(Result.objects.filter(match__in=own, current=True))
    return points_from(tournament, results)
