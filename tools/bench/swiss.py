"""A Swiss draw beside the package swisspair and beside one matching of the complete graph by rustworkx.

All three draw the same round of the same tournament, an early one and a late one. Quality is rematches, floats (a pair
two score groups apart counts two), pairs of unlike scores, and the sum of their differences. Time is the processor's,
the best of some runs, from the entries and the earlier rounds to the pairings: for ours with first deals and flags.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import rustworkx
import swisspair

from tournaments.formats import swiss
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.window import Window

# Entries, and the rounds that are drawn.
FIELDS = ((64, (3, 12, 20)), (256, (3, 16)), (1024, (3, 20)), (4096, (3, 12)))
# One matching of this size takes most of a minute and shows nothing new.
COMPLETE_UP_TO = 1024
CLUBS = 512
TARGET_RATIO, TARGET_SECONDS = 2.0, 1.0

Pairs = Sequence[tuple[int, int]]


class State(NamedTuple):
    """A round to be drawn: scores by entry, and who has met whom."""

    scores: list[int]
    history: list[list[swiss.Past]]


class Figures(NamedTuple):
    """The figures of one way of drawing."""

    rematches: int
    floats: int
    unlike: int
    differences: int
    seconds: float


def main() -> None:
    """Print the figures for each field, and whether the targets are met."""
    print("swiss: processor time and quality of one round's draw")
    print("  entries round            rematches floats unlike sum        time   to the faster")
    for entries, numbers in FIELDS:
        for number in numbers:
            _measure(entries, number)
    _measure_clubs()


def _measure_clubs() -> None:
    """Draw rounds of a field of two clubs, each kept apart, beside one exact search of the whole field."""
    print(
        f"  two clubs that fill a field of {CLUBS}: time of a draw, and of one matching of the whole"
    )
    dice = Random("clubs")
    clubs = [dice.choice("AB") for _ in range(CLUBS)]
    state = State([0] * CLUBS, [])
    for number in range(1, 9):
        entries = [swiss.Entrant(key, state.scores[key], clubs[key]) for key in range(CLUBS)]
        ours, drawn = _timed(
            lambda entries=entries: swiss.pair(entries, state.history, "bench").pairings
        )
        window = Window(Field(entries, state.history, ()), list(range(CLUBS)), None, None)
        window.sparse = False
        whole, _ = _timed(lambda window=window: window.solve().pairs)
        print(
            f"  round {number}  ours {ours * 1e3:8.0f} ms   whole {whole * 1e3:8.0f} ms"
            f"   {ours / whole:5.2f}"
        )
        state.history.append([swiss.Past(a, b) for a, b in drawn])
        for a, b in drawn:
            state.scores[a if dice.random() < 0.5 else b] += 2


def _measure(entries: int, number: int) -> None:
    state = _tournament(entries, number - 1)
    ways: dict[str, Callable[[State], Pairs]] = {"ours": _ours, "swisspair": _swisspair}
    if entries <= COMPLETE_UP_TO:
        ways["complete"] = _complete
    found = {name: _figures(state, way, name) for name, way in ways.items()}
    ours = found.pop("ours")
    faster = min(figures.seconds for figures in found.values())
    _show(f"{entries:7} {number:5}", "ours", ours, f"{ours.seconds / faster:6.2f}")
    for name, figures in found.items():
        _show(" " * 13, name, figures, "")
    as_good = all(
        mine <= theirs
        for other in found.values()
        for mine, theirs in zip(ours[:4], other[:4], strict=True)
    )
    quick = ours.seconds <= TARGET_RATIO * faster
    if entries > COMPLETE_UP_TO:
        quick = ours.seconds < TARGET_SECONDS
    print(
        f"                at least as good: {'yes' if as_good else 'NO'}, "
        f"in time: {'yes' if quick else 'NO'}"
    )


def _show(start: str, name: str, figures: Figures, ratio: str) -> None:
    print(
        f"  {start}  {name:<9} {figures.rematches:9} {figures.floats:6} {figures.unlike:6} "
        f"{figures.differences:4} {figures.seconds * 1e3:9.2f} ms {ratio}"
    )


def _tournament(entries: int, rounds: int) -> State:
    """Play rounds between entries of unlike strength; one match of twenty is drawn."""
    rnd = Random(f"{entries} {rounds}")
    strength = [rnd.gauss(0, 1) for _ in range(entries)]
    state = State([0] * entries, [])
    for _ in range(rounds):
        past = [swiss.Past(a, b) for a, b in _ours(state)]
        for a, b, _absent in past:
            assert b is not None
            margin = strength[a] - strength[b] + rnd.gauss(0, 1)
            points = 1 if rnd.random() < 0.05 else 2 if margin > 0 else 0
            state.scores[a] += points
            state.scores[b] += 2 - points
        state.history.append(past)
    return state


def _figures(state: State, way: Callable[[State], Pairs], name: str) -> Figures:
    runs = 1 if name == "complete" and len(state.scores) > 256 else 7
    seconds, pairs = min(
        (_timed(partial(way, state)) for _ in range(runs)), key=lambda timed: timed[0]
    )
    assert sorted(entry for pair in pairs for entry in pair) == list(range(len(state.scores)))
    scores, met = state.scores, _met(state)
    group = {score: number for number, score in enumerate(sorted(set(scores)))}
    return Figures(
        sum(b in met[a] for a, b in pairs),
        sum(abs(group[scores[a]] - group[scores[b]]) for a, b in pairs),
        sum(scores[a] != scores[b] for a, b in pairs),
        sum(abs(scores[a] - scores[b]) for a, b in pairs),
        seconds,
    )


def _timed(way: Callable[[], Pairs]) -> tuple[float, Pairs]:
    begun = time.process_time()
    pairs = way()
    return time.process_time() - begun, pairs


def _ours(state: State) -> Pairs:
    entries = [swiss.Entrant(key, score) for key, score in enumerate(state.scores)]
    drawn = swiss.pair(entries, state.history, "bench").pairings
    return [(a, b) for a, b in drawn if b is not None]


def _met(state: State) -> list[set[int]]:
    met: list[set[int]] = [set() for _ in state.scores]
    for past in state.history:
        for a, b, _absent in past:
            if b is not None:
                met[a].add(b)
                met[b].add(a)
    return met


def _swisspair(state: State) -> Pairs:
    met = _met(state)
    ranked = sorted(range(len(state.scores)), key=lambda entry: -state.scores[entry])
    players = [
        swisspair.Player(str(entry), state.scores[entry], rank, True, set(map(str, met[entry])))
        for rank, entry in enumerate(ranked, start=1)
    ]
    return [(int(match.p1.id), int(match.p2.id)) for match in swisspair.create_matches(players)]


def _complete(state: State) -> Pairs:
    """Join all that haven't met; score differences weigh by their squares, so that several short beat one long."""
    scores, met = state.scores, _met(state)
    top = (max(scores) - min(scores)) ** 2 + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(scores)
    graph.add_edges_from(
        [
            (a, b, top - (scores[a] - scores[b]) ** 2)
            for a in range(len(scores))
            for b in range(a)
            if b not in met[a]
        ]
    )
    return list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))
