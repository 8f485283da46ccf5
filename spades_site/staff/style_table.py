"""What the style guide shows the table's parts with: positions played by the engine, and words beside them."""

from random import Random
from typing import Any, Final

from games.engine import SPECTATOR, State, deal, new_game, preset, view_for
from games.engine.rules import RuleSet
from games.learn.course.position import YOU, Position, done, sensible, to_own_turn
from games.tables.chat.views import chat_phrases

HANDS: Final = (
    "AS TS 6S KH JH 4H AD 9D 3D QC 8C 5C 2C",
    "KS 7S 3S AH 8H 5H QD TD 5D KC 9C 7C 3C",
    "QS JS 5S 2S TH 7H 2H KD 8D 4D AC TC 4C",
    "9S 8S 4S QH 9H 6H 3H JD 7D 6D 2D JC 6C",
)
SEED: Final = 8
TARGET: Final = 250


def table_samples() -> dict[str, Any]:
    """Return what static/js/style draws: pictures of games by name, and the course's and problems' panels."""
    return {
        "phrases": chat_phrases(),
        "games": _games(),
        "course": _course(),
        "problem": _problem(),
        "solution": _solution(),
    }


def _games() -> dict[str, dict[str, Any]]:
    """Return positions from the viewer's seat, each with its rules."""
    partner = ("2 bid 3", "3 bid 4")
    bid = Position(HANDS, dealer=1, actions=partner, totals=(212, 187), bags=(4, 7)).state()
    play = to_own_turn(done(done(bid, "0 bid 4"), "1 bid 2"), sensible)[-1]
    blind = Position(
        HANDS, totals=(0, 240), house=(("blind_nil", 200), ("blind_nil_deficit", 100), ("blind_bid", 20))
    ).state()  # fmt: skip
    passing = Position(
        HANDS, actions=("0 nil", "1 bid 4", "2 bid 5", "3 bid 2"), house=(("nil_pass", 2),)
    )
    played = _played(preset("cardgames_io", target=TARGET, nil=50))
    return {
        "bid": _seen(bid),
        "blind": _seen(blind),
        "pass": _seen(passing.state()),
        "draw": _seen(deal(new_game(preset("rubl_two_player"), first_dealer=1), _pack(preset("rubl_two_player")))),
        "play": _seen(play),
        "waiting": _seen(play, YOU + 3),
        "watched": _seen(play, SPECTATOR),
        "hand": _seen(_hands_played(played, 2)),
        "over": _seen(played[-1]),
        "won": _seen(played[-1], YOU + 1),
    }  # fmt: skip


def _seen(state: State, viewer: int = YOU) -> dict[str, Any]:
    return {"game": view_for(state, viewer), "rules": state.rules.to_dict()}


def _pack(rules: RuleSet, seed: int = SEED) -> list[int]:
    cards = list(rules.pack)
    Random(seed).shuffle(cards)
    return cards


def _played(rules: RuleSet) -> list[State]:
    """Return the states of a game that everybody plays alike: three tricks bid, now and then a nil."""
    state = new_game(rules, first_dealer=3)
    states = [state]
    while state.result is None:
        if state.turn < 0:
            state = deal(state, _pack(rules, SEED + state.hand_no))
        else:
            nil = (state.turn, state.hand_no) in ((1, 1), (2, 3))
            act = "nil" if nil else "bid 3"
            state = done(state, f"{state.turn} {act if state.phase == 'bid' else sensible(state)}")
        states.append(state)
    return states


def _hands_played(states: list[State], hands: int) -> State:
    """Return the first state after so many hands."""
    return next(state for state in states if len(state.hand_results) == hands)


def _course() -> dict[str, Any]:
    """Return a step of a lesson with a question."""
    return {
        "step": 2,
        "of": 6,
        "text": "Hearts are led. You must follow suit if you can: the highest spade wins, else the highest heart.",
        "problem": False,
        "ask": "Who wins this trick?",
        "hint": "Spades are trumps.",
        "choices": [["0", "You"], ["1", "Wanda"], ["2", "Nora"], ["3", "Emil"]],
        "acts": False,
        "frames": [],
        "laid": True,
        "rules": {},
        "sheet": False,
    }


def _problem() -> dict[str, Any]:
    """Return a problem of the kind "play"."""
    return {
        **_course(),
        "step": 0,
        "of": 1,
        "text": "Classic. The score is 212 : 187, your side has 4 bags, they have 7.",
        "problem": True,
        "ask": "Which card do you play?",
        "choices": [],
        "acts": True,
        "out": [["♠", "K Q J 9"], ["♥", "A T 7"], ["♦", "Q 5"], ["♣", "K 9 7 3"]],
        "shown_out": ["Wanda has no diamonds left."],
    }


def _solution() -> dict[str, Any]:
    """Return the solution of `_problem`, after a right answer."""
    rows = [("A♠", "0", True, True, False, 61), ("K♥", "−9", False, False, True, 27), ("2♣", "−31", False, False, False, 12)]  # fmt: skip
    return {
        "right": True,
        "says": "Right: the ace of spades wins the trick and draws a trump.",
        "rating": "Your rating: 1516 (+12)",
        "rows": [
            {"answer": answer, "loss": loss, "width": 50, "right": right, "yours": yours, "played": played, "share": share}
            for answer, loss, right, yours, played, share in rows
        ],
        "others": "41 players have answered.",
        "how": "The unseen cards were dealt anew 40 times, and each choice played to the end.",
        "hands": [["Wanda", "♠ K 7 ♥ A"], ["Nora", "♠ Q J ♦ K"], ["Emil", "♠ 9 8 ♥ Q"]],
        "replay": "#style-problem-panel",
    }  # fmt: skip
