"""Groups: draw, play, crossing of qualifiers; and tournaments of several stages."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.formats.knock_out import by_chance, play
from tournaments.formats import FormatError, Pairing, elimination
from tournaments.formats.elimination.bracket import seed_order
from tournaments.formats.elimination.progress import Game, progress
from tournaments.formats.groups import (
    Finisher,
    Groups,
    Qualifier,
    pots,
    qualify,
    rounds,
    snake,
)
from tournaments.formats.groups_crossing import Crossing, cross
from tournaments.formats.groups_stages import Stage, StageSize, check
from tournaments.formats.kinds import KnockOut
from tournaments.formats.registry import (
    DOUBLE_KNOCK_OUT,
    KNOCK_OUT,
    ROTATION,
    ROUND_ROBIN,
    SOLO_TABLES,
    SWISS,
)

FIELDS = [(n, groups) for n in range(2, 65) for groups in range(1, n // 2 + 1)]


def test_the_snake() -> None:
    assert snake(10, 3) == ((0, 5, 6), (1, 4, 7), (2, 3, 8, 9))
    assert snake(8, 2) == ((0, 3, 4, 7), (1, 2, 5, 6))


def test_everybody_is_in_one_group_and_sizes_differ_by_one_at_most() -> None:
    for n, count in FIELDS:
        for drawn in (snake(n, count), pots(n, count, "s")):
            assert sorted(itertools.chain(*drawn)) == list(range(n))
            assert {len(group) for group in drawn} <= {n // count, -(-n // count)}
            for group in drawn:
                full = [seed // count for seed in group]
                assert full == list(range(len(group)))


def test_pots_are_drawn_by_a_lot_that_the_seed_decides() -> None:
    drawn = {pots(6, 2, str(number)) for number in range(200)}
    every = set()
    for ways in itertools.product((0, 1), repeat=3):
        groups: list[list[int]] = [[], []]
        for pot, way in enumerate(ways):
            groups[way].append(2 * pot)
            groups[1 - way].append(2 * pot + 1)
        every.add((tuple(groups[0]), tuple(groups[1])))
    assert drawn == every
    assert pots(20, 4, "again") == pots(20, 4, "again")


def test_the_rounds_of_a_field_of_five_in_two_groups() -> None:
    assert [list(plan) for plan in rounds(((0, 3, 4), (1, 2)))] == [
        [Pairing(3, 4), Pairing(1, 2), Pairing(0, None)],
        [Pairing(0, 3), Pairing(4, None)],
        [Pairing(4, 0), Pairing(3, None)],
    ]


@pytest.mark.parametrize("double", [False, True])
def test_in_every_group_everybody_meets_everybody(double: bool) -> None:
    for n, count in FIELDS[:: 7 if double else 3]:
        drawn = snake(n, count)
        met: Counter[frozenset[int]] = Counter()
        for number, plan in enumerate(rounds(drawn, double), start=1):
            assert plan.number == number
            seated = [entry for pairing in plan for entry in pairing if entry is not None]
            assert len(seated) == len(set(seated))
            met.update(frozenset(pair) for pair in plan if not pair.is_bye)
        expected = {frozenset(pair) for group in drawn for pair in itertools.combinations(group, 2)}
        assert met == Counter(dict.fromkeys(expected, 1 + double))


def tables(drawn: Groups, dice: Random | None = None) -> list[list[Finisher]]:
    shuffled = [list(group) for group in drawn]
    for group in shuffled:
        if dice:
            dice.shuffle(group)
    return [[Finisher(entry, (-entry,)) for entry in group] for group in shuffled]


def test_qualifiers_and_their_order() -> None:
    played = [
        [Finisher(4, (Fraction(5, 3), 10)), Finisher(0, (1, 5)), Finisher(9, (Fraction(1, 3), 0))],
        [Finisher(1, (Fraction(5, 3), 12)), Finisher(7, (1, 6)), Finisher(8, (Fraction(2, 3), 0))],
    ]
    assert qualify(played, 2, best_next=1, seed="s") == (
        Qualifier(1, 1, 1),
        Qualifier(4, 0, 1),
        Qualifier(7, 1, 2),
        Qualifier(0, 0, 2),
        Qualifier(8, 1, 3),
    )
    assert qualify(played, 0, best_next=1, seed="s") == (Qualifier(1, 1, 1),)


def test_level_merit_goes_by_lot() -> None:
    level = [[Finisher(entry), Finisher(entry + 1)] for entry in (0, 2)]
    chosen = {qualify(level, 0, best_next=1, seed=str(number))[0].entry for number in range(20)}
    assert chosen == {0, 2}


@pytest.mark.parametrize(
    ("places", "best_next", "sentence"),
    [
        (0, 0, "Nobody would advance. Let at least the first of each group advance."),
        (
            4,
            0,
            "The first 4 of each group can’t advance: the smallest group has 3. Let at most 3 advance.",
        ),
        (
            3,
            2,
            "Only 1 finishes in place 4, so the best 2 of them can’t advance. Choose at most 1.",
        ),
    ],
)
def test_more_qualifiers_than_there_are_are_refused(
    places: int, best_next: int, sentence: str
) -> None:
    with pytest.raises(FormatError) as refusal:
        qualify(tables(snake(10, 3)), places, best_next=best_next, seed="s")
    assert refusal.value.sentence == sentence


def test_two_out_of_each_of_two_groups_cross() -> None:
    crossing = cross(qualify(tables(snake(8, 2)), 2, seed="s"))
    a1, b1, b2, a2 = Qualifier(0, 0, 1), Qualifier(1, 1, 1), Qualifier(2, 1, 2), Qualifier(3, 0, 2)
    assert crossing == Crossing((a1, b1, a2, b2), 2)
    first_round = {
        frozenset(crossing.seeds[side.seed] for side in (slot.a, slot.b) if side.seed is not None)
        for slot in elimination.draw(4)
        if slot.round == 1
    }
    assert first_round == {frozenset((a1, b2)), frozenset((b1, a2))}


@pytest.mark.parametrize("count", range(2, 33))
def test_two_of_one_group_never_meet_before_the_final(count: int) -> None:
    for seed in range(5):
        played = tables(snake(4 * count, count), Random(seed))
        crossing = cross(qualify(played, 2, seed=str(seed)))
        final = (2 * count - 1).bit_length()
        assert (crossing.earliest, crossing.flags) == (final, ())
        bands = [qualifier.place for qualifier in crossing.seeds]
        assert bands == [1] * count + [2] * count
        merits = [-qualifier.entry for qualifier in crossing.seeds[:count]]
        assert merits == sorted(merits, reverse=True)


@pytest.mark.parametrize(
    ("count", "places", "best_next"),
    [(2, 3, 0), (3, 2, 2), (2, 4, 0), (3, 3, 0), (4, 3, 0), (4, 4, 0), (6, 2, 4), (8, 4, 0)],
)
def test_group_mates_meet_no_earlier_than_they_must(
    count: int, places: int, best_next: int
) -> None:
    """Of p out of one group two share a p-th of the bracket at best: pairs by pairs, halves by halves."""
    for seed in range(10):
        going = qualify(
            tables(snake(6 * count, count), Random(seed)), places, best_next=best_next, seed="s"
        )
        crossing = cross(going)
        assert sorted(crossing.seeds) == sorted(going)
        size = 1 << (len(going) - 1).bit_length()
        most = places + (best_next > 0)
        floor = size.bit_length() - (most - 1).bit_length()
        at = {seed: place for place, seed in enumerate(seed_order(size))}
        meetings = [
            (at[x] ^ at[y]).bit_length()
            for x, y in itertools.combinations(range(len(going)), 2)
            if crossing.seeds[x].group == crossing.seeds[y].group
        ]
        assert crossing.earliest == min(meetings) >= floor


@pytest.mark.parametrize(
    ("count", "places", "best_next"),
    [
        *[(5, 2, 1), (4, 2, 3), (5, 2, 2), (6, 2, 2), (7, 2, 2), (3, 3, 2), (4, 3, 2), (5, 3, 1)],
        *[(2, 1, 1), (2, 3, 1), (3, 2, 1), (3, 2, 2), (3, 3, 1), (3, 4, 2), (4, 1, 1), (4, 3, 1)],
        *[(5, 1, 3), (5, 2, 3), (5, 2, 4), (6, 1, 4), (6, 2, 1), (6, 2, 3), (7, 1, 5), (3, 5, 1)],
    ],
)
def test_no_order_of_those_below_the_winners_keeps_groups_apart_longer(
    count: int, places: int, best_next: int
) -> None:
    """Every order there is, by brute force."""
    for seed in range(3):
        going = qualify(
            tables(snake(6 * count, count), Random(seed)), places, best_next=best_next, seed="s"
        )
        bands = [[one for one in going if one.place == place] for place in range(2, places + 2)]
        size = 1 << (len(going) - 1).bit_length()
        at = {seed: place for place, seed in enumerate(seed_order(size))}
        meetings = [
            (x, y, (at[x] ^ at[y]).bit_length())
            for x, y in itertools.combinations(range(len(going)), 2)
        ]
        latest = 0
        for orders in itertools.product(*map(itertools.permutations, bands)):
            groups = [one.group for one in itertools.chain(going[:count], *orders)]
            latest = max(latest, min(number for x, y, number in meetings if groups[x] == groups[y]))
        crossing = cross(going)
        assert crossing.earliest == latest
        assert bool(crossing.flags) == (latest == 1)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("count", "places", "best_next"), [(32, 4, 0), (16, 7, 9), (9, 14, 1)])
def test_a_full_bracket_is_crossed(count: int, places: int, best_next: int) -> None:
    going = qualify(
        tables(snake(16 * count, count), Random(1)), places, best_next=best_next, seed="s"
    )
    crossing = cross(going)
    assert Counter(crossing.seeds) == Counter(going)
    assert crossing.earliest == {(32, 4): 6, (16, 7): 5, (9, 14): 4}[count, places]


def test_one_group_that_plays_on_meets_again_and_nobody_minds() -> None:
    crossing = cross(qualify([[Finisher(entry) for entry in range(6)]], 4, seed="s"))
    assert [qualifier.entry for qualifier in crossing.seeds] == [0, 1, 2, 3]
    assert crossing.flags == (
        "Two of the same group meet again in the first round: no crossing avoids it while the group winners "
        "keep their seeds.",
    )


@pytest.mark.parametrize("n", range(4, 65))
def test_groups_and_a_knock_out_played_whole(n: int) -> None:
    dice = Random(n)
    drawn = snake(n, max(n // 4, 1))
    wins: Counter[int] = Counter()
    for plan in rounds(drawn):
        for a, b in plan:
            if b is not None:
                wins[dice.choice((a, b))] += 1
    played = [
        [
            Finisher(entry, (Fraction(wins[entry], len(group) - 1),))
            for entry in sorted(group, key=lambda entry: (-wins[entry], entry))
        ]
        for group in drawn
    ]
    crossing = cross(qualify(played, 2, seed="s"))
    end, _ = play(elimination.draw(len(crossing.seeds)), by_chance(n))
    assert end.champion is not None
    champion = crossing.seeds[end.champion]
    assert champion.entry in drawn[champion.group]
    assert champion.place <= 2


@pytest.mark.parametrize(
    ("n", "count", "sentence"),
    [
        (5, 0, "There must be at least one group. Choose 1 or more."),
        (5, 3, "5 entries don’t fill 3 groups of at least 2. Choose at most 2."),
        (1, 1, "Groups need at least 2 entries. Wait for more, or cancel."),
    ],
)
def test_groups_that_cannot_be_are_refused(n: int, count: int, sentence: str) -> None:
    for refused in (lambda: snake(n, count), lambda: pots(n, count, "s")):
        with pytest.raises(FormatError) as refusal:
            refused()
        assert refusal.value.sentence == sentence


# Several stages


def test_groups_then_knock_out_then_nothing() -> None:
    plan = [Stage(ROUND_ROBIN, groups=4, advance=2), Stage(KNOCK_OUT)]
    assert check(18, plan) == (StageSize(18, (5, 5, 4, 4), 8), StageSize(8, (8,), 0))


def test_any_two_formats_for_the_same_kind_of_entry_follow_each_other() -> None:
    sides = [ROUND_ROBIN, SWISS, KNOCK_OUT, DOUBLE_KNOCK_OUT]
    alone = [ROTATION, SOLO_TABLES]
    for first, second in itertools.product(sides, sides):
        planned = check(16, [Stage(first, advance=4), Stage(second)])
        assert planned == (StageSize(16, (16,), 4), StageSize(4, (4,), 0))
    for first, second in itertools.product(alone, alone):
        planned = check(30, [Stage(first, groups=2, advance=3, best_next=2), Stage(second)])
        assert planned == (StageSize(30, (15, 15), 8), StageSize(8, (8,), 0))
    for first, second in itertools.product(sides, alone):
        for pair in ((first, second), (second, first)):
            with pytest.raises(FormatError) as refusal:
                check(16, [Stage(pair[0], advance=4), Stage(pair[1])])
            assert refusal.value.code == "mixed_entries"


@pytest.mark.parametrize(
    ("n", "stages", "code", "sentence"),
    [
        (8, [], "no_stages", "The plan has no stage. Add one."),
        (
            8,
            [Stage(SWISS, advance=8), Stage(KNOCK_OUT)],
            "nobody_drops_out",
            "Everybody would advance to the next stage. Let fewer advance.",
        ),
        (
            8,
            [Stage(SWISS, advance=1), Stage(KNOCK_OUT)],
            "too_few_entries",
            "A knock-out can’t be played by 1. Let at least 2 reach it.",
        ),
        (
            200,
            [Stage(SWISS, advance=130), Stage(DOUBLE_KNOCK_OUT)],
            "too_many_entries",
            "A double elimination takes at most 128 entries, and 130 would reach it. Let fewer advance.",
        ),
        (
            16,
            [Stage(KNOCK_OUT, advance=3), Stage(ROUND_ROBIN)],
            "places_shared",
            "A knock-out of 16 doesn’t decide who comes in place 3. Let one of these numbers advance: 1, 2, 4, 8.",
        ),
        (
            8,
            [Stage(DOUBLE_KNOCK_OUT, advance=5), Stage(ROUND_ROBIN)],
            "places_shared",
            "A double elimination of 8 doesn’t decide who comes in place 5. Let one of these numbers advance: 1, 2, 3, 4, 6.",
        ),
    ],
)
def test_plans_that_cannot_be_are_refused(
    n: int, stages: list[Stage], code: str, sentence: str
) -> None:
    with pytest.raises(FormatError) as refusal:
        check(n, stages)
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


@pytest.mark.parametrize("format_", [KNOCK_OUT, DOUBLE_KNOCK_OUT])
def test_possible_numbers_of_qualifiers_match_played_brackets(format_: KnockOut) -> None:
    for size in (*range(2, 20), 31, 33):
        bracket, said = format_.bracket(size), list[Game]()
        while matches := (now := progress(bracket, said)).next_matches:
            said += [
                Game(one.slot.key, min(one.a, one.b))
                for one in matches
                if one.a is not None and one.b is not None
            ]
        assert format_.cuts(size) == {place.last for place in now.places}
