"""The draw of one Swiss round."""

from collections.abc import Collection, Iterable, Sequence

from games.engine.sentences import counted, message
from tournaments.formats.shape import Pairing
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.flags import flags
from tournaments.formats.swiss.matching import match
from tournaments.formats.swiss.seats import balanced, deals_first
from tournaments.formats.swiss.shape import Draw, Entrant, Flag, Past


def pair(
    entries: Sequence[Entrant],
    history: Sequence[Iterable[Past]],
    seed: str,
    *,
    apart: Collection[tuple[int, int]] = (),
) -> Draw:
    """Return the draw of the round after `history`.

    `entries` are those who play this round, in seeding order: leave out those who have withdrawn or are absent,
    and add late entries. `history` holds the earlier rounds in order, including people no longer here; a round
    that somebody missed simply doesn't name them. `apart` are pairs of keys that should not meet.

    The draw is optimal by these criteria, in this order: the fewest rematches, the oldest ones; nobody has a
    second bye or free win while somebody has had none; the fewest pairs of club-mates or of `apart`; the bye at
    the lowest score; the fewest floats, where one that goes down by two score groups counts twice; the smallest
    sum of score differences; the shortest floats; the fewest that float down, or up, as they did in the round
    before. Within a score group the upper half meets the lower half, in order, as far as these allow.

    The same arguments give the same draw. Raises FormatError "too_few_entries", "entered_twice", "paired_twice".
    """
    field = Field(entries, history, apart)
    found = match(field)
    number = len(history) + 1
    pairings, bye = [], None
    by_table = sorted(found.pairs, key=lambda one: _table(field, *one))
    for p, q in sorted(balanced(field, by_table), key=lambda one: _table(field, *one)):
        if q == field.n:
            bye = field.entries[p].key
            continue
        first, second = (p, q) if deals_first(field, p, q, seed, number) else (q, p)
        pairings.append(Pairing(field.entries[first].key, field.entries[second].key))
    drawn = tuple(pairings)
    return Draw(drawn, bye, flags(field, drawn, bye, found.whole))


def _table(field: Field, p: int, q: int) -> tuple[int, int, int]:
    """Return a pairing's sort key for the order of tables: the higher score, then the lower one, then the higher
    rank.
    """
    return field.group[p], field.group[q] if q < field.n else len(field.scores), p


def sure_rounds(entries: int) -> int:
    """Return how many rounds can always be drawn without a rematch: half as many as there are entries.

    Source: Dirac's theorem. After r rounds everybody has n-1-r opponents left (with a bye among n if it is odd),
    and a graph of an even number n with at least n/2 neighbours for each has a perfect matching.
    """
    return (entries + 1) // 2


def planned(entries: int, rounds: int) -> tuple[Flag, ...]:
    """Return the warnings for a plan of `rounds` Swiss rounds with `entries` entries."""
    full = entries - 1 + entries % 2
    if rounds > full:
        return (
            Flag(
                "rounds_impossible",
                counted(
                    "%(entries)s entries have met each other after %(n)s round: "
                    "%(rounds)s rounds need rematches. Plan at most %(n)s, or a double round robin.",
                    "%(entries)s entries have met each other after %(n)s rounds: "
                    "%(rounds)s rounds need rematches. Plan at most %(n)s, or a double round robin.",
                    full,
                    entries=entries,
                    rounds=rounds,
                ),
                (),
            ),
        )
    if rounds > sure_rounds(entries):
        return (
            Flag(
                "rounds_uncertain",
                message(
                    "With %(entries)s entries only %(sure)s rounds are sure to need no rematch; "
                    "%(rounds)s may need one. Plan fewer, or a round robin of %(full)s rounds.",
                    entries=entries,
                    sure=sure_rounds(entries),
                    rounds=rounds,
                    full=full,
                ),
                (),
            ),
        )
    return ()
