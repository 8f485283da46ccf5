"""Notices about comments on a replay, to the players and earlier commenters."""

from collections.abc import Iterable

from django.urls import reverse

from games.tables.access.audience import is_kept, visible_to
from games.tables.access.mutes import blocked_with, deaf_to
from games.tables.chat.messages import REPLAY
from games.tables.models import Seat, Table
from games.tables.models.chat import ChatMessage
from spades_site.accounts.models import User, Viewer
from spades_site.notices.models import Notice
from spades_site.notices.services import mark_handled, send_notice

KIND = "comment"


def notify_comment(row: ChatMessage) -> None:
    """Notify the players and earlier commenters of a new comment, in the transaction that stores it.

    A person has at most one unread notice for each game: further comments are added to it, without another mail or push.
    People who have muted the writer, or are blocked either way, aren't notified.
    """
    assert row.user is not None
    people = _audience(row)
    path = comments_path(row.table)
    unread = Notice.objects.select_for_update().filter(
        kind=KIND, path=path, read_at=None, user_id__in=people
    )
    bundles = list(unread.order_by("pk"))
    for notice in bundles:
        notice.params = _with(notice.params, row.name)
    Notice.objects.bulk_update(bundles, ["params"])
    notified = {notice.user_id for notice in bundles}
    fresh = User.objects.filter(pk__in=people - notified).order_by("pk")
    names = Seat.objects.filter(table=row.table).order_by("index").values_list("name", flat=True)
    params = {"comment_news": "one", "who": row.name, "players": ", ".join(names)}
    send_notice(fresh, KIND, f"comment:{row.pk}", path, params)


def comments_seen(table: Table, viewer: Viewer) -> None:
    """Mark the viewer's notices about the game's comments as read, because the page shows them."""
    if viewer.is_authenticated:
        mark_handled({viewer.pk}, KIND, comments_path(table))


def comments_path(table: Table) -> str:
    """Return the address of a replay's comments."""
    return f"{reverse('table_replay', args=[table.public_id])}#comments"


def _audience(row: ChatMessage) -> set[int]:
    """Return the keys of the people to notify."""
    assert row.user is not None
    played = Seat.objects.filter(table=row.table, user__is_active=True)
    wrote = ChatMessage.objects.filter(table=row.table, channel=REPLAY, user__is_active=True)
    writers: Iterable[User] = User.objects.filter(pk__in=wrote.values("user_id"))
    if is_kept(row.table):
        writers = [user for user in writers if visible_to(user).filter(pk=row.table_id).exists()]
    people = set(played.values_list("user_id", flat=True)) | {user.pk for user in writers}
    return people - {row.user.pk} - deaf_to(row.user.pk) - blocked_with(row.user)


def _with(params: dict[str, str], name: str) -> dict[str, str]:
    """Add a comment by `name` to a notice's parameters."""
    who, also = params["who"], params.get("also", "")
    if name in (who, also):
        return params
    return (
        {**params, "comment_news": "many"}
        if also
        else {**params, "comment_news": "two", "also": name}
    )
