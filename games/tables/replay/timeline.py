"""A finished game's data for its replay: the record, and what the engine computed for each hand.

The page's script (static/js/replay/fold.js) replays the actions. Everything that depends on the rules is computed here, so
that no rule is implemented twice: trick winners, who could bid blind, when spades were broken, and the scores.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from games import engine
from games.bots.levels import RELAXED
from games.engine import RuleSet, State
from games.engine.actions import parse_action
from games.engine.cards import cards_of, mask_of
from games.engine.view import HandScore, score_view
from games.tables.game.dealing import start_of
from games.tables.models import Action, Seat, Table
from games.tables.replay.records import record_of
from spades_site.common.people import bot_names
from spades_site.common.people.avatars import shown

FORMAT = "spades-replay/1"


@dataclass(frozen=True)
class PlayedHand:
    """One hand of a replay. Cards are names; `by` says, by index of action, who acted in place of a player."""

    dealer: int
    dealt: list[list[str]]
    unlooked: list[int]
    actions: list[tuple[int, str]]
    winners: list[int]
    broken: int | None
    score: HandScore
    by: dict[int, str]


@dataclass(frozen=True)
class Replay:
    """A finished game: its table's seats and rules, its record, and its hands as replayed by the engine."""

    table: Table
    seats: Sequence[Seat]
    rules: RuleSet
    record: dict[str, Any]
    hands: list[PlayedHand]

    def to_dict(self) -> dict[str, Any]:
        """Return the replay for JSON.

        `record` is the game's record, `names` those of the seats with bot accounts marked, `bots` the bots' levels by seat
        (null: a person's). `hands` has for each hand its `dealer`, the `unlooked` seats that could bid blind, the
        `winners` of its tricks, the action with which spades were `broken` (or null), `by` (an action's index: "bot" or
        "clock", if the seat's own player didn't act) and its `score` as in the table's pictures.
        """
        return {
            "format": FORMAT,
            "record": self.record,
            "names": [seat.name for seat in self.seats],
            "sides": [list(side) for side in self.rules.side_seats],
            "bots": [(seat.level or RELAXED) if seat.bot else None for seat in self.seats],
            "avatars": [shown(seat.avatar) for seat in self.seats],
            "hands": [
                {
                    "dealer": hand.dealer,
                    "unlooked": hand.unlooked,
                    "winners": hand.winners,
                    "broken": hand.broken,
                    "by": {str(index): by for index, by in hand.by.items()},
                    "score": hand.score,
                }
                for hand in self.hands
            ],
        }


def has_replay(table: Table) -> bool:
    """Return whether the game was played to its end. Before that, a replay would show hidden cards."""
    return table.is_public


def replay_of(table: Table) -> Replay:
    """Return the replay of a finished table. Raises ValueError before the end."""
    record = record_of(table)
    seats = list(table.seats.all())
    for seat, name in zip(seats, record["players"], strict=True):
        # The names of all who held the seat, with bot accounts marked; not saved.
        seat.name = bot_names.marked(name)
    rules = RuleSet.from_dict(table.rules)
    state = _begun(table, rules, record)
    log = table.actions.filter(kind=Action.Kind.PLAY).order_by("version")
    takers = iter(log.values_list("by", flat=True))
    hands = []
    for hand in record["hands"]:
        by = [next(takers) for _action in hand["actions"]]
        hands.append(_played(state, hand, seats, by))
    return Replay(table, seats, rules, record, hands)


def state_at(replay: Replay, hand: int, step: int) -> State:
    """Return the game after `step` actions of a hand, which counts from 1."""
    state = _begun(replay.table, replay.rules, replay.record)
    hands = replay.record["hands"][:hand]
    for number, each in enumerate(hands, 1):
        _deal(state, each)
        for text in each["actions"][: step if number == hand else None]:
            state.act(parse_action(text[2:], state.rules.codes), int(text[0]))
    return state


def steps_of(table: Table) -> Iterator[tuple[int, State, int, str]]:
    """Yield each action of a finished game as the hand's number (from 1), the state before it, the seat and the text.

    The state is reused: copy it to keep it. Raises ValueError before the end.
    """
    record = record_of(table)
    state = _begun(table, RuleSet.from_dict(table.rules), record)
    for number, hand in enumerate(record["hands"], 1):
        _deal(state, hand)
        for text in hand["actions"]:
            yield number, state, int(text[0]), text[2:]
            state.act(parse_action(text[2:], state.rules.codes), int(text[0]))


def stamp_of(table: Table, seats: Sequence[Seat]) -> str:
    """Return a text that identifies the replay's current content: it changes only with a player's name or avatar."""
    names = (f"{seat.bot} {seat.level} {shown(seat.avatar)} {seat.name}" for seat in seats)
    parts = (FORMAT, get_language() or "", table.public_id, *names)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _begun(table: Table, rules: RuleSet, record: dict[str, Any]) -> State:
    """Return the game before its first deal."""
    drawn = record.get("draw_for_deal")
    return engine.new_game(
        rules,
        first_dealer=record["first_dealer"],
        draw_for_deal=None if drawn is None else [rules.codes[name] for name in drawn],
        start=start_of(table),
    )


def _played(
    state: State, hand: dict[str, Any], seats: Sequence[Seat], by: Sequence[str]
) -> PlayedHand:
    """Replay a hand of the record, in place, and record what the engine computes."""
    _deal(state, hand)
    unlooked = [seat for seat, looked in enumerate(state.looked) if not looked]
    actions: list[tuple[int, str]] = []
    winners: list[int] = []
    broken: int | None = None
    for index, text in enumerate(hand["actions"]):
        seat, action = int(text[0]), text[2:]
        before = state.last_trick
        state.act(parse_action(action, state.rules.codes), seat)
        actions.append((seat, action))
        if state.last_trick is not None and state.last_trick is not before:
            winners.append(state.last_trick[2])
        if state.broken and broken is None:
            broken = index
    return PlayedHand(
        dealer=state.dealer,
        dealt=[[state.rules.names[card] for card in cards_of(cards)] for cards in state.dealt],
        unlooked=unlooked,
        actions=actions,
        winners=winners,
        broken=broken,
        score=score_view(state.hand_results[-1], state.latest),
        by=_others(actions, seats, by),
    )


def _deal(state: State, hand: dict[str, Any]) -> None:
    codes = state.rules.codes
    if "stock" in hand:
        state.deal(tuple(codes[name] for name in hand["stock"].split()))
    else:
        state.set_hands(
            tuple(mask_of(codes[name] for name in cards.split()) for cards in hand["deal"])
        )


def _others(
    actions: Sequence[tuple[int, str]], seats: Sequence[Seat], by: Sequence[str]
) -> dict[int, str]:
    """Return who acted in place of the seat's own player, by the action's index."""
    own = [Action.By.BOT if seat.bot else Action.By.PLAYER for seat in seats]
    return {
        index: str(taker)
        for index, ((seat, _text), taker) in enumerate(zip(actions, by, strict=True))
        if taker != own[seat]
    }
