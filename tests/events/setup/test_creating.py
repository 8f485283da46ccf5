"""Creating a tournament: its stored values, and every error at its field."""

from dataclasses import fields as dataclass_fields
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games import engine
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.seasons.made import series
from tests.support.audited import entries_about
from tests.support.stages import in_stages
from tournaments.events.actions import lifecycle
from tournaments.events.actions.changing import change_tournament
from tournaments.events.models import Stage, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.creating import (
    check_tournament,
    create_tournament,
    edit_tournament,
)
from tournaments.events.setup.proposal import NotValid, Proposal, proposal_of, rounds_of
from tournaments.leagues import services
from tournaments.standings import Policy

pytestmark = pytest.mark.django_db


def fields(**changes: Any) -> dict[str, Any]:
    """Return the fields of a sound tournament, changed."""
    sound = {
        "name": "Autumn Cup",
        "starts_at": now() + timedelta(days=1),
        "rules": engine.preset("cardgames_io"),
    }
    return in_stages(sound | changes)


def test_a_draft_holds_the_whole_rules_and_policy(club: Any) -> None:
    starts_at = now() + timedelta(days=1)
    cup = create_tournament(
        by=club.organizer, **fields(name="  Autumn  Cup ", starts_at=starts_at, match_hands=2)
    )
    cup.refresh_from_db()
    expected = engine.preset("cardgames_io", max_hands=2)
    assert engine.RuleSet.from_dict(cup.rules) == expected
    assert Policy.from_dict(cup.scoring) == Policy.round_robin()
    assert (cup.name, cup.slug, cup.status, cup.starts_at, cup.next_due_at, cup.created_by) == (
        "Autumn Cup",
        "autumn-cup",
        Status.DRAFT,
        starts_at,
        None,
        club.organizer,
    )
    assert len(cup.seed) == 32
    assert list(cup.stages.values_list("index", "format", "options")) == [(1, "round_robin", {})]


def test_a_match_to_a_target(club: Any) -> None:
    cup = create_tournament(
        by=club.organizer, **fields(rules={"preset": "classic_blind_nil"}, match_target=250)
    )
    rules = engine.RuleSet.from_dict(cup.rules)
    assert (rules.target, rules.max_hands, rules.preset) == (250, None, "classic_blind_nil")


