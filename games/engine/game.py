"""A game from its first dealer to its end: the engine's API for everything but simulations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.actions import action_text, parse_action
from games.engine.cards import CODES, JOKERS, RANKS, SUIT_OF
from games.engine.errors import BadDeal, NotYourTurn
from games.engine.rules import RuleSet
from games.engine.scoring import Sets
from games.engine.sentences import message
from games.engine.state import DEAL, NOBODY, OVER, State


@dataclass(frozen=True, slots=True)
class Start:
    """A game that starts with totals, carried bags and sets so far, by side, after `hands_played` hands; `sets` None: no side
    has been set.
    """

    totals: tuple[int, ...]
    bags: tuple[int, ...]
    sets: Sets | None = None
    hands_played: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as records write it: without sets and hands where there are none."""
        data: dict[str, Any] = {"totals": list(self.totals), "bags": list(self.bags)}
        if self.hands_played:
            data["hands_played"] = self.hands_played
        if self.sets is not None and any(self.sets.all):
            data |= {"sets": list(self.sets.all), "sets_running": list(self.sets.running)}
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Start":
        """Return what `to_dict` wrote."""
        sets = None
        if "sets" in data:
            sets = Sets(tuple(data["sets"]), tuple(data["sets_running"]))
        return cls(tuple(data["totals"]), tuple(data["bags"]), sets, data.get("hands_played", 0))


def new_game(
    rules: RuleSet,
    *,
    first_dealer: int | None = None,
    draw_for_deal: Sequence[int] | None = None,
    start: Start | None = None,
) -> State:
    """Return a game that waits for its first deal.

    `draw_for_deal` is one drawn card per seat: the highest deals first. Otherwise `first_dealer` names the dealer.
    If both are given, they must agree where the rules use the draw (2.2); elsewhere `first_dealer` applies. Raises
    BadDeal.
    """
    dealer = _dealer(rules, first_dealer, draw_for_deal)
    sides, count = len(rules.side_seats), rules.players
    if start is not None:
        _check_start(rules, start)
    state = State()
    state.rules = rules
    state.phase = DEAL
    state.hand_no = 0
    state.played_before = start.hands_played if start else 0
    state.dealer = state.first_dealer = dealer
    state.draw_for_deal = None if draw_for_deal is None else tuple(draw_for_deal)
    state.totals = [0] * sides if start is None else list(start.totals)
    state.bags = [0] * sides if start is None else list(start.bags)
    state.sets = (start and start.sets) or Sets.none(sides)
    state.turn = NOBODY
    state.suits, state.dealt = [[0] * 4 for _ in range(count)], (0,) * count
    state.bids = [None] * count
    state.looked = [True] * count
    state.won = [0] * count
    state.trick, state.tricks, state.leader = [], [], NOBODY
    state.broken = state.guarded = state.plain = False
    state.legal, state.tricks_left, state.stock = (), rules.tricks, ()
    state.discards, state.passes, state.received = [0] * count, [0] * count, [0] * count
    state.revokes, state.hand_results, state.result = (), (), None
    return state


def deal(state: State, pack: Sequence[int]) -> State:
    """Return the state after the next hand is dealt from a shuffled pack, or after its stock is set out for the
    draw.

    Raises WrongPhase, BadDeal.
    """
    new = state.copy()
    new.deal(tuple(pack))
    return new


def deal_hands(state: State, hands: Sequence[int]) -> State:
    """Return the state after the next hand is dealt as these sets of cards. Raises WrongPhase, BadDeal."""
    new = state.copy()
    new.set_hands(tuple(hands))
    return new


def legal_actions(state: State, seat: int) -> tuple[str, ...]:
    """Return every action open to the seat now, as texts without the seat; empty when it isn't to act."""
    _check_seat(state, seat)
    return tuple(action_text(code, state.rules.names) for code in state.legal_codes(seat))


