"""Standings of 1,000 entries after nine Swiss rounds, with every tie-break there is, beside ranking by points alone."""

import time
from random import Random

from tournaments.standings import TIE_BREAKS, Entrant, MatchResult, Policy, Side, rank

ENTRIES, ROUNDS, RUNS = 1000, 9, 5
TARGET_SECONDS = 0.5
PLACES = ((1, 2), (2, 1), (1, 1))


def main() -> None:
    """Print the times, the least of some runs, and whether the target is met."""
    dice = Random(1)
    entrants = [Entrant(key, f"Entry {key}", dice.randrange(1000, 2200)) for key in range(ENTRIES)]
    results = _results(dice)
    with_all = Policy.swiss(tie_breaks=_all(), seed="1")
    whole = min(_time(entrants, results, with_all) for _ in range(RUNS))
    bare = min(_time(entrants, results, Policy.swiss(tie_breaks=(), seed="1")) for _ in range(RUNS))
    verdict = "met" if whole <= TARGET_SECONDS else "MISSED"
    print(f"standings: {ENTRIES} entries, {ROUNDS} rounds, {len(_all())} tie-breaks")
    print(f"  every tie-break {whole:.3f} s (target {TARGET_SECONDS} s: {verdict})")
    print(f"  points alone    {bare:.3f} s, ratio {whole / bare:.1f}")


def _all() -> tuple[str, ...]:
    """Return every tie-break that fits a Swiss, lots last, because nothing after them could decide."""
    fitting = []
    for code in TIE_BREAKS:
        try:
            Policy.swiss(tie_breaks=(code,))
        except ValueError:
            continue
        fitting.append(code)
    return (*(code for code in fitting if code != "lots"), "lots")


def _results(dice: Random) -> list[MatchResult]:
    """Return rounds of random pairs without consecutive rematches, with realistic scores."""
    results = []
    for number in range(1, ROUNDS + 1):
        order = dice.sample(range(ENTRIES), ENTRIES)
        for a, b in zip(order[::2], order[1::2], strict=True):
            places = dice.choice(PLACES)
            sides = (
                Side((key,), place, dice.randrange(-200, 700), dice.randrange(10))
                for key, place in zip((a, b), places, strict=True)
            )
            results.append(MatchResult(number, tuple(sides)))
    return results


def _time(entrants: list[Entrant], results: list[MatchResult], policy: Policy) -> float:
    begun = time.process_time()
    rank(entrants, results, policy)
    return time.process_time() - begun
