"""The log of rated results, replayed."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from games.ratings import elo
from games.ratings.models import RatedResult, RatingChange

Stored = tuple[int, int, int, int, elo.Change]
"""Key of the change, of its result, of its user, the side, and what is stored of it."""


class Log:
    """A pool's log from the result `since` on (whole without it), replayed.

    `forms` has every player's rating and games at its end. What comes before `since` is taken as it is stored.
    """

    def __init__(self, pool: str, since: int | None = None) -> None:
        results = RatedResult.objects.filter(pool=pool).order_by("pk")
        changes = RatingChange.objects.filter(result__pool=pool)
        if since is not None:
            results, changes = results.filter(pk__gte=since), changes.filter(result_id__gte=since)
        self._results = results
        self._changes = changes.order_by("result_id", "side", "user_id")
        self.forms: dict[int, elo.Form] = {}
        self._from_stored = since is not None
        self._differing: list[RatingChange] = []
        self._replay()

    def differing_changes(self) -> list[RatingChange]:
        """Return the changes whose stored numbers aren't what the replay gave, with the right numbers."""
        return self._differing

    def _replay(self) -> None:
        stored = self._stored()
        start: dict[int, elo.Form] = {}
        if self._from_stored:
            for *_, user, _side, change in stored:
                start.setdefault(user, elo.Form(change.before, change.games_before))
        for replayed, rows in zip(
            elo.replay(self._games(stored), start), self._by_result(stored), strict=True
        ):
            right = (change for side in replayed.changes for change in side)
            for (key, _result, user, side, old), new in zip(rows, right, strict=True):
                games = new.games_before + (not replayed.game.void)
                self.forms[user] = elo.Form(new.after, games)
                if new != old:
                    self._differing.append(
                        RatingChange(pk=key, user_id=user, side=side, **new._asdict())
                    )

    def _stored(self) -> list[Stored]:
        columns = ("pk", "result_id", "user_id", "side")
        numbers = elo.Change._fields
        return [
            (key, result, user, side, elo.Change(*change))
            for key, result, user, side, *change in self._changes.values_list(*columns, *numbers)
        ]

    def _games(self, stored: list[Stored]) -> Iterator[elo.Game]:
        results = self._results.values_list("pk", "places", "voided_at")
        for (key, places, voided_at), rows in zip(results, self._by_result(stored), strict=True):
            sides = [
                [user for _key, _result, user, _side, _change in members]
                for _, members in groupby(rows, key=itemgetter(3))
            ]
            yield elo.Game(key, sides, places, void=voided_at is not None)

    @staticmethod
    def _by_result(stored: list[Stored]) -> Iterator[list[Stored]]:
        for _, rows in groupby(stored, key=itemgetter(1)):
            yield list(rows)
