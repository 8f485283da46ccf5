"""docs/rules.md 5: scoring, with every worked example of the documents."""

import pytest

from games.engine import PRESETS, SPECTATOR, view_for
from tests.rules.play import bids, do, lines, plays, points, scored, table

EXAMPLES = [
    # What a side bid and won, by which rules; its points; what it carries on, from what.
    ("cardgames_io", "4 1 1 1", "7 3 0 3", {"totals": (337, 0), "bags": (7, 0)}, 52, 389, 9),
    ("cardgames_io", "4 1 1 1", "8 3 0 2", {"totals": (337, 0), "bags": (7, 0)}, -47, 290, 0),
    ("cardgames_io", "4 1 1 1", "9 2 0 2", {"totals": (337, 0), "bags": (7, 0)}, -46, 291, 1),
    ("bicycle_4", "7 1 1 1", "7 2 2 2", {}, 70, 70, 0),
    ("bicycle_4", "5 1 1 1", "8 2 2 1", {}, 53, 53, 0),
    ("bicycle_4", "4 1 1 1", "3 4 3 3", {}, 0, 0, 0),
    ("bicycle_partnership", "4 2 6 2", "8 1 2 2", {}, 100, 100, 0),
    ("bicycle_4", "b5 1 1 1", "7 2 2 2", {"blind_bid": 20}, 100, 100, 0),
    ("playingcards_io", "nil 3 5 3", "0 5 4 4", {}, 50, 50, 0),
    ("playingcards_io", "3 1 3 1", "2 4 3 4", {}, -60, -60, 0),
    ("playingcards_io", "3 1 4 1", "5 3 3 2", {}, 71, 71, 1),
    ("playingcards_io", "bnil 1 1 1", "0 6 1 6", {}, 210, 210, 0),
    ("playingcards_io", "bnil 1 1 1", "1 6 1 5", {}, -189, -189, 1),
    ("classic_blind_nil", "3 1 2 1", "4 3 3 3", {}, 52, 52, 2),
    ("classic_blind_nil", "3 1 2 1", "6 2 3 2", {"bags": (8, 0)}, -46, -46, 2),
    ("classic_blind_nil", "2 1 2 1", "3 3 3 4", {"bags": (8, 0)}, -58, -58, 0),
    ("rubl_two_player", "9 2", "11 2", {}, 92, 92, 2),
]


@pytest.mark.parametrize(("key", "said", "won", "house", "points", "total", "bags"), EXAMPLES)
def test_rule_5_1_worked_examples(
    key: str, said: str, won: str, house: dict[str, object], points: int, total: int, bags: int
) -> None:
    side = scored(said, won, key=key, **house).sides[0]
    carried = side.bags_after if PRESETS[key].bag_limit else 0
    assert (side.points, side.total, carried) == (points, total, bags)


def test_rule_5_1_contract_made() -> None:
    assert points("3 2 4 4", "3 3 4 3") == [70, 60]
    assert points("3 2 4 4", "7 3 0 3") == [70, 60]
    assert points("4 3 3 3", "4 3 3 3", key="bicycle_4") == [40, 30, 30, 30]
    assert points("3 2 4 4", "3 3 4 3", trick_points=15, set_points=-15) == [105, 90]


def test_rule_5_1_and_5_6_of_playingcards_io_by_their_card() -> None:
    hands = ("KH 2S", "7H 3C", "3D 4C", "AH 5C")
    assert plays(bids(table(*hands), *"1111"), "KH 7H 3D AH").won == [0, 0, 0, 1]


def test_rule_5_2_overtricks() -> None:
    assert points("3 2 3 2", "4 3 4 2") == [62, 41]
    assert points("3 2 3 2", "4 3 4 2", overtrick_points=-2) == [56, 38]
    assert points("3 2 3 2", "4 3 4 2", overtrick_points=0) == [60, 40]


def test_rule_5_3_contract_failed() -> None:
    assert points("4 3 4 2", "4 3 3 3") == [-80, 51]
    assert points("4 3 4 2", "4 3 3 3", set_points=-5) == [-40, 51]
    assert points("4 3 4 2", "3 4 3 3", key="bicycle_4") == [0, 31, 0, 21]
    assert points("7 4 6 4", "6 3 6 4", key="bicycle_4") == [0, 0, 60, 40]


