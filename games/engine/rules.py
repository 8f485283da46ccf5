"""Rule sets: every point on which tables differ is a field; no rule is a constant in code.

The fields, their names and values are those of docs/rules.md. A rule set is checked when it is made: one that can't
be played raises InconsistentRules with the fields' names and what would make it consistent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from games.engine.actions import BID
from games.engine.cards import CODES, codes_with, mask_of, names_with, printable
from games.engine.errors import InconsistentRules
from games.engine.presets import DECLARED
from games.engine.programme import FREE, Word, word_of
from games.engine.rule_checks import check_together
from games.engine.rule_fields import (
    BIDS,
    END,
    PACK,
    PLAY,
    SCORE,
    Cards,
    Choice,
    Flag,
    N,
    Number,
    Prices,
    RuleField,
    Texts,
    Words,
    declare,
    prices_of,
)
from games.engine.sentences import counted, message

HIGHEST_CONTRACT: Final = 27
"""More than any side can bid."""


class _Remembering:
    """Lets a class with slots, whose fields are faster to read, have cached properties as well."""


@dataclass(frozen=True, slots=True)
class RuleSet(_Remembering):
    """A complete, consistent rule set. The defaults are those of `cardgames_io`. Raises InconsistentRules when
    made.

    Each field is declared here alone, in the order in which people read them.
    """

    preset: str = "cardgames_io"

    # The end.
    target: int | None = declare(
        Number(
            group=END, label=message("Play to"), least=1, most=100_000, nullable=True, offered=(50, 2000),
            said={None: message("no target"), N: message("to %(n)s")},
            help=message("Points. Empty: no target, only a number of hands."),
        ),
        500,
    )  # fmt: skip
    max_hands: int | None = declare(
        Number(
            group=END, label=message("Maximum hands"), least=1, most=1000, nullable=True, offered=(1, 50),
            said={None: message("any number of hands"), N: counted("%(n)s hand", "%(n)s hands", 2)},
            help=message("Empty: until the target is reached."),
        ),
        None,
    )  # fmt: skip

    level_at_end: str = declare(
        Choice(
            group=END, label=message("Level after the last hand"), later=True,
            said={"draw": message("draws possible"), "one_more": message("one more hand when level")},
            words={"draw": message("a draw"), "one_more": message("one more hand")},
        ),
        "draw",
    )  # fmt: skip

    winner: str = declare(
        Choice(
            group=END, label=message("Who wins"), later=True,
            said={"highest": message("the highest total wins"), "lowest": message("the lowest total wins")},
            words={"highest": message("the highest total"), "lowest": message("the lowest total")},
        ),
        "highest",
    )  # fmt: skip

    # The pack.
    players: int = declare(
        Number(
            group=PACK, label=message("Players"), least=2, most=5,
            said={N: message("%(n)s players")},
        ),
        4,
    )  # fmt: skip
    sides: str = declare(
        Choice(
            group=PACK, label=message("Sides"),
            said={"partners": message("in pairs"), "solo": message("each alone")},
            words={"partners": message("partners, opposite each other"), "solo": message("each alone")},
        ),
        "partners",
    )  # fmt: skip
    jokers: bool = declare(
        Flag(
            group=PACK, label=message("Two jokers as the highest spades"),
            said={True: message("two jokers"), False: message("no jokers")},
        ),
        False,
    )  # fmt: skip
    high_deuces: tuple[str, ...] = declare(
        Cards(
            group=PACK, label=message("High deuces"), later=True,
            said={(): message("no high deuces"), N: message("high deuces %(n)s")},
            help=message("Deuces that rank above the ace of spades, below jokers, as spades. The highest first, for example 2D 2S."),
        ),
        (),
    )  # fmt: skip
    removed: tuple[str, ...] = declare(
        Cards(
            group=PACK, label=message("Removed cards"),
            said={(): message("full pack"), N: message("without %(n)s")},
            help=message("For example 2C 2D, so that the cards can be dealt evenly."),
        ),
        (),
    )  # fmt: skip
    deal: str = declare(
        Choice(
            group=PACK, label=message("Distribution of the cards"),
            said={"deal": message("cards dealt"), "draw": message("cards drawn")},
            words={"deal": message("dealt"), "draw": message("drawn from the stock (two players)")},
        ),
        "deal",
    )  # fmt: skip
    first_dealer: str = declare(
        Choice(
            group=PACK, label=message("First dealer"),
            said={"random": message("first dealer at random"), "high_card": message("highest card deals first")},
            words={"random": message("at random"), "high_card": message("highest card drawn")},
        ),
        "random",
    )  # fmt: skip

    # Bidding.
    min_bid: int = declare(
        Number(
            group=BIDS, label=message("Minimum bid"), least=1, most=26,
            said={N: message("bids from %(n)s")},
        ),
        1,
    )  # fmt: skip
    max_bid: int | None = declare(
        Number(
            group=BIDS, label=message("Maximum bid"), least=1, most=26, nullable=True,
            said={None: message("bids up to all tricks"), N: message("bids up to %(n)s")},
            help=message("Empty: as many as there are tricks."),
        ),
        None,
    )  # fmt: skip
    nil: int | None = declare(
        Number(
            group=BIDS, label=message("Nil"), least=1, most=1000, nullable=True,
            said={None: message("no nil"), N: message("nil %(n)s")},
            help=message("Points won or lost. Empty: nobody may bid nil."),
        ),
        100,
    )  # fmt: skip
    blind_nil: int | None = declare(
        Number(
            group=BIDS, label=message("Blind nil"), least=1, most=1000, nullable=True,
            said={None: message("no blind nil"), N: message("blind nil %(n)s")},
            help=message("Points won or lost. Empty: no blind nil."),
        ),
        None,
    )  # fmt: skip
    blind_nil_deficit: int = declare(
        Number(
            group=BIDS, label=message("Deficit for a blind nil"), least=0, most=10_000,
            said={0: message("blind nil at any score"), N: message("blind nil when %(n)s behind")},
            help=message("Points behind the leaders. 0: always allowed."),
        ),
        0,
    )  # fmt: skip
    blind_bid: int | None = declare(
        Number(
            group=BIDS, label=message("Blind bid (number)"), least=1, most=1000, nullable=True,
            said={None: message("no blind bids"), N: message("blind bids %(n)s a trick")},
            help=message("Points per trick. Empty: no blind bids of a number."),
        ),
        None,
    )  # fmt: skip
    blind_bid_deficit: int = declare(
        Number(
            group=BIDS, label=message("Deficit for a blind bid"), least=0, most=10_000,
            said={0: message("blind bids at any score"), N: message("blind bids when %(n)s behind")},
            help=message("Points behind the leaders. 0: always allowed."),
        ),
        100,
    )  # fmt: skip
    blind_bid_min: int = declare(
        Number(
            group=BIDS, label=message("Lowest blind bid"), least=1, most=26, later=True,
            said={N: message("blind bids from %(n)s")},
        ),
        1,
    )  # fmt: skip
    blind_bid_max: int | None = declare(
        Number(
            group=BIDS, label=message("Highest blind bid"), least=1, most=26, nullable=True, later=True,
            said={None: message("blind bids up to the maximum"), N: message("blind bids up to %(n)s")},
            help=message("Empty: the maximum bid."),
        ),
        None,
    )  # fmt: skip
    nil_partner_min: int = declare(
        Number(
            group=BIDS, label=message("Lowest bid beside a partner’s nil"), least=0, most=26, later=True,
            said={0: message("any bid beside a nil"), N: message("%(n)s or more beside a nil")},
            help=message("Tricks. 0: any bid, and a second nil."),
        ),
        0,
    )  # fmt: skip
    bidding: str = declare(
        Choice(
            group=BIDS, label=message("Bidding style"),
            said={"free": message("free bids"), "suicide": message("suicide"), "mirror": message("mirror"), "whiz": message("whiz")},
            words={
                "free": message("free"),
                "suicide": message("suicide: one of two partners bids nil"),
                "mirror": message("mirror: one’s number of spades"),
                "whiz": message("whiz: one’s number of spades, or nil"),
            },
        ),
        "free",
    )  # fmt: skip
    programme: tuple[str, ...] = declare(
        Words(
            group=BIDS, label=message("Programme of hands"), later=True,
            said={(): message("no programme"), N: message("hands in turn: %(n)s")},
            help=message(
                "The way of bidding hand by hand, repeated: free, suicide, mirror, whiz, nil (everybody), bid 3 (everybody), copy (one’s "
                "partner), total 13 (the last bidder makes the bids add up to it), holder QS (who holds that card bids nil)."
            ),
        ),
        (),
    )  # fmt: skip
    bid_by: str = declare(
        Choice(
            group=BIDS, label=message("Who bids"), later=True,
            said={"player": message("each player bids"), "side": message("each side bids")},
            words={
                "player": message("each player"),
                "side": message("each side: one partner opens, the other closes"),
            },
        ),
        "player",
    )  # fmt: skip
    partners_talk: bool = declare(
        Flag(
            group=BIDS, label=message("Partners may talk until their side’s number stands"), later=True,
            said={True: message("partners talk before their number stands"), False: message("partners don’t talk")},
            help=message("They write to each other unseen by the others; the replay shows it."),
        ),
        False,
    )  # fmt: skip
    first_hand: str = declare(
        Choice(
            group=BIDS, label=message("First hand"), later=True,
            said={"bid": message("first hand bid"), "bids_itself": message("first hand bids itself")},
            words={
                "bid": message("bid like any other"),
                "bids_itself": message("bids itself: every trick scores"),
            },
        ),
        "bid",
    )  # fmt: skip
    first_hand_loses: bool = declare(
        Flag(
            group=BIDS, label=message("Too few tricks in a first hand that bids itself lose the game"), later=True,
            said={True: message("a first hand below the board loses"), False: message("a first hand loses no game")},
            help=message("Fewer than the minimum contract of a side."),
        ),
        False,
    )  # fmt: skip
    min_side_bid: int = declare(
        Number(
            group=BIDS, label=message("Minimum contract of a side"), least=0, most=26,
            said={0: message("no board"), N: message("board %(n)s")},
            help=message("Total of both partners’ bids. 0: any."),
        ),
        0,
    )  # fmt: skip
    throw_in: str = declare(
        Choice(
            group=BIDS, label=message("Hands thrown in on request"), later=True,
            said={
                "never": message("no hands thrown in on request"),
                "no_spades": message("a hand without spades may be thrown in"),
                "no_spades_or_faces": message("a hand without spades and face cards may be thrown in"),
            },
            words={
                "never": message("never"),
                "no_spades": message("by a player without a spade"),
                "no_spades_or_faces": message("by a player without a spade and without a king, queen or jack"),
            },
        ),
        "never",
    )  # fmt: skip
    throw_in_below: int = declare(
        Number(
            group=BIDS, label=message("Hands thrown in when all bids total less than"), least=0, most=26, later=True,
            said={0: message("no hands thrown in by their bids"), N: message("bids below %(n)s are thrown in")},
            help=message("11 is customary. 0: never."),
        ),
        0,
    )  # fmt: skip
    forbidden_total: int | None = declare(
        Number(
            group=BIDS, label=message("Forbidden total of bids"), least=1, most=52, nullable=True,
            said={None: message("bids of any total"), N: message("bids may not total %(n)s")},
            help=message("The last bidder may not reach this total. Empty: any total."),
        ),
        None,
    )  # fmt: skip

    # Passing and play.
    nil_pass: int = declare(
        Number(
            group=PLAY, label=message("Cards passed with a nil"), least=0, most=3,
            said={0: message("no passing with a nil"), N: counted("%(n)s card passed with a nil", "%(n)s cards passed with a nil", 2)},
            help=message("From 0 to 3, exchanged with the partner."),
        ),
        0,
    )  # fmt: skip
    blind_nil_pass: int = declare(
        Number(
            group=PLAY, label=message("Cards passed with a blind nil"), least=0, most=3,
            said={0: message("no passing with a blind nil"), N: counted("%(n)s card passed with a blind nil", "%(n)s cards passed with a blind nil", 2)},
            help=message("From 0 to 3, exchanged with the partner."),
        ),
        0,
    )  # fmt: skip
    opening_lead: str = declare(
        Choice(
            group=PLAY, label=message("Opening lead"),
            said={"left_of_dealer": message("left of the dealer leads"), "two_of_clubs": message("the two of clubs leads")},
            words={
                "left_of_dealer": message("left of the dealer"),
                "two_of_clubs": message("the two of clubs"),
            },
        ),
        "left_of_dealer",
    )  # fmt: skip
    spade_lead: str = declare(
        Choice(
            group=PLAY, label=message("Leading spades"),
            said={"after_break": message("spades once broken"), "only_when_void": message("spades only from an all-spade hand"), "anytime": message("spades at any time")},
            words={
                "after_break": message("once spades are broken"),
                "only_when_void": message("only from an all-spade hand"),
                "anytime": message("always"),
            },
        ),
        "after_break",
    )  # fmt: skip
    lone_spades_break: bool = declare(
        Flag(
            group=PLAY, label=message("A spade led from an all-spade hand breaks spades"),
            said={True: message("a lead from an all-spade hand breaks spades"), False: message("a lead from an all-spade hand doesn’t break spades")},
        ),
        True,
    )  # fmt: skip
    first_trick: str = declare(
        Choice(
            group=PLAY, label=message("First trick"), later=True,
            said={"free": message("free first trick"), "no_spades": message("no spades to the first trick"), "lowest_club": message("lowest clubs to the first trick")},
            words={
                "free": message("like any other"),
                "no_spades": message("no spades while another card can be played"),
                "lowest_club": message("everybody plays their lowest club"),
            },
        ),
        "free",
    )  # fmt: skip
    revoke: str = declare(
        Choice(
            group=PLAY, label=message("Failing to follow suit"),
            said={"prevented": message("no reneging"), "penalised": message("reneging penalised")},
            words={
                "prevented": message("prevented"),
                "penalised": message("allowed, at the cost of the contract’s points"),
            },
        ),
        "prevented",
    )  # fmt: skip

    # Scoring.
    trick_points: int = declare(
        Number(
            group=SCORE, label=message("Per trick of the contract"), least=1, most=1000,
            said={N: message("%(n)s a trick")},
            help=message("Points when the contract is made."),
        ),
        10,
    )  # fmt: skip
    overtrick_points: int = declare(
        Number(
            group=SCORE, label=message("Per overtrick"), least=-1000, most=1000,
            said={0: message("overtricks worth nothing"), N: message("overtricks %(n)s")},
            help=message("Points each."),
        ),
        1,
    )  # fmt: skip
    set_points: int = declare(
        Number(
            group=SCORE, label=message("Per trick of a failed contract"), least=-1000, most=0,
            said={0: message("failed contracts cost nothing"), N: message("failed contracts %(n)s a trick")},
            help=message("Points each, 0 or less."),
        ),
        -10,
    )  # fmt: skip
    bag_limit: int | None = declare(
        Number(
            group=SCORE, label=message("Bags until the penalty"), least=1, most=1000, nullable=True,
            said={None: message("no bags"), N: message("bag limit %(n)s")},
            help=message("Empty: bags don’t count."),
        ),
        10,
    )  # fmt: skip
    bag_penalty: int = declare(
        Number(
            group=SCORE, label=message("Bag penalty"), least=0, most=10_000,
            said={N: message("bag penalty %(n)s")},
            help=message("Points lost each time the bags are full."),
        ),
        100,
    )  # fmt: skip
    failed_nil: str = declare(
        Choice(
            group=SCORE, label=message("Tricks of a failed nil"),
            said={"bags": message("a failed nil’s tricks are bags"), "help_partner": message("a failed nil’s tricks help the partner"), "nothing": message("a failed nil’s tricks count for nothing")},
            words={
                "bags": message("are bags"),
                "help_partner": message("count for the partner’s contract"),
                "nothing": message("count for nothing"),
            },
        ),
        "bags",
    )  # fmt: skip
    nil_failed: int | None = declare(
        Number(
            group=SCORE, label=message("A failed nil costs"), least=0, most=1000, nullable=True, later=True,
            said={None: message("a failed nil costs its own points"), N: message("a failed nil costs %(n)s")},
            help=message("Points. Empty: as many as a kept one wins."),
        ),
        None,
    )  # fmt: skip
    blind_nil_failed: int | None = declare(
        Number(
            group=SCORE, label=message("A failed blind nil costs"), least=0, most=1000, nullable=True, later=True,
            said={None: message("a failed blind nil costs its own points"), N: message("a failed blind nil costs %(n)s")},
            help=message("Points. Empty: as many as a kept one wins."),
        ),
        None,
    )  # fmt: skip
    double_nil: int | None = declare(
        Number(
            group=SCORE, label=message("Both partners’ nils kept"), least=0, most=10_000, nullable=True, later=True,
            said={None: message("two nils counted singly"), N: message("two nils %(n)s")},
            help=message("Points for both together. Empty: each counts by itself."),
        ),
        None,
    )  # fmt: skip
    blind_bid_failed: int | None = declare(
        Number(
            group=SCORE, label=message("Per trick of a failed blind bid"), least=0, most=1000, nullable=True, later=True,
            said={None: message("failed blind bids like others"), N: message("failed blind bids cost %(n)s a trick")},
            help=message("Points lost. Empty: as for any failed contract."),
        ),
        None,
    )  # fmt: skip
    ten_for_200: bool = declare(
        Flag(
            group=SCORE, label=message("Contracts of ten or more score 200"),
            said={True: message("10 for 200"), False: message("10 like other contracts")},
        ),
        False,
    )  # fmt: skip
    high_contracts: tuple[str, ...] = declare(
        Prices(
            group=SCORE, label=message("Contracts at a fixed price"), later=True,
            said={(): message("no fixed prices"), N: message("contracts from %(n)s")},
            help=message(
                "Contract, points when made, points when failed, for example 10 200 -200. It holds for higher contracts too, up "
                "to the next one named: 10 150 -150, 13 500 -250."
            ),
        ),
        (),
    )  # fmt: skip
    boston_bonus: int = declare(
        Number(
            group=SCORE, label=message("Bonus for all tricks (Boston)"), least=0, most=10_000,
            said={0: message("no bonus for a Boston"), N: message("Boston %(n)s")},
        ),
        0,
    )  # fmt: skip
    set_limit: int | None = declare(
        Number(
            group=END, label=message("Game lost by sets, in all"), least=1, most=100, nullable=True, later=True,
            said={None: message("sets lose no game"), N: counted("%(n)s set loses", "%(n)s sets lose", 2)},
            help=message("How often a side may be set before it loses, whatever the score. Empty: no limit."),
        ),
        None,
    )  # fmt: skip
    sets_in_a_row: int | None = declare(
        Number(
            group=END, label=message("Game lost by sets in a row"), least=1, most=100, nullable=True, later=True,
            said={None: message("sets in a row lose no game"), N: counted("%(n)s set in a row loses", "%(n)s sets in a row lose", 2)},
            help=message("How often running. Empty: no limit."),
        ),
        None,
    )  # fmt: skip
    nil_is_set: bool = declare(
        Flag(
            group=END, label=message("A failed nil is a set"), later=True,
            said={True: message("a failed nil is a set"), False: message("a failed nil is no set")},
        ),
        False,
    )  # fmt: skip
    slam_wins: bool = declare(
        Flag(
            group=END, label=message("A contract of all tricks, made, wins the game"), later=True,
            said={True: message("all tricks bid and made win"), False: message("no game won by one contract")},
        ),
        False,
    )  # fmt: skip
    boston_wins: bool = declare(
        Flag(
            group=END, label=message("All tricks (Boston) win the game"), later=True,
            said={True: message("a Boston wins"), False: message("no game won by a Boston")},
        ),
        False,
    )  # fmt: skip
    point_spread: int | None = declare(
        Number(
            group=END, label=message("Game won by a lead of"), least=1, most=100_000, nullable=True, later=True,
            said={None: message("no winning lead"), N: message("a lead of %(n)s wins")},
            help=message("Points ahead of everybody else. Empty: no limit."),
        ),
        None,
    )  # fmt: skip
    loss_limit: int | None = declare(
        Number(
            group=END, label=message("Game lost at minus"), least=1, most=100_000, nullable=True,
            said={None: message("no losing score"), N: message("lost at −%(n)s")},
            help=message("Points below zero that end the game. Empty: no limit."),
        ),
        None,
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Refuse a rule set that can't be played."""
        for name, rule in RULE_FIELDS.items():
            if (fault := rule.fault(name, getattr(self, name))) is not None:
                raise InconsistentRules((name,), fault)
        for name, value in ((name, getattr(self, name)) for name in LISTS):
            object.__setattr__(self, name, tuple(value))
        check_together(self)

    def to_dict(self) -> dict[str, Any]:
        """Return every field, ready for JSON."""
        plain = {name: getattr(self, name) for name in FIELD_NAMES}
        return {**plain, **{name: list(plain[name]) for name in LISTS}}

    def to_record(self) -> dict[str, Any]:
        """Return the fields for records and the database: those that `spades-record/1` began with, and later ones that say
        something, so that processes of an earlier release read what they can play.
        """
        return {
            name: value
            for name, value in self.to_dict().items()
            if not _is_later(name) or value != _plain(name)
        }

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

    def word(self, hand: int) -> Word:
        """Return the way of bidding in a game's hand, from 1 (docs/rules.md 3.19)."""
        texts = self.programme or (self.bidding,)
        return word_of(texts[(hand - 1) % len(texts)]) or Word(FREE)

    def of_a_decider(self) -> "RuleSet":
        """Return the rules of a match's deciding hand: one hand, never a first one, and bid freely where a programme has a
        free hand.
        """
        programme = () if FREE in self.programme else self.programme
        return replace(
            self, max_hands=1, first_hand="bid", first_hand_loses=False, programme=programme
        )

    def to_the_last_hand(self, **changes: Any) -> "RuleSet":
        """Return the same rules for a game that always goes on to the last of `max_hands`, with these changes."""
        return replace(self, **{**EARLY_ENDS, **changes})

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """Return the cards of the pack in ascending order (docs/rules.md 1.1 to 1.3, 1.8)."""
        # The ordinary places of raised deuces are empty.
        gone = {CODES[name] for name in (*self.removed, *self.high_deuces)}
        top = len(self.names) - (0 if self.jokers else 2)
        return tuple(card for card in range(top) if card not in gone)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the cards' names by their numbers, which depend on the raised deuces."""
        return names_with(self.high_deuces)

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """Return the cards' numbers by their names."""
        return codes_with(self.high_deuces)

    @cached_property
    def above_ace(self) -> int:
        """Return how many cards rank above the ace of spades."""
        return len(self.high_deuces) + (2 if self.jokers else 0)

    @cached_property
    def tricks(self) -> int:
        """Return how many cards a player holds, and so how many tricks a hand has."""
        return len(self.pack) // (self.players * (2 if self.deal == "draw" else 1))

    @cached_property
    def highest_bid(self) -> int:
        """Return the highest numeric bid."""
        return self.tricks if self.max_bid is None else self.max_bid

    @cached_property
    def highest_blind_bid(self) -> int:
        """Return the highest number that may be bid blind."""
        return self.highest_bid if self.blind_bid_max is None else self.blind_bid_max

    @cached_property
    def blind_side_numbers(self) -> range:
        """Return the numbers that a side may bid blind together (docs/rules.md 3.17)."""
        least = max(self.blind_bid_min, self.min_bid, self.min_side_bid)
        return range(least, self.highest_blind_bid + 1)

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
        """Return the bids open to every seat that has looked, or None where the hand's number, cards or other bids limit them."""
        limits = (
            self.min_side_bid or self.nil_partner_min or self.bid_by == "side" or self.programme
        )
        if (
            self.bidding != "free"
            or limits
            or self.forbidden_total is not None
            or self.throw_in != "never"
        ):
            return None
        return tuple(BID + value for value in self.bid_values)

    @cached_property
    def prices(self) -> tuple[tuple[int, int], ...] | None:
        """Return for each contract from 0 to 27 its points when made and when failed, (0, 0) below the first with a
        price of its own; None where no contract has one.
        """
        texts = ("10 200 -200",) if self.ten_for_200 else self.high_contracts
        if not texts:
            return None
        table = [(0, 0)] * (HIGHEST_CONTRACT + 1)
        for least, made, failed in prices_of(texts):
            table[least:] = [(made, failed)] * (HIGHEST_CONTRACT + 1 - least)
        return tuple(table)

    @cached_property
    def first_price(self) -> int:
        """Return the lowest contract with a price of its own; a number above all contracts where there is none."""
        if self.ten_for_200:
            return 10
        return min((least for least, _made, _failed in prices_of(self.high_contracts)), default=99)

    @cached_property
    def sign(self) -> int:
        """Return what a point more is worth to a side: 1, or -1 where the lowest total wins."""
        return 1 if self.winner == "highest" else -1

    @cached_property
    def counts_sets(self) -> bool:
        """Return whether a side may lose by being set."""
        return self.set_limit is not None or self.sets_in_a_row is not None

    @cached_property
    def other_ends(self) -> tuple[str, ...]:
        """Return how a game may end in which the totals don't say who won (6.6, 6.8, 6.10), as `GameResult.ended`."""
        known = {
            "sets": self.counts_sets,
            "board": self.first_hand_loses,
            "slam": self.slam_wins,
            "boston": self.boston_wins,
        }
        return tuple(ended for ended, may in known.items() if may)

    @cached_property
    def sets_to_lose(self) -> int:
        """Return how many sets at least lose a game; 0 where none do."""
        return min((n for n in (self.set_limit, self.sets_in_a_row) if n is not None), default=0)

    @cached_property
    def throws_in(self) -> bool:
        """Return whether a hand may be thrown in (docs/rules.md 3.20, 3.21)."""
        return self.throw_in != "never" or self.throw_in_below > 0

    @cached_property
    def faces(self) -> int:
        """Return the kings, queens and jacks of the pack as a set."""
        return mask_of(card for card in self.pack if self.names[card][0] in "KQJ")

    @cached_property
    def offers_blind(self) -> bool:
        """Return whether there is any blind bid."""
        return self.blind_nil is not None or self.blind_bid is not None


