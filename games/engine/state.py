"""A game in progress: the cards, whose turn it is, and the checked step from one action to the next.

`act` changes the state in place after checking the action; `game.apply` works on a copy. This module uses no
randomness and no clock: packs and dealers are passed in.
"""

from collections.abc import Sequence
from typing import Final, cast

from games.engine import refusals
from games.engine.actions import BID, BLIND, KEEP, LOOK, PASS, REFUSE, THROW_IN
from games.engine.bidding import (
    BID_OF,
    bidder_after,
    blind_side_bids,
    may_bid_blind,
    open_bids,
    open_blind_bids,
    side_bids,
    with_side_bid,
)
from games.engine.cards import (
    BIT,
    BIT_IN_SUIT,
    CARDS_OF_SUIT,
    CLUBS,
    CLUBS_OF,
    DIAMONDS_OF,
    FIRST_SPADE,
    HEARTS_OF,
    SPADES,
    SPADES_OF,
    SUIT_OF,
    TABLED,
    TWO_OF_CLUBS,
    by_suit,
    cards_of,
    spades_of,
    whole,
)
from games.engine.passing import open_passes, passers, swap
from games.engine.programme import FREE, Word, word_bids
from games.engine.rules import RuleSet
from games.engine.scoring import (
    NO_BID,
    Bid,
    GameResult,
    HandResult,
    Revoke,
    Sets,
    game_result,
    score_hand,
    short_of_board,
    thrown_in,
    won_outright,
)

DEAL, DRAW, BIDDING, PASSING, PLAY, OVER = "deal", "draw", "bid", "pass", "play", "over"
NOBODY: Final = -1
MOST_THROWN_IN: Final = 3
"""After so many hands thrown in in a row, the next one is played (3.22)."""

Trick = tuple[int, tuple[int, ...], int]
"""The seat that led, the cards in the order of play, the seat that won."""


