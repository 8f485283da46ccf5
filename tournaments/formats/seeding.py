"""Seeding: the order in which a field enters a draw. Every function returns keys, the first seed first.

Keys are whatever the caller uses to identify its entries, as long as `str(key)` is the same in every run (a
number, a name). Ties are broken by lot (`shape.lot`), so that neither the order of entry nor that of the arguments
matters.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from games.engine.sentences import Sentence, message
from tournaments.formats.shape import FormatError, lot


def by_rating[K: Hashable](ratings: Mapping[K, int | None], seed: str) -> tuple[K, ...]:
    """Return the keys by rating, highest first, the unrated (None) last; ties by lot under `seed`."""
    return tuple(
        sorted(ratings, key=lambda key: (*_falling(ratings[key]), lot(seed, "seeding", key)))
    )


def by_standings[K: Hashable](ranks: Mapping[K, int], seed: str) -> tuple[K, ...]:
    """Return the keys by their ranks in standings, the first rank first; shared ranks by lot under `seed`."""
    return tuple(sorted(ranks, key=lambda key: (ranks[key], lot(seed, "seeding", key))))


def by_lot[K: Hashable](keys: Iterable[K], seed: str) -> tuple[K, ...]:
    """Return the keys in random order, decided by the lot under `seed`. Raises FormatError "entered_twice"."""
    field = list(keys)
    _once(field)
    return tuple(sorted(field, key=lambda key: lot(seed, "seeding", key)))


def by_hand[K: Hashable](
    chosen: Sequence[K], field: Sequence[K], *, rest: bool = False
) -> tuple[K, ...]:
    """Return the organizer's order `chosen`. With `rest`, keys that aren't named follow in the order of `field`.

    `rest` makes it possible to set the first four by hand and all others by rating: pass `by_rating(…)` as the
    field.

    Raises FormatError "entered_twice", "unknown_entry" for a key outside the field, and "seeds_missing" where a
    key has no seed and `rest` is off.
    """
    _once(chosen)
    _once(field)
    strangers = [key for key in chosen if key not in set(field)]
    if strangers:
        raise FormatError(
            "unknown_entry",
            _listed(
                strangers,
                message("%(names)s is not in the field. Seed only those who entered."),
                message("%(names)s are not in the field. Seed only those who entered."),
            ),
        )
    named = set(chosen)
    others = [key for key in field if key not in named]
    if others and not rest:
        raise FormatError(
            "seeds_missing",
            _listed(
                others,
                message(
                    "%(names)s has no seed yet. Seed everybody, or let the others follow by rating."
                ),
                message(
                    "%(names)s have no seed yet. Seed everybody, or let the others follow by rating."
                ),
            ),
        )
    return (*chosen, *others)


def _falling(rating: int | None) -> tuple[bool, int]:
    return (True, 0) if rating is None else (False, -rating)


def _once(keys: Sequence[Hashable]) -> None:
    twice = sorted({str(key) for key in keys if keys.count(key) > 1})
    if twice:
        raise FormatError(
            "entered_twice",
            _listed(
                twice,
                message("%(names)s is in the list more than once. Name everybody once."),
                message("%(names)s are in the list more than once. Name everybody once."),
            ),
        )


def _listed(keys: Sequence[Hashable], one: Sentence, several: Sentence) -> Sentence:
    """Return a sentence that lists at most three names: “A”, “A and B”, “A, B, C and 4 more”."""
    names = [str(key) for key in keys[:3]]
    if len(keys) == 1:
        return message(one.template, names=names[0])
    if len(keys) > 3:
        listed = message("%(names)s and %(n)s more", names=", ".join(names), n=len(keys) - 3)
    else:
        listed = message("%(names)s and %(last)s", names=", ".join(names[:-1]), last=names[-1])
    return message(several.template, names=listed)
