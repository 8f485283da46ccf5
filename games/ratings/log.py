"""The log of rated results, replayed."""

import json
from collections.abc import Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Case, IntegerField, TextField, Value, When
from django.db.models.functions import Cast

from games.ratings import elo
from games.ratings.models import RatedResult, RatingChange

RESULTS_AT_ONCE = 2_000
"""Number of log lines in memory at once, so that a log of any length can be replayed."""

Line = tuple[int, int, str, int]
"""Key of a result, key of its table, its places as stored, and whether it is void."""
Stored = tuple[int, int, int, int, bool, bool, int, int, int, int, int, int]
"""Key of a change, of its result, the side, key of its user, `left`, `by_bot`, the divisor, then the fields of `elo.Change`."""
_NUMBERS = 7
"""Where these fields begin."""


class Correction(NamedTuple):
    """What is stored incorrectly in a part of the log.

    `changes` has the correct numbers of each such change, and its key last; `tables` has, for each table that shows
    wrong ratings, every player's rating before and after, in points.
    """

    changes: list[tuple[int, ...]]
    tables: dict[int, dict[int, tuple[int, int]]]


class Log:
    """A pool's log from the result `since` on (or all of it), replayed by `corrections`.

    `forms` has every player's rating and games at the end; players who are missing have no game that counts.
    Results before `since` are taken as stored.
    """

    def __init__(self, pool: str, since: int | None = None) -> None:
        self.forms: dict[int, elo.Bare] = {}
        self._pool = pool
        self._since = since
        self._places: dict[str, list[int]] = {}

    def corrections(self) -> Iterator[Correction]:
        """Replay the log and yield, part by part, what differs from it. Each part takes two queries.

        Callers may correct a part before reading the next one.
        """
        last = 0 if self._since is None else self._since - 1
        while lines := self._lines(last):
            stored = self._stored(lines)
            if self._since is not None:
                for row in stored:
                    before, _after, games = row[_NUMBERS : _NUMBERS + 3]
                    self.forms.setdefault(row[3], (before, games))
            yield self._compared(lines, stored)
            last = lines[-1][0]

    def _lines(self, after: int) -> list[Line]:
        # As text: there are few different values, and each is parsed from JSON once.
        places = Cast("places", TextField())
        void = Case(
            When(voided_at=None, then=Value(0)), default=Value(1), output_field=IntegerField()
        )
        results = RatedResult.objects.filter(pool=self._pool, pk__gt=after).order_by("pk")
        return list(results.values_list("pk", "table_id", places, void)[:RESULTS_AT_ONCE])

    def _stored(self, lines: list[Line]) -> list[Stored]:
        changes = RatingChange.objects.filter(
            result__pool=self._pool, result_id__gte=lines[0][0], result_id__lte=lines[-1][0]
        )
        columns = ("pk", "result_id", "side", "user_id", "left", "by_bot", "divisor")
        return list(
            changes.order_by("result_id", "side", "user_id").values_list(
                *columns, *elo.Change._fields
            )
        )

    def _compared(self, lines: list[Line], stored: list[Stored]) -> Correction:
        found = Correction([], {})
        by_result = [list(rows) for _, rows in groupby(stored, key=itemgetter(1))]
        games = [self._game(line, rows) for line, rows in zip(lines, by_result, strict=True)]
        replayed = elo.replay(games, self.forms)
        for line, rows, sides in zip(lines, by_result, replayed, strict=True):
            right = list(chain.from_iterable(sides))
            if [row[_NUMBERS:] for row in rows] != right:
                _note(found, line[1], rows, right)
        return found

    def _game(self, line: Line, rows: list[Stored]) -> elo.Game:
        key, _table, text, void = line
        places = self._places.get(text)
        if places is None:
            places = self._places[text] = json.loads(text)
        if rows[0][1] != key:
            raise ValueError(f"rated result {key} has lost its players")
        sides: list[list[int]] = [[] for _ in places]
        for row in rows:
            sides[row[2]].append(row[3])
        if all(not row[4] and row[6] == 1 for row in rows):
            return elo.Game(sides, places, void != 0)
        parts: list[list[int]] = [[] for _ in places]
        divisors: list[list[int]] = [[] for _ in places]
        for _key, _result, side, _user, left, by_bot, divisor, *_numbers in rows:
            parts[side].append(elo.part(left=left, early=by_bot))
            divisors[side].append(divisor)
        return elo.Game(sides, places, void != 0, parts, divisors)


def _note(found: Correction, table: int, rows: list[Stored], right: list[elo.Numbers]) -> None:
    pairs = list(zip(rows, right, strict=True))
    found.changes.extend((*numbers, row[0]) for row, numbers in pairs if row[_NUMBERS:] != numbers)
    if any(_read(row[_NUMBERS:]) != _read(numbers) for row, numbers in pairs):
        found.tables[table] = {row[3]: _read(numbers) for row, numbers in pairs}


def _read(numbers: tuple[int, ...]) -> tuple[int, int]:
    """Return the rating before and after a change, as people read them."""
    return elo.displayed_rating(numbers[0]), elo.displayed_rating(numbers[1])
