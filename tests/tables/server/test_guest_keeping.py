"""Guests nobody uses are removed after a while; whoever had part in a game stays, so that its history is whole."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.tables.game.opening import abandon_table, open_table
from games.tables.game.terms import TableTerms
from games.tables.models import Seat
from games.tables.seats.seating import add_bot, take_seat
from games.tables.server.cleanup import remove_unused_guests
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import User
from spades_site.common.clock import now

pytestmark = pytest.mark.django_db
RULES = engine.preset("cardgames_io")


@pytest.fixture(autouse=True)
def thirty_days(settings: Any) -> None:
    """Keep guests for thirty days."""
    settings.GUEST_DAYS = 30


def guest(days: float) -> User:
    """Return a guest whose only visit was this number of days ago."""
    made = create_guest()
    made.date_joined = now() - timedelta(days=days)
    made.save(update_fields=["date_joined"])
    return made


def kept() -> set[User]:
    """Return the guests that remain after the cleanup."""
    remove_unused_guests()
    return set(User.objects.all())


def test_guests_without_games_go_and_members_stay(member: Any) -> None:
    ann = member("ann")
    User.objects.filter(pk=ann.pk).update(date_joined=now() - timedelta(days=400))
    guest(31)
    fresh = guest(29)
    assert kept() == {ann, fresh}
    assert remove_unused_guests() == 0


def test_zero_days_keep_everybody(settings: Any) -> None:
    settings.GUEST_DAYS = 0
    old = guest(1000)
    assert kept() == {old}


def test_nobody_goes_while_their_session_may_last(settings: Any) -> None:
    settings.GUEST_DAYS = 1
    fresh = guest(13)
    guest(15)
    assert kept() == {fresh}


def test_guests_who_played_are_kept_with_their_name() -> None:
    player = guest(31)
    table = open_table(TableTerms(rules=RULES), created_by=player)
    take_seat(table_id=table.pk, user=player, seat=0, salt_hash="")
    for seat in (1, 2, 3):
        add_bot(table_id=table.pk, by=player, seat=seat)
    assert kept() == {player}
    abandon_table(table_id=table.pk, reason="over")
    assert kept() == {player}
    assert Seat.objects.get(table=table, index=0).user == player


def test_guests_at_an_open_table_are_kept_until_it_closes() -> None:
    waiting = guest(31)
    table = open_table(TableTerms(rules=RULES), created_by=waiting)
    take_seat(table_id=table.pk, user=waiting, seat=0)
    assert kept() == {waiting}
    abandon_table(table_id=table.pk, reason="nobody came")
    assert kept() == set()
    table.refresh_from_db()
    assert (table.created_by, Seat.objects.get(table=table, index=0).name) == (
        None, waiting.username,
    )  # fmt: skip
