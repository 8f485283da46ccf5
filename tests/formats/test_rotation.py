"""Individual rotation: partners, opponents, rounds out, and seats."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tournaments.formats import FormatError
from tournaments.formats.rotation import Rotation, draw, full_rounds, next_round, search
from tournaments.formats.rotation.quality import Quality, RotationRound, Table, quality
from tournaments.formats.rotation.tables import NEARLY, WHIST, cycle

GAUSSIAN = [9, 13, 17, 25, 29, 37, 41, 45, 49, 53, 61, 65, 73, 81, 85, 89, 97, 117, 125]
"""Numbers 4k+1 that are sums of two squares: the closed form serves them."""
UNKNOWN = [44, 48, 57, 60]
"""Whist tournaments for these are known to exist, but not to us."""


def tables_of(row: Sequence[int]) -> list[tuple[int, ...]]:
    return [tuple(row[first : first + 4]) for first in range(0, len(row) - 3, 4)]


def byes_of(row: Sequence[int]) -> set[int]:
    return set(row[len(row) - len(row) % 4 :])


def counted(rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[Counter[frozenset[int]], ...]:
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for a, b, c, d in itertools.chain(*rounds):
        partners.update([frozenset((a, c)), frozenset((b, d))])
        opponents.update(map(frozenset, itertools.product((a, c), (b, d))))
    return partners, opponents


def every_pair(n: int, count: int) -> Counter[frozenset[int]]:
    return Counter({frozenset(pair): count for pair in itertools.combinations(range(n), 2)})


# The tables


@pytest.mark.parametrize("n", sorted([*WHIST, *GAUSSIAN]))
def test_whist_tournaments_partner_everybody_once_and_oppose_everybody_twice(n: int) -> None:
    rounds = cycle(n)
    assert rounds is not None
    assert len(rounds) == full_rounds(n)
    assert all(sorted(row) == list(range(n)) for row in rounds)
    partners, opponents = counted([tables_of(row) for row in rounds])
    assert (partners, opponents) == (every_pair(n, 1), every_pair(n, 2))
    byes = Counter(itertools.chain(*map(byes_of, rounds)))
    assert byes == Counter(dict.fromkeys(range(n), 1) if n % 4 == 1 else {})


@pytest.mark.parametrize("n", GAUSSIAN)
def test_the_closed_form_seats_everybody_left_of_everybody_once(n: int) -> None:
    left: Counter[tuple[int, int]] = Counter()
    for a, b, c, d in itertools.chain(*map(tables_of, cycle(n) or [])):
        left.update([(a, b), (b, c), (c, d), (d, a)])
    assert left == Counter(dict.fromkeys(itertools.permutations(range(n), 2), 1))


@pytest.mark.parametrize("n", sorted(NEARLY))
def test_the_other_tables_share_byes_fairly_at_any_time_and_are_nearly_even(n: int) -> None:
    rounds = cycle(n)
    assert rounds is not None
    assert len(rounds) == full_rounds(n)
    assert all(sorted(row) == list(range(n)) for row in rounds)
    sat = Counter(dict.fromkeys(range(n), 0))
    for row in rounds:
        sat.update(byes_of(row))
        assert max(sat.values()) - min(sat.values()) <= 1
    outs = [byes_of(row) for row in rounds]
    assert all(not before & after for before, after in itertools.pairwise(outs))
    partners, opponents = counted([tables_of(row) for row in rounds])
    pairs = [frozenset(pair) for pair in itertools.combinations(range(n), 2)]
    assert {partners[pair] for pair in pairs} <= {0, 1, 2}
    odd = sum(partners[pair] != 1 for pair in pairs)
    assert odd <= 2 * n + n // 2
    if n > 10:
        assert max(opponents[pair] for pair in pairs) <= 4


def test_numbers_without_a_table() -> None:
    assert cycle(69) is None
    assert cycle(77) is None
    assert cycle(68) is None
    assert cycle(66) is None


def test_every_number_of_players_that_is_no_exception_has_a_table() -> None:
    exact = {n for n in range(4, 65) if n in WHIST or (n in GAUSSIAN)}
    assert [n for n in range(4, 65) if n % 4 < 2 and n not in exact] == UNKNOWN
    assert [n for n in range(4, 65) if cycle(n) is None] == []


# Whole rotations


def check(rotation: Rotation, n: int, count: int) -> None:
    """Hold a rotation to what must be true of every one, recounting its quality from the tables alone."""
    rounds = rotation.rounds
    assert [round_.number for round_ in rounds] == list(range(1, count + 1))
    for round_ in rounds:
        assert sorted([*itertools.chain(*round_.tables), *round_.byes]) == list(range(n))
        assert len(round_.byes) == n % 4
    partners, opponents = counted([round_.tables for round_ in rounds])
    pairs = [frozenset(pair) for pair in itertools.combinations(range(n), 2)]
    byes = Counter(who for round_ in rounds for who in round_.byes)
    deals = Counter(table[0] for round_ in rounds for table in round_.tables)
    seen = rotation.quality
    assert seen.partners == dict(sorted(Counter(partners[pair] for pair in pairs).items()))
    assert seen.opponents == dict(sorted(Counter(opponents[pair] for pair in pairs).items()))
    assert seen.byes == dict(sorted(Counter(byes[who] for who in range(n)).items()))
    assert seen.first_deals == dict(sorted(Counter(deals[who] for who in range(n)).items()))
    assert max(seen.byes) - min(seen.byes) <= 1
    assert seen.byes_running == 0
    assert max(seen.first_deals) - min(seen.first_deals) <= 1


def uneven_opponents(rotation: Rotation, rounds: int) -> tuple[str, ...]:
    """Return the sentence about opponents, counted afresh from the tables."""
    met = Counter(
        frozenset(pair)
        for round_ in rotation.rounds
        for a, b, c, d in round_.tables
        for pair in ((a, b), (b, c), (c, d), (d, a))
    )
    who = sorted(
        {one for round_ in rotation.rounds for table in round_.tables for one in table}
        | {one for round_ in rotation.rounds for one in round_.byes}
    )
    times = [met[frozenset(pair)] for pair in itertools.combinations(who, 2)]
    low, more = divmod(sum(times), len(times))
    high = low + (more > 0)
    above, below = sum(one > high for one in times), sum(one < low for one in times)
    even = f"{low} or {high}" if more else f"{low}"
    found = []
    for pairs, how, bound, most in (
        (above, "more", "at most", max(times)),
        (below, "less", "at least", min(times)),
    ):
        does = f"one pair does so {how} often ({most} times)."
        do = f"{pairs} pairs do so {how} often ({bound} {most} times)."
        if pairs:
            found.append(
                f"Over all {rounds} rounds each pair of players should oppose each other {even}"
                f" times: {does if pairs == 1 else do}"
            )
    return tuple(found)


def test_opponents_who_meet_too_often_are_named_to_the_organizer() -> None:
    # 9 players in 5 rounds: 40 meetings of opponents for 36 pairs, so once or twice each would be even.
    rotation = draw(9, 5, "s")
    assert rotation.quality.opponents == {0: 2, 1: 28, 2: 6}
    assert rotation.rounds[0].flags == (
        "Over all 5 rounds each pair of players should oppose each other 1 or 2 times: 2 pairs do so less often (at least 0 times).",
    )


def test_a_round_by_itself_names_opponents_and_uneven_rounds_out() -> None:
    history = [RotationRound(number, ((0, 1, 2, 3),), (4,)) for number in (1, 2)]
    third = next_round(range(6), [*history, RotationRound(3, ((0, 1, 2, 3),), (4,))], "s")
    # 4 and 5 have waited longest, so they play with two who have met again and again.
    assert {4, 5} < {who for table in third.tables for who in table}
    assert third.flags == ("Rounds out are not balanced: 0 to 3 per player.",)
    again = next_round(range(4), history, "s")
    assert again.flags == (
        "2 pairs of players oppose each other more often than would be even, up to 3 times.",
    )


@pytest.mark.sweep(4)
@pytest.mark.parametrize("n", range(4, 65))
def test_few_rounds_for_every_number_of_players(n: int) -> None:
    count = 5 if n < 28 else 3
    rotation = draw(n, count, "seed")
    check(rotation, n, count)
    if n >= 8 or n == 5:
        assert max(rotation.quality.partners) == 1
        assert [round_.flags for round_ in rotation.rounds[1:]] == [()] * (count - 1)
        assert rotation.rounds[0].flags == uneven_opponents(rotation, count)
    if n >= 20:
        assert max(rotation.quality.meetings) <= 2
        assert rotation.quality.meetings.get(2, 0) <= 6
    if n >= 9:
        assert max(rotation.quality.opponents) <= 2
    assert rotation.quality.seats <= 3


@pytest.mark.sweep(6)
@pytest.mark.parametrize("n", [n for n in range(4, 65) if n in WHIST or n in GAUSSIAN])
def test_a_whole_cycle_is_a_whist_tournament(n: int) -> None:
    rotation = draw(n, full_rounds(n), "seed")
    check(rotation, n, full_rounds(n))
    assert rotation.source == "table"
    pairs = n * (n - 1) // 2
    assert (rotation.quality.partners, rotation.quality.opponents) == ({1: pairs}, {2: pairs})
    assert rotation.quality.perfect
    assert [round_.flags for round_ in rotation.rounds] == [()] * full_rounds(n)
    assert rotation.quality.seats <= 3
    if n in GAUSSIAN:
        assert (rotation.quality.seats, rotation.quality.left_most) == (0, 1)


@pytest.mark.parametrize("n", [4, 5, 8, 12, 13])
def test_two_whole_cycles_are_twice_as_much(n: int) -> None:
    rotation = draw(n, 2 * full_rounds(n), "seed")
    check(rotation, n, 2 * full_rounds(n))
    pairs = n * (n - 1) // 2
    assert (rotation.quality.partners, rotation.quality.opponents) == ({2: pairs}, {4: pairs})
    later = rotation.rounds[full_rounds(n) :]
    assert all(round_.flags[0].endswith("played together before.") for round_ in later)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("n", [6, 7, 10, 11, 14, 18, 22])
def test_a_long_rotation_of_other_numbers(n: int) -> None:
    rotation = draw(n, n, "seed")
    check(rotation, n, n)
    assert max(rotation.quality.partners) - min(rotation.quality.partners) <= 2
    assert max(rotation.quality.opponents) - min(rotation.quality.opponents) <= 3


@pytest.mark.parametrize(("n", "count"), [(4, 3), (6, 5), (8, 7), (12, 11), (20, 6), (40, 39)])
def test_no_table_turned_or_mirrored_in_its_directions_would_seat_anybody_more_evenly(
    n: int, count: int
) -> None:
    rounds = draw(n, count, "seed").rounds
    seats: Counter[tuple[int, int]] = Counter()
    left: Counter[tuple[int, int]] = Counter()

    def note(table: Sequence[int], by: int) -> None:
        for seat, who in enumerate(table):
            seats[who, seat] += by
            left[table[seat - 1], who] += by

    def repeats(table: Sequence[int]) -> int:
        again = sum(seats[who, seat] for seat, who in enumerate(table))
        after = sum(left[table[seat - 1], who] for seat, who in enumerate(table))
        return 2 * again + 1000 * seats[table[0], 0] + after

    tables = [table for round_ in rounds for table in round_.tables]
    for table in tables:
        note(table, 1)
    for table in tables:
        note(table, -1)
        a, b, c, d = table
        ways = [(a, b, c, d), (c, d, a, b), (a, d, c, b), (c, b, a, d)]
        assert repeats(table) == min(map(repeats, ways))
        note(table, 1)


def test_six_players_in_fifteen_rounds_come_out_exactly() -> None:
    rotation = draw(6, 15, "seed")
    check(rotation, 6, 15)
    assert (rotation.quality.partners, rotation.quality.opponents) == ({2: 15}, {4: 15})
    assert rotation.quality.byes == {5: 6}


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    assert draw(11, 4, "a") == draw(11, 4, "a")
    assert len({draw(12, 11, str(number)).rounds for number in range(5)}) == 5


def every_round(players: tuple[int, ...], byes: int) -> Iterator[tuple[list[Table], set[int]]]:
    for out in itertools.combinations(players, byes):
        for tables in every_seating(tuple(who for who in players if who not in out)):
            yield tables, set(out)


def every_seating(players: tuple[int, ...]) -> Iterator[list[Table]]:
    if not players:
        yield []
        return
    a, *others = players
    for b, c, d in itertools.combinations(others, 3):
        left = tuple(who for who in others if who not in (b, c, d))
        for rest in every_seating(left):
            yield from ([table, *rest] for table in ((a, b, c, d), (a, c, b, d), (a, b, d, c)))


def unevenness(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    partners, opponents = counted(rounds)
    return sum(
        6 * partners[pair] ** 2 + 2 * opponents[pair] ** 2 + (partners[pair] + opponents[pair]) ** 2
        for pair in partners | opponents
    )


@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 2), (5, 3), (6, 2), (6, 3), (7, 2), (8, 2)])
def test_no_rotation_at_all_is_more_even(n: int, count: int) -> None:
    every = list(every_round(tuple(range(n)), n % 4))
    best = None
    for rest in itertools.product(every, repeat=count - 1):
        rows = [every[0], *rest]
        outs = [out for _, out in rows]
        sat = Counter(itertools.chain(*outs))
        fair = max(sat.values(), default=0) - min(sat[who] for who in range(n)) <= 1
        if fair and not any(a & b for a, b in itertools.pairwise(outs)):
            cost = unevenness([tables for tables, _ in rows])
            best = cost if best is None else min(best, cost)
    assert unevenness([round_.tables for round_ in draw(n, count, "seed").rounds]) == best


DOCUMENT = Path(__file__).parents[2] / "docs" / "organizers.md"
OFF_BALANCE = {4: 3, 6: 2, 7: 2, 14: 2, 22: 2, 30: 2, 38: 2, 46: 2, 54: 2, 57: 2, 62: 2}
"""By how many a player's directions differ at most after a whole rotation, where that is more than one."""
WORDS = {"once": "1 to 1", "twice": "2 to 2"}


