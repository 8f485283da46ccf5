"""Simulating each format to its end with the draws of `tournaments.formats`."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from tournaments.events.draw.qualifying import finishers
from tournaments.events.plan.stages import usual_policy
from tournaments.events.setup.individual import size_of
from tournaments.events.setup.lengths import rounds_of_swiss, told_of_swiss
from tournaments.formats import (
    double_elimination,
    elimination,
    groups,
    groups_crossing,
    rotation,
    round_robin,
    solo_tables,
    swiss,
)
from tournaments.formats.best_of import Next, next_of
from tournaments.formats.elimination_progress import Game, Progress, progress
from tournaments.formats.rotation_quality import PARTNERS
from tournaments.formats.shape import FormatError, Pairing
from tournaments.organizer.simulation import quality, two_stages
from tournaments.organizer.simulation.judges import ByBots, ByRatings, ratings
from tournaments.organizer.simulation.plans import (
    FORMATS,
    MOST_ENTRIES,
    MOST_HANDS,
    Line,
    Played,
    SimulationPlan,
)
from tournaments.organizer.simulation.two_stages import NOTHING, Onset
from tournaments.standings import Entrant, Outcome, Policy, Result, Standings, TableResult, rank
from tournaments.standings.placing import places_by, solo_result

Judge = ByRatings | ByBots


def simulate(plan: SimulationPlan) -> Played:
    """Play the plan to its end; the same plan gives the same tournament.

    Raises FormatError, with what would work instead, for what can't be drawn: also "unknown_format",
    "too_many_entries", "no_rounds", "no_hands", "best_of_even" and "nobody_to_meet".
    """
    _check(plan)
    strengths = ratings(plan.entries, random.Random(f"{plan.seed} ratings"))
    found = _two_stages(plan, strengths) if plan.then else _play(plan, strengths).played
    found.quality.append(
        (
            "final order against strength, 1.00 the same",
            quality.order_of_strength([line.key for line in found.lines]),
        )
    )
    return found


def _begin(plan: SimulationPlan, strengths: Sequence[int], brought: Onset = NOTHING) -> "_Run":
    """Return one stage, with nothing played yet, for entries of these strengths."""
    formats = (brought.after or plan.format, plan.format if brought.after else plan.then)
    policy = replace(usual_policy(*formats), seed=plan.seed)
    return _Run(plan, strengths, _judge(plan, strengths), policy, brought)


def _play(plan: SimulationPlan, strengths: Sequence[int], brought: Onset = NOTHING) -> "_Run":
    """Play one stage with entries of these strengths (groups with their knock-out)."""
    run = _begin(plan, strengths, brought)
    _RUNS[plan.format](run)
    return run


def _judge(plan: SimulationPlan, strengths: Sequence[int]) -> Judge:
    dice = random.Random(f"{plan.seed} games")
    return ByBots(plan.hands, dice) if plan.by == "bots" else ByRatings(strengths, dice)


def _two_stages(plan: SimulationPlan, strengths: Sequence[int]) -> Played:
    two_stages.check(plan)
    if plan.format == "groups":
        run = _begin(plan, strengths)
        phase = _group_phase(run)
        going = [each.entry for each in phase.going]
        _below_groups(run, phase.tables, set())
    else:
        run = _play(plan, strengths)
        going = [line.key for line in run.played.lines[: plan.go_on]]
    brought = two_stages.onset(plan, going, run.points, run.results, run.played.rounds)
    return two_stages.joined(
        plan, run.played, going, strengths, brought, lambda *stage: _play(*stage).played
    )


def _check(plan: SimulationPlan) -> None:
    if plan.format not in FORMATS:
        raise FormatError(
            "unknown_format", f"There is no format “{plan.format}”. Choose {', '.join(FORMATS)}."
        )
    if not 2 <= plan.entries <= MOST_ENTRIES:
        raise FormatError("too_many_entries", f"Choose 2 to {MOST_ENTRIES} entries.")
    if any(each is not None and each < 1 for each in (plan.rounds, plan.then_rounds)):
        raise FormatError("no_rounds", "Choose at least one round.")
    if not 1 <= plan.hands <= MOST_HANDS:
        raise FormatError("no_hands", f"Choose 1 to {MOST_HANDS} hands a game.")
    if plan.best_of < 1 or plan.best_of % 2 == 0:
        raise FormatError("best_of_even", "A match is best of an odd number of games: 1, 3, 5 …")


class _Run:
    """One tournament during its simulation."""

    def __init__(
        self,
        plan: SimulationPlan,
        strengths: Sequence[int],
        judge: Judge,
        policy: Policy,
        brought: Onset = NOTHING,
    ) -> None:
        self.plan, self.strengths, self.judge, self.brought = plan, strengths, judge, brought
        self.policy = policy
        self.played = Played()
        names = brought.names or [f"Entry {key + 1}" for key in range(len(strengths))]
        self.entrants = [
            Entrant(key, names[key], rating, brought=brought.points.get(key, 0))
            for key, rating in enumerate(strengths)
        ]
        self.results: list[Result | TableResult] = [*brought.results]
        self.points: dict[int, Decimal] = {}
        """Everybody's points at the end, in formats with points."""

    def match(
        self, a: Sequence[int], b: Sequence[int], *, knock_out: bool = False
    ) -> tuple[int, tuple[int, int]]:
        """Play a match between two sides; returns the winner (0, 1; -1: drawn) and the total scores of its games."""
        most = 1 if len(a) > 1 else self.plan.best_of
        won, games, scores = [0, 0], 0, (0, 0)
        while needed := next_of(won, games, most, knock_out=knock_out):
            first, second = self.judge.match(a, b, decider=needed == Next.DECIDER)
            scores = (scores[0] + first, scores[1] + second)
            games += 1
            if first != second:
                won[first < second] += 1
        self.played.matches += 1
        return -1 if won[0] == won[1] else int(won[0] < won[1]), scores

    def result(self, number: int, pairing: Pairing) -> Result:
        """Play a pairing of round `number`, or record its bye."""
        if pairing.b is None:
            return Result(number, pairing.a, None, Outcome.BYE)
        winner, scores = self.match((pairing.a,), (pairing.b,))
        outcome = (Outcome.A_WON, Outcome.B_WON, Outcome.DRAWN)[winner]
        return Result(number, pairing.a, pairing.b, outcome, scores)

    def standings(self) -> Standings:
        """Return the current standings, by the platform's default policy."""
        return rank(self.entrants, self.results, self.policy)

    def finish(self, table: Standings) -> None:
        """Store these standings as the final ones."""
        self.played.standings = table
        self.points = {row.key: row.points for row in table}
        for row in table:
            record = f"{row.won} won, {row.drawn} drawn, {row.lost} lost, {row.byes} byes"
            rating = self.strengths[row.key]
            self.played.lines.append(
                Line(row.rank, row.key, row.name, rating, str(row.points), record)
            )

    def places(self, now: Progress, seeds: Sequence[int]) -> None:
        """Store a bracket's places as the first lines; `seeds` maps seeds to entries."""
        for place in now.places:
            who = seeds[place.entry]
            shown = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
            self.played.lines.append(
                Line(
                    place.first, who, f"Entry {who + 1}", self.strengths[who], "", f"place {shown}"
                )
            )


