"""The compromises of a rotation, in sentences for the organizer: uneven partners, opponents and rounds out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from games.engine.sentences import counted, message
from tournaments.formats.rotation.quality import OPPONENTS, Quality, RotationRound, meetings


def of_whole(found: Quality, rounds: int) -> tuple[str, ...]:
    """Return what is uneven over all `rounds` of a rotation that is drawn as a whole."""
    flags = []
    low, high = _even(found.opponents)
    more = sum(pairs for times, pairs in found.opponents.items() if times > high)
    fewer = sum(pairs for times, pairs in found.opponents.items() if times < low)
    even = low if low == high else message("%(low)s or %(high)s", low=low, high=high)
    should = {"rounds": rounds, "even": even}
    if more:
        flags.append(
            counted(
                "Over all %(rounds)s rounds each pair of players should oppose each other %(even)s "
                "times: one pair does so more often (%(most)s times).",
                "Over all %(rounds)s rounds each pair of players should oppose each other %(even)s "
                "times: %(n)s pairs do so more often (at most %(most)s times).",
                more,
                most=max(found.opponents),
                **should,
            )
        )
    if fewer:
        flags.append(
            counted(
                "Over all %(rounds)s rounds each pair of players should oppose each other %(even)s "
                "times: one pair does so less often (%(least)s times).",
                "Over all %(rounds)s rounds each pair of players should oppose each other %(even)s "
                "times: %(n)s pairs do so less often (at least %(least)s times).",
                fewer,
                least=min(found.opponents),
                **should,
            )
        )
    return (*flags, *_byes(found.byes))


def of_round(round_: RotationRound, before: Sequence[RotationRound]) -> tuple[str, ...]:
    """Return the compromises of one round after those before it: repeated partners, byes twice running."""
    partners, _ = meetings(before)
    again = sum(
        partners[frozenset(pair)] > 0 for a, b, c, d in round_.tables for pair in ((a, c), (b, d))
    )
    flags = []
    if again:
        flags.append(
            counted(
                "One pair has played together before.",
                "%(n)s pairs have played together before.",
                again,
            )
        )
    running = set(round_.byes) & set(before[-1].byes) if before else set()
    if running:
        flags.append(
            counted(
                "One player sits out for the second time running.",
                "%(n)s players sit out for the second time running.",
                len(running),
            )
        )
    return tuple(flags)


def of_next(
    round_: RotationRound, before: Sequence[RotationRound], present: Sequence[int]
) -> tuple[str, ...]:
    """Return the compromises of a round drawn by itself for the players `present`, including opponents and the balance
    of byes.
    """
    rounds = [*before, round_]
    _, opposed = meetings(rounds)
    pairs = [frozenset(pair) for pair in combinations(present, 2)]
    high = _even(Counter(opposed[pair] for pair in pairs))[1]
    now = [
        opposed[frozenset((table[a], table[b]))] for table in round_.tables for a, b in OPPONENTS
    ]
    often = [times for times in now if times > high]
    flags = []
    if often:
        flags.append(
            counted(
                "One pair of players opposes each other more often than would be even: %(most)s times.",
                "%(n)s pairs of players oppose each other more often than would be even, up to"
                " %(most)s times.",
                len(often),
                most=max(often),
            )
        )
    byes = Counter(who for each in rounds for who in each.byes)
    return (
        *of_round(round_, before),
        *flags,
        *_byes(Counter(byes[who] for who in present)),
    )


def _even(spread: Mapping[int, int]) -> tuple[int, int]:
    """Return the two whole numbers between which all counts would be if they were as even as possible."""
    total = sum(times * pairs for times, pairs in spread.items())
    number = sum(spread.values())
    low = total // number if number else 0
    return low, low + (1 if number and total % number else 0)


def _byes(spread: Mapping[int, int]) -> tuple[str, ...]:
    if max(spread, default=0) - min(spread, default=0) < 2:
        return ()
    return (
        message(
            "Rounds out are not balanced: %(least)s to %(most)s per player.",
            least=min(spread),
            most=max(spread),
        ),
    )
