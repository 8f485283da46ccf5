"""Chat at a table: who may write and read what, and how messages are sent.

There are three channels:

- *table*: players write, and everybody at the table reads. While a game that counts is in play, it takes only phrases,
  because partners could reveal their cards in texts; and reactions only between hands, for the same reason.
- *spectators*: spectators write. Players see it in casual games and after the end. While a game that counts is in play,
  only members who aren't playing can read and write it; otherwise a player could watch signed out, or as a new guest, in
  a second window.
- *partner*: where the rules let partners talk, the two write to each other until their side's number stands (docs/rules.md
  3.23), whatever the game counts for. Nobody else reads it before the replay, which shows each message at its place.

While other tables still play the same deals, nobody else can write texts, because they could reveal what is coming there. Chat
takes no lock on the table and doesn't change its version.
"""

import json
from datetime import timedelta
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.engine.state import DEAL, OVER
from games.tables.access.mutes import deaf_to, unheard_by
from games.tables.chat.silences import refuse_silenced
from games.tables.game.locked_table import read_table, unknown
from games.tables.models import Action, Seat, Table
from games.tables.models.chat import LONGEST_MESSAGE, ChatMessage
from games.tables.pictures import broadcast
from games.tables.pictures.picture import may_talk
from games.tables.pictures.shapes import MOST_SHOWN, Message
from games.tables.texts.chat import PHRASES, REACTIONS
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.people.avatars import shown
from spades_site.common.text import clean_message

MOST_AT_ONCE = 6
AT_ONCE = timedelta(seconds=10)
"""The period for the limit of messages that one person may write, at all tables together."""
OPEN_AFTER_END = timedelta(days=1)
CHAT = "table.chat"
"""The channel message's type; the consumer's method is named after it."""

TABLE: Final = "table"
SPECTATORS: Final = "spectators"
PARTNER: Final = "partner"
REPLAY: Final = "replay"
"""The comments on the replay, which aren't part of the chat (replay/comments.py)."""
_KNOWN = (
    "pk", "public_id", "kind", "status", "rated", "visibility", "version", "finished_at",
    "deals__opened_at",
)  # fmt: skip


def say(
    *, table_id: int, user: User, to: str, text: str = "", phrase: str = "", request_id: str = ""
) -> ChatMessage:
    """Write a text, or a phrase by its code, to a channel, and send it to everybody who may see it.

    Idempotent by `request_id`. Raises Refused "unknown_table",
    "not_seated", "no_talk", "players_write_there", "members_only", "phrases_only", "no_such_phrase", "text_empty",
    "between_hands", "text_long", "text_unclear", "text_unseen", "chat_closed", "chat_too_fast", "silenced", "used_id".
    """
    table = _tables().filter(pk=table_id).first()
    if table is None:
        raise unknown()
    known = _written_before(table, user, request_id)
    if known is not None:
        return known
    seat = Seat.objects.filter(table=table, user=user).values_list("index", flat=True).first()
    _require_channel(table, to, seat, user)
    refuse_silenced(user)
    if phrase:
        _require_phrase(phrase, table, seat, to)
    else:
        _require_texts(table, user, to)
        text = clean_message(text, what=_("Your message"), longest=LONGEST_MESSAGE)
    require_pace(user)
    hand, step = _place_of_talk(table, seat) if to == PARTNER else (None, None)
    message = ChatMessage(
        table=table, channel=to, user=user, name=user.get_username(), seat=seat, text=text,
        phrase=phrase, hand=hand, step=step, request_id=request_id, at=now(),
    )  # fmt: skip
    try:
        with transaction.atomic():
            message.save()
            transaction.on_commit(lambda: _send(message))
    except IntegrityError:
        # The same request has arrived through another socket.
        return _written_before(table, user, request_id) or message
    return message


class Recent(NamedTuple):
    """The latest messages at a table, oldest first, as `message_frame` writes them; and the channels that have older ones."""

    messages: list[Message]
    older: list[str]


def recent(*, table_id: int, user: User | None) -> Recent:
    """Return the latest messages at the table that `user` (None: a visitor) may see."""
    rows = ChatMessage.objects.filter(table_id=table_id).exclude(channel=REPLAY).order_by("-pk")
    rows = rows.select_related("user")
    if not rows.exists():
        return Recent([], [])
    if user is not None:
        rows = rows.exclude(user_id__in=unheard_by(user.pk))
    if not hears_spectators(table=_tables().get(pk=table_id), user=user):
        rows = rows.exclude(channel=SPECTATORS)
    rows = rows.exclude(Q(channel=PARTNER) & ~Q(seat__in=_own_side(table_id, user)))
    shown = list(rows[:MOST_SHOWN])
    older: list[str] = []
    if len(shown) == MOST_SHOWN:
        before = rows.filter(pk__lt=shown[-1].pk).order_by()
        older = sorted(before.values_list("channel", flat=True).distinct())
    return Recent([message_frame(message) for message in reversed(shown)], older)


def message_frame(message: ChatMessage) -> Message:
    """Return a message in the protocol's form."""
    return {
        "id": message.pk,
        "to": message.channel,
        "name": message.name,
        "avatar": (shown(message.user.avatar) or None) if message.user else None,
        "program": message.user is not None and message.user.is_bot,
        "seat": message.seat,
        "text": message.text or None,
        "phrase": message.phrase or None,
        "at": message.at.isoformat(),
    }


def may_see(*, message: ChatMessage, table: Table, user: User) -> bool:
    """Return whether `user` may see the message now, ignoring mutes."""
    if message.channel == PARTNER:
        return table.is_public or message.seat in _own_side(table.pk, user)
    return message.channel == TABLE or hears_spectators(table=table, user=user)


