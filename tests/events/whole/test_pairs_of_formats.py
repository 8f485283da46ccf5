"""Every format after every other: played to the end if possible, otherwise refused with a remedy."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from spades_site.common.clock import now
from spades_site.common.translation import translate
from tests.events.singles import begun, play_whole
from tournaments.events.models import Status
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.setup.creating import check_tournament
from tournaments.events.setup.proposal import NotValid
from tournaments.formats.registry import FORMATS

pytestmark = pytest.mark.django_db
SIDES = [code for code, format_ in FORMATS.items() if not format_.is_individual]
INDIVIDUAL = [code for code in FORMATS if code not in SIDES]
AFTER = [format_ for format_ in SIDES if format_ != "groups"]
ROUND_BY_ROUND = [code for code in INDIVIDUAL if not FORMATS[code].is_continuous]
RULES = {"rotation": "cardgames_io", "arena_alone": "cardgames_io", "solo": "bicycle_4"}


def stage(format_: str, advance: int) -> StagePlan:
    """Return a stage that isn't the last, in two groups where it has groups."""
    return StagePlan(format_, advance=advance, groups=2 if format_ == "groups" else 1)


@pytest.mark.long
@pytest.mark.parametrize("then", AFTER)
@pytest.mark.parametrize("first", SIDES)
def test_formats_of_sides_follow_one_another(club: Any, first: str, then: str) -> None:
    going = {"knock_out": 4, "double_knock_out": 3, "groups": 2}.get(first, 3)
    cup = club.started(
        6,
        stages=(stage(first, going), StagePlan(then)),
        min_entries=6,
        max_entries=6,
    )
    assert club.play_all(cup) == cup.matches.filter(sides__index=1).count()
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.stages.count()) == (Status.FINISHED, 1, 2)
    assert cup.stages.get(index=2).rounds.filter(status="done").exists()


@pytest.mark.slow
@pytest.mark.parametrize("format_", ROUND_BY_ROUND)
@pytest.mark.parametrize("carry", ["", "all"])
def test_the_best_of_single_players_play_a_final_round(club: Any, format_: str, carry: str) -> None:
    cup = begun(
        club, 8, stages=(StagePlan(format_, rounds=2, advance=4), StagePlan(format_, rounds=2, carry=carry)), rules=engine.preset(RULES[format_]), min_entries=8,
    )  # fmt: skip
    assert (cup.rounds_planned, play_whole(club, cup)) == (4, 2 * 2 + 2 * 1)
    cup.refresh_from_db()
    first, last = cup.stages.order_by("index")
    assert (cup.status, [round_.number for round_ in last.rounds.all()]) == ("finished", [3, 4])
    before = {row.key: row.points for row in standings_of_stage(first)}
    best = [row.key for row in standings_of_stage(first)][:4]
    assert [row.entry_id for row in last.qualifiers.all()] == best
    for row in standings_of_stage(last):
        assert (row.brought, row.played) == (before[row.key] if carry else 0, 2)
    assert cup.winner_id in (best if not standings_of_stage(last)[0].shared else [None])


def test_too_few_left_for_a_final_table_end_the_tournament(club: Any) -> None:
    cup = begun(
        club, 8, stages=(StagePlan("solo", rounds=1, advance=3), StagePlan("solo")), rules=engine.preset("bicycle_4"), min_entries=8,
    )  # fmt: skip
    cup.entries.exclude(seed_no__in=(1, 2)).update(status="withdrawn")
    play_whole(club, cup)
    cup.refresh_from_db()
    left = {entry.pk: entry for entry in cup.entries.exclude(status="withdrawn")}
    table = standings_of_stage(cup.stages.get(index=1))
    best = next(left[row.key] for row in table if row.key in left)
    assert (cup.status, cup.rounds.count(), cup.winner) == ("finished", 1, best)
    assert translate(cup.status_reason) == (
        f"Too few were left to play on. {best.name} ranked best of those left, and has won."
    )


@pytest.mark.parametrize(
    ("first", "then", "sentence"),
    [
        (
            "swiss",
            "groups",
            "Groups need a stage after them for their best. Add a stage, or choose a round robin.",
        ),
        (
            "rotation",
            "solo",
            "A rotation and an individual arena need rules for two partnerships, solo tables need rules by which everybody plays alone. Choose the same format again.",
        ),
        (
            "solo",
            "knock_out",
            "In the previous stage everybody plays alone, and this format needs sides that stay"
            " together. Choose the same format again, or remove this stage.",
        ),
        (
            "swiss",
            "rotation",
            "In the previous stage sides stay together, and in this format everybody plays alone."
            " Choose another format.",
        ),
    ],
)
def test_formats_that_do_not_go_together(club: Any, first: str, then: str, sentence: str) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(
            stages=(StagePlan(first, advance=4), StagePlan(then)),
            min_entries=8,
            rules=engine.preset(RULES.get(first, "cardgames_io")),
        )
    assert refused.value.errors == {"stages-1-format": [sentence]}


def test_every_pair_is_accepted_or_refused_in_one_sentence_at_its_field(club: Any) -> None:
    accepted = set()
    for first in FORMATS:
        for then in FORMATS:
            fields: dict[str, Any] = {
                "stages": (stage(first, 4), stage(then, 0)), "min_entries": 12, "max_entries": 12,
                "name": "Cup", "starts_at": now() + timedelta(hours=1),
                "rules": engine.preset(RULES.get(first, "cardgames_io")),
            }  # fmt: skip
            errors = check_tournament(**fields)
            assert [len(sentences) for sentences in errors.values()] in ([], [1])
            assert list(errors) in ([], ["stages-1-format"])
            if not errors:
                accepted.add((first, then))
    assert accepted == {(first, then) for first in SIDES for then in AFTER} | {
        (first, then)
        for first in INDIVIDUAL
        for then in INDIVIDUAL
        if FORMATS[first].partners_change == FORMATS[then].partners_change
    }
