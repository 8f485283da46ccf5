"""The data for an analysis's page and for programs."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.analysis.models import Analysis
from games.analysis.words import bid_row, card, lost, play_words
from games.engine import RuleSet, restore
from games.engine.sentences import format_number
from games.engine.view import hand_numbers
from games.tables.models import Seat, Table
from games.tables.replay.summary import card_text, joined
from spades_site.common.people.bot_names import marked


def hands_of(analysis: Analysis, table: Table, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Return the analysed hands for the page, in order. One query."""
    names = [seat.name for seat in seats]
    sides = RuleSet.from_dict(table.rules).side_seats
    side_names = [joined([names[seat] for seat in side]) for side in sides]
    shown = _numbers(table)
    plain, plain_sides = [*map(marked, names)], [*map(marked, side_names)]
    replay = reverse("table_replay", args=[table.public_id])
    return [
        {
            "number": shown.get(hand.number, hand.number),
            "replay": f"{replay}#h{hand.number}s0",
            "decisions": hand.found["decisions"],
            "was_chosen": any(hand.found["decisions"]),
            "bids": [bid_row(bid, names) for bid in hand.found["bids"]],
            "plays": [
                {
                    **_line(play, names, f"{replay}#h{hand.number}s{play['step'] + 1}"),
                    "why": play_words(play, plain, plain_sides),
                    "sure": format_number(round(play["error"])),
                }
                for play in hand.found["plays"]
            ],
            "open": [
                _line(play, names, f"{replay}#h{hand.number}s{play['step'] + 1}")
                for play in hand.found["open"]
            ],
            "start": _start(hand.found["start"], plain_sides),
            "par": [
                {
                    "name": name,
                    "points": format_number(points, signed=True),
                    "mean": format_number(round(mean), signed=True),
                    "low": format_number(round(low), signed=True),
                    "high": format_number(round(high), signed=True),
                }
                for name, points, (mean, low, high) in zip(
                    side_names, hand.found["points"], hand.found["par"], strict=True
                )
            ],
        }
        for hand in analysis.hands.order_by("number")
    ]


def found_in(table: Table) -> dict[str, Any]:
    """Return the status and findings of a game's analysis, for programs. Two queries.

    Seats, steps and cards are named as in the game's record.
    """
    analysis = Analysis.objects.filter(table=table).first()
    if analysis is None:
        return {"status": "none", "hands": []}
    waiting = "given_up" if analysis.due_at is None else "under_way"
    # As on the page: no hand is shown until all are done.
    done = analysis.done_at is not None
    return {
        "status": "done" if done else waiting,
        "hands": [
            {
                **hand.found,
                "number": hand.number,
                "par": [
                    {"points": points, "mean": mean, "low": low, "high": high}
                    for points, (mean, low, high) in zip(
                        hand.found["points"], hand.found["par"], strict=True
                    )
                ],
            }
            for hand in (analysis.hands.order_by("number") if done else ())
        ],
    }


def people_of(hands: Sequence[dict[str, Any]], seats: Sequence[Seat]) -> list[tuple[str, int, int]]:
    """Return (name, costly cards, free choices) for each person who had a free choice."""
    found = [
        (
            seat.name,
            sum(play["seat"] == seat.index for hand in hands for play in hand["plays"]),
            sum(hand["decisions"][seat.index] for hand in hands),
        )
        for seat in seats
        if seat.user_id is not None
    ]
    return [each for each in found if each[2]]


def _line(play: dict[str, Any], names: Sequence[str], url: str) -> dict[str, Any]:
    return {
        "seat": play["seat"],
        "name": names[play["seat"]],
        "card": card_text(play["card"]),
        "better": card_text(play["better"]),
        "lost": lost(play),
        "label": f"{marked(names[play['seat']])} {card(play['card'])}",
        "url": url,
    }


def _start(start: dict[str, Any] | None, side_names: Sequence[str]) -> str:
    """Say what the ending was worth to the first of two sides at its start, and what it scored."""
    if start is None:
        return ""
    params = {
        "side": side_names[0],
        "worth": format_number(round(start["worth"]), signed=True),
        "end": format_number(round(start["end"]), signed=True),
    }
    if round(start["worth"]) == round(start["end"]):
        return _("The best play of all leads to %(worth)s for %(side)s, and so it ended.") % params
    return (
        _("The best play of all leads to %(worth)s for %(side)s; it ended with %(end)s.") % params
    )


def _numbers(table: Table) -> dict[int, int]:
    """Return the numbers by which people know the hands where some were thrown in, by those of the record."""
    if not RuleSet.from_dict(table.rules).throws_in:
        return {}
    state = restore({**(table.state or {}), "rules": table.rules})
    return dict(enumerate(hand_numbers(state.hand_results), 1))
