"""Two games that look the same to one viewer: the same actions with different hidden cards.

What a viewer may see is worked out here from the rules alone, never from the engine's views: those are what is
tested.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games import engine
from games.engine import EngineError, RuleSet, State, card_name, preset

SPECTATOR = -1
Packs = list[tuple[int, ...]]

SMALL = tuple(rank + suit for rank in "23456789T" for suit in "CDHS")
"""Cards that are out in a pack of 16, in which many hands have no spade."""

HOUSE_RULES: tuple[tuple[str, dict[str, object]], ...] = (
    *((key, {}) for key in engine.PRESETS),
    ("playingcards_io", {"blind_nil_pass": 2, "nil_pass": 1}),
    ("cardgames_io", {"nil_pass": 2}),
    ("cardgames_io", {"bidding": "mirror"}),
    ("cardgames_io", {"bidding": "whiz", "nil": 100}),
    ("cardgames_io", {"bidding": "suicide"}),
    ("cardgames_io", {"revoke": "penalised"}),
    ("cardgames_io", {"blind_bid": 20, "blind_bid_deficit": 0}),
    ("cardgames_io", {"opening_lead": "two_of_clubs"}),
    (
        "cardgames_io",
        {"bid_by": "side", "partners_talk": True, "blind_bid": 20, "blind_bid_deficit": 0},
    ),
    ("cardgames_io", {"programme": ("whiz", "mirror", "holder QS"), "blind_nil": 100}),
    ("cardgames_io", {"first_hand": "bids_itself", "blind_nil": 100}),
    ("cardgames_io", {"throw_in": "no_spades", "removed": SMALL}),
    (
        "cardgames_io",
        {"throw_in": "no_spades", "removed": SMALL, "throw_in_below": 4, "blind_nil": 100},
    ),
)
"""Every preset, and house rules under which something else is hidden or shown."""


@dataclass(frozen=True)
class Twins:
    """A pair: `packs` of the one and `other_packs` of the other game, and the actions that both play."""

    rules: RuleSet
    viewer: int
    first_dealer: int
    drawn: tuple[int, ...] | None
    packs: Packs
    other_packs: Packs
    actions: tuple[tuple[int, str], ...]

    def states(self, *, other: bool) -> Iterator[State]:
        """Give the state after each deal and each action of the one or the other game."""
        packs = self.other_packs if other else self.packs
        return play(self.rules, self.first_dealer, self.drawn, packs, self.actions)


def twins(viewer: int, dice: random.Random, *, key: str = "", **house: object) -> Twins:
    """Return a pair for a seat or SPECTATOR, at a moment somewhere in the first or the second hand."""
    while True:
        name, fields = dice.choice(HOUSE_RULES)
        rules = preset(key or name, **(house if key else fields))  # type: ignore[arg-type]
        if viewer >= rules.players:
            continue
        found = _pair(rules, viewer, dice)
        if found is not None:
            return found


def play(
    rules: RuleSet,
    first_dealer: int,
    drawn: tuple[int, ...] | None,
    packs: Sequence[tuple[int, ...]],
    actions: Sequence[tuple[int, str]],
) -> Iterator[State]:
    """Give the state after each deal and each action. Raises EngineError where one isn't allowed."""
    state = engine.new_game(rules, first_dealer=first_dealer, draw_for_deal=drawn)
    waiting = iter(packs)
    for seat, action in actions:
        if state.phase == "deal":
            state = engine.deal(state, next(waiting))
            yield state
        state = engine.apply(state, seat, action)
        yield state
    if state.phase == "deal":
        pack = next(waiting, None)
        if pack is not None:
            yield engine.deal(state, pack)


def _pair(rules: RuleSet, viewer: int, dice: random.Random) -> Twins | None:
    drawn = None
    dealer = dice.randrange(rules.players)
    if rules.first_dealer == "high_card":
        plain = [card for card in rules.pack if card_name(card) not in ("BJ", "LJ")]
        drawn = tuple(dice.sample(plain, rules.players))
        dealer = engine.new_game(rules, draw_for_deal=drawn).dealer
    packs, actions = _a_game(rules, dealer, drawn, dice)
    path = list(play(rules, dealer, drawn, packs, actions))
    seen = seen_by(viewer, rules, path, actions)
    hand_no = path[-1].hand_no
    other = _shuffle_hidden(rules, dealer, drawn, packs[:hand_no], actions, seen, dice)
    if other is None:
        return None
    return Twins(rules, viewer, dealer, drawn, packs[:hand_no], other, tuple(actions))


