"""Small Swiss draws that can be checked by eye, and the sentences for the organizer."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.formats.swiss_reference import tournament
from tournaments.formats import FormatError, Pairing, RoundPlan
from tournaments.formats.swiss import Draw, Entrant, Flag, Past, pair, planned, sure_rounds
from tournaments.formats.swiss.window import Solved, Window


def field(*scores: int) -> list[Entrant]:
    """Entrants 1, 2, … with these scores."""
    return [Entrant(key, score, name=f"E{key}") for key, score in enumerate(scores, start=1)]


def meets(draw: Draw) -> list[tuple[int, int]]:
    """Return the pairings by table, the lower key first."""
    return [(min(a, b), max(a, b)) for a, b in draw.pairings if b is not None]


def told(draw: Draw) -> list[tuple[str, tuple[int, ...]]]:
    return [(flag.code, flag.entries) for flag in draw.flags]


def everybody_met(*keys: int) -> list[list[Past]]:
    """Three rounds in which four have all met."""
    a, b, c, d = keys
    return [
        [Past(a, b), Past(c, d)],
        [Past(c, a), Past(d, b)],
        [Past(a, d), Past(b, c)],
    ]


def test_the_first_round_folds_the_field() -> None:
    draw = pair(field(*[0] * 8), [], "seed")
    assert (meets(draw), draw.bye, draw.flags) == ([(1, 5), (2, 6), (3, 7), (4, 8)], None, ())


def test_of_an_odd_number_the_last_seed_sits_out() -> None:
    draw = pair(field(*[0] * 7), [], "seed")
    assert (meets(draw), draw.bye, draw.flags) == ([(1, 4), (2, 5), (3, 6)], 7, ())


def test_conflicts_in_a_group_are_resolved_by_exchanges() -> None:
    draw = pair(field(2, 2, 2, 2, 0, 0), [[Past(1, 3), Past(2, 4)]], "seed")
    assert (meets(draw), draw.flags) == ([(1, 4), (2, 3), (5, 6)], ())


def test_odd_groups_send_their_last_one_down_one_group_each() -> None:
    draw = pair(field(4, 4, 4, 2, 2, 2, 2, 0, 0, 0), [], "seed")
    assert meets(draw) == [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]
    assert draw.flags == (
        Flag(
            "float",
            "E3 with a score of 4 meets E4 with a score of 2: no closer opponent was left.",
            (3, 4),
        ),
        Flag(
            "float",
            "E7 with a score of 2 meets E8 with a score of 0: no closer opponent was left.",
            (7, 8),
        ),
    )


def test_an_entry_that_met_the_next_group_floats_further_down() -> None:
    draw = pair(field(6, 4, 2, 0), [[Past(1, 2), Past(3, 4)]], "seed")
    assert meets(draw) == [(1, 3), (2, 4)]
    assert draw.flags[0] == Flag(
        "far_float",
        "E1 with a score of 6 meets E3 with a score of 2, 2 score groups lower: no closer opponent was left.",
        (1, 3),
    )


def test_where_hardly_two_have_the_same_score_only_far_floats_are_named() -> None:
    draw = pair(field(9, 8, 7, 6, 5, 4), [[Past(1, 2)]], "seed")
    assert (meets(draw), told(draw)) == (
        [(1, 3), (2, 4), (5, 6)],
        [("far_float", (1, 3)), ("far_float", (2, 4))],
    )


def test_a_rematch_that_cannot_be_avoided_is_named() -> None:
    draw = pair(field(6, 6, 2, 2), everybody_met(1, 2, 3, 4), "seed")
    assert (meets(draw), draw.flags) == (
        [(1, 2), (3, 4)],
        tuple(
            Flag(
                "rematch",
                f"{one} and {other} have met once before: no draw of this round avoids a rematch.",
                keys,
            )
            for one, other, keys in (("E1", "E2", (1, 2)), ("E3", "E4", (3, 4)))
        ),
    )


def test_a_second_rematch_is_worse_than_a_first() -> None:
    history = [*everybody_met(1, 2, 3, 4), [Past(1, 2), Past(3, 4)]]
    assert meets(pair(field(6, 6, 2, 2), history, "seed")) != [(1, 2), (3, 4)]


def test_of_rematches_the_oldest_is_preferred() -> None:
    """Four entries have all met: level entries meet again as in the first round, then as in the following ones."""
    past = everybody_met(1, 2, 3, 4)
    for number in range(3, 9):
        draw = pair(field(0, 0, 0, 0), past, "seed")
        assert set(meets(draw)) == {tuple(sorted(one[:2])) for one in past[number - 3]}
        past.append([Past(a, b) for a, b in draw.pairings if b is not None])
    # Even where scores speak for another opponent: the leader has met the second last, and the last long ago.
    draw = pair(field(6, 4, 2, 0), [past[2], past[0], past[1]], "seed")
    assert meets(draw) == [(1, 4), (2, 3)]


def floating(scores: Sequence[int], **floated: int) -> list[Entrant]:
    """A field of these scores in which E1, E2 … floated so in the round before."""
    return [replace(one, floated=floated.get(one.name, 0)) for one in field(*scores)]


def test_nobody_floats_the_same_way_twice_running_while_others_can() -> None:
    scores = (2, 2, 2, 0, 0, 0)
    assert meets(pair(field(*scores), [], "seed")) == [(1, 2), (3, 4), (5, 6)]
    down = pair(floating(scores, E3=1), [], "seed")
    assert (meets(down)[1:], told(down)) == ([(2, 4), (5, 6)], [("float", (2, 4))])
    up = pair(floating(scores, E3=1, E4=-1), [], "seed")
    assert (meets(up)[1:], told(up)) == ([(2, 5), (4, 6)], [("float", (2, 5))])
    # Floating the other way doesn't matter.
    other = pair(floating(scores, E3=-1, E4=1), [], "seed")
    assert meets(other) == [(1, 2), (3, 4), (5, 6)]


def test_a_second_float_running_is_better_than_a_longer_one_and_is_named() -> None:
    draw = pair(floating((2, 2, 2, 0, 0, 0), E1=1, E2=1, E3=1, E4=-1, E5=-1, E6=-1), [], "seed")
    ((high, low),) = [pairing for pairing in meets(draw) if pairing[0] < 4 <= pairing[1]]
    assert told(draw) == [
        ("float", (high, low)), ("down_again", (high,)), ("up_again", (low,)),
    ]  # fmt: skip
    assert [flag.sentence for flag in draw.flags[1:]] == [
        f"E{high} meets somebody with a lower score for the second round running: no equally good draw avoids it.",
        f"E{low} meets somebody with a higher score for the second round running: no equally good draw avoids it.",
    ]


@pytest.mark.slow
def test_two_clubs_that_fill_the_field_take_no_longer_than_one_matching_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counted by the cubes of the windows' sizes, which is how their time grows: half as much again at most."""
    work: list[int] = []
    solve = Window.solve

    def counting(self: Window) -> Solved:
        work[-1] += len(self.ranks) ** 3
        return solve(self)

    monkeypatch.setattr(Window, "solve", counting)
    dice = Random(1)
    scores, history = [0] * 512, list[list[Past]]()
    club = [dice.choice("AB") for _ in scores]
    for _ in range(5):
        work.append(0)
        entries = [Entrant(key, score, club[key]) for key, score in enumerate(scores)]
        past = [Past(a, b) for a, b in pair(entries, history, "seed").pairings if b is not None]
        for one in past:
            scores[one.a if dice.random() < 0.5 else one.b or 0] += 2
        history.append(past)
    assert max(work) < 1.5 * 512**3


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    history = [[Past(1, 2), Past(3, 4), Past(5, None)]]
    draw = pair(field(2, 0, 2, 0, 0), history, "seed")
    assert (draw.bye, meets(draw), told(draw)) == (4, [(1, 3), (2, 5)], [])


