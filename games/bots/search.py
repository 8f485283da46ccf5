"""Flat Monte-Carlo: what each legal card is worth on average over deals that fit what a seat knows.

`position_of` reads a view, `search` plays each card in the same sampled worlds and the rest of the hand by rule (see
`search_kernel`). Of the deals that fit, those in which the others' hands are worth what they bid are likelier. The
worth of a hand is the points of the seat's side less the mean of the other sides' points, with each bag's share of
the bag penalty counted at once. numpy and numba are imported by the first search.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.bots.cards import ACE, QUEEN, Card
from games.bots.value import Standing, stakes_of, standing_of
from games.bots.view import View
from games.engine.actions import BID, BLIND, SILENT
from games.engine.cards import (
    BIT,
    FIRST_SPADE,
    SPADES,
    SUIT_MASKS,
    SUIT_OF,
    mask_of,
    parse_card,
)
from games.engine.rules import RuleSet
from games.engine.view import BidView

TRIES: Final = 8
"""Of so many deals, each world is one, the likelier the better it fits the bids."""
ALL_SEEDS: Final = 2**64 - 1
HANDS, WON = 2, 3
"""The rows of the kernel's tape with the hands, and with the tricks of the whole hand, by seat."""
SIDE_SUITS: Final = 0b0111
"""Clubs, diamonds and hearts, as `Position.voids` writes suits."""

WORTH_KEEPING: Final = SUIT_MASKS[SPADES] | mask_of(
    parse_card(rank + suit) for suit in "CDH" for rank in "QKA"
)
"""The cards that most players keep when they draw (see `games.bots.exchange`)."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat that must play a card knows. Groups of cards are sets (see `games.engine.cards`)."""

    rules: RuleSet
    seat: int
    leader: int
    trick: tuple[int, ...]
    """The current trick's cards, from the leader on."""
    legal: tuple[int, ...]
    hand: int
    hidden: int
    """The cards that may be anywhere: neither played, nor the seat's own, nor known to be held by a partner."""
    counts: tuple[int, ...]
    """By seat, how many of the hidden cards it holds; 0 for the own seat."""
    played: tuple[int, ...]
    """By seat, the cards that it has played in this hand."""
    held: tuple[int, ...]
    """By seat, the cards that it is known to hold."""
    voids: tuple[int, ...]
    """By seat, the suits in which it has shown out, as bits: 1 clubs, 2 diamonds, 4 hearts, 8 spades."""
    revoked: tuple[bool, ...]
    """By side, whether it is known to have revoked."""
    bids: tuple[int, ...]
    """By seat, its bid as an action (see `games.engine.actions`)."""
    said: tuple[int, ...]
    """By seat, the tricks that it promised by itself after seeing its cards, 0 for nil; -1 where that isn't known."""
    won: tuple[int, ...]
    broken: bool
    standing: Standing | None = None
    """What the game stood at, if its value counts, not the points of the hand."""


@dataclass(frozen=True, slots=True)
class Found:
    """What each legal card is worth, by its name."""

    worlds: int
    mean: Mapping[str, float]
    """The own side's points less the mean of the other sides'; the chance to win the game, of `value_kernel.SURE`, where that
    counts.
    """
    variance: Mapping[str, float]
    """The variance of that mean."""
    best: str
    """A card with the highest mean."""
    error: Mapping[str, float]
    """The standard error of a card's distance from the best one. All cards are played in the same worlds, so this is
    less than their variances suggest.
    """

    def near(self, card: str, errors: float = 1.0) -> bool:
        """Return whether a card is within so many standard errors of the best one."""
        return self.mean[self.best] - self.mean[card] <= errors * self.error[card] + 1e-9


