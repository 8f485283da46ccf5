"""The compromises of a draw, in sentences for the organizer."""

from collections.abc import Iterator, Sequence

from games.engine.sentences import Sentence, counted, message
from tournaments.formats.shape import Pairing
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.shape import Flag


def flags(
    field: Field, pairings: Sequence[Pairing], bye: int | None, whole: bool
) -> tuple[Flag, ...]:
    """Return the compromises of a draw, the most serious kind first, each kind by table."""
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
                message(
                    "So many entries restrict each other here that only opponents close in rank were "
                    "compared. Check the lowest tables before you confirm the draw."
                ),
                (),
            )
        )
    return tuple(found)


def _rematches(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        if times := field.met[p].get(q, 0):
            sentence = counted(
                "%(one)s and %(other)s have met once before: no draw of this round avoids a "
                "rematch.",
                "%(one)s and %(other)s have met %(n)s times before: no draw of this round avoids a "
                "rematch.",
                times,
                one=_name(field, p),
                other=_name(field, q),
            )
            yield _flag(field, "rematch", sentence, p, q)


def _bye(field: Field, p: int) -> Iterator[Flag]:
    name, due = _name(field, p), field.first_for_the_bye()
    if field.byes[p] > field.byes[due]:
        sentence = message(
            "%(name)s sits out although it has had a bye or a free win before and others have not: "
            "otherwise two would meet again.",
            name=name,
        )
        yield _flag(field, "unfair_bye", sentence, p)
        return
    if field.byes[p]:
        sentence = message(
            "%(name)s sits out although it has had a bye or a free win before: everybody here has.",
            name=name,
        )
        yield _flag(field, "second_bye", sentence, p)
    if field.group[p] < field.group[due]:
        sentence = message(
            "%(name)s sits out with a score of %(score)s, not %(other)s with a score of %(less)s: "
            "otherwise two would meet who have met or should be kept apart.",
            name=name,
            score=field.entries[p].score,
            other=_name(field, due),
            less=field.entries[due].score,
        )
        yield _flag(field, "bye_not_lowest", sentence, p, due)


def _together(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        names = {"one": _name(field, p), "other": _name(field, q)}
        if field.club[p] == field.club[q]:
            sentence = message(
                "%(one)s and %(other)s of %(club)s meet: "
                "no draw without a rematch or a second bye keeps all club-mates apart.",
                **names,
                club=field.entries[p].club,
            )
            yield _flag(field, "same_club", sentence, p, q)
        elif q in field.apart[p]:
            sentence = message(
                "%(one)s and %(other)s meet although they should be kept apart: no draw without a "
                "rematch or a second bye avoids it.",
                **names,
            )
            yield _flag(field, "not_kept_apart", sentence, p, q)


def _floats(field: Field, pairs: Sequence[tuple[int, int]]) -> Iterator[Flag]:
    for p, q in pairs:
        steps = field.group[q] - field.group[p]
        if steps > field.fine:
            sentence = counted(
                "%(one)s with a score of %(score)s meets %(other)s with a score of %(less)s: no "
                "closer opponent was left.",
                "%(one)s with a score of %(score)s meets %(other)s with a score of %(less)s, %(n)s "
                "score groups lower: no closer opponent was left.",
                steps,
                one=_name(field, p),
                score=field.entries[p].score,
                other=_name(field, q),
                less=field.entries[q].score,
            )
            yield _flag(field, "far_float" if steps > 1 else "float", sentence, p, q)
        if steps and field.floated[p] == 1:
            sentence = message(
                "%(name)s meets somebody with a lower score for the second round running: no "
                "equally good draw avoids it.",
                name=_name(field, p),
            )
            yield _flag(field, "down_again", sentence, p)
        if steps and field.floated[q] == -1:
            sentence = message(
                "%(name)s meets somebody with a higher score for the second round running: no "
                "equally good draw avoids it.",
                name=_name(field, q),
            )
            yield _flag(field, "up_again", sentence, q)


def _deals(field: Field, pairings: Sequence[Pairing]) -> Iterator[Flag]:
    for pairing in pairings:
        for key, change in zip(pairing, (1, -1), strict=True):
            if key is None:
                continue
            p = field.rank[key]
            after = field.balance(p) + change
            if abs(after) > 2 and after * change > 0:
                values = {"name": _name(field, p), "count": abs(after)}
                sentence = (
                    message(
                        "%(name)s will have dealt first in %(count)s matches more than not.",
                        **values,
                    )
                    if change > 0
                    else message(
                        "%(name)s will have dealt first in %(count)s matches fewer than not.",
                        **values,
                    )
                )
                yield _flag(field, "deals", sentence, p)


def _name(field: Field, p: int) -> str:
    return field.entries[p].name or message("Entry %(key)s", key=field.entries[p].key)


def _flag(field: Field, code: str, sentence: Sentence, *ranks: int) -> Flag:
    return Flag(code, sentence, tuple(field.entries[p].key for p in ranks))