def test_a_free_win_counts_as_a_bye_and_no_shows_may_meet_again() -> None:
    history = [[Past(1, 2, absent=(2,)), Past(3, None)]]
    draw = pair(field(2, 0, 2), history, "seed")
    assert (draw.bye, meets(draw), told(draw)) == (2, [(1, 3)], [])
    again = pair(field(2, 0), [[Past(1, 2, absent=(2,))]], "seed")
    assert told(again) == [("float", (1, 2))]


def test_when_everybody_has_had_the_bye_the_lowest_has_a_second() -> None:
    history = [
        [Past(1, 2), Past(3, None)],
        [Past(1, 3), Past(2, None)],
        [Past(2, 3), Past(1, None)],
    ]
    draw = pair(field(6, 6, 2), history, "seed")
    assert (meets(draw), draw.bye) == ([(1, 2)], 3)
    assert draw.flags == (
        Flag(
            "rematch",
            "E1 and E2 have met once before: no draw of this round avoids a rematch.",
            (1, 2),
        ),
        Flag(
            "second_bye",
            "E3 sits out although it has had a bye or a free win before: everybody here has.",
            (3,),
        ),
    )


def test_no_rematch_goes_before_a_fair_bye() -> None:
    history = [
        [Past(3, 1), Past(2, 4), Past(5, None)],
        [Past(2, 3), Past(1, 5), Past(4, None)],
        [Past(5, 2), Past(4, 1), Past(3, None)],
    ]
    draw = pair(field(4, 4, 4, 2, 4), history, "seed")
    assert (meets(draw), draw.bye) == ([(1, 2), (3, 5)], 4)
    assert draw.flags == (
        Flag(
            "unfair_bye",
            "E4 sits out although it has had a bye or a free win before and others have not: "
            "otherwise two would meet again.",
            (4,),
        ),
    )


