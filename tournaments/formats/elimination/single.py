"""Single elimination: one loss eliminates.

Seeding: the first meets the last, the first two are in different halves, and so on (`seed_order`). If the field
isn't a power of two, the best seeds have a bye in the first round, so nobody has one later.
`progress.progress` applies results to the bracket.
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
from tournaments.formats.shape import FormatError

NAME = message("knock-out")


def draw(entries: int, *, lengths: Lengths | None = None, third_place: bool = False) -> Bracket:
    """Return the bracket of `entries` seeds, 2 to 128, with a match for third place if requested.

    Raises FormatError "too_few_entries", "too_many_entries", and "no_third_place" where a semi-final has a bye, so
    that the semi-finals have only one loser.
    """
    lengths = lengths or Lengths()
    size = size_for(entries, NAME)
    if third_place and entries < 4:
        raise FormatError(
            "no_third_place",
            message(
                "A third-place match needs 4 entries, and there are %(entries)s. Leave it out.",
                entries=entries,
            ),
        )
    layout = Layout()
    count = rounds_needed(entries)
    special = [lengths.semi_finals, lengths.final][-count:]
    by_round = [lengths.rest] * (count - len(special)) + [lengths.of(games) for games in special]
    winners_bracket(layout, entries, size, by_round)
    if third_place:
        beaten = [
            Source(From.LOSER, match=f"{Part.WINNERS}{count - 1}.{place}") for place in (1, 2)
        ]
        layout.add(Part.THIRD, (1, 0), beaten, lengths.of(lengths.third_place))
    return Bracket(entries, size, tuple(layout.slots))


def rounds_needed(entries: int) -> int:
    """Return how many rounds the bracket has. Raises as `draw` does."""
    return size_for(entries, NAME).bit_length() - 1