def test_rule_5_4_bags_of_a_hand() -> None:
    result = scored("3 2 nil 4", "5 2 2 4")
    # Two overtricks of the contract and two tricks of the failed nil.
    assert (result.sides[0].bags, result.sides[0].bags_after) == (4, 4)
    assert lines(result) == [("contract 3", 30), ("4 bags", 4), ("nil broken", -100)]
    # A failed nil's tricks are bags though the contract failed; the contract's own tricks aren't.
    result = scored("5 2 nil 4", "3 3 2 5")
    assert lines(result) == [
        ("contract 5 set, 3 won", -50),
        ("2 bags", 2),
        ("nil broken", -100),
    ]
    assert result.sides[0].bags == 2
    assert lines(scored("5 2 1 4", "3 3 2 5")) == [("contract 6 set, 5 won", -60)]
    assert lines(scored("5 2 1 4", "5 3 2 3")) == [("contract 6", 60), ("1 bag", 1)]


@pytest.mark.parametrize(
    ("before", "won", "after", "penalty"),
    [(8, 1, 9, 0), (9, 1, 0, -100), (9, 2, 1, -100), (0, 9, 9, 0), (0, 10, 0, -100)],
)
def test_rule_5_5_the_bag_penalty(before: int, won: int, after: int, penalty: int) -> None:
    side = scored("1 1 nil 1", f"{1 + won} {12 - won} 0 0", bags=(before, 0)).sides[0]
    assert (side.points, side.bags, side.bags_after) == (110 + won + penalty, won, after)


def test_rule_5_5_several_penalties_in_one_hand() -> None:
    result = scored("1 nil nil 1", "13 0 0 0", bags=(9, 0))
    assert lines(result) == [
        ("contract 1", 10),
        ("12 bags", 12),
        ("nil kept", 100),
        ("Boston", 0),
        ("tenth bag, 2 times", -200),
    ]
    assert result.sides[0].bags_after == 1
    side = scored("1 1 1 1", "5 3 4 1", bag_limit=3, bag_penalty=30).sides[0]
    assert [(line.text, line.points) for line in side.lines][-1] == ("bag 3, 2 times", -60)
    assert (side.points, side.bags, side.bags_after) == (20 + 7 - 60, 7, 1)
    assert lines(scored("1 1 1 1", "2 8 2 1", bag_limit=2))[-1] == ("bag 2", -100)


def test_rule_5_5_where_bags_dont_count() -> None:
    result = scored("1 2 1 2", "9 1 1 2", bag_limit=None, totals=(5, 6))
    assert lines(result) == [("contract 2", 20), ("8 overtricks", 8)]
    assert [(s.total, s.bags, s.bags_after) for s in result.sides] == [(33, 8, 0), (-34, 0, 0)]
    assert lines(scored("1 2 1 2", "2 4 1 6", bag_limit=None)) == [
        ("contract 2", 20),
        ("1 overtrick", 1),
    ]


def test_rule_5_6_nils() -> None:
    assert lines(scored("nil 4 5 4", "0 4 5 4")) == [("contract 5", 50), ("nil kept", 100)]
    assert points("nil 4 5 4", "0 4 5 4", nil=50) == [100, 80]
    assert lines(scored("nil 4 5 4", "0 5 4 4")) == [
        ("contract 5 set, 4 won", -50),
        ("nil kept", 100),
    ]
    broken = scored("nil 4 5 3", "1 4 5 3")
    assert lines(broken) == [("contract 5", 50), ("1 bag", 1), ("nil broken", -100)]
    blind = scored("bnil 4 5 4", "0 4 5 4", key="playingcards_io")
    assert lines(blind) == [("contract 5", 50), ("blind nil kept", 200)]
    blind = scored("bnil 4 5 4", "1 4 5 3", key="playingcards_io", blind_nil=250)
    assert lines(blind)[-1] == ("blind nil broken", -250)
    alone = scored("nil 4 5 3", "0 4 5 4", key="bicycle_4", nil=100)
    assert [side.points for side in alone.sides] == [100, 40, 50, 31]


