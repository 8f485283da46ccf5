"""One score group drawn by the simple fold: its upper half meets its lower half, in order.

Source: FIDE Handbook C.04.3 (Dutch system), articles 3 and 4: S1 against S2, exchanges where that conflicts, the
downfloater from the lower end; a downfloater meets the highest possible opponent.
"""

from collections.abc import Sequence

from tournaments.formats.swiss.field import Field

# How many possible downfloaters, and opponents for an incoming one, are tried before the exact search takes over.
_TRIES = 4


def bracket(
    field: Field, came: int | None, members: Sequence[int], below: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None] | None:
    """Return the pairs of a score group and its downfloater, or None where the fold finds none.

    `came` is the entry that floated down into the group, `below` the next group, in which the downfloater must
    find an opponent. Every pair fits, at most one entry floats down, and nobody floats as in the round before: if
    this succeeds in every group, no draw has fewer or smaller floats.
    """
    if not members:
        return [], came
    odd = (len(members) + (came is not None)) % 2 == 1
    for down in _downs(field, members, below) if odd else [None]:
        for opponent in _opponents(field, came, members, down):
            rest = [p for p in members if p not in (down, opponent)]
            pairs = fold(field, rest)
            if pairs is not None:
                if came is not None and opponent is not None:
                    pairs.insert(0, (came, opponent))
                return pairs, down
    return None


def _downs(field: Field, members: Sequence[int], below: Sequence[int]) -> list[int | None]:
    found: list[int | None] = []
    # The last one of the lowest group doesn't float: it has the bye.
    fresh = [p for p in reversed(members) if field.floated[p] < 1 or not below]
    for p in fresh[:_TRIES]:
        if not below or any(field.fits(p, q) and field.floated[q] > -1 for q in below):
            found.append(p)
    return found


def _opponents(
    field: Field, came: int | None, members: Sequence[int], down: int | None
) -> list[int | None]:
    if came is None:
        return [None]
    found: list[int | None] = []
    for p in members:
        if p != down and field.fits(came, p) and not field.floats_again(came, p):
            found.append(p)
            if len(found) == _TRIES:
                break
    return found


def fold(field: Field, members: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the pairs of an even number of `members`, or None if exchanging two at a time doesn't resolve the
    conflicts.
    """
    half = len(members) // 2
    upper, lower = list(members[:half]), list(members[half:])
    fits = field.fits
    for i in range(half):
        if not fits(upper[i], lower[i]) and not _exchange(field, upper, lower, i):
            return None
    return list(zip(upper, lower, strict=True))


def _exchange(field: Field, upper: list[int], lower: list[int], i: int) -> bool:
    """Exchange one of pair `i` with one of the nearest pair for which both pairs then fit."""
    fits, a, b = field.fits, upper[i], lower[i]
    for j in sorted(range(len(upper)), key=lambda j: abs(j - i))[1:]:
        c, d = upper[j], lower[j]
        if fits(a, d) and fits(c, b):
            lower[i], lower[j] = d, b
            return True
        if fits(a, c) and fits(b, d):
            lower[i], upper[j], lower[j] = c, b, d
            return True
    return False
