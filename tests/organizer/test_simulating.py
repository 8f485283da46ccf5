"""`manage.py simulate_tournament`: every format played whole, from the smallest field to 64."""

import json
from collections import Counter
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import RuleSet
from tournaments.events.plan.stages import StagePlan, usual_advance
from tournaments.events.setup.lengths import length_of_stages
from tournaments.formats.registry import FORMATS
from tournaments.formats.shape import FormatError
from tournaments.organizer.simulation import Played, SimulationPlan, simulate
from tournaments.organizer.simulation.judges import ByBots, GameScore

USUAL = (2, 3, 4, 5, 6, 7, 8, 11, 16, 27, 33, 64)


def stages_of(format_: str, entries: int, **options: Any) -> tuple[StagePlan, ...]:
    """Return a stage of the format; groups, of about four each, are followed by a knock-out of their two best."""
    if format_ == "groups":
        groups = options.pop("groups", max(2, entries // 4))
        return (StagePlan(format_, groups=groups, advance=2), StagePlan("knock_out"))
    return (StagePlan(format_, **options),)


def tried(format_: str, entries: int, seed: str = "seed", **options: Any) -> Played:
    """Simulate a plan of `stages_of`; games, hands and who plays belong to the plan, the rest to its first stage."""
    plan = {name: options.pop(name) for name in ("by", "hands", "best_of") if name in options}
    return simulate(SimulationPlan(stages_of(format_, entries, **options), entries, seed, **plan))


def play(format_: str, entries: int, **fields: Any) -> Played:
    if format_ == "rotation":
        fields.setdefault("rounds", min(entries, 8 if entries < 64 else 3))
    return tried(format_, entries, **fields)


def holds_together(format_: str, entries: int) -> None:
    played = play(format_, entries)
    assert sorted(line.key for line in played.lines) == list(range(entries))
    ranks = [line.rank for line in played.lines]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    assert dict(played.quality).get("pairs that met more than once", "0") == "0" or format_ in (
        "double_knock_out",
        "groups",
        "swiss",
    )


def sizes(format_: str, numbers: Any) -> list[int]:
    # Solo tables seat 3, 4, 5, 6 … but no two; two groups of which somebody drops out need five.
    least = 5 if format_ == "groups" else FORMATS[format_].least
    return [number for number in numbers if number >= least]


@pytest.mark.slow
@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_is_played_whole(format_: str) -> None:
    for entries in sizes(format_, USUAL):
        holds_together(format_, entries)


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_is_played_whole_by_any_number(format_: str) -> None:
    for entries in sizes(format_, range(2, 65)):
        holds_together(format_, entries)


def test_the_same_seed_gives_the_same_tournament() -> None:
    first, again = (play("swiss", 21).lines for _ in range(2))
    other = tried("swiss", 21, "other").lines
    assert first == again != other


def test_a_match_of_several_games_favours_the_better() -> None:
    """In 200 knock-outs of 8 the best entry wins more often when matches are best of seven."""
    won = {
        best_of: sum(
            tried("knock_out", 8, f"s{number}", best_of=best_of).lines[0].key == 0
            for number in range(200)
        )
        for best_of in (1, 7)
    }
    assert won[7] > won[1] + 20


@pytest.mark.parametrize("format_", ["knock_out", "double_knock_out"])
def test_the_byes_of_a_bracket_are_those_of_its_first_round(format_: str) -> None:
    byes = {
        entries: dict(play(format_, entries).quality)["byes in the first round"]
        for entries in (2, 3, 4, 5, 6, 13, 33)
    }
    assert byes == {2: "0", 3: "1", 4: "0", 5: "3", 6: "2", 13: "3", 33: "31"}


def test_each_stage_is_judged_alone_and_the_crossing_with_the_second() -> None:
    figures = dict(play("groups", 16).quality)
    assert figures["groups"] == "4, 4, 4, 4"
    # The knock-out of eight starts with four tables, and group mates meet in its final at the earliest.
    assert figures["stage 2: most tables at once"] == "4"
    assert figures["stage 2: group mates meet again at the earliest"] == "in round 3"


@pytest.mark.parametrize("format_", FORMATS)
def test_a_simulation_is_as_long_as_the_platform_makes_it(format_: str) -> None:
    """Rounds and matches are those that the form's preview tells; a second final may come on top."""
    for entries in sizes(format_, (5, 8, 16)):
        plans = stages_of(format_, entries)
        length = length_of_stages(plans, entries)
        played = simulate(SimulationPlan(plans, entries, "seed"))
        if FORMATS[format_].is_continuous:
            # The number of its matches is an estimate: about as many at each table.
            assert abs(played.matches - length.matches) <= length.tables
            assert played.rounds == length.rounds
            continue
        more = (0, 1) if format_ == "double_knock_out" else (0,)
        assert played.matches - length.matches in more
        assert played.rounds - length.rounds == played.matches - length.matches


def test_solo_tables_score_placement_points() -> None:
    played = tried("solo", 4, rounds=1)
    assert [line.points for line in played.lines] == ["12", "8", "4", "0"]
    assert [line.record[:6] for line in played.lines] == ["1 won,"] + ["0 won,"] * 3
    for entries in (7, 12, 13):
        lines = tried("solo", entries).lines
        assert sum(Decimal(line.points) for line in lines) == 6 * 4 * entries


def test_a_round_out_of_a_rotation_brings_what_a_draw_does() -> None:
    played = tried("rotation", 5)
    assert {line.record[-6:] for line in played.lines} == {"1 byes"}
    assert sum(Decimal(line.points) for line in played.lines) == 5 * (2 * 2 + 1)


def test_both_stages_are_scored_by_one_policy() -> None:
    """With a Swiss to come, a bye in the round robin before it is a win, as on the platform."""
    for then, byes in (("swiss", 2), ("knock_out", 0)):
        plan = SimulationPlan((StagePlan("round_robin", advance=4), StagePlan(then)), 5, "seed")
        last = next(line for line in simulate(plan).lines if line.rank == 5)
        won = int(last.record.split()[0])
        assert last.points == str(2 * won + byes)


def test_a_level_match_is_a_draw_but_in_a_knock_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots whose games are level: a match to all points is drawn, a bracket's goes on with single hands."""
    asked: list[int] = []

    def game(self: ByBots, rules: RuleSet) -> GameScore:
        asked.append(rules.max_hands or 0)
        if asked[-1] > 1 or asked.count(1) % 3:
            return GameScore((10, 10), (1, 1), "hands")
        return GameScore((30, 20), (1, 2), "hands")

    monkeypatch.setattr(ByBots, "_game", game)
    (line, other) = tried("round_robin", 2, "s", by="bots", best_of=3).lines
    assert (line.points, line.record) == ("1", "0 won, 1 drawn, 0 lost, 0 byes")
    assert (line.rank, other.rank) in {(1, 1), (1, 2)}
    assert asked == [8, 8, 8]
    asked.clear()
    assert tried("knock_out", 2, "s", by="bots", best_of=3).lines[0].key == 0
    assert asked == [8, 8, 8, 1, 1, 1]


def test_bots_play_the_hands_themselves() -> None:
    for format_, entries in (("swiss", 4), ("solo", 3), ("rotation", 4)):
        played = play(format_, entries, by="bots", hands=1, rounds=1)
        assert len(played.lines) == entries


def test_a_game_is_won_by_whom_the_rules_say_not_by_points() -> None:
    """By ratings a quarter of the games under two sets ends by them; the standings follow the places."""
    stages = (StagePlan("swiss", rounds=5, advance=8), StagePlan("knock_out"))
    played = simulate(SimulationPlan(stages, 24, "1", rules="jjdd_350"))
    assert (played.rounds, played.matches) == (8, 67)
    fewer = [one for one in played.results if one.scores[one.places.index(1)] < max(one.scores)]
    assert fewer
    assert max(max(one.scores) for one in played.results) < 350 + 60
    wins = Counter(one.sides[one.places.index(1)][0] for one in played.results if one.stage == 1)
    out = [line for line in played.lines if line.points]
    assert {line.key: line.points for line in out} == {
        line.key: str(2 * wins[line.key]) for line in out
    }


@pytest.mark.slow
def test_bots_play_by_the_rules_that_are_named() -> None:
    (match,) = simulate(
        SimulationPlan((StagePlan("knock_out"),), 2, "1", by="bots", rules="jjdd_350")
    ).results
    assert sorted(match.places) == [1, 2]
    assert all(score % 10 == 0 for score in match.scores)
    with pytest.raises(FormatError) as refused:
        simulate(SimulationPlan((StagePlan("solo"),), 4, "1", rules="jjdd_350"))
    assert refused.value.code == "not_for_solo"


def test_the_command_prints_standings_and_the_draws_quality() -> None:
    out = StringIO()
    call_command(
        "simulate_tournament", "--stage", "rotation", "--entries", "8", "--seed", "3", stdout=out
    )
    lines = out.getvalue().splitlines()
    assert lines[0] == "Individual rotation, 8 entries, seed 3: 7 rounds, 14 matches"
    assert "  pairs by how often partners: 28 × 1" in lines
    assert "  pairs by how often opponents: 28 × 2" in lines
    assert "  as even as can be: yes" in lines


def test_the_command_prints_json_for_programs() -> None:
    out = StringIO()
    call_command(
        "simulate_tournament", "--stage", "knock_out", "--entries", "5", "--json", stdout=out
    )
    said = json.loads(out.getvalue())
    assert (said["plan"]["entries"], said["rounds"], said["matches"]) == (5, 3, 4)
    assert [line["record"] for line in said["standings"]] == [
        "place 1",
        "place 2",
        "place 3–4",
        "place 3–4",
        "place 5",
    ]


@pytest.mark.parametrize("stage", ["swiss:rounds=4", "round_robin", "rotation"])
def test_anybody_can_recompute_the_points_from_the_json(stage: str) -> None:
    out = StringIO()
    call_command("simulate_tournament", "--stage", stage, "--entries", "9", "--json", stdout=out)
    said = json.loads(out.getvalue())
    scoring = said["scoring"]
    points = dict.fromkeys(range(9), 0)
    met = set()
    for one in said["results"]:
        assert (one["stage"], len(one["sides"])) == (1, 1 if one["ending"] == "bye" else 2)
        for side, place in zip(one["sides"], one["places"], strict=True):
            if one["ending"] == "bye":
                gain = scoring["bye"]
            elif one["places"] == [1, 1]:
                gain = scoring["draw"]
            else:
                gain = scoring["win" if place == 1 else "loss"]
            for key in side:
                points[key] += gain
                met.add((one["round"], key))
    assert {line["key"]: int(line["points"]) for line in said["standings"]} == points
    assert {number for number, _key in met} == set(range(1, said["rounds"] + 1))
    assert sum(len(one["sides"]) > 1 for one in said["results"]) == said["matches"]


def test_the_json_of_a_knock_out_shows_who_beat_whom() -> None:
    out = StringIO()
    stages = ("--stage", "swiss:rounds=3,advance=4", "--stage", "knock_out")
    call_command("simulate_tournament", *stages, "--entries", "8", "--json", stdout=out)
    said = json.loads(out.getvalue())
    last = said["results"][-1]
    assert (last["stage"], last["round"], sorted(last["places"])) == (2, 2, [1, 2])
    (champion,) = last["sides"][last["places"].index(1)]
    assert said["standings"][0]["key"] == champion
    assert [one["round"] for one in said["results"] if one["stage"] == 2] == [1, 1, 2]


SIDES = ("round_robin", "swiss", "knock_out", "double_knock_out", "groups")
ALWAYS = {
    *(("round_robin", "swiss"), ("swiss", "double_knock_out"), ("knock_out", "round_robin")),
    *(("double_knock_out", "knock_out"), ("groups", "knock_out")),
}
"""Each format comes first once, and second once; all pairs with `--long`."""
PAIRS = [
    *(
        pytest.param(first, then, marks=[] if (first, then) in ALWAYS else pytest.mark.long)
        for first in SIDES
        for then in SIDES
        if then != "groups"
    ),
    ("rotation", "rotation"),
    ("arena_alone", "rotation"),
    ("solo", "solo"),
]


@pytest.mark.parametrize(("first", "then"), PAIRS)
def test_any_two_formats_that_go_together_are_played_whole(first: str, then: str) -> None:
    stage = (
        StagePlan(first, groups=3, advance=2) if first == "groups" else StagePlan(first, advance=4)
    )
    played = simulate(SimulationPlan((stage, StagePlan(then)), 12, "seed"))
    alone = tried(first, 12) if first != "groups" else None
    assert sorted(line.key for line in played.lines) == list(range(12))
    ranks = [line.rank for line in played.lines]
    assert (ranks == sorted(ranks), ranks[0]) == (True, 1)
    second = [name for name, _figure in played.quality if name.startswith("stage 2: ")]
    assert second != []
    if alone is not None:
        # The four best of the first stage are the four best in the end.
        best = {line.key for line in alone.lines[:4]}
        assert {line.key for line in played.lines[:4]} == best
        assert (played.rounds > alone.rounds, played.matches > alone.matches) == (True, True)


def test_results_among_those_who_go_on_count_again() -> None:
    first = StagePlan("round_robin", advance=4)
    played, afresh = (
        simulate(SimulationPlan((first, StagePlan("round_robin", carry=carry)), 8, "3"))
        for carry in ("between", "")
    )
    # Both stages are the same; each of the four has three matches more in the final standings.
    assert (played.rounds, played.matches) == (afresh.rounds, afresh.matches) == (10, 34)
    assert played.standings is not None
    assert [row.played for row in played.standings] == [6] * 4
    assert sum(row.points for row in played.standings) == 2 * 12
    assert played.lines[4:] == afresh.lines[4:]


@pytest.mark.parametrize(("first", "then"), [("swiss", "swiss"), ("groups", "round_robin")])
def test_all_points_are_brought_along(first: str, then: str) -> None:
    stage = (
        StagePlan(first, groups=3, advance=2) if first == "groups" else StagePlan(first, advance=6)
    )
    played, afresh = (
        simulate(SimulationPlan((stage, StagePlan(then, carry=carry)), 12, "3"))
        for carry in ("all", "")
    )
    assert played.standings is not None
    assert afresh.standings is not None
    before = sum(row.points for row in played.standings) - sum(
        row.points for row in afresh.standings
    )
    assert before > 0
    assert before == sum(row.brought for row in played.standings)
    assert max(row.brought for row in played.standings) >= 4


def test_entries_with_carried_points_do_not_meet_again_in_a_second_swiss() -> None:
    stages = (StagePlan("swiss", rounds=3, advance=8), StagePlan("swiss", rounds=2, carry="all"))
    for seed in map(str, range(6)):
        played = simulate(SimulationPlan(stages, 16, seed))
        assert not any("meet again" in sentence for sentence in played.flags)


@pytest.mark.parametrize("format_", ["rotation", "solo"])
def test_single_players_bring_their_points_along(format_: str) -> None:
    first = StagePlan(format_, rounds=3, advance=4)
    alone = {line.key: int(line.points) for line in tried(format_, 9, "3", rounds=3).lines}
    played, plain = (
        simulate(SimulationPlan((first, StagePlan(format_, rounds=1, carry=carry)), 9, "3"))
        for carry in ("all", "")
    )
    afresh = {line.key: int(line.points) for line in plain.lines[:4]}
    both = {line.key: int(line.points) for line in played.lines[:4]}
    assert sum(both.values()) == sum(afresh.values()) + sum(alone[key] for key in both)


SWISS = StagePlan("swiss")
EIGHT: dict[str, Any] = {"stages": (SWISS,), "entries": 8, "seed": "1"}


def then(*stages: str, **last: Any) -> dict[str, Any]:
    """Return stages after one another, the usual number going on, the last with options."""
    onward = [StagePlan(each, advance=usual_advance(each)) for each in stages[:-1]]
    return {"stages": (*onward, StagePlan(stages[-1], **last))}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (then("swiss", "knock_out", carry="all"), "plan_wrong"),
        (then("solo", "solo", carry="between"), "plan_wrong"),
        (then("swiss", "rotation"), "plan_wrong"),
        (then("rotation", "solo"), "plan_wrong"),
        (then("swiss", "groups", groups=2), "plan_wrong"),
        ({"stages": (StagePlan("swiss", advance=8), StagePlan("knock_out"))}, "nobody_drops_out"),
        ({"stages": (StagePlan("swiss", advance=9), SWISS)}, "too_many_qualifiers"),
        ({"stages": (StagePlan("knock_out", advance=3), SWISS)}, "places_shared"),
        (then("lottery"), "plan_wrong"),
        ({"entries": 1}, "too_many_entries"),
        (then("swiss", rounds=0), "no_rounds"),
        (then("swiss", "swiss", rounds=0), "no_rounds"),
        ({"best_of": 2}, "best_of_even"),
        (then("knock_out", best_of=4), "best_of_even"),
        (
            {
                "stages": (StagePlan("groups", groups=5, advance=1), StagePlan("knock_out")),
                "entries": 6,
            },
            "groups_too_small",
        ),
        ({**then("rotation"), "entries": 3}, "too_few_players"),
        ({"by": "bots", "hands": 0}, "no_hands"),
        ({"by": "bots", "hands": 1001}, "no_hands"),
        (
            {
                "stages": (
                    StagePlan("swiss", advance=6),
                    StagePlan("groups", groups=3, advance=2),
                    StagePlan("knock_out"),
                )
            },
            "nobody_drops_out",
        ),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(FormatError) as refused:
        simulate(SimulationPlan(**EIGHT | options))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("written", "entries", "rounds"),
    [
        (["groups:groups=3,advance=2", "knock_out:advance=4", "round_robin"], 10, 3 + 3 + 3),
        (["swiss:rounds=3,advance=8", "groups:groups=2,carry=between", "knock_out"], 13, 3 + 3 + 2),
    ],
)
def test_three_stages_are_played_whole(written: list[str], entries: int, rounds: int) -> None:
    out = StringIO()
    stages = [word for stage in written for word in ("--stage", stage)]
    call_command("simulate_tournament", *stages, "--entries", str(entries), "--json", stdout=out)
    said = json.loads(out.getvalue())
    assert said["rounds"] == rounds
    assert sorted(line["key"] for line in said["standings"]) == list(range(entries))
    ranks = [line["rank"] for line in said["standings"]]
    assert (ranks == sorted(ranks), ranks[0]) == (True, 1)
    assert {name.partition(":")[0] for name in said["quality"]} >= {"stage 2", "stage 3"}


def test_a_third_stage_carries_what_the_second_brought() -> None:
    stages = (
        StagePlan("round_robin", advance=6),
        StagePlan("round_robin", advance=4, carry="between"),
        StagePlan("round_robin", carry="between"),
    )
    table = simulate(SimulationPlan(stages, 8, "3")).standings
    assert table is not None
    # Each of the four met each other in all three stages.
    assert [row.played for row in table] == [9] * 4


def test_the_command_says_what_would_work_instead() -> None:
    with pytest.raises(CommandError, match=r"Choose at most 2\.$"):
        call_command(
            "simulate_tournament",
            "--stage",
            "groups:groups=4",
            "--stage",
            "knock_out",
            "--entries",
            "5",
        )


def test_a_swiss_is_as_long_as_the_platform_would_play_it() -> None:
    played = tried("swiss", 4, rounds=10)
    assert played.rounds == 3
    assert played.flags[0] == (
        "10 rounds were planned. With 4 entries everybody has met everybody after 3, so only 3 are played."
    )
    assert dict(played.quality)["pairs that met more than once"] == "0"


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("swiss:laps=3", "There is no option “laps”."),
        ("swiss:rounds", "“rounds” needs a number, like rounds=3."),
        ("lottery", "Stage 1: There is no such format."),
    ],
)
def test_a_stage_that_is_written_wrong(stage: str, sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate_tournament", "--stage", stage, "--entries", "8")
    assert str(refused.value).startswith(sentence)


def test_more_entries_than_the_platform_takes_are_tried_where_that_is_said() -> None:
    said = ["simulate_tournament", "--stage", "round_robin", "--entries", "65"]
    with pytest.raises(CommandError) as refused:
        call_command(*said, stdout=StringIO())
    assert "Add --beyond to try more all the same." in str(refused.value)
    out = StringIO()
    call_command(*said, "--beyond", stdout=out)
    assert out.getvalue().startswith("Round robin, 65 entries, seed 1: 65 rounds, ")
