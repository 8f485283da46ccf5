"""Typed texts: messages must be visible and readable, in every script."""

import pytest

from spades_site.common.errors import Refused
from spades_site.common.text import clean_message, clean_name


def message(text: str) -> str:
    """Return the message tidied."""
    return clean_message(text, what="Your message", longest=300)


@pytest.mark.parametrize(
    "text",
    [
        "", "  \n ", "\u115f", "\u1160", "\u3164", "\uffa0 \u3164", "\u2800\u2800", "\u034f", "\u17b4", "\u17b5",
        "\ufe0f", "\ufe0e\ufe0e", "\U000e0100", "\u180b", "\u0301",
    ],
)  # fmt: skip
def test_a_message_that_shows_nothing_is_empty(text: str) -> None:
    with pytest.raises(Refused) as refused:
        message(text)
    assert refused.value.code == "text_empty"


@pytest.mark.parametrize(
    "text",
    ["Z" + "\u0301" * 250, "so a\u0336\u0337\u0338\u0335\u0301b", "e\u20dd\u20de\u20df\u20e0"],
)
def test_towers_of_accents_are_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        message(text)
    assert (refused.value.code, str(refused.value)) == (
        "text_unclear",
        "Your message can’t be read by others: too many accents on one letter. Write it plainly.",
    )


@pytest.mark.parametrize("text", ["\u200b", "a\u00adb", "a\u202eb", "\u200d", "x\u2060"])
def test_signs_that_nobody_sees_are_refused_among_others_too(text: str) -> None:
    with pytest.raises(Refused) as refused:
        message(text)
    assert refused.value.code == "text_unseen"


@pytest.mark.parametrize(
    "text",
    [
        "gut gespielt!", "Nguyễn chơi hay", "می\u200cخواهم", "क्\u200dष नमस्ते", "สวัสดีครับ ที่นี่ดี", "שָׁלוֹם", "བསྒྲུབས",
        "한국어", "\u1112\u1161\u11ab", "日本語", "👩\u200d👩\u200d👧", "❤\ufe0f", "1\ufe0f\u20e3", "☠\ufe0f", "👍🏽", "🇩🇪", "…", "?!",
    ],
)  # fmt: skip
def test_scripts_and_emoji_are_fine(text: str) -> None:
    assert message(f"  {text} ")
    assert message(text).split() == message(f"\n{text}\n").split()


def test_blanks_are_joined() -> None:
    assert message("  well \n\t played ") == "well played"


@pytest.mark.parametrize(
    "name", ["\u3164\u3164\u3164", "Anns\u3164", "Anns\u115f", "Anns\u034f", "An\u2800ns"]
)
def test_no_name_hides_what_makes_it_another(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name, what="The league’s name")
    assert refused.value.code == "name_unseen"
    assert clean_name("한국어", what="The league’s name") == "한국어"
