"""Own-time events: who plays what when, how it is counted, and what nobody learns before the close."""

import hashlib
import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games import engine
from games.engine import State
from games.fairness.verify import verify_game
from games.tables.game import thinking
from games.tables.models import Action, Table
from games.tables.services import record_of, submit_action, wake_table
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.server import background
from tests.own_time.conftest import OwnTimeClub, first, last
from tournaments.events.setup.proposal import NotValid
from tournaments.own_time import deals, making, salts
from tournaments.own_time.models import EventPlay
from tournaments.public.feeds.own_time import document

pytestmark = pytest.mark.django_db


def _refusal(call: Any) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code


def _log(table: Table) -> list[tuple[Any, ...]]:
    rows = table.actions.filter(kind__in=(Action.Kind.DEAL, Action.Kind.PLAY)).order_by("version")
    return list(rows.values_list("seat", "text", "by"))


def test_every_deal_is_played_once_and_a_deal_in_play_is_taken_up_again(club: OwnTimeClub) -> None:
    event = club.opened()
    table = club.begin(event, "p1")
    assert club.begin(event, "p1") == table
    assert (table.status, table.rated, table.kind, table.visibility) == (
        "playing", False, "match", "event",
    )  # fmt: skip
    assert [seat.name for seat in table.seats.filter(bot=False)] == ["p1"]
    assert table.seats.filter(bot=True).count() == 3
    played = [club.play(event, "p1") for _number in range(8)]
    assert [one.title[-3:] for one in played] == [f"{number}/8" for number in range(1, 9)]
    assert [one.first_dealer for one in played] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert _refusal(lambda: club.begin(event, "p1")) == "all_played"


def test_only_members_play_and_only_within_the_window(club: OwnTimeClub) -> None:
    event = club.event()
    assert _refusal(lambda: club.begin(event, "p1")) == "event_not_open"
    club.later(hours=2)
    stranger, guest = club.member("stranger"), club.member("guest-1", is_guest=True)
    play = lambda user: deals.play_next(event_id=event.pk, user=user)  # noqa: E731
    assert _refusal(lambda: play(stranger)) == "not_member"
    assert _refusal(lambda: play(guest)) == "guest"
    club.close(event)
    assert _refusal(lambda: club.begin(event, "p1")) == "event_over"


def test_bots_answer_alike_to_alike_play_and_nobody_waits_for_a_clock(club: OwnTimeClub) -> None:
    event = club.opened()
    one, two, other = (
        club.play(event, name, way) for name, way in (("p1", first), ("p2", first), ("p3", last))
    )
    assert _log(one) == _log(two)
    assert _log(one)[0] == _log(other)[0]
    assert _log(one) != _log(other)
    # At a real table the bots answer in wake-ups, with the same cards.
    table = club.begin(event, "p4")
    for _step in range(3):
        club.later(seconds=10)
        wake_table(table.pk)
    table.refresh_from_db()
    assert _log(table) == _log(one)[: len(_log(table))]
    assert len(_log(table)) > 1
    assert table.deadline is None or table.deadline >= event.closes_at


def test_the_close_counts_matchpoints_and_totals(club: OwnTimeClub) -> None:
    event = club.opened()
    for name, way in (("p1", first), ("p2", first), ("p3", last)):
        club.play(event, name, way)
    club.play(event, "p1", first)
    begun = club.begin(event, "p2")
    scores = {
        (play.entry.user.username, play.deal.number): play.score
        for play in EventPlay.objects.select_related("entry__user", "deal")
    }
    assert scores["p1", 1] == scores["p2", 1]
    assert scores["p2", 2] is None
    high, low = scores["p1", 1], scores["p3", 1]
    assert high is not None
    assert low is not None
    assert high != low
    club.close(event)
    begun.refresh_from_db()
    assert begun.status == "abandoned"
    best = (75, 75, 0) if high > low else (25, 25, 100)
    lone = scores["p1", 2]
    assert lone is not None
    missed = min(lone, Decimal(0))
    found = {
        entry.user.username: (entry.played, entry.matchpoints, entry.total)
        for entry in event.entries.all()
    }
    assert found == {
        "p1": (2, _rounded(Decimal(best[0] + 50) / 8), high + lone),
        "p2": (1, _rounded(Decimal(best[1]) / 8), high + missed),
        "p3": (1, _rounded(Decimal(best[2]) / 8), low + missed),
    }
    assert event.closed_at is not None
    assert deals.close_due() == 0


def _rounded(value: Decimal) -> Decimal:
    return round(value, 2)


def test_records_say_that_the_server_alone_determined_the_deals(club: OwnTimeClub) -> None:
    event = club.opened()
    table = club.play(event, "p1")
    with pytest.raises(ValueError, match="only a finished game"):
        record_of(Table.objects.get(pk=table.pk))
    club.close(event)
    fair = record_of(Table.objects.get(pk=table.pk))["x-fairness"]
    deal = event.deals.select_related("deals").get(number=1)
    assert (fair["salts"], fair["salt_hashes"], fair["salts_from"]) == ([], [], None)
    assert fair["commitment"] == deal.deals.commitment


