"""Double elimination: two losses eliminate, and rematches come as late as possible."""

import itertools
from collections import Counter
from random import Random

import pytest

from tests.formats.knock_out import Said, better_seed, by_chance, play
from tournaments.formats import FormatError
from tournaments.formats.elimination.bracket import Bracket, Kind, Lengths, Part
from tournaments.formats.elimination.double import (
    CROSSINGS,
    EARLIEST_REMATCH,
    draw,
    rounds_needed,
)
from tournaments.formats.elimination.progress import (
    Award,
    Game,
    Place,
    Progress,
    Status,
    progress,
    walkovers,
)

SIZES = range(2, 65)


def losses(end: Progress) -> Counter[int]:
    return Counter(state.loser for state in end.states.values() if state.loser is not None)


def test_a_bracket_of_eight_drawn_out() -> None:
    def named(side: object) -> str:
        kind, seed, match = side  # type: ignore[misc]
        return str(seed + 1) if kind == "seed" else f"{kind[0]} {match}"

    assert [(slot.key, named(slot.a), named(slot.b)) for slot in draw(8)] == [
        ("W1.1", "1", "8"),
        ("W1.2", "5", "4"),
        ("W1.3", "3", "6"),
        ("W1.4", "7", "2"),
        ("W2.1", "w W1.1", "w W1.2"),
        ("W2.2", "w W1.3", "w W1.4"),
        ("W3.1", "w W2.1", "w W2.2"),
        ("L1.1", "l W1.1", "l W1.2"),
        ("L1.2", "l W1.3", "l W1.4"),
        ("L2.1", "l W2.2", "w L1.1"),
        ("L2.2", "l W2.1", "w L1.2"),
        ("L3.1", "w L2.1", "w L2.2"),
        ("L4.1", "l W3.1", "w L3.1"),
        ("F1.1", "w W3.1", "w L4.1"),
        ("F2.1", "w F1.1", "l F1.1"),
    ]


def test_the_rounds_of_the_tournament_hold_both_brackets() -> None:
    waves = [[slot.key for slot in wave] for wave in draw(8).waves()]
    assert waves == [
        ["W1.1", "W1.2", "W1.3", "W1.4"],
        ["W2.1", "W2.2", "L1.1", "L1.2"],
        ["W3.1", "L2.1", "L2.2"],
        ["L3.1"],
        ["L4.1"],
        ["F1.1"],
        ["F2.1"],
    ]


@pytest.mark.parametrize("reset", [True, False])
@pytest.mark.parametrize("n", [*SIZES, 128])
def test_every_match_is_in_one_round_after_its_sources(n: int, reset: bool) -> None:
    bracket = draw(n, reset=reset)
    waves = bracket.waves()
    assert len(waves) == rounds_needed(n, reset=reset)
    number = {slot.key: place for place, wave in enumerate(waves) for slot in wave}
    assert set(number) == {slot.key for slot in bracket if slot.kind != Kind.EMPTY}
    for slot in bracket.matches():
        for source in (slot.a, slot.b):
            assert not source.match or number[source.match] < number[slot.key]


@pytest.mark.parametrize("n", [*SIZES, 100, 128])
def test_without_surprises_the_places_follow_the_seeds(n: int) -> None:
    end, said = play(draw(n), better_seed)
    assert (end.finished, end.champion) == (True, 0)
    assert [place.entry for place in end.places][:4] == list(range(min(n, 4)))
    assert len(said) == 2 * n - 2
    assert end["F2.1"].status == Status.UNUSED


@pytest.mark.sweep(10)
@pytest.mark.parametrize("n", SIZES)
def test_played_whole_by_chance_everybody_is_out_after_two_defeats(n: int) -> None:
    resets = set()
    for seed in range(6):
        end, said = play(draw(n), by_chance(1000 * n + seed))
        assert end.finished
        assert end.champion is not None
        lost = losses(end)
        reset = end["F2.1"].status == Status.DECIDED
        resets.add(reset)
        assert all(lost[entry] == 2 for entry in range(n) if entry != end.champion)
        assert lost[end.champion] == (reset and end["F1.1"].loser == end.champion) or (
            lost[end.champion] == 1 and end["F1.1"].b == end.champion
        )
        assert len(said) == 2 * n - 2 + reset
        assert sorted(place.entry for place in end.places) == list(range(n))
        firsts = Counter(place.first for place in end.places)
        assert list(firsts) == sorted(firsts)
        assert all(
            place.last - place.first + 1 == firsts[place.first] and place.first <= place.last
            for place in end.places
        )


