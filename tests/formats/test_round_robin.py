"""Round robin: exactly the printed Berger tables, and invariants for every number of entries."""

from collections import Counter

import pytest

from tests.formats.berger_tables import PUBLISHED, table
from tournaments.formats import FormatError, Pairing
from tournaments.formats.round_robin import rounds, rounds_needed

NUMBERS = [*range(2, 34), 63, 64]


@pytest.mark.parametrize("n", PUBLISHED)
def test_even_numbers_are_the_printed_tables(n: int) -> None:
    drawn = [[(a + 1, b + 1) for a, b in plan if b is not None] for plan in rounds(n)]
    assert drawn == table(n)


@pytest.mark.parametrize("n", PUBLISHED)
def test_odd_numbers_are_the_printed_tables_with_the_highest_number_as_a_bye(n: int) -> None:
    expected = []
    for pairs in table(n):
        played = [(a, b) for a, b in pairs if n not in (a, b)]
        byes = [(min(a, b), None) for a, b in pairs if n in (a, b)]
        expected.append(played + byes)
    drawn = [[(a + 1, None if b is None else b + 1) for a, b in plan] for plan in rounds(n - 1)]
    assert drawn == expected


def test_a_double_round_of_four_swaps_the_last_rounds_of_the_first_cycle() -> None:
    drawn = [list(plan) for plan in rounds(4, double=True)]
    assert drawn == [
        [Pairing(0, 3), Pairing(1, 2)],
        [Pairing(1, 3), Pairing(2, 0)],
        [Pairing(3, 2), Pairing(0, 1)],
        [Pairing(3, 0), Pairing(2, 1)],
        [Pairing(2, 3), Pairing(1, 0)],
        [Pairing(3, 1), Pairing(0, 2)],
    ]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("n", NUMBERS)
def test_everybody_meets_everybody_and_sits_once_a_round(n: int, double: bool) -> None:
    plans = rounds(n, double)
    assert [plan.number for plan in plans] == list(range(1, rounds_needed(n, double) + 1))
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for plan in plans:
        seen = [entry for pairing in plan for entry in pairing if entry is not None]
        assert sorted(seen) == list(range(n))
        assert [pairing.is_bye for pairing in plan] == [False] * (n // 2) + [True] * (n % 2)
        for a, b in plan:
            if b is None:
                byes[a] += 1
            else:
                met[a, b] += 1
    if double:
        assert met == Counter({(a, b): 1 for a in range(n) for b in range(n) if a != b})
    else:
        both_ways = met + Counter({(b, a): count for (a, b), count in met.items()})
        assert both_ways == Counter({(a, b): 1 for a in range(n) for b in range(n) if a != b})
    assert byes == Counter({entry: (1 + double) for entry in range(n) if n % 2})


@pytest.mark.parametrize("n", NUMBERS)
def test_first_deals_are_balanced(n: int) -> None:
    for double, apart in ((False, 1), (True, 0)):
        balance = Counter(dict.fromkeys(range(n), 0))
        for plan in rounds(n, double):
            for a, b in plan:
                if b is not None:
                    balance[a] += 1
                    balance[b] -= 1
        assert max(abs(value) for value in balance.values()) == (apart if n % 2 == 0 else 0)


@pytest.mark.parametrize("n", [n for n in NUMBERS if n > 2])
def test_nobody_deals_first_or_last_three_times_running_in_a_double_round(n: int) -> None:
    seats: dict[int, list[str]] = {entry: [] for entry in range(n)}
    for plan in rounds(n, double=True):
        for a, b in plan:
            if b is not None:
                seats[a].append("home")
                seats[b].append("away")
            else:
                seats[a].append("bye")
    for row in seats.values():
        triples = zip(row, row[1:], row[2:], strict=False)
        assert [t for t in triples if len(set(t)) == 1] == []


def test_the_smallest_fields() -> None:
    assert [list(plan) for plan in rounds(2)] == [[Pairing(0, 1)]]
    assert [list(plan) for plan in rounds(2, double=True)] == [[Pairing(0, 1)], [Pairing(1, 0)]]
    assert [list(plan) for plan in rounds(3)] == [
        [Pairing(1, 2), Pairing(0, None)],
        [Pairing(0, 1), Pairing(2, None)],
        [Pairing(2, 0), Pairing(1, None)],
    ]


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (1, "A round robin needs at least 2 entries, and there is 1. Wait for more, or cancel."),
        (
            0,
            "A round robin needs at least 2 entries, and there is none. Wait for some, or cancel.",
        ),
    ],
)
def test_too_few_entries_are_refused(n: int, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        rounds(n)
    assert (refusal.value.code, refusal.value.sentence) == ("too_few_entries", sentence)


def test_a_plan_counts_its_pairings() -> None:
    assert [len(plan) for plan in rounds(5)] == [3] * 5