def documented() -> dict[int, tuple[tuple[int, int], tuple[int, int]]]:
    """Return the document's bounds for each number of players: minimum and maximum as partners and as opponents."""
    found = {}
    rows = re.findall(
        r"^\| ([\d, ]+) \| ([^|]+) \| ([^|]+) \|$", DOCUMENT.read_text(), re.MULTILINE
    )
    for players, *cells in rows:
        bounds = []
        for cell in cells:
            least, most = re.findall(r"\d+", WORDS.get(cell, cell))
            bounds.append((int(least), int(most)))
        for n in players.split(", "):
            found[int(n)] = bounds[0], bounds[1]
    return found


def test_the_document_has_every_number_of_players() -> None:
    assert sorted(documented()) == list(range(4, 65))
    exact = [n for n, bounds in documented().items() if bounds == ((1, 1), (2, 2))]
    assert exact == [n for n in range(4, 65) if n in WHIST or n in GAUSSIAN]


def holds_what_is_documented(n: int) -> None:
    found = draw(n, full_rounds(n), "seed").quality
    bounds = documented()[n]
    for (least, most), counts in zip(bounds, (found.partners, found.opponents), strict=True):
        assert least <= min(counts)
        assert max(counts) <= most
    assert found.directions <= OFF_BALANCE.get(n, 1)


