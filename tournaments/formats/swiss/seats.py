"""Who deals first: balanced over a tournament like colours in chess.

Source: FIDE Handbook C.04.6 (FIDE Swiss rules), article 4, and C.04.3 (Dutch system), article 5: the entry that
has dealt first less often; then alternation from the last round in which the two differed; then lot. Before that,
entries of one score group swap opponents where that keeps the balance, like the exchanges of C.04.3 for colours.
"""

from collections.abc import Iterator

from tournaments.formats.shape import lot
from tournaments.formats.swiss.field import Field

# How many pairs up and down the tables are considered for a swap: for a small surplus, and for a large one.
_NEAR, _FAR = 6, 60


def balanced(field: Field, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return `pairs`, with opponents of one score group swapped where that keeps first deals balanced.

    `pairs` are in table order. Their cost in rematches and floats doesn't change.
    """
    balance = [field.balance(p) for p in range(field.n)] + [0]
    drawn = list(pairs)
    for i, (p, q) in enumerate(drawn):
        if balance[p] * balance[q] <= 0 or q == field.n:
            continue
        reach = _NEAR if abs(balance[p]) + abs(balance[q]) <= 2 else _FAR
        for j in _around(i, reach, len(drawn)):
            r, s = drawn[j]
            if balance[p] * balance[r] > 0 and balance[p] * balance[s] > 0:
                continue
            if exchanged := _exchanged(field, balance, drawn[i], drawn[j]):
                drawn[i], drawn[j] = exchanged
                break
    return drawn


def _around(i: int, reach: int, size: int) -> Iterator[int]:
    for step in range(1, reach + 1):
        if i + step < size:
            yield i + step
        if i - step >= 0:
            yield i - step


def _exchanged(
    field: Field, balance: list[int], one: tuple[int, int], other: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the two pairs with an opponent swapped, if that improves the balance and everybody still fits."""
    (p, q), (r, s) = one, other
    n, group = field.n, field.group
    if s == n:
        return None
    before = _worth(balance[p], balance[q]) + _worth(balance[r], balance[s])
    swaps = []
    if group[q] == group[s]:
        swaps.append(((p, s), (r, q)))
    if group[q] == group[r]:
        swaps.append(((p, r), (q, s)))
    for (a, b), (c, d) in swaps:
        if (
            _worth(balance[a], balance[b]) + _worth(balance[c], balance[d]) < before
            and field.floats_again(a, b) + field.floats_again(c, d)
            <= field.floats_again(p, q) + field.floats_again(r, s)
            and field.fits(a, b)
            and field.fits(c, d)
            and field.fits(p, q)
            and field.fits(r, s)
        ):
            return (min(a, b), max(a, b)), (min(c, d), max(c, d))
    return None


def _worth(one: int, other: int) -> int:
    """Return the sum of squares of two balances after a match in which the entry with the lower balance deals
    first.
    """
    low, high = min(one, other), max(one, other)
    return (low + 1) ** 2 + (high - 1) ** 2


def deals_first(field: Field, p: int, q: int, seed: str, number: int) -> bool:
    """Return whether `p` deals first against `q` in round `number`; `seed` decides where nothing else does."""
    arrears = field.balance(p) - field.balance(q)
    if arrears:
        return arrears < 0
    for mine, yours in zip(_from_the_last(field, p), _from_the_last(field, q), strict=False):
        if mine != yours:
            return mine == "-"
    keys = sorted((field.entries[p].key, field.entries[q].key))
    heads = lot(seed, "deal", number, *keys) % 2 == 0
    return heads == (field.entries[p].key == keys[0])


def _from_the_last(field: Field, p: int) -> str:
    return field.deals[p].replace(".", "")[::-1]
