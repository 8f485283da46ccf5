"""A ladder's rules: who may be challenged, where a result leads, and what a failure costs.

The rungs follow from the steps alone: `climb` folds them in their order. Rung 1 is the highest.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

HALF, SWAP, ENTER = "half", "swap", "enter"
"""How far a winner climbs: half the distance, rounded up; both sides change places; or a newcomer takes the loser's rung."""
ALL = "all"
"""Who may be challenged: anybody above; with `HALF` only as far as half the distance to the top, rounded up."""

JOIN, LEAVE, RESULT, FAILURE, MOVE, IDLE = "join", "leave", "result", "failure", "move", "idle"
TIE = "tie"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that changes a ladder.

    A `RESULT` has the winner as `entry` and the loser as `other`, and is a `forfeit` if the loser wasn't there (a `FAILURE`
    of the loser follows). A `TIE` of `entry` and `other` moves nobody, and clears the failures of both. `limit` failures in a row (0: any number) cost `drop` rungs, and `IDLE` costs as many at once. A `MOVE` leads to the rung `to`.
    """

    kind: str
    entry: int
    other: int | None = None
    climb: str = HALF
    forfeit: bool = False
    limit: int = 0
    drop: int = 0
    to: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """What a ladder keeps of an entry: matches won and lost, failures in a row, and its best rung (0: none yet)."""

    wins: int = 0
    losses: int = 0
    failures: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class Rungs:
    """The entries from the highest rung down, and everybody's record, of those who left too."""

    order: tuple[int, ...] = ()
    records: Mapping[int, Record] = field(default_factory=dict)

    def rung_of(self, entry: int) -> int:
        """Return an entry's rung; 0 if it has none."""
        return self.order.index(entry) + 1 if entry in self.order else 0


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken, and the entry's rungs before and after it (0: none)."""

    step: Step
    before: int
    after: int


def highest_to_challenge(rung: int, *, top: int, reach: str) -> int:
    """Return the highest rung that the entry on `rung` may challenge; its own if there is none above.

    The `top` rungs may challenge anybody above them.
    """
    return 1 if reach == ALL or rung <= top else rung - rung // 2


def rung_after_win(winner: int, loser: int, climb: str) -> int:
    """Return the winner's new rung. A win over a lower rung moves nobody."""
    if winner < loser:
        return winner
    return loser if climb in (SWAP, ENTER) else winner - (winner - loser + 1) // 2


def climb(steps: Iterable[Step], start: Rungs | None = None) -> Rungs:
    """Return the rungs after these steps."""
    rungs = start or Rungs()
    for step in steps:
        rungs = _with_best(_after(rungs, step))
    return rungs


def rewound(order: Sequence[int], taken: Iterable[Taken]) -> list[int]:
    """Return the order before these steps, the latest first; `order` is the one after them. No earlier step is needed."""
    entries = list(order)
    for one in taken:
        rewind(entries, one)
    return entries


def rewind(order: list[int], taken: Taken) -> None:
    """Take one step, the latest, back from an order in place; from one read a moment before the step, without failing."""
    step, before, after = taken.step, taken.before, taken.after
    if before == after:
        return
    if before and after and step.kind == RESULT and step.climb == SWAP:
        if max(before, after) <= len(order):
            order[before - 1], order[after - 1] = order[after - 1], order[before - 1]
        return
    if step.entry in order:
        order.remove(step.entry)
    if before:
        order.insert(before - 1, step.entry)


def _after(rungs: Rungs, step: Step) -> Rungs:
    """Return the rungs after one step. Steps of entries that aren't on the ladder move nobody."""
    order, there = list(rungs.order), step.entry in rungs.order
    match step.kind:
        case "join" if not there:
            return replace(rungs, order=(*order, step.entry))
        case "leave" if there:
            order.remove(step.entry)
            return replace(rungs, order=tuple(order))
        case "move" if there:
            return replace(rungs, order=_moved(order, step.entry, step.to))
        case "idle" if there:
            return replace(
                rungs, order=_moved(order, step.entry, rungs.rung_of(step.entry) + step.drop)
            )
        case "failure":
            return _failed(rungs, step)
        case "result":
            return _won(rungs, step)
        case "tie":
            return _tied(rungs, step)
    return rungs


def _won(rungs: Rungs, step: Step) -> Rungs:
    assert step.other is not None
    order, records = list(rungs.order), dict(rungs.records)
    winner, loser = (records.get(each, Record()) for each in (step.entry, step.other))
    records[step.entry] = replace(winner, wins=winner.wins + 1, failures=0)
    failures = loser.failures if step.forfeit else 0
    records[step.other] = replace(loser, losses=loser.losses + 1, failures=failures)
    if step.entry in order and step.other in order:
        above, below = order.index(step.other) + 1, order.index(step.entry) + 1
        if step.climb == SWAP and above < below:
            order[above - 1], order[below - 1] = step.entry, step.other
        else:
            to = rung_after_win(below, above, step.climb)
            order = list(_moved(order, step.entry, to))
    return Rungs(tuple(order), records)


def _tied(rungs: Rungs, step: Step) -> Rungs:
    assert step.other is not None
    both = {each: rungs.records.get(each, Record()) for each in (step.entry, step.other)}
    cleared = {each: replace(record, failures=0) for each, record in both.items()}
    return replace(rungs, records={**rungs.records, **cleared})


def _failed(rungs: Rungs, step: Step) -> Rungs:
    entry = step.entry
    before = rungs.records.get(entry, Record())
    drops = bool(step.limit) and before.failures + 1 >= step.limit
    after = replace(before, failures=0 if drops else before.failures + 1)
    records = {**rungs.records, entry: after}
    order = rungs.order
    if drops and entry in order:
        order = _moved(list(order), entry, order.index(entry) + 1 + step.drop)
    return Rungs(order, records)


def _moved(order: list[int], entry: int, to: int) -> tuple[int, ...]:
    """Return the order with an entry on the rung `to`, or on the last if there are fewer."""
    order.remove(entry)
    order.insert(to - 1, entry)
    return tuple(order)


def _with_best(rungs: Rungs) -> Rungs:
    """Return the rungs with everybody's best rung brought up to date."""
    better = {
        entry: replace(record, best=rung)
        for rung, entry in enumerate(rungs.order, start=1)
        if not (record := rungs.records.get(entry, Record())).best or rung < record.best
    }
    return replace(rungs, records={**rungs.records, **better}) if better else rungs
