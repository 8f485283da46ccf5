"""Rating changes, shown at a table after its game."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import batched
from typing import Any

from django.db import transaction

from games.tables.game.locked_table import lock_table
from games.tables.models import Seat, Table
from spades_site.common.bulk import rewrite

TABLES_AT_ONCE = 2_000


def note_rating_changes(table_id: int, changes: Mapping[int, tuple[int, int]]) -> None:
    """Store the game's rating changes: a mapping of users' keys to ratings before and after."""
    with lock_table(table_id) as locked:
        seats = [(seat.index, seat.user_id) for seat in locked.seats]
        locked.table.rating_changes = _by_seat(seats, changes)
        locked.save()


@transaction.atomic
def note_other_rating_changes(changes: Mapping[int, Mapping[int, tuple[int, int]]]) -> int:
    """Store recomputed rating changes: by table's key, what `note_rating_changes` takes. Returns how many tables changed.

    Sends nothing: open pages get the new picture within seconds, when the sockets next compare the tables' versions.
    """
    rewritten = 0
    for some in batched(sorted(changes), TABLES_AT_ONCE):
        tables = Table.objects.select_for_update().filter(pk__in=some).order_by("pk")
        shown = dict(tables.values_list("pk", "rating_changes"))
        seats: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
        taken = Seat.objects.filter(table_id__in=some).order_by("table_id", "index")
        for table_id, index, user_id in taken.values_list("table_id", "index", "user_id"):
            seats[table_id].append((index, user_id))
        right = {key: _by_seat(seats[key], changes[key]) for key in shown}
        wrong = [(right[key], key) for key in shown if right[key] != shown[key]]
        rewrite(Table, ["rating_changes"], wrong, counting=["version"])
        rewritten += len(wrong)
    return rewritten


def _by_seat(
    seats: list[tuple[int, int | None]], changes: Mapping[int, tuple[int, int]]
) -> list[dict[str, Any]]:
    return [
        {"seat": index, "before": changes[user][0], "after": changes[user][1]}
        for index, user in seats
        if user is not None and user in changes
    ]