# ------------------------------------------------------------------------------------- everybody meets everybody
def _round_robin(run: _Run) -> None:
    plans = round_robin.rounds(run.plan.entries, run.plan.double)
    run.results += [run.result(plan.number, pairing) for plan in plans for pairing in plan]
    run.played.rounds = len(plans)
    run.finish(run.standings())
    run.played.quality += quality.of_pairings([list(plan) for plan in plans])


def _swiss(run: _Run) -> None:
    rounds = rounds_of_swiss(run.plan.entries, run.plan.rounds)
    run.played.flags += told_of_swiss(run.plan.rounds, run.plan.entries)
    met: dict[int, list[swiss.Past]] = {}
    for one in run.brought.met:
        met.setdefault(one.round, []).append(swiss.Past(one.a, one.b))
    history = [met[number] for number in sorted(met)]
    drawn: list[list[Pairing]] = []
    gaps: list[int] = []
    floated: dict[int | None, int] = {}
    brought = run.brought.points or run.results
    table = rank(run.entrants, run.results, run.policy, rounds=0) if brought else None
    for number in range(1, rounds + 1):
        scores: dict[int, int] = {row.key: int(row.points) for row in table} if table else {}
        entrants = [
            swiss.Entrant(
                each.key,
                scores.get(each.key, 0),
                name=each.name,
                floated=floated.get(each.key, 0),
            )
            for each in run.entrants
        ]
        plan = swiss.pair(entrants, history, run.plan.seed).plan(number)
        run.played.flags += [f"Round {number}: {sentence}" for sentence in plan.flags]
        ahead = {
            each: scores.get(each.a, 0) - scores.get(each.b, 0)
            for each in plan
            if each.b is not None
        }
        gaps += map(abs, ahead.values())
        # In the first round the only scores are those carried over.
        floated = {
            who: (lead > 0) - (lead < 0)
            for each, gap in ahead.items()
            for who, lead in ((each.a, gap), (each.b, -gap))
        }
        run.results += [run.result(number, pairing) for pairing in plan]
        history.append([swiss.Past(pairing.a, pairing.b) for pairing in plan])
        drawn.append(list(plan))
        table = run.standings()
    assert table is not None
    run.played.rounds = rounds
    run.finish(table)
    run.played.quality += quality.of_pairings(drawn) + quality.of_floats(gaps)