def test_in_tournaments_a_wrong_card_is_refused_never_penalised(club: Any) -> None:
    rules = engine.preset("cardgames_io", revoke="penalised")
    cup = create_tournament(by=club.organizer, **fields(rules=rules))
    assert cup.rules["revoke"] == "prevented"


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": "x"}, "name", "The tournament’s name needs at least 2 characters."),
        (
            {"starts_at": datetime(2020, 1, 1, tzinfo=UTC)},
            "starts_at",
            "The start is in the past. Choose a later time.",
        ),
        (
            {"starts_at": datetime(2099, 1, 1, tzinfo=UTC)},
            "starts_at",
            "The start is more than two years away. Choose an earlier time.",
        ),
        (
            {"starts_at": datetime(2027, 1, 1)},
            "starts_at",
            "The start needs a time zone. Choose one.",
        ),
        ({"turn_seconds": 4}, "turn_seconds", "Choose a number from 5 to 600."),
        ({"check_in_minutes": 1441}, "check_in_minutes", "Choose a number from 0 to 1440."),
        (
            {"max_entries": 65},
            "max_entries",
            "In this format at most 64 can play. Allow fewer, or choose a Swiss.",
        ),
        ({"min_entries": 1}, "min_entries", "Choose a number from 2 to 512."),
        (
            {"min_entries": 9, "max_entries": 8},
            "min_entries",
            "This is above the maximum number of entries. Lower it, or raise the maximum.",
        ),
        ({"match_hands": 0}, "match_hands", "Choose a number from 1 to 64."),
        (
            {"match_hands": 4, "match_target": 250},
            "match_hands",
            "A match has a fixed number of hands or a target. Leave one of them empty.",
        ),
        (
            {"entry_alone": False, "entry_with_partner": False},
            "entry_with_partner",
            "Nobody could enter. Allow entries with a partner, alone, or both.",
        ),
        (
            {"format": "ladder"},
            "stages-0-format",
            "There is no such format. Choose one of: Round robin, Swiss, Knock-out, "
            "Double elimination, Individual rotation, Solo tables, Groups, Arena, Individual arena.",
        ),
        (
            {"format": "swiss", "double": True},
            "stages-0-double",
            "Only in a round robin does everybody play everybody. Choose it, or leave this out.",
        ),
        (
            {"format": "double_knock_out", "third_place": True},
            "stages-0-third_place",
            "Only a knock-out has a third-place match. Choose it, or leave this out.",
        ),
        (
            {"format": "knock_out", "third_place": True, "max_entries": 3},
            "stages-0-third_place",
            "A third-place match needs 4 entries. Allow more, or leave it out.",
        ),
        (
            {"rounds": 3},
            "stages-0-rounds",
            "Only a Swiss, a rotation and solo tables let you choose the rounds. Choose one of them,"
            " or leave this empty.",
        ),
        (
            {"format": "swiss", "rounds": 0},
            "stages-0-rounds",
            "Choose a number from 1 to 15: after 15 rounds 16 entries have all met each other.",
        ),
        (
            {"format": "swiss", "rounds": 6, "max_entries": 5},
            "stages-0-rounds",
            "Choose a number from 1 to 5: after 5 rounds 5 entries have all met each other.",
        ),
        (
            {"rules": {"preset": "bicycle_3"}},
            "rules",
            "This format is for two sides, and by these rules everybody plays alone. Choose rules for two partnerships or for two players, or the format solo tables.",
        ),
        (
            {"scoring": {"win": 0, "draw": 1}},
            "scoring.win",
            "A win must be worth at least a draw, and a draw at least a loss. Change the points.",
        ),
    ],
)
def test_each_mistake_is_named_at_its_field(
    club: Any, changes: dict[str, Any], field: str, sentence: str
) -> None:
    assert check_tournament(**fields(**changes)) == {field: [sentence]}
    with pytest.raises(NotValid) as refusal:
        create_tournament(by=club.organizer, **fields(**changes))
    assert refusal.value.errors == {field: [sentence]}
    assert (Tournament.objects.count(), Stage.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("format_", "said", "bye"),
    [
        ("round_robin", {"win": "1", "draw": "0.5"}, 0),
        ("swiss", {"win": "1", "draw": "0.5"}, "1"),
        ("swiss", {"win": "3"}, "3"),
        ("swiss", {"win": "1E+1", "draw": "5.00"}, "10"),
        ("rotation", {"win": "1", "draw": "0.5"}, "0.5"),
    ],
)
def test_a_win_by_forfeit_and_a_bye_are_worth_what_a_win_says(
    club: Any, format_: str, said: dict[str, str], bye: str | int
) -> None:
    cup = create_tournament(
        by=club.organizer,
        **fields(stages=(StagePlan(format_),), scoring=said, entry_alone=format_ == "rotation"),
    )
    plain = {"1E+1": "10", "5.00": "5"}
    worth = {name: plain.get(value, value) for name, value in said.items()}
    assert {name: cup.scoring[name] for name in worth} == worth
    assert (cup.scoring["forfeit_win"], cup.scoring["bye"]) == (worth["win"], bye)
    assert cup.scoring["half_bye"] == worth.get("draw", 1)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("forfeit_win", "A win by forfeit can’t be worth more than a win. Lower its points, or leave them empty."),
        ("bye", "A bye can’t be worth more than a win. Lower the points for byes."),
    ],
)  # fmt: skip
def test_nothing_unplayed_is_worth_more_than_a_win(name: str, sentence: str) -> None:
    scoring = {"win": 1, "draw": "0.5", name: 2}
    assert check_tournament(**fields(scoring=scoring)) == {f"scoring.{name}": [sentence]}


def test_inconsistent_rules_are_explained(club: Any) -> None:
    errors = check_tournament(**fields(rules={"preset": "cardgames_io", "players": 3}))
    assert list(errors) == ["rules"]
    assert "players" in errors["rules"][0]


def test_several_mistakes_are_named_together() -> None:
    errors = check_tournament(**fields(name="", turn_seconds=1, min_entries=0))
    assert set(errors) == {"name", "turn_seconds", "min_entries"}


def test_a_season_must_be_the_league_s_and_cover_the_start(club: Any) -> None:
    league = services.create_league(by=club.organizer, name="Club")
    other = services.create_league(by=club.organizer, name="Other")
    today = now().date()
    season = series(league, club.organizer, "Now", today, today + timedelta(days=30))
    past = series(league, club.organizer, "Past", date(2020, 1, 1), date(2020, 2, 1))
    assert check_tournament(**fields(league=league, season=season)) == {}
    assert check_tournament(**fields(league=other, season=season)) == {
        "season": ["That season belongs to another league. Choose one of this league."]
    }
    assert check_tournament(**fields(league=league, season=past)) == {
        "season": ["The start is outside the season. Choose another day or season."]
    }


def test_members_and_guests_may_not_create_a_leagues_tournament(club: Any) -> None:
    league = services.create_league(by=club.organizer, name="Club")
    amy = club.player("amy")
    services.join_league(league_id=league.pk, user=amy)
    with pytest.raises(Refused) as refusal:
        create_tournament(by=amy, **fields(league=league))
    assert refusal.value.code == "not_organizer"
    with pytest.raises(Refused) as refusal:
        create_tournament(by=create_guest(), **fields())
    assert refusal.value.code == "guest"
    assert Tournament.objects.count() == 0
    assert create_tournament(by=amy, **fields()).created_by == amy


