"""Playing a card: each legal card is worth the trick it may win now, less what it could have won later."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.bots.cards import KING, QUEEN, SPADES, Card, beats
from games.bots.view import BotView

SAFE: Final = 0.6
"""From this chance on a partner's card is left to win the trick."""
SLACK: Final = 3
"""Opponents are tried to be set while they and the own side need all the tricks left but so many."""
AVOID: Final = -0.45
"""The value of a trick that costs points."""
NIL: Final = 6.0
"""The value of keeping or breaking a nil, in tricks."""


def play(seen: BotView, roll: Callable[[], float]) -> str:
    """Return the legal play with the highest value; `roll` gives numbers from 0 to 1 that break ties."""
    plan = Plan(seen)
    legal = [text for text in seen.view["legal"] if text.startswith("play ")]
    if not legal:
        return str(seen.view["legal"][0])
    # Where a revoke is legal but penalised, it costs more than it can ever gain.
    held = [seen.deck[text[5:]] for text in legal]
    held = sensible(seen, [each for each in held if each.suit == seen.led] or held)
    best = max(held, key=lambda each: (round(plan.value(each), 6), roll()))
    return f"play {best.name}"


def sensible(seen: BotView, held: list[Card]) -> list[Card]:
    """Return the cards that aren't plain mistakes, or all of them if each is one."""
    if seen.has_nil(seen.seat):
        return held
    wrong = _wrong_leads(seen, held) if seen.led is None else _wasted_trumps(seen, held)
    return [each for each in held if each not in wrong] or held


def _wrong_leads(seen: BotView, held: list[Card]) -> set[Card]:
    """Return honours of suits that an opponent may trump, and kings that the ace can still catch.

    While the partner has a nil, high cards protect it, and are led all the same. Heads-up, making the opponent trump is
    worth a lead, and the ace is more often out of the game than in the other hand.
    """
    if seen.players == 2 or any(seen.has_nil(partner) for partner in seen.partners):
        return set()

    def queen(king: Card) -> bool:
        return any(each.suit == king.suit and each.rank == QUEEN for each in held)

    trumped = {suit for seat, suit in seen.voids if seat in seen.opponents and seen.may_ruff(seat)}
    return {
        each
        for each in held
        if each.suit != SPADES
        and (
            (each.rank >= QUEEN and each.suit in trumped)
            or (each.rank == KING and seen.above(each) and not queen(each))
        )
    }


def _wasted_trumps(seen: BotView, held: list[Card]) -> set[Card]:
    """Return the spades that would take a trick from a partner who has won it already."""
    if seen.winning is None or seen.led == SPADES:
        return set()
    winner, best = seen.winning
    if winner not in seen.partners or seen.has_nil(winner):
        return set()
    rivals = tuple(seat for seat in seen.behind if seat in seen.opponents)
    if seen.holds(best, str(seen.led), rivals) < SAFE:
        return set()
    return {each for each in held if each.suit == SPADES}


@dataclass(frozen=True)
class Plan:
    """What the seat is trying to achieve in this trick."""

    seen: BotView

    def value(self, held: Card) -> float:
        """Return what playing a card is worth, in tricks."""
        if self.seen.has_nil(self.seen.seat):
            return self._value_for_nil(held)
        value = self.want * self._side_wins(held) - self.thrift * self._future(held)
        for partner in self.seen.partners:
            if self.seen.has_nil(partner):
                value += NIL * self._cover(held, partner)
        for other in self.seen.opponents:
            if self.seen.has_nil(other):
                value -= NIL / 4 * self._cover(held, other)
        return value - held.rank * 1e-3

    # ---------------------------------------------------------------------------------------------- aims
    @cached_property
    def want(self) -> float:
        """The value of a trick to the side: 1 while the contract needs it, negative when it is a bag."""
        seen = self.seen
        if seen.rules.sign < 0:
            return AVOID
        need, left = seen.need(seen.my_side), seen.tricks_left
        sides = len(seen.rules.side_seats)
        others = [side for side in range(sides) if side != seen.my_side]
        wanted = sum(max(0, seen.need(side)) for side in others)
        if 0 < need <= left:
            return 1.0
        slack = SLACK
        if any(seen.goes_out(side) and seen.need(side) > 0 for side in others):
            slack = left
        elif seen.next_bag_costs:
            slack = 0
        if wanted > 0 and wanted + max(0, need) >= left - slack:
            return 0.7
        if need > left:
            return 0.1
        return AVOID if seen.bags_hurt else 0.3

    @cached_property
    def thrift(self) -> float:
        """How much a card's later worth counts against playing it now; negative when high cards are a burden."""
        if self.want < 0:
            return -0.3
        return 0.65 * self.want if self.seen.led is None else 0.75 * self.want

    # ---------------------------------------------------------------------------------------------- chances
    def _side_wins(self, held: Card) -> float:
        """The chance that the seat's own side wins the trick if the card is played."""
        seen = self.seen
        rivals = tuple(seat for seat in seen.behind if seat in seen.opponents)
        helpers = [seat for seat in seen.behind if seat in seen.partners and not seen.has_nil(seat)]
        led = seen.led or held.suit
        if seen.winning is None or beats(held, seen.winning[1]):
            # Heads-up, a lead into a void at least costs the opponent a trump.
            leads = seen.winning is None and seen.players == 2
            wins = seen.keeps(held) if leads else seen.holds(held, led, rivals)
        elif seen.winning[0] in seen.partners:
            wins = seen.holds(seen.winning[1], led, rivals)
        else:
            wins = 0.0
        return wins + (1 - wins) * (0.3 if helpers else 0.0)

    def _future(self, held: Card) -> float:
        """The chance that a card, if kept, wins a trick later."""
        seen = self.seen
        lead = seen.keeps(held)
        if held.suit == SPADES:
            return max(lead, 0.3) if seen.tricks_left > 1 else 0.0
        length = sum(other.suit == held.suit for other in seen.hand)
        return lead * (0.85 if length <= 4 else 0.7)

    def _cover(self, held: Card, nil: int) -> float:
        """How safe another seat's nil is in this trick if the card is played, from 0 to 1."""
        seen = self.seen
        best = seen.winning
        if best is not None and best[0] == nil:
            return 1.0 if beats(held, best[1]) else 0.0
        if nil not in seen.behind:
            return 0.0
        top = held if best is None or beats(held, best[1]) else best[1]
        if top.suit == SPADES and seen.led not in (None, SPADES):
            return 0.9
        # The nil bidder can easily play below a high card, but hardly below a low one.
        return min(1.0, seen.below(top) / 8) * 0.8

    def _value_for_nil(self, held: Card) -> float:
        seen = self.seen
        led = seen.led or held.suit
        wins = 0.0
        if seen.winning is None or beats(held, seen.winning[1]):
            wins = seen.holds(held, led, seen.behind)
        return -NIL * wins + self._danger(held)

    def _danger(self, held: Card) -> float:
        """How much a nil bidder wants to get rid of a card while it costs nothing."""
        seen = self.seen
        low = sum(other.suit == held.suit and other.rank < held.rank for other in seen.hand)
        relief = seen.below(held) / 13 / (1 + 0.5 * low)
        return relief * (2.0 if held.suit == SPADES else 1.0) + held.rank * 1e-2
