"""Whose turn it is, for people who aren't at the table: in the lobby, and by a notice where turns last for hours."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from games import engine
from games.tables import services
from games.tables.lobby import listing
from games.tables.models import Table
from games.tables.server import presence
from games.tables.timing.clocks import DAY
from spades_site.common.clock import now
from spades_site.notices import mailing
from spades_site.notices.models import Notice
from spades_site.notices.services import set_preferences
from spades_site.notices.texts import notice_text
from tests.tables.playing import act, seated, state_of, wake

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(member: Any) -> list[Any]:
    """Four members, in the order of their seats."""
    return [member(name) for name in ("ann", "bob", "cy", "dee")]


def do(table: Table, people: list[Any], seat: int, action: str) -> Table:
    """Have the player of a seat act."""
    table.refresh_from_db()
    services.submit_action(
        table_id=table.pk,
        user=people[seat],
        action=action,
        action_id=f"{seat} {table.version}",
        expected_version=table.version,
    )
    table.refresh_from_db()
    return table


def bid_round(table: Table, people: list[Any], blind_nil: int) -> Table:
    """Bid until the passing begins: a blind nil by one seat, which has its cards passed."""
    table.refresh_from_db()
    while state_of(table).phase == "bid":
        state = state_of(table)
        (seat,) = state.to_act
        if seat == blind_nil:
            table = do(table, people, seat, "blind nil")
        elif not state.looked[seat]:
            table = do(table, people, seat, "look")
        else:
            table = do(table, people, seat, "bid 3")
    return table


def a_pass(table: Table, seat: int) -> str:
    """Return a pass that the seat may make."""
    return engine.legal_actions(state_of(table), seat)[0]


def whose_turn(people: list[Any]) -> list[bool]:
    """Return for each user whether the lobby shows that it's their turn."""
    return [listing.rows(listing.own_tables(user), user)[0]["my_turn"] for user in people]


def turns_told() -> list[tuple[str, bool]]:
    """Return who was told that it's their turn, and whether that still stands."""
    found = Notice.objects.filter(kind="turn").order_by("pk")
    return [(each.user.username, each.read_at is None) for each in found]


def test_the_lobby_says_your_turn_while_cards_are_passed(people: list[Any]) -> None:
    table = seated(people, preset="playingcards_io", blind_nil_pass=2)
    assert whose_turn(people) == [seat in state_of(table).to_act for seat in range(4)]
    table = bid_round(table, people, blind_nil=0)
    assert state_of(table).to_act == (0, 2)
    assert whose_turn(people) == [True, False, True, False]
    table = do(table, people, 0, a_pass(table, 0))
    assert whose_turn(people) == [False, False, True, False]


def left_alone(people: list[Any], **rules: Any) -> Table:
    """Return a table with a day for a turn, in play, at which nobody is any more; the first turn began before."""
    table = wake(seated(people, turn_seconds=DAY, **rules))
    for user in people:
        presence.gone(table.pk, user)
    assert turns_told() == []
    table.refresh_from_db()
    return table


def test_with_days_for_a_turn_each_is_told_once_and_only_while_away(people: list[Any]) -> None:
    table = left_alone(people)
    (first,) = state_of(table).to_act
    one, two, three = (people[(first + more) % 4] for more in (1, 2, 3))
    table = do(table, people, first, "bid 3")
    assert turns_told() == [(one.username, True)]
    notice = Notice.objects.get(kind="turn")
    assert notice.path == table.get_absolute_url()
    assert notice.mail_until == table.deadline
    assert notice.params == {
        "table": {"message": ["Classic (cardgames.io)", "", 1], "values": {}},
        "others": ", ".join(user.username for user in people if user != one),
        "until_at": table.deadline.isoformat(),
    }
    # Other changes of the table tell nobody anything again.
    services.vote_to_end(table_id=table.pk, user=one, yes=True)
    assert turns_told() == [(one.username, True)]
    table = do(table, people, (first + 1) % 4, "bid 3")
    assert turns_told() == [(one.username, False), (two.username, True)]
    # The third is at the table with a live line: the table tells, and no notice.
    presence.still_here(table.pk, three)
    do(table, people, (first + 2) % 4, "bid 3")
    assert turns_told() == [(one.username, False), (two.username, False)]


def test_both_passing_players_are_notified_until_they_have_passed(people: list[Any]) -> None:
    table = left_alone(people, preset="playingcards_io", blind_nil_pass=2)
    table = bid_round(table, people, blind_nil=0)
    assert turns_told()[-2:] == [("ann", True), ("cy", True)]
    do(table, people, 0, a_pass(table, 0))
    assert turns_told()[-2:] == [("ann", False), ("cy", True)]
    services.abandon_table(table_id=table.pk, reason="over")
    assert not any(stands for _name, stands in turns_told())


def test_only_people_are_told_and_only_where_turns_are_long(people: list[Any]) -> None:
    slow = left_alone(people[:1])
    act(slow, people[0])
    assert turns_told() == [("ann", True)]
    quick = wake(seated(people, turn_seconds=60))
    for user in people:
        presence.gone(quick.pk, user)
    do(quick, people, state_of(quick).to_act[0], "bid 3")
    assert turns_told() == [("ann", True)]


def test_a_turn_is_mailed_outside_the_quiet_hours_to_who_wishes_it(
    people: list[Any], settings: Any
) -> None:
    settings.NOTICE_MAILS, settings.SITE_URL = True, "http://spades.example"
    begun = now().replace(second=0, microsecond=0)
    for user in people:
        set_preferences(
            user,
            by_mail=["turn"],
            quiet_from=begun.time(),
            quiet_to=(begun + timedelta(hours=2)).time(),
        )
    table = left_alone(people)
    (first,) = state_of(table).to_act
    one, two = (people[(first + more) % 4] for more in (1, 2))
    table = do(table, people, first, "bid 3")
    assert mailing.send_due() == 0
    assert [mailing.send_due(now() + timedelta(hours=3)) for _ in range(2)] == [1, 0]
    (sent,) = mail.outbox
    said = notice_text("turn", Notice.objects.get(kind="turn").params)
    assert (sent.to, sent.subject) == ([one.email], f"[Spades] {said.title}")
    set_preferences(two, by_mail=[], quiet_from=None, quiet_to=None)
    do(table, people, (first + 1) % 4, "bid 3")
    assert mailing.send_due(now() + timedelta(hours=3)) == 0
