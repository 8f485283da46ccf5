"""Comments on replays, each at a card, a bid, a deal or a score of a finished game.

They are messages (models/chat.py) in a channel of their own. So silences, mutes, blocks, rate limits, reports, the export
and the closing of an account apply to them as to the chat.
"""

from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from games.tables.access.audience import visible_to
from games.tables.access.mutes import unheard_by
from games.tables.chat.messages import REPLAY, require_pace
from games.tables.chat.silences import refuse_silenced
from games.tables.game.locked_table import unknown
from games.tables.models import Seat, Table
from games.tables.models.chat import LONGEST_MESSAGE, ChatMessage
from games.tables.replay.comment_news import notify_comment
from games.tables.replay.places import place_in
from games.tables.replay.records import record_of
from games.tables.replay.timeline import has_replay
from spades_site.accounts.models import User, Viewer
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_message

MOST_COMMENTS = 500
"""Comments on one game."""


def comment(*, table_id: int, user: User, at: str, text: str, request_id: str = "") -> ChatMessage:
    """Write a comment at a place of a finished game, named as in addresses ("h3s17").

    Idempotent by `request_id`. Raises Refused "unknown_table", "not_over", "members_only", "no_such_place", "silenced",
    "text_empty", "text_long", "text_unclear", "text_unseen", "chat_too_fast", "too_many_comments".
    """
    table = visible_to(user).filter(pk=table_id).first()
    if table is None:
        raise unknown()
    if known := _written_before(table, user, request_id):
        return known
    if not has_replay(table):
        raise Refused("not_over", _("This game can be commented on once it is over."))
    if user.is_guest:
        raise Refused("members_only", _("Only members can comment. Create an account to join in."))
    place = place_in(record_of(table), at)
    if place is None:
        raise Refused("no_such_place", _("There is no such place in this game. Choose another."))
    refuse_silenced(user)
    text = clean_message(text, what=_("Your comment"), longest=LONGEST_MESSAGE)
    require_pace(user)
    if ChatMessage.objects.filter(table=table, channel=REPLAY).count() >= MOST_COMMENTS:
        raise Refused("too_many_comments", _("This game has as many comments as it can hold."))
    seat = Seat.objects.filter(table=table, user=user).values_list("index", flat=True).first()
    row = ChatMessage(
        table=table, channel=REPLAY, user=user, name=user.get_username(), seat=seat, text=text,
        hand=place.hand, step=place.step, request_id=request_id, at=now(),
    )  # fmt: skip
    try:
        with transaction.atomic():
            row.save()
            notify_comment(row)
    except IntegrityError:
        # The same request arrived twice at once.
        return _written_before(table, user, request_id) or row
    return row


def remove_comment(*, comment_id: int, by: User) -> None:
    """Delete a comment, as its writer or as staff (which goes into the audit log). Idempotent.

    Raises Refused "not_yours".
    """
    with transaction.atomic():
        row = ChatMessage.objects.select_for_update().filter(pk=comment_id, channel=REPLAY).first()
        if row is None:
            return
        if not may_remove(row, by):
            raise Refused("not_yours", _("Only its writer and staff can remove a comment."))
        if row.user_id != by.pk:
            audit.record(actor=by, verb="comment.remove", subject=row, about=row.name)
        row.delete()


def may_remove(row: ChatMessage, user: Viewer) -> bool:
    """Return whether the user may remove a comment."""
    return user.is_authenticated and (row.user_id == user.pk or user.is_staff)


def comments_on(table: Table, viewer: Viewer) -> QuerySet[ChatMessage]:
    """Return the comments that the viewer may see, in the order of the game."""
    rows = ChatMessage.objects.filter(table=table, channel=REPLAY)
    if viewer.is_authenticated:
        rows = rows.exclude(user_id__in=unheard_by(viewer.pk))
    return rows.select_related("user").order_by("hand", "step", "pk")


def marks_on(table: Table, viewer: Viewer) -> list[tuple[int, int, int]]:
    """Return the places of the comments that the viewer may see: hand, step, and number of comments."""
    rows = comments_on(table, viewer).select_related(None).order_by("hand", "step")
    counted = rows.values_list("hand", "step").annotate(n=Count("pk"))
    return [(hand or 0, step or 0, n) for hand, step, n in counted]


def _written_before(table: Table, user: User, request_id: str) -> ChatMessage | None:
    if not request_id:
        return None
    known = ChatMessage.objects.filter(user=user, request_id=request_id, channel=REPLAY).first()
    return known if known is not None and known.table_id == table.pk else None
