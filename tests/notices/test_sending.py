"""Notices, on the page and by mail."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from spades_site.common import clock
from spades_site.common.errors import Refused
from spades_site.notices import mailing, services
from spades_site.notices.kinds import KINDS
from spades_site.notices.models import Notice
from spades_site.notices.texts import (
    ANSWERS,
    COMMENT_NEWS,
    ENTRY_NEWS,
    LADDER_ASKS,
    LADDER_NEWS,
    LEAGUE_NEWS,
    OUTCOMES,
    OWN_TIME_ASKS,
    OWN_TIME_NEWS,
    SIGNALS,
    SUBSTITUTE_ANSWERS,
    SUBSTITUTE_NEWS,
    TIME_NEWS,
    TURNS,
    notice_text,
)

Member = Callable[..., Any]
DRAWN = {"tournament": "Autumn Cup", "round": 2, "opponent": "Cleo & Dan"}
CHECK_IN = {"tournament": "Autumn Cup", "start_at": "2026-03-01T19:00:00+00:00"}


@pytest.fixture(autouse=True)
def mails_go_out(settings: Any, db: None) -> None:
    settings.NOTICE_MAILS = True
    settings.SITE_URL = "http://spades.example"


def tell(user: Any, kind: str = "check_in", key: str = "tournament:1", **params: Any) -> Notice:
    services.send_notice([user], kind, key, "/tournaments/autumn/", params or CHECK_IN)
    return Notice.objects.get(user=user, kind=kind, key=key)


def test_a_repeated_notice_is_stored_once(member: Member) -> None:
    ann, bob = member("ann"), member("bob")
    for _ in range(2):
        services.send_notice([ann, bob], "drawn", "match:7", "/m/7/", DRAWN)
    services.send_notice([ann], "drawn", "match:8", "/m/8/", DRAWN)
    assert list(Notice.objects.order_by("pk").values_list("user__username", "kind", "key")) == [
        ("ann", "drawn", "match:7"),
        ("bob", "drawn", "match:7"),
        ("ann", "drawn", "match:8"),
    ]


def test_every_kind_has_words_for_its_parameters() -> None:
    params: dict[str, Any] = {
        "who": "Ann", "thing": "Cup", "tournament": "Cup", "what": "Cup", "round": 3, "opponent": "Bob", "ours": 512, "theirs": 340,
        "outcome": "won", "reason": "late", "before": 1500, "after": 1516, "start_at": "2026-03-01T19:00:00+00:00",
        "news": "accepted", "into": "Eve", "out": "Dan", "points": "1.5", "when_at": "2026-03-02T20:00:00+00:00",
        "players": "Ann, Bob", "also": "Cleo", "table": "Cup", "others": "Bob, Cleo", "until_at": "2026-03-02T20:00:00+00:00",
        "league": "Club", "season": "Spring", "title": "News", "text": "Cards", "entry": "Owls", "team": "Aces",
        "stands_at": "2026-03-02T20:00:00+00:00", "name": "Cup", "host": "example.org", "days": 3,
        "place": "Club", "count": 2, "event": "Week", "ladder": "Ladder", "rung": "3", "play_at": "2026-03-02T20:00:00+00:00",
    }  # fmt: skip
    for kind in KINDS:
        said = notice_text(kind, params)
        assert "%(" not in said.title + said.text
    assert {notice_text("result", {**params, "outcome": code}).title for code in OUTCOMES} == {
        f"Cup, round 3: {words}" for words in OUTCOMES.values()
    }
    assert notice_text("result", {**params, "theirs": -34}).text == "Against Bob, 512 to −34."
    for code in ENTRY_NEWS:
        shown = {**params, "start_at": "Sun 1 Mar, 19:00 (UTC)"}
        assert notice_text("entry", {**params, "news": code}).text == str(ENTRY_NEWS[code]) % shown
    del params["news"]
    shown = {
        **params,
        **dict.fromkeys(("when_at", "until_at", "stands_at", "play_at"), "Mon 2 Mar, 20:00 (UTC)"),
    }
    for kind, name, sentences in (
        ("time", "time_news", TIME_NEWS),
        ("substitute", "substitute_news", SUBSTITUTE_NEWS),
        ("answer", "answer", ANSWERS),
        ("substitute_answer", "substitute_answer", SUBSTITUTE_ANSWERS),
        ("league", "league_news", LEAGUE_NEWS),
        ("comment", "comment_news", COMMENT_NEWS),
        ("ladder_asked", "ladder_ask", LADDER_ASKS),
        ("ladder", "ladder_news", LADDER_NEWS),
        ("own_time_asked", "own_time_ask", OWN_TIME_ASKS),
        ("own_time_news", "own_time_news", OWN_TIME_NEWS),
        ("signals", "signals", SIGNALS),
        ("turn", "turn_time", TURNS),
    ):
        for code in sentences:
            assert notice_text(kind, {**params, name: code}).text == str(sentences[code]) % shown


def test_a_mail_is_sent_once_plain_and_html_in_the_readers_zone(member: Member) -> None:
    ann = member("ann", time_zone="Europe/Berlin")
    tell(ann)
    assert (mailing.send_due(), mailing.send_due()) == (1, 0)
    (sent,) = mail.outbox
    assert isinstance(sent, EmailMultiAlternatives)
    assert (sent.to, sent.subject) == (["ann@example.org"], "[Spades] Autumn Cup: check in now")
    assert "until the start: Sun 1 Mar, 20:00 (CET)" in sent.body
    assert "http://spades.example/tournaments/autumn/" in sent.body
    ((html, kind),) = [(part.content, part.mimetype) for part in sent.alternatives]
    assert kind == "text/html"
    assert "Sun 1 Mar, 20:00 (CET)" in html
    assert '<a class="go" href="http://spades.example/tournaments/autumn/">' in html


def test_a_name_with_markup_stays_text_in_the_mail(member: Member) -> None:
    tell(member("ann"), **{**CHECK_IN, "tournament": "<b>Cup</b>\nBcc: x@example.org"})
    mailing.send_due()
    (sent,) = mail.outbox
    assert sent.subject == "[Spades] <b>Cup</b> Bcc: x@example.org: check in now"
    assert "<b>Cup</b>" not in sent.alternatives[0].content
    assert "&lt;b&gt;Cup&lt;/b&gt;" in sent.alternatives[0].content


def test_nobody_takes_a_mail_twice(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers found the same notice due; one that dies between taking and sending leaves it unsent."""
    notice = tell(member("ann"))
    compose = mailing.compose

    def in_between(each: Notice) -> Any:
        monkeypatch.setattr(mailing, "compose", compose)
        assert mailing.send_due() == 1
        return compose(each)

    monkeypatch.setattr(mailing, "compose", in_between)
    assert mailing.send_due() == 0
    assert len(mail.outbox) == 1
    Notice.objects.filter(pk=notice.pk).update(mailed_at=None)
    assert mailing.send_due() == 0


