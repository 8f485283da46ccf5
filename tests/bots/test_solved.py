"""The last tricks at level 3: the mean of what exact play is worth in the deals that a search samples."""

import random
from statistics import fmean

import pytest

from games.bots import endings, solved
from games.bots.search import position_of, sampled
from games.engine import preset, view_for
from games.engine.cards import cards_of, mask_of
from tests.bots.test_search import HOUSE_RULES, positions


@pytest.mark.parametrize("name", ["cardgames_io", "rubl_two_player", "passing"])
def test_a_card_is_worth_its_mean_in_solved_deals_whatever_the_real_one_is(name: str) -> None:
    rules = HOUSE_RULES.get(name) or preset(name)
    dice = random.Random(name)
    seen = 0
    for state, position in positions(rules, 2, 9):
        if not solved.near_the_end(position):
            continue
        seen += 1
        found = solved.solve(position, 6, seen)
        worth = []
        for hands in sampled(position, 6, seen):
            other = state.copy()
            other.hands = list(hands)
            worth.append(endings.solve(endings.ending_of(other)))
        assert found.mean == pytest.approx(
            {card: fmean(each[card] for each in worth) for card in worth[0]}
        )
        assert found.mean[found.best] == max(found.mean.values())
        assert found.near(found.best)
        hidden = [seat for seat in range(rules.players) if seat != position.seat]
        unseen = [card for seat in hidden for card in cards_of(state.hands[seat])]
        dice.shuffle(unseen)
        hands_now = list(state.hands)
        for seat in hidden:
            size = hands_now[seat].bit_count()
            hands_now[seat], unseen = mask_of(unseen[:size]), unseen[size:]
        other = state.copy()
        other.hands = hands_now
        again = position_of(view_for(other, position.seat), rules)
        assert again == position
        assert solved.solve(again, 6, seen) == found
    assert seen > 3


def test_only_the_last_tricks_of_two_sides_without_revokes_are_solved() -> None:
    for rules in (preset("cardgames_io"), preset("bicycle_3"), HOUSE_RULES["revokes"]):
        near = {
            rules.tricks - sum(position.won)
            for _state, position in positions(rules, 4, 6)
            if solved.near_the_end(position)
        }
        assert near <= set(range(1, solved.MOST_TRICKS + 1))
        assert bool(near) == (rules == preset("cardgames_io"))
