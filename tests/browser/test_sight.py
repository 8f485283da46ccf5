"""Tests of the card search itself: it finds a card in every form in pages and frames."""

import pytest

from tests.browser.sight import Knowledge, cards_in, cards_sent


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ('<button data-do="card KH" data-card="KH">', {"KH"}),
        ('<img src="/static/cards/TD.0a1b2c3d.svg">', {"TD"}),
        ('<use href="/static/cards/compact.svg#BJ">', {"BJ"}),
        ('aria-label="10 of diamonds, can be played"', {"TD"}),
        ("Ann plays Queen of spades. Bob plays little joker.", {"QS", "LJ"}),
        ("pass 2C 7D", {"2C", "7D"}),
        ('"hand":["AS","9C"]', {"AS", "9C"}),
        ("the whole suit of spades; 12S; xKH; KHx; commitment 2c4d", set()),
    ],
)
def test_cards_are_found(text: str, cards: set[str]) -> None:
    assert cards_in(text) == cards


def test_the_rules_of_a_table_name_cards_that_nobody_has() -> None:
    frame = {
        "t": "view",
        "table": {"rules": {"removed": ["2C"]}, "title": "x"},
        "game": {"trick": [[0, "KH"]]},
    }
    assert cards_sent(frame) == {"KH"}


def test_knowledge_is_of_one_hand() -> None:
    knows = Knowledge(0)
    game = {
        "hand_no": 1,
        "hand": ["AS"],
        "own_discards": ["2C"],
        "drawn_card": "KH",
        "passed": None,
    }
    knows.learn(game)
    assert knows.own == {"AS", "2C", "KH"}
    knows.learn({**game, "hand_no": 2, "hand": None, "own_discards": [], "drawn_card": None})
    assert knows.own == set()
