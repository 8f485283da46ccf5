"""The findings about a hand as sentences. `names` are the names by seat."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.replay.summary import bid_text, card_text

NIL_RISK: Final = 0.4
"""The risk from which a nil is called daring."""
FITS: Final = 1.0
"""A bid fits if it differs by less than this from the hand's worth."""


def bid_words(bid: dict[str, Any]) -> str:
    """Compare a bid with what the hand was worth; return "" if it fits."""
    if bid["bid"].startswith("blind"):
        return _("bid blind, before looking")
    if bid["bid"] == "nil":
        return _nil_words(bid)
    more = int(bid["bid"].split(" ")[1]) - bid["worth"]
    if more >= FITS:
        return _("high for these cards")
    # Bots round down and keep the rest as a reserve.
    if more <= -FITS - 0.5:
        return _("low for these cards")
    return ""


def _nil_words(bid: dict[str, Any]) -> str:
    if bid["risk"] >= 1:
        return _("a nil with cards that can hardly avoid a trick")
    risk = {"n": round(100 * bid["risk"])}
    if bid["risk"] >= NIL_RISK:
        return _("a daring nil, by the cards alone lost in about %(n)s %% of deals") % risk
    return _("a sound nil, by the cards alone lost in about %(n)s %% of deals") % risk


def bid_row(bid: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return a bid for the page."""
    return {
        "name": names[bid["seat"]],
        "bid": bid_text(bid["bid"]),
        "tricks": bid["tricks"],
        "worth": _decimal(bid["worth"]),
        "words": bid_words(bid),
    }


def play_words(play: dict[str, Any], names: Sequence[str], side_names: Sequence[str]) -> str:
    """Return why a card cost points: what its player could see, then how the outcomes differ."""
    facts = [_fact(fact, names, play) for fact in play["facts"]]
    reasons = [_reason(reason, names, side_names, play) for reason in play["reasons"]]
    if not facts and not reasons:
        return _("Many small differences add up; no single one explains it.")
    return " ".join([*facts, *reasons])


def lost(play: dict[str, Any]) -> str:
    """Return what a card cost, in words."""
    n = round(play["cost"])
    return ngettext("about %(n)s point", "about %(n)s points", n) % {"n": n}


def _fact(fact: dict[str, Any], names: Sequence[str], play: dict[str, Any]) -> str:
    params = {
        "name": names[fact["seat"]],
        "suit": _suits()[fact["suit"]],
        "played": card(play["card"]),
        "better": card(play["better"]),
    }
    match fact["code"]:
        case "could_ruff":
            return _("%(name)s had no %(suit)s left and could trump.") % params
        case "nothing_higher":
            return _("No %(suit)s higher than the %(better)s were left with the others.") % params
        case "over_partner":
            return _("%(name)s, the partner, was winning the trick anyway.") % params
        case "could_lose":
            return _("The %(better)s would have left the trick to %(name)s.") % params
        case _:
            return _("The %(better)s would have won the trick.") % params


def _reason(
    reason: dict[str, Any], names: Sequence[str], side_names: Sequence[str], play: dict[str, Any]
) -> str:
    params = {
        "name": names[reason["seat"]],
        "side": side_names[reason["side"]],
        "played": card(play["card"]),
        "better": card(play["better"]),
        "n": reason["better"],
        "m": reason["played"],
    }
    match reason["code"]:
        case "contract" | "their_contract":
            return _("%(side)s make their contract in %(n)s of 100 deals after the %(better)s, in %(m)s after the %(played)s.") % params  # fmt: skip
        case "nil" | "their_nil":
            return _("The nil of %(name)s is kept in %(n)s of 100 deals after the %(better)s, in %(m)s after the %(played)s.") % params  # fmt: skip
        case _:
            params |= {"n": _decimal(reason["better"]), "m": _decimal(reason["played"])}
            return _("%(side)s take %(n)s bags on average after the %(better)s, %(m)s after the %(played)s.") % params  # fmt: skip


def card(name: str) -> str:
    """Return a card as people write it."""
    return card_text(name)["text"]


def _suits() -> tuple[str, str, str, str]:
    return _("clubs"), _("diamonds"), _("hearts"), _("spades")


def _decimal(value: float) -> str:
    """Return a mean with one decimal place, "1.0" too: it stands before plurals and in columns."""
    return number_format(value, 1)
