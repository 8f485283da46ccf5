"""The deal of the day: the same for everybody, played once, ranked the next day."""

import json
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games import bots, engine
from games.practice import daily
from games.practice.game import YOU
from games.practice.models import DailyPlay
from games.tables.game.bots import choice_for
from games.tables.models import Action, SharedSecret, Table
from games.tables.server.autoplay import play_out
from games.tables.services import (
    TableTerms,
    deal_with_salts,
    make_shared_deals,
    open_with_bots,
)
from spades_site.accounts.guests import create_guest

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals of these days are the same whenever the tests run."""
    first = daily.today()
    monkeypatch.setattr(daily, "master_of", lambda day: bytes([(day - first).days]) * 32)


def play(client: Client, first: str = "bid 3") -> list[Any]:
    """Play today's deal, bidding `first`, as a bot without luck would."""
    answers, action = [], first
    while True:
        config = client.get("/practice/daily/table/").context["config"]
        moment = config["moment"]
        if moment["over"]:
            return answers
        if moment["undo"]:
            action = bots.choose(moment["frames"][-1], daily.RULES, Steady())
        sent = {"v": moment["v"], "day": config["day"], "do": action}
        answers.append(client.post("/practice/daily/do/", sent))
        assert answers[-1].status_code == 200


class Steady:
    """Dice that always show the same."""

    def random(self) -> float:
        return 0.5


@pytest.mark.slow
def test_everybody_plays_the_same_deal_with_the_same_bots_and_is_ranked_the_next_day(
    member: Any, client: Client, hands: Any
) -> None:
    clients = []
    for name, first in (("ann", "bid 3"), ("bob", "bid 3"), ("cy", "bid 13")):
        clients.append(Client())
        clients[-1].force_login(member(name))
        play(clients[-1], first)
    ann, bob, cy = DailyPlay.objects.order_by("user__username")
    assert ann.game == bob.game
    assert (ann.own, ann.theirs) == (bob.own, bob.theirs)
    assert ann.game["start"] == cy.game["start"]
    assert (ann.bid, ann.own, ann.theirs, cy.bid, cy.own, cy.theirs) == (
        *("3", -50, 72),
        *("13", -150, 72),
    )
    today = client.get("/practice/daily/")
    assert (today.context["played"], list(today.context["rows"])) == (3, [])
    hands.forward(DAY)
    tomorrow = clients[2].get("/practice/daily/").context
    assert [(row.place, row.user.username) for row in tomorrow["rows"]] == [
        (1, "ann"),
        (1, "bob"),
        (3, "cy"),
    ]
    assert tomorrow["yesterdays"].pk == cy.pk
    assert [row.matchpoints for row in tomorrow["rows"]] == [75, 75, 0]
    assert daily.deal_of(daily.today()).start.hands != daily.deal_of(ann.day).start.hands


def test_it_is_dealt_and_its_bots_play_as_at_a_table_with_the_same_deals(
    member: Any, client: Client
) -> None:
    ann, day = member("ann"), daily.today()
    with transaction.atomic():
        deals = make_shared_deals()
        SharedSecret.objects.filter(deals=deals).update(master=daily.master_of(day))
        deal_with_salts(deals.pk, [])
    deals.refresh_from_db()
    terms = TableTerms(rules=daily.RULES, kind=Table.Kind.MATCH, deals=deals)
    table = open_with_bots(terms, [ann], here=ann)
    bots_do = partial(choice_for, deals_id=deals.pk)
    play_out(table.pk, lambda state, seat: _first(state) if seat == YOU else bots_do(state, seat))
    game = daily.game_of(ann, day)
    while (state := game.states()[-1]).phase != "over":
        _before, game = daily.act(ann, day, game.version, _first(state))
    log = Action.objects.filter(table=table, kind=Action.Kind.PLAY).order_by("version")
    assert list(game.actions) == [
        f"{seat} {text}" for seat, text in log.values_list("seat", "text")
    ]


def _first(state: engine.State) -> str:
    return engine.legal_actions(state, YOU)[0]


def test_it_is_played_once_today_and_from_a_page_that_is_up_to_date(
    member: Any, client: Client, hands: Any
) -> None:
    client.force_login(member("ann"))
    day = daily.today().isoformat()

    def send(**fields: Any) -> Any:
        return client.post("/practice/daily/do/", {"v": 1, "day": day, "do": "bid 3", **fields})

    assert send(do="bid 99").status_code == 422
    assert send(v="x").status_code == 422
    assert DailyPlay.objects.count() == 0
    assert send().status_code == 200
    stored = DailyPlay.objects.get().game
    again = send()
    assert (again.status_code, again.json()["now"]["v"]) == (409, 2)
    assert DailyPlay.objects.get().game == stored
    play(client)
    assert send(v=DailyPlay.objects.get().game["v"]).status_code == 422
    assert send(v=stored["v"] + 99).status_code == 409
    hands.forward(DAY)
    late = send(v=DailyPlay.objects.get().game["v"])
    assert late.json() == {"says": "That day is over. Play today’s deal."}


def test_h1_no_answer_shows_a_card_of_another_hand(member: Any, client: Client) -> None:
    client.force_login(member("ann"))
    answers = play(client)
    own = set(engine.view_for(daily.deal_of(daily.today()).states()[0], YOU)["hand"])
    played = {
        action.split()[-1]
        for action in DailyPlay.objects.get().game["actions"]
        if " play " in action
    }
    body = json.dumps([answer.json()["frames"] for answer in answers[:3]])
    shown = {name for name in played - own if f'"{name}"' in body}
    at_most = [answer.json()["frames"][-1]["counts"] for answer in answers[:3]][-1]
    assert len(shown) == sum(13 - count for count in at_most[1:])


def test_e1_a_guest_cannot_try_the_deal_first(client: Client) -> None:
    client.force_login(create_guest())
    assert client.get("/practice/daily/table/").headers["Location"] == "/practice/daily/"
    sent = {"v": 0, "day": daily.today().isoformat(), "do": "bid 3"}
    told = client.post("/practice/daily/do/", sent)
    assert (told.status_code, DailyPlay.objects.count()) == (422, 0)
    page = client.get("/practice/daily/").content.decode()
    assert "Only members play it, so that nobody can try it first as a guest." in page
    assert 'href="/practice/daily/table/"' not in page
