"""A game in progress: the cards, whose turn it is, and the checked step from one action to the next.

`act` changes the state in place, after checking; `game.apply` works on a copy. Nothing here draws lots or asks a clock:
packs and dealers come in from outside.
"""

from typing import Final

from games.engine import refusals
from games.engine.actions import BID, BLIND, KEEP, LOOK, PASS, REFUSE
from games.engine.bidding import BID_OF, may_bid_blind, open_bids, open_blind_bids, spades_in
from games.engine.cards import (
    BIT,
    FIRST_SPADE,
    FOLLOWING,
    MASK_OF_SUIT_OF,
    NAMES,
    SPADES_MASK,
    SUIT_OF,
    TWO_OF_CLUBS,
    cards_of,
)
from games.engine.passing import open_passes, passers, swap
from games.engine.rules import RuleSet
from games.engine.scoring import Bid, GameResult, HandResult, Revoke, game_result, score_hand

DEAL, DRAW, BIDDING, PASSING, PLAY, OVER = "deal", "draw", "bid", "pass", "play", "over"
NOBODY: Final = -1

Trick = tuple[int, tuple[int, ...], int]
"""Who led, the cards in the order of play, who won."""


class State:
    """A game of Spades at one moment. Read what you like; change it only by `deal` and `act`.

    Hands and everything like them are sets of cards (see `cards`). `turn` is the seat to act, NOBODY in the phases
    "deal", "pass" and "over". `legal` holds the actions open to that seat, and is empty in those phases.
    """

    __slots__ = (
        "bags",
        "best",
        "best_seat",
        "bids",
        "broken",
        "dealer",
        "dealt",
        "discards",
        "draw_for_deal",
        "first_dealer",
        "hand_no",
        "hand_results",
        "hands",
        "last_trick",
        "leader",
        "legal",
        "looked",
        "passes",
        "phase",
        "received",
        "result",
        "revokes",
        "rules",
        "stock",
        "totals",
        "trick",
        "tricks_left",
        "turn",
        "won",
    )

    rules: RuleSet
    phase: str
    hand_no: int
    dealer: int
    first_dealer: int
    draw_for_deal: tuple[int, ...] | None
    totals: list[int]
    bags: list[int]
    turn: int
    hands: list[int]
    dealt: tuple[int, ...]
    bids: list[Bid | None]
    looked: list[bool]
    won: list[int]
    trick: list[int]
    leader: int
    best: int
    best_seat: int
    broken: bool
    last_trick: Trick | None
    legal: tuple[int, ...]
    tricks_left: int
    stock: tuple[int, ...]
    discards: list[int]
    passes: list[int]
    received: list[int]
    revokes: tuple[Revoke, ...]
    hand_results: tuple[HandResult, ...]
    result: GameResult | None

    def copy(self) -> "State":
        """Return an independent copy."""
        new = State.__new__(State)
        new.rules = self.rules
        new.phase = self.phase
        new.hand_no = self.hand_no
        new.dealer = self.dealer
        new.first_dealer = self.first_dealer
        new.draw_for_deal = self.draw_for_deal
        new.totals = self.totals[:]
        new.bags = self.bags[:]
        new.turn = self.turn
        new.hands = self.hands[:]
        new.dealt = self.dealt
        new.bids = self.bids[:]
        new.looked = self.looked[:]
        new.won = self.won[:]
        new.trick = self.trick[:]
        new.leader = self.leader
        new.best = self.best
        new.best_seat = self.best_seat
        new.broken = self.broken
        new.last_trick = self.last_trick
        new.legal = self.legal
        new.tricks_left = self.tricks_left
        new.stock = self.stock
        new.discards = self.discards[:]
        new.passes = self.passes[:]
        new.received = self.received[:]
        new.revokes = self.revokes
        new.hand_results = self.hand_results
        new.result = self.result
        return new

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that must act now: one, both partners while passing, or nobody."""
        if self.phase == PASSING:
            return tuple(s for s in passers(self.rules, self.bids) if not self.passes[s])
        return () if self.turn == NOBODY else (self.turn,)

    # Dealing

    def deal(self, pack: tuple[int, ...]) -> None:
        """Deal the next hand from a shuffled pack: card by card, clockwise from the dealer's left (2.4, 2.5)."""
        refusals.check_pack(self, pack)
        rules, count = self.rules, self.rules.players
        if self.hand_no:
            self.dealer = (self.dealer + 1) % count
        self.hand_no += 1
        first = (self.dealer + 1) % count
        self.hands = [0] * count
        if rules.deal == "draw":
            self.stock, self.phase = pack, DRAW
        else:
            for index in range(count):
                self.hands[(first + index) % count] = sum(
                    [BIT[card] for card in pack[index::count]]
                )
        self._begin_hand(first)

    def set_hands(self, hands: tuple[int, ...]) -> None:
        """Deal the next hand with these cards in the seats' hands: for records, which hold no order of dealing."""
        refusals.check_hands(self, hands)
        count = self.rules.players
        if self.hand_no:
            self.dealer = (self.dealer + 1) % count
        self.hand_no += 1
        self.hands = list(hands)
        self._begin_hand((self.dealer + 1) % count)

    def _begin_hand(self, first: int) -> None:
        rules, count = self.rules, self.rules.players
        self.turn = first
        self.bids = [None] * count
        self.looked = [True] * count
        if rules.offers_blind:
            self.looked = [not may_bid_blind(rules, seat, self.totals) for seat in range(count)]
        self.won = [0] * count
        self.trick, self.last_trick, self.leader = [], None, first
        self.best = self.best_seat = NOBODY
        self.broken = False
        self.tricks_left = rules.tricks
        self.discards, self.passes, self.received = [0] * count, [0] * count, [0] * count
        self.revokes = ()
        self.dealt = tuple(self.hands)
        if self.phase == DRAW:
            self.legal = (KEEP, REFUSE)
        else:
            self.phase = BIDDING
            self._set_bids()

    # Acting

    def act(self, code: int, seat: int = NOBODY) -> None:
        """Take one action, checked, in place. `seat` may be left out where only one seat can act.

        Raises an EngineError, and then nothing has changed.
        """
        if code >= BID or code not in self.legal or (seat != self.turn and seat != NOBODY):
            self._act_aside(code, seat)
            return
        seat = self.turn
        self.hands[seat] ^= BIT[code]
        trick = self.trick
        trick.append(code)
        led = trick[0]
        if code == led:
            self.best, self.best_seat = code, seat
            if code >= FIRST_SPADE and self.rules.lone_spades_break:
                self.broken = True
        elif SUIT_OF[code] == SUIT_OF[led]:
            if code > self.best:
                self.best, self.best_seat = code, seat
        else:
            if code >= FIRST_SPADE:
                self.broken = True
                if code > self.best:
                    self.best, self.best_seat = code, seat
            if self.hands[seat] & MASK_OF_SUIT_OF[led]:
                self._note_revoke(seat, code, led)
        count = len(self.hands)
        if len(trick) == count:
            self._end_trick()
            return
        seat += 1
        self.turn = seat = 0 if seat == count else seat
        shift, mask, cards = FOLLOWING[led]
        follow = cards[self.hands[seat] >> shift & mask]
        if follow and self.rules.revoke == "prevented":
            self.legal = follow
        else:
            self.legal = cards_of(self.hands[seat])

    def legal_codes(self, seat: int = NOBODY) -> tuple[int, ...]:
        """Return the actions open to a seat (without one, to the seat whose turn it is); empty if it isn't to act."""
        if seat == NOBODY or seat == self.turn:
            return self.legal
        return self._legal_passes(seat) if self.phase == PASSING else ()

    def _act_aside(self, code: int, seat: int) -> None:
        """Take an action that isn't a card, or refuse one that can't be taken."""
        if (seat != self.turn and seat != NOBODY) or self.turn == NOBODY:
            refusals.check_turn(self, seat)
        if self.phase == PASSING:
            self._pass(code, seat)
        elif code not in self.legal:
            raise (refusals.of_card if self.phase == PLAY else refusals.of_action)(self, code)
        elif self.phase == DRAW:
            self._draw(code)
        else:
            self._bid(code)

    # The draw for two

    def _draw(self, code: int) -> None:
        first, second = self.stock[0], self.stock[1]
        kept, gone = (first, second) if code == KEEP else (second, first)
        self.hands[self.turn] |= BIT[kept]
        self.discards[self.turn] |= BIT[gone]
        self.stock = self.stock[2:]
        self.turn = 1 - self.turn
        if not self.stock:
            self.dealt = tuple(self.hands)
            self.phase = BIDDING
            self._set_bids()

    # Bidding and passing

    def _set_bids(self) -> None:
        """Work out what the seat at turn may bid."""
        rules, seat = self.rules, self.turn
        codes = rules.free_bids
        if codes is None:
            spades = spades_in(self.hands[seat])
            codes = tuple(BID + value for value in open_bids(rules, self.bids, seat, spades))
        if not self.looked[seat]:
            blind = open_blind_bids(rules, self.bids, seat, self.totals)
            codes = (*codes, LOOK, *(BLIND + value for value in blind))
        self.legal = codes

    def _bid(self, code: int) -> None:
        seat = self.turn
        self.looked[seat] = True
        if code == LOOK:
            self._set_bids()
            return
        self.bids[seat] = BID_OF[code]
        self.turn = (seat + 1) % len(self.bids)
        if self.bids[self.turn] is None:
            self._set_bids()
        elif passers(self.rules, self.bids):
            self.phase, self.turn, self.legal = PASSING, NOBODY, ()
        else:
            self._begin_play()

    def _legal_passes(self, seat: int) -> tuple[int, ...]:
        if seat not in self.to_act:
            return ()
        return open_passes(self.rules, self.bids, seat, self.hands[seat])

    def _pass(self, code: int, seat: int) -> None:
        if code not in self._legal_passes(seat):
            raise refusals.of_pass(self, code, seat)
        self.passes[seat] = code - PASS
        if not self.to_act:
            self.hands, self.received = swap(self.hands, self.passes)
            self._begin_play()

    # Play

    def _begin_play(self) -> None:
        self.phase = PLAY
        self.turn = self.leader = (self.dealer + 1) % len(self.hands)
        if self.rules.opening_lead == "two_of_clubs":
            holder = next(s for s, hand in enumerate(self.hands) if hand & BIT[TWO_OF_CLUBS])
            self.turn = self.leader = holder
            self.legal = (TWO_OF_CLUBS,)
        else:
            self._set_leads()

    def _set_leads(self) -> None:
        """Work out which cards the leader may lead (4.1, 4.4)."""
        hand = self.hands[self.turn]
        how = self.rules.spade_lead
        if how == "anytime" or (self.broken and how == "after_break"):
            self.legal = cards_of(hand)
        else:
            self.legal = cards_of(hand & ~SPADES_MASK or hand)

    def _end_trick(self) -> None:
        winner = self.best_seat
        self.won[winner] += 1
        self.last_trick = (self.leader, tuple(self.trick), winner)
        self.trick = []
        self.turn = self.leader = winner
        self.tricks_left -= 1
        if self.tricks_left:
            self._set_leads()
        else:
            self._end_hand()

    def _note_revoke(self, seat: int, card: int, led: int) -> None:
        number = self.rules.tricks - self.tricks_left + 1
        self.revokes = (*self.revokes, Revoke(seat, number, NAMES[card], NAMES[led]))

    def _end_hand(self) -> None:
        result = score_hand(
            self.rules,
            hand_no=self.hand_no,
            bids=[bid for bid in self.bids if bid is not None],
            tricks=self.won,
            totals=self.totals,
            bags=self.bags,
            revokes=self.revokes,
        )
        self.hand_results = (*self.hand_results, result)
        self.totals = [side.total for side in result.sides]
        self.bags = [side.bags_after for side in result.sides]
        self.result = game_result(self.rules, self.totals, self.hand_no)
        self.phase = DEAL if self.result is None else OVER
        self.turn = NOBODY
        self.legal = ()

    def drawn_card(self) -> int | None:
        """Return the card that the seat at turn has taken from the stock and looks at, in the draw."""
        return self.stock[0] if self.phase == DRAW else None

    def hand_cards(self, seat: int) -> tuple[int, ...]:
        """Return the cards in a seat's hand, in ascending order."""
        return cards_of(self.hands[seat])
