"""Game records: replaying and verifying them, listing the legal actions, and writing them (docs/rules.md 7).

A record holds everything needed to replay a game with the engine alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.actions import BID, BLIND, LOOK, THROW_IN, action_text
from games.engine.errors import EngineError
from games.engine.game import Start, new_game
from games.engine.record_shape import (
    FORMAT,
    Hand,
    Opening,
    RecordError,
    read_action,
    read_hand,
    read_opening,
)
from games.engine.scoring import HandResult, ResultView
from games.engine.state import BIDDING, DEAL, NOBODY, OVER, State

Watcher = Callable[[State], None]
"""Called with the state before each action of a record."""


def verify_record(record: object) -> ResultView:
    """Return the result that the rules give for a record: `winners` (no seats while the game isn't over) and
    `totals`.

    Checks every deal, action and result. Raises RecordError with the place of the first mistake.
    """
    state = _replayed(record, check_results=True)
    if state.result is not None:
        return state.result.to_dict()
    return {"winners": [], "totals": state.totals[:]}


def legal_in_record(record: object) -> list[list[list[str]]]:
    """Return the actions that were open before each action of each hand, seats first. Raises RecordError.

    Where the seat hasn't looked at its hand, the bids that would be open after looking are included.
    """
    hands: list[list[list[str]]] = []

    def note(state: State) -> None:
        while len(hands) < state.hand_no:
            hands.append([])
        hands[-1].append(_open_to_seats(state))

    state = _replayed(record, check_results=False, watcher=note)
    while len(hands) < state.hand_no:
        hands.append([])
    return hands


def replay(record: object) -> State:
    """Return the state at the end of a record, with everything in it checked. Raises RecordError."""
    return _replayed(record, check_results=True)


def hand_result(result: HandResult) -> dict[str, list[int]]:
    """Return a scored hand as records write it: `bags` are the carried ones."""
    return {
        "tricks": list(result.tricks),
        "points": [side.points for side in result.sides],
        "bags": [side.bags_after for side in result.sides],
        "totals": [side.total for side in result.sides],
    }


def record_of(
    state: State,
    hands: Iterable[tuple[Sequence[str] | str, Sequence[str]]],
    *,
    players: Sequence[str] | None = None,
    start: Start | None = None,
) -> dict[str, Any]:
    """Return the record of a game: for each hand its deal (one text per seat) or stock (one text), and its actions.

    The rules, dealer, start and results come from the state, which must be the one that the cards and actions lead
    to.
    """
    record: dict[str, Any] = {"format": FORMAT, "rules": state.rules.to_record()}
    if players is not None:
        record["players"] = list(players)
    record["first_dealer"] = state.first_dealer
    if state.draw_for_deal is not None:
        record["draw_for_deal"] = [state.rules.names[card] for card in state.draw_for_deal]
    if start is not None:
        record["start"] = start.to_dict()
    record["hands"] = []
    for number, (cards, actions) in enumerate(hands):
        hand: dict[str, Any] = {"stock": cards} if isinstance(cards, str) else {"deal": list(cards)}
        hand["actions"] = list(actions)
        if number < len(state.hand_results):
            hand["result"] = hand_result(state.hand_results[number])
        record["hands"].append(hand)
    if state.result is not None:
        record["result"] = state.result.to_dict()
    return record


def _replayed(record: object, *, check_results: bool, watcher: Watcher | None = None) -> State:
    opening = read_opening(record)
    state = _opened(opening)
    bags = _Bags(opening)
    for number, given in enumerate(opening.hands, 1):
        if state.phase != DEAL:
            sentence = (
                "The game was over before this hand."
                if state.phase == OVER
                else "The hand before isn't finished: only the last may break off."
            )
            raise RecordError(sentence, hand=number)
        hand = read_hand(given, number, opening.rules)
        _deal(state, hand, number)
        for index, text in enumerate(hand.actions, 1):
            _act(state, text, number, index, watcher)
        if check_results and hand.result is not None:
            _check_hand(state, hand, number, bags)
        elif state.phase in (DEAL, OVER):
            bags.carry(state)
    if check_results:
        _check_game(state, opening)
    return state


def _opened(opening: Opening) -> State:
    rules, start = opening.rules, opening.start
    if start is not None and rules.bag_limit is None and min(start.bags) >= 0:
        # Bags don't count: whatever number a record carries, the engine's is zero.
        start = replace(start, bags=(0,) * len(start.bags))
    try:
        return new_game(
            rules,
            first_dealer=opening.first_dealer,
            draw_for_deal=opening.draw_for_deal,
            start=start,
        )
    except EngineError as mistake:
        raise RecordError(str(mistake), rule=mistake.rule) from mistake


def _deal(state: State, hand: Hand, number: int) -> None:
    try:
        if hand.stock is not None:
            state.deal(hand.stock)
        else:
            state.set_hands(hand.dealt or ())
    except EngineError as mistake:
        raise RecordError(str(mistake), hand=number, rule=mistake.rule) from mistake


def _act(state: State, text: Any, number: int, index: int, watcher: Watcher | None) -> None:
    if state.phase in (DEAL, OVER):
        raise RecordError(
            "The hand was over before this action. Remove it.", hand=number, action=index
        )
    try:
        seat, code = read_action(text, state.rules)
        if watcher is not None:
            watcher(state)
        if _may_look(state) and seat == state.turn and (BID <= code < BLIND or code == THROW_IN):
            # A bid that isn't blind implies the look, and so does throwing the hand in.
            state.act(LOOK, seat)
        state.act(code, seat)
    except EngineError as mistake:
        raise RecordError(str(mistake), hand=number, action=index, rule=mistake.rule) from mistake


def _may_look(state: State) -> bool:
    return state.phase == BIDDING and state.turn != NOBODY and not state.looked[state.turn]


def _open_to_seats(state: State) -> list[str]:
    texts = []
    for seat in state.to_act:
        codes = state.legal_codes(seat)
        if _may_look(state):
            after = state.copy()
            after.act(LOOK, seat)
            codes = (*after.legal_codes(seat), *(code for code in codes if code >= BLIND))
        texts += [f"{seat} {action_text(code, state.rules.names)}" for code in codes]
    return texts


class _Bags:
    """Which carried bags a record may state where the rules don't count them: zeros, or the running count.

    A record must use one of the two throughout.
    """

    def __init__(self, opening: Opening) -> None:
        self.counted = opening.rules.bag_limit is not None
        sides = len(opening.rules.side_seats)
        self.running = list(opening.start.bags) if opening.start else [0] * sides
        self.noughts_only = self.running_only = False

    def carry(self, state: State) -> None:
        """Count the bags of the hand just scored."""
        for side, result in enumerate(state.hand_results[-1].sides):
            self.running[side] += result.bags

    def fit(self, recorded: list[int], carried: list[int]) -> bool:
        """Return whether a record may state these bags, `carried` being the engine's own."""
        if self.counted:
            return recorded == carried
        noughts, running = not any(recorded), recorded == self.running
        self.noughts_only |= noughts and not running
        self.running_only |= running and not noughts
        return (noughts or running) and not (self.noughts_only and self.running_only)


def _check_hand(state: State, hand: Hand, number: int, bags: _Bags) -> None:
    if state.phase not in (DEAL, OVER):
        raise RecordError(
            "The hand isn't finished and yet has a result.",
            hand=number,
            action=len(hand.actions) + 1,
        )
    bags.carry(state)
    right = hand_result(state.hand_results[-1])
    for key, recorded in (hand.result or {}).items():
        if key == "bags":
            agrees = bags.fit(recorded, right["bags"])
        else:
            agrees = recorded == right[key]
        if not agrees:
            raise RecordError(
                f"{key} of the hand: the record says {recorded}, by the rules it is {right[key]}.",
                hand=number,
            )


def _check_game(state: State, opening: Opening) -> None:
    recorded: Mapping[str, list[int]] | None = opening.result
    if recorded is None:
        return
    if state.result is None:
        raise RecordError("The game isn't over and yet has a result.")
    right: Mapping[str, object] = {**state.result.to_dict()}
    for key, value in recorded.items():
        agrees = (sorted(value) if key == "winners" else value) == right[key]
        if not agrees:
            raise RecordError(
                f"{key} of the game: the record says {value}, by the rules it is {right[key]}."
            )
