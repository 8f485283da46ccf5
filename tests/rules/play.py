"""Short scripted games: packs of a few cards, so that a test shows every card that matters."""

from typing import Any

import pytest

from games.engine import (
    Bid,
    EngineError,
    HandResult,
    Start,
    State,
    apply,
    deal,
    deal_hands,
    legal_actions,
    new_game,
    pack_for,
    preset,
)
from games.engine.cards import NAMES, mask_of
from games.engine.scoring import Revoke, score_hand


def table(*hands: str, key: str = "cardgames_io", dealer: int | None = None, **house: Any) -> State:
    """Return a hand just dealt: these cards and no others are the pack. Seat 0 bids and leads first.

    `totals`, `bags` and `sets` among the house rules begin the game in its middle.
    """
    used = {name for hand in hands for name in hand.split()}
    rules = preset(
        key,
        **{
            "jokers": "BJ" in used,
            "removed": tuple(name for name in NAMES[:52] if name not in used),
            **{
                name: value
                for name, value in house.items()
                if name not in ("totals", "bags", "sets")
            },
        },
    )
    sides = len(rules.side_seats)
    nothing = (0,) * sides
    start = Start(house.get("totals", nothing), house.get("bags", nothing), house.get("sets"))
    state = new_game(rules, first_dealer=len(hands) - 1 if dealer is None else dealer, start=start)
    return again(state, *hands)


def again(state: State, *hands: str) -> State:
    """Deal the next hand with these cards."""
    codes = state.rules.codes
    return deal_hands(state, [mask_of(codes[name] for name in hand.split()) for hand in hands])


def drawing(key: str, stock: str = "", dealer: int = 1, **house: Any) -> State:
    """Return a draw for two from a stock that begins with these cards."""
    rules = preset(key, **house)
    first = [rules.codes[name] for name in stock.split()]
    rest = [card for card in pack_for(rules) if card not in first]
    return deal(new_game(rules, first_dealer=dealer), first + rest)


def do(state: State, *actions: str) -> State:
    """Take these actions, each with its seat first."""
    for action in actions:
        seat, _, text = action.partition(" ")
        state = apply(state, int(seat), text)
    return state


def plays(state: State, cards: str) -> State:
    """Play these cards, each by the seat at turn."""
    for name in cards.split():
        state = apply(state, state.turn, f"play {name}")
    return state


def bids(state: State, *texts: str) -> State:
    """Bid these, each by the seat at turn: "3", "nil", "blind 3", "blind nil"."""
    for text in texts:
        state = apply(state, state.turn, f"bid {text}" if text.isdigit() else text)
    return state


def open_to(state: State, seat: int | None = None) -> set[str]:
    """Return what the seat (without one, the seat at turn) may do."""
    return set(legal_actions(state, state.turn if seat is None else seat))


def leads(state: State) -> set[str]:
    """Return the cards that the seat at turn may play."""
    return {action.removeprefix("play ") for action in open_to(state)}


def hand_of(state: State, seat: int) -> set[str]:
    """Return a seat's cards."""
    return {state.rules.names[card] for card in state.hand_cards(seat)}


def refusal(state: State, action: str) -> tuple[str, str]:
    """Return the code and the rule with which an action is refused."""
    with pytest.raises(EngineError) as refused:
        do(state, action)
    assert str(refused.value).endswith(".")
    return refused.value.code, refused.value.rule


def made(texts: str) -> list[Bid]:
    """Return bids from a text like "3 nil b5 bnil"."""
    return [
        Bid(0 if text.lstrip("b") == "nil" else int(text.lstrip("b")), text.startswith("b"))
        for text in texts.split()
    ]


def scored(
    bids_text: str,
    tricks: str,
    *,
    key: str = "cardgames_io",
    totals: tuple[int, ...] | None = None,
    bags: tuple[int, ...] | None = None,
    revoked_by: tuple[int, ...] = (),
    **house: Any,
) -> HandResult:
    """Return the score of a hand with these bids and tricks by seat."""
    rules = preset(key, **house)
    noughts = (0,) * len(rules.side_seats)
    return score_hand(
        rules,
        hand_no=1,
        bids=made(bids_text),
        tricks=[int(won) for won in tricks.split()],
        totals=totals or noughts,
        bags=bags or noughts,
        revokes=[Revoke(seat, 1, "2C", "AD") for seat in revoked_by],
    )


def points(*words: Any, **house: Any) -> list[int]:
    """Return the sides' points in the hand; arguments as `scored`."""
    return [side.points for side in scored(*words, **house).sides]


def lines(result: HandResult, side: int = 0) -> list[tuple[str, int]]:
    """Return a side's lines, text and points."""
    return [(line.text, line.points) for line in result.sides[side].lines]
