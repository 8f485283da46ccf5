"""Own-time events for pairs: how two become partners, when a deal begins, and how it counts."""

import json
from typing import Any

import pytest
from django.test import Client

from games import engine
from games.fair_play import connections as facts
from games.tables.models import Table
from games.tables.pictures.picture import table_view
from games.tables.services import arrive
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.own_time.conftest import OwnTimeClub, Way, first, last
from tournaments.events.setup.proposal import NotValid
from tournaments.fair_play.models import Signal
from tournaments.leagues import members
from tournaments.own_time import changing, deals, making, pairs
from tournaments.own_time.core import entry_of
from tournaments.own_time.pages import event_page
from tournaments.public.feeds.own_time import document

pytestmark = pytest.mark.django_db


def _refusal(call: Any) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code


def test_a_member_asks_another_and_nobody_is_in_two_pairs(club: OwnTimeClub) -> None:
    event = club.event(entrants="pair")
    ann, bob, cleo, dan = (club.joined(name) for name in ("p1", "p2", "p3", "p4"))
    ask = lambda user, other: pairs.ask(  # noqa: E731
        event_id=event.pk, user=user, partner=other.username
    )
    said = lambda one, user, accept: pairs.answer(  # noqa: E731
        event_id=event.pk, invitation_id=one.pk, user=user, accept=accept
    )
    assert _refusal(lambda: ask(ann, ann)) == "yourself"
    assert _refusal(lambda: ask(ann, club.member("stranger"))) == "user_not_member"
    mine = ask(ann, bob)
    assert ask(ann, bob) == mine
    theirs, third = ask(bob, cleo), ask(dan, bob)
    pair = said(mine, bob, True)
    assert pair is not None
    assert (pair.user, pair.partner) == (ann, bob)
    assert said(mine, bob, True) == pair
    # All other questions of either are over.
    assert _refusal(lambda: said(theirs, cleo, True)) == "unknown_invitation"
    assert said(third, bob, False) == pair
    assert _refusal(lambda: ask(dan, bob)) == "partner_in_pair"
    assert _refusal(lambda: ask(bob, dan)) == "in_pair"
    pairs.leave(event_id=event.pk, user=bob)
    assert entry_of(event, ann) is None
    again = ask(dan, cleo)
    assert said(again, cleo, False) is None
    news = Notice.objects.filter(kind__startswith="own_time").order_by("pk")
    told = [
        (one.user.username, one.params.get("own_time_ask") or one.params["own_time_news"])
        for one in news.select_related("user")
    ]
    assert told == [
        ("p2", "invited"), ("p3", "invited"), ("p2", "invited"), ("p1", "joined"), ("p1", "left"),
        ("p3", "invited"), ("p4", "refused"),
    ]  # fmt: skip
    alone = club.event(name="Alone")
    assert _refusal(lambda: pairs.ask(event_id=alone.pk, user=ann, partner="p2")) == "not_pairs"


def test_a_deal_begins_when_both_have_come_and_only_members_play(club: OwnTimeClub) -> None:
    event = club.opened(entrants="pair")
    play = lambda name: deals.play_next(event_id=event.pk, user=club.joined(name))  # noqa: E731
    assert _refusal(lambda: play("p1")) == "partner_needed"
    club.pair(event, "p1", "p2")
    table = play("p2")
    assert play("p1") == play("p2") == table
    assert (table.status, table.rated) == ("open", False)
    assert [(seat.name, seat.bot) for seat in table.seats.order_by("index")][::2] == [
        ("p1", False), ("p2", False),
    ]  # fmt: skip
    assert table.seats.filter(bot=True).count() == 2
    called = Notice.objects.get(kind="own_time_asked", path=table.get_absolute_url())
    assert (called.user.username, called.params["own_time_ask"]) == ("p1", "table")
    # Its deals are fixed, so no browser is told to wait for its salt.
    assert table_view(table, list(table.seats.order_by("index")))["salts"] is not None
    arrive(table_id=table.pk, user=club.people["p1"])
    table.refresh_from_db()
    assert table.status == "playing"
    assert _refusal(lambda: pairs.leave(event_id=event.pk, user=club.people["p1"])) == "begun"
    club.play(event, "p1")
    members.leave_league(league_id=club.league.pk, user=club.people["p2"])
    assert _refusal(lambda: play("p1")) == "user_not_member"
    assert _refusal(lambda: play("p2")) == "not_member"
    club.pair(event, "p3", "p4")
    changing.call_off(event_id=event.pk, by=club.organizer, reason="Wrong rules")
    assert _refusal(lambda: club.pair(event, "p5", "p6")) == "event_over"
    assert _refusal(lambda: pairs.leave(event_id=event.pk, user=club.people["p3"])) == "event_over"
    event.refresh_from_db()
    assert not event_page(event, club.people["p5"]).needs_partner
    assert not event_page(event, club.people["p3"]).can_leave


