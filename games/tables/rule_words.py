"""A rule set's fields in plain words: their names, what they mean, their choices, and why some can't stand together."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import PRESET_TITLES, InconsistentRules, RuleSet
from games.engine.rules import NULLABLE
from games.engine.said import shown
from spades_site.common.telling import told as in_language

Words = Any
"""Text that is put into the page's language when it is shown."""

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
"""The fields in the order of a hand, beside the target and the number of hands, which stand at the top."""

LABELS: Final[Mapping[str, Words]] = {
    "target": gettext_lazy("Play to"),
    "max_hands": gettext_lazy("Most hands"),
    "players": gettext_lazy("Players"),
    "sides": gettext_lazy("Sides"),
    "jokers": gettext_lazy("Two jokers as the highest spades"),
    "removed": gettext_lazy("Cards left out"),
    "deal": gettext_lazy("How hands are made"),
    "first_dealer": gettext_lazy("First dealer"),
    "min_bid": gettext_lazy("Lowest bid"),
    "max_bid": gettext_lazy("Highest bid"),
    "nil": gettext_lazy("Nil"),
    "blind_nil": gettext_lazy("Blind nil"),
    "blind_nil_deficit": gettext_lazy("Behind for a blind nil"),
    "blind_bid": gettext_lazy("Blind bid of a number"),
    "blind_bid_deficit": gettext_lazy("Behind for a blind bid"),
    "bidding": gettext_lazy("Way of bidding"),
    "min_side_bid": gettext_lazy("Lowest contract of a side"),
    "forbidden_total": gettext_lazy("Forbidden sum of bids"),
    "nil_pass": gettext_lazy("Cards passed beside a nil"),
    "blind_nil_pass": gettext_lazy("Cards passed beside a blind nil"),
    "opening_lead": gettext_lazy("First lead of a hand"),
    "spade_lead": gettext_lazy("Leading spades"),
    "lone_spades_break": gettext_lazy("A spade led from nothing but spades breaks them"),
    "revoke": gettext_lazy("Not following suit"),
    "trick_points": gettext_lazy("A trick of the contract"),
    "overtrick_points": gettext_lazy("An overtrick"),
    "set_points": gettext_lazy("A trick of a failed contract"),
    "bag_limit": gettext_lazy("Bags until the penalty"),
    "bag_penalty": gettext_lazy("Bag penalty"),
    "failed_nil": gettext_lazy("Tricks of a failed nil"),
    "ten_for_200": gettext_lazy("A contract of ten or more pays 200"),
    "boston_bonus": gettext_lazy("Bonus for all tricks (Boston)"),
    "loss_limit": gettext_lazy("Lost at minus"),
}

HELP: Final[Mapping[str, Words]] = {
    "target": gettext_lazy("Points. Empty: no target, only a number of hands."),
    "max_hands": gettext_lazy("Empty: until the points are reached."),
    "removed": gettext_lazy("For example 2C 2D, so that the pack can be shared out evenly."),
    "max_bid": gettext_lazy("Empty: as many as there are tricks."),
    "nil": gettext_lazy("Points won or lost. Empty: nobody may bid nil."),
    "blind_nil": gettext_lazy("Points won or lost. Empty: there is none."),
    "blind_nil_deficit": gettext_lazy("Points behind the leaders. 0: anybody may."),
    "blind_bid": gettext_lazy("Points a trick. Empty: there is none."),
    "blind_bid_deficit": gettext_lazy("Points behind the leaders. 0: anybody may."),
    "min_side_bid": gettext_lazy("Both partners' bids together. 0: any."),
    "forbidden_total": gettext_lazy("The last bidder may not make this sum. Empty: any sum."),
    "nil_pass": gettext_lazy("From 0 to 3, to and from the partner."),
    "blind_nil_pass": gettext_lazy("From 0 to 3, to and from the partner."),
    "trick_points": gettext_lazy("Points when the contract is made."),
    "overtrick_points": gettext_lazy("Points each."),
    "set_points": gettext_lazy("Points each, 0 or less."),
    "bag_limit": gettext_lazy("Empty: bags don't count."),
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
        "draw": gettext_lazy("drawn from the stock, for two"),
    },
    "first_dealer": {
        "random": gettext_lazy("by lot"),
        "high_card": gettext_lazy("who draws the highest card"),
    },
    "opening_lead": {
        "left_of_dealer": gettext_lazy("left of the dealer"),
        "two_of_clubs": gettext_lazy("the two of clubs"),
    },
    "spade_lead": {
        "after_break": gettext_lazy("once spades are broken"),
        "only_when_void": gettext_lazy("only from nothing but spades"),
        "anytime": gettext_lazy("always"),
    },
    "failed_nil": {
        "bags": gettext_lazy("are bags"),
        "help_partner": gettext_lazy("count for the partner's contract"),
        "nothing": gettext_lazy("count for nothing"),
    },
    "revoke": {
        "prevented": gettext_lazy("can't happen"),
        "penalised": gettext_lazy("is possible and costs the contract's points"),
    },
    "bidding": {
        "free": gettext_lazy("free"),
        "suicide": gettext_lazy("suicide: one of two partners bids nil"),
        "mirror": gettext_lazy("mirror: the number of own spades"),
        "whiz": gettext_lazy("whiz: the number of own spades, or nil"),
    },
}


