"""Invariants under every rule set: random games with random rule sets, checked after every action."""

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import (
    ORGANIZER,
    PRESETS,
    SPECTATOR,
    EngineError,
    RuleSet,
    Start,
    State,
    apply,
    card_name,
    deal,
    deal_hands,
    legal_actions,
    new_game,
    pack_for,
    restore,
    snapshot,
    view_for,
)
from games.engine.actions import action_text, parse_action
from games.engine.record import legal_in_record, replay, verify_record
from games.engine.record_shape import RecordError
from tests.engine.rulesets import any_rules
from tests.golden.make import opened, play

SEEDS = range(60)
KNOWN = {card_name(card) for card in range(54)}


def any_start(rules: RuleSet, rng: random.Random) -> Start:
    """Return a start somewhere in the middle."""
    sides = len(rules.side_seats)
    most = 0 if rules.bag_limit is None else rules.bag_limit - 1
    return Start(
        tuple(rng.choice([0, 0, -30, 10, 25, 95, 120]) for _ in range(sides)),
        tuple(rng.randint(0, most) for _ in range(sides)),
        hands_played=rng.choice([0, 0, 3]),
    )


def anything(state: State, seat: int, rng: random.Random) -> str:
    """Choose any legal action."""
    return rng.choice(legal_actions(state, seat))


def walk(
    rules: RuleSet, rng: random.Random, hands: int = 2
) -> Iterator[tuple[State, int, str, State]]:
    """Play at random; yield each state, the seat that acts, its action and the state after it."""
    state = opened(rules, rng, any_start(rules, rng))
    while state.phase != "over" and state.hand_no < hands:
        state = deal(state, rng.sample(pack_for(rules), len(pack_for(rules))))
        while state.to_act:
            seat = rng.choice(state.to_act)
            action = anything(state, seat, rng)
            after = apply(state, seat, action)
            yield state, seat, action, after
            state = after


@pytest.mark.sweep(71)
@pytest.mark.parametrize("seed", range(200))
def test_no_rule_set_leads_to_a_dead_end_and_no_card_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    for state, seat, _action, after in walk(rules, rng):
        for other in range(rules.players):
            legal = legal_actions(state, other)
            assert bool(legal) == (other in state.to_act)
            assert len(set(legal)) == len(legal)
        assert cards_of(after) == set(rules.pack) - played(after)
        thrown = after.phase == "deal" and bool(after.hand_results[-1].shown)
        tricks = 0 if thrown else rules.tricks
        if not thrown:
            assert sum(after.won) * rules.players + len(after.trick) == len(played(after))
        assert after.phase in ("draw", "bid", "pass", "play", "deal", "over")
        if after.phase in ("deal", "over"):
            result = after.hand_results[-1]
            assert sum(result.tricks) == tricks
            assert result.tricks == tuple(after.won)
            for side, before, now in zip(result.sides, state.totals, after.totals, strict=True):
                assert side.points == sum(line.points for line in side.lines)
                assert side.total == before + side.points == now
        else:
            assert after.to_act
            assert after.totals == state.totals
        assert seat in state.to_act


def cards_of(state: State) -> set[int]:
    """Return the cards in hands, in the stock and discarded."""
    piles = [*map(state.hand_cards, range(state.rules.players)), state.stock]
    cards = list(itertools.chain(*piles))
    for pile in state.discards:
        cards += [card for card in range(58) if pile >> card & 1]
    assert len(set(cards)) == len(cards)
    return set(cards)


def played(state: State) -> set[int]:
    """Return the cards that left the hands in play."""
    if state.phase == "draw":
        return set()
    gone = set()
    for seat in range(state.rules.players):
        mine = state.dealt[seat] & ~state.passes[seat] | state.received[seat]
        if state.phase == "pass":
            mine = state.dealt[seat]
        gone |= {c for c in range(58) if mine >> c & 1} - set(state.hand_cards(seat))
    return gone


def taken(state: State, seat: int, action: str) -> bool:
    """Return whether the engine takes an action; a refusal is one of its own errors."""
    try:
        apply(state, seat, action)
    except EngineError as error:
        return not (error.code and str(error))
    return True


