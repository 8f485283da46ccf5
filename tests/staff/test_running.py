"""The pages about the running site: its health, and the daily limits."""

import re
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from spades_site.celery import app
from spades_site.common import limits, outbox, switches
from spades_site.common.clock import machine_time, now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry, OutboxEvent, TaskRun
from spades_site.common.monitoring import heartbeat
from spades_site.common.server import background
from spades_site.notices.models import PushDevice
from spades_site.staff import backups, health, limit_uses
from tests.support.factors import with_second_factor
from tools.test import ROOT
from tournaments.leagues.services import create_league

pytestmark = pytest.mark.django_db
SWEEP = "games.tables.tasks.sweep"


def states() -> dict[str, str]:
    return {check.title: check.state for check in health.checks()}


def task(name: str = SWEEP) -> health.Task:
    return next(one for one in health.tasks() if one.name == name)


def test_health_is_good_once_beat_and_tasks_run_and_says_what_is_bad(
    monkeypatch: Any, hands: Any, member: Any, settings: Any
) -> None:
    heartbeat._written.clear()
    assert states()["Beat"] == "unknown"
    assert (task().state, len(health.tasks())) == ("unknown", len(app.conf.beat_schedule))
    for entry in app.conf.beat_schedule.values():
        heartbeat._sent(entry["task"])
        heartbeat._done(SimpleNamespace(name=entry["task"]))
    assert states().pop("Backup") == "unknown"
    TaskRun.objects.create(name=backups.BACKUP, done_at=machine_time() - timedelta(hours=47))
    assert set(states().values()) == {"good"}, health.checks()
    assert health.worst_of(health.checks(), health.tasks()) == "good"
    assert all(check.remedy == "" for check in health.checks())

    # A failure after the last success; then nothing for longer than three of its times.
    heartbeat._failed(SimpleNamespace(name=SWEEP), ValueError("AS KS"))
    assert (task().state, task().error) == ("soon", "ValueError")
    TaskRun.objects.filter(name=backups.BACKUP).update(done_at=machine_time() - timedelta(hours=49))
    monkeypatch.setattr(
        health.shutil, "disk_usage", lambda _at: SimpleNamespace(free=5e8, total=5e9)
    )
    (disk,) = (check.words for check in health.checks() if check.title == "Disk")
    assert disk == "0.5 GB free, 10 %"
    TaskRun.objects.filter(name=SWEEP).update(done_at=machine_time() - timedelta(minutes=3))
    assert task().state == "bad"
    TaskRun.objects.update(sent_at=machine_time() - timedelta(minutes=3))
    outbox.emit("x", {})
    hands.forward(300)
    monkeypatch.setattr(cache, "set", lambda *_said: 1 / 0)
    bad = {title for title, state in states().items() if state == "bad"}
    assert bad == {"Backup", "Beat", "Cache", "Disk", "Outbox"}
    assert all(check.remedy for check in health.checks() if check.state != "good")
    OutboxEvent.objects.all().delete()
    switches.remember(("mails",))
    assert states()["Mails"] == "soon"
    PushDevice.objects.create(user=member("ann"), endpoint="x", failures=3, created_at=now())
    assert states()["Notifications by push"] == "soon"
    settings.BOTS_QUEUE = True
    for count, state in ((99, "good"), (100, "soon"), (1000, "bad")):
        monkeypatch.setattr(background, "waiting", lambda count=count: count)
        assert states()["Bots’ queue"] == state


def test_a_process_writes_a_sweep_once_in_half_a_minute(django_assert_num_queries: Any) -> None:
    heartbeat._written.clear()
    heartbeat._sent(SWEEP)
    first = TaskRun.objects.get().sent_at
    with django_assert_num_queries(0):
        heartbeat._sent(SWEEP)
    assert TaskRun.objects.get().sent_at == first


def test_the_page_shows_every_limit_in_words_with_the_number_in_force_and_so_does_the_manual(
    client: Client, member: Any, settings: Any
) -> None:
    settings.LIMITS = {"tokens": 7, "practice": 0}
    client.force_login(with_second_factor(member("boss", is_staff=True, is_superuser=True)))
    text = client.get(reverse("staff_limits")).content.decode()
    row = r'<th scope="row">(.*?)</th>\s*<td class="num"\s*data-label="Number">(.*?)</td>'
    shown = [(unescape(words), number) for words, number in re.findall(row, text, re.DOTALL)]
    changed = {"tokens": "7", "practice": "no limit"}
    assert shown == [
        (str(limit.words), changed.get(name, str(limit.number)))
        for name, limit in limits.TABLE.items()
    ]
    # Different limits have different words, and none is the name of a setting.
    assert len({words for words, _number in shown}) == len(limits.TABLE)
    assert not {words for words, _number in shown} & set(limits.TABLE)
    manual = (ROOT / "docs/operations.md").read_text().partition("## Limits")[2]
    listed = {
        name: int(number.replace(",", ""))
        for names, number in re.findall(r"(?m)^\| (`\w+`.*?) \|.*\| ([\d,]+)(?: each)? \|$", manual)
        for name in re.findall(r"`(\w+)`", names)
        if name in limits.TABLE
    }
    assert listed == {name: limit.number for name, limit in limits.TABLE.items()}


def test_limits_show_who_has_reached_one_and_staff_reset_them_with_a_reason(
    client: Client, member: Any, settings: Any
) -> None:
    settings.LIMITS = {"leagues": 1}
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    ann = member("ann", last_seen=now())
    create_league(by=ann, name="First")
    limits.count("guests", "192.0.2.0")
    use = next(one for one in limits.in_force() if one.name == "leagues")
    assert (use, limit_uses.people_at(use)) == (limits.Use("leagues", 1, 1, 1, 1), [ann])
    client.force_login(boss)
    page = client.get(reverse("staff_limits"), {"who": "ANN"})
    used = {line.words: line.used for line in page.context["subject"].lines if line.used}
    assert used == {"Leagues created by one person": 1}
    text = page.content.decode()
    assert "Guests from one network" in text
    assert not [name for name in limits.TABLE if f">{name}<" in text]
    assert client.post(reverse("staff_limits"), {"who": "ann"}).status_code == 422
    for _twice in range(2):
        client.post(reverse("staff_limits"), {"who": "ann", "reason": "A club night"})
    entry = AuditEntry.objects.get(verb="limit.reset")
    assert (entry.subject, entry.reason, entry.data) == (
        f"user:{ann.pk}", "A club night", {"before": {"leagues": 1}, "after": {"leagues": 0}},
    )  # fmt: skip
    create_league(by=ann, name="Second")
    address = limit_uses.subject_for("192.0.2.0")
    assert address is not None
    assert [(line.name, line.used) for line in address.lines] == [
        ("guests", 1),
        ("accounts", 0),
        ("room_digits", 0),
        ("practice", 0),
    ]
    said: dict[str, Any] = {"counts": address.counts, "by": boss, "about": None}
    with pytest.raises(Refused, match="Give a reason"):
        limits.reset(**said, reason=" ")
    assert limits.reset(**said, reason="A school") == 1
    assert "192.0.2" not in str(AuditEntry.objects.values_list())
    assert limit_uses.subject_for("nobody") is None
