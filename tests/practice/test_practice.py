"""Practice: a game in the session, against bots, without a clock."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games import bots, engine
from games.engine import PRESETS
from games.practice import game as games
from games.practice.game import YOU, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client) -> Client:
    """A visitor's browser with a game."""
    assert client.post("/practice/new/", {"preset": "cardgames_io"}).headers["Location"] == (
        "/practice/"
    )
    return client


def stored(page: Client) -> Game:
    return Game.stored(page.session["practice"])


def ask(page: Client, does: str, version: int | None = None) -> Any:
    """Send what a page at this version (None: the present one) sends."""
    v = stored(page).version if version is None else version
    return page.post("/practice/do/", {"v": v, "do": does})


def play_hand(page: Client) -> None:
    """Play to the end of the hand as the hints say."""
    while stored(page).states()[-1].to_act == (YOU,):
        assert ask(page, ask(page, "hint").json()["hint"]).status_code == 200


def test_a_hand_is_played_by_its_hints_and_the_next_one_dealt(page: Client) -> None:
    first = stored(page)
    assert ask(page, "next").json() == {"says": "Play this hand to its end first."}
    play_hand(page)
    told = page.get("/practice/").context["config"]["moment"]
    over = stored(page).states()[-1]
    assert (told["over"], len(over.hand_results)) == ("hand", 1)
    assert told["frames"][-1]["totals"] == over.totals
    assert told["frames"][-1]["hands_open"] is not None
    assert ask(page, "next").status_code == 200
    second = stored(page)
    assert (second.start.hand_no, second.start.hands != first.start.hands) == (2, True)
    assert second.start.totals == over.totals


def test_undo_takes_back_the_last_action_and_all_that_followed(page: Client) -> None:
    before = stored(page)
    assert ask(page, "undo").json() == {"says": "You haven’t done anything in this hand yet."}
    ask(page, "bid 3")
    after = stored(page)
    assert len(after.actions) > len(before.actions)
    told = ask(page, "undo").json()
    assert stored(page).actions == before.actions
    assert (told["v"], told["undo"], len(told["frames"])) == (after.version + 1, False, 1)


def test_the_same_cards_are_dealt_again(page: Client) -> None:
    play_hand(page)
    before = stored(page)
    ask(page, "again")
    after = stored(page)
    assert engine.snapshot(after.start) == engine.snapshot(before.start)
    assert after.states()[-1].to_act == (YOU,)


def test_an_outdated_page_changes_nothing_and_is_told_the_present(page: Client) -> None:
    ask(page, "bid 3")
    now = page.session["practice"]
    late = ask(page, "bid 3", version=1)
    assert (late.status_code, late.json()["now"]["v"]) == (409, now["v"])
    assert page.session["practice"] == now
    assert ask(page, "bid 99").status_code == 422
    assert page.session["practice"] == now


def test_a_lost_game_and_an_unknown_preset(client: Client) -> None:
    gone = client.post("/practice/do/", {"v": 1, "do": "bid 3"})
    assert (gone.status_code, gone.json()) == (422, {"says": "This game is gone. Begin a new one."})
    assert client.get("/practice/").headers["Location"] == "/practice/new/"
    refused = client.post("/practice/new/", {"preset": "whist"})
    assert (refused.status_code, "practice" in client.session) == (422, False)
    client.post("/practice/new/")
    assert stored(client).start.rules.preset == "cardgames_io"


def test_h1_no_answer_shows_a_card_that_the_player_may_not_see(page: Client) -> None:
    """Every card in an answer was dealt to the player or is on the table; the session's other cards are in none."""
    while stored(page).states()[-1].to_act == (YOU,):
        answer = ask(page, ask(page, "hint").json()["hint"])
        states = stored(page).states()
        if states[-1].phase != "play":
            continue
        seen = set(engine.view_for(states[0], YOU)["hand"])
        seen |= {action.split()[-1] for action in stored(page).actions if " play " in action}
        unseen = {engine.card_name(card) for card in states[0].rules.pack} - seen
        body = json.dumps(answer.json()["frames"])
        assert not [card for card in unseen if f'"{card}"' in body]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_hints_lead_through_a_hand_of_every_preset(preset: str) -> None:
    game, rng = games.begin(preset), random.Random(7)
    said = set()
    while YOU in (state := game.states()[-1]).to_act:
        advice = bots.advise(engine.view_for(state, YOU), state.rules, rng)
        said.add(str(advice.why))
        game = games.act(game, advice.action)
    assert len(game.states()[-1].hand_results) == 1
    assert all(text.endswith((".", "!")) and "%(" not in text for text in said)
