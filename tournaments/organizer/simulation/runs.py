"""Playing each format to its end with the draws of `tournaments.formats`, stage after stage."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from games.engine import InconsistentRules, RuleSet, preset
from tournaments.events.draw.qualifying import Onward, finishers, going_on
from tournaments.events.plan.choices import Carry
from tournaments.events.plan.match_terms import MatchTerms
from tournaments.events.plan.stages import StagePlan, unplayable, usual_policy
from tournaments.events.plan.transitions import mistakes_in
from tournaments.events.setup.lengths import bracket_of, length_of_stage
from tournaments.formats import groups, rotation, round_robin, solo_tables, swiss
from tournaments.formats.best_of import Next, next_of
from tournaments.formats.elimination.progress import Game, progress
from tournaments.formats.groups import Finisher
from tournaments.formats.individual_kinds import IndividualArena, Rotation, SoloTables
from tournaments.formats.kinds import (
    Arena,
    DoubleKnockOut,
    Format,
    KnockOut,
    PairedByRound,
    RoundRobin,
)
from tournaments.formats.rotation.quality import PARTNERS
from tournaments.formats.shape import FormatError, Pairing
from tournaments.organizer.simulation import arenas, quality
from tournaments.organizer.simulation.judges import (
    SOLO,
    USUAL,
    USUAL_HANDS,
    ByBots,
    ByRatings,
    ratings,
)
from tournaments.organizer.simulation.plans import (
    MOST_ENTRIES,
    MOST_HANDS,
    FinalPlace,
    Played,
    SimulationPlan,
    matches_of,
)
from tournaments.standings import Ending, Entrant, MatchResult, Side, Standings, rank
from tournaments.standings.model import hundredths
from tournaments.standings.streaks import with_streaks

Judge = ByRatings | ByBots


@dataclass(frozen=True)
class Onset:
    """What entries carry over into a stage, by their seeds there: points, results that count again (of rounds up to 0), and those
    that tell a Swiss who has met.
    """

    points: Mapping[int, Decimal] = field(default_factory=dict)
    results: Sequence[MatchResult] = ()
    met: Sequence[MatchResult] = ()


def simulate(plan: SimulationPlan) -> Played:
    """Play the plan to its end; the same plan gives the same tournament.

    Raises FormatError, with a remedy, for plans that can't be drawn: also "plan_wrong", "too_many_entries",
    "no_rounds", "no_hands" and "best_of_even".
    """
    _check(plan)
    strengths = ratings(plan.entries, random.Random(f"{plan.seed} ratings"))
    whole, onset, onward = Played(), Onset(), Onward(())
    going = list(range(plan.entries))
    for place, stage in enumerate(plan.stages):
        run = _Run(plan, place, going, strengths, onset)
        _RUNS[type(stage.facts)](run)
        _add(whole, run, onward)
        if place + 1 < len(plan.stages):
            into = plan.stages[place + 1]
            onward = going_on(stage, into, run.tables, plan.seed)
            seeds = [one.entry for one in onward.seeds]
            onset = run.onset(into.carry, seeds)
            going = [going[seed] for seed in seeds]
    whole.quality.append(
        (
            "final order against strength, 1.00 the same",
            quality.order_of_strength([line.key for line in whole.lines]),
        )
    )
    return whole


def _check(plan: SimulationPlan) -> None:
    if not 2 <= plan.entries <= MOST_ENTRIES:
        raise FormatError("too_many_entries", f"Choose 2 to {MOST_ENTRIES} entries.")
    for place, _field, sentence in mistakes_in(plan.stages):
        raise FormatError("plan_wrong", f"Stage {place + 1}: {sentence}")
    if any(stage.rounds is not None and stage.rounds < 1 for stage in plan.stages):
        raise FormatError("no_rounds", "Choose at least one round.")
    if plan.hands is not None and not 1 <= plan.hands <= MOST_HANDS:
        raise FormatError("no_hands", f"Choose 1 to {MOST_HANDS} hands a game.")
    lengths = [plan.best_of, *(stage.best_of for stage in plan.stages if stage.best_of)]
    if any(games < 1 or games % 2 == 0 for games in lengths):
        raise FormatError("best_of_even", "A match is best of an odd number of games: 1, 3, 5 …")
    mistake = unplayable(plan.stages, plan.entries)
    if mistake is not None:
        raise mistake
    for stage in plan.stages:
        stage.facts.check_rules(_rules_of(plan, stage), plan.entries)


def _rules_of(plan: SimulationPlan, stage: StagePlan) -> RuleSet:
    """Return the rules of a stage's games. Raises FormatError for rules that can't be played."""
    alone = isinstance(plan.stages[0].facts, SoloTables)
    rules = preset(plan.rules or (SOLO if alone else USUAL))
    try:
        return MatchTerms(rules.to_record(), 0, 0, None).of_stage(stage).rule_set
    except InconsistentRules as mistake:
        raise FormatError("plan_wrong", str(mistake)) from mistake


def _ends_by_rules(plan: SimulationPlan, stage: StagePlan) -> bool:
    """Return whether games of bots are played as long as rules say that were asked for."""
    own = (stage.rules, stage.match_hands, stage.match_target)
    return bool(plan.rules) or any(each is not None for each in own)


def _add(whole: Played, run: "_Run", onward: Onward) -> None:
    """Add a finished stage. Its entries rank above all eliminated ones; its figures and sentences name it."""
    own, number = run.played, run.place + 1
    figures = list(own.quality)
    if onward.earliest is not None:
        figures.insert(0, ("group mates meet again at the earliest", f"in round {onward.earliest}"))
    if number > 1:
        figures = [(f"stage {number}: {name}", figure) for name, figure in figures]
    sentences = [*onward.flags, *own.flags]
    whole.flags += sentences if number == 1 else [f"Stage {number}: {each}" for each in sentences]
    whole.quality += figures
    own_results = run.results[len(run.onset_.results) :] or run.bracket_results
    whole.results += matches_of(number, own_results, run.going)
    whole.rounds += own.rounds
    whole.matches += own.matches
    whole.standings = own.standings
    keys = {line.key for line in own.lines}
    below = [line for line in whole.lines if line.key not in keys]
    whole.lines = [*own.lines, *_ranked_below(below, len(own.lines))]


def _ranked_below(lines: Sequence[FinalPlace], above: int) -> list[FinalPlace]:
    """Return the eliminated entries in order; shared ranks remain shared."""
    ranks: dict[int, int] = {}
    for place, line in enumerate(lines, start=above + 1):
        ranks.setdefault(line.rank, place)
    return [replace(line, rank=ranks[line.rank]) for line in lines]


class _Run:
    """One stage while it is played. Within it seeds identify entries, from 0; `going` maps them to entries.

    `results` are those of standings, `bracket_results` those of a knock-out.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        place: int,
        going: Sequence[int],
        strengths: Sequence[int],
        onset: Onset,
    ) -> None:
        self.stage, self.place, self.onset_ = plan.stages[place], place, onset
        self.seed = plan.seed if place == 0 else f"{plan.seed} stage {place + 1}"
        self.usual = plan.best_of
        self.going, self.entries = going, len(going)
        self.strengths = [strengths[key] for key in going]
        dice = random.Random(f"{self.seed} games")
        rules = _rules_of(plan, self.stage)
        hands = plan.hands or (None if _ends_by_rules(plan, self.stage) else USUAL_HANDS)
        self.judge: Judge = (
            ByBots(rules, hands, dice)
            if plan.by == "bots"
            else ByRatings(self.strengths, dice, rules)
        )
        self.policy = replace(usual_policy([stage.format for stage in plan.stages]), seed=self.seed)
        self.played = Played()
        self.entrants = [
            Entrant(seed, f"Entry {key + 1}", strengths[key], brought=onset.points.get(seed, 0))
            for seed, key in enumerate(going)
        ]
        self.results: list[MatchResult] = [*onset.results]
        self.bracket_results: list[MatchResult] = []
        self.points: dict[int, Decimal] = {}
        """Everybody's final points, in formats with points."""
        self.tables: list[list[Finisher]] = []
        """The final places, per group, from which entries qualify."""

    def match(
        self,
        a: Sequence[int],
        b: Sequence[int],
        *,
        knock_out: bool = False,
        best_of: int | None = None,
    ) -> tuple[int, tuple[int, int]]:
        """Play a match between two sides; return the winner (0, 1; -1: drawn) and the sums of its games' scores."""
        most = 1 if len(a) > 1 else best_of or self.stage.best_of or self.usual
        won, games, scores = [0, 0], 0, (0, 0)
        while needed := next_of(won, games, most, knock_out=knock_out):
            game = self.judge.match(a, b, decider=needed == Next.DECIDER)
            scores = (scores[0] + game.totals[0], scores[1] + game.totals[1])
            games += 1
            if game.winner is not None:
                won[game.winner] += 1
        self.played.matches += 1
        return -1 if won[0] == won[1] else int(won[0] < won[1]), scores

    def result(self, number: int, pairing: Pairing) -> MatchResult:
        """Play a pairing of round `number`, or record its bye."""
        if pairing.b is None:
            return _bye(number, pairing.a)
        return self.duel(number, (pairing.a,), (pairing.b,))

    def duel(self, number: int, a: tuple[int, ...], b: tuple[int, ...]) -> MatchResult:
        """Play a match of round `number` between two sides."""
        winner, scores = self.match(a, b)
        places = ((1, 2), (2, 1), (1, 1))[winner]
        return MatchResult(number, (Side(a, places[0], scores[0]), Side(b, places[1], scores[1])))

    def standings(self) -> Standings:
        """Return the current standings, by the platform's default policy."""
        return rank(self.entrants, self.results, self.policy)

    def finish(self, table: Standings) -> None:
        """Store these standings as the final ones."""
        self.played.standings = table
        self.points = {row.key: row.points for row in table}
        self.tables = [finishers(table, self.seed)]
        for row in table:
            record = f"{row.won} won, {row.drawn} drawn, {row.lost} lost, {row.byes} byes"
            self.line(row.rank, row.key, str(row.points), record)

    def line(self, rank_: int, seed: int, points: str, record: str) -> None:
        """Add a line to the stage's standings."""
        who = self.entrants[seed]
        self.played.lines.append(
            FinalPlace(rank_, self.going[seed], who.name, self.strengths[seed], points, record)
        )

    def onset(self, carry: str, seeds: Sequence[int]) -> Onset:
        """Return what the qualifiers with these seeds carry over into the next stage, by their seeds there."""
        if not carry:
            return Onset()
        later = {seed: number for number, seed in enumerate(seeds)}

        def among(results: Sequence[MatchResult]) -> list[MatchResult]:
            return [
                MatchResult(
                    one.round - self.played.rounds,
                    tuple(
                        replace(side, keys=tuple(later[key] for key in side.keys))
                        for side in one.sides
                    ),
                )
                for one in results
                if one.ending == Ending.PLAYED and later.keys() >= set(one.keys)
            ]

        own = self.results[len(self.onset_.results) :]
        met = among([*self.onset_.met, *own])
        if carry == Carry.ALL:
            return Onset({later[seed]: self.points[seed] for seed in seeds}, met=met)
        return Onset(results=among(self.results), met=met)


