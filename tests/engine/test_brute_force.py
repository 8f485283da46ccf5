"""The engine compared with `brute`, an independent implementation: every way to play, bid and score small packs."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest

from games.engine import Bid, State, apply, deal_hands, new_game, preset
from games.engine.actions import BID, PASS, THROW_IN, action_text, parse_action
from games.engine.cards import NAMES, mask_of
from games.engine.rules import RuleSet
from games.engine.scoring import Revoke, score_hand
from tests.engine import brute
from tests.engine.rulesets import any_rules

PLAIN = [name for name in NAMES if name not in ("LJ", "BJ")]


def deals(
    players: int,
    cards: int,
    jokers: bool,
    rng: random.Random,
    deuce: bool,
    raised: Sequence[str] = (),
) -> list[list[str]]:
    """Return hands from few suits and many spades, so that following, trumping and breaking all happen."""
    suits = rng.choice(["CS", "CHS", "CDHS", "HS"])
    pool = [name for name in PLAIN if name[1] in suits + "C" and name not in ("2C", *raised)]
    picked = [*(["LJ", "BJ"] if jokers else []), *(["2C"] if deuce else []), *raised]
    spades = [name for name in pool if name[1] == "S"]
    picked += rng.sample(spades, rng.randint(1, players))
    rest = [name for name in pool if name not in picked]
    picked += rng.sample(rest, players * cards - len(picked))
    rng.shuffle(picked)
    return [picked[seat * cards : (seat + 1) * cards] for seat in range(players)]


def bidding(hands: list[list[str]], dealer: int, **house: object) -> State:
    """Return a hand in its bidding, these cards being the whole pack."""
    used = {name for hand in hands for name in hand}
    rules = preset(
        "cardgames_io",
        players=len(hands),
        sides=house.pop("sides", "partners" if len(hands) == 4 else "solo"),
        jokers="BJ" in used,
        removed=tuple(name for name in PLAIN if name not in used),
        **house,
    )
    state = new_game(rules, first_dealer=dealer)
    codes = rules.codes
    return deal_hands(state, [mask_of(codes[name] for name in hand) for hand in hands])


def every_play(
    state: State, history: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], int]]:
    """Yield every way in which the engine lets a hand be played."""
    if state.phase != "play":
        result = state.hand_results[-1]
        yield history, result.tricks, len(result.revokes)
        return
    for code in state.legal_codes():
        after = state.copy()
        after.act(code)
        yield from every_play(after, (*history, state.rules.names[code]))


VARIANTS = [
    {
        "spade_lead": lead,
        "lone_spades_break": lone,
        "opening_lead": opening,
        "revoke": revoke,
        "first_trick": first,
    }
    for lead in ("after_break", "only_when_void", "anytime")
    for lone in (True, False)
    for opening in ("left_of_dealer", "two_of_clubs")
    for revoke, first in (
        ("prevented", "free"),
        ("penalised", "free"),
        ("prevented", "no_spades"),
        ("prevented", "lowest_club"),
    )
]


@pytest.mark.sweep(32)
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_way_to_play_a_small_pack(players: int, variant: int) -> None:
    house = VARIANTS[variant]
    rng = random.Random(f"{players} {variant}")
    for case in range(4):
        cards = {2: 4, 3: 3, 4: 2, 5: 2}[players]
        cards += 1 if players in (2, 4) and house["revoke"] == "prevented" else 0
        jokers = case == 3
        deuce = house["opening_lead"] == "two_of_clubs"
        deuces = ["2D", "2H", "2S"] if deuce else ["2C", "2D", "2H", "2S"]
        raised = rng.sample(deuces, {2: 2, 3: 1}.get(case, 0))
        hands = deals(players, cards, jokers, rng, deuce, raised)
        dealer = rng.randrange(players)
        rules = {**house, "high_deuces": tuple(raised)}
        state = bidding(hands, dealer, **rules)
        while state.phase == "bid":
            state.act(BID + 1)
        mine = sorted(every_play(state))
        plain = sorted(brute.lines_of_play(rules, hands, (dealer + 1) % players))
        assert mine
        assert mine == plain


def every_bidding(state: State, told: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield every bidding without a blind bid."""
    if state.phase != "bid":
        yield told
        return
    for code in state.legal_codes():
        after = state.copy()
        after.act(code)
        yield from every_bidding(after, (*told, code - BID))


