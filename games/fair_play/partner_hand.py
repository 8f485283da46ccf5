"""Test whether a pair's costly cards pay off suspiciously often for a player who knows the partner's hand.

A costly card loses points on average, given what its player could know. A single one that gains points, given the
partner's real hand, proves nothing: it may be luck. So the search also deals the partner many other possible hands; the
share of those with which the card gains points is the choice's chance. For an honest player the real hand is just one of
the possible ones, so `unlikely` can compare wins and chances over many choices.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from math import sqrt
from typing import Final, NamedTuple

from games.bots.search import Position, position_of, sampled, search
from games.engine import RuleSet, State, view_for

HANDS: Final = 48
"""The number of possible hands of the partner that are tried."""
WORLDS: Final = 96
"""The number of deals of the opponents' cards in which the two cards are compared, for each of those hands."""
ALLOWANCE: Final = 2.0
"""The minimum factor for the odds of each choice: players may infer more from their partner's cards than the deals reflect."""
ENOUGH: Final = 400
"""The number of other pairs' choices from which the factor is estimated from them, if that gives more."""
SURELY: Final = 1.645
"""Standard deviations added to their wins, so that the factor is an upper bound with 95 % confidence."""
LEAST: Final = 12
"""A pair's minimum number of choices for the test."""
PER_PAIR: Final = 0.001
"""The maximum probability of a false alarm for a pair in a season."""
PER_SEASON: Final = 0.05
"""The maximum probability of any false alarm among all pairs tested together in a season."""


class Choice(NamedTuple):
    """A card that cost points, given what its player could know."""

    won: bool
    """Whether it beats the better card once the partner's hand is known."""
    chance: float
    """The probability of that by luck."""


def partner_of(rules: RuleSet, seat: int) -> int | None:
    """Return the seat of the only partner; None where a side has one seat, or more than two."""
    others = [each for each in rules.side_seats[rules.side_of[seat]] if each != seat]
    return others[0] if len(others) == 1 else None


def examined(state: State, seat: int, card: str, better: str, key: str) -> Choice:
    """Compare a costly card with the better one, for a player who knows the partner's hand. Deterministic in `key`.

    Raises ValueError unless the seat has exactly one partner.
    """
    partner = partner_of(state.rules, seat)
    if partner is None:
        raise ValueError("This seat has no partner whose hand it could know.")
    position = position_of(view_for(state, seat), state.rules)
    two = replace(
        position, legal=tuple(sorted((state.rules.codes[card], state.rules.codes[better])))
    )
    seed = int.from_bytes(sha256(f"{key} partner".encode()).digest()[:8])
    others = [world[partner] for world in sampled(position, HANDS, seed)]
    wins = sum(_wins(two, partner, hand, card, better, seed) for hand in others)
    return Choice(
        _wins(two, partner, state.hands[partner], card, better, seed), (wins + 1) / (HANDS + 2)
    )


def open_to(position: Position, partner: int, hand: int) -> Position:
    """Return the position as it is for a player who knows the partner's hand."""
    held, counts = list(position.held), list(position.counts)
    held[partner], counts[partner] = hand, 0
    return replace(position, held=tuple(held), counts=tuple(counts), hidden=position.hidden & ~hand)


def _wins(position: Position, partner: int, hand: int, card: str, better: str, seed: int) -> bool:
    mean = search(open_to(position, partner, hand), WORLDS, seed).mean
    return mean[card] > mean[better]


class Look(NamedTuple):
    """A pair's choices, improbably good for players who don't know each other's hands."""

    choices: int
    won: int
    expected: float
    probability: float


def allowance_of(others: Sequence[Choice]) -> float:
    """Return the factor for the odds of each choice, estimated from other pairs' choices."""
    if len(others) < ENOUGH:
        return ALLOWANCE
    spread = sqrt(sum(one.chance * (1 - one.chance) for one in others))
    return max(ALLOWANCE, odds_of(others, sum(one.won for one in others) + SURELY * spread))


def odds_of(choices: Sequence[Choice], won: float) -> float:
    """Return the factor for the odds of each choice with which `won` of them win on average (0.01 to 1000)."""
    low, high = 0.01, 1000.0
    while high / low > 1.001:
        middle = sqrt(low * high)
        wins = sum(_allowed(one, middle) for one in choices)
        low, high = (middle, high) if wins < won else (low, middle)
    return low


def suspicion(choices: Sequence[Choice], pairs: int, allowance: float = ALLOWANCE) -> Look | None:
    """Return the last test that found a pair's choices of a season improbably good; None if none did.

    `choices` are in order. All choices so far are tested at 12, 24, 48, …; the first test uses half of the allowed
    probability of a false alarm, the next a quarter, and so on, so the result doesn't depend on how often this is
    called. `pairs` is the number of pairs tested together.
    """
    bound = min(PER_PAIR, PER_SEASON / max(pairs, 1))
    size, found = LEAST, None
    while size <= len(choices):
        bound /= 2
        tested = choices[:size]
        probability = unlikely(tested, allowance)
        if probability < bound:
            won, expected = (
                sum(each.won for each in tested),
                sum(_allowed(each, allowance) for each in tested),
            )
            found = Look(size, won, expected, probability)
        size *= 2
    return found


def unlikely(choices: Sequence[Choice], allowance: float = ALLOWANCE) -> float:
    """Return the probability that at least as many of the choices win as did, by chance and the allowance alone."""
    ways = [1.0]
    for choice in choices:
        chance = _allowed(choice, allowance)
        ways = [
            same * (1 - chance) + one_fewer * chance
            for same, one_fewer in zip([*ways, 0.0], [0.0, *ways], strict=True)
        ]
    return min(1.0, sum(ways[sum(choice.won for choice in choices) :]))


def _allowed(choice: Choice, allowance: float) -> float:
    """Return a choice's chance with the allowance."""
    odds = allowance * choice.chance / (1 - choice.chance)
    return odds / (1 + odds)