@pytest.mark.sweep(19)
@pytest.mark.parametrize("seed", SEEDS)
def test_exactly_the_legal_actions_are_taken(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    every = [
        *(
            action_text(code)
            for code in (
                *range(54),
                *range(64, 91),
                *range(96, 123),
                128,
                129,
                130,
                131,
                *range(161, 187),
                *range(193, 219),
            )
        )
    ]
    for state, _seat, _action, _after in walk(rules, rng, hands=1):
        if rng.random() < 0.7:
            continue
        before = snapshot(state)
        for seat in range(rules.players):
            legal = set(legal_actions(state, seat))
            passes = {action for action in legal if action.startswith("pass")}
            for action in (*every, *passes, "pass 2C", "pass AS KS"):
                assert taken(state, seat, action) == (action in legal), (seat, action)
        assert snapshot(state) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_survives_json_and_copies_are_apart(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    for state, seat, action, after in walk(rules, rng):
        if rng.random() < 0.6:
            continue
        stored = json.dumps(snapshot(state))
        back = restore(json.loads(stored))
        assert json.dumps(snapshot(back)) == stored
        assert back.rules == rules
        assert all(legal_actions(back, s) == legal_actions(state, s) for s in range(rules.players))
        assert snapshot(apply(back, seat, action)) == snapshot(after)
        copied = state.copy()
        copied.act(parse_action(action, state.rules.codes), seat)
        assert json.dumps(snapshot(state)) == stored
        assert snapshot(copied) == snapshot(after)


@pytest.mark.parametrize("seed", SEEDS)
def test_records_come_back_and_the_log_gives_the_state(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    start = any_start(rules, rng)
    state, record = play(rules, rng, choose_action=anything, start=start, most_hands=3)
    record = json.loads(json.dumps(record))
    assert snapshot(replay(record)) == snapshot(state)
    assert verify_record(record)["totals"] == state.totals
    legal = legal_in_record(record)
    assert [len(hand) for hand in legal] == [len(hand["actions"]) for hand in record["hands"]]
    for hand, lists in zip(record["hands"], legal, strict=True):
        assert all(action in said for action, said in zip(hand["actions"], lists, strict=True))
    # A wrong total anywhere is found.
    number = rng.randrange(len(record["hands"]))
    record["hands"][number]["result"]["totals"][0] += 1
    with pytest.raises(RecordError) as refused:
        verify_record(record)
    assert (refused.value.hand, refused.value.action) == (number + 1, None)


@pytest.mark.parametrize("seed", SEEDS)
def test_looks_may_be_left_out_of_records(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    state, record = play(rules, rng, choose_action=anything, most_hands=2)
    for hand in record["hands"]:
        hand["actions"] = [action for action in hand["actions"] if not action.endswith("look")]
    assert snapshot(replay(record)) == snapshot(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_turning_the_table_turns_the_result(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    count, sides = rules.players, len(rules.side_seats)
    by = rng.randrange(1, count)
    start = any_start(rules, rng)
    state, record = play(rules, rng, choose_action=anything, start=start, most_hands=2)

    def around(row: Any) -> list[Any]:
        """Move each seat's entry (or each side's) to the seat `by` further on."""
        turn = by % len(row)
        return [row[(index - turn) % len(row)] for index in range(len(row))]

    turned = {
        "format": record["format"],
        "rules": record["rules"],
        "first_dealer": (record["first_dealer"] + by) % count,
        "start": {
            "totals": around(start.totals),
            "bags": around(start.bags),
            "hands_played": start.hands_played,
        },
        "hands": [
            {
                **({"stock": h["stock"]} if "stock" in h else {"deal": around(h["deal"])}),
                "actions": [f"{(int(text[0]) + by) % count}{text[1:]}" for text in h["actions"]],
                "result": {name: around(row) for name, row in h["result"].items()},
            }
            for h in record["hands"]
        ],
    }
    after = replay(turned)
    assert after.totals == around(state.totals)
    assert sides in (2, count)
    if state.result is not None:
        assert after.result is not None
        assert set(after.result.winners) == {(seat + by) % count for seat in state.result.winners}


def named(thing: Any) -> set[str]:
    """Return every card that a view names anywhere."""
    if isinstance(thing, dict):
        return set().union(*map(named, thing.values()))
    if isinstance(thing, (list, tuple)):
        return set().union(*map(named, thing))
    return {word for word in thing.split() if word in KNOWN} if isinstance(thing, str) else set()


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", SEEDS)
def test_views_show_what_they_may_and_no_more(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    for state, _seat, _action, _after in walk(rules, rng):
        for viewer in (*range(rules.players), SPECTATOR, ORGANIZER):
            view = json.loads(json.dumps(view_for(state, viewer)))
            assert named(view) <= entitled(state, viewer), (viewer, state.phase)
            if viewer >= 0 and state.looked[viewer]:
                hand = {rules.names[card] for card in state.hand_cards(viewer)}
                assert set(view["hand"]) == hand
                assert view["legal"] == list(legal_actions(state, viewer))


def entitled(state: State, viewer: int) -> set[str]:
    """Return the cards that a viewer may know of while a hand is on."""
    cards = set(state.trick) | set(state.draw_for_deal or ())
    for _leader, plays, _winner in state.tricks:
        cards |= set(plays)
    if state.phase == "deal" and state.hand_results:
        for seat in state.hand_results[-1].shown:
            cards |= {c for c in range(58) if state.dealt[seat] >> c & 1}
    for result in state.hand_results:
        for revoke in result.revokes:
            cards |= {state.rules.codes[name] for name in (revoke.card, revoke.led)}
    if viewer >= 0:
        if state.looked[viewer] or state.phase == "draw":
            cards |= set(state.hand_cards(viewer))
            cards |= {
                c for c in range(58) if (state.passes[viewer] | state.received[viewer]) >> c & 1
            }
        cards |= {c for c in range(58) if state.discards[viewer] >> c & 1}
        if state.phase == "draw" and viewer in state.to_act:
            cards.add(state.stock[0])
    return {state.rules.names[card] for card in cards}


@pytest.mark.parametrize("seed", range(60))
def test_two_deals_alike_to_a_viewer_look_alike(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    if rules.deal == "draw":
        rules = PRESETS["playingcards_io"]
    viewer = rng.choice([*range(rules.players), SPECTATOR])
    state = opened(rules, rng)
    pack = rng.sample(pack_for(rules), len(pack_for(rules)))
    hands = [pack[seat :: rules.players] for seat in range(rules.players)]
    others = [seat for seat in range(rules.players) if seat != viewer]
    pool = [card for seat in others for card in hands[seat]]
    shuffled = rng.sample(pool, len(pool))
    alike = [list(hand) for hand in hands]
    for index, seat in enumerate(others):
        alike[seat] = shuffled[index * rules.tricks : (index + 1) * rules.tricks]
    first, second = (
        deal_hands(state, [sum(1 << card for card in hand) for hand in cards])
        for cards in (hands, alike)
    )
    while first.to_act and second.to_act == first.to_act:
        assert view_for(first, viewer) == view_for(second, viewer)
        seat = first.to_act[0]
        both = sorted(set(legal_actions(first, seat)) & set(legal_actions(second, seat)))
        if not both:
            break
        action = rng.choice(both)
        first, second = apply(first, seat, action), apply(second, seat, action)
        if first.phase in ("deal", "over"):
            break


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("seed", range(4))
def test_score_and_bags_agree_modulo_ten(key: str, seed: int) -> None:
    rules = PRESETS[key]
    if (rules.bag_limit, rules.overtrick_points) != (10, 1):
        return
    state, _record = play(rules, random.Random(seed), choose_action=anything, most_hands=5)
    for total, bags in zip(state.totals, state.bags, strict=True):
        assert (total - bags) % 10 == 0


def test_no_viewer_but_seats_spectators_and_organizers() -> None:
    state = new_game(PRESETS["cardgames_io"], first_dealer=0)
    for viewer in (-3, 4):
        with pytest.raises(ValueError, match="there is no viewer"):
            view_for(state, viewer)
