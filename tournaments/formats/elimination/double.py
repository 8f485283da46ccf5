"""Double elimination: the first loss moves an entry to the losers' bracket, the second eliminates it.

The layout is the usual one. With 2^k places the main bracket has k rounds and the losers' bracket 2(k-1): in its
odd rounds the losers' survivors meet each other (in the first, the losers of the main bracket's first round), in
its even round 2(r-1) they meet the losers of the main bracket's round r. Its winner meets the main bracket's
winner in the final; if the latter loses, it is that entry's first loss, so a second final resets the bracket
(unless the organizer turns this off).

To delay rematches, the losers of a round don't drop opposite their own part of the bracket: number i of round r
drops to number i XOR m(r) of the losers' round. `CROSSINGS` holds the masks m(2), m(3), … that delay rematches
best. They come from an exhaustive search over all such masks for the smallest expected number of rematches, with
all entries equally strong, compared losers' round by losers' round from the first (the tests repeat the search up
to 32 places). No rematch is possible before `EARLIEST_REMATCH`.
"""

from games.engine.sentences import message
from tournaments.formats.elimination.bracket import (
    Bracket,
    From,
    Layout,
    Lengths,
    Part,
    Source,
    size_for,
    winners_bracket,
)

NAME = message("double elimination")

CROSSINGS: dict[int, tuple[int, ...]] = {
    2: (),
    4: (),
    8: (1,),
    16: (2, 0),
    32: (2, 2, 0),
    64: (8, 6, 1, 1),
    128: (8, 8, 6, 0, 1),
}
"""For each size the masks of the main bracket's rounds 2, 3, … except the last, which has a single loser."""

EARLIEST_REMATCH: dict[int, int] = {4: 2, 8: 3, 16: 4, 32: 5, 64: 7, 128: 8}
"""For each size the first losers' round in which two entries can meet again, out of 2, 4, 6, 8, 10, 12."""


def draw(entries: int, *, lengths: Lengths | None = None, reset: bool = True) -> Bracket:
    """Return the bracket of `entries` seeds, 2 to 128. Without `reset` a single final decides, whoever wins it.

    Raises FormatError "too_few_entries" and "too_many_entries".
    """
    lengths = lengths or Lengths()
    size = size_for(entries, NAME)
    count = size.bit_length() - 1
    layout = Layout()
    by_round = [lengths.rest] * (count - 1) + [lengths.of(lengths.semi_finals)]
    winners_bracket(layout, entries, size, by_round)
    survivor = _losers_bracket(layout, size, lengths)
    finalists = (Source(From.WINNER, match=f"{Part.WINNERS}{count}.1"), survivor)
    final = layout.add(Part.FINAL, (1, 0), finalists, lengths.of(lengths.final))
    if reset:
        layout.add_reset(final)
    return Bracket(entries, size, tuple(layout.slots))


def rounds_needed(entries: int, *, reset: bool = True) -> int:
    """Return how many rounds the bracket takes if everything that can be played at once is. Raises as `draw` does.

    A losers' round needs the drop from the main bracket and the losers' round before it, so the losers' bracket
    sets the pace: one round of the main bracket, then 2(k-1) losers' rounds, the final, and the reset if it is
    played.
    """
    count = size_for(entries, NAME).bit_length() - 1
    return 1 + 2 * (count - 1) + 1 + reset


def _losers_bracket(layout: Layout, size: int, lengths: Lengths) -> Source:
    """Add the losers' bracket and return the source of its winner."""
    count = size.bit_length() - 1
    survivors = [_loser(1, place) for place in range(size // 2)]
    last = 2 * (count - 1)
    for number in range(1, last + 1):
        if number % 2 == 1:
            sides = list(zip(survivors[::2], survivors[1::2], strict=True))
        else:
            round_ = number // 2 + 1
            mask = (*CROSSINGS[size], 0)[round_ - 2]
            sides = [
                (_loser(round_, place ^ mask), survivor) for place, survivor in enumerate(survivors)
            ]
        best_of = lengths.of(lengths.semi_finals) if number == last else lengths.rest
        survivors = [
            Source(From.WINNER, match=layout.add(Part.LOSERS, (number, place), pair, best_of))
            for place, pair in enumerate(sides)
        ]
    return survivors[0]


def _loser(round_: int, place: int) -> Source:
    return Source(From.LOSER, match=f"{Part.WINNERS}{round_}.{place + 1}")
