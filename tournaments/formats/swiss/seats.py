"""Who deals first: balanced over a tournament as colours are in chess.

Source: FIDE Handbook C.04.6 (FIDE Swiss rules), article 4, and C.04.3, article 5: whoever is more in arrears with
first deals; else the two alternate from the last round in which they differed; else by lot.
"""

from tournaments.formats.shape import lot
from tournaments.formats.swiss.field import Field


def deals_first(field: Field, p: int, q: int, seed: str, number: int) -> bool:
    """Return whether `p` deals first against `q` in round `number`; `seed` decides where nothing else does."""
    arrears = balance(field, p) - balance(field, q)
    if arrears:
        return arrears < 0
    for mine, yours in zip(_from_the_last(field, p), _from_the_last(field, q), strict=False):
        if mine != yours:
            return mine == "-"
    keys = sorted((field.entries[p].key, field.entries[q].key))
    heads = lot(seed, "deal", number, *keys) % 2 == 0
    return heads == (field.entries[p].key == keys[0])


def balance(field: Field, p: int) -> int:
    """Return how many more matches `p` has begun as the first dealer than not."""
    deals = field.deals[p]
    return deals.count("+") - deals.count("-")


def _from_the_last(field: Field, p: int) -> str:
    return field.deals[p].replace(".", "")[::-1]
