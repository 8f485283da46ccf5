"""Goals to reach and truths to find in a lesson, as functions of a state."""

from games.engine import Bid, State, preset
from games.engine.cards import SUIT_OF, SUITS
from games.engine.scoring import score_hand
from games.learn.course.question import Goal, Truth

OURS = 0
"""The learner's side."""


def wins_trick(*seats: int) -> Goal:
    """Return the goal that one of the seats wins the trick that has just ended."""
    return lambda state: state.last_trick is not None and state.last_trick[2] in seats


def winner(state: State) -> str:
    """Return the seat that won the last trick."""
    assert state.last_trick is not None
    return str(state.last_trick[2])


def makes_contract(state: State) -> bool:
    """Return whether the learner's side has made its contract in the hand that is over."""
    lines = state.hand_results[-1].sides[OURS].lines if state.hand_results else ()
    return any(line.code == "contract" for line in lines)


def keeps_nil(state: State) -> bool:
    """Return whether the learner's side hasn't failed a nil so far."""
    seats = state.rules.side_seats[OURS]
    return all(
        bid is None or not bid.nil or not state.won[seat] for seat, bid in _bids(state, seats)
    )


def breaks_nil(seat: int) -> Goal:
    """Return the goal that the seat has taken a trick."""
    return lambda state: state.won[seat] > 0


def takes_no_bag(state: State) -> bool:
    """Return whether the learner's side took no bag in the hand that is over."""
    return bool(state.hand_results) and state.hand_results[-1].sides[OURS].bags == 0


def takes_the_rest(state: State) -> bool:
    """Return whether the learner's side won every trick of the hand that is over."""
    return state.hand_results[-1].tricks[1] + state.hand_results[-1].tricks[3] == 0


def behind(state: State) -> str:
    """Return how many points the learner's side is behind."""
    return str(max(state.totals) - state.totals[OURS])


def points(state: State) -> str:
    """Return what the learner's side scored in the hand that is over."""
    return str(state.hand_results[-1].sides[OURS].points)


def scored(bids: tuple[str, ...], tricks: tuple[int, ...], **house: object) -> Truth:
    """Return what the learner's side scores for these bids and tricks, by seat, under `cardgames_io` with house rules."""
    result = score_hand(
        preset("cardgames_io", **house),
        hand_no=1,
        bids=[_bid(text) for text in bids],
        tricks=tricks,
        totals=(0, 0),
        bags=(0, 0),
    )
    return lambda _state: str(result.sides[OURS].points)


def contract(state: State) -> str:
    """Return the sum of the learner's side's bids."""
    seats = state.rules.side_seats[OURS]
    return str(sum(bid.value for _seat, bid in _bids(state, seats) if bid is not None))


def held(seat: int, rank: str) -> Truth:
    """Return how many cards of a rank the seat holds."""
    return lambda state: str(
        sum(card < 52 and card % 13 == _rank(rank) for card in state.hand_cards(seat))
    )


def left_out(seat: int, suit: str) -> Truth:
    """Return how many cards of a suit the others still hold."""
    number = SUITS.index(suit)
    return lambda state: str(
        sum(
            SUIT_OF[card] == number
            for other in range(state.rules.players)
            if other != seat
            for card in state.hand_cards(other)
        )
    )


def _bid(text: str) -> Bid:
    *blind, value = text.split()
    return Bid(0 if value == "nil" else int(value), bool(blind))


def _rank(rank: str) -> int:
    return "23456789TJQKA".index(rank)


def _bids(state: State, seats: tuple[int, ...]) -> list[tuple[int, Bid | None]]:
    return [(seat, state.bids[seat]) for seat in seats]
