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
            yield _flag(
                field,
                "rematch",
                f"{{0}} and {{1}} have met {before} before: no draw of this round does without a rematch.",
                p,
                q,
            )


def _bye(field: Field, p: int) -> Iterator[Flag]:
    if field.byes[p] > min(field.byes):
        yield _flag(
            field,
            "unfair_bye",
            "{0} sits out although it has had a bye or a free win before and others have not: "
            "otherwise two would meet again.",
            p,
        )
        return
    if field.byes[p]:
        yield _flag(
            field,
            "second_bye",
            "{0} sits out although it has had a bye or a free win before: everybody here has.",
            p,
        )
    due = field.first_for_the_bye()
    if field.group[p] < field.group[due]:
        yield _flag(
            field,
            "bye_not_lowest",
            f"{{0}} sits out with {_points(field, p)}, not {{1}} with {_points(field, due)}: "
            "otherwise two would meet who have met or should be kept apart.",
            p,
            due,
        )


def _together(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        if field.club[p] == field.club[q]:
            yield _flag(
                field,
                "same_club",
                f"{{0}} and {{1}} of {field.entries[p].club} meet: "
                "no draw without a rematch or a second bye keeps all club-mates apart.",
                p,
                q,
            )
        elif q in field.apart[p]:
            yield _flag(
                field,
                "not_kept_apart",
                "{0} and {1} meet although they should be kept apart: "
                "no draw without a rematch or a second bye does that.",
                p,
                q,
            )


def _floats(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        steps = field.group[q] - field.group[p]
        if steps:
            yield _flag(
                field,
                "float" if steps == 1 else "far_float",
                f"{{0}} with {_points(field, p)} meets {{1}} with {_points(field, q)}"
                + (
                    ": nobody closer was left for them."
                    if steps == 1
                    else f", {steps} score groups lower: nobody closer was left for them."
                ),
                p,
                q,
            )


def _deals(field: Field, pairings: Sequence[Pairing]) -> Iterator[Flag]:
    for a, b in pairings:
        if b is None:
            continue
        for key, one in ((a, 1), (b, -1)):
            p = field.rank[key]
            after = field.balance(p) + one
            if abs(after) > 2 and after * one > 0:
                yield _flag(
                    field,
                    "deals",
                    f"{{0}} will have dealt first in {abs(after)} matches more than not."
                    if one > 0
                    else f"{{0}} will have dealt first in {abs(after)} matches fewer than not.",
                    p,
                )


def _points(field: Field, p: int) -> str:
    score = field.entries[p].score
    return f"a score of {score}"


def _flag(field: Field, code: str, sentence: str, *ranks: int) -> Flag:
    entrants = [field.entries[p] for p in ranks]
    names = [entrant.name or f"Entry {entrant.key}" for entrant in entrants]
    return Flag(code, _filled(sentence, names), tuple(entrant.key for entrant in entrants))


def _filled(sentence: str, names: Sequence[str]) -> str:
    for number, name in enumerate(names):
        sentence = sentence.replace(f"{{{number}}}", name, 1)
    return sentence
