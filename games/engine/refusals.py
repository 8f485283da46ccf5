"""The sentences with which a state refuses an action. Runs only when an action is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.actions import (
    BID,
    BLIND,
    BLIND_SIDE,
    KEEP,
    LOOK,
    NIL_WITH,
    PASS,
    REFUSE,
    THROW_IN,
    action_text,
)
from games.engine.cards import BIT, CLUBS, MASK_OF_SUIT_OF, SPADES, SUIT_OF, TWO_OF_CLUBS
from games.engine.errors import (
    BadDeal,
    EngineError,
    IllegalBid,
    IllegalPass,
    MustFollow,
    MustLead,
    NotYourCard,
    NotYourTurn,
    SpadesNotBroken,
    WrongPhase,
)
from games.engine.passing import pass_size
from games.engine.programme import FREE
from games.engine.sentences import Sentence, counted, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.rules import RuleSet
    from games.engine.state import State

_NOW = {
    "deal": message("The next hand hasn’t been dealt yet. Wait for the deal."),
    "draw": message("This is the draw: keep the card or refuse it."),
    "bid": message("The bidding isn’t over. Bid first."),
    "pass": message("Cards are being passed. Choose the cards to pass."),
    "play": message("The bidding is over: bids can’t be made or changed now. Play a card."),
    "over": message("The game is over."),
}
_SUITS = (message("Clubs"), message("Diamonds"), message("Hearts"), message("Spades"))


def check_turn(state: State, seat: int) -> None:
    """Raise unless it is the turn of `seat` (or, without one, of the only seat that can act)."""
    waiting = state.to_act
    if not waiting:
        raise WrongPhase(_NOW[state.phase])
    if seat < 0 and len(waiting) > 1:
        raise NotYourTurn(message("Several seats can act now: say which one."), rule="3.13")
    if seat >= 0 and seat not in waiting:
        if state.phase == "pass":
            raise NotYourTurn(
                message("You have no cards to pass now. Wait for the others."), rule="3.13"
            )
        raise NotYourTurn(message("It isn’t your turn. Wait for the others."), rule="4.8")


def of_card(state: State, code: int) -> EngineError:
    """Return why the seat whose turn it is can't play this."""
    if code >= PASS or code >= BID:
        return WrongPhase(_NOW["play"], rule="3.3")
    name = state.rules.names[code]
    hand = state.hands[state.turn]
    if not hand & BIT[code]:
        return NotYourCard(
            message("%(card)s isn’t in your hand. Play one of your cards.", card=name), rule="4.3"
        )
    if state.guarded and (error := _of_first_trick(state, code)) is not None:
        return error
    if state.trick:
        led = state.trick[0]
        assert hand & MASK_OF_SUIT_OF[led]
        return MustFollow(
            message("%(suit)s were led and you have some. Play one.", suit=_SUITS[SUIT_OF[led]]),
            rule="4.3",
        )
    if state.legal == (TWO_OF_CLUBS,) and state.rules.opening_lead == "two_of_clubs":
        return MustLead(message("The two of clubs leads the first trick. Play it."), rule="4.2")
    if state.rules.spade_lead == "only_when_void":
        return SpadesNotBroken(
            message("Spades may be led only from a hand of nothing but spades. Lead another suit."),
            rule="4.4",
        )
    return SpadesNotBroken(message("Spades aren’t broken yet. Lead another suit."), rule="4.4")


def _of_first_trick(state: State, code: int) -> EngineError | None:
    """Return why a card can't be played to a first trick, if that is due to 4.11 or 4.12 alone."""
    suits = {SUIT_OF[card] for card in state.legal}
    if suits == {CLUBS} and state.rules.first_trick == "lowest_club":
        return MustLead(message("The first trick takes your lowest club. Play it."), rule="4.12")
    if SUIT_OF[code] == SPADES and SPADES not in suits:
        return SpadesNotBroken(
            message("No spade may be played to the first trick while you have another card."),
            rule="4.11",
        )
    return None


def of_action(state: State, code: int) -> EngineError:
    """Return why the seat whose turn it is can't do this in the draw or in the bidding."""
    if state.phase == "draw":
        return WrongPhase(_NOW["draw"], rule="2.6")
    if code in (KEEP, REFUSE) or code < BID or code >= PASS:
        return WrongPhase(_NOW["bid"], rule="3.1")
    return _of_bid(state, code)


