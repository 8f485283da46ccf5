"""Single elimination: the bracket, and playing it."""

from collections import Counter
from random import Random

import pytest

from tests.formats.knock_out import Said, better_seed, by_chance, play
from tournaments.formats import FormatError
from tournaments.formats.elimination import draw, rounds_needed
from tournaments.formats.elimination.bracket import (
    From,
    Kind,
    Lengths,
    Part,
    Source,
    seed_order,
)
from tournaments.formats.elimination.double import draw as double_draw
from tournaments.formats.elimination.progress import (
    Award,
    Game,
    Place,
    Progress,
    Status,
    overturned,
    progress,
    walkovers,
)

SIZES = range(2, 65)


def test_the_order_of_sixteen_seeds() -> None:
    assert [seed + 1 for seed in seed_order(16)] == [
        *(1, 16, 9, 8, 5, 12, 13, 4),
        *(3, 14, 11, 6, 7, 10, 15, 2),
    ]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_any_two_seeds_meet_as_late_as_the_worse_of_them_allows(size: int) -> None:
    places = {seed: place for place, seed in enumerate(seed_order(size))}
    assert sorted(places) == list(range(size))
    for worse in range(1, size):
        for better in range(worse):
            left_after = size >> ((places[worse] ^ places[better]).bit_length() - 1)
            # In the round in which they meet `left_after` are left: the worse seed can be among them only then.
            assert left_after <= 1 << (worse).bit_length()
    for left in (1 << power for power in range(1, size.bit_length())):
        width = size // left
        tops = [min(seed_order(size)[at : at + width]) for at in range(0, size, width)]
        assert sorted(tops) == list(range(left))
        pairs = [tops[at] + tops[at + 1] for at in range(0, left, 2)]
        assert pairs == [left - 1] * (left // 2)


def test_a_bracket_of_five_drawn_out() -> None:
    bracket = draw(5, third_place=True)
    winner = [Source(From.WINNER, match=f"W{number}") for number in ("1.1", "1.2", "1.3", "1.4")]
    seeds = [Source(From.SEED, seed) for seed in range(5)]
    nobody = Source(From.NOBODY)
    assert [(slot.key, slot.a, slot.b, slot.kind) for slot in bracket] == [
        ("W1.1", seeds[0], nobody, Kind.BYE),
        ("W1.2", seeds[4], seeds[3], Kind.MATCH),
        ("W1.3", seeds[2], nobody, Kind.BYE),
        ("W1.4", nobody, seeds[1], Kind.BYE),
        ("W2.1", winner[0], winner[1], Kind.MATCH),
        ("W2.2", winner[2], winner[3], Kind.MATCH),
        ("W3.1", Source(From.WINNER, match="W2.1"), Source(From.WINNER, match="W2.2"), Kind.MATCH),
        ("T1.1", Source(From.LOSER, match="W2.1"), Source(From.LOSER, match="W2.2"), Kind.MATCH),
    ]
    columns = [[slot.key for slot in column] for column in bracket.rounds(Part.WINNERS)]
    assert columns == [["W1.1", "W1.2", "W1.3", "W1.4"], ["W2.1", "W2.2"], ["W3.1"]]
    assert [slot.key for slot in bracket.after("W2.1")] == ["W3.1", "T1.1"]


def test_the_rounds_of_the_tournament() -> None:
    waves = [[slot.key for slot in wave] for wave in draw(5, third_place=True).waves()]
    assert waves == [["W1.1", "W1.2", "W1.3", "W1.4"], ["W2.1", "W2.2"], ["W3.1", "T1.1"]]


def test_a_match_as_a_pairing_names_first_who_deals_first() -> None:
    bracket = draw(4)
    assert progress(bracket, [])["W1.2"].sides == (2, 1)
    assert [state.pairing for state in progress(bracket, []).next_matches] == [(0, 3), (1, 2)]
    final = progress(bracket, [Game("W1.1", 0), Game("W1.2", 2)])["W2.1"]
    assert (final.sides, final.pairing) == ((0, 2), (2, 0))
    assert progress(bracket, [])["W2.1"].pairing is None


@pytest.mark.parametrize("n", [*SIZES, 100, 127, 128])
def test_byes_go_to_the_best_seeds_and_only_in_the_first_round(n: int) -> None:
    bracket = draw(n)
    byes = [slot for slot in bracket if slot.kind == Kind.BYE]
    assert {slot.round for slot in byes} <= {1}
    favoured = [side.seed for slot in byes for side in (slot.a, slot.b) if side.kind == From.SEED]
    assert sorted(seed for seed in favoured if seed is not None) == list(range(bracket.size - n))
    assert [slot.kind for slot in bracket].count(Kind.MATCH) == n - 1
    assert len(bracket.rounds(Part.WINNERS)) == rounds_needed(n)


@pytest.mark.parametrize("n", SIZES)
def test_without_surprises_the_places_are_the_seeds(n: int) -> None:
    end, said = play(draw(n, third_place=n > 3), better_seed)
    assert end.finished
    assert end.champion == 0
    assert len(said) == n - 1 + (n > 3)
    assert [place.entry for place in end.places] == list(range(n))
    for place in end.places:
        alone = place.entry < (4 if n > 3 else 2)
        power = 1 << place.entry.bit_length() - 1 if place.entry else 0
        shared = (power + 1, min(2 * power, n))
        assert place[1:] == ((place.entry + 1, place.entry + 1) if alone else shared)


@pytest.mark.sweep(26)
@pytest.mark.parametrize("n", SIZES)
def test_played_whole_by_chance_everybody_but_the_champion_loses_once(n: int) -> None:
    for seed in range(3):
        lengths = Lengths(rest=1, semi_finals=3, final=5)
        end, _ = play(draw(n, lengths=lengths), by_chance(1000 * n + seed))
        decided = [state for state in end.states.values() if state.status == Status.DECIDED]
        losses = Counter(state.loser for state in decided)
        assert losses == Counter(entry for entry in range(n) if entry != end.champion)
        for state in decided:
            left = rounds_needed(n) - state.slot.round
            assert state.slot.best_of == (5, 3, 1)[min(left, 2)]
            assert max(state.wins) == state.slot.best_of // 2 + 1
            assert min(state.wins) <= state.slot.best_of // 2
        assert sorted(place.entry for place in end.places) == list(range(n))


def test_the_order_in_which_results_come_in_decides_nothing() -> None:
    bracket = draw(13, lengths=Lengths(rest=3), third_place=True)
    end, said = play(bracket, by_chance(5))
    by_match = sorted(said, key=lambda result: result.match)
    assert progress(bracket, by_match) == end


def test_a_match_of_three_games_step_by_step() -> None:
    bracket = draw(2, lengths=Lengths(final=3))
    said: Said = []
    seen = []
    for winner in (0, 1, 1):
        state = progress(bracket, said)["W1.1"]
        seen.append((state.status, state.next_game, state.home_in(state.next_game or 0)))
        said.append(Game("W1.1", winner))
    assert seen == [(Status.READY, 1, 0), (Status.PLAYING, 2, 1), (Status.PLAYING, 3, 0)]
    end = progress(bracket, said)
    assert end.places == (Place(1, 1, 1), Place(0, 2, 2))
    assert (end["W1.1"].wins, end["W1.1"].next_game, end.champion) == ((1, 2), None, 1)


@pytest.mark.parametrize("n", [4, 16, 29, 64])
def test_first_deals_go_to_who_is_in_arrears_then_to_who_waits_then_to_the_better_seed(
    n: int,
) -> None:
    ends = [play(draw(n), by_chance(n + seed))[0] for seed in range(5)]
    for end in [*ends, *(play(double_draw(n), by_chance(n + seed))[0] for seed in range(5))]:
        check_first_deals(end, n)


def check_first_deals(end: Progress, n: int) -> None:
    dealt: dict[int, list[bool]] = {entry: [] for entry in range(n)}
    for state in end.states.values():
        if state.status != Status.DECIDED:
            continue
        a, b = state.a, state.b
        assert a is not None
        assert b is not None
        home, away = (a, b) if state.home == a else (b, a)
        had, waited, seeds = zip(
            *((_surplus(dealt[side]), dealt[side][-1:] != [True], side) for side in (home, away)),
            strict=True,
        )
        assert had[0] <= had[1]
        if had[0] == had[1]:
            assert waited[0] >= waited[1]
            assert waited[0] > waited[1] or seeds[0] < seeds[1]
        dealt[home].append(True)
        dealt[away].append(False)
    assert max(map(abs, map(_surplus, dealt.values()))) <= 4


def _surplus(dealt: list[bool]) -> int:
    return dealt.count(True) - dealt.count(False)


def test_a_match_that_neither_wins_lets_the_next_one_through() -> None:
    bracket = draw(4, third_place=True)
    end, _ = play(bracket, better_seed)
    assert end.champion == 0
    said: Said = [Award("W1.1", None), Game("W1.2", 2)]
    end = progress(bracket, said)
    assert {key: state.status for key, state in end.states.items()} == {
        "W1.1": Status.WALKOVER,
        "W1.2": Status.DECIDED,
        "W2.1": Status.WALKOVER,
        "T1.1": Status.WALKOVER,
    }
    assert end.places == (Place(2, 1, 1), Place(1, 2, 2), Place(0, 3, 4), Place(3, 3, 4))


def test_nobody_wins_a_final_that_both_give_up() -> None:
    end = progress(draw(2), [Award("W1.1", None)])
    assert (end.champion, end.finished) == (None, True)
    assert end.places == (Place(0, 1, 2), Place(1, 1, 2))


@pytest.mark.parametrize("n", [2, 3, 5, 8, 21, 64])
def test_a_withdrawn_entry_loses_undecided_matches_and_the_rest_play_on(n: int) -> None:
    for seed in range(20 if n < 30 else 4):
        dice = Random(100 * n + seed)
        bracket = draw(n, third_place=n > 3)
        said: Said = []
        gone: set[int] = set()
        while matches := (now := progress(bracket, said)).next_matches:
            state = dice.choice(matches)
            assert not gone & set(state.sides)
            said.append(
                Game(state.slot.key, dice.choice([x for x in state.sides if x is not None]))
            )
            if dice.random() < 0.3:
                gone.add(dice.randrange(n))
            said += walkovers(bracket, said, gone)
        assert now.finished
        assert sorted(place.entry for place in now.places) == list(range(n))
        assert now.champion is not None or len(gone) >= 2


def test_walkovers_follow_one_another() -> None:
    bracket = draw(8, third_place=True)
    first = [Game("W1.1", 0), Game("W1.2", 3), Game("W1.3", 2)]
    assert walkovers(bracket, first, {7}) == ()
    assert walkovers(bracket, first, {0, 1, 3, 6}) == (Award("W1.4", None), Award("W2.1", None))
    assert walkovers(bracket, [], {0, 1, 2, 3}) == (
        *(Award("W1.1", 7), Award("W1.2", 4), Award("W1.3", 5), Award("W1.4", 6)),
    )
    everybody = walkovers(bracket, [], set(range(8)))
    assert everybody == tuple(Award(f"W1.{place}", None) for place in (1, 2, 3, 4))
    assert progress(bracket, everybody).places == tuple(Place(entry, 1, 8) for entry in range(8))


def test_a_correction_names_the_results_that_fall() -> None:
    bracket = draw(8)
    end, said = play(bracket, better_seed)
    assert end.champion == 0
    corrected = [Game("W1.2", 4) if result.match == "W1.2" else result for result in said]
    assert overturned(bracket, said, corrected) == ("W2.1", "W3.1")
    corrected = [Game("W2.1", 3) if result.match == "W2.1" else result for result in said]
    assert overturned(bracket, said, corrected) == ("W3.1",)
    assert overturned(bracket, said, list(said)) == ()
    after = [result for result in corrected if result.match != "W3.1"]
    assert [state.sides for state in progress(bracket, after).next_matches] == [(3, 1)]


@pytest.mark.parametrize(
    ("said", "code", "sentence"),
    [
        (
            [Game("W9.1", 0)],
            "unknown_match",
            "There is no match W9.1 in this bracket. Take its name from the bracket.",
        ),
        (
            [Game("W1.2", 0)],
            "not_in_match",
            "The result of match W1.2 names an entry that isn't in it. Take it back, and have the match played by those who are.",
        ),
        (
            [Game("W2.1", 1)],
            "nothing_to_play",
            "Match W2.1 can't have a result before both its sides are known. Take the result back.",
        ),
        (
            [Game("W1.1", 0)],
            "nothing_to_play",
            "Match W1.1 can't have a result with nobody to play against. Take the result back.",
        ),
        (
            [Game("W1.2", 1), Game("W1.2", 2)],
            "match_over",
            "Match W1.2 was decided before its last game, best of 1. Take that game back.",
        ),
        (
            [Award("W1.2", 1), Award("W1.2", 1)],
            "decided_twice",
            "Match W1.2 has been awarded twice. Take one of the two back.",
        ),
    ],
)
def test_results_that_cannot_be_are_refused(said: Said, code: str, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        progress(draw(3), said)
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


@pytest.mark.parametrize(
    ("n", "code", "sentence"),
    [
        (
            1,
            "too_few_entries",
            "A knock-out needs at least 2 entries, and there is 1. Wait for more, or cancel.",
        ),
        (
            129,
            "too_many_entries",
            "A knock-out takes at most 128 entries, and there are 129. Play groups or a Swiss first, and let the best 128 advance.",
        ),
    ],
)
def test_fields_that_fit_no_bracket_are_refused(n: int, code: str, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        draw(n)
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


def test_a_third_place_among_three_and_an_even_number_of_games_are_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        draw(3, third_place=True)
    assert refusal.value.code == "no_third_place"
    with pytest.raises(FormatError) as even:
        Lengths(final=4)
    assert even.value.sentence == (
        "Best of 4 can end in a tie. Choose an odd number: best of 1, 3, 5 …"
    )
