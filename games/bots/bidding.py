"""Bidding by counted tricks."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.bots.cards import ACE, KING, QUEEN, SPADES, SUITS, Card, of_suit
from games.bots.view import BotView
from games.engine.rules import RuleSet

JACK: Final = 11
LUCK: Final = {2: 1.5, 3: 2.3, 4: 1.0, 5: 0.3}
"""Tricks that an empty hand would win, by number of players."""
YIELDS: Final = (0.8, 0.76, 0.72, 0.7, 0.65, 0.62, 0.6)
"""What counted tricks are worth, by the number of cards above the ace of spades. Without cards above it and with two it was fitted to
hands played; with others it is chosen such that four hands' worth adds up to as much as with two.
"""
NIL_MOST_RISK: Final = 0.3
"""With a partner to cover it, a nil that is broken more often costs more than it wins (docs/levels.md)."""
NIL_MOST_RISK_HEADS_UP: Final = 0.15
"""Nobody else takes the tricks: of two players' nils, only those of the very lowest cards are kept (docs/levels.md)."""
DESPERATE: Final = 60
"""How many points short of the target the leaders must be before a bot thinks of bidding blind."""
SPREAD: Final = 42.0
"""How far a hand's scores scatter: the larger, the more a deficit can still be made good without a blind bid."""
DARING: Final = 0.2
"""How much more likely a nil may be broken that alone can catch up."""
FEWER_BAGS: Final = 0.5
"""How much more of a trick a player counts whose side's next bag brings the penalty."""
BLIND_NIL_KEPT: Final = 0.15
GOES_ON: Final = 0.1
"""The chance that the game goes on after this hand, and can still be turned."""


def bid(seen: BotView) -> str:
    """Return one of the legal bids (or "look") for a seat that must bid."""
    legal = seen.view["legal"]
    blind = [text for text in legal if text.startswith("blind")]
    if "look" in legal:
        return _blind(seen, blind) or "look"
    if not seen.hand:
        return str(legal[0])
    if "throw in" in legal:
        if _is_thrown_in(seen):
            return "throw in"
        legal = [text for text in legal if text != "throw in"]
    if "nil" in legal and _nil_is_safe(seen):
        return "nil"
    if seen.rules.sign < 0:
        # The lowest total wins: the highest bid fails for certain, and costs most.
        return _nearest(legal, seen.tricks)
    beside_nil = [text for text in legal if text.startswith("nil ")]
    if beside_nil and _nil_is_safe(seen):
        return _nearest(beside_nil, opening_of(seen))
    numbers = [text for text in legal if text.startswith("bid ")]
    if not numbers:
        return str(legal[0])
    return _nearest(numbers, _number(seen))


class Reckoning(NamedTuple):
    """What a hand is worth in tricks: its spades, high cards in the other suits, and suits short enough to trump; `total`
    adds what low cards win, as fitted to hands played.
    """

    spades: float
    high: float
    ruffs: float
    total: float


def reckon(hand: Sequence[Card], players: int = 4, *, above: int = 0) -> Reckoning:
    """Return how many tricks a hand wins on average, from honours by suit length, trumps and short suits.

    `above` is the number of cards that rank above the ace of spades, whoever holds them.
    """
    trumps = of_suit(hand, SPADES)
    spades = in_spades(trumps, ACE + above)
    spare = sum(each.rank < QUEEN for each in trumps[-3:])
    high = ruffs = 0.0
    for suit in SUITS[:3]:
        held = of_suit(hand, suit)
        high += in_side_suit(held, len(hand), players)
        ruffs += min({0: 1.0, 1: 0.6, 2: 0.2}.get(len(held), 0.0), 0.5 * spare)
    # Fitted to a few thousand hands played by bots: low cards win too, and not every honour does.
    fitted = LUCK[players] + YIELDS[above] * (spades + high + ruffs)
    # The fit has no data on extremely strong hands, so their certain tricks are a lower bound.
    return Reckoning(spades, high, ruffs, max(fitted, _certain(hand, above) - 0.5))


