"""An arena under way: who is free, and pairing them at once.

An entry of the field plays, is free (`Entry.free_since`), pauses (`Entry.paused`) or has withdrawn. It is free again as
soon as its match is over, unless its people asked for a pause or didn't come to the match.
Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from tournaments.events.core.arena import absent_from, field, free, idle, is_over
from tournaments.events.draw.round_rows import Drawn, write_matches
from tournaments.events.matches.open_round import open_matches
from tournaments.events.models import Entry, Result, Round, SideEntry, Tournament
from tournaments.events.scoring.ranking import points_from, with_all_loaded
from tournaments.formats.arena import Waiting
from tournaments.formats.kinds import Arena


@dataclass(frozen=True, slots=True)
class Past:
    """What an entry has done in the arena: the number of its matches, its last match, and with whom it played there."""

    turns: int
    match: int
    opponents: frozenset[int]
    partner: int | None


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
    last = {(one.match, entry) for entry, one in _past(round_, keys).items()}
    gone = absent_from([match for match, _entry in last], alone=round_.stage.facts.is_individual)
    absent = {entry for _match, entry in gone & last}
    Entry.objects.filter(pk__in=absent).update(paused=True)
    Entry.objects.filter(pk__in=keys - absent).update(free_since=at)
    return True


def _pair(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Pair those who are free, and open their tables."""
    facts = round_.stage.facts
    assert isinstance(facts, Arena)
    by_key = {entry.pk: entry for entry in free(round_.stage)}
    if len(by_key) < facts.least:
        return False
    past = _past(round_, by_key)
    points = _points(tournament, round_, by_key) if past else {}
    waiting = [
        Waiting(
            entry.pk,
            (at - entry.free_since).total_seconds() if entry.free_since else 0,
            points.get(entry.pk, 0),
            *((past[entry.pk].opponents, past[entry.pk].partner) if entry.pk in past else ()),
        )
        for entry in by_key.values()
    ]
    last = round_.matches.aggregate(last=Max("number"))["last"] or 0
    matches = facts.draw(waiting, f"{tournament.seed} {round_.number} {last}")
    if not matches:
        return False
    drawn = [
        Drawn(number, [[by_key[key] for key in side] for side in sides], best_of=1)
        for number, sides in enumerate(matches, start=last + 1)
    ]
    paired = {key for sides in matches for side in sides for key in side}
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
    sides: dict[int, dict[int, list[int]]] = {}
    matches = {match for _turn, match in last.values()}
    placed = SideEntry.objects.filter(side__match__in=matches)
    for match, side, entry in placed.values_list("side__match_id", "side_id", "entry_id"):
        sides.setdefault(match, {}).setdefault(side, []).append(entry)
    return {
        entry: _past_of(entry, turn, match, sides[match].values())
        for entry, (turn, match) in last.items()
    }


def _past_of(entry: int, turn: int, match: int, sides: Iterable[Sequence[int]]) -> Past:
    opponents = frozenset(key for side in sides if entry not in side for key in side)
    own = (key for side in sides if entry in side for key in side if key != entry)
    return Past(turn, match, opponents, next(own, None))


def _points(tournament: Tournament, round_: Round, keys: Iterable[int]) -> dict[int, int]:
    """Return the points of these entries in hundredths, from their own matches alone."""
    own = SideEntry.objects.filter(round=round_, entry__in=keys).values("side__match")
    results = with_all_loaded(Result.objects.filter(match__in=own, current=True))
    return points_from(tournament, results)
