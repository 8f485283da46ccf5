"""The pages of rules: for every preset the numbers of its examples are those of the documents, and nothing is promised twice."""

import pytest
from django.test import Client
from django.utils import translation

from games.engine import PRESETS
from games.learn.examples import scored, tricks
from games.learn.rule_words import sections
from games.learn.terms import TERMS


def told(preset: str) -> dict[str, tuple[list[tuple[str, int]], int]]:
    return {one.text: (one.lines, one.after) for one in scored(PRESETS[preset])}


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
    assert won == [suit, ["2S"], ["BJ"]][: 3 if rules.jokers else 2]
    assert all(len(trick.cards) == (rules.players) for trick in tricks(rules))
    text = " ".join(part for section in sections(rules) for part in section.paragraphs)
    assert "%" not in text
    assert ("nil" in text) == (rules.nil is not None)
    assert ("bag" in text) == (rules.bag_limit is not None)
    assert ("blind" in text) == (rules.blind_nil is not None)
    assert f"{rules.tricks} cards" in text


@pytest.mark.slow
@pytest.mark.django_db
def test_the_pages_are_there_in_both_languages(client: Client) -> None:
    for language in ("en", "de"):
        client.cookies["django_language"] = language
        with translation.override(language):
            words = [str(term.word) for term in TERMS.values()]
        page = client.get("/learn/glossary/")
        assert sorted(row["word"] for row in page.context["terms"]) == sorted(words)
        assert len(client.get("/rules/").context["rows"]) == len(PRESETS)
        for preset in PRESETS:
            text = client.get(f"/rules/{preset}/").content.decode()
            assert text.count("popovertarget=") == text.count("popover=") > 3
            ids = [part.split('"')[0] for part in text.split('popovertarget="')[1:]]
            assert len(ids) == len(set(ids))
    assert client.get("/rules/canasta/").status_code == 404
