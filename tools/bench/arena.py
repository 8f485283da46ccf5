"""Pairing in an arena: the time of a step with 500 entries free at once, and 1,000 simulated arenas beside greedy pairing."""

import time
from collections.abc import Callable, Sequence
from dataclasses import astuple
from random import Random

import django

from tournaments.formats.arena import Sides, Waiting, pair, seat

ENTRIES, TARGET = 500, 50
RUNS = 7
ARENAS, MINUTES = 1000, 120
SIZES, SIZES_ALONE = (6, 9, 24, 60), (6, 7, 10, 13, 24, 60)


Pairing = Callable[[Sequence[Waiting], str], list[Sides]]


def main(arenas: int = ARENAS) -> None:
    """Print the times of the largest steps, and the means of the simulated arenas."""
    django.setup()
    # Its package has models.
    from tools.bench.arena_rows import ENTRIES as PAIRS
    from tools.bench.arena_rows import measure
    from tournaments.organizer.simulation.arenas import compare

    print(f"arena: a step in which a table ends and four free pairs are paired, of {PAIRS} pairs")
    for name, cost in measure().items():
        print(f"  {name:40} {cost.ms:6.0f} ms, {cost.queries} queries")

    print(f"arena: milliseconds of a step with {ENTRIES} free (wanted: {TARGET})")
    dice = Random(1)
    scores = [2 * dice.randrange(9) for _ in range(ENTRIES)]
    steps = {
        "nobody has played yet": [Waiting(key, 0, 0) for key in range(ENTRIES)],
        "all tables ended at once": [
            Waiting(key, 5, scores[key], frozenset({key ^ 1})) for key in range(ENTRIES)
        ],
        "all have waited long, an odd field": [
            Waiting(key, 90, scores[key], frozenset({key ^ 1})) for key in range(ENTRIES - 1)
        ],
        "last opponents all over the field": [
            Waiting(key, 5, scores[key], frozenset({dice.randrange(ENTRIES)}))
            for key in range(ENTRIES)
        ],
    }
    for name, field in steps.items():
        print(f"  {name:40} {_milliseconds(pair, field):6.1f}")
    tables = [
        Waiting(
            key,
            5,
            scores[key],
            frozenset({(key & ~3) + (key + 1) % 4, (key & ~3) + (key + 3) % 4}),
            key ^ 2,
        )
        for key in range(ENTRIES)
    ]
    print(f"  {'single players, all tables ended at once':40} {_milliseconds(seat, tables):6.1f}")
    for alone, sizes in ((False, SIZES), (True, SIZES_ALONE)):
        who = "single players" if alone else "pairs"
        print(f"  means of {arenas} arenas of {MINUTES} minutes, {who}, exact | greedy")
        print(
            "  entries   matches        rematches      same partners  wait (s)       longest        points apart"
        )
        for entries in sizes:
            exact, greedy = compare(arenas, entries, MINUTES, alone=alone)
            both = (
                f"{a:6.2f} | {b:6.2f}" for a, b in zip(astuple(exact), astuple(greedy), strict=True)
            )
            print(f"  {entries:7}   {'  '.join(both)}", flush=True)


def _milliseconds(by: Pairing, field: Sequence[Waiting]) -> float:
    best = float("inf")
    for _run in range(RUNS):
        begun = time.process_time()
        by(field, "seed")
        best = min(best, time.process_time() - begun)
    return best * 1000
