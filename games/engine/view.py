"""What one viewer may see of a state at this moment, as JSON (docs/protocol.md, "game").

A seat sees its own cards once it has looked; nobody sees another hand before the end of the hand. Spectators and
organizers see only the cards that are face up on the table.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypedDict

from games.engine.actions import BLIND, action_text
from games.engine.cards import names_of, whole
from games.engine.schema import CARD, Card, Cards, Code, Count, Says, SeatNumber
from games.engine.scoring import Bid, HandResult, ResultView
from games.engine.state import BIDDING, DEAL, DRAW, OVER, PASSING, State

SPECTATOR: Final = -1
ORGANIZER: Final = -2

type ActionText = Annotated[
    str,
    Says(
        pattern=f"^(play {CARD}|bid [1-9]\\d?|nil|nil [1-9]\\d?|blind [1-9]\\d?|blind side [1-9]\\d?|blind nil|look|throw in|keep|refuse|"
        f"pass {CARD}( {CARD}){{0,2}})$"
    ),
]
type Plays = Annotated[list[tuple[SeatNumber, Card]], Says(minItems=1, maxItems=5)]


class BidView(TypedDict):
    text: str
    value: Count
    nil: bool
    blind: bool
    opening: Annotated[
        Count | None,
        Says(
            description="The number with which a player opened for their side, whose value is 0; 0 if they said none."
        ),
    ]


class Contract(TypedDict):
    bid: int | None
    won: Count


class TrickView(TypedDict):
    leader: SeatNumber
    plays: Plays


class WonTrick(TrickView):
    winner: SeatNumber


class History(TypedDict):
    tricks: list[WonTrick]


class ScoreLineView(TypedDict):
    code: Code
    text: str
    points: int


class SideScore(TypedDict):
    points: int
    bags: Count
    total: int
    bags_after: Count
    lines: list[ScoreLineView]


class RevokeView(TypedDict):
    seat: SeatNumber
    trick: Annotated[int, Says(minimum=1)]
    card: Card
    led: str


class HandScore(TypedDict):
    hand_no: Annotated[int, Says(minimum=1)]
    number: Annotated[
        int,
        Says(
            minimum=1,
            description="The hand's number among those that count; that of the next hand, if this one was thrown in.",
        ),
    ]
    thrown_in: list[SeatNumber]
    tricks: list[Count]
    sides: list[SideScore]
    revokes: list[RevokeView]


class Passed(TypedDict):
    given: Cards
    received: Cards | None


class OpenView(TypedDict):
    """The part of a view that is the same for every viewer."""

    preset: str
    players: Annotated[int, Says(minimum=2, maximum=5)]
    sides: Annotated[
        list[Annotated[list[SeatNumber], Says(minItems=1, maxItems=2)]], Says(minItems=2)
    ]
    target: int | None
    max_hands: int | None
    overtrick_points: int
    bag_limit: int | None
    phase: Annotated[str, Says(enum=["deal", "draw", "bid", "pass", "play", "over"])]
    hand_no: Count
    word: Annotated[
        str,
        Says(
            description="How the hand is bid, or the next one while it is awaited: a word of the programme, or itself; empty "
            "without a programme."
        ),
    ]
    dealer: SeatNumber
    to_act: Annotated[list[SeatNumber], Says(maxItems=4)]
    draw_for_deal: Cards | None
    bids: list[BidView | None]
    tricks_won: list[Count]
    contracts: list[Contract]
    spades_broken: bool
    counts: list[Annotated[int, Says(minimum=0, maximum=26)]]
    trick: TrickView | None
    history: History
    totals: list[int]
    bags: list[Count]
    sets: list[Count]
    sets_running: list[Count]
    scores: list[HandScore]
    stock_left: Annotated[int, Says(minimum=0, maximum=54)]
    hands_open: Annotated[dict[str, Cards], Says(propertyNames={"pattern": "^[0-4]$"})] | None
    result: ResultView | None
    ended: Annotated[
        str,
        Says(
            enum=["", "target", "hands", "loss_limit", "spread", "sets", "board", "slam", "boston"]
        ),
    ]


class OwnView(TypedDict):
    """The part of a view that is specific to the viewer."""

    seat: SeatNumber | None
    hand: Cards | None
    legal: list[ActionText]
    blind_offer: bool
    own_discards: Cards
    drawn_card: Card | None
    passed: Passed | None


class GameView(OpenView, OwnView):
    """The viewer's own view of the game."""


def view_for(state: State, viewer: int) -> GameView:
    """Return everything that `viewer` (a seat, SPECTATOR or ORGANIZER) may see now. Raises ValueError for another
    number.
    """
    if not ORGANIZER <= viewer < state.rules.players:
        raise ValueError(f"there is no viewer {viewer}")
    return {**open_view(state), **own_view(state, viewer)}