def position_of(view: View, rules: RuleSet, *, for_game: bool = False) -> Position:
    """Return the position of the seat that a view belongs to: cards are worth the points of the hand, or `for_game` the chance to
    win the game. Raises ValueError unless that seat must play a card.
    """
    phase = view["phase"]
    if phase in ("deal", "over"):
        raise ValueError("This hand is over: there is no card to search for.")
    if phase != "play":
        raise ValueError("Play hasn't begun: a search needs all bids and passes.")
    seat = view["seat"]
    if seat is None or not view["legal"]:
        raise ValueError("It isn't this seat's turn: there is no card to search for.")
    history = _History(rules)
    for trick in view["history"]["tricks"]:
        history.add(trick["plays"])
    current = view["trick"]
    plays = current["plays"] if current else []
    history.add(plays)
    codes = rules.codes
    hand = mask_of(codes[name] for name in view["hand"] or ())
    revoked = history.revoked
    if any(hand & SUIT_MASKS[suit] for suit in _suits(history.voids[seat])):
        revoked[rules.side_of[seat]] = True
    held = [0] * rules.players
    if view["passed"] is not None:
        given = mask_of(codes[name] for name in view["passed"]["given"])
        held[(seat + 2) % 4] = given & ~history.played
    own = hand | mask_of(codes[name] for name in view["own_discards"])
    bids = [bid for bid in view["bids"] if bid is not None]
    return Position(
        rules=rules,
        seat=seat,
        leader=current["leader"] if current else seat,
        trick=tuple(codes[name] for _, name in plays),
        legal=tuple(codes[text[5:]] for text in view["legal"]),
        hand=hand,
        hidden=rules.pack_mask & ~(own | history.played | sum(held)),
        counts=tuple(
            0 if other == seat else count - held[other].bit_count()
            for other, count in enumerate(view["counts"])
        ),
        played=tuple(history.played_by),
        held=tuple(held),
        voids=tuple(history.voids),
        revoked=tuple(revoked),
        bids=tuple(_code(bid) for bid in bids),
        said=tuple(said_of(bids, other, rules) for other in range(rules.players)),
        won=tuple(view["tricks_won"]),
        broken=view["spades_broken"],
        standing=standing_of(view, rules) if for_game else None,
    )


def _code(bid: BidView) -> int:
    value = bid["value"] if bid["opening"] is None else SILENT
    return (BLIND if bid["blind"] else BID) + int(value)


def said_of(bids: Sequence[BidView | None], seat: int, rules: RuleSet) -> int:
    bid = bids[seat]
    if bid is None or bid["blind"]:
        return -1
    if rules.bid_by == "player":
        return int(bid["value"]) if bid["opening"] is None else -1
    partners = bids[(seat + 2) % 4]
    opened = partners["opening"] if partners else None
    if bid["opening"] is not None or opened == 0:
        return int(bid["opening"] or 0) or -1
    return max(1, bid["value"] - opened) if opened else int(bid["value"])


def choices(position: Position) -> int:
    """Return how many of the legal cards can be told apart: neighbours in a suit are worth the same."""
    cards, _columns = _distinct(position)
    return len(cards)


def search(position: Position, worlds: int, seed: int) -> Found:
    """Return what each legal card is worth. The same seed (0 to 2⁶⁴ - 1) gives the same answer everywhere.

    Doesn't hold the interpreter's lock while it plays. Raises ValueError for fewer than two worlds.
    """
    if worlds < 2:
        raise ValueError("A search needs at least two worlds.")
    values, columns, _ = _play_out(position, worlds, seed)
    return summed_up(position, values, columns)


def summed_up(position: Position, values: Any, columns: Sequence[int]) -> Found:
    """Return what each legal card is worth, given the worth (world, column), and the column of each legal card."""
    worlds = len(values)
    means = values.mean(axis=0)
    best = int(means.argmax())
    variances = values.var(axis=0, ddof=1) / worlds
    errors = ((values - values[:, best : best + 1]).var(axis=0, ddof=1) / worlds) ** 0.5
    by_number = position.rules.names
    names = {by_number[card]: column for card, column in zip(position.legal, columns, strict=True)}
    return Found(
        worlds=worlds,
        mean={name: float(means[column]) for name, column in names.items()},
        variance={name: float(variances[column]) for name, column in names.items()},
        best=next(name for name, column in names.items() if column == best),
        error={name: float(errors[column]) for name, column in names.items()},
    )