@pytest.mark.parametrize("n", [2, 3, 6, 8, 23])
def test_a_final_without_reset_decides(n: int) -> None:
    bracket = draw(n, reset=False)
    assert [slot.key for column in bracket.rounds(Part.FINAL) for slot in column] == ["F1.1"]
    for seed in range(6):
        end, said = play(bracket, by_chance(seed))
        assert (end.finished, end.champion, len(said)) == (True, end["F1.1"].winner, 2 * n - 2)


def test_the_reset_of_a_final_step_by_step() -> None:
    bracket = draw(2, lengths=Lengths(rest=1, final=3))
    said: Said = [Game("W1.1", 0)]
    assert progress(bracket, said)["F1.1"].sides == (0, 1)
    said += [Game("F1.1", 1), Game("F1.1", 1)]
    now = progress(bracket, said)
    assert [state.slot.key for state in now.next_matches] == ["F2.1"]
    assert (now["F2.1"].sides, now["F2.1"].home, now.champion) == ((1, 0), 0, None)
    end = progress(bracket, [*said, Game("F2.1", 0), Game("F2.1", 0)])
    assert end.places == (Place(0, 1, 1), Place(1, 2, 2))


def test_a_result_for_a_reset_that_is_not_needed_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        progress(draw(2), [Game("W1.1", 0), Game("F1.1", 0), Game("F2.1", 0)])
    assert refusal.value.sentence == (
        "Match F2.1 can't have a result as the first final has decided. Take the result back."
    )


@pytest.mark.parametrize("n", [*SIZES, 128])
def test_a_gap_in_the_field_is_not_a_match(n: int) -> None:
    bracket = draw(n)
    kinds = Counter(slot.kind for slot in bracket)
    assert kinds[Kind.MATCH] == 2 * n - 1
    assert len(bracket.rounds(Part.LOSERS)) == rounds_needed(n) - 3


@pytest.mark.parametrize("n", [2, 3, 5, 8, 21, 64])
def test_withdrawals_and_matches_that_neither_wins(n: int) -> None:
    for seed in range(15 if n < 30 else 3):
        dice = Random(100 * n + seed)
        bracket = draw(n)
        said: Said = []
        gone: set[int] = set()
        while matches := (now := progress(bracket, said)).next_matches:
            state = dice.choice(matches)
            sides = [side for side in state.sides if side is not None]
            if dice.random() < 0.1:
                said.append(Award(state.slot.key, dice.choice([None, *sides])))
            else:
                said.append(Game(state.slot.key, dice.choice(sides)))
            if dice.random() < 0.15:
                gone.add(dice.randrange(n))
            said += walkovers(bracket, said, gone)
        assert now.finished
        assert sorted(place.entry for place in now.places) == list(range(n))
        assert all(count <= 2 for count in losses(now).values())


def test_both_out_of_the_main_bracket_leave_the_finalists_place_to_the_losers() -> None:
    end = progress(
        draw(4),
        [
            *(Game("W1.1", 0), Game("W1.2", 1), Award("W2.1", None)),
            Game("L1.1", 3),
        ],
    )
    assert (end.finished, end.champion) == (True, 3)
    assert end.places == (Place(3, 1, 1), Place(0, 2, 3), Place(1, 2, 3), Place(2, 4, 4))


