"""A bot's view, with derived facts."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.bots.cards import SPADES, SUITS, Card, beats, cards, deck, of_suit, pack_of
from games.engine.rules import RuleSet
from games.engine.view import GameView

View = GameView


@dataclass(frozen=True)
class BotView:
    """A view, read for one seat that must act."""

    view: View
    seat: int
    rules: RuleSet

    @cached_property
    def deck(self) -> Mapping[str, Card]:
        """Every card by its name."""
        return deck(self.rules.high_deuces)

    @cached_property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    @cached_property
    def my_side(self) -> int:
        """The seat's side."""
        return self.rules.side_of[self.seat]

    @cached_property
    def partners(self) -> frozenset[int]:
        """The other seats of the side: one in a partnership, none where everybody plays alone."""
        return frozenset(self.rules.side_seats[self.my_side]) - {self.seat}

    @cached_property
    def opponents(self) -> frozenset[int]:
        """The seats of all the other sides."""
        return frozenset(range(self.players)) - self.partners - {self.seat}

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The cards held; empty before the seat has looked at them."""
        return cards(self.view["hand"] or (), self.rules.high_deuces)

    @cached_property
    def tricks_left(self) -> int:
        """How many tricks are still to be won, including the current one."""
        return int(self.view["counts"][self.seat])

    @cached_property
    def tricks(self) -> int:
        """How many tricks a hand has."""
        return self.rules.tricks

    @cached_property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Seat and card of each play to the current trick."""
        trick = self.view["trick"]
        return tuple((seat, self.deck[name]) for seat, name in trick["plays"]) if trick else ()

    @cached_property
    def led(self) -> str | None:
        """The suit led, or None when this seat leads."""
        return self.plays[0][1].suit if self.plays else None

    @cached_property
    def winning(self) -> tuple[int, Card] | None:
        """The seat and card that are winning the current trick."""
        best: tuple[int, Card] | None = None
        for seat, played in self.plays:
            if best is None or beats(played, best[1]):
                best = seat, played
        return best

    @cached_property
    def behind(self) -> tuple[int, ...]:
        """The seats that play to this trick after this one."""
        done = {seat for seat, _ in self.plays} | {self.seat}
        return tuple(seat for seat in range(self.players) if seat not in done)

    @cached_property
    def known(self) -> frozenset[Card]:
        """The cards whose location is known: the seat's own, and those played in this hand."""
        own = cards(self.view.get("own_discards") or (), self.rules.high_deuces)
        return frozenset((*self.hand, *own, *(played for _, played in self.played)))

    @cached_property
    def played(self) -> tuple[tuple[int, Card], ...]:
        """Seat and card of each play of this hand, in order."""
        tricks = self.view["history"]["tricks"]
        over = ((seat, self.deck[name]) for trick in tricks for seat, name in trick["plays"])
        return (*over, *self.plays)

    @cached_property
    def voids(self) -> frozenset[tuple[int, str]]:
        """Seats and suits of which they have shown to have no more."""
        shown = set()
        led = ""
        for index, (seat, played) in enumerate(self.played):
            if index % self.players == 0:
                led = played.suit
            elif played.suit != led:
                shown.add((seat, led))
        return frozenset(shown)

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards whose location is unknown."""
        return pack_of(self.rules.pack_mask, self.rules.high_deuces) - self.known

    @cached_property
    def live(self) -> float:
        """The chance that an unseen card is still in somebody's hand."""
        held = int(sum(self.view["counts"]) - self.view["counts"][self.seat])
        return min(1.0, held / max(1, len(self.unseen)))

    @cached_property
    def unseen_ranks(self) -> Mapping[str, list[int]]:
        """The ranks of the unseen cards of each suit, lowest first."""
        return {suit: [each.rank for each in of_suit(self.unseen, suit)] for suit in SUITS}

    def above(self, held: Card) -> int:
        """Return how many unseen cards of its suit are higher than `held`."""
        ranks = self.unseen_ranks[held.suit]
        return len(ranks) - bisect_right(ranks, held.rank)

    def below(self, held: Card) -> int:
        """Return how many unseen cards of its suit are lower than `held`."""
        return bisect_left(self.unseen_ranks[held.suit], held.rank)

    def may_ruff(self, seat: int) -> bool:
        """Return whether a seat may have a spade."""
        return (seat, SPADES) not in self.voids and self.out(SPADES) > 0

    def out(self, suit: str) -> int:
        """Return how many cards of a suit are unseen."""
        return len(self.unseen_ranks[suit])

    # ------------------------------------------------------------------------------------------- contracts
    def has_nil(self, seat: int) -> bool:
        """Return whether a seat bid nil and hasn't won a trick yet."""
        bid = self.view["bids"][seat]
        return bool(bid and bid["nil"]) and self.view["tricks_won"][seat] == 0

    def need(self, side: int) -> int:
        """Return how many tricks a side still needs for its contract; negative numbers are overtricks. In a hand that bids
        itself every trick is wanted.
        """
        if not self.has_contracts:
            return self.tricks_left
        contract = self.view["contracts"][side]
        return int(contract["bid"] or 0) - int(contract["won"])

    @cached_property
    def has_contracts(self) -> bool:
        """Whether anything was bid for the tricks of this hand."""
        return any(bid and bid["opening"] is None for bid in self.view["bids"])

    def goes_out(self, side: int) -> bool:
        """Return whether a side reaches the target if it makes its contract."""
        rules, contract = self.rules, self.view["contracts"][side]["bid"]
        if rules.target is None or rules.sign < 0 or not contract:
            return False
        return self.view["totals"][side] + contract * rules.trick_points >= rules.target

    @cached_property
    def next_bag_costs(self) -> bool:
        """Whether the next trick beyond the contract brings the penalty for bags."""
        limit = self.rules.bag_limit
        if limit is None or not self.rules.bag_penalty:
            return False
        return self.view["bags"][self.my_side] + max(0, -self.need(self.my_side)) + 1 >= limit

    @cached_property
    def bags_hurt(self) -> bool:
        """Whether these rules penalise overtricks, at once or when they accumulate."""
        return self.rules.bag_limit is not None or self.rules.overtrick_points < 0

    # ------------------------------------------------------------------------------------------- chances
    def keeps(self, held: Card) -> float:
        """Return the chance that a card, led later, isn't beaten by any opponent, as far as no void is known: trumps
        may be drawn before. Heads-up voids count, but not ruffs, because each costs the opponent a trump.
        """
        if self.players == 2:
            (other,) = self.opponents
            return float((1 - self.share(other, held.suit)) ** self.above(held))
        share = self.live / (self.players - 1)
        lower = (1 - share) ** self.above(held)
        if held.suit != SPADES:
            void = (1 - share) ** self.out(held.suit)
            lower *= 1 - void * (1 - (1 - share) ** self.out(SPADES))
        return float(lower ** len(self.opponents))

    def share(self, seat: int, suit: str) -> float:
        """Return the chance that an unseen card of a suit is in a given other seat's hand: an equal share of those
        who may have any.
        """
        if (seat, suit) in self.voids:
            return 0.0
        void = sum(
            (other, suit) in self.voids for other in range(self.players) if other != self.seat
        )
        return self.live / (self.players - 1 - void)

    def void_chance(self, seat: int, suit: str) -> float:
        """Return the chance that a given other seat is void in a suit."""
        return float((1.0 - self.share(seat, suit)) ** self.out(suit))

    def holds(self, played: Card, led: str, seats: frozenset[int] | tuple[int, ...]) -> float:
        """Return the chance that none of `seats`, still to play, beats a card played to a trick in the suit `led`."""
        if played.suit not in (led, SPADES):
            return 0.0
        safe = 1.0
        for seat in seats:
            lower = float((1 - self.share(seat, played.suit)) ** self.above(played))
            if led == SPADES:
                safe *= lower
            elif played.suit == SPADES:
                safe *= 1 - self.void_chance(seat, led) * (1 - lower)
            else:
                safe *= lower * (
                    1 - self.void_chance(seat, led) * (1 - self.void_chance(seat, SPADES))
                )
        return safe
