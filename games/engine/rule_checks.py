"""Which rule sets are playable: the values that fields may take, and which of them go together."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from games.engine.cards import (
    BIG_JOKER,
    FIRST_SPADE,
    LITTLE_JOKER,
    TWO_OF_CLUBS,
    parse_card,
    printable,
)
from games.engine.errors import BadCard, InconsistentRules
from games.engine.sentences import Sentence, message

if TYPE_CHECKING:
    from games.engine.rules import RuleSet

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "sides": ("partners", "solo"),
    "deal": ("deal", "draw"),
    "first_dealer": ("random", "high_card"),
    "opening_lead": ("left_of_dealer", "two_of_clubs"),
    "spade_lead": ("after_break", "only_when_void", "anytime"),
    "failed_nil": ("bags", "help_partner", "nothing"),
    "revoke": ("prevented", "penalised"),
    "bidding": ("free", "suicide", "mirror", "whiz"),
}
"""The fields that take one of a few words; the first is the value in `cardgames_io`."""

FLAGS: Final = ("jokers", "lone_spades_break", "ten_for_200")

RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "players": (2, 5),
    "min_bid": (1, 26),
    "max_bid": (1, 26),
    "nil": (1, 1000),
    "blind_nil": (1, 1000),
    "blind_nil_deficit": (0, 10_000),
    "blind_bid": (1, 1000),
    "blind_bid_deficit": (0, 10_000),
    "nil_pass": (0, 3),
    "blind_nil_pass": (0, 3),
    "trick_points": (1, 1000),
    "overtrick_points": (-1000, 1000),
    "set_points": (-1000, 0),
    "bag_limit": (1, 1000),
    "bag_penalty": (0, 10_000),
    "target": (1, 100_000),
    "max_hands": (1, 1000),
    "loss_limit": (1, 100_000),
    "min_side_bid": (0, 26),
    "forbidden_total": (1, 52),
    "boston_bonus": (0, 10_000),
}
"""The lowest and the highest value of each numeric field."""

NULLABLE: Final = frozenset(
    {
        "max_bid",
        "nil",
        "blind_nil",
        "blind_bid",
        "bag_limit",
        "target",
        "max_hands",
        "loss_limit",
        "forbidden_total",
    }
)
"""The numeric fields that may be null: off, or without a limit."""


def check_fields(rules: "RuleSet") -> None:
    """Raise InconsistentRules for the first field with a value it can't have."""
    _check_types(rules)
    _check_removed(rules)


def check_together(rules: "RuleSet") -> None:
    """Raise InconsistentRules for the first fields that don't go together. `removed` must already be a tuple."""
    for check in _CHECKS:
        check(rules)


def _check_types(rules: "RuleSet") -> None:
    for name, choices in CHOICES.items():
        value = getattr(rules, name)
        if value not in choices:
            raise InconsistentRules(
                (name,),
                message(
                    "%(name)s can’t be “%(value)s”. Choose one of: %(choices)s.",
                    name=name,
                    value=printable(value),
                    choices=", ".join(choices),
                ),
            )
    for name in FLAGS:
        if not isinstance(getattr(rules, name), bool):
            raise InconsistentRules((name,), message("%(name)s must be true or false.", name=name))
    for name, (least, most) in RANGES.items():
        value = getattr(rules, name)
        if value is None and name in NULLABLE:
            continue
        if type(value) is not int or not least <= value <= most:
            raise InconsistentRules((name,), _in_range(name, least, most))
    if not isinstance(rules.preset, str):
        raise InconsistentRules(("preset",), message("preset must be a text."))


def _in_range(name: str, least: int, most: int) -> Sentence:
    values = {"name": name, "least": least, "most": most}
    if name in NULLABLE:
        return message(
            "%(name)s must be a whole number from %(least)s to %(most)s, or null.", **values
        )
    return message("%(name)s must be a whole number from %(least)s to %(most)s.", **values)