def _round_robin(run: _Run) -> None:
    if run.stage.facts.has_groups:
        _groups(run)
        return
    plans = round_robin.rounds(run.entries, run.stage.double)
    run.results += [run.result(plan.number, pairing) for plan in plans for pairing in plan]
    run.played.rounds = len(plans)
    run.finish(run.standings())
    run.played.quality += quality.of_pairings([list(plan) for plan in plans])


def _paired(run: _Run) -> None:
    format_ = run.stage.facts
    assert isinstance(format_, PairedByRound)
    rounds = format_.rounds(run.stage.rounds, run.entries)
    run.played.flags += format_.notes(run.stage.rounds, run.entries)
    met: dict[int, list[swiss.Past]] = {}
    for one in run.onset_.met:
        a, b = one.keys
        met.setdefault(one.round, []).append(swiss.Past(a, b))
    history = [met[number] for number in sorted(met)]
    drawn: list[list[Pairing]] = []
    gaps: list[int] = []
    floated: dict[int | None, int] = {}
    brought = run.onset_.points or run.results
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
        plan = format_.pair(entrants, history, run.seed, ())
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


def _bracket(run: _Run) -> None:
    stage = run.stage
    bracket = bracket_of(stage, run.entries, stage.lengths(run.usual))
    results: list[Game] = []
    now = progress(bracket, results)
    met: list[list[Pairing]] = []
    while not now.finished:
        wave = []
        for state in now.next_round:
            assert state.a is not None
            assert state.b is not None
            games = state.slot.best_of
            won, scores = run.match((state.a,), (state.b,), knock_out=True, best_of=games)
            sides = (Side((state.a,), 1 + won, scores[0]), Side((state.b,), 2 - won, scores[1]))
            run.bracket_results.append(MatchResult(len(met) + 1, sides))
            # Report enough games for the bracket to count the match as won.
            results += [Game(state.slot.key, state.b if won else state.a)] * (games // 2 + 1)
            wave.append(Pairing(state.a, state.b))
        met.append(wave)
        now = progress(bracket, results)
    run.played.rounds = len(met)
    run.tables = [[Finisher(place.entry) for place in now.places]]
    for place in now.places:
        shown = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
        run.line(place.first, place.entry, "", f"place {shown}")
    run.played.quality += quality.of_bracket(bracket, met)


def _groups(run: _Run) -> None:
    drawn = groups.snake(run.entries, run.stage.groups_of(run.entries))
    rounds = groups.rounds(drawn, run.stage.double)
    results = [run.result(each.number, pairing) for each in rounds for pairing in each]
    run.results += results
    run.played.rounds = len(rounds)
    tables = []
    for members in drawn:
        inside = set(members)
        mine = [each for each in run.results if inside.issuperset(each.keys)]
        tables.append(rank([run.entrants[key] for key in members], mine, run.policy))
    run.points = {row.key: row.points for table in tables for row in table}
    run.tables = [finishers(table, run.seed) for table in tables]
    rows = [row for table in tables for row in table]
    for place in sorted({row.rank for row in rows}):
        # All entries on the same place of their groups share a rank.
        rank_ = len(run.played.lines) + 1
        for row in sorted((row for row in rows if row.rank == place), key=lambda row: row.key):
            run.line(rank_, row.key, str(row.points), f"place {place} of the group")
    run.played.quality.append(("groups", ", ".join(str(len(members)) for members in drawn)))
    run.played.quality += quality.of_pairings([list(each) for each in rounds])


def _bye(number: int, seed: int) -> MatchResult:
    return MatchResult(number, (Side((seed,)),), Ending.BYE)


def _rotation(run: _Run) -> None:
    entries = run.entries
    rounds = length_of_stage(run.stage, entries).rounds or 1  # Too few are refused below.
    drawn = rotation.draw(entries, rounds, run.seed)
    for round_ in drawn.rounds:
        run.played.flags += [f"Round {round_.number}: {sentence}" for sentence in round_.flags]
        for table in round_.tables:
            first, second = ((table[a], table[b]) for a, b in PARTNERS)
            run.results.append(run.duel(round_.number, first, second))
        run.results += [_bye(round_.number, who) for who in round_.byes]
    run.played.rounds = rounds
    run.finish(run.standings())
    run.played.quality += quality.of_rotation(drawn.quality)


def _solo(run: _Run) -> None:
    entries = run.entries
    rounds = length_of_stage(run.stage, entries).rounds or 1  # Too few are refused below.
    history: list[tuple[tuple[int, ...], ...]] = []
    for number in range(1, rounds + 1):
        order = list(range(entries))
        if history or run.onset_.points:
            order = [row.key for row in run.standings()]
        drawn = solo_tables.draw(order, history, seed=run.seed)
        run.played.flags += [f"Round {number}: {sentence}" for sentence in drawn.flags]
        for table in drawn.tables:
            game = run.judge.solo(table)
            run.played.matches += 1
            rows = zip(table, game.places, game.totals, strict=True)
            sides = tuple(Side((who,), place, total) for who, place, total in rows)
            run.results.append(MatchResult(number, sides))
        history.append(drawn.tables)
    run.played.rounds = rounds
    run.finish(run.standings())
    run.played.quality += quality.of_solo(solo_tables.quality(history))


def _arena(run: _Run) -> None:
    format_ = run.stage.facts
    assert isinstance(format_, Arena)

    def game(a: Sequence[int], b: Sequence[int]) -> tuple[int, int]:
        number = len(run.results) - len(run.onset_.results) + 1
        one = run.duel(number, tuple(a), tuple(b))
        run.results.append(one)
        points = points_of(one)
        return points[0], points[1]

    def points_of(one: MatchResult) -> list[int]:
        places = [side.place for side in one.sides]
        if places[0] == places[1]:
            return [hundredths(run.policy.draw)] * 2
        win, loss = hundredths(run.policy.win), hundredths(run.policy.loss)
        return [win if place == 1 else loss for place in places]

    dice = random.Random(f"{run.seed} arena")
    minutes = run.stage.lasts_minutes
    evening = arenas.play(run.entries, minutes, game, dice, run.seed, format_.draw)
    run.played.rounds = 1
    if run.stage.streak:
        run.results = with_streaks(run.results, run.stage.streak, run.policy)
    run.finish(run.standings())
    run.played.quality += quality.of_arena(evening)


_RUNS: dict[type[Format], Callable[[_Run], None]] = {
    RoundRobin: _round_robin,
    PairedByRound: _paired,
    KnockOut: _bracket,
    DoubleKnockOut: _bracket,
    Rotation: _rotation,
    SoloTables: _solo,
    Arena: _arena,
    IndividualArena: _arena,
}
