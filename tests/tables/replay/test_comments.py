"""Comments on replays: who writes, sees, removes and reports them, and what closing an account leaves."""

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.chat import silences
from games.tables.chat.messages import recent
from games.tables.models import ChatMessage, Report, Seat, Table
from games.tables.replay.comments import comment, comments_on, marks_on, remove_comment
from games.tables.server.cleanup import forget_old_chat
from spades_site.accounts.closing import close_account, export_of
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.services import default_mails
from spades_site.notices.texts import notice_text
from tests.tables.replay.test_replay import played

pytestmark = pytest.mark.django_db


def write(
    table: Table, user: Any, text: str = "Well played", at: str = "h1s9", **fields: Any
) -> ChatMessage:
    return comment(table_id=table.pk, user=user, at=at, text=text, **fields)


def refused(table: Table, user: Any, **fields: Any) -> str:
    with pytest.raises(Refused) as refusal:
        write(table, user, **fields)
    return refusal.value.code


def texts(table: Table, viewer: Any) -> list[str]:
    return [row.text for row in comments_on(table, viewer)]


def test_comments_come_in_the_order_of_the_game_and_are_marked(client: Client, member: Any) -> None:
    ann, kim = member("ann"), member("kim")
    table = played(ann)
    write(table, ann, "later", at="h2s3")
    first = write(table, kim, "  first  ", at="h1s9", request_id="a")
    assert write(table, kim, "first", at="h1s9", request_id="a") == first
    write(table, kim, "too", at="h1s9")
    assert marks_on(table, ann) == [(1, 9, 2), (2, 3, 1)]
    assert texts(table, ann) == ["first", "too", "later"]
    assert first.seat is None
    page = client.get(reverse("table_replay", args=[table.public_id]))
    assert page.context["config"]["comments"] == [(1, 9, 2), (2, 3, 1)]
    assert 'href="?at=h2s3" data-go="#h2s3"' in page.content.decode()
    # They aren't part of the chat, and stay when that is deleted.
    assert recent(table_id=table.pk, user=ann).messages == []
    Table.objects.update(finished_at=now().replace(year=2020), started_at=now().replace(year=2020))
    assert forget_old_chat() == 0


@pytest.mark.slow
def test_who_may_not_comment_reads_why(member: Any) -> None:
    ann, staff = member("ann"), member("staff", is_staff=True)
    table = played(ann)
    running = services.open_table(services.TableTerms(rules=preset("cardgames_io")))
    assert refused(running, ann) == "not_over"
    Table.objects.filter(pk=running.pk).update(visibility="league", ref="league:1")
    assert refused(running, member("bob")) == "unknown_table"
    assert refused(table, create_guest()) == "members_only"
    assert [refused(table, ann, at=at) for at in ("h9s1", "", "h1")] == ["no_such_place"] * 3
    assert [refused(table, ann, text=text) for text in (" ", "x" * 301)] == [
        "text_empty",
        "text_long",
    ]
    for _ in range(6):
        write(table, ann)
    assert refused(table, ann) == "chat_too_fast"
    kim = member("kim")
    silences.silence(user_id=kim.pk, by=staff, days=1, reason="spam")
    assert refused(table, kim) == "silenced"


def test_people_don_t_see_whom_they_muted_and_closing_an_account_deletes(member: Any) -> None:
    ann, kim = member("ann"), member("kim")
    table = played(ann)
    write(table, kim)
    mutes.set_mute(user=ann, name="kim", yes=True)
    assert (texts(table, ann), marks_on(table, ann)) == ([], [])
    assert texts(table, kim) == ["Well played"]
    (row,) = export_of(kim)["tables.ChatMessage.user"]
    assert (row["channel"], row["hand"], row["step"], row["text"]) == (
        "replay",
        1,
        9,
        "Well played",
    )
    close_account(user_id=kim.pk, by=kim)
    assert not ChatMessage.objects.exists()


def test_a_comment_is_removed_by_its_writer_and_by_staff_who_are_noted(member: Any) -> None:
    ann, kim, staff = member("ann"), member("kim"), member("staff", is_staff=True)
    table = played(ann)
    own, other = write(table, kim), write(table, kim)
    with pytest.raises(Refused, match="Only its writer"):
        remove_comment(comment_id=own.pk, by=ann)
    remove_comment(comment_id=own.pk, by=kim)
    remove_comment(comment_id=own.pk, by=kim)
    assert not AuditEntry.objects.exists()
    remove_comment(comment_id=other.pk, by=staff)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor, entry.data) == ("comment.remove", staff, {"about": "kim"})


