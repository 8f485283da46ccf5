"""The texts of a rule set's fields: labels, help texts, choices, and why some can't be combined."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import PRESET_TITLES, InconsistentRules, RuleSet
from games.engine.rules import NULLABLE
from games.engine.sentences import Sentence, format_number
from spades_site.common.translation import translate

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

type Words = StrOrPromise | Sentence
"""A text that is translated when it is shown."""

GROUPS: Final[tuple[tuple[Words, tuple[str, ...]], ...]] = (
    (
        gettext_lazy("Players and cards"),
        ("players", "sides", "jokers", "removed", "deal", "first_dealer"),
    ),
    (
        gettext_lazy("Bids"),
        (
            "min_bid",
            "max_bid",
            "nil",
            "blind_nil",
            "blind_nil_deficit",
            "blind_bid",
            "blind_bid_deficit",
            "bidding",
            "min_side_bid",
            "forbidden_total",
        ),
    ),
    (
        gettext_lazy("Passing and play"),
        (
            "nil_pass",
            "blind_nil_pass",
            "opening_lead",
            "spade_lead",
            "lone_spades_break",
            "revoke",
        ),
    ),
    (
        gettext_lazy("Score"),
        (
            "trick_points",
            "overtrick_points",
            "set_points",
            "bag_limit",
            "bag_penalty",
            "failed_nil",
            "ten_for_200",
            "boston_bonus",
            "loss_limit",
        ),
    ),
)
"""The fields in the order of a hand, except the target and the number of hands, which come first."""

LABELS: Final[Mapping[str, Words]] = {
    "target": gettext_lazy("Play to"),
    "max_hands": gettext_lazy("Maximum hands"),
    "players": gettext_lazy("Players"),
    "sides": gettext_lazy("Sides"),
    "jokers": gettext_lazy("Two jokers as the highest spades"),
    "removed": gettext_lazy("Removed cards"),
    "deal": gettext_lazy("Distribution of the cards"),
    "first_dealer": gettext_lazy("First dealer"),
    "min_bid": gettext_lazy("Minimum bid"),
    "max_bid": gettext_lazy("Maximum bid"),
    "nil": gettext_lazy("Nil"),
    "blind_nil": gettext_lazy("Blind nil"),
    "blind_nil_deficit": gettext_lazy("Deficit for a blind nil"),
    "blind_bid": gettext_lazy("Blind bid (number)"),
    "blind_bid_deficit": gettext_lazy("Deficit for a blind bid"),
    "bidding": gettext_lazy("Bidding style"),
    "min_side_bid": gettext_lazy("Minimum contract of a side"),
    "forbidden_total": gettext_lazy("Forbidden total of bids"),
    "nil_pass": gettext_lazy("Cards passed with a nil"),
    "blind_nil_pass": gettext_lazy("Cards passed with a blind nil"),
    "opening_lead": gettext_lazy("Opening lead"),
    "spade_lead": gettext_lazy("Leading spades"),
    "lone_spades_break": gettext_lazy("A spade led from an all-spade hand breaks spades"),
    "revoke": gettext_lazy("Failing to follow suit"),
    "trick_points": gettext_lazy("Per trick of the contract"),
    "overtrick_points": gettext_lazy("Per overtrick"),
    "set_points": gettext_lazy("Per trick of a failed contract"),
    "bag_limit": gettext_lazy("Bags until the penalty"),
    "bag_penalty": gettext_lazy("Bag penalty"),
    "failed_nil": gettext_lazy("Tricks of a failed nil"),
    "ten_for_200": gettext_lazy("Contracts of ten or more score 200"),
    "boston_bonus": gettext_lazy("Bonus for all tricks (Boston)"),
    "loss_limit": gettext_lazy("Game lost at minus"),
}

HELP: Final[Mapping[str, Words]] = {
    "target": gettext_lazy("Points. Empty: no target, only a number of hands."),
    "max_hands": gettext_lazy("Empty: until the target is reached."),
    "removed": gettext_lazy("For example 2C 2D, so that the cards can be dealt evenly."),
    "max_bid": gettext_lazy("Empty: as many as there are tricks."),
    "nil": gettext_lazy("Points won or lost. Empty: nobody may bid nil."),
    "blind_nil": gettext_lazy("Points won or lost. Empty: no blind nil."),
    "blind_nil_deficit": gettext_lazy("Points behind the leaders. 0: always allowed."),
    "blind_bid": gettext_lazy("Points per trick. Empty: no blind bids of a number."),
    "blind_bid_deficit": gettext_lazy("Points behind the leaders. 0: always allowed."),
    "min_side_bid": gettext_lazy("Total of both partners’ bids. 0: any."),
    "forbidden_total": gettext_lazy("The last bidder may not reach this total. Empty: any total."),
    "nil_pass": gettext_lazy("From 0 to 3, exchanged with the partner."),
    "blind_nil_pass": gettext_lazy("From 0 to 3, exchanged with the partner."),
    "trick_points": gettext_lazy("Points when the contract is made."),
    "overtrick_points": gettext_lazy("Points each."),
    "set_points": gettext_lazy("Points each, 0 or less."),
    "bag_limit": gettext_lazy("Empty: bags don’t count."),
    "bag_penalty": gettext_lazy("Points lost each time the bags are full."),
    "loss_limit": gettext_lazy("Points below zero that end the game. Empty: no limit."),
}

CHOICE_WORDS: Final[Mapping[str, Mapping[str, Words]]] = {
    "sides": {
        "partners": gettext_lazy("partners, opposite each other"),
        "solo": gettext_lazy("each alone"),
    },
    "deal": {
        "deal": gettext_lazy("dealt"),
        "draw": gettext_lazy("drawn from the stock (two players)"),
    },
    "first_dealer": {
        "random": gettext_lazy("at random"),
        "high_card": gettext_lazy("highest card drawn"),
    },
    "opening_lead": {
        "left_of_dealer": gettext_lazy("left of the dealer"),
        "two_of_clubs": gettext_lazy("the two of clubs"),
    },
    "spade_lead": {
        "after_break": gettext_lazy("once spades are broken"),
        "only_when_void": gettext_lazy("only from an all-spade hand"),
        "anytime": gettext_lazy("always"),
    },
    "failed_nil": {
        "bags": gettext_lazy("are bags"),
        "help_partner": gettext_lazy("count for the partner’s contract"),
        "nothing": gettext_lazy("count for nothing"),
    },
    "revoke": {
        "prevented": gettext_lazy("prevented"),
        "penalised": gettext_lazy("allowed, at the cost of the contract’s points"),
    },
    "bidding": {
        "free": gettext_lazy("free"),
        "suicide": gettext_lazy("suicide: one of two partners bids nil"),
        "mirror": gettext_lazy("mirror: one’s number of spades"),
        "whiz": gettext_lazy("whiz: one’s number of spades, or nil"),
    },
}


def why_not(mistake: InconsistentRules) -> str:
    """Say why a rule set can't be played and what to do, with the form's labels."""
    sentence = _reasons().get(frozenset(mistake.fields))
    return sentence or _in_words(translate(mistake.sentence))


def preset_title(key: str) -> str:
    """Return a preset's name for people; return an unknown key unchanged."""
    return translate(PRESET_TITLES.get(key, key))


