"""Update people's names in seats, messages and reports, which store copies."""

from typing import Any

from django.contrib.auth import get_user_model

from games.tables.game.locked_table import lock_table
from games.tables.game.opening import assign_seat
from games.tables.models import Seat, Table
from games.tables.models.chat import ChatMessage, Report
from spades_site.accounts.models import User
from spades_site.accounts.renaming import earlier_names
from spades_site.common.people.renaming import put_name


def follow_name(*, user: User) -> None:
    """Write the user's name, country and rating to their current seats, and the name to past games and messages.

    Idempotent.
    """
    name = user.get_username()
    seats = Seat.objects.filter(user=user).exclude(name=name)
    over = (Table.Status.FINISHED, Table.Status.ABANDONED)
    going_on = seats.exclude(table__status__in=over).order_by("table_id")
    for table_id in going_on.values_list("table_id", flat=True):
        with lock_table(table_id) as locked:
            seat = locked.seat_of(user)
            if seat is not None and seat.name != name:
                assign_seat(seat, user, locked.rules)
                locked.touch(seat)
                locked.save()
    seats.filter(table__status__in=over).update(name=name)
    ChatMessage.objects.filter(user=user).exclude(name=name).update(name=name)
    Report.objects.filter(about=user).exclude(about_name=name).update(about_name=name)
    put_name(earlier_names(user), name, (Report, "context"))


def signed_up(sender: Any, user: User, **_about: Any) -> None:
    """Handle a new account (allauth's signal), which may belong to a seated guest."""
    follow_name(user=user)


def on_renamed(payload: dict[str, Any]) -> None:
    """Handle a member's new name (the outbox)."""
    user = get_user_model().objects.filter(pk=payload["user"]).first()
    if user is not None:
        follow_name(user=user)