def _check_removed(rules: "RuleSet") -> None:
    removed = rules.removed
    if not isinstance(removed, (list, tuple)) or not all(isinstance(name, str) for name in removed):
        raise InconsistentRules(
            ("removed",), message('removed must be a list of cards, like ["2C", "2D"].')
        )
    try:
        cards = [parse_card(name) for name in removed]
    except BadCard as mistake:
        raise InconsistentRules(
            ("removed",), message("removed: %(mistake)s", mistake=mistake.sentence)
        ) from mistake
    if len(set(cards)) < len(cards):
        raise InconsistentRules(
            ("removed",), message("removed names a card twice. Name each card once.")
        )
    if any(card in (LITTLE_JOKER, BIG_JOKER) for card in cards):
        raise InconsistentRules(
            ("removed", "jokers"),
            message("Jokers aren’t removed one by one. Set jokers to false instead."),
        )


def _check_seats(rules: "RuleSet") -> None:
    if rules.sides == "partners" and rules.players != 4:
        raise InconsistentRules(
            ("sides", "players"),
            message("Partnerships need four players. Set players to 4, or sides to “solo”."),
        )
    if rules.deal == "draw" and rules.players != 2:
        raise InconsistentRules(
            ("deal", "players"),
            message("The draw is for two players. Set players to 2, or deal to “deal”."),
        )
    if rules.deal == "draw" and rules.offers_blind:
        raise InconsistentRules(
            ("deal", "blind_bid", "blind_nil"),
            message(
                "A hand drawn card by card has been seen: set blind_bid and blind_nil to null, or "
                "deal to “deal”."
            ),
        )


def _check_pack(rules: "RuleSet") -> None:
    share = rules.players * (2 if rules.deal == "draw" else 1)
    size = len(rules.pack)
    if size % share or size < share:
        raise InconsistentRules(
            ("players", "jokers", "removed"),
            message(
                "A pack of %(size)s cards can’t be dealt out evenly to %(players)s players. "
                "Remove %(more)s more, or change the jokers.",
                size=size,
                players=rules.players,
                more=size % share,
            ),
        )
    if not any(card >= FIRST_SPADE for card in rules.pack):
        raise InconsistentRules(
            ("removed",), message("The pack has no spades left. Remove fewer cards.")
        )
    plain = [card for card in rules.pack if card < LITTLE_JOKER]
    if rules.first_dealer == "high_card" and len(plain) < rules.players:
        raise InconsistentRules(
            ("first_dealer", "removed"),
            message(
                "The draw for high card needs one card per seat besides the jokers. Remove fewer, "
                "or set first_dealer to “random”."
            ),
        )
    if rules.opening_lead == "two_of_clubs" and TWO_OF_CLUBS not in rules.pack:
        raise InconsistentRules(
            ("opening_lead", "removed"),
            message(
                "The two of clubs can’t lead: it isn’t in the pack. Set opening_lead to “left_of_dealer”."
            ),
        )
    if rules.opening_lead == "two_of_clubs" and rules.deal == "draw":
        raise InconsistentRules(
            ("opening_lead", "deal"),
            message(
                "In the draw the two of clubs may be discarded. Set opening_lead to “left_of_dealer”."
            ),
        )