@pytest.mark.slow
def test_a_comment_is_written_and_reported_without_a_script(client: Client, member: Any) -> None:
    ann, kim = member("ann"), member("kim")
    table = played(ann)
    client.force_login(kim)
    replay = reverse("table_replay", args=[table.public_id])
    page = client.get(replay, {"at": "h1s5"})
    said = dict(page.context["form"].initial)
    assert said["at"] == "h1s5"
    where = reverse("table_comment", args=[table.public_id])
    empty = client.post(where, {**said, "text": " "})
    assert empty.status_code == 422
    assert "Write something first." in empty.content.decode()
    done = client.post(where, {**said, "text": "Why not the <b>king</b>?"})
    row = ChatMessage.objects.get()
    assert done.headers["Location"] == f"{replay}?at=h1s5#comment-{row.pk}"
    shown = html.unescape(re.sub(r"\s+", " ", client.get(replay).content.decode()))
    assert "Why not the <b>king</b>?" in shown
    assert "<b>king</b>?" not in client.get(replay).content.decode()
    client.force_login(ann)
    address = reverse("table_comment_report", args=[table.public_id, row.pk])
    assert client.post(address, {}).status_code == 422
    client.post(address, {"reason": "abuse", "text": "rude"})
    report = Report.objects.get()
    assert (report.about, report.message, report.context["channel"]) == (kim, row, "replay")
    assert [one["text"] for one in report.context["messages"]] == ["Why not the <b>king</b>?"]


@pytest.mark.slow
def test_who_played_or_commented_is_told_once_until_they_look(client: Client, member: Any) -> None:
    people = {name: member(name) for name in ("ann", "bob", "kim", "lou", "mia")}
    ann, bob, kim, lou, mia = people.values()
    table = played(ann)
    Seat.objects.filter(table=table, index=1).update(user=bob, name="bob", bot=False)
    mutes.set_block(user=bob, name="lou", yes=True)

    def told(user: Any) -> list[str]:
        rows = Notice.objects.filter(user=user, kind="comment", read_at=None)
        return [notice_text(row.kind, row.params).text for row in rows]

    assert write(table, kim, request_id="a") == write(table, kim, request_id="a")
    assert [told(user) for user in people.values()] == [["kim commented on it."]] * 2 + [[]] * 3
    write(table, lou)
    write(table, lou)
    assert told(ann) == ["kim and lou commented on it."]
    assert told(bob) == ["kim commented on it."]
    assert told(kim) == ["lou commented on it."]
    write(table, mia)
    assert told(ann) == ["kim, lou and others commented on it."]
    # A mail of these is sent to those who ask for it; one notice is one mail.
    assert Notice.objects.filter(user=ann, kind="comment").count() == 1
    assert "comment" not in default_mails()
    client.force_login(ann)
    client.get(reverse("table_replay", args=[table.public_id]))
    assert told(ann) == []
    write(table, kim)
    assert told(ann) == ["kim commented on it."]
    # In a league's game, only those are told who may still see it.
    Table.objects.filter(pk=table.pk).update(visibility="league", ref="league:1")
    Notice.objects.all().delete()
    write(table, ann)
    assert [bool(told(user)) for user in people.values()] == [False, True, False, False, False]


@pytest.mark.slow
def test_the_replay_costs_the_same_with_many_comments(client: Client, member: Any) -> None:
    table, costs = played(member("ann")), []
    client.force_login(member("bob"))
    for number in (2, 30):
        writers = [member(f"w{number}x{index}") for index in range(number)]
        ChatMessage.objects.bulk_create(
            ChatMessage(
                table=table,
                channel="replay",
                user=user,
                name=user.username,
                text="x",
                hand=1,
                step=3,
                at=now(),
            )
            for user in writers
        )
        client.get(reverse("table_replay", args=[table.public_id]))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("table_replay", args=[table.public_id]))
        costs.append(len(queries))
    assert costs[0] == costs[1]
