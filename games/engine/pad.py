"""A game with real cards, scored from what is entered by hand: bids, tricks and reneges (static/js/score does the same).

tests/engine/test_pad.py compares the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from games.engine.bidding import open_bids, open_blind_bids
from games.engine.errors import BadAction
from games.engine.programme import FREE, word_bids, word_of
from games.engine.rules import RuleSet
from games.engine.scoring import (
    NO_BID,
    Bid,
    GameResult,
    HandResult,
    Revoke,
    ScoreLine,
    Sets,
    SideResult,
    game_result,
    is_set,
    score_hand,
    short_of_board,
    side_lines,
    won_outright,
)
from games.engine.sentences import message

RenegeRule = Literal["tricks", "set", "nothing", "lost"]
"""What a renege costs: three tricks move, the contract fails, the contract scores nothing (5.9), or the game is lost."""
RENEGE_RULES: Final = get_args(RenegeRule)
RENEGE: Final = "renege"
MOVED: Final = 3
BY_CARDS: Final = ("mirror", "whiz", "holder")
"""Words that leave open what the cards allow, which nobody enters."""


@dataclass(frozen=True, slots=True)
class PadHand:
    """A hand as entered: bids and tricks by seat, and the side that reneged, if one did."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    renege: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as it is sent and stored."""
        bids = [
            {"value": bid.value, "blind": bid.blind, "silent": bid.opening is not None}
            for bid in self.bids
        ]
        return {"bids": bids, "tricks": list(self.tricks), "renege": self.renege}

    @classmethod
    def from_json(cls, said: Any, rules: RuleSet) -> "PadHand":
        """Return a hand from what was sent. Raises BadAction if it hasn't this shape."""
        try:
            bids = tuple(
                Bid(0, opening=0, blind=False) if one["silent"] is True
                else Bid(_whole(one["value"]), blind=one["blind"] is True)
                for one in said["bids"]
            )  # fmt: skip
            tricks = tuple(map(_whole, said["tricks"]))
            renege = None if said.get("renege") is None else _whole(said["renege"])
        except (KeyError, TypeError, AttributeError, ValueError) as mistake:
            raise BadAction(message("This isn’t a hand.")) from mistake
        players = rules.players
        if (len(bids), len(tricks)) != (players, players) or (
            renege is not None and not 0 <= renege < len(rules.side_seats)
        ):
            raise BadAction(message("This isn’t a hand."))
        return cls(bids, tricks, renege)


@dataclass(frozen=True, slots=True)
class PadGame:
    """A game so far; `late` are the numbers of hands entered after its end, which don't count."""

    totals: tuple[int, ...]
    bags: tuple[int, ...]
    sets: Sets
    hands: tuple[HandResult, ...] = ()
    late: tuple[int, ...] = ()
    result: GameResult | None = None
    bags_taken: tuple[int, ...] = field(default=())

    @classmethod
    def new(cls, rules: RuleSet) -> "PadGame":
        """Return a game before its first hand."""
        none = (0,) * len(rules.side_seats)
        return cls(none, none, Sets.none(len(none)), bags_taken=none)


def score_pad(rules: RuleSet, hands: Sequence[PadHand], renege_rule: RenegeRule) -> PadGame:
    """Return the game that these hands make."""
    game = PadGame.new(rules)
    for hand in hands:
        game = after_hand(rules, game, hand, renege_rule)
    return game


def after_hand(rules: RuleSet, game: PadGame, hand: PadHand, renege_rule: RenegeRule) -> PadGame:
    """Return a game after one more hand. A hand after the end changes nothing."""
    number = len(game.hands) + 1
    scored, moved = _scored(rules, game, hand, renege_rule, number)
    hands = (*game.hands, scored)
    if game.result is not None:
        return PadGame(
            game.totals, game.bags, game.sets, hands, (*game.late, number), game.result, game.bags_taken
        )  # fmt: skip
    totals = tuple(side.total for side in scored.sides)
    sets = game.sets
    if rules.set_limit is not None or rules.sets_in_a_row is not None:
        sets = _after(sets, rules, scored)
    return PadGame(
        totals=totals,
        bags=tuple(side.bags_after for side in scored.sides),
        sets=sets,
        hands=hands,
        result=_result(rules, hand, scored, totals, sets, number, renege_rule, moved=moved),
        bags_taken=tuple(
            count + side.bags for count, side in zip(game.bags_taken, scored.sides, strict=True)
        ),
    )