def outcomes(position: Position, worlds: int, seed: int) -> dict[str, list[tuple[int, ...]]]:
    """Return the tricks that each seat wins in the hand, in each world of the search with this seed, by the card played."""
    _, columns, tape = _play_out(position, worlds, seed, worlds)
    won = tape[:, :, WON, : position.rules.players].tolist()
    names = position.rules.names
    return {
        names[card]: [tuple(world[column]) for world in won]
        for card, column in zip(position.legal, columns, strict=True)
    }


def sampled(position: Position, worlds: int, seed: int) -> list[tuple[int, ...]]:
    """Return the hands, by seat, in each world of the search with this seed."""
    _, _, tape = _play_out(position, worlds, seed, worlds)
    hands: list[list[int]] = tape[:, 0, HANDS, : position.rules.players].tolist()
    return [tuple(world) for world in hands]


def _play_out(
    position: Position, worlds: int, seed: int, taped: int = 0
) -> tuple[Any, list[int], Any]:
    """Return the worth of each card in each world, the column of each legal card in that table, and the tape of the
    first worlds (see `search_kernel`).
    """
    import numpy as np

    from games.bots import search_kernel as kernel

    cards, columns = _distinct(position)
    values = np.empty((worlds, len(cards)))
    tape = np.zeros((taped, len(cards), 4, 64), dtype=np.uint64)
    kernel.search(
        hand_terms(position.rules),
        known_of(position),
        reckoned_of(position.rules),
        stakes_of(position.rules, position.standing),
        np.array(cards, dtype=np.uint8),
        worlds,
        np.uint64(seed & ALL_SEEDS),
        values,
        tape,
    )
    return values, columns, tape


def _distinct(position: Position) -> tuple[list[int], list[int]]:
    """Return one card of each run of equals, and for each legal card the index of its run.

    Neighbours in a suit are equals if no card in between is in the trick or in anybody else's hands.
    """
    between = position.hidden | sum(position.held) | mask_of(position.trick)
    cards: list[int] = []
    columns = {}
    last = None
    for card in sorted(position.legal):
        apart = last is None or SUIT_OF[last] != SUIT_OF[card]
        if apart or between & (BIT[card] - 1) & ~(BIT[last or 0] - 1):
            cards.append(card)
        columns[card] = len(cards) - 1
        last = card
    return cards, [columns[card] for card in position.legal]


def known_of(position: Position) -> Any:
    """Return the position as the kernel's numbers."""
    import numpy as np

    from games.bots import search_kernel as kernel
    from games.bots.search_worlds import HOLDERS

    rules, seat = position.rules, position.seat
    holders = [other for other in range(rules.players) if other != seat]
    need = [position.counts[other] for other in holders]
    voids = [position.voids[other] for other in holders]
    # A last holder is the pile of an opponent's discards, if anything is left for it; empty ones come first.
    spare = HOLDERS - len(holders)
    pile = position.hidden.bit_count() - sum(need)
    extra = [0] * (spare - 1) + [pile] if spare else []
    nobody = [-1] * spare
    return kernel.Known(
        seat=seat,
        side_of=np.array(rules.side_of, dtype=np.int64),
        leader=position.leader,
        trick=np.array(position.trick, dtype=np.uint8),
        hand=np.uint64(position.hand),
        hidden=np.uint64(position.hidden),
        holders=np.array(nobody + holders, dtype=np.int64),
        need=np.array(extra + need, dtype=np.int64),
        voids=np.array([0] * spare + voids, dtype=np.int64),
        kept=np.uint64(WORTH_KEEPING if rules.deal == "draw" else 0),
        played=np.array([*position.played, 0, 0, 0][: kernel.SEATS], dtype=np.uint64),
        held=np.array([*position.held, 0, 0, 0][: kernel.SEATS], dtype=np.uint64),
        bids=np.array(position.bids, dtype=np.int16),
        said=np.array(position.said, dtype=np.int16),
        won=np.array(position.won, dtype=np.uint8),
        broken=position.broken,
        revoked=np.array(position.revoked, dtype=np.bool_),
        doubtful=rules.revoke == "penalised",
        bag_cost=0.0 if rules.bag_limit is None else rules.bag_penalty / rules.bag_limit,
    )