EARLY_ENDS: Final[Mapping[str, Any]] = {
    "target": None,
    "loss_limit": None,
    "point_spread": None,
    "set_limit": None,
    "sets_in_a_row": None,
    "first_hand_loses": False,
    "slam_wins": False,
    "boston_wins": False,
}
"""What the fields that may end a game before its last hand are where none does."""
ENDS: Final = ("max_hands", "level_at_end", "nil_is_set", *EARLY_ENDS)
"""The fields that say when a game is over."""
FIELD_NAMES: Final = tuple(field.name for field in fields(RuleSet))
RULE_FIELDS: Final[Mapping[str, RuleField]] = {
    field.name: field.metadata["rule"] for field in fields(RuleSet) if field.metadata
}
"""What each field but `preset` declares."""
LISTS: Final = tuple(name for name, rule in RULE_FIELDS.items() if isinstance(rule, Texts))
"""The fields that are lists of texts."""
PRESETS: Final[dict[str, RuleSet]] = {
    key: RuleSet(preset=key, **one.fields) for key, one in DECLARED.items()
}
"""The presets as rule sets, by their keys."""


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


def _is_later(name: str) -> bool:
    return name != "preset" and RULE_FIELDS[name].later


def _plain(name: str) -> Any:
    """Return the value of a later field that changes nothing, as in JSON."""
    value = _DEFAULTS[name]
    return list(value) if name in LISTS else value


_DEFAULTS: Final[dict[str, Any]] = {field.name: field.default for field in fields(RuleSet)}


def _build(given: dict[str, Any]) -> RuleSet:
    for name in given:
        if name not in FIELD_NAMES:
            raise InconsistentRules(
                (str(name),), message("There is no rule called “%(name)s”.", name=printable(name))
            )
    if "preset" not in given:
        missing = [
            name
            for name in FIELD_NAMES
            if name != "preset" and name not in given and not _is_later(name)
        ]
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


def rules_schema() -> dict[str, Any]:
    """Return the JSON Schema of a rule set with every field, as `RuleSet.to_dict` writes it."""
    fields_ = {name: rule.schema() for name, rule in RULE_FIELDS.items()}
    return {
        "type": "object",
        "properties": {"preset": {"type": "string"}, **fields_},
        "required": list(FIELD_NAMES),
        "additionalProperties": False,
    }
