"""docs/rules.md 4: play."""

import pytest

from games.engine import PRESETS, SPECTATOR, restore, snapshot, view_for
from tests.rules.play import again, bids, do, drawing, leads, plays, refusal, table

AFTER_BREAK = ["cardgames_io", "bicycle_4", "bicycle_partnership", "playingcards_io"]
LONE_SPADES_BREAK = {
    "cardgames_io": True,
    "bicycle_4": True,
    "classic_blind_nil": True,
    "playingcards_io": False,
}


def test_rule_4_1_the_dealers_left_leads() -> None:
    hands = ("2C 2H", "3C 3H", "4C 4H", "5C 5S")
    for dealer in range(4):
        state = bids(table(*hands, dealer=dealer), *"1111")
        first = (dealer + 1) % 4
        assert (state.phase, state.to_act) == ("play", (first,))
        assert refusal(state, f"{dealer} play 3H") == ("not_your_turn", "4.8")


def test_rule_4_2_the_two_of_clubs_leads() -> None:
    hands = ("3C 4C", "5C 6C", "2C 2H", "5S 3S")
    state = bids(table(*hands, opening_lead="two_of_clubs"), *"1111")
    assert (state.to_act, leads(state)) == ((2,), {"2C"})
    assert refusal(state, "2 play 2H") == ("must_lead", "4.2")
    state = plays(state, "2C 3S 3C 5C")
    assert state.last_trick == (2, (0, 40, 1, 3), 3)
    plain = bids(table(*hands), *"1111")
    assert (plain.to_act, leads(plain)) == ((0,), {"3C", "4C"})
    # It holds for the first trick alone, in every hand.
    state = plays(state, "5S 4C 6C 2H")
    state = bids(again(state, "5S 3S", "2C 4C", "3C 5C", "2H 6C"), *"1111")
    assert (state.to_act, leads(state)) == ((1,), {"2C"})
    state = plays(state, "2C 3C 6C 3S")
    assert leads(state) == {"5S"}


def test_rule_4_3_follow_suit_if_able() -> None:
    state = bids(table("2C 2H", "3C 3H", "4H 4S", "5D 5H"), *"1111")
    state = plays(state, "2C")
    assert leads(state) == {"3C"}
    assert refusal(state, "1 play 3H") == ("must_follow", "4.3")
    assert refusal(state, "1 play AS") == ("not_your_card", "4.3")
    assert refusal(state, "1 bid 1") == ("wrong_phase", "3.3")
    state = plays(state, "3C")
    # A player who can't follow may discard or ruff.
    assert leads(state) == {"4H", "4S"}
    state = plays(state, "4H")
    assert leads(state) == {"5D", "5H"}


@pytest.mark.parametrize("key", AFTER_BREAK)
def test_rule_4_4_spades_after_the_break(key: str) -> None:
    state = bids(table("2C 2S 3H", "3C 3S 4H", "4C 4S 5H", "6C 5S AH", key=key), *"2222")
    assert leads(state) == {"2C", "3H"}
    assert refusal(state, "0 play 2S") == ("spades_not_broken", "4.4")
    state = plays(state, "2C 3C 4C 6C")
    assert leads(state) == {"AH"}
    assert refusal(state, "3 play 5S") == ("spades_not_broken", "4.4")
    # Broken by somebody who couldn't follow: now they may be led though other suits are held.
    state = bids(table("2C 2S 3H", "3S 4H 6H", "4C 4S 5H", "6C 5S 7H", key=key), *"2222")
    state = plays(state, "2C 3S 4C 6C")
    assert leads(state) == {"4H", "6H"}
    state = plays(state, "4H 5H 7H 3H")
    assert (state.turn, state.broken, leads(state)) == (3, True, {"5S"})
    state = bids(table("2C 2S 3H", "3S 4H KH", "4C 4S 5H", "6C 5S AH", key=key), *"2222")
    state = plays(state, "2C 3S 4C 6C KH 5H AH 3H")
    assert (state.turn, leads(state)) == (3, {"5S"})
    state = bids(table("2C 2S 3H", "3S 4H 8S", "4C 4S 5H", "6C 5S AH", key=key), *"2222")
    assert leads(plays(state, "2C 3S 4C 6C")) == {"4H", "8S"}


def test_rule_4_4_nothing_but_spades_may_be_led_at_once() -> None:
    for how in ("after_break", "only_when_void", "anytime"):
        state = table("2S 3S", "4C 4H", "5C 5H", "6C 6H", spade_lead=how)
        assert leads(bids(state, *"1111")) == {"2S", "3S"}


