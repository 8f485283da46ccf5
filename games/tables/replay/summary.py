"""A replay as text: the headline, and every hand as tables that are readable without JavaScript."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import RuleSet
from games.engine.cards import SUIT_OF
from games.engine.sentences import format_number, format_score
from games.engine.view import RevokeView
from games.tables.replay.timeline import PlayedHand, Replay
from games.tables.texts.score_lines import line_text

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = "AKQJT98765432"
_PLAY = "play "
CLAIM = "server"
"""The recorded actor of the actions that play out a hand after a claim (early_end.py)."""


def side_names(replay: Replay) -> list[str]:
    """Return each side's name: its players' names."""
    return [joined([replay.seats[seat].name for seat in side]) for side in replay.rules.side_seats]


def sides_in_order(replay: Replay) -> list[int]:
    """Return the sides as they finished: the winners, then the others by their totals."""
    result = replay.record["result"]
    lost = [seats[0] not in result["winners"] for seats in replay.rules.side_seats]
    worse = [-replay.rules.sign * total for total in result["totals"]]
    return sorted(range(len(lost)), key=lambda side: (lost[side], worse[side]))


def headline(replay: Replay) -> str:
    """Return the sides and their totals in one line, for titles."""
    names, totals = side_names(replay), replay.record["result"]["totals"]
    if len(names) == 2:
        return f"{names[0]} – {names[1]} {format_score(totals)}"
    # Keep a name and its total on one line.
    pairs = zip(names, totals, strict=True)
    return " · ".join(f"{name}\u00a0{plain(total)}" for name, total in pairs)


def summary(replay: Replay) -> str:
    """Return the result in one sentence."""
    names, result = side_names(replay), replay.record["result"]
    order = sides_in_order(replay)
    scores = " : ".join(plain(result["totals"][side]) for side in order)
    played = sum(not hand.score["thrown_in"] for hand in replay.hands)
    hands = ngettext("%(n)d hand", "%(n)d hands", played) % {"n": played}
    winners = [
        names[side] for side in order if replay.rules.side_seats[side][0] in result["winners"]
    ]
    values = {"names": winners[0] if winners else "", "scores": scores, "hands": hands}
    if 1 < len(winners) < len(names):
        values["names"] = ", ".join(winners)
        return _("First place is shared by %(names)s, %(scores)s after %(hands)s.") % values
    if len(winners) != 1:
        return _("The game ended in a draw, %(scores)s after %(hands)s.") % values
    return _("%(names)s won %(scores)s after %(hands)s.") % values


def hands_in_words(replay: Replay) -> list[dict[str, Any]]:
    """Return each hand for the template: the dealer, the cards, the bids, the tricks and the score's lines."""
    return [_hand(replay, hand, number) for number, hand in enumerate(replay.hands, 1)]


def hand_title(hand: PlayedHand) -> str:
    """Name a hand by its number among those that count; one that was thrown in has that of the hand dealt in its place."""
    n = {"n": hand.score["number"]}
    return _("Hand %(n)s, thrown in") % n if hand.score["thrown_in"] else _("Hand %(n)s") % n


def plain(points: int) -> str:
    """Return a number with a true minus sign."""
    return format_number(points)


def card_text(card: str) -> dict[str, str]:
    """Return a card as people write it, "K♥", with its suit for colouring."""
    if card in ("BJ", "LJ"):
        return {"text": _("big joker") if card == "BJ" else _("little joker"), "suit": "S"}
    # A raised deuce keeps its sign: it is a spade, but looks like itself. The last character requests the text form of the symbol, rather than a coloured emoji.
    return {"text": f"{card[0].replace('T', '10')}{SUITS[card[1]]}\ufe0e", "suit": card[1]}


def _hand(replay: Replay, hand: PlayedHand, number: int) -> dict[str, Any]:
    names = [seat.name for seat in replay.seats]
    bids: list[str] = [""] * len(names)
    notes: list[str] = []
    for seat, text in hand.actions:
        if text.startswith("pass "):
            cards = ", ".join(card_text(card)["text"] for card in text.split(" ")[1:])
            notes.append(_("%(name)s passes %(cards)s.") % {"name": names[seat], "cards": cards})
        elif text == "throw in":
            notes.append(_("%(name)s throws the hand in.") % {"name": names[seat]})
        elif not text.startswith(_PLAY) and text not in ("look", "keep", "refuse"):
            bids[seat] = bid_text(text)
    notes += [_revoke(revoke, names, replay.rules) for revoke in hand.score["revokes"]]
    notes += _stand_ins(hand, names)
    return {
        "number": number,
        "title": hand_title(hand),
        "dealer": names[hand.dealer],
        "names": names,
        "dealt": [
            {"name": name, "suits": _by_suit(cards, replay.rules.high_deuces)}
            for name, cards in zip(names, hand.dealt, strict=True)
        ],
        "bids": bids,
        "notes": notes,
        "others": bool(hand.by),
        "tricks": _tricks(hand, len(names)),
        "won": hand.score["tricks"],
        "sides": _sides(replay, hand),
    }