def why_not(mistake: InconsistentRules) -> str:
    """Return why a rule set can't be played, and what to do, in the words of the form."""
    sentence = _reasons().get(frozenset(mistake.fields))
    return sentence or _in_words(in_language(mistake.sentence))


def preset_title(key: str) -> str:
    """Return a preset's name for people; a key that is none any more, as it is."""
    return in_language(PRESET_TITLES.get(key, key))


def preset_choices() -> list[tuple[str, str]]:
    """Return the presets for a form's choice."""
    return [(key, preset_title(key)) for key in PRESET_TITLES]


def told(rules: RuleSet, plain: RuleSet | None) -> list[tuple[str, str, bool]]:
    """Return every rule as a pair of words, and whether it differs from the preset's."""
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
    return shown(value)


def _in_words(sentence: str) -> str:
    """Return the engine's sentence with the labels in place of the fields' names."""
    for name in sorted(LABELS, key=len, reverse=True):
        # Most names without a "_" are words of their own; only this one begins sentences as a name.
        if "_" in name or (name == "removed" and sentence.startswith(name)):
            sentence = sentence.replace(name, f"“{LABELS[name]}”", -1 if "_" in name else 1)
    return sentence.replace("to null", _("to empty"))


def _reasons() -> dict[frozenset[str], str]:
    """Return the sentences by the fields that can't stand together."""
    return {**_of_cards(), **_of_bids(), **_of_passing()}


def _of_cards() -> dict[frozenset[str], str]:
    return {
        frozenset({"sides", "players"}): _(
            "Partners need four players. Choose 4 players, or let each play alone."
        ),
        frozenset({"deal", "players"}): _(
            "Hands are drawn from the stock by two players only. Choose 2 players, or dealt hands."
        ),
        frozenset({"players", "jokers", "removed"}): _(
            "The pack can't be shared out evenly to so many players. Leave out other cards, or change the jokers: "
            "three players leave out 2C, five 2C 2D; with jokers two or four leave out 2C 2D, five 2C 2D 2H 2S."
        ),
        frozenset({"opening_lead", "removed"}): _(
            "The two of clubs is left out, so it can't lead. Let the player left of the dealer lead."
        ),
        frozenset({"opening_lead", "deal"}): _(
            "In the draw the two of clubs may be discarded. Let the player left of the dealer lead."
        ),
        frozenset({"deal", "blind_bid", "blind_nil"}): _(
            "Who draws the hand card by card has seen it. Leave the blind bids empty, or have the hands dealt."
        ),
        frozenset({"removed", "jokers"}): _(
            "Jokers aren't left out one by one. Take away the tick at the jokers instead."
        ),
    }


def _of_bids() -> dict[frozenset[str], str]:
    return {
        frozenset({"max_bid"}): _(
            "The highest bid is above the number of tricks in a hand. Lower it, or leave it empty."
        ),
        frozenset({"min_bid", "max_bid"}): _(
            "The lowest bid is above the highest. Lower it, or raise the highest bid."
        ),
        frozenset({"blind_nil", "nil"}): _(
            "A blind nil needs the nil. Give nil its points, or leave the blind nil empty."
        ),
        frozenset({"target", "max_hands"}): _(
            "The game would never end. Give it points to play to, or a number of hands."
        ),
        frozenset({"bidding", "sides"}): _(
            "Suicide bidding is for partners. Choose free bidding, or partners."
        ),
        frozenset({"bidding", "nil"}): _(
            "This way of bidding needs the nil. Give nil its points, or choose free bidding."
        ),
        frozenset({"bidding", "forbidden_total"}): _(
            "This way of bidding leaves the last bidder no choice. Leave the forbidden sum empty."
        ),
        frozenset({"bidding", "min_bid", "max_bid", "min_side_bid"}): _(
            "Here the own spades are bid, however many. Set the lowest bid to 1, leave the highest empty, and allow "
            "any contract of a side."
        ),
        frozenset({"bidding", "blind_bid", "blind_nil"}): _(
            "The own spades can't be counted blind. Leave the blind bids empty."
        ),
        frozenset({"forbidden_total", "min_bid", "max_bid", "min_side_bid"}): _(
            "The last bidder would have no bid left. Allow more bids, or leave the forbidden sum empty."
        ),
    }


def _of_passing() -> dict[frozenset[str], str]:
    return {
        frozenset({"nil_pass", "sides"}): _("Cards are passed to a partner. Set this to 0."),
        frozenset({"blind_nil_pass", "sides"}): _("Cards are passed to a partner. Set this to 0."),
        frozenset({"nil_pass", "nil"}): _(
            "Without a nil no cards are passed beside one. Give nil its points, or set this to 0."
        ),
        frozenset({"blind_nil_pass", "blind_nil"}): _(
            "Without a blind nil no cards are passed beside one. Give it its points, or set this to 0."
        ),
    }