def test_rule_4_4_only_when_void() -> None:
    state = table("2C 2S 3H", "3S 4H 8S", "4C 4S 5H", "6C 5S AH", spade_lead="only_when_void")
    state = plays(bids(state, *"1111"), "2C 3S 4C 6C")
    assert state.broken
    assert leads(state) == {"4H"}
    assert refusal(state, "1 play 8S") == ("spades_not_broken", "4.4")


def test_rule_4_4_anytime() -> None:
    state = table("2C 2S 3H", "3S 4H 8S", "4C 4S 5H", "6C 5S AH", spade_lead="anytime")
    assert leads(bids(state, *"1111")) == {"2C", "2S", "3H"}


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("KH 7H 3D AH", 3),
        ("KH 7H 3D TH", 0),
        ("KH 7H 2S AH", 2),
        ("2S 7H AS AH", 2),
        ("7H 3S 2S AH", 1),
        ("2D AC AH KC", 0),
        ("TH JH 9H QH", 3),
        ("2H 3S KS QS", 2),
    ],
)
def test_rule_4_5_who_wins_a_trick(cards: str, winner: int) -> None:
    hands = [
        f"{card} {other}"
        for card, other in zip(cards.split(), ("8S", "6C", "7C", "8C"), strict=True)
    ]
    state = bids(table(*hands, spade_lead="anytime"), *"1111")
    state = plays(state, cards)
    assert [state.won[seat] for seat in range(4)] == [int(seat == winner) for seat in range(4)]


@pytest.mark.parametrize(("key", "breaks"), LONE_SPADES_BREAK.items())
def test_rule_4_6_what_breaks_spades(key: str, breaks: bool) -> None:
    # Seat 0 must lead a spade from nothing but spades; seat 1 wins and holds both.
    state = bids(table("2S 3S", "4S 4H", "5C 5H", "6C 6H", key=key), *"1111")
    state = plays(state, "2S")
    assert state.broken is breaks
    state = plays(state, "4S 5C 6C")
    assert (state.turn, state.broken) == (1, breaks)
    three = table("2S 3S 7S", "4S 4H 8S", "5C 5H 9H", "6C 6H TH", key=key)
    state = plays(bids(three, *"1111"), "2S 4S 5C 6C")
    assert leads(state) == ({"4H", "8S"} if breaks else {"4H"})
    # Trumping another suit breaks them everywhere.
    state = plays(state, "4H 5H 6H 3S")
    assert state.broken
    # A discard of another suit doesn't.
    state = plays(bids(table("2C 2H", "3D 3H", "4D 4H", "5D 5S", key=key), *"1111"), "2C 3D 4D")
    assert not state.broken
    assert plays(state, "5D").broken is False


def test_rule_4_6_rubl_is_as_playingcards_io() -> None:
    state = drawing("rubl_two_player")
    assert state.rules.lone_spades_break is False
    lone = table("2S 3S 5S", "4S 4H 8S", key="rubl_two_player", deal="deal")
    state = plays(bids(lone, "1", "1"), "2S 4S")
    assert leads(state) == {"4H"}
    assert refusal(state, "1 play 8S") == ("spades_not_broken", "4.4")
    assert view_for(state, SPECTATOR)["spades_broken"] is False
    assert plays(state, "4H 3S").broken is True


def test_rule_4_7_the_winner_leads() -> None:
    state = bids(table("2C 2H", "3C 3H", "4C 4H", "5C 5S"), *"1111")
    state = plays(state, "2C 3C 4C 5C")
    assert (state.to_act, state.leader, state.won) == ((3,), 3, [0, 0, 0, 1])


def test_rule_4_8_clockwise_in_turn() -> None:
    state = bids(table("2C 2H", "3C 3H", "4C 4H", "5C 5S", dealer=1), *"1111")
    for seat, card in ((2, "4C"), (3, "5C"), (0, "2C"), (1, "3C")):
        for other in {0, 1, 2, 3} - {seat}:
            assert refusal(state, f"{other} play {card}") == ("not_your_turn", "4.8")
        state = do(state, f"{seat} play {card}")
    for seen in (state, do(state, "3 play 5S")):
        assert view_for(seen, SPECTATOR)["history"]["tricks"] == [
            {
                "leader": 2,
                "plays": [(2, "4C"), (3, "5C"), (0, "2C"), (1, "3C")],
                "winner": 3,
            }
        ]
    assert view_for(do(state, "3 play 5S"), SPECTATOR)["trick"] == {
        "leader": 3,
        "plays": [(3, "5S")],
    }