def apply(state: State, seat: int, action: str) -> State:
    """Return the state after the seat's action; `state` is unchanged. Raises an EngineError."""
    _check_seat(state, seat)
    code = parse_action(action, state.rules.codes)
    new = state.copy()
    new.act(code, seat)
    return new


def with_last_hand(state: State) -> State:
    """Return the state with its current hand agreed to be the last: `max_hands` becomes its number (docs/rules.md
    6.3).

    Between two hands, the game ends with the hand just scored; before the first hand, that one will be the last, and after
    one that was thrown in, the hand that is dealt in its place.
    """
    new = state.copy()
    new.rules = replace(state.rules, max_hands=max(1, state.latest))
    if state.phase == DEAL and state.counted and not state.is_redealt:
        new.result = new.ended()
        new.phase = DEAL if new.result is None else OVER
    return new


def highest_card(cards: Sequence[int]) -> int:
    """Return the index of the highest drawn card: by rank, equal ranks by suit, ♠ > ♥ > ♦ > ♣ (docs/rules.md 2.2).

    The cards' numbers are those without raised deuces: in the draw for the deal each deuce is one.
    """
    return max(range(len(cards)), key=lambda i: (cards[i] % len(RANKS), SUIT_OF[cards[i]]))


def _dealer(rules: RuleSet, first_dealer: int | None, drawn: Sequence[int] | None) -> int:
    if first_dealer is not None and not 0 <= first_dealer < rules.players:
        raise BadDeal(
            message("The first dealer must be a seat from 0 to %(last)s.", last=rules.players - 1),
            rule="2.1",
        )
    if drawn is None:
        if first_dealer is None:
            raise BadDeal(message("Name the first dealer."), rule="2.1")
        return first_dealer
    cards = set(drawn)
    if len(drawn) != rules.players or len(cards) < len(drawn):
        raise BadDeal(
            message("The draw for the deal needs one card per seat, all different."), rule="2.2"
        )
    if not cards <= {card for card in rules.pack if rules.names[card] not in JOKERS}:
        raise BadDeal(
            message("A card drawn for the deal isn’t in the pack, or is a joker."), rule="2.2"
        )
    dealer = highest_card([CODES[rules.names[card]] for card in drawn])
    if first_dealer is not None and rules.first_dealer != "high_card":
        return first_dealer
    if first_dealer not in (None, dealer):
        raise BadDeal(
            message("Seat %(seat)s drew the highest card and deals first.", seat=dealer), rule="2.2"
        )
    return dealer


def _check_start(rules: RuleSet, start: Start) -> None:
    sides = len(rules.side_seats)
    if len(start.totals) != sides or len(start.bags) != sides:
        raise BadDeal(
            message(
                "A start needs %(sides)s totals and %(sides)s bag counts, one per side.",
                sides=sides,
            )
        )
    if start.sets is not None:
        _check_sets(rules, start.sets)
    if start.hands_played < 0:
        raise BadDeal(message("The number of hands played before the start can’t be negative."))
    most = 0 if rules.bag_limit is None else rules.bag_limit - 1
    if not all(0 <= bags <= most for bags in start.bags):
        raise BadDeal(
            message("The bags at the start must be from 0 to %(most)s.", most=most), rule="5.5"
        )


def _check_sets(rules: RuleSet, sets: Sets) -> None:
    sides = len(rules.side_seats)
    pairs = list(zip(sets.all, sets.running, strict=False))
    whole = len(sets.all) == len(sets.running) == sides
    if not whole or not all(0 <= running <= count for count, running in pairs):
        raise BadDeal(
            message(
                "A start needs %(sides)s numbers of sets, and as many of sets running, which are no greater.",
                sides=sides,
            ),
            rule="6.6",
        )
    if sets.at_limit(rules):
        raise BadDeal(message("A side has been set too often for the game to go on."), rule="6.6")


def _check_seat(state: State, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < state.rules.players:
        raise NotYourTurn(
            message(
                "There is no such seat: seats are numbered 0 to %(last)s.",
                last=state.rules.players - 1,
            )
        )
