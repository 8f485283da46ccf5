"""What the style guide shows reports and the analysis of games with: fixed, as in `style.py`."""

from types import SimpleNamespace
from typing import Any

from django.urls import reverse

from games.tables.replay.summary import card_text
from spades_site.staff.style_games import LONG_AGO


def report_samples() -> dict[str, Any]:
    """Return the context of the style guide's reports and analysed hands."""
    by_ann = SimpleNamespace(username="ann")
    reports = [
        _report("Bernardine-Alexandra", "Insults", by_ann, "Again, after every hand.", "Muted for a week."),
        _report("dee", "Spam", None, "", ""),
    ]  # fmt: skip
    said = [
        {"name": name, "at": "2020-02-20T19:00:00Z", "shown": text, "meant": meant}
        for name, text, meant in (
            ("ann", "Good evening!", False),
            ("Bernardine-Alexandra", "You play like a sleeping tree.", True),
        )
    ]
    return {
        "reports": reports,
        "said": said,
        "analysis": SimpleNamespace(searched=True),
        "analysed": [_hand(1, found=True), _hand(2, found=False)],
        "analysed_people": [("ann", 1, 24), ("Bernardine-Alexandra", 0, 22)],
    }


def _report(
    about: str, reason: str, reporter: SimpleNamespace | None, text: str, note: str
) -> SimpleNamespace:
    return SimpleNamespace(
        pk=1,
        about_name=about,
        get_reason_display=reason,
        reporter=reporter,
        text=text,
        at=LONG_AGO,
        note=note,
        closed_by=reporter,
        closed_at=LONG_AGO,
    )


def _hand(number: int, *, found: bool) -> dict[str, Any]:
    """Return an analysed hand, in which cards cost points or none did."""
    address = reverse("lobby")
    play = {
        "name": "ann",
        "card": card_text("KD"),
        "better": card_text("9D"),
        "lost": "−23",
        "label": "ann",
        "url": address,
        "why": "The king wins a trick that your side doesn’t need.",
    }
    bids = (("ann", "4", "3.2", 4, ""), ("Bernardine-Alexandra", "nil", "0.8", 1, "a daring nil"))
    return {
        "number": number,
        "replay": address,
        "bids": [
            {"name": name, "bid": bid, "worth": worth, "tricks": tricks, "words": words}
            for name, bid, worth, tricks, words in bids
            if found or not words
        ],
        "plays": [play] if found else [],
        "was_chosen": True,
        "open": [play] if found else [],
        "start": "",
        "par": [{"name": "ann & cy", "points": "+41", "mean": "+38", "low": "−50", "high": "+72"}],
    }