@lru_cache(maxsize=64)
def hand_terms(rules: RuleSet) -> Any:
    """Return the rules as the kernel's numbers. Bags are counted by their share of the penalty, not by tens."""
    from games.engine.batch import terms_of
    from games.engine.batch_kernel import NEVER

    return terms_of(rules)._replace(bag_limit=NEVER)


@lru_cache(maxsize=64)
def reckoned_of(rules: RuleSet) -> Any:
    """Return what hands are worth under these rules, in tables."""
    import numpy as np

    from games.bots import bidding
    from games.bots import search_kernel as kernel

    top = ACE + rules.above_ace
    # Jack to ace, and the two or more cards above it that the rules may have.
    honour_cards = max(6, 4 + rules.above_ace)
    spades, spare = np.zeros(16 << honour_cards), np.zeros(16 << honour_cards)
    for honours in range(1 << honour_cards):
        high = [Card("S", 11 + bit, "") for bit in range(honour_cards) if honours >> bit & 1]
        for length in range(len(high), 16):
            held = [Card("S", 2 + low, "") for low in range(length - len(high))] + high
            place = honours * 16 + length
            spades[place] = bidding.in_spades(held, top)
            spare[place] = 0.5 * sum(each.rank < QUEEN for each in held[-3:])
    side_suit = np.zeros(8 * 16)
    for honours in range(8):
        high = [Card("C", 12 + bit, "") for bit in range(3) if honours >> bit & 1]
        for length in range(len(high), 14):
            held = [Card("C", 2 + low, "") for low in range(length - len(high))] + high
            side_suit[honours * 16 + length] = bidding.in_side_suit(
                held, rules.tricks, rules.players
            )
    return kernel.Reckoned(
        tries=TRIES if rules.bidding == "free" and not rules.programme else 1,
        luck=bidding.LUCK[rules.players],
        share=bidding.YIELDS[rules.above_ace],
        spades=spades,
        spare=spare,
        side_suit=side_suit,
        ruffs=np.array([1.0, 0.6, 0.2] + [0.0] * 13),
    )


class _History:
    """What the cards played so far have shown."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.played = 0
        self.played_by = [0] * rules.players
        self.voids = [0] * rules.players
        self.revoked = [False] * len(rules.side_seats)
        self.broken = False

    def add(self, plays: list[tuple[int, str]]) -> None:
        """Note a trick, complete or not: seats and the names of their cards."""
        led = None
        for seat, name in plays:
            card = self.rules.codes[name]
            suit = SUIT_OF[card]
            self.played |= BIT[card]
            self.played_by[seat] |= BIT[card]
            if self.voids[seat] >> suit & 1:
                self.voids[seat] &= ~(1 << suit)
                self.revoked[self.rules.side_of[seat]] = True
            if led is None:
                led = suit
                if suit == SPADES and self._only_spades():
                    self.voids[seat] |= SIDE_SUITS
                self.broken |= suit == SPADES and self.rules.lone_spades_break
            elif suit != led:
                self.voids[seat] |= 1 << led
                self.broken |= card >= FIRST_SPADE

    def _only_spades(self) -> bool:
        """Return whether a spade may be led now only from a hand without other cards."""
        how = self.rules.spade_lead
        return how == "only_when_void" or (how == "after_break" and not self.broken)


def _suits(voids: int) -> Iterator[int]:
    return (suit for suit in range(4) if voids >> suit & 1)