class State:
    """A game of Spades at one moment. Read any attribute; change them only by `deal` and `act`.

    `hands` and other groups of cards are sets (see `cards`). `turn` is the seat to act, or NOBODY in the phases
    "deal", "pass" and "over". `suits` holds each seat's cards by suit, because small integers are faster than the
    whole sets of `hands`. `tricks` are the completed tricks of this hand. `legal` holds the actions open to the seat whose turn it is, and is empty in those
    phases.
    """

    __slots__ = (
        "bags",
        "bids",
        "broken",
        "dealer",
        "dealt",
        "discards",
        "draw_for_deal",
        "first_dealer",
        "guarded",
        "hand_no",
        "hand_results",
        "leader",
        "legal",
        "looked",
        "passes",
        "phase",
        "plain",
        "played_before",
        "received",
        "result",
        "revokes",
        "rules",
        "sets",
        "stock",
        "suits",
        "totals",
        "trick",
        "tricks",
        "tricks_left",
        "turn",
        "won",
    )

    rules: RuleSet
    phase: str
    hand_no: int
    played_before: int
    """How many hands the game had before its first here."""
    dealer: int
    first_dealer: int
    guarded: bool
    """Whether this is a first trick to which not every card may be played (4.11, 4.12)."""
    plain: bool
    """Whether every player follows suit, and may play any card of it: which cards are legal hangs on their hand alone."""
    draw_for_deal: tuple[int, ...] | None
    totals: list[int]
    bags: list[int]
    sets: Sets
    turn: int
    suits: list[list[int]]
    dealt: tuple[int, ...]
    bids: list[Bid | None]
    looked: list[bool]
    won: list[int]
    trick: list[int]
    leader: int
    broken: bool
    tricks: list[Trick]
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
        new.played_before = self.played_before
        new.dealer = self.dealer
        new.first_dealer = self.first_dealer
        new.guarded = self.guarded
        new.plain = self.plain
        new.draw_for_deal = self.draw_for_deal
        new.totals = self.totals[:]
        new.bags = self.bags[:]
        new.sets = self.sets
        new.turn = self.turn
        new.suits = [suits[:] for suits in self.suits]
        new.dealt = self.dealt
        new.bids = self.bids[:]
        new.looked = self.looked[:]
        new.won = self.won[:]
        new.trick = self.trick[:]
        new.leader = self.leader
        new.broken = self.broken
        new.tricks = self.tricks[:]
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
    def hands(self) -> list[int]:
        """The cards that each seat holds, as sets."""
        return [whole(suits) for suits in self.suits]

    @hands.setter
    def hands(self, hands: Sequence[int]) -> None:
        self.suits = [by_suit(hand) for hand in hands]

    @property
    def word(self) -> Word:
        """How this hand is bid (3.19)."""
        return self.rules.word(self.played_before + self.counted)

    @property
    def counted(self) -> int:
        """How many hands there were with this one, without those that were thrown in (3.22)."""
        if not self.rules.throws_in:
            return self.hand_no
        return self.hand_no - sum([bool(result.shown) for result in self.hand_results])

    @property
    def is_redealt(self) -> bool:
        """Whether the last hand was thrown in, so that the same dealer deals the next in its place."""
        results = self.hand_results
        return self.phase == DEAL and bool(results) and bool(results[-1].shown)

    @property
    def latest(self) -> int:
        """The number, among the hands that count, of the hand in play or scored last, or of the one to be dealt in place of
        one that was thrown in.
        """
        return self.counted + self.is_redealt

    @property
    def last_trick(self) -> Trick | None:
        """The trick completed last in this hand."""
        return self.tricks[-1] if self.tricks else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that must act now: one, both partners while passing, or nobody."""
        if self.phase == PASSING:
            return tuple(s for s in passers(self.rules, self.bids) if not self.passes[s])
        return () if self.turn == NOBODY else (self.turn,)

    def may_talk(self, seat: int) -> bool:
        """Return whether a seat and its partner may talk: until their side's number stands (3.23)."""
        rules = self.rules
        if not rules.partners_talk or self.phase != BIDDING:
            return False
        return any(self.bids[other] is None for other in rules.side_seats[rules.side_of[seat]])

    # Dealing

    def deal(self, pack: tuple[int, ...]) -> None:
        """Deal the next hand from a shuffled pack: card by card, clockwise from the dealer's left (2.4, 2.5)."""
        refusals.check_pack(self, pack)
        rules, count = self.rules, self.rules.players
        self._begin_deal()
        first = (self.dealer + 1) % count
        if rules.deal == "draw":
            self.stock, self.phase = pack, DRAW
            self._begin_hand(first, [0] * count)
        else:
            shares = [sum([BIT[card] for card in pack[index::count]]) for index in range(count)]
            self._begin_hand(first, shares[count - first :] + shares[: count - first])

    def set_hands(self, hands: tuple[int, ...]) -> None:
        """Deal the next hand with these cards in each seat's hand: for records, which don't store the dealing
        order.
        """
        refusals.check_hands(self, hands)
        self._begin_deal()
        self._begin_hand((self.dealer + 1) % self.rules.players, hands)

    def _begin_deal(self) -> None:
        """Count the hand, and pass the turn to deal on after a hand that was played (2.3, 3.22)."""
        if self.hand_no and not self.is_redealt:
            self.dealer = (self.dealer + 1) % self.rules.players
        self.hand_no += 1

    def _begin_hand(self, first: int, hands: Sequence[int]) -> None:
        rules, count = self.rules, self.rules.players
        self.turn = first
        self.suits = [by_suit(hand) for hand in hands]
        self.dealt = tuple(hands)
        self.bids = [None] * count
        self.looked = [True] * count
        if rules.offers_blind and (not rules.programme or self.word.kind == FREE):
            self.looked = [not may_bid_blind(rules, seat, self.totals) for seat in range(count)]
        self.won = [0] * count
        self.trick, self.tricks, self.leader = [], [], first
        self.broken = False
        self.tricks_left = rules.tricks
        self.discards, self.passes, self.received = [0] * count, [0] * count, [0] * count
        self.revokes = ()
        if self.phase == DRAW:
            self.legal = (KEEP, REFUSE)
        else:
            self._begin_bidding()

    # Acting

    def act(self, code: int, seat: int = NOBODY) -> None:
        """Check one action and apply it in place. `seat` may be left out where only one seat can act.

        Raises an EngineError and then leaves the state unchanged.
        """
        if code >= BID or code not in self.legal or (seat >= 0 and seat != self.turn):
            self._act_aside(code, seat)
            return
        seat, hands, trick = self.turn, self.suits, self.trick
        hands[seat][SUIT_OF[code]] ^= BIT_IN_SUIT[code]
        trick.append(code)
        led = trick[0]
        if code >= FIRST_SPADE and not self.broken:
            # A discarded spade breaks spades; a spade led by a player with nothing else does so if the rules say
            # so.
            self.broken = led < FIRST_SPADE or (code == led and self.rules.lone_spades_break)
        seat += 1
        if seat == len(hands):
            seat = 0
        if seat == self.leader:
            self._end_trick()
            return
        self.turn = seat
        suit, suits = SUIT_OF[led], hands[seat]
        held = suits[suit]
        if not self.plain:
            self._set_follows(suit)
        elif held:
            self.legal = CARDS_OF_SUIT[suit][held]
        else:
            clubs, diamonds, hearts, spades = suits
            self.legal = (
                CLUBS_OF[clubs] + DIAMONDS_OF[diamonds] + HEARTS_OF[hearts] + SPADES_OF[spades]
            )

    def _set_follows(self, suit: int) -> None:
        """Compute which cards may follow a lead of this suit, whatever the rules (4.3, 4.9, 4.11, 4.12)."""
        clubs, diamonds, hearts, spades = hand = self.suits[self.turn]
        if hand[suit] and self.rules.revoke == "prevented":
            self.legal = spades_of(spades) if suit == SPADES else CARDS_OF_SUIT[suit][hand[suit]]
        else:
            others = CLUBS_OF[clubs] + DIAMONDS_OF[diamonds] + HEARTS_OF[hearts]
            self.legal = others + spades_of(spades)
        if self.guarded:
            self._guard()

    def watch_trick(self, *, first: bool) -> None:
        """Set what limits the cards of a trick, which may be the hand's first."""
        rules = self.rules
        self.guarded = first and rules.first_trick != "free"
        self.plain = not self.guarded and rules.revoke == "prevented" and not rules.high_deuces

    def legal_codes(self, seat: int = NOBODY) -> tuple[int, ...]:
        """Return the actions open to a seat (by default the one whose turn it is); empty if it isn't to act."""
        if seat < 0 or seat == self.turn:
            return self.legal
        return self._legal_passes(seat) if self.phase == PASSING else ()

    def _act_aside(self, code: int, seat: int) -> None:
        """Apply an action that isn't a card, or refuse it."""
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
        self.suits[self.turn][SUIT_OF[kept]] |= BIT_IN_SUIT[kept]
        self.discards[self.turn] |= BIT[gone]
        self.stock = self.stock[2:]
        self.turn = 1 - self.turn
        if not self.stock:
            self.dealt = tuple(self.hands)
            self._begin_bidding()

    # Bidding and passing

    def _begin_bidding(self) -> None:
        if self.rules.first_hand == "bids_itself" and self.played_before + self.counted == 1:
            self.bids = [NO_BID] * len(self.bids)
            self.looked = [True] * len(self.bids)
            self._begin_play()
        else:
            self.phase = BIDDING
            self._set_bids()

    def _set_bids(self) -> None:
        """Compute what the seat whose turn it is may do in the bidding."""
        free = self.rules.free_bids
        if free is not None and self.looked[self.turn]:
            self.legal = free
            return
        self.legal = self._open_bids()
        if self.rules.throw_in != "never" and self._may_throw_in():
            self.legal = (*self.legal, THROW_IN)

    def _open_bids(self) -> tuple[int, ...]:
        """Return what the seat whose turn it is may bid, and LOOK where it may still bid blind."""
        rules, seat = self.rules, self.turn
        codes = rules.free_bids
        if rules.bid_by == "side":
            codes = side_bids(rules, self.bids, seat)
            if not self.looked[seat]:
                codes = (*codes, LOOK, *blind_side_bids(rules))
            return codes
        if rules.programme and (word := self.word).kind != FREE:
            held = whole(self.suits[seat])
            codes = tuple(BID + value for value in word_bids(rules, word, self.bids, seat, held))
        elif codes is None:
            spades = self.suits[seat][SPADES].bit_count()
            codes = tuple(BID + value for value in open_bids(rules, self.bids, seat, spades))
        if not self.looked[seat]:
            blind = open_blind_bids(rules, self.bids, seat, self.totals)
            if rules.bidding == "whiz":
                # The list of open bids, or a refusal, would reveal something about the hand: look first (3.7).
                codes = ()
            codes = (*codes, LOOK, *(BLIND + value for value in blind))
        return codes

    def _bid(self, code: int) -> None:
        seat, together = self.turn, self.rules.bid_by == "side"
        self.looked[seat] = True
        if together:
            # One partner looks, or bids blind, for both.
            self.looked[(seat + 2) % 4] = True
        if code == LOOK:
            self._set_bids()
            return
        if code == THROW_IN:
            self._throw_in((seat,))
            return
        if together:
            self._bid_for_side(code)
        else:
            self.bids[seat] = BID_OF[code]
            self.turn = (seat + 1) % len(self.bids)
        if self.bids[self.turn] is None:
            self._set_bids()
        else:
            self._end_bidding()

    def _bid_for_side(self, code: int) -> None:
        """Open or close a side's bid; a partner who says nothing is left out (3.17)."""
        self.bids = with_side_bid(self.bids, self.turn, code)
        self.turn = bidder_after(self.rules, self.dealer, self.turn)
        if self.bids[self.turn] == NO_BID:
            self.turn = bidder_after(self.rules, self.dealer, self.turn)

    def _end_bidding(self) -> None:
        rules = self.rules
        if rules.throw_in_below and self._bids_too_low():
            self._throw_in(range(rules.players))
        elif passers(rules, self.bids):
            self.phase, self.turn, self.legal = PASSING, NOBODY, ()
        else:
            self._begin_play()

    # Hands thrown in

    @property
    def can_be_thrown_in(self) -> bool:
        """Whether this hand may be thrown in at all: it is bid freely, and not after three that were (3.22)."""
        recent = self.hand_results[-MOST_THROWN_IN:]
        thrown = len(recent) == MOST_THROWN_IN and all(result.shown for result in recent)
        return not thrown and self.word.kind == FREE

    def _may_throw_in(self) -> bool:
        """Return whether the seat whose turn it is may throw its hand in (3.20)."""
        suits = self.suits[self.turn]
        if not self.looked[self.turn] or suits[SPADES] or not self.can_be_thrown_in:
            return False
        return self.rules.throw_in == "no_spades" or not whole(suits) & self.rules.faces

    def _bids_too_low(self) -> bool:
        """Return whether all bids together are too few tricks to play for (3.21)."""
        total = sum(bid.value for bid in self.bids if bid is not None)
        return total < self.rules.throw_in_below and self.can_be_thrown_in

    def _throw_in(self, shown: Sequence[int]) -> None:
        """End the hand unplayed; the hands of these seats are shown (3.22)."""
        count = self.rules.players
        result = thrown_in(self.hand_no, shown, count, self.totals, self.bags)
        self.hand_results = (*self.hand_results, result)
        self.suits = [[0] * 4 for _seat in range(count)]
        self.phase, self.turn, self.legal = DEAL, NOBODY, ()

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
        self.turn = self.leader = (self.dealer + 1) % len(self.suits)
        self.watch_trick(first=True)
        if self.rules.opening_lead == "two_of_clubs":
            holder = next(s for s, hand in enumerate(self.hands) if hand & BIT[TWO_OF_CLUBS])
            self.turn = self.leader = holder
            self.legal = (TWO_OF_CLUBS,)
        else:
            self._set_leads()
            if self.guarded:
                self._guard()

    def _guard(self) -> None:
        """Leave of the legal cards those that may be played to the first trick (4.11, 4.12)."""
        clubs = [card for card in self.legal if SUIT_OF[card] == CLUBS]
        if clubs and self.rules.first_trick == "lowest_club":
            self.legal = (min(clubs),)
        else:
            self.legal = tuple(card for card in self.legal if card < FIRST_SPADE) or self.legal

    def _set_leads(self) -> None:
        """Compute which cards the leader may lead (4.1, 4.4)."""
        clubs, diamonds, hearts, spades = self.suits[self.turn]
        others = CLUBS_OF[clubs] + DIAMONDS_OF[diamonds] + HEARTS_OF[hearts]
        how = self.rules.spade_lead
        if not others or (self.broken and how == "after_break") or how == "anytime":
            others += SPADES_OF[spades] if spades < TABLED else spades_of(spades)
        self.legal = others

    def _end_trick(self) -> None:
        leader, trick = self.leader, self.trick
        best, suit = max(trick), SUIT_OF[trick[0]]
        if best < FIRST_SPADE and SUIT_OF[best] != suit:
            best = max([card for card in trick if SUIT_OF[card] == suit])
        winner = (leader + trick.index(best)) % len(trick)
        if self.rules.revoke == "penalised":
            self._note_revokes()
        if self.guarded:
            self.watch_trick(first=False)
        self.won[winner] += 1
        self.tricks.append((leader, tuple(trick), winner))
        self.trick = []
        self.turn = self.leader = winner
        self.tricks_left -= 1
        if self.tricks_left:
            self._set_leads()
        else:
            self._end_hand()

    def _note_revokes(self) -> None:
        """Record who failed to follow suit in the completed trick while still holding cards of that suit."""
        number = self.rules.tricks - self.tricks_left + 1
        led = self.trick[0]
        for index, card in enumerate(self.trick):
            seat = (self.leader + index) % len(self.trick)
            if SUIT_OF[card] != SUIT_OF[led] and self.suits[seat][SUIT_OF[led]]:
                names = self.rules.names
                self.revokes = (*self.revokes, Revoke(seat, number, names[card], names[led]))

    def _end_hand(self) -> None:
        result = score_hand(
            self.rules,
            hand_no=self.hand_no,
            bids=cast("list[Bid]", self.bids),
            tricks=self.won,
            totals=self.totals,
            bags=self.bags,
            revokes=self.revokes,
        )
        self.hand_results = (*self.hand_results, result)
        self.totals = [side.total for side in result.sides]
        self.bags = [side.bags_after for side in result.sides]
        if self.rules.counts_sets:
            self.sets = self.sets.after(self.rules, result)
        self.result = self.ended()
        self.phase = DEAL if self.result is None else OVER
        self.turn = NOBODY
        self.legal = ()

    def ended(self) -> GameResult | None:
        """Return the game's result after the hand just scored, or None if it goes on."""
        rules, last = self.rules, self.hand_results[-1]
        if not rules.other_ends:
            return game_result(rules, self.totals, self.counted)
        by_sets = self.sets.at_limit(rules)
        return game_result(
            rules,
            self.totals,
            self.counted,
            lost=by_sets or short_of_board(rules, self.bids, last),
            by="sets" if by_sets else "board",
            outright=won_outright(rules, last),
        )

    def drawn_card(self) -> int | None:
        """Return the card that the seat whose turn it is has drawn from the stock and is looking at, in the draw."""
        return self.stock[0] if self.phase == DRAW else None

    def hand_cards(self, seat: int) -> tuple[int, ...]:
        """Return the cards in a seat's hand, in ascending order."""
        return cards_of(whole(self.suits[seat]))