def expected_tricks(hand: Sequence[Card], players: int = 4, *, above: int = 0) -> float:
    """Return how many tricks a hand wins on average."""
    return reckon(hand, players, above=above).total


def _certain(hand: Sequence[Card], above: int) -> int:
    """Return the tricks that a hand's highest cards win barring a freak distribution."""
    spades = of_suit(hand, SPADES)
    top = _run(spades, ACE + above)
    # With six or more spades, three rounds of trumps leave the others none.
    total = len(spades) if top >= 3 and len(spades) >= 6 else top
    for suit in SUITS[:3]:
        total += min(2, _run(of_suit(hand, suit), ACE))
    return total


def _run(held: Sequence[Card], top: int) -> int:
    """Return how many of the highest cards of a suit are held without a gap."""
    ranks = {each.rank for each in held}
    return next(count for count in range(top + 1) if top - count not in ranks)


def in_spades(held: Sequence[Card], top: int) -> float:
    """Return the expected spade tricks: the top three count as honours, the others win once nobody else has any."""
    ranks = [each.rank for each in reversed(held)]
    total = 0.8 * (len(ranks) > 3) + 0.95 * max(0, len(ranks) - 4)
    out_above = 0
    for rank in range(top, JACK - 1, -1):
        if rank not in ranks[:3]:
            out_above += rank not in ranks
            continue
        guards = sum(each < rank for each in ranks)
        total += 1.0 if out_above == 0 else 0.85 if guards > out_above else 0.45
    return total


def in_side_suit(held: Sequence[Card], size: int, players: int) -> float:
    ranks = {each.rank for each in held}
    length = len(held)
    # The longer the suit, the sooner somebody ruffs. The base is 13 cards with four players; smaller hands mean
    # more voids.
    crowd = length * 13 / size * (players / 4)
    total = 0.0
    if ACE in ranks:
        total += 0.95 if crowd <= 4 else 0.8 if crowd <= 6 else 0.55
    if KING in ranks and length > 1:
        sure = 0.8 if ACE in ranks else 0.6
        total += sure if crowd <= 4 else sure - 0.25 if crowd <= 6 else 0.2
    elif KING in ranks:
        total += 0.2
    if QUEEN in ranks and length > 2:
        total += (0.45 if ranks & {ACE, KING} else 0.25) if crowd <= 5 else 0.1
    return total


def nil_risk(hand: Sequence[Card]) -> float:
    """Return how likely a hand is to be forced to win a trick, from 0 to 1, with its partner covering."""
    safe = 1.0
    for suit in SUITS:
        safe *= 1 - _suit_risk(of_suit(hand, suit), suit == SPADES)
    return 1 - safe


def _suit_risk(held: Sequence[Card], trumps: bool) -> float:
    if trumps:
        if any(each.rank >= KING for each in held) or len(held) > 4:
            return 1.0
        return min(1.0, sum(_spade_danger(each.rank, place) for place, each in enumerate(held)))
    # The lowest card matters most: with two low ones, a high third is rarely needed.
    risk = 0.0
    for place, each in enumerate(held[:4]):
        comfortable = 4 + 2.6 * place
        risk += max(0.0, each.rank - comfortable) * (0.045, 0.03, 0.02, 0.01)[place]
    return min(1.0, risk)


def _spade_danger(rank: int, place: int) -> float:
    return max(0.0, rank - 5 - place) * 0.06 + 0.04


def nil_limit(rules: RuleSet) -> float:
    """Return how likely a nil may be broken that is bid all the same, by a hand with few tricks."""
    if rules.players == 2:
        return NIL_MOST_RISK_HEADS_UP
    return NIL_MOST_RISK if rules.sides == "partners" else 0.6 * NIL_MOST_RISK


