"""Random tournaments: every value, rank and reason, compared with a second implementation."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.standings.duels import Duel, Outcome, rank
from tests.standings.oracle import Oracle
from tournaments.standings import TIE_BREAKS, Entrant, Policy, Standings

NUMBERS = [code for code in TIE_BREAKS if code != "head_to_head"]


def policy_by_chance(rnd: Random, predetermined: bool) -> Policy:
    codes = [
        code
        for code, each in TIE_BREAKS.items()
        if code != "lots" and not (predetermined and each.drawn_only)
    ]
    rnd.shuffle(codes)
    codes = codes[: rnd.randint(0, len(codes))]
    if rnd.random() < 0.5 and "head_to_head" not in codes:
        codes.insert(0, "head_to_head")
    win = rnd.choice(["1", "2", "3"])
    return Policy(
        win=win,
        draw=rnd.choice(["0.5", "1"]),
        loss=rnd.choice(["0", "0", "0.25"]),
        bye=rnd.choice([win, "0.5"]),
        half_bye=rnd.choice([win, "0.5"]),
        zero_bye=rnd.choice(["0", "0", "0.25"]),
        forfeit_win=rnd.choice([win, "0.75"]),
        forfeit_loss=rnd.choice(["0", "0", "-1"]),
        tie_breaks=(*codes, *(["lots"] if rnd.random() < 0.5 else [])),
        predetermined=predetermined,
        difference_cap=rnd.choice([None, 60]),
        seed=str(rnd.random()),
    )


def results_by_chance(rnd: Random, keys: list[int], rounds: int) -> list[Duel]:
    """Rounds in which pairs meet by lot, with everything that happens: late entries, absences, withdrawals."""
    here = {key: (rnd.choice([1, 1, 1, 2, 3]), rnd.choice([rounds] * 4 + [2])) for key in keys}
    own = rnd.random() < 0.2
    found = []
    for number in range(1, rounds + 1):
        there = [key for key in keys if here[key][0] <= number <= here[key][1]]
        rnd.shuffle(there)
        while there:
            a = there.pop()
            chance = rnd.random()
            if chance < 0.08 or not there:
                kinds = [Outcome.BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE]
                found.append(Duel(number, a, None, rnd.choice(kinds)))
            elif chance < 0.2:
                kinds = [Outcome.A_FORFEITS, Outcome.B_FORFEITS, Outcome.BOTH_FORFEIT]
                found.append(Duel(number, a, there.pop(), rnd.choice(kinds)))
            else:
                found.append(_played(rnd, number, a, there.pop(), own))
    return found


def _played(rnd: Random, number: int, a: int, b: int, own: bool) -> Duel:
    outcome = rnd.choice([Outcome.A_WON, Outcome.B_WON, Outcome.DRAWN])
    points = None
    if own:
        share = rnd.choice([0, 5, 10, 15, 20])
        points = (share, 20 - share)
    return Duel(
        number,
        a,
        b,
        outcome,
        (rnd.choice([100, 150, 250]), rnd.choice([100, 150, 250])),
        (rnd.randint(0, 2), rnd.randint(0, 2)),
        points,
    )


def tournaments(seeds: range) -> Iterator[tuple[Standings, Oracle]]:
    for seed in seeds:
        rnd = Random(f"standings {seed}")
        policy = policy_by_chance(rnd, predetermined=rnd.random() < 0.4)
        entries = [
            Entrant(key, f"E{key}", rnd.choice([None, 1500, 1601, 1700]), rnd.choice([0] * 5 + [1]))
            for key in range(1, rnd.randint(2, 9) + 1)
        ]
        rounds = rnd.randint(0, 6)
        results = results_by_chance(rnd, [entry.key for entry in entries], rounds)
        standings = rank(entries, results, policy, rounds=rounds)
        yield standings, Oracle(entries, results, policy, rounds)


def level_on_points(seeds: range) -> Iterator[tuple[Standings, Oracle]]:
    """Fields in which the organizer took off so much that nothing but head-to-head tells them apart."""
    for seed in seeds:
        rnd = Random(f"level {seed}")
        policy = Policy(tie_breaks=("head_to_head",), predetermined=rnd.random() < 0.3)
        keys = list(range(1, rnd.randint(3, 6) + 1))
        rounds = rnd.randint(1, 5)
        results = results_by_chance(rnd, keys, rounds)
        earned = Oracle([Entrant(key) for key in keys], results, policy, rounds).earned
        entries = [Entrant(key, f"E{key}", penalty=str(float(earned[key]))) for key in keys]
        standings = rank(entries, results, policy, rounds=rounds)
        yield standings, Oracle(entries, results, policy, rounds)


PARTS = 4
SEEDS = 240


@pytest.mark.parametrize("part", range(PARTS))
def test_every_value_and_every_rank(part: int) -> None:
    for standings, oracle in tournaments(range(part, SEEDS, PARTS)):
        groups, _ = oracle.ranked()
        found: dict[int, list[int]] = {}
        for row in standings:
            found.setdefault(row.rank, []).append(row.key)
            assert Fraction(row.points) == oracle.points[row.key]
            for code, value in row.tie_breaks.items():
                if code != "head_to_head":
                    shown = None if value is None else Fraction(value)
                    assert shown == oracle.value(code, row.key), code
        assert [sorted(group) for group in found.values()] == [sorted(group) for group in groups]
        firsts = [1 + sum(map(len, groups[:place])) for place in range(len(groups))]
        assert list(found) == firsts


@pytest.mark.parametrize("part", range(PARTS))
def test_every_reason_is_the_first_that_parts_the_two(part: int) -> None:
    """The reason names what parted them, with the values that did, and levels nothing that isn't level."""
    for standings, oracle in tournaments(range(part, SEEDS, PARTS)):
        _, parted = oracle.ranked()
        codes = ("points", *oracle.policy.tie_breaks)
        for above, below in combinations(standings.rows, 2):
            reason = standings.why_above(below.key, above.key)
            assert (reason.above, reason.below) == (above.name, below.name)
            code = parted.get(frozenset((above.key, below.key)), "shared")
            assert reason.code == code
            assert reason.points == above.points
            assert reason.level == (codes if code == "shared" else codes[: codes.index(code)])
            assert (above.rank == below.rank) == (code == "shared")
            for level in reason.level:
                if level in NUMBERS:
                    assert oracle.value(level, above.key) == oracle.value(level, below.key)
            if code == "points":
                assert reason.values == (above.points, below.points)
            elif code in NUMBERS:
                values = tuple(standings.row(row.key).tie_breaks[code] for row in (above, below))
                assert reason.values == values
                assert values[0] is not None
                if values[1] is not None:
                    assert (values[0] > values[1]) != TIE_BREAKS[code].fewer