def test_pairs_need_rules_with_partners_and_stay_pairs(club: OwnTimeClub) -> None:
    with pytest.raises(NotValid) as refused:
        club.event(entrants="pair", rules={"preset": "rubl_two_player"})
    assert "rules" in refused.value.errors
    event = club.event(entrants="pair")
    club.pair(event, "p1", "p2")
    change = making.EventProposal(**{**vars(making.proposal_of(event)), "entrants": "player"})
    with pytest.raises(NotValid) as refused:
        making.edit_event(event_id=event.pk, by=club.organizer, proposal=change)
    assert list(refused.value.errors) == ["entrants"]


def _middle(state: engine.State) -> str:
    legal = engine.legal_actions(state, state.to_act[0])
    return legal[len(legal) // 2]


def test_equal_play_by_six_pairs_gives_equal_results_to_the_byte(club: OwnTimeClub) -> None:
    event, ways = club.opened(entrants="pair"), (first, last, _middle)
    for number in range(6):
        club.pair(event, f"p{number}", f"q{number}")
        way: Way = ways[number % 3]
        for _deal in range(2):
            club.play(event, f"{'pq'[number % 2]}{number}", way)
    club.close(event)
    found = document(event)["entries"]
    assert {(one["player"], one["partner"]) for one in found} == {
        (f"p{number}", f"q{number}") for number in range(6)
    }
    by_way: list[set[str]] = [set(), set(), set()]
    for entry in found:
        number = int(entry.pop("player")[1:])
        entry.pop("partner")
        for deal in entry["deals"]:
            table = Table.objects.get(public_id=deal.pop("table"))
            assert deal["bid"].count(" + ") == 1
            rows = table.actions.filter(kind="play").order_by("version")
            deal["log"] = list(rows.values_list("seat", "text"))
        by_way[number % 3].add(json.dumps(entry))
    assert [len(results) for results in by_way] == [1, 1, 1]
    assert len(set.union(*by_way)) == 3
    assert Notice.objects.filter(kind="own_time").count() == 12


def test_partners_may_share_a_device_but_not_with_another_pair(club: OwnTimeClub) -> None:
    event = club.opened(entrants="pair")
    devices = {"p1": "sofa", "q1": "sofa", "p2": "phone", "q2": "sofa", "p3": "one", "q3": "two"}
    for number in (1, 2, 3):
        club.pair(event, f"p{number}", f"q{number}")
        table = club.play(event, f"p{number}")
        for name in (f"p{number}", f"q{number}"):
            facts.note(table.pk, club.people[name], devices[name], f"{number}.{ord(name[0])}.2.9")
    club.close(event)
    (signal,) = Signal.objects.filter(kind="rehearse")
    assert {one.user.username for one in signal.people.select_related("user")} == {"p1", "q1", "q2"}
    client = Client()
    client.force_login(club.people["q3"])
    page = client.get(event.get_absolute_url()).content.decode()
    assert ">p1</" in page
    assert page.count("&amp;") >= 3
