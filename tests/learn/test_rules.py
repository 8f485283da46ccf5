"""The pages of rules: for every preset the numbers of its examples are those of the documents, and nothing is promised twice."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.engine import PRESETS, preset
from games.engine.rules import RULE_FIELDS
from games.learn.examples import scored, tricks
from games.learn.rule_words import sections
from games.learn.terms import TERMS


def told(key: str) -> dict[str, tuple[list[tuple[str, int]], int]]:
    return {one.text: (one.lines, one.after) for one in scored(PRESETS[key])}


def test_the_examples_of_the_default_rules_are_scored_as_the_document_does() -> None:
    pair = "You bid {} and your partner {}. You win {} tricks and your partner {}."
    assert told("cardgames_io") == {
        pair.format(4, 3, 5, 3): ([("contract 7", 70), ("1 bag", 1)], 71),
        pair.format(4, 3, 3, 3): ([("contract 7 set, 6 won", -70)], -70),
        "Your side has 8 bags already. " + pair.format(3, 2, 4, 4): (
            [("contract 5", 50), ("3 bags", 3), ("tenth bag", -100)], 290,
        ),
        pair.format("nil", 5, 0, 5): ([("contract 5", 50), ("nil kept", 100)], 150),
        pair.format("nil", 5, 2, 5): ([("contract 5", 50), ("2 bags", 2), ("nil broken", -100)], -48),
    }  # fmt: skip
    assert told("bicycle_5") == {
        "You bid 4 and win 6 tricks.": ([("contract 4", 40), ("2 overtricks", 2)], 42),
        "You bid 4 and win 3 tricks.": ([("contract 4 set, 3 won", 0)], 0),
    }
    assert told("playingcards_io")[pair.format("blind nil", 4, 0, 6)][1] == 242


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_explained_with_tricks_that_the_engine_has_played(preset: str) -> None:
    rules = PRESETS[preset]
    won = [[name for name, wins in trick.cards if wins] for trick in tricks(rules)]
    suit = ["KH"] if rules.players == 2 else ["AH"]
    deuce = [[rules.high_deuces[0]]] if rules.high_deuces else []
    assert won == [suit, ["2S"], *deuce, *([["BJ"]] if rules.jokers else [])]
    assert all(len(trick.cards) == (rules.players) for trick in tricks(rules))
    text = " ".join(part for section in sections(rules) for part in section.paragraphs)
    assert "%" not in text
    assert ("nil" in text) == (rules.nil is not None)
    assert ("bag" in text) == (rules.bag_limit is not None)
    assert ("blind" in text) == rules.offers_blind
    assert f"{rules.tricks} cards" in text


def test_high_deuces_are_explained_with_a_trick() -> None:
    rules = preset("cardgames_io", jokers=True, high_deuces=("2D", "2S"), removed=("2H", "2C"))
    won = [[name for name, wins in trick.cards if wins] for trick in tricks(rules)]
    assert won == [["AH"], ["2S"], ["2D"], ["BJ"]]
    told = " ".join(sections(rules)[0].paragraphs)
    assert "the big joker beats everything, then comes the little joker. There are" in told
    assert "higher than the ace of spades, in this order: ♦2, ♠2." in told


@pytest.mark.slow
@pytest.mark.django_db
def test_the_pages_are_there_in_both_languages(client: Client) -> None:
    for language in ("en", "de"):
        client.cookies["django_language"] = language
        with translation.override(language):
            words = [str(term.word) for term in TERMS.values()]
        page = client.get("/learn/glossary/")
        assert sorted(row["word"] for row in page.context["terms"]) == sorted(words)
        families = client.get("/rules/").context["families"]
        assert sum(len(rows) for _family, rows in families) == len(PRESETS)
        for key in PRESETS:
            text = client.get(f"/rules/{key}/").content.decode()
            assert text.count("popovertarget=") == text.count("popover=") > 3
            ids = [part.split('"')[0] for part in text.split('popovertarget="')[1:]]
            assert len(ids) == len(set(ids))
    assert client.get("/rules/canasta/").status_code == 404


SAID: dict[str, tuple[dict[str, Any], Any]] = {
    # By field, what else the rules must have, and a value that the page must say.
    "target": ({}, 350), "max_hands": ({}, 8), "level_at_end": ({"max_hands": 8}, "one_more"),
    "players": ({"sides": "solo"}, 2), "sides": ({}, "solo"), "jokers": ({}, True),
    "high_deuces": ({}, ("2D", "2S")), "removed": ({}, ("2C", "2D", "2H", "2S")), "deal": ({"players": 2, "sides": "solo"}, "draw"), "first_dealer": ({}, "high_card"),
    "min_bid": ({}, 2), "max_bid": ({}, 7), "nil": ({}, 50), "blind_nil": ({}, 200), "blind_nil_deficit": ({"blind_nil": 200}, 50),
    "blind_bid": ({}, 20), "blind_bid_deficit": ({"blind_bid": 20}, 50), "blind_bid_min": ({"blind_bid": 20}, 6),
    "blind_bid_max": ({"blind_bid": 20}, 7), "nil_partner_min": ({}, 4), "bidding": ({}, "mirror"), "programme": ({}, ("mirror", "free")),
    "bid_by": ({}, "side"), "partners_talk": ({"bid_by": "side"}, True), "first_hand": ({}, "bids_itself"), "winner": ({"max_hands": 8}, "lowest"),
    "first_hand_loses": ({"first_hand": "bids_itself", "min_side_bid": 4}, True), "min_side_bid": ({}, 4),
    "throw_in": ({}, "no_spades"), "throw_in_below": ({}, 11),
    "forbidden_total": ({}, 13), "nil_pass": ({}, 1), "blind_nil_pass": ({"blind_nil": 200}, 2), "opening_lead": ({}, "two_of_clubs"),
    "spade_lead": ({}, "anytime"), "lone_spades_break": ({}, False), "first_trick": ({}, "no_spades"), "revoke": ({}, "penalised"),
    "trick_points": ({}, 5), "overtrick_points": ({}, 0), "set_points": ({}, 0), "bag_limit": ({}, 7), "bag_penalty": ({}, 70),
    "failed_nil": ({}, "help_partner"), "nil_failed": ({}, 50), "blind_nil_failed": ({"blind_nil": 200}, 100), "double_nil": ({}, 400),
    "blind_bid_failed": ({"blind_bid": 20}, 20), "ten_for_200": ({}, True), "high_contracts": ({}, ("10 150 -150",)),
    "boston_bonus": ({}, 100), "set_limit": ({}, 2), "sets_in_a_row": ({}, 2), "nil_is_set": ({"set_limit": 2}, True),
    "slam_wins": ({}, True), "boston_wins": ({}, True), "point_spread": ({}, 300), "loss_limit": ({}, 200),
}  # fmt: skip


@pytest.mark.parametrize("name", RULE_FIELDS)
def test_the_page_says_every_rule(name: str) -> None:
    house, value = SAID[name]
    plain = preset("cardgames_io", **house)
    removed = {"removed": ("2C", "2D")} if name == "jokers" else {}
    assert sections(plain) != sections(replace(plain, **removed, **{name: value}))


def test_tricks_are_drawn_for_rules_whose_limits_a_hand_of_two_cards_couldnt_meet() -> None:
    house: dict[str, Any] = {"max_bid": 6, "nil_partner_min": 4, "nil_pass": 3}
    plain = tricks(preset("cardgames_io"))
    assert tricks(preset("cardgames_io", throw_in="no_spades", throw_in_below=11, **house)) == plain
