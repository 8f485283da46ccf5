"""Pairing in an arena: the time of a step with 500 entries free at once, and 1,000 simulated arenas beside greedy pairing."""

import time
from collections.abc import Sequence
from dataclasses import astuple
from random import Random

import django

from tournaments.formats.arena import Waiting, pair

ENTRIES, TARGET = 500, 50
RUNS = 7
ARENAS, MINUTES, SIZES = 1000, 120, (6, 9, 24, 60)


def main() -> None:
    """Print the times of the largest steps, and the means of the simulated arenas."""
    django.setup()
    # Its package has models.
    from tournaments.organizer.simulation.arenas import compare

    print(f"arena: milliseconds of a step with {ENTRIES} free (wanted: {TARGET})")
    dice = Random(1)
    scores = [2 * dice.randrange(9) for _ in range(ENTRIES)]
    steps = {
        "nobody has played yet": [Waiting(key, 0, 0) for key in range(ENTRIES)],
        "all tables ended at once": [
            Waiting(key, 5, scores[key], key ^ 1) for key in range(ENTRIES)
        ],
        "all have waited long, an odd field": [
            Waiting(key, 90, scores[key], key ^ 1) for key in range(ENTRIES - 1)
        ],
        "last opponents all over the field": [
            Waiting(key, 5, scores[key], dice.randrange(ENTRIES)) for key in range(ENTRIES)
        ],
    }
    for name, field in steps.items():
        print(f"  {name:36} {_milliseconds(field):6.1f}")
    print(f"  means of {ARENAS} arenas of {MINUTES} minutes, exact | greedy")
    print("  entries   matches        rematches      waits > 1 min  wait (s)       points apart")
    for entries in SIZES:
        exact, greedy = compare(ARENAS, entries, MINUTES)
        both = (
            f"{a:6.2f} | {b:6.2f}" for a, b in zip(astuple(exact), astuple(greedy), strict=True)
        )
        print(f"  {entries:7}   {'  '.join(both)}")


def _milliseconds(field: Sequence[Waiting]) -> float:
    best = float("inf")
    for _run in range(RUNS):
        begun = time.process_time()
        pair(field, "seed")
        best = min(best, time.process_time() - begun)
    return best * 1000
