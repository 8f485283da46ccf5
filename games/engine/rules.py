"""Rule sets: every point on which tables differ is a field; no rule is a constant in code.

The fields, their names and values are those of docs/rules.md. A rule set is checked when it is made: one that can't
be played raises InconsistentRules with the fields' names and what would make it consistent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from games.engine.actions import BID
from games.engine.cards import mask_of, parse_card, printable
from games.engine.errors import InconsistentRules
from games.engine.presets import DOCUMENTS
from games.engine.rule_checks import CHOICES, FLAGS, NULLABLE, RANGES, check_fields, check_together
from games.engine.sentences import message

__all__ = ["CHOICES", "FIELD_NAMES", "FLAGS", "NULLABLE", "RANGES", "RuleSet"]


class _Remembering:
    """Lets a class with slots, whose fields are faster to read, have cached properties as well."""


@dataclass(frozen=True, slots=True)
class RuleSet(_Remembering):
    """A complete, consistent rule set. The defaults are those of `cardgames_io`. Raises InconsistentRules when
    made.
    """

    preset: str = "cardgames_io"
    players: int = 4
    sides: str = "partners"
    jokers: bool = False
    removed: tuple[str, ...] = ()
    deal: str = "deal"
    first_dealer: str = "random"
    min_bid: int = 1
    max_bid: int | None = None
    nil: int | None = 100
    blind_nil: int | None = None
    blind_nil_deficit: int = 0
    blind_bid: int | None = None
    blind_bid_deficit: int = 100
    nil_pass: int = 0
    blind_nil_pass: int = 0
    opening_lead: str = "left_of_dealer"
    spade_lead: str = "after_break"
    lone_spades_break: bool = True
    trick_points: int = 10
    overtrick_points: int = 1
    set_points: int = -10
    bag_limit: int | None = 10
    bag_penalty: int = 100
    failed_nil: str = "bags"
    target: int | None = 500
    max_hands: int | None = None
    loss_limit: int | None = None
    revoke: str = "prevented"
    bidding: str = "free"
    min_side_bid: int = 0
    forbidden_total: int | None = None
    ten_for_200: bool = False
    boston_bonus: int = 0

    def __post_init__(self) -> None:
        """Refuse a rule set that can't be played."""
        check_fields(self)
        object.__setattr__(self, "removed", tuple(self.removed))
        check_together(self)

    def to_dict(self) -> dict[str, Any]:
        """Return every field, ready for JSON."""
        plain = {name: getattr(self, name) for name in FIELD_NAMES}
        return {**plain, "removed": list(self.removed)}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "RuleSet":
        """Return the rule set that a preset and the fields overriding it, or every field, describe.

        Raises InconsistentRules for an unknown preset or field, a value of the wrong kind, or an inconsistent set.
        """
        if not isinstance(given, Mapping):
            raise InconsistentRules(
                (), message('Rules must be an object of fields, like {"preset": …}.')
            )
        try:
            key = tuple(
                sorted(
                    (name, tuple(value) if isinstance(value, list) else value, type(value).__name__)
                    for name, value in given.items()
                )
            )
            return _from_items(key)
        except TypeError:
            # A field name or value has an impossible type: the slow path reports which.
            return _build(dict(given))

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """Return the cards of the pack in ascending order (docs/rules.md 1.1 to 1.3)."""
        gone = {parse_card(name) for name in self.removed}
        top = 54 if self.jokers else 52
        return tuple(card for card in range(top) if card not in gone)

    @cached_property
    def tricks(self) -> int:
        """Return how many cards a player holds, and so how many tricks a hand has."""
        return len(self.pack) // (self.players * (2 if self.deal == "draw" else 1))

    @cached_property
    def highest_bid(self) -> int:
        """Return the highest numeric bid."""
        return self.tricks if self.max_bid is None else self.max_bid

    @cached_property
    def side_seats(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side, in the order of the sides' first seats."""
        if self.sides == "partners":
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(self.players))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """Return each seat's side."""
        return tuple(seat % 2 if self.sides == "partners" else seat for seat in range(self.players))

    @cached_property
    def pack_mask(self) -> int:
        """Return the pack as a set."""
        return mask_of(self.pack)

    @cached_property
    def pack_cards(self) -> frozenset[int]:
        """Return the pack as an unordered set, to compare a shuffled one with."""
        return frozenset(self.pack)

    @cached_property
    def bid_values(self) -> tuple[int, ...]:
        """Return every bid that may ever be legal: the numbers in ascending order, then 0 for nil (docs/rules.md
        3.2, 3.4).
        """
        numbers = tuple(range(self.min_bid, self.highest_bid + 1))
        return numbers if self.nil is None else (*numbers, 0)

    @cached_property
    def free_bids(self) -> tuple[int, ...] | None:
        """Return the bids open to every seat that has looked, or None where hands or other bids limit them."""
        if self.bidding != "free" or self.min_side_bid or self.forbidden_total is not None:
            return None
        return tuple(BID + value for value in self.bid_values)

    @cached_property
    def offers_blind(self) -> bool:
        """Return whether there is any blind bid."""
        return self.blind_nil is not None or self.blind_bid is not None


FIELD_NAMES: Final = tuple(field.name for field in fields(RuleSet))
PRESETS: Final[dict[str, RuleSet]] = {
    key: RuleSet(preset=key, **given) for key, given in DOCUMENTS.items()
}
"""The rule documents as rule sets, by their names."""


def preset(key: str, **overrides: Any) -> RuleSet:
    """Return the preset with house rules replacing some fields. Raises InconsistentRules."""
    base = PRESETS.get(key)
    if base is None:
        raise InconsistentRules(
            ("preset",), message("There is no preset called “%(key)s”.", key=key)
        )
    return replace(base, **overrides)


@lru_cache(maxsize=512)
def _from_items(items: tuple[tuple[str, Any, str], ...]) -> RuleSet:
    return _build({name: value for name, value, _kind in items})


def _build(given: dict[str, Any]) -> RuleSet:
    for name in given:
        if name not in FIELD_NAMES:
            raise InconsistentRules(
                (str(name),), message("There is no rule called “%(name)s”.", name=printable(name))
            )
    if "preset" not in given:
        missing = [name for name in FIELD_NAMES if name != "preset" and name not in given]
        if missing:
            raise InconsistentRules(
                tuple(missing),
                message(
                    "Without a preset, every field is required. Missing: %(fields)s.",
                    fields=printable(", ".join(missing), 120),
                ),
            )
        return RuleSet(preset="", **given)
    key = given["preset"]
    if key == "":
        return RuleSet(**given)
    base = PRESETS.get(key) if isinstance(key, str) else None
    if base is None:
        raise InconsistentRules(
            ("preset",), message("There is no preset called “%(key)s”.", key=printable(key))
        )
    return replace(base, **given)
