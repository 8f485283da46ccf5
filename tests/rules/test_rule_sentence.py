"""The sentence for a rule set."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from games.engine import PRESET_TITLES, PRESETS, RuleSet, preset
from games.engine.rule_fields import Choice, Flag, N, Number
from games.engine.rule_sentence import LENGTH, rule_sentence
from games.engine.rules import RULE_FIELDS
from games.tables.texts.rules import rules_said

CLUB = preset(
    "cardgames_io",
    min_side_bid=4,
    set_limit=2,
    set_points=-5,
    target=350,
    high_contracts=("10 150 -150", "13 500 0"),
)


def test_a_sentence_has_what_differs_in_the_order_of_a_hand() -> None:
    assert rule_sentence(CLUB) == (
        "Classic (cardgames.io), board 4, failed contracts −5 a trick, contracts from 10 ±150, 13 +500/0, to 350, 2 sets lose"
    )
    assert rule_sentence(preset("cardgames_io", set_limit=1, nil=None)) == (
        "Classic (cardgames.io), no nil, 1 set loses"
    )
    assert rule_sentence(preset("bicycle_3", removed=("3C",))) == (
        "Bicycle, three players, without 3C"
    )


def test_a_page_can_leave_out_what_it_shows_apart() -> None:
    rules = preset("cardgames_io", target=None, max_hands=8, bidding="mirror")
    assert rule_sentence(rules) == "Classic (cardgames.io), mirror, no target, 8 hands"
    assert rule_sentence(rules, LENGTH) == "Classic (cardgames.io), mirror"


def test_rules_without_a_name_are_called_by_the_nearest_preset() -> None:
    for key, rules in PRESETS.items():
        assert rule_sentence(replace(rules, preset="")) == PRESET_TITLES[key]


@pytest.mark.parametrize("name", RULE_FIELDS)
def test_every_value_of_a_field_has_its_words(name: str) -> None:
    rule = RULE_FIELDS[name]
    match rule:
        case Choice(words=words):
            assert set(rule.said) == set(words)
        case Flag():
            assert set(rule.said) == {True, False}
        case Number(nullable=nullable):
            assert N in rule.said
            assert (None in rule.said) == nullable
        case _:
            assert set(rule.said) == {(), N}


def test_german_says_it_too() -> None:
    with override("de"):
        assert rules_said(CLUB.to_dict()) == (
            "Klassisch (cardgames.io), Mindestkontrakt 4, verfehlter Kontrakt −5 je Stich, Kontrakte ab 10 ±150, 13 +500/0, bis 350, "
            "2 verfehlte Kontrakte verlieren"
        )


def test_the_sentence_of_a_whole_stored_set_is_the_same() -> None:
    assert rules_said(CLUB.to_record()) == rule_sentence(RuleSet.from_dict(CLUB.to_dict()))