def _after(sets: Sets, rules: RuleSet, scored: HandResult) -> Sets:
    """Return the counts of sets after a hand; a contract that fails by a renege is one."""
    now = [
        is_set(rules, side.lines) or any(line.code == RENEGE for line in side.lines)
        for side in scored.sides
    ]
    return Sets(
        tuple(count + one for count, one in zip(sets.all, now, strict=True)),
        tuple(count + 1 if one else 0 for count, one in zip(sets.running, now, strict=True)),
    )


def why_impossible_hand(
    rules: RuleSet, number: int, dealer: int, totals: Sequence[int], hand: PadHand
) -> Any:
    """Return why nobody can have bid and won so in hand `number`, as a sentence; None if they can."""
    if sum(hand.tricks) != rules.tricks or min(hand.tricks) < 0:
        return message(
            "The tricks of a hand add up to %(tricks)d, these to %(sum)d.",
            tricks=rules.tricks, sum=sum(hand.tricks),
        )  # fmt: skip
    for seat, bid in _in_order(rules, dealer, hand.bids):
        if not _may_bid(rules, number, dealer, totals, hand.bids, seat, bid):
            return message("A bid isn’t possible under these rules: %(bid)s.", bid=bid.text or "–")
    return None


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 99:
        raise ValueError(value)
    return value


def _in_order(rules: RuleSet, dealer: int, bids: Sequence[Bid]) -> list[tuple[int, Bid]]:
    seats = [(dealer + ahead) % rules.players for ahead in range(1, rules.players + 1)]
    return [(seat, bids[seat]) for seat in seats]


def _may_bid(
    rules: RuleSet,
    number: int,
    dealer: int,
    totals: Sequence[int],
    bids: Sequence[Bid],
    seat: int,
    bid: Bid,
) -> bool:
    """Return whether a bid is open to a seat after the bids before it, as far as that doesn't depend on the cards."""
    if number == 1 and rules.first_hand == "bids_itself":
        return bid == NO_BID
    if rules.bid_by == "side":
        return _may_bid_for_side(rules, totals, bids, seat, bid)
    if bid.opening is not None:
        return False
    programme = rules.programme or (rules.bidding,)
    word = word_of(programme[(number - 1) % len(programme)])
    order = [one for one, _bid in _in_order(rules, dealer, bids)]
    before: list[Bid | None] = [
        bids[other] if order.index(other) < order.index(seat) else None
        for other in range(rules.players)
    ]
    if word is not None and word.kind in BY_CARDS:
        return not bid.blind and bid.value <= rules.tricks
    if word is not None and word.kind != FREE and rules.bidding != "suicide":
        return not bid.blind and bid.value in word_bids(rules, word, before, seat, 0)
    if bid.blind:
        return bid.value in open_blind_bids(rules, before, seat, totals)
    return bid.value in open_bids(rules, before, seat, 0)


def _may_bid_for_side(
    rules: RuleSet, totals: Sequence[int], bids: Sequence[Bid], seat: int, bid: Bid
) -> bool:
    """Return whether a seat's share of its side's bid is possible (3.17)."""
    partner = bids[(seat + 2) % 4]
    if bid.opening is not None:
        return partner.opening is None and not partner.nil
    if bid.nil:
        both = partner.nil and rules.nil_partner_min == 0
        beside = not partner.nil and partner.opening is None
        return rules.nil is not None and not bid.blind and (both or beside)
    if partner.opening is None:
        least = max(rules.min_bid, rules.nil_partner_min)
        return partner.nil and not bid.blind and least <= bid.value <= rules.highest_bid
    if bid.blind:
        lead = max(rules.sign * total for total in totals)
        behind = lead - rules.sign * totals[rules.side_of[seat]]
        may = rules.blind_bid is not None and behind >= rules.blind_bid_deficit
        return may and bid.value in rules.blind_side_numbers
    return max(rules.min_bid, rules.min_side_bid) <= bid.value <= rules.highest_bid


def _scored(
    rules: RuleSet, game: PadGame, hand: PadHand, renege_rule: RenegeRule, number: int
) -> tuple[HandResult, int]:
    """Return the hand's score, and how many tricks a renege moved."""
    tricks, moved = hand.tricks, 0
    if hand.renege is not None and renege_rule == "tricks":
        tricks, moved = _moved(rules, hand)
    by = () if hand.renege is None else rules.side_seats[hand.renege]
    revokes = [Revoke(by[0], 1, "", "")] if by and renege_rule == "nothing" else []
    scored = score_hand(
        rules, hand_no=number, bids=hand.bids, tricks=tricks,
        totals=game.totals, bags=game.bags, revokes=revokes,
    )  # fmt: skip
    sides = list(scored.sides)
    if hand.renege is not None and renege_rule in ("set", "nothing"):
        sides[hand.renege] = _punished(rules, game, hand, renege_rule, sides[hand.renege])
    if moved:
        sides = [_without_boston(side) for side in sides]
    return scored._replace(sides=tuple(sides), revokes=()), moved