@pytest.mark.sweep(7)
@pytest.mark.parametrize("n", [n for n in range(4, 65) if n < 12 or n in WHIST or n in GAUSSIAN])
def test_a_whole_rotation_is_as_the_document_says(n: int) -> None:
    holds_what_is_documented(n)


@pytest.mark.long
@pytest.mark.parametrize("n", range(12, 65))
def test_every_whole_rotation_is_as_the_document_says(n: int) -> None:
    holds_what_is_documented(n)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "seed"), [(14, "1"), (14, "2"), (18, "1"), (22, "3")])
def test_nobody_has_a_partner_twice_who_needs_only_some_of_the_others(n: int, seed: str) -> None:
    for rounds in (13, full_rounds(n)):
        assert max(draw(n, rounds, seed).quality.partners) == 1


@pytest.mark.long
@pytest.mark.parametrize("n", range(13, 65))
def test_thirteen_rounds_are_as_the_document_says(n: int) -> None:
    found = draw(n, 13, "seed").quality
    assert max(found.partners) == 1
    assert max(found.opponents) <= (3 if n < 18 else 2)
    assert found.directions <= (1 if n % 4 < 2 and n != 17 else 2)


# The search


@pytest.mark.parametrize("n", [5, 8, 11, 18])
def test_the_search_keeps_its_accounts(n: int) -> None:
    rows = [list(range(n)) for _ in range(4)]
    counts = search.Counts(n)
    for row in rows:
        for table in tables_of(row):
            counts.table(table)
    before = counts.cost
    search.improve(rows, counts, "seed", 0, 4_000)
    tables = [tables_of(row) for row in rows]
    assert counts.cost == unevenness(tables) < before
    assert all(sorted(row) == list(range(n)) for row in rows)
    assert [byes_of(row) for row in rows] == [byes_of(range(n))] * 4
    partners, opponents = counted(tables)
    for a, b in itertools.permutations(range(n), 2):
        pair = frozenset((a, b))
        p, o = partners[pair], opponents[pair]
        assert counts.partner_gain[a][b] == 6 * (2 * p + 1) + 2 * (p + o) + 1
        assert counts.opponent_gain[a][b] == 2 * (2 * o + 1) + 2 * (p + o) + 1