def _of_bid(state: State, code: int) -> EngineError:
    rules, seat = state.rules, state.turn
    if code == LOOK:
        return IllegalBid(message("You have seen your hand already. Make your bid."), rule="3.7")
    if code == THROW_IN:
        return _of_throwing_in(state)
    if rules.bid_by == "side" or code >= BLIND_SIDE:
        return _of_side_bid(state, code)
    if code >= BLIND:
        if state.looked[seat]:
            return IllegalBid(
                message(
                    "A blind bid must be made before looking, by a side that may bid blind. Make another bid."
                ),
                rule="3.6" if code > BLIND else "3.5",
            )
        return IllegalBid(
            message(
                "You can’t bid “%(bid)s” now. Make another bid, or look.", bid=action_text(code)
            ),
            rule="3.6",
        )
    if not state.looked[seat] and rules.bidding == "whiz":
        return IllegalBid(message("Look at your hand before you make this bid."), rule="3.7")
    value = code - BID
    if not value and rules.nil is None:
        return IllegalBid(message("There is no nil under these rules. Bid a number."), rule="3.4")
    free = not rules.programme or state.word.kind == FREE
    if free and value and not rules.min_bid <= value <= rules.highest_bid:
        return IllegalBid(_allowed(rules), rule="3.2")
    return _of_restricted(state, value)


def _of_throwing_in(state: State) -> IllegalBid:
    """Return why the seat whose turn it is can't throw its hand in."""
    how = state.rules.throw_in
    if how == "never":
        return IllegalBid(
            message("Hands aren’t thrown in under these rules. Make your bid."), rule="3.20"
        )
    if not state.looked[state.turn]:
        return IllegalBid(message("Look at your hand before you throw it in."), rule="3.20")
    if not state.can_be_thrown_in:
        return IllegalBid(message("This hand is played. Make your bid."), rule="3.22")
    if how == "no_spades":
        return IllegalBid(
            message("Only a hand without a spade may be thrown in. Make your bid."), rule="3.20"
        )
    return IllegalBid(
        message(
            "Only a hand without a spade and without a king, queen or jack may be thrown in. Make your bid."
        ),
        rule="3.20",
    )


def _of_side_bid(state: State, code: int) -> IllegalBid:
    """Return why an action that isn't LOOK can't open or close a side's bid (3.17)."""
    rules = state.rules
    if rules.bid_by == "player":
        return IllegalBid(message("Here each player bids alone. Bid a number or nil."), rule="3.17")
    opened = state.bids[(state.turn + 2) % 4]
    if code >= NIL_WITH:
        if rules.nil is not None and (opened is None or opened.nil):
            return IllegalBid(
                message(
                    "Only who closes the side’s bid, beside a partner’s number, bids nil with a number. Bid “nil” or a number."
                ),
                rule="3.17",
            )
    elif code >= BLIND:
        return IllegalBid(
            message(
                "A side bids blind together, at its first turn and before either partner looks, if it may at all. Make another bid."
            ),
            rule="3.17",
        )
    value = code - NIL_WITH if code >= NIL_WITH else code - BID
    nil = code == BID or code >= NIL_WITH
    if nil and rules.nil is None:
        return IllegalBid(message("There is no nil under these rules. Bid a number."), rule="3.4")
    if code == BID and opened is not None and not opened.nil:
        return IllegalBid(
            message(
                "You close your side’s bid: with your nil, say your partner’s number too, like “nil 4”."
            ),
            rule="3.17",
        )
    if code != BID and not rules.min_bid <= value <= rules.highest_bid:
        return IllegalBid(_allowed(rules), rule="3.2")
    if rules.nil_partner_min and (nil or (opened is not None and opened.nil)):
        return IllegalBid(
            message(
                "Beside a nil the other partner’s number must be at least %(least)s.",
                least=rules.nil_partner_min,
            ),
            rule="3.15",
        )
    return _too_low_together(rules)


def _too_low_together(rules: RuleSet) -> IllegalBid:
    return IllegalBid(
        message(
            "Your side must bid at least %(least)s together. Bid higher.", least=rules.min_side_bid
        ),
        rule="3.11",
    )


