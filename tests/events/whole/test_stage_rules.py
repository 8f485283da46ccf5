"""Stages whose matches have rules, a length and a clock of their own."""

from typing import Any

import pytest

from games import engine
from spades_site.common.errors import Refused
from tests.events.conftest import Club
from tournaments.events.actions.changing import change_tournament, changeable
from tournaments.events.actions.decisions import scores
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.terms import terms_of
from tournaments.events.setup.creating import check_tournament
from tournaments.events.setup.proposal import proposal_of

pytestmark = pytest.mark.django_db
GROUPS = StagePlan("groups", groups=2, advance=1)
FINAL = StagePlan("knock_out", match_target=500, match_minutes=0, turn_seconds=45)
CUP: dict[str, Any] = {
    "stages": (GROUPS, FINAL), "rules": engine.preset("cardgames_io"), "match_target": 350, "match_minutes": 60,
    "min_entries": 4, "max_entries": 4,
}  # fmt: skip


def table_of(match: Match) -> tuple[Any, ...]:
    """Return a match's target, seconds per turn and whether its table has a time limit."""
    table = match.table
    return table.rules["target"], table.turn_seconds, table.last_hand_after is not None


@pytest.mark.slow
def test_groups_to_350_and_a_final_to_500_without_a_time_limit(club: Club) -> None:
    cup = club.started(4, **CUP)
    facts = dict(terms_of(cup).facts)
    assert facts["Match"] == "to 350 points; after 1 h the current hand is the last"
    assert facts["Stage 2, Knock-out"] == (
        "Classic (cardgames.io); to 500 points; without a time limit; 45 s per turn"
    )
    first = club.in_play(cup)
    assert [table_of(match) for match in first] == [(350, 30, True)] * 2
    for match in first:
        club.finish(match, 360, 200)
    [final] = club.in_play(cup)
    assert table_of(final) == (500, 45, False)
    assert dict(terms_of(cup, final.round.stage_id).short)["Match"] == "to 500 points"
    club.finish(final, 510, 480)
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, final.entries[0])
    assert enter_score(club, cup, final, 360, 200) == "impossible_score"
    assert enter_score(club, cup, final, 520, 200) == ""
    assert enter_score(club, cup, first[0], 340, 200) == ""


@pytest.mark.parametrize(
    ("usual", "stage", "said", "rated"),
    [
        (2, 8, "to 500 points, 8 hands at most; rated", 2),
        (8, 2, "to 500 points, 2 hands at most; not rated", 1),
    ],
)
def test_the_terms_say_where_a_stage_is_rated_unlike_the_others(
    club: Club, usual: int, stage: int, said: str, rated: int
) -> None:
    final = StagePlan("knock_out", match_hands=stage)
    fields = CUP | {"match_hands": usual, "match_target": None, "match_minutes": None}
    cup = club.tournament(**fields | {"stages": (GROUPS, final)})
    facts = dict(terms_of(cup).facts)
    assert facts["Stage 2, Knock-out"] == f"Classic (cardgames.io); {said}"
    assert facts["Rated"].startswith(
        f"Only in stage {rated}; elsewhere the games are too short. It counts for everybody"
    )


def enter_score(club: Club, cup: Tournament, match: Match, first: int, second: int) -> str:
    """Correct a match's score as the organizer; return the code of a refusal."""
    try:
        scores.enter_score(
            match_id=match.pk,
            by=club.organizer,
            games={1: scores.Given((first, second), 6)},
            reason="misread",
        )
    except Refused as refusal:
        return refusal.code
    return ""


def test_a_stage_to_come_can_change_and_one_that_has_begun_can_not(club: Club) -> None:
    cup = club.started(4, **CUP)
    assert changeable(cup)[-1] == "stages"
    changed = change_tournament(
        tournament_id=cup.pk,
        by=club.organizer,
        stages=(GROUPS, StagePlan("knock_out", rules={"preset": "jjdd_500"})),
        reason="By vote",
    )
    assert changed.plans[1] == StagePlan("knock_out", rules={"preset": "jjdd_500"})
    for plans in (
        (StagePlan("groups", groups=2, advance=1, match_target=400), FINAL),
        (GROUPS, StagePlan("round_robin")),
    ):
        with pytest.raises(Refused) as refused:
            change_tournament(tournament_id=cup.pk, by=club.organizer, stages=plans)
        assert refused.value.code == "begun"
    for match in club.in_play(cup):
        club.finish(match, 360, 200)
    [final] = club.in_play(cup)
    assert final.table.rules["preset"] == "jjdd_500"
    cup.refresh_from_db()
    assert "stages" not in changeable(cup)


@pytest.mark.parametrize(
    ("stage", "cup", "errors"),
    [
        (
            {"match_hands": 8, "match_target": 500},
            {},
            {
                "stages-1-match_hands": [
                    "A match has a fixed number of hands or a target. Leave one of them empty."
                ]
            },
        ),
        (
            {"rules": {"preset": "bicycle_4"}},
            {},
            {
                "stages-1-rules": [
                    "This format is for two sides, and by these rules everybody plays alone. Choose rules for two"
                    " partnerships or for two players, or the format solo tables."
                ]
            },
        ),
        (
            {"rules": {"preset": "rubl_two_player"}},
            {},
            {
                "stages-1-rules": [
                    "In every stage as many players sit at a table as in the tournament’s rules, as partners or each for"
                    " themselves. Choose other rules."
                ]
            },
        ),
        (
            {"turn_seconds": 2, "match_minutes": 3},
            {},
            {
                "stages-1-turn_seconds": ["Choose a number from 5 to 600."],
                "stages-1-match_minutes": ["Choose a number from 5 to 1440."],
            },
        ),
        (
            {"match_hands": 12, "match_minutes": 30},
            {"comparison": "matchpoints", "match_hands": 6, "match_minutes": None},
            {
                "stages-1-match_hands": [
                    "With shared deals, team matches and victory points all stages have the tournament’s number of hands."
                    " Leave this empty."
                ],
                "stages-1-match_minutes": [
                    "With a time limit some tables would play fewer of the shared deals. Leave it out."
                ],
            },
        ),
    ],
)
def test_what_a_stage_can_not_have(
    club: Club, stage: dict[str, Any], cup: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    said = proposal_of(club.tournament(**CUP))
    fields = {name: getattr(said, name) for name in said.__dataclass_fields__} | cup
    fields["stages"] = (GROUPS, StagePlan("knock_out", **stage))
    assert check_tournament(**fields) == errors


def test_a_single_stage_has_the_tournaments_rules(club: Club) -> None:
    said = proposal_of(club.tournament(**CUP))
    fields = {name: getattr(said, name) for name in said.__dataclass_fields__}
    fields["stages"] = (StagePlan("round_robin", match_target=500),)
    assert check_tournament(**fields) == {
        "stages-0-match_target": [
            "A single stage has the tournament’s rules and clock. Change those, or add a stage."
        ]
    }