def test_a_whist_tournament_costs_as_little_as_can_be() -> None:
    for n in (4, 5, 8, 9, 12, 13, 16):
        tables = [tables_of(row) for row in cycle(n) or []]
        assert unevenness(tables) == search.least_cost(n, sum(map(len, tables)))


# A field that changes


@pytest.mark.slow
@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 11, 14, 21, 40])
def test_round_by_round_with_late_entries_and_withdrawals(n: int) -> None:
    dice = Random(n)
    present = list(range(n))
    history: list[RotationRound] = []
    for number in range(1, 8):
        if dice.random() < 0.4:
            present.append(max(present) + 1)
        if len(present) > 5 and dice.random() < 0.4:
            present.remove(dice.choice(present))
        drawn = next_round(present, history, "seed")
        assert number < 7 or drawn == next_round(present, history, "seed")
        assert drawn.number == number
        assert sorted([*itertools.chain(*drawn.tables), *drawn.byes]) == sorted(present)
        sat = Counter(
            who
            for round_ in history
            for who in present
            if all(who not in table for table in round_.tables)
        )
        most = max((sat[who] for who in drawn.byes), default=0)
        assert all(sat[who] >= most for who in present if who not in drawn.byes)
        history.append(drawn)
    if n >= 21:
        assert max(quality(history).partners) == 1