def bid_text(text: str) -> str:
    """Return a bid of the log as people write it: “4”, “nil”, “nil and 4”, “blind 7”."""
    kind, _space, rest = text.partition(" ")
    if kind == "nil" and rest:
        return _("nil and %(number)s") % {"number": rest}
    rest = rest.removeprefix("side ")
    if kind == "blind":
        return _("blind %(bid)s") % {"bid": _("nil") if rest == "nil" else rest}
    return _("nil") if kind == "nil" else rest


def high_spades(cards: Sequence[str], high_deuces: Sequence[str]) -> list[str]:
    """Return the texts of a hand's cards above the ace of spades, the highest first."""
    return [card_text(card)["text"] for card in ("BJ", "LJ", *high_deuces) if card in cards]


def _by_suit(cards: Sequence[str], high_deuces: Sequence[str]) -> list[dict[str, str]]:
    """Return a hand's four suits, spades first with the jokers and raised deuces, high cards first."""
    rows = []
    for suit, sign in SUITS.items():
        held = [card for card in cards if card[1] == suit and card not in high_deuces]
        texts = [
            card[0].replace("T", "10") for card in sorted(held, key=lambda c: RANKS.index(c[0]))
        ]
        if suit == "S":
            texts = high_spades(cards, high_deuces) + texts
        rows.append({"suit": suit, "sign": f"{sign}\ufe0e", "text": " ".join(texts) or "–"})
    return rows


def _tricks(hand: PlayedHand, players: int) -> list[dict[str, Any]]:
    """Return the tricks as rows: one cell per seat, with who led and who won."""
    played = [
        (index, seat, text.removeprefix(_PLAY))
        for index, (seat, text) in enumerate(hand.actions)
        if text.startswith(_PLAY)
    ]
    rows = []
    for number, winner in enumerate(hand.winners):
        trick = played[number * players : (number + 1) * players]
        cells: list[dict[str, Any]] = [{} for _seat in range(players)]
        for index, seat, card in trick:
            cells[seat] = {
                **card_text(card),
                "led": seat == trick[0][1],
                "won": seat == winner,
                "other": index in hand.by,
            }
        rows.append({"number": number + 1, "step": trick[-1][0] + 1, "cells": cells})
    return rows


def _revoke(revoke: RevokeView, names: Sequence[str], rules: RuleSet) -> str:
    """Say which card was a revoke, and in which suit; the score's lines only show its cost."""
    # Jokers and raised deuces are spades.
    suit = "CDHS"[SUIT_OF[rules.codes[revoke["led"]]]]
    return _("Trick %(n)s: %(name)s played the %(card)s while holding %(suit)s.") % {
        "n": revoke["trick"],
        "name": names[revoke["seat"]],
        "card": card_text(revoke["card"])["text"],
        "suit": f"{SUITS[suit]}\ufe0e",
    }


def _stand_ins(hand: PlayedHand, names: Sequence[str]) -> list[str]:
    """Say who acted in place of players in this hand, and how often."""
    counted = Counter((hand.actions[index][0], by) for index, by in hand.by.items())
    notes = [
        _stand_in(by, n) % {"name": names[seat], "n": n}
        for (seat, by), n in sorted(counted.items())
        if by != CLAIM
    ]
    played_out = sum(n for (_seat, by), n in counted.items() if by == CLAIM)
    if played_out:
        # The player who claims wins every remaining trick.
        n = -(-played_out // len(names))
        text = ngettext(
            "%(name)s claimed the last trick.", "%(name)s claimed the last %(n)d tricks.", n
        )
        notes.append(text % {"name": names[hand.winners[-1]], "n": n})
    return notes


def _stand_in(by: str, n: int) -> str:
    if by == "clock":
        return ngettext(
            "%(name)s’s time ran out: a bot took %(n)d turn.",
            "%(name)s’s time ran out: a bot took %(n)d turns.",
            n,
        )
    if by == "bot":
        return ngettext(
            "A bot took %(n)d turn for %(name)s.", "A bot took %(n)d turns for %(name)s.", n
        )
    return ngettext(
        "A player who has left took %(n)d turn for %(name)s.",
        "A player who has left took %(n)d turns for %(name)s.",
        n,
    )


def _sides(replay: Replay, hand: PlayedHand) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "before": plain(side["total"] - side["points"]),
            "lines": [
                {**line, "text": line_text(line["code"], line["text"])} for line in side["lines"]
            ],
            "total": plain(side["total"]),
            "bags": side["bags_after"],
        }
        for name, side in zip(side_names(replay), hand.score["sides"], strict=True)
    ]


def joined(names: Sequence[str]) -> str:
    """Return the name of a side: its players' names."""
    return reduce(lambda a, b: _("%(a)s & %(b)s") % {"a": a, "b": b}, names)