class Line(EmailBackend):
    """A line to a mail server that can be away, and that breaks at the mails to some addresses."""

    away, breaks_at, opened = False, (), 0

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.is_open = False

    def open(self) -> None:
        if Line.away:
            raise ConnectionRefusedError
        Line.opened += not self.is_open
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def send_messages(self, email_messages: Any) -> int:
        for each in email_messages:
            if each.to[0] in Line.breaks_at:
                raise SMTPServerDisconnected
        return int(super().send_messages(email_messages))


@pytest.fixture
def line(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Line]:
    settings.MAILERS = {"default": {"BACKEND": f"{Line.__module__}.{Line.__qualname__}"}}
    for name in ("away", "breaks_at", "opened"):
        monkeypatch.setattr(Line, name, getattr(Line, name))
    return Line


def test_a_mail_server_out_of_reach_costs_no_mail(member: Member, hands: Any, line: Any) -> None:
    notice = tell(member("ann"))
    line.away = True
    assert mailing.send_due() == 0
    notice.refresh_from_db()
    line.away = False
    assert (notice.mail_taken_at, mailing.send_due()) == (None, 0)
    hands.forward(61)
    assert mailing.send_due() == 1


def test_a_line_that_breaks_costs_one_mail_and_not_those_after_it(
    member: Member, line: Any
) -> None:
    for name in ("ann", "bob", "cleo"):
        tell(member(name))
    line.breaks_at = ("ann@example.org",)
    assert mailing.send_due() == 2
    assert [each.to for each in mail.outbox] == [["bob@example.org"], ["cleo@example.org"]]
    assert line.opened == 2


