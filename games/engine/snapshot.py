"""Saving a complete state as JSON and restoring it. It contains hidden cards: for the database only."""

from typing import Any, Final

from games.engine.rules import RuleSet
from games.engine.scoring import (
    Bid,
    GameResult,
    HandResult,
    Revoke,
    ScoreLine,
    Sets,
    SideResult,
)
from games.engine.state import PLAY, State

_PLAIN = (
    "phase",
    "hand_no",
    "dealer",
    "first_dealer",
    "turn",
    "leader",
    "broken",
    "tricks_left",
)
_LISTS = (
    "totals",
    "bags",
    "hands",
    "looked",
    "won",
    "trick",
    "discards",
    "passes",
    "received",
)


WHOLE_ROW: Final = 4
"""How long a stored hand is that wasn't thrown in."""


def snapshot(state: State) -> dict[str, Any]:
    """Return the whole state as JSON."""
    return {**position(state), "rules": state.rules.to_dict()}


def position(state: State) -> dict[str, Any]:
    """Return the state as JSON without its rules, for callers who keep them elsewhere."""
    data: dict[str, Any] = {name: getattr(state, name) for name in _PLAIN}
    for name in _LISTS:
        data[name] = getattr(state, name)[:]
    data["legal"] = list(state.legal)
    data["dealt"] = list(state.dealt)
    data["stock"] = list(state.stock)
    data["draw_for_deal"] = None if state.draw_for_deal is None else list(state.draw_for_deal)
    data["bids"] = [None if bid is None else _bid(bid) for bid in state.bids]
    data["tricks"] = [[leader, list(cards), winner] for leader, cards, winner in state.tricks]
    data["revokes"] = [_revoke(revoke) for revoke in state.revokes]
    data["hand_results"] = [_hand(result) for result in state.hand_results]
    data["result"] = None if state.result is None else state.result.to_json()
    if state.played_before:
        data["played_before"] = state.played_before
    if any(state.sets.all):
        data["sets"] = [list(state.sets.all), list(state.sets.running)]
    return data


def played_hands(data: dict[str, Any]) -> list[int]:
    """Return the numbers of the hands of a stored position that were played to their end, without those thrown in."""
    rows = data.get("hand_results", ())
    return [row[0] for row in rows if len(row) == WHOLE_ROW]


def restore(data: dict[str, Any]) -> State:
    """Return the state that `snapshot` wrote."""
    state = State()
    state.rules = RuleSet.from_dict(data["rules"])
    for name in _PLAIN:
        setattr(state, name, data[name])
    for name in _LISTS:
        setattr(state, name, data[name][:])
    state.legal = tuple(data["legal"])
    state.dealt = tuple(data["dealt"])
    state.stock = tuple(data["stock"])
    drawn = data["draw_for_deal"]
    state.draw_for_deal = None if drawn is None else tuple(drawn)
    state.played_before = data.get("played_before", 0)
    state.bids = [None if bid is None else Bid(*bid) for bid in data["bids"]]
    state.tricks = [(leader, tuple(cards), winner) for leader, cards, winner in data["tricks"]]
    state.revokes = tuple(Revoke(*revoke) for revoke in data["revokes"])
    state.hand_results = tuple(_hand_result(hand) for hand in data["hand_results"])
    result = data["result"]
    state.result = None if result is None else _game_result(result)
    sets = data.get("sets") if state.rules.counts_sets else None
    state.sets = Sets(*map(tuple, sets)) if sets else Sets.none(len(state.totals))
    is_first = state.phase == PLAY and not state.tricks
    state.watch_trick(first=is_first)
    return state


def _bid(bid: Bid) -> list[Any]:
    return [bid.value, bid.blind, *([] if bid.opening is None else [bid.opening])]


def _game_result(data: dict[str, Any]) -> GameResult:
    return GameResult(
        tuple(data["winners"]),
        tuple(data["totals"]),
        # A game that ended before they were kept has neither.
        tuple(data.get("places", ())),
        data.get("ended", ""),
    )


def _revoke(revoke: Revoke) -> list[Any]:
    return [revoke.seat, revoke.trick, revoke.card, revoke.led]


def _hand(hand: HandResult) -> list[Any]:
    sides = [
        [s.points, s.bags, s.total, s.bags_after, [[x.code, x.text, x.points] for x in s.lines]]
        for s in hand.sides
    ]
    row: list[Any] = [hand.hand_no, list(hand.tricks), sides, [_revoke(r) for r in hand.revokes]]
    return [*row, list(hand.shown)] if hand.shown else row


def _hand_result(data: list[Any]) -> HandResult:
    hand_no, tricks, sides, revokes, *shown = data
    results = tuple(
        SideResult(points, bags, total, after, tuple(ScoreLine(*line) for line in lines))
        for points, bags, total, after, lines in sides
    )
    return HandResult(
        hand_no,
        tuple(tricks),
        results,
        tuple(Revoke(*r) for r in revokes),
        tuple(shown[0]) if shown else (),
    )