def _of_restricted(state: State, value: int) -> EngineError:
    rules = state.rules
    if rules.programme and state.word.kind != FREE:
        return IllegalBid(
            message(
                "The programme says how this hand is bid: %(bids)s.",
                bids=", ".join(action_text(code) for code in state.legal if code != LOOK),
            ),
            rule="3.19",
        )
    if rules.bidding == "mirror":
        return IllegalBid(
            message("Under mirror rules you must bid your number of spades."), rule="3.9"
        )
    if rules.bidding == "whiz":
        return IllegalBid(
            message("Under whiz rules you must bid nil or your number of spades."), rule="3.10"
        )
    if rules.bidding == "suicide" and not (rules.min_side_bid or rules.nil_partner_min):
        return IllegalBid(
            message("Under suicide rules exactly one partner must bid nil."), rule="3.8"
        )
    if rules.bidding == "suicide":
        return IllegalBid(
            message(
                "Under suicide rules exactly one partner must bid nil, and the other at least %(least)s.",
                least=max(rules.min_side_bid, rules.nil_partner_min),
            ),
            rule="3.8",
        )
    others = [bid for seat, bid in enumerate(state.bids) if seat != state.turn]
    if rules.forbidden_total is not None and None not in others:
        total = sum(bid.value for bid in others if bid is not None)
        if total + value == rules.forbidden_total:
            return IllegalBid(
                message(
                    "The bids may not add up to %(total)s. Bid one more or one less.",
                    total=rules.forbidden_total,
                ),
                rule="3.12",
            )
    partners = [state.bids[seat] for seat in rules.side_seats[rules.side_of[state.turn]]]
    beside = [bid for bid in partners if bid is not None]
    if rules.nil_partner_min and any(bid.nil for bid in beside) and value < rules.nil_partner_min:
        return IllegalBid(
            message(
                "Your partner has bid nil: bid at least %(least)s.", least=rules.nil_partner_min
            ),
            rule="3.15",
        )
    if rules.nil_partner_min and beside and not value:
        return IllegalBid(
            message(
                "Nil needs a partner who has bid at least %(least)s. Bid a number.",
                least=rules.nil_partner_min,
            ),
            rule="3.15",
        )
    return _too_low_together(rules)


def of_pass(state: State, code: int, seat: int) -> EngineError:
    """Return why the seat can't pass this."""
    if code < PASS:
        return WrongPhase(_NOW["pass"], rule="3.13")
    size = pass_size(state.rules, state.bids, seat)
    cards = code - PASS
    if cards.bit_count() != size:
        return IllegalPass(
            counted("Pass exactly %(n)s card.", "Pass exactly %(n)s cards.", size), rule="3.13"
        )
    return NotYourCard(message("Pass cards from your own hand."), rule="3.13")


def check_pack(state: State, pack: Sequence[int]) -> None:
    """Raise unless a hand is due and `pack` is the rule set's pack in some order."""
    _check_due(state)
    if len(pack) != len(state.rules.pack) or set(pack) != state.rules.pack_cards:
        raise BadDeal(
            message(
                "That isn’t the pack for these rules, which has %(size)s different cards.",
                size=len(state.rules.pack),
            ),
            rule="1.1",
        )


def check_hands(state: State, hands: Sequence[int]) -> None:
    """Raise unless a hand is due and `hands` splits the rule set's whole pack evenly."""
    _check_due(state)
    rules = state.rules
    if rules.deal == "draw":
        raise BadDeal(message("These rules draw from a stock instead of dealing."), rule="2.5")
    if len(hands) != rules.players:
        raise BadDeal(
            message(
                "A deal has %(players)s hands, not %(hands)s.",
                players=rules.players,
                hands=len(hands),
            ),
            rule="2.4",
        )
    for seat, hand in enumerate(hands):
        if hand.bit_count() != rules.tricks:
            raise BadDeal(
                message(
                    "Seat %(seat)s has %(cards)s cards, not %(tricks)s.",
                    seat=seat,
                    cards=hand.bit_count(),
                    tricks=rules.tricks,
                ),
                rule="2.4",
            )
    union = 0
    for hand in hands:
        union |= hand
    if union != rules.pack_mask:
        raise BadDeal(message("A card is dealt twice, or isn’t in the pack."), rule="1.1")


def _check_due(state: State) -> None:
    if state.phase != "deal":
        raise WrongPhase(
            message("The game is over: there is no further hand.")
            if state.phase == "over"
            else message("The hand isn’t finished: nothing can be dealt yet.")
        )


def _allowed(rules: RuleSet) -> Sentence:
    least, most = rules.min_bid, rules.highest_bid
    if rules.nil is None:
        return message("Bid a number from %(least)s to %(most)s.", least=least, most=most)
    return message("Bid a number from %(least)s to %(most)s, or nil.", least=least, most=most)
