"""What people wrote is kept for a while after the end of its game, and no longer."""

from datetime import timedelta
from typing import Any

import pytest

from games.engine import preset
from games.tables import services, tasks
from games.tables.chat import messages, reports
from games.tables.models import ChatMessage, Report, Table
from games.tables.server import cleanup
from spades_site.common.clock import now

DAY = 86_400


def talk(opener: Any, *texts: str, over: bool = True) -> Table:
    """Return a table at which its opener has written, closed by now if `over`."""
    table = services.open_table(services.TableTerms(rules=preset("bicycle_2")), created_by=opener)
    services.take_seat(table_id=table.pk, user=opener, seat=0, salt_hash="")
    for text in texts:
        messages.say(table_id=table.pk, user=opener, to="table", text=text)
    if over:
        services.abandon_table(table_id=table.pk, reason="over")
    return table


def kept() -> list[str]:
    """Return the texts that are there."""
    return list(ChatMessage.objects.values_list("text", flat=True))


def test_chat_goes_ninety_days_after_the_end_of_its_game(member: Any, hands: Any) -> None:
    ann = member("ann")
    talk(ann, "old one", "old two")
    waits = talk(ann, "a table of days", over=False)
    hands.forward(2 * DAY)
    talk(ann, "newer")

    hands.forward(88 * DAY - 60)
    assert (cleanup.forget_old_chat(), len(kept())) == (0, 4)
    hands.forward(120)
    assert (cleanup.forget_old_chat(), kept()) == (2, ["a table of days", "newer"])
    assert (cleanup.forget_old_chat(), kept()) == (0, ["a table of days", "newer"])
    hands.forward(400 * DAY)
    tasks.forget_old_chat()
    assert kept() == ["a table of days"]
    assert messages.recent(table_id=waits.pk, user=ann).messages[0]["text"] == "a table of days"


def test_a_report_keeps_its_lines_when_the_chat_is_gone(member: Any, hands: Any) -> None:
    ann, eve = member("ann"), member("eve")
    table = talk(ann, "before", "the bad word", over=False)
    bad = ChatMessage.objects.get(text="the bad word")
    reports.report(table_id=table.pk, user=eve, message_id=bad.pk, reason="abuse")
    services.abandon_table(table_id=table.pk, reason="over")

    hands.forward(91 * DAY)
    assert (cleanup.forget_old_chat(), kept()) == (2, [])
    report = Report.objects.get()
    assert (report.message, report.about, report.context["message"]) == (None, ann, bad.pk)
    assert [line["text"] for line in report.context["messages"]] == ["before", "the bad word"]


@pytest.mark.parametrize(("days", "stays"), [(0, ["hello"]), (400, ["hello"]), (399, [])])
def test_the_site_says_for_how_long(
    member: Any, hands: Any, settings: Any, days: int, stays: list[str]
) -> None:
    settings.CHAT_DAYS = days
    talk(member("ann"), "hello")
    hands.forward(400 * DAY - 60)
    cleanup.forget_old_chat()
    assert kept() == stays


def test_many_messages_go_a_few_at_a_time(member: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "MESSAGES_AT_ONCE", 2)
    ann = member("ann")
    talk(ann, *map(str, range(5)))
    assert cleanup.forget_old_chat(now() + timedelta(days=91)) == 5
    assert kept() == []