def _check_bids(rules: "RuleSet") -> None:
    if rules.max_bid is not None and rules.max_bid > rules.tricks:
        raise InconsistentRules(
            ("max_bid",),
            message(
                "A hand has %(tricks)s tricks: max_bid can’t be %(bid)s.",
                tricks=rules.tricks,
                bid=rules.max_bid,
            ),
        )
    if rules.min_bid > rules.highest_bid:
        raise InconsistentRules(
            ("min_bid", "max_bid"),
            message(
                "min_bid is above the highest bid, %(most)s. Lower it, or raise max_bid.",
                most=rules.highest_bid,
            ),
        )
    if rules.blind_nil is not None and rules.nil is None:
        raise InconsistentRules(
            ("blind_nil", "nil"),
            message("Blind nil needs nil. Set the points for nil, or set blind_nil to null."),
        )
    # In suicide Spades one partner bids nil, so the other alone must reach it.
    together = rules.sides == "partners" and rules.bidding != "suicide"
    most = rules.highest_bid * (2 if together else 1)
    if rules.min_side_bid > most:
        raise InconsistentRules(
            ("min_side_bid", "max_bid"),
            message(
                "A side can bid at most %(most)s. Lower min_side_bid to that, or raise max_bid.",
                most=most,
            ),
        )
    one_number = rules.highest_bid <= max(rules.min_bid, rules.min_side_bid)
    nil_always = rules.nil is not None and not rules.min_side_bid
    fixed = one_number and not nil_always
    if rules.forbidden_total is not None and fixed:
        raise InconsistentRules(
            ("forbidden_total", "min_bid", "max_bid", "min_side_bid"),
            message(
                "The last bidder would have no choice left. Widen the bids, or set forbidden_total to null."
            ),
        )


def _check_bidding(rules: "RuleSet") -> None:
    how = rules.bidding
    if how == "free":
        return
    if rules.nil is None:
        raise InconsistentRules(
            ("bidding", "nil"),
            message(
                "“%(how)s” bidding needs nil. Set the points for nil, or set bidding to “free”.",
                how=how,
            ),
        )
    if how == "suicide" and rules.sides != "partners":
        raise InconsistentRules(
            ("bidding", "sides"),
            message("“suicide” bidding is for partnerships. Set bidding to “free”."),
        )
    if rules.forbidden_total is not None:
        raise InconsistentRules(
            ("bidding", "forbidden_total"),
            message(
                "“%(how)s” bidding leaves the last bidder no choice: set forbidden_total to null.",
                how=how,
            ),
        )
    if how == "suicide":
        return
    if rules.min_bid != 1 or rules.highest_bid != rules.tricks or rules.min_side_bid:
        raise InconsistentRules(
            ("bidding", "min_bid", "max_bid", "min_side_bid"),
            message(
                "With “%(how)s” bidding players bid their number of spades, whatever it is: set "
                "min_bid to 1, max_bid to null and min_side_bid to 0.",
                how=how,
            ),
        )
    if rules.blind_bid is not None or (how == "mirror" and rules.blind_nil is not None):
        raise InconsistentRules(
            ("bidding", "blind_bid", "blind_nil"),
            message(
                "“%(how)s” bidding counts spades, which can’t be done blind: set the blind bids to null.",
                how=how,
            ),
        )


def _check_passing(rules: "RuleSet") -> None:
    for name, bid in (("nil_pass", rules.nil), ("blind_nil_pass", rules.blind_nil)):
        cards = getattr(rules, name)
        if not cards:
            continue
        if rules.sides != "partners":
            raise InconsistentRules(
                (name, "sides"),
                message("There is no partner to pass cards to. Set %(name)s to 0.", name=name),
            )
        if bid is None:
            raise InconsistentRules(
                (name, name.removesuffix("_pass")),
                message(
                    "%(name)s needs that bid. Set the points for %(bid)s, or set %(name)s to 0.",
                    name=name,
                    bid=name.removesuffix("_pass"),
                ),
            )
        if cards > rules.tricks:
            raise InconsistentRules(
                (name,),
                message(
                    "%(name)s is more than a hand of %(cards)s cards.",
                    name=name,
                    cards=rules.tricks,
                ),
            )


def _check_end(rules: "RuleSet") -> None:
    if rules.target is None and rules.max_hands is None:
        raise InconsistentRules(
            ("target", "max_hands"),
            message("The game would never end. Set a target, or max_hands."),
        )


_CHECKS: Final[tuple[Callable[["RuleSet"], None], ...]] = (
    _check_seats,
    _check_pack,
    _check_bids,
    _check_bidding,
    _check_passing,
    _check_end,
)