def preset_choices() -> list[tuple[str, str]]:
    """Return the presets for a form's choice."""
    return [(key, preset_title(key)) for key in PRESET_TITLES]


def rule_sentences(rules: RuleSet, plain: RuleSet | None) -> list[tuple[str, str, bool]]:
    """Return every rule as label and value, and whether it differs from the preset's."""
    names = ("target", "max_hands", *(name for _group, fields in GROUPS for name in fields))
    return [
        (
            str(LABELS[name]),
            _value(name, getattr(rules, name)),
            plain is not None and getattr(rules, name) != getattr(plain, name),
        )
        for name in names
    ]


def _value(name: str, value: Any) -> str:
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    if name in CHOICE_WORDS:
        return str(CHOICE_WORDS[name][value])
    if name == "removed":
        return " ".join(value) or _("none")
    if value is None and name in NULLABLE:
        return "–"
    return format_number(value)


def _in_words(sentence: str) -> str:
    """Return the engine's sentence with the labels in place of the field names."""
    for name in sorted(LABELS, key=len, reverse=True):
        # Most names without a "_" are also ordinary words; this is the only one that begins sentences as a name.
        if "_" in name or (name == "removed" and sentence.startswith(name)):
            sentence = sentence.replace(name, f"“{LABELS[name]}”", -1 if "_" in name else 1)
    return sentence.replace("to null", _("to empty"))


