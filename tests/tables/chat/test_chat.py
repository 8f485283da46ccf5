"""Chat at a table, mutes, blocks and reports: the domain functions."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.chat import messages, reports, silences
from games.tables.models import Block, ChatMessage, Invitation, Mute, Report, Table
from games.tables.pictures import broadcast
from games.tables.pictures.shapes import MOST_SHOWN
from games.tables.texts.chat import REACTIONS
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.conftest import Hands
from tests.tables.playing import put_state, state_of

Member = Callable[..., Any]


def two_at(member: Member, **options: Any) -> tuple[Table, Any, Any]:
    """Return a two-player table in play, with ann, who opened it, and bob."""
    ann, bob = member("ann"), member("bob")
    table = services.open_table(
        services.TableTerms(rules=preset("rubl_two_player"), bots_allowed=False, **options),
        created_by=ann,
    )
    for seat, user in enumerate((ann, bob)):
        services.take_seat(table_id=table.pk, user=user, seat=seat, salt_hash="")
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    return table, ann, bob


def refusal(act: Callable[[], object]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refused) as refused:
        act()
    assert str(refused.value)
    return refused.value.code


def said(table: Table, user: Any) -> list[str]:
    """Return what somebody reads at the table."""
    shown = messages.recent(table_id=table.pk, user=user).messages
    return [one["text"] or one["phrase"] for one in shown]


def test_a_message_is_stored_told_and_leaves_the_tables_version_alone(
    member: Member, hands: Hands
) -> None:
    table, ann, bob = two_at(member)
    message = messages.say(table_id=table.pk, user=ann, to="table", text="  good \n luck <b> ")
    assert messages.message_frame(message) == {
        "id": message.pk,
        "to": "table",
        "name": "ann",
        "avatar": None,
        "program": False,
        "seat": 0,
        "text": "good luck <b>",
        "phrase": None,
        "at": message.at.isoformat(),
    }
    assert messages.recent(table_id=table.pk, user=bob) == ([messages.message_frame(message)], [])
    assert Table.objects.get(pk=table.pk).version == table.version


def test_channels_with_messages_older_than_those_shown_are_named(member: Member) -> None:
    table, ann, bob = two_at(member)
    eve = member("eve")
    rows = [("table", ann)] + [("spectators", eve)] * (MOST_SHOWN - 1)
    at = now() - timedelta(hours=1)
    ChatMessage.objects.bulk_create(
        ChatMessage(table=table, channel=to, user=user, name=user.username, text=f"{n}", at=at)
        for n, (to, user) in enumerate(rows)
    )
    assert messages.recent(table_id=table.pk, user=bob).older == []
    messages.say(table_id=table.pk, user=eve, to="spectators", text="more")
    shown, older = messages.recent(table_id=table.pk, user=bob)
    assert (len(shown), shown[0]["text"], shown[-1]["text"], older) == (50, "1", "more", ["table"])
    messages.say(table_id=table.pk, user=ann, to="table", text="and more")
    assert messages.recent(table_id=table.pk, user=bob).older == ["spectators", "table"]
    # What isn't for the reader, or what they don't want to read, isn't missing.
    mutes.set_mute(user=bob, name="eve", yes=True)
    assert messages.recent(table_id=table.pk, user=bob).older == []


def test_the_same_request_is_one_message(member: Member) -> None:
    table, ann, _bob = two_at(member)
    first = messages.say(table_id=table.pk, user=ann, to="table", text="one", request_id="r")
    again = messages.say(table_id=table.pk, user=ann, to="table", text="two", request_id="r")
    assert (again.pk, again.text) == (first.pk, "one")
    other = services.open_table(services.TableTerms(rules=preset("bicycle_2")), created_by=ann)
    use = lambda: messages.say(table_id=other.pk, user=ann, to="table", text="x", request_id="r")  # noqa: E731
    assert refusal(use) == "used_id"
    assert ChatMessage.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text_empty"),
        (" \n\t ", "text_empty"),
        ("x" * 301, "text_long"),
        ("abc\u202edef", "text_unseen"),
        ("a\x00b", "text_unseen"),
        ("a\u200bb", "text_unseen"),
        ("a\u200d\u200db", "text_unseen"),
        ("\u200da", "text_unseen"),
        ("\ud800", "text_unseen"),
    ],
)
def test_texts_that_mislead_or_say_nothing_are_refused(
    member: Member, text: str, code: str
) -> None:
    table, ann, _bob = two_at(member)
    assert refusal(lambda: messages.say(table_id=table.pk, user=ann, to="table", text=text)) == code
    assert ChatMessage.objects.count() == 0


def test_three_hundred_characters_fit(member: Member) -> None:
    table, ann, _bob = two_at(member)
    assert messages.say(table_id=table.pk, user=ann, to="table", text="é" * 300).text == "é" * 300


@pytest.mark.parametrize(
    "text", ["I don't know 🤷🏽\u200d♀️", "می\u200cخواهم", "ക്\u200dഷ ❤️ 👨\u200d👩\u200d👧"]
)
def test_emoji_and_words_that_need_a_joiner_are_texts(member: Member, text: str) -> None:
    table, ann, bob = two_at(member)
    messages.say(table_id=table.pk, user=ann, to="table", text=text)
    assert said(table, bob) == [text]


def test_players_and_spectators_write_in_their_own_channels(member: Member) -> None:
    table, ann, _bob = two_at(member)
    eve = member("eve")
    assert refusal(lambda: messages.say(table_id=table.pk, user=eve, to="table", text="x")) == (
        "not_seated"
    )
    assert refusal(
        lambda: messages.say(table_id=table.pk, user=ann, to="spectators", text="x")
    ) == ("players_write_there")
    messages.say(table_id=table.pk, user=eve, to="spectators", text="from outside")
    assert said(table, ann) == said(table, None) == ["from outside"]


def test_in_a_rated_game_players_say_phrases_and_dont_read_the_spectators(member: Member) -> None:
    table, ann, bob = two_at(member, rated=True)
    eve = member("eve")
    assert refusal(lambda: messages.say(table_id=table.pk, user=ann, to="table", text="x")) == (
        "phrases_only"
    )
    assert refusal(lambda: messages.say(table_id=table.pk, user=ann, to="table", phrase="ace")) == (
        "no_such_phrase"
    )
    messages.say(table_id=table.pk, user=ann, to="table", phrase="good_luck")
    messages.say(table_id=table.pk, user=eve, to="spectators", text="ann has the ace")
    assert said(table, ann) == said(table, bob) == ["good_luck"]
    assert said(table, eve) == ["good_luck", "ann has the ace"]
    services.abandon_table(table_id=table.pk, reason="over")
    messages.say(table_id=table.pk, user=bob, to="table", text="that was that")
    assert said(table, ann) == ["good_luck", "ann has the ace", "that was that"]


def test_a_second_window_without_an_account_shows_a_player_no_spectators_talk(
    member: Member,
) -> None:
    table, _ann, _bob = two_at(member, rated=True)
    eve, guest = member("eve"), create_guest()
    told = messages.say(table_id=table.pk, user=eve, to="spectators", text="ann has the ace")
    messages.say(table_id=table.pk, user=eve, to="spectators", phrase="nice_hand")
    assert said(table, None) == said(table, guest) == []
    assert refusal(lambda: messages.say(table_id=table.pk, user=guest, to="spectators", phrase="hello")) == (
        "members_only"
    )  # fmt: skip
    about = {"table_id": table.pk, "user": guest, "message_id": told.pk, "reason": "cards"}
    assert refusal(lambda: reports.report(**about)) == "no_such_message"
    services.abandon_table(table_id=table.pk, reason="over")
    assert said(table, None) == said(table, guest) == ["ann has the ace", "nice_hand"]
    messages.say(table_id=table.pk, user=guest, to="spectators", phrase="hello")


def test_while_other_tables_play_the_same_deals_nobody_writes_a_text(member: Member) -> None:
    ann, bob, eve = member("ann"), member("bob"), member("eve")
    deals = services.make_shared_deals()
    table = services.open_table(services.TableTerms(rules=preset("rubl_two_player"), kind="match", bots_allowed=False, deals=deals), seats=[ann, bob])  # fmt: skip
    services.abandon_table(table_id=table.pk, reason="over")
    tell = lambda user, to: messages.say(table_id=table.pk, user=user, to=to, text="nil")  # noqa: E731
    assert refusal(lambda: tell(ann, "table")) == "phrases_only"
    assert refusal(lambda: tell(eve, "spectators")) == "phrases_only"
    messages.say(table_id=table.pk, user=eve, to="spectators", phrase="hello")
    messages.say(table_id=table.pk, user=ann, to="table", phrase="good_game")
    assert (said(table, bob), said(table, eve)) == (["good_game"], ["hello", "good_game"])
    assert said(table, None) == ["good_game"]
    services.open_shared_deals(deals.pk)
    tell(ann, "table")
    assert said(table, bob) == ["hello", "good_game", "nil"]


def test_guests_write_freely_at_casual_tables_alone(member: Member) -> None:
    casual, _ann, _bob = two_at(member)
    guest = create_guest()
    messages.say(table_id=casual.pk, user=guest, to="spectators", text="hello")
    cid, dan = member("cid"), member("dan")
    match = services.open_table(
        services.TableTerms(rules=preset("rubl_two_player"), kind="match", bots_allowed=False),
        seats=[cid, dan],
    )
    services.abandon_table(table_id=match.pk, reason="over")
    assert refusal(
        lambda: messages.say(table_id=match.pk, user=guest, to="spectators", text="x")
    ) == ("phrases_only")
    messages.say(table_id=match.pk, user=guest, to="spectators", phrase="hello")
    assert said(match, None) == ["hello"]


def test_six_messages_in_ten_seconds_at_all_tables_together(member: Member, hands: Hands) -> None:
    table, ann, bob = two_at(member)
    other = services.open_table(services.TableTerms(rules=preset("bicycle_2")), created_by=ann)
    services.take_seat(table_id=other.pk, user=ann, seat=0, salt_hash="")
    for number in range(6):
        place = (table, other)[number % 2]
        messages.say(table_id=place.pk, user=ann, to="table", text=str(number))
    seventh = lambda: messages.say(table_id=table.pk, user=ann, to="table", text="6")  # noqa: E731
    assert refusal(seventh) == "chat_too_fast"
    messages.say(table_id=table.pk, user=bob, to="table", text="mine")
    hands.forward(10.5)
    seventh()
    assert said(table, None) == ["0", "2", "4", "mine", "6"]


def test_a_day_after_the_end_nothing_is_written_any_more(member: Member, hands: Hands) -> None:
    table, ann, _bob = two_at(member)
    services.abandon_table(table_id=table.pk, reason="over")
    hands.forward(23 * 3600)
    messages.say(table_id=table.pk, user=ann, to="table", text="good game")
    hands.forward(2 * 3600)
    late = lambda: messages.say(table_id=table.pk, user=ann, to="table", text="late")  # noqa: E731
    assert refusal(late) == "chat_closed"


def test_a_newcomer_gets_the_last_fifty(member: Member, hands: Hands) -> None:
    table, ann, _bob = two_at(member)
    for number in range(53):
        hands.forward(5)
        messages.say(table_id=table.pk, user=ann, to="table", text=str(number))
    assert said(table, None) == [str(number) for number in range(3, 53)]


def test_the_sockets_hear_who_must_not_get_a_message(
    member: Member, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    table, ann, bob = two_at(member, rated=True)
    eve, fay = member("eve"), member("fay")
    mutes.set_mute(user=fay, name="eve", yes=True)
    sent: list[Any] = []
    monkeypatch.setattr(broadcast, "publish", lambda _id, message: sent.append(message))
    with django_capture_on_commit_callbacks(execute=True):
        messages.say(table_id=table.pk, user=eve, to="spectators", text="x")
        messages.say(table_id=table.pk, user=ann, to="table", phrase="thanks")
    assert [(one["not_for"], one["members_only"]) for one in sent] == [
        (sorted([ann.pk, bob.pk, fay.pk]), True),
        ([], False),
    ]


def test_a_mute_hides_messages_at_every_table_until_it_is_taken_back(member: Member) -> None:
    table, ann, bob = two_at(member)
    messages.say(table_id=table.pk, user=ann, to="table", text="from ann")
    messages.say(table_id=table.pk, user=bob, to="table", text="from bob")
    mutes.set_mute(user=bob, name="ANN", yes=True)
    mutes.set_mute(user=bob, name="ann", yes=True)
    assert said(table, bob) == ["from bob"]
    assert said(table, ann) == ["from ann", "from bob"]
    assert Mute.objects.count() == 1
    mutes.set_mute(user=bob, name="ann", yes=False)
    assert said(table, bob) == ["from ann", "from bob"]


def test_muting_oneself_or_nobody_is_refused(member: Member) -> None:
    ann = member("ann")
    assert refusal(lambda: mutes.set_mute(user=ann, name="ann", yes=True)) == "yourself"
    assert refusal(lambda: mutes.set_block(user=ann, name="ann", yes=True)) == "yourself"
    assert refusal(lambda: mutes.set_mute(user=ann, name="who", yes=True)) == "unknown_user"
    assert (Mute.objects.count(), Block.objects.count()) == (0, 0)


def test_the_lists_have_an_end(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutes, "MOST_ROWS", 1)
    ann = member("ann")
    member("bob"), member("cid")
    mutes.set_mute(user=ann, name="bob", yes=True)
    assert refusal(lambda: mutes.set_mute(user=ann, name="cid", yes=True)) == "too_many_muted"
    mutes.set_block(user=ann, name="cid", yes=True)


def test_a_block_keeps_both_from_the_others_tables_and_hides_messages(member: Member) -> None:
    ann, bob = member("ann"), member("bob")
    by_ann = services.open_table(
        services.TableTerms(rules=preset("rubl_two_player")), created_by=ann
    )
    by_bob = services.open_table(
        services.TableTerms(rules=preset("rubl_two_player")), created_by=bob
    )
    mutes.set_block(user=ann, name="bob", yes=True)
    assert mutes.blocked_between(ann, bob) is mutes.blocked_between(bob, ann) is True
    assert (mutes.blocked_with(ann), mutes.blocked_with(bob)) == ({bob.pk}, {ann.pk})
    sit = lambda table, user: services.take_seat(table_id=table.pk, user=user, salt_hash="")  # noqa: E731
    assert refusal(lambda: sit(by_ann, bob)) == "not_open"
    assert refusal(lambda: sit(by_bob, ann)) == "blocked"
    sit(by_ann, ann)
    messages.say(table_id=by_ann.pk, user=bob, to="spectators", text="let me in")
    assert (said(by_ann, ann), said(by_ann, None)) == ([], ["let me in"])
    mutes.set_block(user=ann, name="bob", yes=False)
    assert mutes.blocked_between(ann, bob) is False
    sit(by_ann, bob)


def test_a_block_declines_invitations_old_and_new(member: Member) -> None:
    ann, bob = member("ann"), member("bob")
    table = services.open_table(services.TableTerms(rules=preset("bicycle_2")), created_by=bob)
    services.take_seat(table_id=table.pk, user=bob, salt_hash="")
    services.invite(table_id=table.pk, by=bob, name="ann")
    mutes.set_block(user=ann, name="bob", yes=True)
    assert Invitation.objects.get().declined is True
    other = services.open_table(services.TableTerms(rules=preset("bicycle_2")), created_by=bob)
    services.take_seat(table_id=other.pk, user=bob, salt_hash="")
    ask = lambda: services.invite(table_id=other.pk, by=bob, name="ann")  # noqa: E731
    assert refusal(ask) == "declined"
    assert Invitation.objects.count() == 1


def test_a_rematch_asks_nobody_who_is_blocked(member: Member) -> None:
    table, ann, bob = two_at(member)
    services.abandon_table(table_id=table.pk, reason="over")
    mutes.set_block(user=bob, name="ann", yes=True)
    services.rematch(table_id=table.pk, user=ann)
    assert Invitation.objects.count() == 0


def test_a_report_keeps_what_was_to_be_seen_and_no_cards(member: Member, hands: Hands) -> None:
    table, ann, bob = two_at(member)
    written = []
    for number in range(32):
        hands.forward(5)
        written.append(messages.say(table_id=table.pk, user=ann, to="table", text=str(number)))
    row = reports.report(
        table_id=table.pk, user=bob, message_id=written[0].pk, reason="abuse", text=" Look \n here ",
        request_id="r",
    )  # fmt: skip
    again = reports.report(
        table_id=table.pk, user=bob, message_id=written[0].pk, reason="abuse", request_id="r"
    )
    assert again.pk == row.pk
    row = Report.objects.get()
    assert (row.about, row.about_name, row.message, row.text) == (
        ann, "ann", written[0], "Look \n here",
    )  # fmt: skip
    kept = [written[0], *written[2:]]
    assert row.context == {
        "channel": "table",
        "message": written[0].pk,
        "messages": [messages.message_frame(message) for message in kept],
        "cut": True,
        "table": {
            "id": table.public_id,
            "title": "Heads-up (rubl.com)",
            "kind": "casual",
            "rated": False,
            "status": "playing",
            "version": table.version,
        },
        "seats": [
            {"seat": 0, "name": "ann", "bot": False, "stand_in": False},
            {"seat": 1, "name": "bob", "bot": False, "stand_in": False},
        ],
    }


def test_what_a_report_may_be_about(member: Member) -> None:
    table, ann, _bob = two_at(member, rated=True)
    eve = member("eve")
    hidden = messages.say(table_id=table.pk, user=eve, to="spectators", text="x")
    report = lambda **about: reports.report(  # noqa: E731
        **{"table_id": table.pk, "user": ann, "reason": "other", **about}
    )
    assert refusal(lambda: report(message_id=hidden.pk)) == "no_such_message"
    assert refusal(lambda: report(message_id=10**9)) == "no_such_message"
    assert refusal(lambda: report(name="nobody")) == "unknown_user"
    member("far")
    assert refusal(lambda: report(name="far")) == "not_here"
    assert refusal(lambda: report(name="ann")) == "yourself"
    assert refusal(lambda: report(name="bob", reason="mood")) == "no_such_reason"
    assert refusal(lambda: report(name="bob", text="x" * 401)) == "text_long"
    assert refusal(lambda: report(name="bob", text="a\u202eb")) == "text_unseen"
    for _ in range(5):
        report(name="bob")
    assert refusal(lambda: report(name="bob")) == "too_many_reports"
    assert Report.objects.count() == 5


def test_a_report_is_closed_once_with_a_note_in_the_audit_log(member: Member) -> None:
    table, ann, _bob = two_at(member)
    staff = member("staff", is_staff=True)
    row = reports.report(table_id=table.pk, user=ann, name="bob", reason="stalling")
    close = lambda **with_: reports.close_report(  # noqa: E731
        **{"report_id": row.pk, "by": staff, "note": "Talked to bob.", **with_}
    )
    assert refusal(lambda: close(note="  ")) == "text_empty"
    assert refusal(lambda: close(report_id=10**9)) == "no_such_report"
    assert [one.pk for one in reports.reports(closed=False)] == [row.pk]
    close()
    assert refusal(close) == "already_closed"
    assert [one.note for one in reports.reports(closed=True)] == ["Talked to bob."]
    assert list(reports.reports(closed=False)) == []
    entry = AuditEntry.objects.get(verb="report.close")
    assert (entry.actor, entry.reason, entry.subject, entry.data) == (
        staff, "Talked to bob.", f"report:{row.pk}",
        {"about": "bob", "before": "open", "after": "nothing"},
    )  # fmt: skip


def test_players_react_between_the_hands_of_a_game_that_counts(member: Member) -> None:
    """A face could tell the partner of a hand; spectators, whom players don't hear meanwhile, react at any time."""
    table, ann, bob = two_at(member, rated=True)
    eve, staff = member("eve"), member("staff", is_staff=True)

    def react(user: Any, to: str = "table", code: str = "wow") -> Any:
        return messages.say(table_id=table.pk, user=user, to=to, phrase=code)

    assert refusal(lambda: react(ann)) == "between_hands"
    assert react(eve, "spectators").phrase == "wow"
    assert said(table, bob) == []
    state = state_of(table)
    state.phase = "deal"
    put_state(table, state)
    react(ann, code="star")
    assert said(table, bob) == ["star"]
    assert refusal(lambda: react(bob, code="ace")) == "no_such_phrase"
    silences.silence(user_id=bob.pk, by=staff, days=1, reason="x")
    assert refusal(lambda: react(bob)) == "silenced"


def test_at_a_casual_table_players_react_at_any_time(member: Member) -> None:
    table, ann, bob = two_at(member)
    for code in REACTIONS:
        messages.say(table_id=table.pk, user=ann, to="table", phrase=code)
    assert said(table, bob) == list(REACTIONS)
    assert refusal(
        lambda: messages.say(table_id=table.pk, user=ann, to="table", phrase="star")
    ) == ("chat_too_fast")
    drawn = (settings.BASE_DIR / "static/img/reactions.svg").read_text()
    assert re.findall('<symbol id="([a-z]+)"', drawn) == list(REACTIONS)