def every_plain_bidding(
    rules: brute.Rules, hands: list[list[str]], first: int, told: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the same by the brute force."""
    count = len(hands)
    if len(told) == count:
        yield told
        return
    by_seat: list[int | None] = [None] * count
    for index, bid in enumerate(told):
        by_seat[(first + index) % count] = bid
    seat = (first + len(told)) % count
    word = (rules["programme"] or ["free"])[0]
    if rules["programme"]:
        open_now = brute.biddable_by_word(rules, word, by_seat, seat, hands[seat])
    else:
        open_now = brute.biddable(rules, by_seat, seat, hands[seat])
    for bid in open_now:
        yield from every_plain_bidding(rules, hands, first, (*told, bid))


BIDDINGS: list[dict[str, object]] = [
    {},
    {"nil": None},
    {"min_bid": 2},
    {"max_bid": 2},
    {"min_side_bid": 3},
    {"min_side_bid": 4},
    {"min_side_bid": 3, "nil": None},
    {"forbidden_total": 3},
    {"forbidden_total": 5, "nil": None},
    {"forbidden_total": 4, "min_side_bid": 2},
    {"bidding": "suicide"},
    {"bidding": "suicide", "min_side_bid": 2},
    {"bidding": "mirror"},
    {"bidding": "whiz"},
    {"sides": "solo", "min_side_bid": 2},
    {"sides": "solo", "forbidden_total": 3},
    {"programme": ["suicide", "free"], "min_side_bid": 2},
    {"programme": ["mirror"], "min_bid": 2},
    {"programme": ["whiz"]},
    {"programme": ["nil"]},
    {"programme": ["bid 2"]},
    {"programme": ["copy"]},
    {"programme": ["copy"], "nil": None},
    {"programme": ["total 6"]},
    {"programme": ["total 9"], "nil": None},
    {"programme": ["free", "nil"], "forbidden_total": 4},
    {"programme": ["holder 2C"]},
    {"sides": "solo", "programme": ["total 3"]},
]


@pytest.mark.parametrize("house", BIDDINGS)
def test_every_way_to_bid(house: dict[str, object]) -> None:
    rng = random.Random(str(house))
    named = house.get("programme") == ["holder 2C"]
    for case in range(4):
        raised = ("2D", "2H") if case == 3 else ()
        hands = deals(4, 3, False, rng, named, raised)
        dealer = rng.randrange(4)
        state = bidding(hands, dealer, high_deuces=raised, **house)
        mine = sorted(every_bidding(state))
        plain = sorted(every_plain_bidding(state.rules.to_dict(), hands, (dealer + 1) % 4))
        assert mine
        assert mine == plain
        assert state.legal_codes() == tuple(dict.fromkeys(state.legal_codes()))


@pytest.mark.parametrize("throw_in", ["never", "no_spades", "no_spades_or_faces"])
@pytest.mark.parametrize("below", [0, 2, 3])
def test_every_way_to_throw_a_hand_in(throw_in: str, below: int) -> None:
    rng = random.Random(f"{throw_in} {below}")
    ways = set()
    for case in range(12):
        raised = ("2D",) if case % 3 == 2 else ()
        hands = deals(4, 3, case % 4 == 3, rng, False, raised)
        dealer = rng.randrange(4)
        state = bidding(
            hands, dealer, high_deuces=raised, throw_in=throw_in, throw_in_below=below, max_bid=1
        )
        rules = state.rules.to_dict()
        for told in product((0, 1), repeat=4):
            after = state
            for number, bid in enumerate(told):
                seat = (dealer + 1 + number) % 4
                may = brute.may_be_thrown_in(rules, hands[seat])
                assert (THROW_IN in after.legal_codes()) == may
                if may:
                    out = apply(after, seat, "throw in")
                    assert (out.phase, out.hand_results[-1].shown) == ("deal", (seat,))
                    ways.add("asked")
                after = apply(after, seat, action_text(BID + bid))
            assert after.phase == ("deal" if sum(told) < below else "play")
            if sum(told) < below:
                assert after.hand_results[-1].shown == (0, 1, 2, 3)
                ways.add("bid")
    assert ways == ({"asked"} if throw_in != "never" else set()) | ({"bid"} if below else set())


def any_score(rng: random.Random) -> tuple[RuleSet, list[Bid], list[int], list[int], list[int]]:
    """Return a rule set, bids, tricks, bags before and the seats that revoked."""
    rules = any_rules(rng)
    left = rules.tricks
    won = []
    for seat in range(rules.players):
        won.append(
            left if seat == rules.players - 1 else rng.choice([0, left, rng.randint(0, left)])
        )
        left -= won[-1]
    rng.shuffle(won)
    if rules.bid_by == "side":
        rules = replace(rules, bid_by="player", partners_talk=False)
    bids = []
    for _seat in range(rules.players):
        number = rng.randint(0 if rules.nil else 1, max(1, rules.tricks))
        allowed = rules.blind_bid if number else rules.blind_nil
        bids.append(Bid(number, bool(allowed) and rng.random() < 0.5))
    most = 0 if rules.bag_limit is None else rules.bag_limit - 1
    bags = [rng.randint(0, most) for _side in rules.side_seats]
    revoked = [seat for seat in range(rules.players) if rng.random() < 0.15]
    return rules, bids, won, bags, revoked


@pytest.mark.sweep(8)
@pytest.mark.parametrize("seed", range(20))
def test_every_score(seed: int) -> None:
    rng = random.Random(seed)
    for _case in range(150):
        rules, bids, won, bags, revoked = any_score(rng)
        result = score_hand(
            rules,
            hand_no=1,
            bids=bids,
            tricks=won,
            totals=[0] * len(bags),
            bags=bags,
            revokes=[Revoke(seat, 1, "2C", "3D") for seat in revoked],
        )
        for side, seats in enumerate(rules.side_seats):
            plain = brute.score(
                rules.to_dict(),
                [(bids[seat].value, bids[seat].blind) for seat in seats],
                [won[seat] for seat in seats],
                bags[side],
                any(seat in revoked for seat in seats),
                rules.tricks,
            )
            mine = result.sides[side]
            assert (mine.points, mine.bags, mine.bags_after) == plain, (rules, bids, won, bags)
            assert mine.points == sum(line.points for line in mine.lines)


def test_every_score_of_a_hand_of_four_tricks() -> None:
    rules = preset("cardgames_io", removed=tuple(name for name in PLAIN if name[0] not in "AKQJ"))
    for numbers in product(range(5), repeat=2):
        for won in product(range(5), repeat=2):
            if sum(won) > 4:
                continue
            for bags in (0, 7, 9):
                mine = score_hand(
                    rules,
                    hand_no=1,
                    bids=[Bid(numbers[0]), Bid(1), Bid(numbers[1]), Bid(1)],
                    tricks=[won[0], 4 - sum(won), won[1], 0],
                    totals=[0, 0],
                    bags=[bags, 0],
                ).sides[0]
                told = [(number, False) for number in numbers]
                plain = brute.score(rules.to_dict(), told, list(won), bags, False, 4)
                assert (mine.points, mine.bags, mine.bags_after) == plain


def test_actions_are_texts_one_to_one() -> None:
    codes = [*range(54), *range(64, 91), *range(96, 123), 128, 129, 130, 131]
    texts = [action_text(code) for code in codes]
    assert len(set(texts)) == len(codes)
    assert texts[:2] == ["play 2C", "play 3C"]
    assert texts[52:57] == ["play LJ", "play BJ", "nil", "bid 1", "bid 2"]
    every = preset("cardgames_io", high_deuces=("2H", "2D", "2S", "2C"))
    codes = [*range(1, 13), *range(14, 26), *range(27, 39), *range(40, 58)]
    texts = [action_text(code, every.names) for code in codes]
    assert texts[-7:] == [f"play {name}" for name in ["AS", "2C", "2S", "2D", "2H", "LJ", "BJ"]]
    assert [parse_action(text, every.codes) for text in texts] == codes
    highest = parse_action("pass BJ LJ 2H", every.codes)
    assert highest == PASS + (7 << 55)
    assert action_text(highest, every.names) == "pass 2H LJ BJ"


SIDE_BIDDINGS: list[dict[str, object]] = [
    {},
    {"nil": None},
    {"min_side_bid": 2},
    {"min_side_bid": 2, "max_bid": 2},
    {"min_side_bid": 3, "nil_partner_min": 2},
    {"min_bid": 2, "nil_partner_min": 1},
    {"first_hand": "bids_itself"},
]


@pytest.mark.parametrize("house", SIDE_BIDDINGS)
def test_every_way_to_bid_together_and_every_score_after_it(house: dict[str, object]) -> None:
    rng = random.Random(str(house))
    hands = deals(4, 3, False, rng, False)
    dealer = rng.randrange(4)
    first = (dealer + 1) % 4
    order = [first, (first + 2) % 4, (first + 1) % 4, dealer]
    state = bidding(hands, dealer, bid_by="side", **house)
    rules = state.rules.to_dict()
    found = set()

    def bid_on(state: State, told: tuple[str, ...]) -> None:
        if state.phase != "bid":
            assert len(told) in (0, 4)
            found.add(told)
            return
        seat, before = order[len(told)], told[len(told) & 2 :]
        assert state.turn == seat
        texts = {action_text(code) for code in state.legal_codes()}
        assert texts == brute.said_by_side(rules, list(before), 3)
        for text in texts:
            bid_on(apply(state, seat, text), (*told, text))

    bid_on(state, ())
    assert found
    for told in rng.sample(sorted(found), min(len(found), 150)):
        after = state
        for seat, text in zip(order, told, strict=False):
            after = apply(after, seat, text)
        while after.phase == "play":
            after = apply(after, after.turn, action_text(rng.choice(after.legal_codes())))
        for side, seats in enumerate(after.rules.side_seats):
            # The side of the dealer bids last.
            said = told[0:2] if seats == tuple(sorted(order[:2])) else told[2:4]
            speakers = order[:2] if seats == tuple(sorted(order[:2])) else order[2:]
            won = [after.hand_results[0].tricks[seat] for seat in speakers]
            result = after.hand_results[0].sides[side]
            assert brute.score_together(rules, *(said or ("nobody bid", "")), won, 0, 3) == (
                result.points,
                result.bags,
                result.bags_after,
            )
