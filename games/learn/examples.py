"""Examples for the pages of rules. The engine computes every winner and every number."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from games.engine import Bid, RuleSet, apply, deal_hands, new_game
from games.engine.cards import NAMES, mask_of
from games.engine.scoring import score_hand
from games.tables.texts.score_lines import line_text
from spades_site.common.templatetags.cards import card_words


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: its cards in the order of play, which of them won, and why."""

    cards: list[tuple[str, bool]]
    why: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A side's scored hand: the bids and tricks in words, the engine's lines, and the totals before and after."""

    text: str
    lines: list[tuple[str, int]]
    before: int
    after: int
    bags: int | None


SUIT_TRICK: Final = ("KH", "7H", "AH", "3D", "9H")
TRUMP_TRICK: Final = ("AD", "2S", "QD", "JD", "KC")
SPARE: Final = ("3S", "4S", "5S", "6S", "7S")
OTHER_SPADES: Final = ("KS", "QS", "JS")
JOKER_TRICK: Final = ("AS", "LJ", "2S", "BJ", "KS")


def tricks(rules: RuleSet) -> list[Trick]:
    """Return a trick won by the suit led, one won by a trump and, if the rules have such, one won by a high deuce and one
    won by a joker.
    """
    shown = [
        (
            SUIT_TRICK,
            _("No spade was played, so the highest card of the suit led wins: the %(card)s."),
        ),
        (TRUMP_TRICK, _("A spade wins against any card of another suit: here the %(card)s.")),
    ]
    if rules.high_deuces:
        shown.append(
            (
                ("AS", rules.high_deuces[0], *OTHER_SPADES),
                _("A high deuce is a spade, and higher than the ace: the %(card)s wins."),
            )
        )
    if rules.jokers:
        shown.append(
            (JOKER_TRICK, _("Jokers are spades, and higher than the ace: the %(card)s wins."))
        )
    found = []
    for given, why in shown:
        cards = given[: rules.players]
        if rules.players == 2 and given is JOKER_TRICK:
            cards = ("LJ", "BJ")
        elif rules.players == 3 and given is JOKER_TRICK:
            cards = ("AS", "LJ", "BJ")
        won = winner(rules, cards)
        found.append(
            Trick(
                [(card, place == won) for place, card in enumerate(cards)],
                why % {"card": card_words(cards[won])},
            )
        )
    return found


def winner(rules: RuleSet, cards: tuple[str, ...]) -> int:
    """Return the index of the card that wins a trick: the engine plays it, with one more spade in each hand."""
    spare = SPARE[: len(cards)]
    small = replace(
        rules,
        deal="deal",
        first_dealer="random",
        min_bid=1,
        bidding="free",
        programme=(),
        bid_by="player",
        first_hand="bid",
        first_hand_loses=False,
        min_side_bid=0,
        blind_bid=None,
        max_bid=None,
        nil_partner_min=0,
        nil_pass=0,
        blind_nil_pass=0,
        forbidden_total=None,
        throw_in="never",
        throw_in_below=0,
        jokers="BJ" in cards,
        high_deuces=tuple(name for name in rules.high_deuces if name in cards),
        removed=tuple(name for name in NAMES[:52] if name not in (*cards, *spare)),
    )
    state = deal_hands(
        new_game(small, first_dealer=rules.players - 1),
        [mask_of(small.codes[name] for name in held) for held in zip(cards, spare, strict=True)],
    )
    for seat in range(rules.players):
        state = apply(state, seat, "bid 1")
    for seat, card in enumerate(cards):
        state = apply(state, seat, f"play {card}")
    assert state.last_trick is not None
    return state.last_trick[2]


def scored(rules: RuleSet) -> list[Scored]:
    """Return scored hands that show the rules' contracts made and set, bags and nils."""
    return list(_partners(rules) if rules.sides == "partners" else _alone(rules))


def _partners(rules: RuleSet) -> Iterator[Scored]:
    pair = _("You bid %(a)s and your partner %(b)s. You win %(c)s tricks and your partner %(d)s.")
    if rules.bid_by == "side":
        pair = _(
            "You open with %(a)s and your partner closes with %(b)s. You win %(c)s tricks and your partner %(d)s."
        )
    # A closer's number is the whole contract.
    contract, fewer = ((4, 7), (3, 5)) if rules.bid_by == "side" else ((4, 3), (3, 2))
    both_bid = rules.bidding != "suicide"
    if both_bid:
        yield _score(rules, pair, contract, (5, 3))
        yield _score(rules, pair, contract, (3, 3))
    if both_bid and rules.bag_limit is not None:
        bags = _("Your side has %(n)s bags already.")
        had = rules.bag_limit - 2
        yield _score(rules, bags % {"n": had} + " " + pair, fewer, (4, 4), total=337, bags=had)
    nil = _("You bid nil and your partner %(b)s. You win %(c)s tricks and your partner %(d)s.")
    if rules.nil is not None:
        yield _score(rules, nil, (0, 5), (0, 5))
        yield _score(rules, nil, (0, 5), (2, 5))
    blind = _(
        "You bid blind nil and your partner %(b)s. You win %(c)s tricks and your partner %(d)s."
    )
    if rules.blind_nil is not None:
        yield _score(rules, blind, (0, 4), (0, 6), blind=True)


def _alone(rules: RuleSet) -> Iterator[Scored]:
    one = _("You bid %(a)s and win %(c)s tricks.")
    yield _score(rules, one, (4,), (6,))
    yield _score(rules, one, (4,), (3,))
    if rules.bag_limit is not None:
        bags = _("You have %(n)s bags already.")
        yield _score(rules, bags % {"n": 8} + " " + one, (5,), (8,), total=337, bags=8)
    nil = _("You bid nil and win %(c)s tricks.")
    if rules.nil is not None:
        yield _score(rules, nil, (0,), (0,))
        yield _score(rules, nil, (0,), (1,))


def _score(
    rules: RuleSet,
    text: str,
    bid: tuple[int, ...],
    won: tuple[int, ...],
    *,
    total: int = 0,
    bags: int = 0,
    blind: bool = False,
) -> Scored:
    """Score a hand for the first side; the other seats bid 1 each, and one of them wins the other tricks."""
    seats, sides = rules.players, len(rules.side_seats)
    bids, tricks = [Bid(1)] * seats, [0] * seats
    for place, seat in enumerate(rules.side_seats[0]):
        bids[seat], tricks[seat] = Bid(bid[place], blind and not place), won[place]
    if rules.bid_by == "side":
        bids[0] = Bid(0, opening=bid[0])
    tricks[1] = rules.tricks - sum(won)
    result = score_hand(
        rules,
        hand_no=1,
        bids=bids,
        tricks=tricks,
        totals=[total] + [0] * (sides - 1),
        bags=[bags] + [0] * (sides - 1),
    ).sides[0]
    numbers = dict(zip("ab", bid, strict=False)) | dict(zip("cd", won, strict=False))
    return Scored(
        text % numbers,
        [(line_text(line.code, line.text), line.points) for line in result.lines],
        total,
        result.total,
        None if rules.bag_limit is None else result.bags_after,
    )
