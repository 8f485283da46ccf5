"""What a draw had to give, in sentences for the organizer."""

from collections.abc import Iterator, Sequence

from tournaments.formats.shape import Pairing
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.shape import Flag


def flags(
    field: Field, pairings: Sequence[Pairing], bye: int | None, whole: bool
) -> tuple[Flag, ...]:
    """Return the compromises of a draw, the gravest kind first, each kind by table."""
    pairs = [
        (min(p, q), max(p, q))
        for p, q in ((field.rank[a], field.rank[b]) for a, b in pairings if b is not None)
    ]
    found = [*_rematches(field, pairs)]
    if bye is not None:
        found += _bye(field, field.rank[bye])
    found += [*_together(field, pairs), *_floats(field, pairs), *_deals(field, pairings)]
    if not whole:
        found.append(
            Flag(
                "searched_nearby",
                "So many entries are bound to each other here that only opponents close in rank were compared. "
                "Look through the lowest tables before you confirm the draw.",
                (),
            )
        )
    return tuple(found)


def _rematches(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        if times := field.met[p].get(q, 0):
            before = "once" if times == 1 else f"{times} times"
            sentence = (
                f"{_name(field, p)} and {_name(field, q)} have met {before} before: "
                "no draw of this round does without a rematch."
            )
            yield _flag(field, "rematch", sentence, p, q)


def _bye(field: Field, p: int) -> Iterator[Flag]:
    name, due = _name(field, p), field.first_for_the_bye()
    again = f"{name} sits out although it has had a bye or a free win before"
    if field.byes[p] > field.byes[due]:
        sentence = f"{again} and others have not: otherwise two would meet again."
        yield _flag(field, "unfair_bye", sentence, p)
        return
    if field.byes[p]:
        yield _flag(field, "second_bye", f"{again}: everybody here has.", p)
    if field.group[p] < field.group[due]:
        sentence = (
            f"{name} sits out with {_points(field, p)}, "
            f"not {_name(field, due)} with {_points(field, due)}: "
            "otherwise two would meet who have met or should be kept apart."
        )
        yield _flag(field, "bye_not_lowest", sentence, p, due)


def _together(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        names = f"{_name(field, p)} and {_name(field, q)}"
        if field.club[p] == field.club[q]:
            sentence = (
                f"{names} of {field.entries[p].club} meet: "
                "no draw without a rematch or a second bye keeps all club-mates apart."
            )
            yield _flag(field, "same_club", sentence, p, q)
        elif q in field.apart[p]:
            sentence = (
                f"{names} meet although they should be kept apart: "
                "no draw without a rematch or a second bye does that."
            )
            yield _flag(field, "not_kept_apart", sentence, p, q)


def _floats(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    # Where hardly two have the same score, neighbours meet as a matter of course.
    fine = 2 * len(field.scores) > field.n > 4
    for p, q in pairs:
        steps = field.group[q] - field.group[p]
        if steps > fine:
            far = f", {steps} score groups lower" if steps > 1 else ""
            sentence = (
                f"{_name(field, p)} with {_points(field, p)} meets "
                f"{_name(field, q)} with {_points(field, q)}{far}: "
                "nobody closer was left for them."
            )
            yield _flag(field, "far_float" if far else "float", sentence, p, q)


def _deals(field: Field, pairings: Sequence[Pairing]) -> Iterator[Flag]:
    for pairing in pairings:
        for key, change in zip(pairing, (1, -1), strict=True):
            if key is None:
                continue
            p = field.rank[key]
            after = field.balance(p) + change
            if abs(after) > 2 and after * change > 0:
                more = "more" if change > 0 else "fewer"
                sentence = f"{_name(field, p)} will have dealt first in {abs(after)} matches {more} than not."
                yield _flag(field, "deals", sentence, p)


def _name(field: Field, p: int) -> str:
    return field.entries[p].name or f"Entry {field.entries[p].key}"


def _points(field: Field, p: int) -> str:
    return f"a score of {field.entries[p].score}"


def _flag(field: Field, code: str, sentence: str, *ranks: int) -> Flag:
    return Flag(code, sentence, tuple(field.entries[p].key for p in ranks))