def _nil_is_safe(seen: BotView) -> bool:
    limit = nil_limit(seen.rules)
    if seen.players == 2:
        return nil_risk(seen.hand) < limit
    if any(seen.has_nil(seat) for seat in seen.partners):
        limit *= 0.4
    if _is_far_behind(seen):
        limit += DARING
    # A player who would win many tricks anyway gives up more by bidding nil.
    limit -= 0.15 * max(0.0, expected_of(seen) - 1.9)
    return nil_risk(seen.hand) < limit


def _is_far_behind(seen: BotView) -> bool:
    """Return whether the leaders may go out in this hand, and an ordinary one doesn't catch them."""
    rules, totals = seen.rules, seen.view["totals"]
    if rules.target is None or rules.sign < 0:
        return False
    best = max(total for side, total in enumerate(totals) if side != seen.my_side)
    return best >= rules.target - DESPERATE and best - totals[seen.my_side] > 2 * SPREAD


def _is_thrown_in(seen: BotView) -> bool:
    """Return whether a hand that may be thrown in is: it is worth less than its share of the tricks, and no nil."""
    if any(text.startswith("nil") for text in seen.view["legal"]) and _nil_is_safe(seen):
        return False
    return seen.rules.sign > 0 and expected_of(seen) < seen.tricks / seen.players


def expected_of(seen: BotView) -> float:
    """Return how many tricks the seat's hand wins on average."""
    return expected_tricks(seen.hand, seen.players, above=seen.rules.above_ace)


def opening_of(seen: BotView) -> int:
    """Return the number with which the partner opened the side's bid; 0 without one."""
    bids = [seen.view["bids"][seat] for seat in seen.partners]
    return sum(bid["opening"] or 0 for bid in bids if bid)


def _number(seen: BotView) -> int:
    value = expected_of(seen) + opening_of(seen)
    if seen.next_bag_costs:
        value += FEWER_BAGS
    others = [bid for bid in seen.view["bids"] if bid]
    bid_by_others = sum(bid["value"] or 0 for bid in others)
    if len(others) == seen.players - 1:
        # The last bidder knows what is left: the bids rarely add up to more than the tricks.
        left = seen.tricks - bid_by_others
        value = min(value, left) if value - left > 1.5 else value - 0.25 * (value > left)
    return max(0, int(value))


def _blind(seen: BotView, blind: Sequence[str]) -> str | None:
    """Return a blind bid if the side is likelier to win the game with it, though that is unlikely too.

    One blind nil a side is enough: a partner who must lose every trick as well can't protect it.
    """
    totals, target = seen.view["totals"], seen.rules.target
    best = max(total for side, total in enumerate(totals) if side != seen.my_side)
    if not target or best < target - DESPERATE:
        return None
    gap = best - totals[seen.my_side]
    looking = _catches_up(gap) + GOES_ON * _catches_up(gap / 2)
    bids = seen.view["bids"]
    nil = any((bid := bids[seat]) and bid["nil"] and bid["blind"] for seat in seen.partners)
    if "blind nil" in blind and not nil:
        # A kept one is worth 200 points or so, less what the hand would have won openly.
        return "blind nil" if BLIND_NIL_KEPT * _catches_up(gap - 140) > looking else None
    numbers = [text for text in blind if text != "blind nil"]
    return _nearest(numbers, seen.tricks // 4) if numbers and gap > 150 else None


def _catches_up(gap: float) -> float:
    """Return the chance that a side scores so many points more in one hand than the leaders."""
    return 1 / (1 + math.exp(gap / SPREAD))


def _nearest(texts: Sequence[str], wanted: int) -> str:
    """Return the text whose number is nearest to `wanted`, preferring the lower of two."""

    def distance(text: str) -> tuple[int, int]:
        last = text.split()[-1]
        number = int(last) if last.isdigit() else 0
        return abs(number - wanted), number

    return str(min(texts, key=distance))