def test_rule_4_9_revokes_happen_where_they_may() -> None:
    hands = ("2C 2H AD", "3C 3S 3D", "4C 4H 4D", "5C 5H 5D")
    state = bids(table(*hands, key="bicycle_partnership", revoke="penalised"), *"2222")
    state = plays(state, "2C")
    assert leads(state) == {"3C", "3S", "3D"}
    state = plays(state, "3S")
    # It isn't revealed during the hand.
    assert "3C" not in str(view_for(state, SPECTATOR))
    assert view_for(state, SPECTATOR)["scores"] == []
    state = plays(state, "4C 5C")
    assert state.to_act == (1,)
    state = plays(state, "3D 4D 5H AD")
    state = plays(state, "2H 3C 4H 5D")
    revokes = [
        (item.seat, item.trick, item.card, item.led) for item in state.hand_results[0].revokes
    ]
    assert revokes == [(1, 1, "3S", "2C"), (3, 2, "5H", "3D")]
    shown = view_for(state, SPECTATOR)["scores"][0]["revokes"]
    assert shown[0] == {"seat": 1, "trick": 1, "card": "3S", "led": "2C"}
    assert len(shown) == 2


def test_rule_4_9_a_lead_is_no_revoke() -> None:
    hands = ("2C 2S 3H", "3C 3S 4H", "4C 4S 5H", "6C 5S AH")
    state = bids(table(*hands, revoke="penalised"), *"1111")
    assert refusal(state, "0 play 2S") == ("spades_not_broken", "4.4")
    assert plays(state, "2C 3C 4C 6C").revokes == ()
    # Nor is a discard by somebody who can't follow.
    hands = ("2C 2H", "3S 3H", "4C 4H", "5C 5H")
    assert plays(bids(table(*hands, revoke="penalised"), *"1111"), "2C 3S 4C 5C").revokes == ()


def test_rule_4_9_prevented_in_every_preset() -> None:
    assert {rules.revoke for rules in PRESETS.values()} == {"prevented"}


def test_rule_4_10_the_hand_ends_with_the_last_card() -> None:
    state = bids(table("2C 2H", "3C 3H", "4C 4H", "5C 5S"), *"1111")
    state = plays(state, "2C 3C 4C 5C")
    assert (state.phase, state.hand_results) == ("play", ())
    state = plays(state, "5S 2H 3H 4H")
    assert (state.phase, state.to_act) == ("deal", ())
    assert state.hand_results[0].tricks == (0, 0, 0, 2)
    assert refusal(state, "0 play 2C") == ("wrong_phase", "")
    opened = view_for(state, SPECTATOR)["hands_open"]
    assert opened == {"0": ["2H", "2C"], "1": ["3H", "3C"], "2": ["4H", "4C"], "3": ["5S", "5C"]}


def test_rule_4_11_no_spades_to_the_first_trick() -> None:
    hands = ("2C 2S", "3S 3H", "4S 5S", "5C 6C")
    state = bids(table(*hands, first_trick="no_spades", spade_lead="anytime"), *"1111")
    assert leads(state) == {"2C"}
    assert refusal(state, "0 play 2S") == ("spades_not_broken", "4.11")
    state = plays(state, "2C")
    assert leads(state) == {"3H"}
    assert refusal(state, "1 play 3S") == ("spades_not_broken", "4.11")
    state = plays(state, "3H")
    # Nothing but spades.
    assert leads(state) == {"4S", "5S"}
    assert leads(restore(snapshot(state))) == {"4S", "5S"}
    state = plays(state, "4S 5C")
    assert leads(state) == {"5S"}
    state = bids(table("2S 3S", "4H 5C", "6C 7C", "8C 9C", first_trick="no_spades"), *"1111")
    assert leads(state) == {"2S", "3S"}
    assert leads(plays(state, "2S")) == {"4H", "5C"}


def test_rule_4_12_the_lowest_club_to_the_first_trick() -> None:
    hands = ("4C 3C 2H", "6C 5C 3H", "4H 5H 2S", "7C 8C 9C")
    state = bids(table(*hands, first_trick="lowest_club"), *"1111")
    assert leads(state) == {"3C"}
    assert refusal(state, "0 play 2H") == ("must_lead", "4.12")
    state = plays(state, "3C")
    assert leads(state) == {"5C"}
    assert refusal(state, "1 play 6C") == ("must_lead", "4.12")
    assert refusal(state, "1 play 3H") == ("must_lead", "4.12")
    state = plays(state, "5C")
    assert leads(state) == {"4H", "5H"}
    assert refusal(state, "2 play 2S") == ("spades_not_broken", "4.11")
    state = plays(state, "4H 7C")
    assert leads(state) == {"8C", "9C"}
    # A leader without clubs.
    state = bids(table("4H 2S", "6C 5H", "4C 3C", "7C 8C", first_trick="lowest_club"), *"1111")
    assert leads(state) == {"4H"}
    assert leads(plays(state, "4H")) == {"5H"}
    assert leads(plays(state, "4H 5H")) == {"3C"}