@pytest.mark.parametrize(
    ("failed_nil", "won", "lines_", "bags"),
    [
        ("bags", "2 4 4 3", [("contract 5 set, 4 won", -50), ("2 bags", 2)], 2),
        ("nothing", "2 4 4 3", [("contract 5 set, 4 won", -50)], 0),
        ("help_partner", "2 4 4 3", [("contract 5", 50), ("1 bag", 1)], 1),
        ("bags", "2 4 6 1", [("contract 5", 50), ("3 bags", 3)], 3),
        ("nothing", "2 4 6 1", [("contract 5", 50), ("1 bag", 1)], 1),
        ("help_partner", "2 4 6 1", [("contract 5", 50), ("3 bags", 3)], 3),
        ("help_partner", "1 5 3 4", [("contract 5 set, 4 won", -50)], 0),
        ("help_partner", "2 4 3 4", [("contract 5", 50)], 0),
    ],
)
def test_rule_5_7_what_a_failed_nils_tricks_do(
    failed_nil: str, won: str, lines_: list[tuple[str, int]], bags: int
) -> None:
    result = scored("nil 4 5 4", won, failed_nil=failed_nil)
    assert lines(result) == [*lines_, ("nil broken", -100)]
    assert result.sides[0].bags == bags


def test_rule_5_7_by_preset() -> None:
    kinds = {key: rules.failed_nil for key, rules in PRESETS.items()}
    assert {key for key, kind in kinds.items() if kind == "nothing"} == {
        key for key in PRESETS if key.startswith("bicycle")
    }
    assert set(kinds.values()) == {"bags", "nothing"}
    assert points("nil 4", "3 10", key="rubl_two_player") == [-97, 46]
    assert points("nil 4 4 4", "3 4 4 2", key="bicycle_4", nil=100) == [-100, 40, 40, 0]


def test_rule_5_7_the_contract_shown_counts_as_the_score_does() -> None:
    hands = ("AS 2C", "KS 3C", "QS 4C", "JS 5C")
    for failed_nil, won in (("bags", 0), ("nothing", 0), ("help_partner", 1)):
        state = plays(bids(table(*hands, failed_nil=failed_nil), "nil", *"111"), "2C 3C 4C 5C")
        state = plays(state, "JS AS KS QS") if state.turn == 3 else state
        assert state.won == [1, 0, 0, 1]
        shown = view_for(state, SPECTATOR)["contracts"][0]
        assert shown == {"bid": 1, "won": won}


def test_rule_5_8_blind_numbers() -> None:
    house = {"key": "bicycle_4", "blind_bid": 20}
    result = scored("b5 4 3 b2", "7 3 2 1", **house)
    assert lines(result) == [("blind contract 5", 100)]
    assert [side.points for side in result.sides] == [100, 0, 0, 0]
    assert lines(result, 3) == [("blind contract 2 set, 1 won", 0)]
    assert points("b5 4 3 1", "4 4 3 2", **house, set_points=-10) == [-50, 40, 30, 11]
    assert points("b5 4 3 1", "6 4 2 1", key="bicycle_4", blind_bid=15)[0] == 75
    # No bags either.
    counted = scored("b3 4 3 1", "6 4 2 1", **house, bag_limit=10, bags=(9, 0, 0, 0)).sides[0]
    assert (counted.points, counted.bags, counted.bags_after) == (60, 0, 9)


@pytest.mark.parametrize(
    ("won", "side", "bags"),
    [
        ("5 2 3 3", 130, 0),
        ("7 2 3 1", 130, 0),
        ("5 2 5 1", 132, 2),
        ("4 2 6 1", 132, 2),
        ("7 2 2 2", 130, 0),
        ("6 2 4 1", 131, 1),
        ("3 5 4 1", -80, 0),
    ],
)
def test_rule_5_8_a_blind_number_beside_a_partner(won: str, side: int, bags: int) -> None:
    result = scored("b5 2 3 1", won, blind_bid=20)
    assert (result.sides[0].points, result.sides[0].bags) == (side, bags)


def test_rule_5_9_a_revoke_costs_the_contract() -> None:
    result = scored("3 2 3 2", "4 2 4 3", revoke="penalised", revoked_by=(2,), bags=(9, 9))
    assert lines(result) == [("contract 6 made with a revoke", 0)]
    assert (result.sides[0].points, result.sides[0].bags, result.sides[0].bags_after) == (0, 0, 9)
    assert result.sides[1].points == 40 + 1 - 100
    # A failed contract costs what it does; nils stand, and a failed one's tricks stay bags.
    assert lines(scored("5 2 3 2", "4 3 3 3", revoked_by=(0,))) == [("contract 8 set, 7 won", -80)]
    assert lines(scored("nil 4 5 4", "0 4 6 3", revoked_by=(0, 2))) == [
        ("contract 5 made with a revoke", 0),
        ("nil kept", 100),
    ]
    assert lines(scored("nil 4 5 4", "1 4 6 2", revoked_by=(0,))) == [
        ("contract 5 made with a revoke", 0),
        ("1 bag", 1),
        ("nil broken", -100),
    ]
    assert points("4 3 3 1", "5 3 4 1", key="bicycle_4", revoked_by=(1, 3)) == [41, 0, 31, 0]