def side_of(seat: int | None) -> tuple[int, ...]:
    """Return the seats of a side whose partners may talk, from one of them. Only partnerships of four may (3.23)."""
    return () if seat is None else (seat, (seat + 2) % 4)


def hears_spectators(*, table: Table, user: User | None) -> bool:
    """Return whether `user` (None: a visitor) may see the spectators' channel now."""
    if not keeps_apart(table):
        return True
    if user is None or user.is_guest:
        return False
    return not Seat.objects.filter(table=table, user=user).exists()


def counts(table: Table) -> bool:
    """Return whether ratings or a match depend on the table's game."""
    return bool(table.rated) or table.kind == Table.Kind.MATCH


def keeps_apart(table: Table) -> bool:
    """Return whether players must not learn from spectators now, nor partners from each other."""
    return table.is_closed or (counts(table) and table.status == Table.Status.PLAYING)


def require_pace(user: User) -> None:
    """Raise Refused "chat_too_fast" if the user has written the maximum number of messages within AT_ONCE."""
    since = now() - AT_ONCE
    if ChatMessage.objects.filter(user=user, at__gt=since).count() >= MOST_AT_ONCE:
        raise Refused(
            "chat_too_fast", _("Too many messages at once. Wait a few seconds, then send it again.")
        )


# Internals


def _tables() -> QuerySet[Table]:
    return Table.objects.select_related("deals").only(*_KNOWN)


def _own_side(table_id: int, user: User | None) -> tuple[int, ...]:
    """Return the seats of the user's side; none if they have no seat, or have it only from the next hand on."""
    if user is None:
        return ()
    seat = Seat.objects.filter(table=table_id, user=user, next_hand=False)
    return side_of(seat.values_list("index", flat=True).first())


def _place_of_talk(table: Table, seat: int | None) -> tuple[int, int]:
    """Return the hand in play and how many of its actions were taken. Raises Refused "no_talk"."""
    read = read_table(table.pk)
    if (
        read is None
        or seat is None
        or read.state is None
        or not may_talk(read.table, read.seats[seat], read.seats, read.state)
    ):
        raise Refused(
            "no_talk",
            _("Partners talk only while they bid together, until their side’s number stands."),
        )
    hand = read.state.hand_no
    taken = Action.objects.filter(table=table, kind=Action.Kind.PLAY, hand_no=hand)
    return hand, taken.count()


def _send(message: ChatMessage) -> None:
    """Have the sockets forward the message, except to people who have muted the writer or may not see it."""
    not_for = set() if message.user_id is None else deaf_to(message.user_id)
    only_for = None
    if message.channel == PARTNER:
        partners = Seat.objects.filter(
            table=message.table, index__in=side_of(message.seat), user__isnull=False
        )
        only_for = sorted(partners.values_list("user_id", flat=True))
    apart = message.channel == SPECTATORS and keeps_apart(message.table)
    if apart:
        seated = Seat.objects.filter(table=message.table, user__isnull=False)
        not_for |= set(seated.values_list("user_id", flat=True))
    frame = json.dumps({"t": "chat", "message": message_frame(message)})
    broadcast.publish(
        message.table.public_id,
        {
            "type": CHAT,
            "frame": frame,
            "not_for": sorted(not_for),
            "only_for": only_for,
            "members_only": apart,
        },
    )


def _written_before(table: Table, user: User, request_id: str) -> ChatMessage | None:
    if not request_id:
        return None
    known = ChatMessage.objects.filter(user=user, request_id=request_id).first()
    if known is not None and known.table_id != table.pk:
        raise Refused("used_id", _("That message was written at another table."))
    if known is not None:
        known.table = table
    return known


def _require_channel(table: Table, to: str, seat: int | None, user: User) -> None:
    if to in (TABLE, PARTNER) and seat is None:
        raise Refused(
            "not_seated", _("Only players can write to the table. Write to the spectators.")
        )
    if to == SPECTATORS and seat is not None:
        raise Refused(
            "players_write_there",
            _("You are playing here, so write to the table: spectators can read it."),
        )
    if to == SPECTATORS and user.is_guest and keeps_apart(table):
        raise Refused(
            "members_only",
            _("Until the game is over, only members can chat here. Create an account to join in."),
        )
    if table.finished_at is not None and now() - table.finished_at > OPEN_AFTER_END:
        raise Refused("chat_closed", _("The game ended long ago, so its chat is closed."))


def _require_phrase(code: str, table: Table, seat: int | None, to: str) -> None:
    if code not in PHRASES and code not in REACTIONS:
        raise Refused("no_such_phrase", _("There is no such phrase. Choose one from the list."))
    if (
        code in REACTIONS and seat is not None and to != PARTNER
        and keeps_apart(table) and _in_a_hand(table)
    ):  # fmt: skip
        raise Refused(
            "between_hands", _("During a game that counts, players can react between hands only.")
        )


def _in_a_hand(table: Table) -> bool:
    """Return whether a hand is in play, when a reaction could tell the partner something."""
    phase = Table.objects.filter(pk=table.pk).values_list("state__phase", flat=True).get()
    return phase not in (None, DEAL, OVER)


def _require_texts(table: Table, user: User, to: str) -> None:
    if table.is_closed and to != PARTNER:
        raise Refused(
            "phrases_only",
            _(
                "Other tables are still playing these deals. Until they finish, only phrases are allowed."
            ),
        )
    if to == TABLE and keeps_apart(table):
        raise Refused(
            "phrases_only",
            _(
                "During a game that counts, players can only use phrases. Free text is allowed "
                "afterwards."
            ),
        )
    if user.is_guest and (counts(table) or table.visibility == Table.Visibility.LEAGUE):
        raise Refused(
            "phrases_only",
            _("Guests can only use phrases at this table. Create an account to write freely."),
        )