@pytest.mark.slow
def test_round_by_round_a_field_that_stays_is_served_evenly() -> None:
    history: list[RotationRound] = []
    for _ in range(7):
        history.append(next_round(range(16), history, "seed"))
    seen = quality(history, range(16))
    assert max(seen.partners) == 1
    assert max(seen.opponents) <= 2
    assert max(seen.meetings) <= 3


def test_partners_who_must_play_together_again_are_named() -> None:
    history = [RotationRound(1, ((0, 1, 2, 3),)), RotationRound(2, ((0, 1, 3, 2),))]
    third = next_round(range(4), history, "s")
    assert (third.flags, quality([*history, third]).partners) == ((), {1: 6})
    fourth = next_round(range(4), [*history, third], "s")
    assert fourth.flags == ("2 pairs have played together before.",)


def test_quality_counts_what_was_played() -> None:
    rounds = [RotationRound(1, ((0, 1, 2, 3),), (4,)), RotationRound(2, ((0, 1, 2, 3),), (4,))]
    assert quality(rounds) == Quality(
        partners={0: 8, 2: 2},
        opponents={0: 6, 2: 4},
        meetings={0: 4, 2: 6},
        byes={0: 4, 2: 1},
        byes_running=1,
        first_deals={0: 4, 2: 1},
        seats=2,
        directions=2,
        left_most=2,
    )
    assert not quality(rounds).perfect


@pytest.mark.parametrize(
    ("n", "count", "code", "sentence"),
    [
        (
            3,
            1,
            "too_few_players",
            "A rotation needs at least 4 players, and there are 3. Wait for more, or cancel.",
        ),
        (
            201,
            1,
            "too_many_players",
            "A rotation takes at most 200 players, and there are 201. Split the field into groups.",
        ),
        (4, 0, "no_rounds", "A rotation needs a round. Choose 1 or more."),
        (
            4,
            201,
            "too_many_rounds",
            "201 rounds are more than a rotation can have. Choose at most 200.",
        ),
    ],
)
def test_rotations_that_cannot_be_are_refused(n: int, count: int, code: str, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        draw(n, count, "s")
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)


def test_somebody_twice_is_refused() -> None:
    with pytest.raises(FormatError) as refusal:
        next_round([1, 2, 3, 4, 1], [], "s")
    assert refusal.value.sentence == "Somebody is in the list twice. Remove one."
