"""The search for a bid: its hands are those of the rules, and the score decides what a bid is worth."""

import random
from collections.abc import Iterator

import pytest

from games.bots import bid_search, bidding, choosing
from games.bots.bid_search import options_of, search_bids
from games.bots.levels import CLUB
from games.bots.value_kernel import SURE
from games.bots.view import BotView
from games.engine import PRESETS, RuleSet, Start, deal, new_game, preset, view_for
from games.engine.actions import BID, BLIND, parse_action
from games.engine.bidding import BID_OF
from games.engine.scoring import score_hand

SCORES = (
    ((0, 0), (0, 0)), ((0, 0), (9, 9)), ((250, 250), (9, 0)), ((250, 250), (0, 9)), ((100, 300), (0, 0)), ((300, 100), (0, 0)),
    ((380, 495), (0, 5)), ((495, 380), (5, 0)), ((480, 470), (0, 0)), ((470, 480), (9, 9)), ((440, 440), (4, 4)), ((-150, 200), (2, 6)),
)  # fmt: skip
"""Totals and bags at which the same cards may be worth another bid."""


def bidders(
    rules: RuleSet,
    seed: int,
    totals: tuple[int, ...] = (0, 0),
    bags: tuple[int, ...] = (0, 0),
) -> Iterator[BotView]:
    """Deal a hand and have everybody bid by rule; yield each view before a bid."""
    dice = random.Random(seed)
    sides = len(rules.side_seats)
    start = Start((*totals, *(0,) * sides)[:sides], (*bags, *(0,) * sides)[:sides], hands_played=1)
    if rules.first_dealer == "random":
        state = new_game(rules, first_dealer=dice.randrange(rules.players), start=start)
    else:
        plain = [card for card in rules.pack if card < 52]
        state = new_game(rules, draw_for_deal=dice.sample(plain, rules.players), start=start)
    state = deal(state, dice.sample(rules.pack, len(rules.pack)))
    while state.phase in ("draw", "bid"):
        seat = state.to_act[0]
        view = view_for(state, seat)
        if state.phase == "bid":
            yield BotView(view, seat, rules)
        state.act(parse_action(choosing.choose(view, rules, dice), rules.codes), seat)


PLAIN = (
    "cardgames_io",
    "bicycle_3",
    "rubl_two_player",
    "jjdd_350",
    "suicide",
    "whiz",
    "bag_or_set",
)


@pytest.mark.parametrize("key", [*PLAIN, "playingcards_io"])
def test_every_hand_is_dealt_bid_and_scored_by_the_rules(key: str) -> None:
    rules = PRESETS[key]
    share = rules.bag_penalty / rules.bag_limit if rules.bag_limit else 0
    searched = 0
    for seed in range(4):
        for seen in bidders(rules, seed, (200, 350)):
            options = options_of(seen, bidding.bid(seen))
            if len(options) < 2:
                continue
            searched += 1
            values, tape = bid_search._play_out(seen, options, 3, seed, 3)
            for row in range(3):
                for column, text in enumerate(options):
                    hands, codes, won = (tape[row, column, part].tolist() for part in range(3))
                    assert sum(hands) == sum(set(hands)) <= rules.pack_mask
                    assert {hand.bit_count() for hand in hands} == {rules.tricks}
                    assert sum(won) == rules.tricks
                    if text != "look":
                        assert codes[seen.seat] == parse_action(text)
                    for seat, bid in enumerate(seen.view["bids"]):
                        if bid is not None and bid["opening"] is None:
                            code = (BLIND if bid["blind"] else BID) + bid["value"]
                            assert codes[seat] == code
                    if key == "suicide":
                        nils = [code == BID for code in codes]
                        assert [nils[0] + nils[2], nils[1] + nils[3]] == [1, 1]
                    if key == "bag_or_set":
                        assert sum(code - BID for code in codes) != 13
                    bids = [BID_OF[code] for code in codes]
                    zeros = (0,) * len(rules.side_seats)
                    result = score_hand(
                        rules, hand_no=1, bids=bids, tricks=won, totals=zeros, bags=zeros
                    )
                    points = [
                        sum(line.points for line in side.lines if line.code != "bag_penalty")
                        - share * side.bags
                        for side in result.sides
                    ]
                    own = points.pop(seen.my_side)
                    assert values[row, column] == pytest.approx(own - sum(points) / len(points))
    assert searched >= 4


def test_whoever_bids_later_bids_by_the_rule_of_level_1() -> None:
    rules = PRESETS["cardgames_io"]
    same = every = 0
    for seed in range(150):
        # Everybody but the first bids by rule in the rollouts, too, whose deal is turned into a game here.
        first = next(bidders(rules, seed))
        text = bidding.bid(first)
        _values, tape = bid_search._play_out(first, [text], 1, seed, 1)
        hands, codes, _won = tape[0, 0].tolist()
        state = new_game(rules, first_dealer=first.view["dealer"])
        state.set_hands(tuple(hands))
        state.act(parse_action(text))
        while state.phase == "bid":
            seat = state.turn
            would = parse_action(bidding.bid(BotView(view_for(state, seat), seat, rules)))
            same, every = same + (would == codes[seat]), every + 1
            state.act(codes[seat])
    # Hands whose highest cards alone are worth more are left out.
    assert same >= 0.98 * every


def test_the_same_seed_gives_the_same_answer_and_the_rules_bid_wins_ties() -> None:
    for seen in bidders(PRESETS["cardgames_io"], 5):
        options = options_of(seen, bidding.bid(seen))
        one, two = (search_bids(seen, options, 40, 7, for_game=True) for _time in range(2))
        assert one == two
        assert one.mean != search_bids(seen, options, 40, 8, for_game=True).mean
        assert one.near(one.best)


def test_what_has_no_choice_or_no_answer_is_bid_by_rule() -> None:
    rules = [
        PRESETS["mirror"],
        preset("cardgames_io", programme=("free", "bid 3")),
        preset("cardgames_io", nil_pass=2),
    ]
    for each in rules:
        for seen in bidders(each, 2):
            assert len(options_of(seen, bidding.bid(seen))) < 2
    opens = next(bidders(PRESETS["jjdd_350"], 2))
    assert len(options_of(opens, bidding.bid(opens))) < 2


def test_score_matters() -> None:
    """Whatever the score, level 2 bids what ten thousand playouts find best, within one chance in a hundred."""
    _agreement(hands=2, worlds=2500)


@pytest.mark.long
def test_score_matters_in_many_hands() -> None:
    """The same for forty hands a score."""
    _agreement(hands=40, worlds=10_000)


def _agreement(hands: int, worlds: int) -> None:
    rules = PRESETS["cardgames_io"]
    close = every = 0
    moved = set()
    for number in range(hands):
        chosen = set()
        for totals, bags in SCORES:
            seen = list(bidders(rules, number, totals, bags))[number % 4]
            text = choosing.choose(seen.view, rules, random.Random(number), CLUB)
            chosen.add(text)
            options = options_of(seen, bidding.bid(seen))
            best = search_bids(seen, options, worlds, 10**6 + number, for_game=True)
            close += best.mean[best.best] - best.mean[text] <= 0.01 * SURE
            every += 1
        moved.add(len(chosen) > 1)
    assert close >= 0.9 * every
    assert True in moved