def test_what_head_to_head_says_is_so() -> None:
    """Of two whom it parted, the table of some of those level with them has the points that the reason gives."""
    found: Counter[bool] = Counter()
    for standings, oracle in level_on_points(range(2 * SEEDS)):
        groups, _ = oracle.ranked()
        assert [row.key for row in standings if not row.shared] == [
            key for group in groups for key in group if len(group) == 1
        ]
        for above, below in combinations(standings.rows, 2):
            reason = standings.why_above(above.key, below.key)
            if reason.code != "head_to_head":
                continue
            found[reason.complete] += 1
            keys = [row.key for row in standings]
            tables = [
                group
                for group in combinations(keys, reason.among)
                if {above.key, below.key} <= set(group)
                and oracle.all_met(group) == reason.complete
                and _rounded(oracle, group, above.key) == reason.values[0]
                and _rounded(oracle, group, below.key) == reason.values[1]
            ]
            assert tables
            if reason.complete:
                assert oracle.table(tables[0])[above.key] > oracle.table(tables[0])[below.key]
            else:
                assert "comes first" not in reason.sentence
                assert any(oracle.surely_before(above.key, below.key, group) for group in tables)
    assert min(found[True], found[False]) > 10


def _rounded(oracle: Oracle, group: tuple[int, ...], key: int) -> Decimal:
    return Decimal(round(oracle.table(group)[key] * 100)) / 100