def test_the_number_of_rounds_is_known_beforehand() -> None:
    assert [
        rounds_of(Proposal(**fields(max_entries=number, double=double)))
        for number, double in ((2, False), (8, False), (9, False), (8, True))
    ] == [1, 7, 9, 14]


@pytest.mark.parametrize(
    ("changes", "options", "rounds"),
    [
        ({"format": "swiss"}, {}, 4),
        ({"format": "swiss", "rounds": 6}, {"rounds": 6}, 6),
        ({"format": "knock_out"}, {}, 4),
        ({"format": "knock_out", "third_place": True}, {"third_place": True}, 4),
        ({"format": "double_knock_out"}, {}, 8),
    ],
)
def test_a_format_is_stored_with_its_own_options(
    club: Any, changes: dict[str, Any], options: dict[str, Any], rounds: int
) -> None:
    cup = create_tournament(by=club.organizer, **fields(**changes))
    stage = cup.stages.get()
    assert (stage.format, stage.options) == (changes["format"], options)
    usual = Policy.swiss() if cup.facts.pairs_each_round else Policy.round_robin()
    assert Policy.from_dict(cup.scoring) == usual
    again = proposal_of(cup)
    assert (again.stages, rounds_of(again)) == ((StagePlan(**changes),), rounds)
    assert (
        check_tournament(
            **{each.name: getattr(again, each.name) for each in dataclass_fields(again)}
        )
        == {}
    )


def test_another_format_takes_the_place_of_the_first(club: Any) -> None:
    cup = create_tournament(by=club.organizer, **fields(format="knock_out", third_place=True))
    first = cup.stages.get()
    edit_tournament(tournament_id=cup.pk, by=club.organizer, **fields(format="swiss", rounds=5))
    assert list(cup.stages.values_list("pk", "format", "options")) == [
        (first.pk, "swiss", {"rounds": 5})
    ]
    cup.refresh_from_db()
    assert Policy.from_dict(cup.scoring) == Policy.swiss()


def test_a_draft_is_edited_and_gives_its_fields_back(club: Any) -> None:
    cup = create_tournament(by=club.organizer, **fields(match_hands=2))
    cup.refresh_from_db()
    held = {
        field.name: getattr(proposal_of(cup), field.name) for field in dataclass_fields(Proposal)
    }
    again = edit_tournament(tournament_id=cup.pk, by=club.organizer, **held)
    assert (again.rules, again.scoring, again.starts_at) == (cup.rules, cup.scoring, cup.starts_at)
    changed = edit_tournament(
        tournament_id=cup.pk,
        by=club.organizer,
        **held
        | {
            "name": "Winter Cup",
            "stages": (StagePlan("round_robin", double=True),),
            "max_entries": 6,
            "match_hands": None,
        },
    )
    changed.refresh_from_db()
    assert (changed.name, changed.slug, changed.max_entries) == ("Winter Cup", "autumn-cup", 6)
    assert changed.stages.get().options == {"double": True}
    with pytest.raises(NotValid) as refusal:
        edit_tournament(tournament_id=cup.pk, by=club.organizer, **held | {"turn_seconds": 1})
    assert refusal.value.errors == {"turn_seconds": ["Choose a number from 5 to 600."]}
    with pytest.raises(Refused) as refused:
        edit_tournament(tournament_id=cup.pk, by=club.player("amy"), **held)
    assert refused.value.code == "not_organizer"


def test_once_entries_are_open_the_start_moves_until_it_has_begun(club: Any) -> None:
    cup = club.with_entries(2, check_in_minutes=15)
    with pytest.raises(Refused) as refused:
        edit_tournament(tournament_id=cup.pk, by=club.organizer, **fields())
    assert refused.value.code == "too_late_to_edit"
    later = now() + timedelta(hours=5)
    moved = change_tournament(
        tournament_id=cup.pk, by=club.organizer, starts_at=later, reason="Snow"
    )
    moved.refresh_from_db()
    assert (moved.starts_at, moved.next_due_at) == (later, later - timedelta(minutes=15))
    (newest, *_) = entries_about(moved).order_by("-pk")
    assert (newest.verb, newest.reason) == ("tournament.start_moved", "Snow")
    with pytest.raises(NotValid) as refusal:
        change_tournament(tournament_id=cup.pk, by=club.organizer, starts_at=now())
    assert list(refusal.value.errors) == ["starts_at"]
    with pytest.raises(Refused) as refused:
        change_tournament(tournament_id=cup.pk, by=club.player("a1"), starts_at=later)
    assert refused.value.code == "not_organizer"
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    with pytest.raises(Refused) as refused:
        change_tournament(tournament_id=cup.pk, by=club.organizer, starts_at=later)
    assert refused.value.code == "begun"