def test_rule_5_10_ten_for_200() -> None:
    assert points("5 1 5 2", "5 1 5 2", ten_for_200=True) == [200, 30]
    assert lines(scored("5 1 5 1", "6 1 5 1", ten_for_200=True)) == [
        ("contract 10", 200),
        ("1 bag", 1),
    ]
    assert points("6 1 6 1", "6 1 5 1", ten_for_200=True) == [-200, 20]
    assert points("4 1 5 1", "6 1 5 1", ten_for_200=True) == [92, 20]
    assert points("4 3 5 1", "3 3 5 2", ten_for_200=True) == [-90, 41]
    assert points("5 1 5 1", "6 1 5 1") == [101, 20]
    assert points("10 1 1 1", "9 2 1 1", key="bicycle_4", ten_for_200=True) == [-200, 11, 10, 10]


def test_rule_5_11_boston() -> None:
    assert lines(scored("6 nil 7 nil", "6 0 7 0")) == [("contract 13", 130), ("Boston", 0)]
    result = scored("6 nil 4 nil", "13 0 0 0", boston_bonus=200)
    assert lines(result) == [("contract 10", 100), ("3 bags", 3), ("Boston", 200)]
    assert "Boston" not in str(result.sides[1])
    assert lines(scored("6 nil 4 nil", "12 1 0 0", boston_bonus=200)) == [
        ("contract 10", 100),
        ("2 bags", 2),
    ]
    # The nil bidder's tricks are the side's too.
    assert ("Boston", 50) in lines(scored("nil 1 4 1", "6 0 7 0", boston_bonus=50))
    alone = scored("5 3 2", "17 0 0", key="bicycle_3", boston_bonus=50)
    assert lines(alone) == [("contract 5", 50), ("12 overtricks", 12), ("Boston", 50)]


@pytest.mark.parametrize(
    ("failed_nil", "expected"),
    [
        ("bags", [("3 bags", 3), ("nil broken", -100), ("nil kept", 100)]),
        ("help_partner", [("3 bags", 3), ("nil broken", -100), ("nil kept", 100)]),
        ("nothing", [("nil broken", -100), ("nil kept", 100)]),
    ],
)
def test_rule_5_12_both_partners_nil(failed_nil: str, expected: list[tuple[str, int]]) -> None:
    result = scored("nil 5 nil 5", "3 5 0 5", failed_nil=failed_nil)
    assert lines(result) == expected
    assert lines(scored("nil 5 nil 5", "0 7 0 6")) == [("nil kept", 100), ("nil kept", 100)]


def test_rule_5_13_scores_below_zero() -> None:
    result = scored("7 3 6 3", "2 6 2 3", totals=(-990, 0))
    assert (result.sides[0].points, result.sides[0].total) == (-130, -1120)


def test_rule_5_14_lines_add_up() -> None:
    result = scored("3 2 nil 4", "5 1 2 5", totals=(10, 20), bags=(8, 3))
    assert [(line.code, line.text, line.points) for line in result.sides[0].lines] == [
        ("contract", "contract 3", 30),
        ("bags", "4 bags", 4),
        ("nil_broken", "nil broken", -100),
        ("bag_penalty", "tenth bag", -100),
    ]
    assert [(s.points, s.total, s.bags_after) for s in result.sides] == [
        (-166, -156, 2),
        (60, 80, 3),
    ]
    assert (result.hand_no, result.tricks) == (1, (5, 1, 2, 5))
    codes = [line.code for line in scored("nil 13 nil nil", "0 1 0 12").sides[1].lines]
    assert codes == ["set", "bags", "nil_broken", "boston", "bag_penalty"]
    assert scored("4 1 1 1", "7 2 2 2", revoked_by=(0,)).sides[0].lines[0].code == "revoke"
    assert scored("nil 1 1 1", "0 5 4 4").sides[0].lines[2].code == "nil_kept"
    assert scored("1 1 1 1", "3 5 1 4", bag_limit=None).sides[0].lines[1].code == "overtricks"