def test_both_out_with_their_first_defeat_rank_with_those_whom_they_would_have_met() -> None:
    said: Said = [*(Game(f"W1.{match}", seed) for match, seed in ((1, 0), (2, 3), (3, 2), (4, 1)))]
    said += [Award("W2.1", None), Game("W2.2", 1), Game("L1.1", 4), Game("L1.2", 5)]
    now = progress(draw(8), said)
    assert [(state.slot.key, state.sides) for state in now.next_matches] == [("L2.1", (2, 4))]
    assert (now["W3.1"].status, now["L2.2"].status) == (Status.WALKOVER, Status.WALKOVER)
    said += [Game("L2.1", 2), Game("L3.1", 2), Game("F1.1", 1)]
    assert progress(draw(8), said).places == (
        *(Place(1, 1, 1), Place(2, 2, 2), Place(5, 3, 3)),
        *(Place(0, 4, 6), Place(3, 4, 6), Place(4, 4, 6)),
        *(Place(6, 7, 8), Place(7, 7, 8)),
    )


def test_both_out_in_the_last_round_of_the_main_bracket_stand_above_the_losers_rounds_before() -> (
    None
):
    said: Said = [*(Game(f"W1.{match}", seed) for match, seed in ((1, 0), (2, 3), (3, 2), (4, 1)))]
    said += [Game("W2.1", 0), Game("W2.2", 1), Award("W3.1", None)]
    said += [Game("L1.1", 4), Game("L1.2", 5), Game("L2.1", 2), Game("L2.2", 3), Game("L3.1", 2)]
    end = progress(draw(8), said)
    assert (end.finished, end.champion) == (True, 2)
    assert end.places[:4] == (Place(2, 1, 1), Place(0, 2, 3), Place(1, 2, 3), Place(3, 4, 4))


# Rematches: an exact account for entries of equal strength, from the bracket itself.


def rematches(bracket: Bracket) -> list[float]:
    """Return, by losers' round, how often two meet there who have met before, if every match is a toss-up.

    Entry 0's share only: the crossings are XORs, so that every place of a full bracket looks the same.
    """
    ways = {entry: _ways(bracket, entry) for entry in range(bracket.entries)}
    rounds = [0.0] * len(bracket.rounds(Part.LOSERS))
    for other in range(1, bracket.entries):
        for first, probability in ways[0].items():
            for second, chance in ways[other].items():
                met = [key for key in first if key in second]
                if len(met) == 2 and met[1].startswith(Part.LOSERS):
                    number = bracket[met[1]].round
                    if first[-1] == second[-1] == met[1]:
                        rounds[number - 1] += _both(first, second, met, probability * chance)
    return rounds


def _ways(bracket: Bracket, entry: int) -> dict[tuple[str, ...], float]:
    """Every way that an entry can go up to each losers' match, as keys, with its probability."""
    start = next(slot.key for slot in bracket if entry in (slot.a.seed, slot.b.seed))
    found: dict[tuple[str, ...], float] = {}
    open_ways = [((start,), 1.0)]
    while open_ways:
        way, chance = open_ways.pop()
        if way[-1].startswith(Part.LOSERS):
            found[way] = chance
        for slot in bracket.after(way[-1]):
            source = slot.a if slot.a.match == way[-1] else slot.b
            out = way[-1].startswith(Part.LOSERS) and source.kind == "loser"
            if slot.part != Part.FINAL and not out:
                open_ways.append(((*way, slot.key), chance / 2))
    return found


def _both(first: tuple[str, ...], second: tuple[str, ...], met: list[str], chance: float) -> float:
    """Two ways through a common match exclude each other unless one won and the other lost there: then once
    halved.
    """
    at_first, at_second = first.index(met[0]), second.index(met[0])
    one_down = first[at_first + 1].startswith("L") != second[at_second + 1].startswith("L")
    return 2 * chance if one_down else 0.0


@pytest.mark.sweep(2)
@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_the_crossings_are_the_best_there_are(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = CROSSINGS[size]
    ours = rematches(draw(size))
    tried = {}
    for masks in itertools.product(
        *(range(size >> number) for number in range(2, len(chosen) + 2))
    ):
        monkeypatch.setitem(CROSSINGS, size, masks)
        tried[masks] = rematches(draw(size))
    assert min(tried.values()) == ours == tried[chosen]


@pytest.mark.parametrize(("size", "earliest"), list(EARLIEST_REMATCH.items()))
def test_no_rematch_is_possible_before_its_time(size: int, earliest: int) -> None:
    account = rematches(draw(size))
    assert account[: earliest - 1] == [0.0] * (earliest - 1)
    assert account[earliest - 1] > 0