def test_impossible_settings_are_refused_in_words(club: OwnTimeClub) -> None:
    opens = now() + timedelta(hours=1)
    with pytest.raises(NotValid) as refused:
        club.event(name=" ", count=7, opens_at=opens, closes_at=opens + timedelta(minutes=34))
    assert sorted(refused.value.errors) == ["closes_at", "count", "name"]
    with pytest.raises(NotValid) as refused:
        club.event(
            opens_at=now() - timedelta(hours=1),
            closes_at=now() + timedelta(days=7),
            rules={"preset": "cardgames_io", "revoke": "loses_tricks"},
        )
    assert sorted(refused.value.errors) == ["closes_at", "opens_at", "rules"]


def test_an_event_can_be_changed_and_deleted_until_it_opens(club: OwnTimeClub) -> None:
    event = club.event(count=10)
    kept = list(event.deals.values_list("deals_id", flat=True))[:8]
    proposal = making.EventProposal(
        name="Fortnight", opens_at=event.opens_at, closes_at=event.closes_at, bots_level=1
    )
    making.edit_event(event_id=event.pk, by=club.organizer, proposal=proposal)
    assert list(event.deals.values_list("deals_id", flat=True)) == kept
    other = club.event(name="Other")
    making.delete_event(event_id=other.pk, by=club.organizer)
    club.later(hours=2)
    change = lambda: making.edit_event(  # noqa: E731
        event_id=event.pk, by=club.organizer, proposal=making.proposal_of(event)
    )
    event.refresh_from_db()
    assert _refusal(lambda: making.delete_event(event_id=event.pk, by=club.organizer)) == (
        "event_opened"
    )
    with pytest.raises(NotValid):
        change()
    assert get_user_model().objects.filter(own_time_entries__event=event).count() == 0


@pytest.mark.slow
def test_equal_play_by_30_players_gives_equal_results_to_the_byte(club: OwnTimeClub) -> None:
    """Three ways of playing eight deals, ten people each: what is stored of those who play alike doesn't differ."""
    event = club.opened()
    ways = (first, last, _middle)
    for number in range(30):
        for _deal in range(8):
            club.play(event, f"p{number}", ways[number % 3])
    club.close(event)
    found = document(event)["entries"]
    by_way: dict[int, set[bytes]] = {0: set(), 1: set(), 2: set()}
    for entry in found:
        number = int(entry.pop("player")[1:])
        for deal in entry["deals"]:
            table = Table.objects.get(public_id=deal.pop("table"))
            deal["log"] = _log(table)
        by_way[number % 3].add(json.dumps(entry).encode())
    assert [len(results) for results in by_way.values()] == [1, 1, 1]
    assert len(set.union(*by_way.values())) == 3
    # All matchpoints of a deal are shared out: half of them to the mean of those who finished it.
    shares = EventPlay.objects.filter(score__isnull=False).values_list("matchpoints", flat=True)
    assert abs(sum(share or 0 for share in shares) - 50 * len(shares)) < 1


def _middle(state: State) -> str:
    legal = engine.legal_actions(state, state.to_act[0])
    return legal[len(legal) // 2]


def test_texts_given_before_the_opening_are_in_the_deals_and_later_ones_are_not(
    club: OwnTimeClub,
) -> None:
    event = club.event()
    for name, text in (("p1", "first"), ("p2", "ä 42"), ("p1", "changed")):
        salts.give_salt(event_id=event.pk, user=club.joined(name), text=text)
    club.later(hours=2)
    late = lambda: salts.give_salt(event_id=event.pk, user=club.joined("p3"), text="x")  # noqa: E731
    assert _refusal(late) == "event_opened"
    table = club.play(event, "p1")
    club.close(event)
    record = record_of(Table.objects.get(pk=table.pk))
    expected = [hashlib.sha256(text.encode()).hexdigest() for text in ("changed", "ä 42")]
    assert record["x-fairness"]["salts"] == expected
    assert all(finding.ok for finding in verify_game(record))
    assert document(event)["salts"] == expected


def test_a_bot_that_searches_waits_for_its_card_and_looks_less_and_less_often(
    club: OwnTimeClub, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOTS_QUEUE = True
    monkeypatch.setattr(background, "send", lambda *_, **__: None)
    monkeypatch.setattr(
        thinking, "action_of", lambda state, seat, *_: engine.legal_actions(state, seat)[-1]
    )
    table = club.begin(club.opened(bots_level=2), "p1")

    def wake() -> int:
        table.refresh_from_db()
        assert table.wake_at is not None
        wake_table(table.pk, table.wake_at)
        table.refresh_from_db()
        return len(_log(table))

    def think() -> None:
        state = engine.restore({**table.state, "rules": table.rules})
        thinking.think(table.pk, table.turn_version, state.to_act[0])

    # The deal, and the bids of the three bots, the first to the dealer's left.
    for entries in (2, 3, 4):
        assert wake() == entries - 1
        think()
        assert wake() == entries
    submit_action(
        table_id=table.pk,
        user=club.people["p1"],
        action="bid 3",
        action_id="a",
        expected_version=table.version,
    )
    assert wake() == 5
    club.later(minutes=30)
    assert wake() == 5
    assert table.wake_at - now() > timedelta(seconds=55)
    think()
    assert wake() == 6
    state = engine.restore({**table.state, "rules": table.rules})
    assert state.trick != ()