# ------------------------------------------------------------------------------------------------ knock-outs
def _knock_out(run: _Run) -> None:
    _bracket(run, list(range(run.plan.entries)), double=False)


def _double_knock_out(run: _Run) -> None:
    _bracket(run, list(range(run.plan.entries)), double=True)


def _bracket(
    run: _Run, seeds: Sequence[int], *, double: bool, before: Sequence[Sequence[Pairing]] = ()
) -> None:
    draw = double_elimination.draw if double else elimination.draw
    bracket = draw(len(seeds))
    said: list[Game] = []
    now = progress(bracket, said)
    met: list[list[Pairing]] = []
    while not now.finished:
        wave = []
        for state in now.next_round:
            assert state.a is not None
            assert state.b is not None
            won, _scores = run.match((seeds[state.a],), (seeds[state.b],), knock_out=True)
            winner = state.b if won else state.a
            # The bracket counts games: enough of them to win there.
            said += [Game(state.slot.key, winner)] * (state.slot.best_of // 2 + 1)
            wave.append(Pairing(seeds[state.a], seeds[state.b]))
        met.append(wave)
        now = progress(bracket, said)
    run.played.rounds += len(met)
    run.places(now, seeds)
    run.played.quality += quality.of_bracket(bracket, met, before)


def _groups(run: _Run) -> None:
    plan = run.plan
    if plan.groups * plan.advance == 1:
        raise FormatError(
            "nobody_to_meet", "One entry alone has no knock-out to play. Let at least 2 go on."
        )
    phase = _group_phase(run)
    crossing = groups_crossing.cross(phase.going)
    run.played.flags += crossing.flags
    _bracket(run, [each.entry for each in crossing.seeds], double=False, before=phase.met)
    sizes = ", ".join(str(len(table)) for table in phase.tables)
    run.played.quality.insert(0, ("groups", sizes))
    earliest = "never" if crossing.earliest is None else f"in round {crossing.earliest}"
    run.played.quality.insert(1, ("group mates meet again at the earliest", earliest))
    _below_groups(run, phase.tables, {line.key for line in run.played.lines})


class _GroupPhase(NamedTuple):
    """Groups during the simulation: their final tables, the qualifiers in seeding order, and who has met whom."""

    tables: list[Standings]
    going: tuple[groups.Qualifier, ...]
    met: list[list[Pairing]]


def _group_phase(run: _Run) -> _GroupPhase:
    plan = run.plan
    drawn = groups.snake(plan.entries, plan.groups)
    rounds = groups.rounds(drawn, plan.double)
    results = [run.result(each.number, pairing) for each in rounds for pairing in each]
    run.results += results
    run.played.rounds = len(rounds)
    tables = []
    for members in drawn:
        inside = set(members)
        mine = [each for each in results if each.a in inside]
        tables.append(rank([run.entrants[key] for key in members], mine, run.policy))
    run.points = {row.key: row.points for table in tables for row in table}
    order = [finishers(table, plan.seed) for table in tables]
    going = groups.qualify(order, plan.advance, seed=plan.seed)
    return _GroupPhase(tables, going, [list(each) for each in rounds])


def _below_groups(run: _Run, tables: Sequence[Standings], onward: set[int]) -> None:
    """Add the entries that didn't qualify: those on the same place of their groups share a rank."""
    below = [row for table in tables for row in table if row.key not in onward]
    for place in sorted({row.rank for row in below}):
        level = sorted((row for row in below if row.rank == place), key=lambda row: row.key)
        rank_ = len(run.played.lines) + 1
        run.played.lines += [
            Line(
                rank_,
                row.key,
                row.name,
                run.strengths[row.key],
                str(row.points),
                f"place {place} of the group",
            )
            for row in level
        ]


# ------------------------------------------------------------------------------------------------ individuals
def _rotation(run: _Run) -> None:
    entries = run.plan.entries
    rounds = size_of("rotation", entries, run.plan.rounds).rounds or 1  # Too few are refused below.
    drawn = rotation.draw(entries, rounds, run.plan.seed)
    for round_ in drawn.rounds:
        run.played.flags += [f"Round {round_.number}: {sentence}" for sentence in round_.flags]
        for table in round_.tables:
            first, second = ((table[a], table[b]) for a, b in PARTNERS)
            winner, scores = run.match(first, second)
            places = ((1, 2), (2, 1), (1, 1))[winner]
            run.results.append(TableResult(round_.number, (first, second), places, scores, (0, 0)))
        run.results += [Result(round_.number, who, None, Outcome.BYE) for who in round_.byes]
    run.played.rounds = rounds
    run.finish(run.standings())
    run.played.quality += quality.of_rotation(drawn.quality)


def _solo(run: _Run) -> None:
    entries = run.plan.entries
    rounds = size_of("solo", entries, run.plan.rounds).rounds or 1  # Too few are refused below.
    history: list[tuple[tuple[int, ...], ...]] = []
    for number in range(1, rounds + 1):
        order = list(range(entries))
        if history or run.brought.points:
            order = [row.key for row in run.standings()]
        drawn = solo_tables.draw(order, history, seed=run.plan.seed)
        run.played.flags += [f"Round {number}: {sentence}" for sentence in drawn.flags]
        for table in drawn.tables:
            totals = run.judge.solo(table)
            run.played.matches += 1
            run.results.append(solo_result(number, table, places_by(totals), totals))
        history.append(drawn.tables)
    run.played.rounds = rounds
    run.finish(run.standings())
    run.played.quality += quality.of_solo(solo_tables.quality(history))


_RUNS: dict[str, Callable[[_Run], None]] = {
    "round_robin": _round_robin,
    "swiss": _swiss,
    "knock_out": _knock_out,
    "double_knock_out": _double_knock_out,
    "groups": _groups,
    "rotation": _rotation,
    "solo": _solo,
}
