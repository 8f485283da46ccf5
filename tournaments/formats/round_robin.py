"""Round robin by Berger tables.

Source: FIDE Handbook C.05, "General Regulations for Competitions", Annex 1 (details of the Berger tables). The
annex prints the tables for 3 to 16 players; the construction below reproduces them and extends to any number: with
N even, entry N is fixed and the others sit on a circle of N-1. In round r the pivot p meets N, and p+k meets p-k
(k = 1, 2, …, on the circle), p+k at home. The pivots are 1, N/2+1, 2, N/2+2, …; N is away in odd rounds.
"""

from games.engine.sentences import message
from tournaments.formats.shape import FormatError, Pairing, RoundPlan


def rounds(n: int, double: bool = False) -> list[RoundPlan]:
    """Return the rounds in which each of `n` entries meets every other once, or twice with the seats swapped.

    An odd `n` gives each entry one bye in each cycle. Nobody's matches at home and away differ by more than one in
    a single round robin, and not at all in a double one, where nobody deals first three times running either: for
    that the annex swaps the last two rounds of the first cycle.

    Raises FormatError "too_few_entries" for `n` below 2.
    """
    if n < 2:
        raise FormatError(
            "too_few_entries",
            message(
                "A round robin needs at least 2 entries, and there is 1. Wait for more, or cancel."
            )
            if n == 1
            else message(
                "A round robin needs at least 2 entries, and there is none. Wait for some, or cancel."
            ),
        )
    cycle = _cycle(n)
    if not double:
        return _numbered(cycle)
    first = [*cycle[:-2], *reversed(cycle[-2:])]
    return _numbered(first + [[_turned(pairing) for pairing in pairings] for pairings in cycle])


def rounds_needed(n: int, double: bool = False) -> int:
    """Return how many rounds `n` entries need."""
    once = n - 1 if n % 2 == 0 else n
    return 2 * once if double else once


def _cycle(n: int) -> list[list[Pairing]]:
    size = n + n % 2
    circle = size - 1
    drawn = []
    for number in range(circle):
        pivot = number // 2 if number % 2 == 0 else size // 2 + number // 2
        fixed = (pivot, size - 1) if number % 2 == 0 else (size - 1, pivot)
        others = [
            ((pivot + step) % circle, (pivot - step) % circle) for step in range(1, size // 2)
        ]
        drawn.append(_with_bye([fixed, *others], n))
    return drawn


def _with_bye(pairs: list[tuple[int, int]], n: int) -> list[Pairing]:
    """Return the pairings with the opponent of the missing entry sitting out; byes come last."""
    played = [Pairing(a, b) for a, b in pairs if a < n and b < n]
    byes = [Pairing(min(a, b), None) for a, b in pairs if a >= n or b >= n]
    return played + byes


def _turned(pairing: Pairing) -> Pairing:
    return pairing if pairing.b is None else Pairing(pairing.b, pairing.a)


def _numbered(drawn: list[list[Pairing]]) -> list[RoundPlan]:
    return [RoundPlan(number, tuple(pairings)) for number, pairings in enumerate(drawn, start=1)]