def _a_game(
    rules: RuleSet, dealer: int, drawn: tuple[int, ...] | None, dice: random.Random
) -> tuple[Packs, list[tuple[int, str]]]:
    """Return packs and random actions up to a random moment at which cards are still hidden."""
    packs = [tuple(dice.sample(rules.pack, len(rules.pack))) for _ in range(2)]
    length = rules.players * (rules.tricks + 1) + (52 if rules.deal == "draw" else 0)
    wanted = dice.randrange(length) + dice.choice((0, 0, length))
    actions: list[tuple[int, str]] = []
    state = engine.new_game(rules, first_dealer=dealer, draw_for_deal=drawn)
    dealt = 0
    while len(actions) < wanted:
        if state.phase == "deal":
            if dealt == len(packs):
                break
            state = engine.deal(state, packs[dealt])
            dealt += 1
        if state.phase == "over":
            break
        seat = dice.choice(state.to_act)
        action = dice.choice(engine.legal_actions(state, seat))
        try:
            after = engine.apply(state, seat, action)
        except EngineError:
            # Offered blind or after looking only: one of both.
            continue
        ends = after.phase in ("deal", "over") and len(after.hand_results[-1].shown) != 1
        if ends and (dealt == len(packs) or len(actions) + 1 == wanted):
            break  # All cards of the hand would be open.
        actions.append((seat, action))
        state = after
    return packs, actions


def seen_by(
    viewer: int, rules: RuleSet, path: Sequence[State], actions: Sequence[tuple[int, str]]
) -> set[int]:
    """Return the cards of the present hand that the rules have let the viewer see: the own ones, those played, and a hand that
    was thrown in.
    """
    hand_no = path[-1].hand_no if path else 0
    own = 0
    played: set[int] = set()
    moves = [state for state in path if state.hand_no == hand_no]
    for state in moves:
        if state.phase == "deal":
            for seat in state.hand_results[-1].shown:
                own |= state.dealt[seat]
        if rules.opening_lead == "two_of_clubs" and state.phase == "play":
            played.add(engine.parse_card("2C"))  # The player at turn to lead has it.
        if state.trick:
            played.add(state.trick[-1])
        if state.last_trick is not None:
            played.update(state.last_trick[1])
        if viewer < 0:
            continue
        if state.phase == "draw" and viewer in state.to_act:
            played.add(state.stock[0])
        own |= state.discards[viewer]
        if state.looked[viewer] or state.phase == "draw":
            own |= state.hands[viewer]
    return played | {card for card in rules.pack if own >> card & 1}


def _shuffle_hidden(
    rules: RuleSet,
    dealer: int,
    drawn: tuple[int, ...] | None,
    packs: Packs,
    actions: Sequence[tuple[int, str]],
    seen: set[int],
    dice: random.Random,
) -> Packs | None:
    """Return the packs with the last one's hidden cards in other places, such that the actions stay legal."""
    if not packs:
        return None
    pack = packs[-1]
    places = [place for place, card in enumerate(pack) if card not in seen]
    start = _end(rules, dealer, drawn, packs, actions)
    if len(places) < 2 or start is None:
        return None
    order = [*pack]
    cards = [order[place] for place in places]
    dice.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        order[place] = card
    if _end(rules, dealer, drawn, [*packs[:-1], tuple(order)], actions) is None:
        order = [*pack]
        for _ in range(25):
            one, two = dice.sample(places, 2)
            order[one], order[two] = order[two], order[one]
            if _end(rules, dealer, drawn, [*packs[:-1], tuple(order)], actions) is None:
                order[one], order[two] = order[two], order[one]
    other = [*packs[:-1], tuple(order)]
    end = _end(rules, dealer, drawn, other, actions)
    if end is None or (end.hands, end.stock, end.dealt) == (start.hands, start.stock, start.dealt):
        return None
    return other


def _end(
    rules: RuleSet,
    dealer: int,
    drawn: tuple[int, ...] | None,
    packs: Packs,
    actions: Sequence[tuple[int, str]],
) -> State | None:
    try:
        *_, end = play(rules, dealer, drawn, packs, actions)
    except (EngineError, ValueError):
        return None
    return end
