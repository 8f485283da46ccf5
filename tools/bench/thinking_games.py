"""The games of the benchmark `thinking`."""

import time

from django.contrib.auth import get_user_model
from django.test import override_settings

from games import bots, engine
from games.bots.levels import CLUB
from games.tables import services
from games.tables.game import thinking
from games.tables.models import Table
from games.tables.tasks import choose_for_bot
from tournaments.organizer.simulation.own_database import own_database


def play(games: int, hands: int) -> tuple[int, int, float]:
    """Play games; returns how many bids and cards were searched for, how many actions there were, and the jobs' processor time."""
    jobs = actions = 0
    seconds = 0.0
    with own_database(), override_settings(BOT_SECONDS=0, HAND_PAUSE_SECONDS=0):
        for number in range(games):
            table = _table(number, hands)
            while not table.is_over:
                asked = _asked(table)
                if asked is not None:
                    before = time.process_time()
                    choose_for_bot(*asked)
                    jobs, seconds = jobs + 1, seconds + time.process_time() - before
                _go_on(table)
            actions += table.actions.filter(kind="play").count()
    return jobs, actions, seconds


def _asked(table: Table) -> tuple[int, int, int] | None:
    """Return the arguments of the job for a bid or a card, which isn't sent here: nothing is ever committed."""
    if table.state is None or table.turn_key.split(".")[1] not in bots.SEARCHED:
        return None
    state = engine.restore({**table.state, "rules": table.rules})
    return thinking.question(table, list(table.seats.all()), state)


def _table(number: int, hands: int) -> Table:
    user = get_user_model().objects.create_user(f"bench{number}", f"bench{number}@example.org")
    rules = engine.preset("cardgames_io", max_hands=hands)
    table = services.open_table(services.TableTerms(rules=rules), created_by=user)
    services.take_seat(table_id=table.pk, user=user, seat=0, salt_hash="")
    services.add_bot(table_id=table.pk, by=user, seat=1, level=CLUB)
    services.add_bot(table_id=table.pk, by=user, seat=3, level=CLUB)
    services.fill_with_bots(table_id=table.pk, by=user)
    table.refresh_from_db()
    return table


def _go_on(table: Table) -> None:
    """Let the next player act."""
    if not services.wake_table(table.pk):
        state = engine.restore({**(table.state or {}), "rules": table.rules})
        services.submit_action(
            table_id=table.pk, user=table.seats.get(index=0).user, action=engine.view_for(state, 0)["legal"][0],
            action_id=f"{table.pk}.{table.version}", expected_version=table.version,
        )  # fmt: skip
    table.refresh_from_db()