def test_rule_5_15_contracts_at_a_fixed_price() -> None:
    house = {"high_contracts": ("10 150 -100", "13 500 -250")}
    assert lines(scored("9 1 0 1", "9 2 0 2", nil=None, **house))[:1] == [("contract 9", 90)]
    assert lines(scored("5 1 5 1", "6 1 5 1", **house)) == [("contract 10", 150), ("1 bag", 1)]
    assert lines(scored("6 1 6 1", "6 1 5 1", **house)) == [("contract 12 set, 11 won", -100)]
    assert lines(scored("7 1 6 1", "7 0 6 0", **house)) == [("contract 13", 500), ("Boston", 0)]
    assert lines(scored("7 1 6 1", "7 1 5 0", **house)) == [("contract 13 set, 12 won", -250)]
    assert lines(scored("b8 1 2 1", "8 2 2 1", blind_bid=20, **house)) == [
        ("blind contract 10", 150)
    ]
    assert lines(scored("5 1 5 1", "5 1 4 3", high_contracts=("10 200 0",)))[0][1] == 0


def test_rule_5_16_what_failed_nils_cost() -> None:
    house = {"blind_nil": 200, "nil_failed": 50, "blind_nil_failed": 0}
    assert lines(scored("nil 4 5 4", "1 4 5 3", **house))[-1] == ("nil broken", -50)
    assert lines(scored("nil 4 5 4", "0 4 5 4", **house))[-1] == ("nil kept", 100)
    assert lines(scored("bnil 4 5 4", "1 4 5 3", **house))[-1] == ("blind nil broken", 0)


def test_rule_5_17_two_nils_of_a_side() -> None:
    both = scored("nil 6 nil 6", "0 7 0 6", double_nil=400)
    assert lines(both) == [("both nils kept", 400)]
    one = scored("nil 6 nil 6", "0 7 1 5", double_nil=400)
    assert lines(one) == [("1 bag", 1), ("nil kept", 100), ("nil broken", -100)]
    assert lines(scored("nil 6 3 4", "0 6 3 4", double_nil=400)) == [
        ("contract 3", 30),
        ("nil kept", 100),
    ]


def test_rule_5_18_failed_blind_bids() -> None:
    house = {"blind_bid": 20, "blind_bid_failed": 20}
    assert lines(scored("b6 2 2 2", "5 3 2 3", **house)) == [("blind contract 8 set, 7 won", -140)]
    assert lines(scored("b6 2 2 2", "5 3 2 3", blind_bid=20))[0][1] == -80
    assert lines(scored("b6 2 2 2", "6 3 2 2", **house)) == [("blind contract 8", 140)]


def test_rule_5_19_tricks_of_a_hand_that_bids_itself_score_without_bags_or_sets() -> None:
    state = table(
        "AS 3C",
        "KS 5C",
        "QS 7C",
        "JS 9C",
        first_hand="bids_itself",
        spade_lead="anytime",
        set_limit=1,
    )
    result = plays(state, "AS KS QS JS 3C 5C 7C 9C").hand_results[0]
    assert lines(result, 0) == [("1 trick", 10)]
    assert lines(result, 1) == [("1 trick", 10)]
    assert [side.bags for side in result.sides] == [0, 0]
    none = plays(
        table("AS AC", "KS 5C", "QS 7C", "JS 9C", first_hand="bids_itself", spade_lead="anytime"),
        "AS KS QS JS AC 5C 7C 9C",
    )
    assert lines(none.hand_results[0], 0) == [("2 tricks", 20), ("Boston", 0)]
    assert lines(none.hand_results[0], 1) == [("0 tricks", 0)]


def test_rule_5_8_the_overtricks_of_a_blind_side_bid_score_nothing() -> None:
    house = {
        "bid_by": "side",
        "blind_bid": 20,
        "blind_bid_deficit": 0,
        "nil": None,
        "spade_lead": "anytime",
    }
    state = table("AS AC", "KS 5C", "QS 7C", "JS 9C", **house)
    state = do(state, "0 blind side 1", "1 bid 1", "3 bid 1")
    result = plays(state, "AS KS QS JS AC 5C 7C 9C").hand_results[0]
    assert lines(result, 0) == [("blind contract 1", 20), ("Boston", 0)]
    assert result.sides[0].bags == 0
    assert lines(result, 1) == [("contract 1 set, 0 won", -10)]
