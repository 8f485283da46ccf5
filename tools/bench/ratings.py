"""Ratings recomputed from a log of 100,000 results, in a database of its own, beside the arithmetic alone."""

import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

RESULTS, PLAYERS = 100_000, 400
TARGET_SECONDS = 5.0
FIRST = datetime(2024, 1, 1, tzinfo=UTC)


def main() -> None:
    """Print the times and whether the target is met."""
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        _other_database(Path(folder))
        _fill()
        games = _games()
        arithmetic = _timed(lambda: _replay(games))
        first = _timed(_recompute)
        again = _timed(_recompute)
    verdict = "met" if again <= TARGET_SECONDS else "MISSED"
    print(f"ratings: a log of {RESULTS:,} results of four, {PLAYERS} players")
    print(f"  recompute, nothing differs {again:.1f} s (target {TARGET_SECONDS:.0f} s: {verdict})")
    print(f"  recompute, all differs     {first:.1f} s")
    print(f"  the arithmetic alone       {arithmetic:.1f} s, ratio {again / arithmetic:.1f}")


def _other_database(folder: Path) -> None:
    """Let Django use an empty SQLite database in `folder`; it must not be set up yet, or only by this."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
    sqlite = {
        **settings.DATABASES["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(folder / "bench.sqlite3"),
    }
    django.setup()
    from django.db import connections

    connections.databases["default"].update(sqlite)
    del connections["default"]
    call_command("migrate", verbosity=0)


def _fill() -> None:
    """Rows as they are after a change of the formula: the line-ups are right, every number is to be worked out."""
    from django.contrib.auth import get_user_model
    from django.db import transaction

    from games.ratings import elo
    from games.ratings.models import Pool, RatedResult, Rating, RatingChange
    from games.tables.models import Seat, Table

    dice = Random(1)
    user, pool, start = get_user_model(), str(Pool.PARTNERSHIP), elo.displayed_rating(elo.START)
    user.objects.bulk_create(
        [
            user(username=f"player{each}", name_key=f"player{each}", password="!")
            for each in range(PLAYERS)
        ]
    )
    people = list(user.objects.order_by("pk").values_list("pk", flat=True))
    Rating.objects.bulk_create([Rating(user_id=each, pool=pool) for each in people])
    keys = range(1, RESULTS + 1)
    seated = [(key, seat, who) for key in keys for seat, who in enumerate(dice.sample(people, 4))]
    table = Table(
        rules={},
        created_at=FIRST,
        started_at=FIRST,
        finished_at=FIRST,
        rated=True,
        status="finished",
    )
    table.rating_changes = [{"seat": seat, "before": start, "after": start} for seat in range(4)]
    result = RatedResult(pool=pool, finished_at=FIRST)
    change = RatingChange(before=elo.START, after=elo.START, games_before=0, expected=0, score=0)
    with transaction.atomic():
        _insert(table, ("id", "public_id"), [(key, f"b{key}") for key in keys])
        _insert(Seat(), ("table_id", "index", "user_id"), seated)
        _insert(
            result,
            ("id", "table_id", "places"),
            [(key, key, dice.choice(("[0, 1]", "[1, 0]"))) for key in keys],
        )
        _insert(
            change,
            ("result_id", "side", "user_id"),
            [(key, seat % 2, who) for key, seat, who in seated],
        )


def _insert(like: Any, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows with their own values for `names` and everything else as in `like`. `bulk_create` takes minutes here."""
    from django.db import connection

    same = {
        field.column: field.get_db_prep_save(getattr(like, field.attname), connection)
        for field in like._meta.concrete_fields
        if field.attname not in ("id", *names)
    }
    columns = ", ".join(f'"{column}"' for column in (*names, *same))
    marks = ", ".join(["%s"] * (len(names) + len(same)))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {like._meta.db_table} ({columns}) VALUES ({marks})",  # noqa: S608
            [(*row, *same.values()) for row in rows],
        )


def _games() -> list[Any]:
    from games.ratings import elo

    dice = Random(2)
    return [
        elo.Game([[a, b], [c, d]], dice.choice(([0, 1], [1, 0])))
        for _ in range(RESULTS)
        for a, b, c, d in (dice.sample(range(PLAYERS), 4),)
    ]


def _replay(games: list[Any]) -> None:
    from games.ratings import elo

    for _each in elo.replay(games):
        pass


def _recompute() -> None:
    from games.ratings.models import Pool
    from games.ratings.services import recompute

    recompute(str(Pool.PARTNERSHIP))


def _timed(work: Any) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