def test_a_server_that_goes_away_in_the_middle_gets_the_rest_later(
    member: Member, hands: Any, line: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = tell(member("ann")), tell(member("bob"))

    def gone(connection: Any, messages: Any) -> int:
        line.away = True
        raise SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr(line, "send_messages", gone)
        assert mailing.send_due() == 0
    line.away = False
    hands.forward(61)
    assert mailing.send_due() == 1
    assert [each.to for each in mail.outbox] == [["bob@example.org"]]
    ann.refresh_from_db()
    bob.refresh_from_db()
    assert (ann.mail_taken_at is None, ann.mailed_at, bob.mailed_at is None) == (False, None, False)


def test_a_notice_that_nobody_can_put_into_words_holds_up_no_other(member: Member) -> None:
    """As after an update that names a parameter anew."""
    broken = tell(member("ann"), start_at="2026-03-01T19:00:00+00:00")
    tell(member("bob"))
    assert (mailing.send_due(), mailing.send_due()) == (1, 0)
    broken.refresh_from_db()
    assert (broken.mail_due_at, broken.mail_taken_at) == (None, None)


def test_quiet_hours_put_a_mail_off_or_make_it_useless(
    member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = member("ann", time_zone="Europe/Berlin")
    at = datetime.fromisoformat("2026-01-10T22:00:00+00:00")
    monkeypatch.setattr(services, "now", lambda: at)
    services.set_preferences(
        ann,
        by_mail=["check_in", "invited"],
        quiet_from=datetime(2026, 1, 1, 22).time(),
        quiet_to=datetime(2026, 1, 1, 7).time(),
    )
    soon = tell(ann, "check_in")
    later = tell(ann, "invited", "invitation:1", **CHECK_IN, who="Bob")
    assert mailing.send_due(at) == 0
    soon.refresh_from_db()
    later.refresh_from_db()
    morning = datetime.fromisoformat("2026-01-11T06:00:00+00:00")
    assert (soon.mail_due_at, later.mail_due_at) == (None, morning)
    assert mailing.send_due(morning) == 1
    assert [each.subject for each in mail.outbox] == ["[Spades] Bob asks you to be their partner"]


def test_notices_read_or_not_wanted_by_mail_are_not_mailed(member: Member) -> None:
    ann, bob = member("ann"), member("bob")
    services.mark_read(ann, tell(ann).pk)
    services.set_preferences(bob, by_mail=["invited"], quiet_from=None, quiet_to=None)
    tell(bob)
    guest = member("guest", is_guest=True)
    assert tell(guest).mail_due_at is None
    tell(member("cleo"), "drawn", "match:1", **DRAWN)  # Shown in the page alone unless asked for.
    assert (mailing.send_due(), mail.outbox) == (0, [])
    assert not Notice.objects.filter(mail_due_at__isnull=False).exists()


def test_wishes_that_make_no_sense_are_refused_whole(member: Member) -> None:
    ann = member("ann")
    for bad in (
        {"by_mail": ["lottery"], "quiet_from": None, "quiet_to": None},
        {"by_mail": [], "quiet_from": datetime(2026, 1, 1).time(), "quiet_to": None},
    ):
        with pytest.raises(Refused) as refused:
            services.set_preferences(ann, **bad)
        assert refused.value.code in ("unknown_kind", "half_quiet")
    assert services.preferences_of(ann).by_mail == services.default_mails()


# ------------------------------------------------------------------------------------------------- pages
def test_the_page_lists_ones_own_notices_and_leads_on(client: Client, member: Member) -> None:
    ann, bob = member("ann"), member("bob")
    mine, other = tell(ann), tell(bob)
    client.force_login(ann)
    page = client.get("/account/notices/").content.decode()
    assert page.count("Autumn Cup: check in now") == 2  # the heading, and the button's name
    assert "1 unread notice" in client.get("/account/notices/bell/").content.decode()
    gone = client.post(f"/account/notices/{mine.pk}/")
    assert (gone.status_code, gone["Location"]) == (302, "/tournaments/autumn/")
    assert client.post(f"/account/notices/{other.pk}/").status_code == 404
    assert client.get(f"/account/notices/{mine.pk}/").status_code == 405
    assert "unread" not in client.get("/account/notices/bell/").content.decode()
    assert services.unread(bob) == 1


def test_the_list_is_paged_at_a_constant_number_of_queries(
    client: Client, member: Member, django_assert_num_queries: Any
) -> None:
    ann = member("ann")
    client.force_login(ann)
    for number in range(45):
        tell(ann, "drawn", f"match:{number}", **DRAWN)
    client.get("/account/notices/")
    with django_assert_num_queries(5):
        page = client.get("/account/notices/?page=3").content.decode()
    assert page.count("You play Cleo &amp; Dan.") == 5
    client.post("/account/notices/read/")
    assert services.unread(ann) == 0


def test_the_settings_page_stores_what_is_ticked(client: Client, member: Member) -> None:
    ann = member("ann")
    client.force_login(ann)
    bad = client.post("/account/notices/settings/", {"by_mail": ["drawn"], "quiet_from": "22:00"})
    assert "Give both times of the quiet hours, or neither." in bad.content.decode()
    good = {"by_mail": ["drawn", "waits"], "quiet_from": "22:00", "quiet_to": "07:30"}
    assert client.post("/account/notices/settings/", good).status_code == 302
    stored = services.preferences_of(ann)
    assert (stored.by_mail, str(stored.quiet_from), str(stored.quiet_to)) == (
        ["drawn", "waits"],
        "22:00:00",
        "07:30:00",
    )


def test_a_groups_buttons_tick_and_untick_all_of_its_kinds(client: Client, member: Member) -> None:
    ann = member("ann")
    client.force_login(ann)
    ticked = {"by_mail": ["drawn", "conduct"], "by_push": ["turn"]}
    page = "/account/notices/settings/"
    done = client.post(page, {**ticked, "whole": "captain:on"})
    assert done.headers["Location"] == page + "#group-captain"
    stored = services.preferences_of(ann)
    group = ["time", "substitute", "substitute_answer", "penalty", "claim", "conduct"]
    assert (stored.by_mail, stored.by_push) == (["drawn", *group], [*group[:4], "turn", *group[4:]])
    ticked = {"by_mail": stored.by_mail, "by_push": stored.by_push}
    client.post(page, {**ticked, "whole": "captain:off"})
    stored = services.preferences_of(ann)
    assert (stored.by_mail, stored.by_push) == (["drawn"], ["turn"])
    assert client.post(page, {**ticked, "whole": "king:on"}).status_code == 422


def test_every_kind_is_once_in_the_settings(client: Client, member: Member) -> None:
    client.force_login(member("ann"))
    page = client.get("/account/notices/settings/").content.decode()
    heads = re.findall(r'id="group-(\w+)"', page)
    assert heads == ["player", "captain", "league", "organizer", "staff"]
    assert sorted(re.findall(r'id="kind-(\w+)"', page)) == sorted(KINDS)


def test_the_link_in_a_mail_ends_one_kind(client: Client, member: Member) -> None:
    ann = member("ann")
    tell(ann)
    mailing.send_due()
    link = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    path = link.removeprefix("http://spades.example")
    assert client.get(path).status_code == 200
    assert "check_in" in services.preferences_of(ann).by_mail
    assert client.post(path).status_code == 200
    usual = [code for code in services.default_mails() if code != "check_in"]
    assert services.preferences_of(ann).by_mail == usual
    assert client.post(path[:-3] + "x/").status_code == 404


def test_a_stale_mail_is_never_sent(member: Member) -> None:
    notice = tell(member("ann"))
    late = clock.now() + timedelta(hours=2)
    assert (mailing.send_due(late), mail.outbox) == (0, [])
    notice.refresh_from_db()
    assert notice.mail_due_at is None


def test_old_notices_are_read_all_at_once(member: Member) -> None:
    notice = tell(member("ann"))
    assert services.mark_old_read(before=notice.created_at) == 0
    assert services.mark_old_read(before=clock.now() + timedelta(seconds=1)) == 1
    notice.refresh_from_db()
    assert (notice.read_at, notice.mail_due_at) == (notice.created_at, None)


def test_mails_take_three_statements_each_and_one_together(
    member: Member, django_assert_num_queries: Any
) -> None:
    names = ("ann", "bob", "cem", "dan")
    for name in names:
        tell(member(name))
    services.no_mail_about(member("eve"), "drawn")
    # Each is taken and counted before it is sent, and noted after it.
    with django_assert_num_queries(1 + 3 * len(names)):
        assert mailing.send_due() == len(names)
    assert len(mail.outbox) == len(names)


def test_who_has_said_nothing_ends_two_kinds_one_after_the_other(member: Member) -> None:
    ann = member("ann")
    for kind in ("check_in", "drawn", "check_in", "invited"):
        services.no_mail_about(ann, kind)
    usual = [code for code in services.default_mails() if code not in ("check_in", "invited")]
    assert services.preferences_of(ann).by_mail == usual