def _moved(rules: RuleSet, hand: PadHand) -> tuple[tuple[int, ...], int]:
    """Return the tricks after a renege under "three tricks move": never a nil's, and never to a nil."""
    after, moved = list(hand.tricks), 0
    if hand.renege is None or len(rules.side_seats) != 2:
        return hand.tricks, 0
    for seat in rules.side_seats[hand.renege]:
        if not hand.bids[seat].nil:
            taken = min(after[seat], MOVED - moved)
            after[seat] -= taken
            moved += taken
    other = rules.side_seats[1 - hand.renege]
    receiver = next((seat for seat in other if not hand.bids[seat].nil), None)
    if receiver is not None:
        after[receiver] += moved
    return tuple(after), moved


def _punished(
    rules: RuleSet, game: PadGame, hand: PadHand, renege_rule: RenegeRule, scored: SideResult
) -> SideResult:
    """Return the score of the side that reneged, where the contract fails or the hand that bid itself scores nothing."""
    assert hand.renege is not None
    side, seats = hand.renege, rules.side_seats[hand.renege]
    lines, bags = side_lines(rules, seats, hand.bids, hand.tricks, False)
    if all(hand.bids[seat].opening is not None for seat in seats):
        lines = [line._replace(points=0) if line.code == "tricks" else line for line in lines]
    elif renege_rule == "nothing":
        return scored
    else:
        none = [0] * rules.players
        failed, _bags = side_lines(rules, seats, hand.bids, none, False)
        found = next((line for line in failed if line.code == "set"), None)
        if found is None:
            return scored
        renege = ScoreLine(RENEGE, found.text.partition(" set")[0], found.points)
        nil_tricks = sum(hand.tricks[seat] for seat in seats if hand.bids[seat].nil)
        bags = nil_tricks if rules.failed_nil == "bags" else 0
        what = "overtrick" if rules.bag_limit is None else "bag"
        kept = [
            line for line in lines
            if line.code not in ("contract", "set", "bags", "overtricks")
        ]  # fmt: skip
        counted = ScoreLine(
            f"{what}s", f"{bags} {what}{'' if bags == 1 else 's'}", bags * rules.overtrick_points
        )
        lines = [renege, *([counted] if bags else []), *kept]
    return _summed(rules, lines, bags, game.totals[side], game.bags[side])


def _summed(
    rules: RuleSet, lines: list[ScoreLine], bags: int, total: int, carried: int
) -> SideResult:
    limit = rules.bag_limit
    after = 0 if limit is None else carried + bags
    if limit is not None and after >= limit:
        passed, after = divmod(after, limit)
        times = "" if passed == 1 else f", {passed} times"
        name = "tenth bag" if limit == 10 else f"bag {limit}"
        lines = [*lines, ScoreLine("bag_penalty", name + times, -rules.bag_penalty * passed)]
    points = sum(line.points for line in lines)
    return SideResult(points, bags, total + points, after, tuple(lines))


def _without_boston(side: SideResult) -> SideResult:
    """Return a side's score without the bonus for all tricks: tricks that a penalty moves make none."""
    lines = tuple(line for line in side.lines if line.code != "boston")
    lost = side.points - sum(line.points for line in lines)
    return side._replace(lines=lines, points=side.points - lost, total=side.total - lost)


def _result(
    rules: RuleSet,
    hand: PadHand,
    scored: HandResult,
    totals: Sequence[int],
    sets: Sets,
    number: int,
    renege_rule: RenegeRule,
    *,
    moved: int,
) -> GameResult | None:
    if renege_rule == "lost" and hand.renege is not None:
        return _lost(rules, totals, hand.renege)
    by_sets = sets.at_limit(rules)
    lost = by_sets or short_of_board(rules, hand.bids, _as_played(scored, hand))
    return game_result(
        rules,
        totals,
        number,
        lost=lost,
        by="sets" if by_sets else "board",
        outright=None if moved else won_outright(rules, scored),
    )


def _as_played(scored: HandResult, hand: PadHand) -> HandResult:
    return scored._replace(tricks=hand.tricks)


def _lost(rules: RuleSet, totals: Sequence[int], side: int) -> GameResult:
    keys = [(index == side, -rules.sign * total) for index, total in enumerate(totals)]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    seats = sorted(
        seat for one, place in enumerate(places) if place == 1 for seat in rules.side_seats[one]
    )
    return GameResult(tuple(seats), tuple(totals), places, RENEGE)