def open_view(state: State) -> OpenView:
    """Return the part of a view that is the same for every viewer."""
    rules = state.rules
    between = state.phase in (DEAL, OVER) and bool(state.hand_results)
    shown = state.hand_results[-1].shown if between else ()
    drawn = state.draw_for_deal
    return {
        "preset": rules.preset,
        "players": rules.players,
        "sides": [list(seats) for seats in rules.side_seats],
        "target": rules.target,
        "max_hands": rules.max_hands,
        "overtrick_points": rules.overtrick_points,
        "bag_limit": rules.bag_limit,
        "phase": state.phase,
        "hand_no": state.hand_no,
        "word": _word(state),
        "dealer": state.dealer,
        "to_act": list(state.to_act),
        "draw_for_deal": None if drawn is None else [rules.names[card] for card in drawn],
        "bids": [_bid(bid) for bid in state.bids],
        "tricks_won": state.won[:],
        "contracts": _contracts(state),
        "spades_broken": state.broken,
        "counts": [hand.bit_count() for hand in state.hands],
        "trick": _trick(state),
        "history": _history(state),
        "totals": state.totals[:],
        "bags": state.bags[:],
        "sets": list(state.sets.all),
        "sets_running": list(state.sets.running),
        "scores": [
            score_view(result, number)
            for result, number in zip(
                state.hand_results, hand_numbers(state.hand_results), strict=True
            )
        ],
        "stock_left": len(state.stock),
        "hands_open": (
            {
                str(seat): names_of(hand, rules.names)
                for seat, hand in enumerate(state.dealt)
                if seat in shown or not shown
            }
            if between
            else None
        ),
        "result": None if state.result is None else state.result.to_dict(),
        "ended": "" if state.result is None else state.result.ended,
    }


def own_view(state: State, viewer: int) -> OwnView:
    """Return the part of a view that is specific to the viewer; it shares no field with `open_view`."""
    if viewer < 0:
        return {
            "seat": None,
            "hand": None,
            "legal": [],
            "blind_offer": False,
            "own_discards": [],
            "drawn_card": None,
            "passed": None,
        }
    looked, names = state.looked[viewer], state.rules.names
    at_turn = viewer in state.to_act
    legal = state.legal_codes(viewer) if at_turn else ()
    blind_offer = at_turn and state.phase == BIDDING and not looked
    if blind_offer:
        # The plain bids may reveal something about the hand (mirror, whiz): they are shown only after looking.
        legal = tuple(code for code in legal if code >= BLIND)
    drawn = state.drawn_card() if at_turn else None
    return {
        "seat": viewer,
        "hand": names_of(whole(state.suits[viewer]), names)
        if looked or state.phase == DRAW
        else None,
        "legal": [action_text(code, names) for code in legal],
        "blind_offer": blind_offer,
        "own_discards": names_of(state.discards[viewer], names),
        "drawn_card": None if drawn is None else names[drawn],
        "passed": _passed(state, viewer),
    }


def _passed(state: State, viewer: int) -> Passed | None:
    if not state.passes[viewer]:
        return None
    names = state.rules.names
    return {
        "given": names_of(state.passes[viewer], names),
        "received": None if state.phase == PASSING else names_of(state.received[viewer], names),
    }


def _word(state: State) -> str:
    """Return how the hand is bid, or the next one while it is awaited; "" without a programme, and where nobody bids."""
    rules = state.rules
    if not rules.programme or state.phase == OVER:
        return ""
    number = state.played_before + state.counted + (state.phase == DEAL)
    if number == 1 and rules.first_hand == "bids_itself":
        return "itself"
    return rules.programme[(number - 1) % len(rules.programme)]


def _bid(bid: Bid | None) -> BidView | None:
    if bid is None:
        return None
    return {
        "text": bid.text,
        "value": bid.value,
        "nil": bid.nil,
        "blind": bid.blind,
        "opening": bid.opening,
    }


def _contracts(state: State) -> list[Contract]:
    """Return each side's total bid so far and the tricks that count towards it."""
    helps = state.rules.failed_nil == "help_partner"
    contracts: list[Contract] = []
    for seats in state.rules.side_seats:
        bids = [(state.bids[seat], state.won[seat]) for seat in seats]
        made = [bid.value for bid, _won in bids if bid is not None and bid.opening is None]
        won = sum(won for bid, won in bids if helps or bid is None or not bid.nil)
        contracts.append({"bid": sum(made) if made else None, "won": won})
    return contracts


def _trick(state: State) -> TrickView | None:
    if not state.trick:
        return None
    return {"leader": state.leader, "plays": _plays(state, state.leader, state.trick)}


def _history(state: State) -> History:
    """Return what has been face up in this hand, which a person at the table could remember."""
    tricks: list[WonTrick] = [
        {"leader": leader, "plays": _plays(state, leader, cards), "winner": winner}
        for leader, cards, winner in state.tricks
    ]
    return {"tricks": tricks}


def _plays(state: State, leader: int, cards: Sequence[int]) -> list[tuple[int, str]]:
    count, names = state.rules.players, state.rules.names
    return [((leader + index) % count, names[card]) for index, card in enumerate(cards)]


def hand_numbers(results: Sequence[HandResult]) -> list[int]:
    """Return each hand's number among those that count; one that was thrown in has that of the hand dealt in its place (3.22)."""
    thrown = 0
    numbers = []
    for place, result in enumerate(results):
        numbers.append(place - thrown + 1)
        thrown += bool(result.shown)
    return numbers


def score_view(result: HandResult, number: int) -> HandScore:
    """Return a scored hand as the score sheet shows it; `number` is its own among those that count."""
    return {
        "hand_no": result.hand_no,
        "number": number,
        "thrown_in": list(result.shown),
        "tricks": list(result.tricks),
        "sides": [
            {
                "points": side.points,
                "bags": side.bags,
                "total": side.total,
                "bags_after": side.bags_after,
                "lines": [
                    {"code": line.code, "text": line.text, "points": line.points}
                    for line in side.lines
                ],
            }
            for side in result.sides
        ],
        "revokes": [
            {"seat": r.seat, "trick": r.trick, "card": r.card, "led": r.led} for r in result.revokes
        ],
    }