def test_no_rematch_goes_before_a_bye_at_the_lowest_score() -> None:
    history = [[Past(1, 2)], [Past(3, 1)]]
    draw = pair(field(4, 2, 0), history, "seed")
    assert (meets(draw), draw.bye) == ([(2, 3)], 1)
    assert draw.flags[0] == Flag(
        "bye_not_lowest",
        "E1 sits out with a score of 4, not E3 with a score of 0: "
        "otherwise two would meet who have met or should be kept apart.",
        (1, 3),
    )


def test_club_mates_and_pairs_by_request_are_kept_apart() -> None:
    entries = [Entrant(key, 0, club) for key, club in enumerate(("red", "blue", "red", "blue"))]
    draw = pair(entries, [], "seed", apart=[(3, 0)])
    assert (meets(draw), draw.flags) == ([(0, 1), (2, 3)], ())


def test_club_mates_who_must_meet_are_named() -> None:
    entries = [Entrant(key, 0, "red") for key in range(3)] + [Entrant(3, 0)]
    draw = pair(entries, [], "seed", apart=[(0, 3), (1, 3)])
    assert meets(draw) == [(0, 1), (2, 3)]
    assert draw.flags == (
        Flag(
            "same_club",
            "Entry 0 and Entry 1 of red meet: "
            "no draw without a rematch or a second bye keeps all club-mates apart.",
            (0, 1),
        ),
    )
    draw = pair(field(0, 0), [], "seed", apart=[(2, 1)])
    assert draw.flags == (
        Flag(
            "not_kept_apart",
            "E1 and E2 meet although they should be kept apart: no draw without a rematch or a second bye avoids it.",
            (1, 2),
        ),
    )


def test_a_club_of_most_of_a_large_field_is_searched_nearby_and_that_is_said() -> None:
    entries = [Entrant(key, 0, "" if key % 3 == 0 else "red") for key in range(510)]
    draw = pair(entries, [], "seed")
    codes = Counter(flag.code for flag in draw.flags)
    assert codes == {"same_club": 85, "searched_nearby": 1}
    assert sorted(key for pairing in draw.pairings for key in pairing if key is not None) == list(
        range(510)
    )


def test_withdrawn_entries_are_left_out_and_late_entries_play() -> None:
    history = [[Past(1, 2), Past(3, 4)]]
    entries = [Entrant(1, 2), Entrant(3, 2), Entrant(4, 0), Entrant(9, 0)]
    draw = pair(entries, history, "seed")
    assert (meets(draw), draw.bye, draw.flags) == ([(1, 3), (4, 9)], None, ())


def test_the_side_with_fewer_first_deals_deals_first_otherwise_they_alternate() -> None:
    history = [[Past(1, 3), Past(2, 4)], [Past(1, 4), Past(3, 2)]]
    # 1 has dealt first twice, 4 never; 2 and 3 once each: 3 did so last.
    draw = pair(field(2, 2, 2, 2), history, "seed", apart=[(1, 3), (2, 4)])
    assert draw.pairings == (Pairing(2, 1), Pairing(4, 3))
    level = pair(
        [Entrant(2, 0), Entrant(3, 0)], [[Past(2, 8), Past(9, 3)], [Past(8, 2), Past(3, 9)]], "s"
    )
    assert level.pairings == (Pairing(2, 3),)


