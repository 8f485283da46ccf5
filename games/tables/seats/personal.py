"""The personal data in tables. Games are kept; messages, preferences and presence are deleted."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.tables.game.locked_table import lock_table
from games.tables.models import Action, Invitation, PresenceLease, RatedSearch, Seat, Table
from games.tables.models.chat import Block, ChatMessage, Mute, Report, Silence
from games.tables.texts.rules import rules_said
from spades_site.accounts.avatar import PICTURE_GONE
from spades_site.accounts.models import User
from spades_site.accounts.personal import (
    Obstacle,
    before_becoming_a_bot,
    before_closing,
    goes,
    stays,
)

_OVER = (Table.Status.FINISHED, Table.Status.ABANDONED)


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(Table, "created_by", "public_id", "title", "kind", "created_at")
    stays(
        Seat, "user", "table__public_id", "table__title", "index", "name", "rating", "arrived_at",
        "table__finished_at",
    )  # fmt: skip
    stays(Action, "user", "table__public_id", "version", "kind", "text", "at")
    goes(PresenceLease, "user", "table__public_id", "until")
    goes(RatedSearch, "user", "preset", "clock", "since", "seen_at")
    goes(Invitation, "user", "table__public_id", "by__username", "at", "declined")
    goes(Invitation, "by", "table__public_id", "user__username", "at")
    goes(ChatMessage, "user", "table__public_id", "channel", "at", "text", "phrase", "hand", "step")
    goes(Mute, "user", "muted__username", "at")
    goes(Mute, "muted")
    goes(Block, "user", "blocked__username", "at")
    goes(Block, "blocked")
    # Reports are kept for staff; the reported person mustn't learn who reported them.
    stays(Report, "reporter", "at", "about_name", "reason", "text")
    stays(Report, "about")
    goes(Silence, "user", "until", "reason", "at")
    stays(Silence, "by")
    stays(Report, "closed_by", "closed_at", "note")
    before_closing(_obstacles, _farewell)
    before_becoming_a_bot(_played)
    if _picture_gone not in PICTURE_GONE:
        PICTURE_GONE.append(_picture_gone)


def _obstacles(user: User) -> Iterable[str]:
    sits = Seat.objects.filter(user=user).exclude(table__status__in=_OVER).select_related("table")
    for seat in sits:
        name = seat.table.title or rules_said(seat.table.rules)
        yield Obstacle(
            _("You are seated at “%(table)s”, which isn’t over: leave it or finish the game.")
            % {"table": name},
            seat.table.get_absolute_url(),
        )


def _played(user: User) -> Iterable[str]:
    seated = Seat.objects.filter(user=user).exists()
    if seated or Action.objects.filter(user=user).exists():
        yield _("You have sat at a table with this account: create a new one for the bot.")


def _farewell(user: User) -> None:
    Seat.objects.filter(user=user).update(country="", avatar="")


def _picture_gone(user_id: int, code: str) -> None:
    shown = Seat.objects.filter(user=user_id, avatar=code)
    in_play = shown.exclude(table__status__in=_OVER).order_by("table_id")
    for table_id in list(in_play.values_list("table_id", flat=True)):
        with lock_table(table_id) as locked:
            for seat in locked.seats:
                if seat.user_id == user_id and seat.avatar == code:
                    seat.avatar = ""
                    locked.touch(seat)
            locked.save()
    shown.update(avatar="")
