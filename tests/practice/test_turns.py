"""Bots that search, at practice and in the deal of the day: asked outside the web process, and waited for."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games import bots, engine
from games.bots.levels import CLUB, RELAXED
from games.practice import daily, tasks, turns
from games.practice.game import Game
from games.practice.models import BotsTurn, DailyPlay
from spades_site.common.server import background

pytestmark = pytest.mark.django_db(transaction=True)
type Sent = list[tuple[Any, ...]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Sent:
    """All jobs that are sent; searching bots play the first legal card, everything else is the last legal action."""
    jobs: Sent = []
    settings.BOTS_QUEUE = True

    def choose(
        view: Mapping[str, Any], _rules: Any, _rng: Any, level: int = RELAXED, **_: Any
    ) -> str:
        if level == RELAXED or view["phase"] not in bots.SEARCHED:
            return str(view["legal"][-1])
        assert not connection.in_atomic_block
        return str(view["legal"][0])

    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(background, "takes_jobs", lambda: True)
    monkeypatch.setattr(background, "send", lambda *job, urgent: jobs.append(job))
    for module in (daily, turns):
        monkeypatch.setattr(module, "master_of", lambda _day: bytes(32))
    return jobs


def bots_cards(game: Game) -> list[bool | None]:
    """Return of each bid and card of the bots whether it was searched for; None where the first legal one is the last, too."""
    cards = []
    for state, action in zip(game.states(), game.actions, strict=False):
        seat, what = int(action[0]), action[2:]
        if seat:
            legal = engine.legal_actions(state, seat)
            cards.append(None if len(legal) == 1 else what == legal[0])
    return cards


def at_practice(client: Client) -> Game:
    return Game.stored(client.session["practice"])


@pytest.mark.slow
def test_club_bots_are_asked_outside_the_page_and_relaxed_ones_play_for_those_that_are_silent(
    client: Client, sent: Sent, hands: Any
) -> None:
    client.post("/practice/new/", {"level": CLUB})
    assert sent == [("games.practice.tasks.warm_up", CLUB)]
    searched: list[bool] = []
    turn, away, at_once = 0, False, 0
    while not (moment := client.get("/practice/").context["config"]["moment"])["over"]:
        assert moment["level"] == (RELAXED if moment["fell_back"] else CLUB)
        before, asked = len(bots_cards(at_practice(client))), len(sent)
        if not moment["thinking"]:
            do = moment["frames"][-1]["legal"][0]
            answer = client.post("/practice/do/", {"v": moment["v"], "do": do}).json()
            assert answer["thinking"] is any(
                seat for seat in at_practice(client).states()[-1].to_act
            )
            if away and len(sent) > asked:
                # Nobody waits again for a queue that didn't answer; once it does, it is waited for.
                assert (answer["thinking"], answer["fell_back"]) == (False, True)
                assert True not in bots_cards(at_practice(client))[before:]
                tasks.choose_for_bots(sent[-1][1])
                away, at_once = False, at_once + 1
            continue
        waiting = {"v": moment["v"], "do": "wait"}
        assert client.post("/practice/do/", waiting).json()["v"] == moment["v"]
        job = sent[-1]
        assert job == ("games.practice.tasks.choose_for_bots", BotsTurn.objects.latest("pk").pk)
        turn += 1
        away = not turn % 2
        if away:
            hands.forward(3)
        else:
            # Done twice, as a lost acknowledgement would have it.
            tasks.choose_for_bots(job[1])
            tasks.choose_for_bots(job[1])
        after = client.post("/practice/do/", waiting).json()
        assert (after["v"], after["thinking"]) == (moment["v"] + 1, False)
        assert after["fell_back"] is away
        new = [card for card in bots_cards(at_practice(client))[before:] if card is not None]
        assert new
        assert set(new) == {not away}
        searched += new
    assert at_once
    assert {True, False} == set(searched)
    hands.forward(3 * 24 * 3600)
    tasks.forget_old_turns()
    assert not BotsTurn.objects.exists()


def test_a_move_taken_back_meets_the_same_cards_at_once_and_a_site_without_a_queue_plays_relaxed(
    client: Client, sent: Sent, settings: Any
) -> None:
    client.post("/practice/new/")
    while True:
        thinking = client.get("/practice/").context["config"]["moment"]["thinking"]
        game = at_practice(client)
        if thinking and game.can_undo:
            break
        if thinking:
            # Bots that bid before the player are asked when the page does.
            client.post("/practice/do/", {"v": game.version, "do": "wait"})
            tasks.choose_for_bots(sent[-1][1])
            client.post("/practice/do/", {"v": game.version, "do": "wait"})
            continue
        do = engine.legal_actions(game.states()[-1], 0)[0]
        client.post("/practice/do/", {"v": game.version, "do": do})
    tasks.choose_for_bots(sent[-1][1])
    client.post("/practice/do/", {"v": at_practice(client).version, "do": "wait"})
    played = at_practice(client).actions
    last = max(n for n, action in enumerate(played) if action[0] == "0")
    client.post("/practice/do/", {"v": at_practice(client).version, "do": "undo"})
    asked = len(sent)
    client.post("/practice/do/", {"v": at_practice(client).version, "do": played[last][2:]})
    assert (at_practice(client).actions, len(sent)) == (played, asked)
    settings.BOTS_QUEUE = False
    client.post("/practice/new/", {"level": CLUB})
    assert at_practice(client).level == RELAXED


@pytest.mark.slow
def test_the_deal_of_the_day_waits_for_the_same_cards_for_everybody(
    member: Any, sent: Sent, settings: Any, hands: Any
) -> None:
    games = []
    for name in ("ann", "bob"):
        client = Client()
        client.force_login(member(name))
        while not (
            moment := (config := client.get("/practice/daily/table/").context["config"])["moment"]
        )["over"]:
            fields = {"v": moment["v"], "day": config["day"]}
            if not moment["thinking"]:
                do = moment["frames"][-1]["legal"][-1]
                client.post("/practice/daily/do/", {**fields, "do": do})
                continue
            asked = len(sent)
            if name == "bob":
                # He finds what ann's turns were answered; only the bots that bid before him are waited for, once.
                answer = client.post("/practice/daily/do/", {**fields, "do": "wait"}).json()
                assert (moment["v"], answer["v"], answer["thinking"]) == (1, 2, False)
                assert len(sent) == asked
                continue
            # For ann the first job is lost, and no other level plays.
            hands.forward(60)
            answer = client.post("/practice/daily/do/", {**fields, "do": "wait"}).json()
            assert (answer["thinking"], answer["v"]) == (True, moment["v"])
            # The first page asks for the bots that bid before ann; afterwards her own actions do, and this asks again.
            assert sent[asked:] == (sent[asked - 1 : asked] if moment["v"] > 1 else sent[-1:])
            tasks.choose_for_bots(sent[-1][1])
            client.post("/practice/daily/do/", {**fields, "do": "wait"})
        games.append(DailyPlay.objects.get(user__username=name).game)
        # The day goes on as it began.
        settings.BOTS_QUEUE = False
    assert [game["level"] for game in games] == [CLUB, CLUB]
    assert games[0]["actions"] == games[1]["actions"]
    assert set(bots_cards(Game.stored(games[0]))) == {True, None}