def test_first_deals_are_balanced_over_a_tournament() -> None:
    everybody = two_ahead = 0
    sizes = ((16, 6), (33, 8), (64, 10), (150, 12))
    for seed, (entries, rounds) in itertools.product(range(1, 5), sizes):
        *_, (state, draw) = tournament(seed, entries, rounds, calm=True)
        balance = Counter(dict.fromkeys(range(entries), 0))
        for past in [*state.history, draw.pairings]:
            for a, b, *_absent in past:
                if b is not None:
                    balance[a] += 1
                    balance[b] -= 1
        assert max(map(abs, balance.values())) <= 2
        everybody += entries
        two_ahead += sum(abs(value) > 1 for value in balance.values())
    assert two_ahead <= everybody // 5


def test_a_surplus_of_first_deals_that_grows_is_named() -> None:
    history = [[Past(1, 3), Past(2, 4)], [Past(1, 5), Past(2, 6)]]
    draw = pair(field(2, 2), history, "seed")
    (first, _second) = draw.pairings[0]
    assert draw.flags == (
        Flag("deals", f"E{first} will have dealt first in 3 matches more than not.", (first,)),
    )
    history = [[Past(3, 1), Past(4, 2)], [Past(5, 1), Past(6, 2)]]
    draw = pair(field(2, 2), history, "seed")
    (_first, second) = draw.pairings[0]
    assert second is not None
    assert draw.flags == (
        Flag("deals", f"E{second} will have dealt first in 3 matches fewer than not.", (second,)),
    )


def test_the_seed_decides_who_deals_first_when_nothing_else_does() -> None:
    draws = {pair(field(*[0] * 64), [], f"seed {number}").pairings for number in range(8)}
    assert len(draws) == 8
    assert {tuple(meets(Draw(pairings, None, ()))) for pairings in draws} == {
        tuple((key, key + 32) for key in range(1, 33))
    }


def test_names_stand_in_sentences_as_they_are() -> None:
    entries = [Entrant(1, 2, name="{1} & {0}"), Entrant(2, 0, name="Ann")]
    assert pair(entries, [], "seed").flags[0].sentence == (
        "{1} & {0} with a score of 2 meets Ann with a score of 0: no closer opponent was left."
    )


def test_a_draw_is_a_plan_of_its_round() -> None:
    draw = pair(field(2, 0, 0), [], "seed")
    assert draw.plan(4) == RoundPlan(
        4, (*draw.pairings, Pairing(3, None)), (draw.flags[0].sentence,)
    )


@pytest.mark.parametrize(
    ("entries", "history", "code", "sentence"),
    [
        (
            field(),
            [],
            "too_few_entries",
            "A Swiss round needs at least 2 entries, and there is none. "
            "End the tournament here, or wait for more.",
        ),
        (
            field(0),
            [],
            "too_few_entries",
            "A Swiss round needs at least 2 entries, and there is 1. "
            "End the tournament here, or wait for more.",
        ),
        (
            [Entrant(7), Entrant(7)],
            [],
            "entered_twice",
            "An entry is in the list of players twice. Remove one.",
        ),
        (
            field(0, 0),
            [[Past(1, 2), Past(3, 2)]],
            "paired_twice",
            "Entry 2 is in round 1 twice. Correct that round first.",
        ),
        (
            field(0, 0),
            [[], [Past(1, 1)]],
            "paired_twice",
            "Entry 1 is in round 2 twice. Correct that round first.",
        ),
    ],
)
def test_bad_input_is_refused(
    entries: list[Entrant], history: list[list[Past]], code: str, sentence: str
) -> None:
    with pytest.raises(FormatError) as refusal:
        pair(entries, history, "seed")
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


def test_rounds_that_are_sure_to_need_no_rematch() -> None:
    assert [sure_rounds(entries) for entries in range(2, 10)] == [1, 2, 2, 3, 3, 4, 4, 5]


def test_a_plan_with_too_many_rounds_is_named() -> None:
    assert planned(8, 4) == ()
    assert planned(8, 7) == (
        Flag(
            "rounds_uncertain",
            "With 8 entries only 4 rounds are sure to need no rematch; 7 may need one. Plan fewer, or a round robin of 7 rounds.",
            (),
        ),
    )
    assert planned(7, 8) == (
        Flag(
            "rounds_impossible",
            "7 entries have met each other after 7 rounds: 8 rounds need rematches. "
            "Plan at most 7, or a double round robin.",
            (),
        ),
    )
