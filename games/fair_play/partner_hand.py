"""Whether a card that cost points by what its player could know gained points for somebody who sees the partner's hand.

Of one choice that says nothing: some cards that lose on average win with the cards as they lay. So the same question is asked of many hands
that the partner could have had as well (the search's own deals). How often it is answered "yes" there is the choice's chance.
For a player who doesn't know the partner's hand the true one is one of these; `unlikely` adds up the choices of many hands.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from math import sqrt
from typing import Final, NamedTuple

from games.bots.search import Position, position_of, sampled, search
from games.engine import RuleSet, State, view_for
from games.engine.cards import parse_card

HANDS: Final = 48
"""How many hands that the partner could have had are asked."""
WORLDS: Final = 96
"""In how many deals of the opponents' cards the two cards are compared, with each hand."""
ALLOWANCE: Final = 2.0
"""The odds of each choice are multiplied by this at least: partners may learn something from each other's cards that the deals don't know."""
ENOUGH: Final = 400
"""From so many choices of other pairs on, the odds are multiplied by what those call for, if it is more."""
SURELY: Final = 1.645
"""How many standard deviations are added to what they won: so they call for less with a probability of 95 %."""
LEAST: Final = 12
"""The least number of choices of a pair about which anything is said."""
PER_PAIR: Final = 0.001
"""How likely a pair is suspected by accident, at most, in a season."""
PER_SEASON: Final = 0.05
"""How likely any of the pairs that are looked at together is suspected by accident, at most, in a season."""


class Choice(NamedTuple):
    """A card that cost points by what its player could know."""

    won: bool
    """Whether it was better than the card that the player should have played, for somebody who saw the partner's hand."""
    chance: float
    """How often that would be so by accident."""


def partner_of(rules: RuleSet, seat: int) -> int | None:
    """Return the seat of the only partner; None where a side has one seat, or more than two."""
    others = [each for each in rules.side_seats[rules.side_of[seat]] if each != seat]
    return others[0] if len(others) == 1 else None


def examined(state: State, seat: int, card: str, better: str, key: str) -> Choice:
    """Return what a costly card and the better one are worth to somebody who sees the partner's hand. The same key gives the same.

    Raises ValueError for a seat without one partner.
    """
    partner = partner_of(state.rules, seat)
    if partner is None:
        raise ValueError("This seat has no partner whose hand it could know.")
    position = position_of(view_for(state, seat), state.rules)
    two = replace(position, legal=tuple(sorted((parse_card(card), parse_card(better)))))
    seed = int.from_bytes(sha256(f"{key} partner".encode()).digest()[:8])
    others = [world[partner] for world in sampled(position, HANDS, seed)]
    wins = sum(_wins(two, partner, hand, card, better, seed) for hand in others)
    return Choice(
        _wins(two, partner, state.hands[partner], card, better, seed), (wins + 1) / (HANDS + 2)
    )


def open_to(position: Position, partner: int, hand: int) -> Position:
    """Return the position as its player would know it who saw the partner's hand."""
    held, counts = list(position.held), list(position.counts)
    held[partner], counts[partner] = hand, 0
    return replace(position, held=tuple(held), counts=tuple(counts), hidden=position.hidden & ~hand)


def _wins(position: Position, partner: int, hand: int, card: str, better: str, seed: int) -> bool:
    mean = search(open_to(position, partner, hand), WORLDS, seed).mean
    return mean[card] > mean[better]


class Look(NamedTuple):
    """A pair's choices that are improbably good for players who don't know each other's hands."""

    choices: int
    won: int
    expected: float
    probability: float


def allowance_of(others: Sequence[Choice]) -> float:
    """Return by what the odds of each choice are multiplied, given the choices of other pairs."""
    if len(others) < ENOUGH:
        return ALLOWANCE
    spread = sqrt(sum(one.chance * (1 - one.chance) for one in others))
    return max(ALLOWANCE, odds_of(others, sum(one.won for one in others) + SURELY * spread))


def odds_of(choices: Sequence[Choice], won: float) -> float:
    """Return by what the odds of each choice must be multiplied so that so many win on average (0.01 to 1000)."""
    low, high = 0.01, 1000.0
    while high / low > 1.001:
        middle = sqrt(low * high)
        wins = sum(_allowed(one, middle) for one in choices)
        low, high = (middle, high) if wins < won else (low, middle)
    return low


def suspicion(choices: Sequence[Choice], pairs: int, allowance: float = ALLOWANCE) -> Look | None:
    """Return what is improbable about a pair's choices of a season, in their order; None if nothing is.

    A pair is looked at when it has 12, 24, 48, … choices, each time at all of them so far; the first look may use half of the probability
    of a false alarm, the next a quarter, and so on. So it doesn't matter how often this is asked. `pairs` is how many are looked at together.
    """
    bound = min(PER_PAIR, PER_SEASON / max(pairs, 1))
    size, found = LEAST, None
    while size <= len(choices):
        bound /= 2
        seen = choices[:size]
        probability = unlikely(seen, allowance)
        if probability < bound:
            won, expected = (
                sum(each.won for each in seen),
                sum(_allowed(each, allowance) for each in seen),
            )
            found = Look(size, won, expected, probability)
        size *= 2
    return found


def unlikely(choices: Sequence[Choice], allowance: float = ALLOWANCE) -> float:
    """Return the probability that at least as many of the choices win as did, if only chance and the allowance decide."""
    ways = [1.0]
    for choice in choices:
        chance = _allowed(choice, allowance)
        ways = [
            stays * (1 - chance) + comes * chance
            for stays, comes in zip([*ways, 0.0], [0.0, *ways], strict=True)
        ]
    return min(1.0, sum(ways[sum(choice.won for choice in choices) :]))


def _allowed(choice: Choice, allowance: float) -> float:
    """Return a choice's chance with the allowance."""
    odds = allowance * choice.chance / (1 - choice.chance)
    return odds / (1 + odds)
