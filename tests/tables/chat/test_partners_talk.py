"""What partners say to each other before their side's number stands: who reads it, when, and where it is kept (rule 3.23)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.tables.access import mutes
from games.tables.chat import messages, reports
from games.tables.models import ChatMessage, Table
from games.tables.server.cleanup import forget_old_chat
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.tables.playing import act, play_on, seat, seated, state_of

Member = Callable[..., Any]
TALK: dict[str, Any] = {"bid_by": "side", "partners_talk": True, "max_hands": 1}


@pytest.fixture
def table(member: Member) -> tuple[Table, list[Any]]:
    """Return a game of four that counts, amid the bidding, and its players by the order of the seats."""
    users = [member(name) for name in ("ann", "bob", "cy", "di")]
    table = seated(users, bots_allowed=False, **TALK)
    Table.objects.filter(pk=table.pk).update(kind=Table.Kind.MATCH, ref="test:1")
    table.refresh_from_db()
    return table, users


def say(table: Table, user: Any, text: str, **more: Any) -> ChatMessage:
    return messages.say(table_id=table.pk, user=user, to="partner", text=text, **more)


def read(table: Table, user: Any) -> list[str]:
    return [said["text"] or "" for said in messages.recent(table_id=table.pk, user=user).messages]


def refusal(what: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        what()
    return refused.value.code


def test_only_the_two_read_it_until_the_game_is_over_and_then_the_replay_shows_it(
    table: tuple[Table, list[Any]], member: Member, monkeypatch: pytest.MonkeyPatch, client: Client,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    room, users = table
    eve = member("eve")
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(messages.broadcast, "publish", lambda _id, message: sent.append(message))
    first = state_of(room).turn
    opener, closer = users[first], users[(first + 2) % 4]
    others = [user for user in users if user not in (opener, closer)]
    with django_capture_on_commit_callbacks(execute=True):
        one = say(room, opener, "four and a bit", request_id="r")
    assert say(room, opener, "twice", request_id="r").pk == one.pk
    assert (one.hand, one.step) == (1, 0)
    assert [(message["only_for"], message["not_for"]) for message in sent] == [
        (sorted([opener.pk, closer.pk]), [])
    ]
    act(room, opener)
    two = say(room, closer, "then five")
    assert (two.hand, two.step) == (1, 1)
    assert read(room, opener) == read(room, closer) == ["four and a bit", "then five"]
    for user in (*others, eve, None):
        assert read(room, user) == []
        if user is not None:
            told = lambda user=user: reports.report(  # noqa: E731
                table_id=room.pk, user=user, message_id=one.pk, reason="cards"
            )
            assert refusal(told) == "no_such_message"
    # A report holds the talk of its own side alone.
    say(room, others[0], "ours is none of theirs")
    kept = reports.report(table_id=room.pk, user=closer, message_id=one.pk, reason="abuse")
    assert [said["text"] for said in kept.context["messages"]] == ["four and a bit", "then five"]

    act(room, closer)
    assert refusal(lambda: say(room, opener, "too late")) == "no_talk"
    say(room, others[1], "still bidding")
    play_on(room, users)
    room.refresh_from_db()
    assert room.status == "finished"
    assert refusal(lambda: say(room, others[1], "over")) == "no_talk"
    assert refusal(lambda: say(room, eve, "me too")) == "not_seated"

    page = client.get(f"/play/t/{room.public_id}/replay/")
    said = [tuple(row) for row in page.context["config"]["talk"]]
    assert said == [
        (1, 0, opener.username, "four and a bit"),
        (1, 1, closer.username, "then five"),
        (1, 1, others[0].username, "ours is none of theirs"),
        (1, 2, others[1].username, "still bidding"),
    ]
    assert page.content.decode().count("then five") == 2
    client.force_login(eve)
    mutes.set_mute(user=eve, name=closer.username, yes=True)
    page = client.get(f"/play/t/{room.public_id}/replay/")
    assert "then five" not in page.content.decode()

    # The chat is deleted in time, what the replay shows isn't.
    messages.say(table_id=room.pk, user=eve, to="spectators", text="good game")
    late = now() + timedelta(days=settings.CHAT_DAYS + 1)
    assert forget_old_chat(late) == 1
    assert ChatMessage.objects.filter(channel="partner").count() == 4
    Table.objects.filter(pk=room.pk).update(status="abandoned")
    assert forget_old_chat(late) == 4


def test_nobody_talks_where_nobody_would_read_it_or_the_rules_say_nothing(
    table: tuple[Table, list[Any]], member: Member
) -> None:
    room, users = table
    first = state_of(room).turn
    partner = seat(room, (first + 2) % 4)
    partner.stand_in = True
    partner.save()
    Table.objects.filter(pk=room.pk).update(version=room.version + 1)
    assert refusal(lambda: say(room, users[first], "hello?")) == "no_talk"
    plain = seated([member("fay"), member("gus"), member("hal"), member("ida")], bid_by="side")
    assert refusal(lambda: say(plain, plain.seats.get(index=0).user, "psst")) == "no_talk"


def test_who_sits_down_in_a_hand_reads_nothing_of_it(
    table: tuple[Table, list[Any]],
) -> None:
    room, users = table
    first = state_of(room).turn
    say(room, users[first], "long hearts")
    partner = seat(room, (first + 2) % 4)
    partner.next_hand = True
    partner.save()
    assert read(room, users[(first + 2) % 4]) == []