def _reasons() -> dict[frozenset[str], str]:
    """Return the sentences by the fields that can't be combined."""
    return {**_of_cards(), **_of_bids(), **_of_passing()}


def _of_cards() -> dict[frozenset[str], str]:
    return {
        frozenset({"sides", "players"}): _(
            "Partners need four players. Choose 4 players, or let everybody play alone."
        ),
        frozenset({"deal", "players"}): _(
            "Only two players can draw from the stock. Choose 2 players, or have the cards dealt."
        ),
        frozenset({"players", "jokers", "removed"}): _(
            "The cards can’t be dealt evenly to this many players. Remove other cards, or "
            "change the jokers: with three players remove 2C, with five 2C 2D; with jokers and "
            "two or four players remove 2C 2D, with five 2C 2D 2H 2S."
        ),
        frozenset({"opening_lead", "removed"}): _(
            "The two of clubs is removed, so it can’t lead. Let the player left of the dealer lead."
        ),
        frozenset({"opening_lead", "deal"}): _(
            "In the draw the two of clubs may be discarded. Let the player left of the dealer lead."
        ),
        frozenset({"deal", "blind_bid", "blind_nil"}): _(
            "A hand drawn card by card has been seen. Leave the blind bids empty, or have the "
            "cards dealt."
        ),
        frozenset({"removed", "jokers"}): _(
            "Jokers can’t be removed one by one. Untick the jokers instead."
        ),
    }


def _of_bids() -> dict[frozenset[str], str]:
    return {
        frozenset({"max_bid"}): _(
            "The maximum bid is above the number of tricks in a hand. Lower it, or leave it empty."
        ),
        frozenset({"min_bid", "max_bid"}): _(
            "The minimum bid is above the maximum. Lower it, or raise the maximum bid."
        ),
        frozenset({"blind_nil", "nil"}): _(
            "Blind nil needs nil. Set the points for nil, or leave blind nil empty."
        ),
        frozenset({"target", "max_hands"}): _(
            "The game would never end. Set a target, or a number of hands."
        ),
        frozenset({"bidding", "sides"}): _(
            "Suicide bidding is for partners. Choose free bidding, or partners."
        ),
        frozenset({"bidding", "nil"}): _(
            "This bidding style needs nil. Set the points for nil, or choose free bidding."
        ),
        frozenset({"bidding", "forbidden_total"}): _(
            "This bidding style leaves the last bidder no choice. Leave the forbidden total empty."
        ),
        frozenset({"bidding", "min_bid", "max_bid", "min_side_bid"}): _(
            "With this bidding style players bid their number of spades, whatever it is. Set "
            "the minimum bid to 1, leave the maximum empty, and allow any contract of a side."
        ),
        frozenset({"bidding", "blind_bid", "blind_nil"}): _(
            "Spades can’t be counted blind. Leave the blind bids empty."
        ),
        frozenset({"forbidden_total", "min_bid", "max_bid", "min_side_bid"}): _(
            "The last bidder would have no bid left. Allow more bids, or leave the forbidden "
            "total empty."
        ),
    }


def _of_passing() -> dict[frozenset[str], str]:
    return {
        frozenset({"nil_pass", "sides"}): _("There is no partner to pass cards to. Set this to 0."),
        frozenset({"blind_nil_pass", "sides"}): _(
            "There is no partner to pass cards to. Set this to 0."
        ),
        frozenset({"nil_pass", "nil"}): _(
            "Without nil no cards are passed with it. Set the points for nil, or set this to 0."
        ),
        frozenset({"blind_nil_pass", "blind_nil"}): _(
            "Without blind nil no cards are passed with it. Set its points, or set this to 0."
        ),
    }
