"""Sentences that are stored and translated later, into the reader's language."""

from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation

from games.engine.sentences import Sentence, format_number, message
from spades_site.common.translation import to_json, translate

FEW = message(
    "Only %(there)d of the %(needed)d entries needed were in at the start.", there=1, needed=4
)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Only 1 of the 4 entries needed were in at the start."),
        ("de", "Nur 1 von 4 nötigen Anmeldungen waren zu Beginn da."),
    ],
)
def test_numbers_are_filled_in_however_the_text_asks_for_them(language: str, text: str) -> None:
    with translation.override(language):
        assert translate(to_json(FEW)) == translate(FEW) == text
    assert FEW == "Only 1 of the 4 entries needed were in at the start."


@pytest.mark.parametrize(
    ("value", "text"),
    [(-8, "−8"), (Decimal("-0.50"), "−0.50"), (12, "12"), ("a-b", "a-b"), (0, "0")],
)
def test_a_number_has_a_true_minus(value: Any, text: str) -> None:
    assert format_number(value) == translate(value) == text
    sentence = message("It is %(value)s.", value=value)
    assert isinstance(sentence, Sentence)
    assert translate(to_json(sentence)) == sentence == f"It is {text}."


def test_a_number_with_its_sign() -> None:
    assert [format_number(value, signed=True) for value in (-3, 0, 7)] == ["−3", "0", "+7"]
