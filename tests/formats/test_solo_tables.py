"""Solo tables: sizes, opponents, and whole tournaments."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tournaments.formats import FormatError
from tournaments.formats.solo_tables import (
    SoloQuality,
    SoloRound,
    Table,
    draw,
    quality,
    table_sizes,
)

ALLOWED = [sizes for count in (1, 2, 3) for sizes in itertools.permutations((3, 4, 5), count)]


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (4, 3, 3, 3)),
        (21, (4, 4, 4, 3, 3, 3)),
    ],
)
def test_four_is_preferred_then_three(n: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(n) == sizes


@pytest.mark.parametrize("sizes", ALLOWED)
def test_sizes_are_the_best_of_all_that_there_are(sizes: tuple[int, ...]) -> None:
    for n in range(2, 65):
        ways = [
            counts
            for counts in itertools.product(*(range(n // size + 1) for size in sizes))
            if sum(count * size for count, size in zip(counts, sizes, strict=True)) == n
        ]
        if not ways:
            with pytest.raises(FormatError) as refusal:
                table_sizes(n, sizes)
            assert refusal.value.code == "sizes_impossible"
            continue
        best = min(ways, key=lambda counts: counts[::-1])
        expected = [size for size, count in zip(sizes, best, strict=True) for _ in range(count)]
        assert table_sizes(n, sizes) == tuple(sorted(expected, reverse=True))


@pytest.mark.parametrize(
    ("n", "sizes", "sentence"),
    [
        (2, (4, 3, 5), "A solo table needs at least 3 players, and there are 2. Wait for more."),
        (
            7,
            (4, 5),
            "7 players can’t be seated like that. Tables of 4 and 5 alone need 5 or 8 players; or allow tables of 3.",
        ),
        (
            10,
            (4,),
            "10 players can’t be seated like that. Tables of 4 alone need 8 or 12 players; or allow tables of 3.",
        ),
        (
            3,
            (5,),
            "3 players can’t be seated like that. Tables of 5 alone need 5 players; or allow tables of 3.",
        ),
        (9, (6,), "Tables have 3, 4 or 5 seats. List the sizes allowed, the preferred first."),
        (9, (), "Tables have 3, 4 or 5 seats. List the sizes allowed, the preferred first."),
    ],
)
def test_numbers_that_do_not_come_out_are_refused(
    n: int, sizes: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(FormatError) as refusal:
        table_sizes(n, sizes)
    assert refusal.value.sentence == sentence


def test_somebody_twice_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        draw([1, 2, 3, 1], seed="s")
    assert refusal.value.sentence == "Somebody is in the order twice. Remove one."


def test_the_first_round_is_dealt_to_and_fro() -> None:
    drawn = draw(range(11), seed="s")
    assert [sorted(table) for table in drawn.tables] == [[0, 5, 6, 10], [1, 4, 7, 9], [2, 3, 8]]


def tournament(n: int, rounds: int, seed: int, sizes: Sequence[int] = (4, 3, 5)) -> list[SoloRound]:
    """Play a tournament by chance; points as placings, the order is the standings."""
    dice = Random(seed)
    points = dict.fromkeys(range(n), 0.0)
    played: list[SoloRound] = []
    for _ in range(rounds):
        order = sorted(points, key=lambda player: (-points[player], player))
        history = [round_.tables for round_ in played]
        played.append(draw(order, history, seed=f"seed {seed}", sizes=sizes))
        for table in played[-1].tables:
            finish = dice.sample(table, len(table))
            for place, player in enumerate(finish):
                points[player] += 1 - place / (len(table) - 1)
    return played


@pytest.mark.sweep(11)
@pytest.mark.parametrize("n", [n for n in range(3, 65) if n < 34 or n % 5 == 4])
def test_whole_tournaments(n: int) -> None:
    played = tournament(n, 4, n)
    for number, round_ in enumerate(played, start=1):
        assert round_.number == number
        assert sorted(itertools.chain(*round_.tables)) == list(range(n))
        assert sorted(map(len, round_.tables), reverse=True) == list(table_sizes(n))
    rows = [round_.tables for round_ in played]
    seen = quality(rows)
    assert sum(seen.meetings.values()) == n * (n - 1) // 2
    assert seen.first_deals[1] <= 2
    if table_sizes(n).count(4) not in (0, len(table_sizes(n))):
        assert seen.odd_tables[1] - seen.odd_tables[0] <= 1
    if n >= 24:
        assert max(seen.meetings) == 1
        assert not any(
            "meet again:" in flag or "meets again:" in flag
            for round_ in played
            for flag in round_.flags
        )


def test_the_same_seed_gives_the_same_draw() -> None:
    assert tournament(14, 5, 3) == tournament(14, 5, 3)
    seatings = {draw(range(12), seed=str(number)).tables for number in range(6)}
    assert len(seatings) == 6


def every_seating(players: tuple[int, ...], widths: tuple[int, ...]) -> Iterator[list[Table]]:
    if not widths:
        yield []
        return
    for table in itertools.combinations(players, widths[0]):
        if widths.count(widths[0]) == len(widths) and table[0] != players[0]:
            continue
        left = tuple(player for player in players if player not in table)
        for rest in every_seating(left, widths[1:]):
            yield [table, *rest]


def again(tables: Sequence[Table], met: Counter[frozenset[int]]) -> int:
    pairs = (frozenset(pair) for table in tables for pair in itertools.combinations(table, 2))
    return sum(met[pair] ** 2 for pair in pairs)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("n", [6, 8, 9, 12])
def test_no_seating_at_all_has_fewer_meetings_again(n: int) -> None:
    for seed in range(4):
        played = tournament(n, 5, seed)
        met: Counter[frozenset[int]] = Counter()
        for round_ in played:
            best = min(
                again(tables, met) for tables in every_seating(tuple(range(n)), table_sizes(n))
            )
            assert again(round_.tables, met) == best
            repeats = sum(
                met[frozenset(pair)] > 0
                for table in round_.tables
                for pair in itertools.combinations(table, 2)
            )
            pairs = "One pair meets" if repeats == 1 else f"{repeats} pairs meet"
            met_again = f"{pairs} again: no seating was found that avoids it."
            assert round_.flags[:1] == (met_again,) if repeats else met_again not in round_.flags
            for table in round_.tables:
                met.update(map(frozenset, itertools.combinations(table, 2)))


@pytest.mark.parametrize("n", [8, 12, 16, 20, 36])
def test_players_moved_from_the_tables_of_the_standings_are_counted(n: int) -> None:
    """With tables of one size the standings' tables are the order cut into fours."""
    rnd = Random(n)
    rows: list[tuple[Table, ...]] = []
    told = set()
    for number in range(5):
        order = rnd.sample(range(n), n)
        drawn = draw(order, rows, seed="s")
        moved = sum(order.index(who) // 4 != at for at, t in enumerate(drawn.tables) for who in t)
        named = f"{moved} players sit at other tables than the standings suggest, "
        found = [flag for flag in drawn.flags if " sit at other tables " in flag]
        if number:
            assert [flag[: len(named)] for flag in found] == ([named] if moved else [])
            told.add(moved > 0)
        else:
            assert drawn.flags == ()
        rows.append(drawn.tables)
    assert True in told


def test_the_standings_decide_where_nobody_would_meet_again() -> None:
    history = [[(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]]
    order = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
    drawn = draw(order, history, seed="s")
    assert [sorted(table) for table in drawn.tables] == [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
    ]
    assert drawn.flags == ()


@pytest.mark.parametrize("n", [3, 5])
def test_nobody_plays_after_the_same_neighbour_again_where_that_can_be(n: int) -> None:
    history = [draw(range(n), seed="s").tables]
    history.append(draw(range(n), history, seed="s").tables)
    assert quality(history).left_again == 0


def test_late_entries_and_withdrawals() -> None:
    history = [draw(range(12), seed="s").tables]
    drawn = draw([0, 1, 2, 3, 4, 5, 20, 21], history, seed="s")
    assert sorted(itertools.chain(*drawn.tables)) == [0, 1, 2, 3, 4, 5, 20, 21]
    assert drawn.number == 2


def test_quality_counts_what_was_played() -> None:
    rows = [[(0, 1, 2, 3), (4, 5, 6)], [(0, 1, 4, 5), (2, 3, 6)]]
    assert quality(rows) == SoloQuality(
        meetings={0: 6, 1: 12, 2: 3},
        odd_tables=(0, 2),
        first_deals=(0, 2),
        left_again=3,
    )
