"""Pairs that a Swiss keeps apart: named by the organizer, or with players of one team."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions import lifecycle
from tournaments.events.draw import separation
from tournaments.events.draw.manual_changes import sides_drawn
from tournaments.events.draw.quality import Judge
from tournaments.events.models import Entry, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.creating import check_tournament, create_tournament
from tournaments.leagues.services import create_league, join_league
from tournaments.leagues.teams import create_team, join_team

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def met(cup: Tournament) -> list[set[str]]:
    """Return who meets whom in the newest round."""
    newest = cup.rounds.order_by("-number")[0]
    return [{entry.name for entry in match.entries} for match in newest.matches.all()]


def entry(cup: Tournament, name: str) -> Entry:
    return cup.entries.get(name=name)


@pytest.mark.slow
def test_entries_kept_apart_do_not_meet(club: Any, client: Any) -> None:
    alike = club.with_entries(4, format="swiss", name="As it falls")
    lifecycle.start_now(tournament_id=alike.pk, by=club.organizer)
    first = sorted(met(alike)[0])
    cup = club.with_entries(4, format="swiss")
    one, other = (entry(cup, name) for name in first)
    client.force_login(club.organizer)
    address = f"/organize/tournaments/{cup.slug}/apart/"
    client.post(address, {"first": one.pk, "second": other.pk})
    (pair,) = separation.kept_apart(cup)
    assert {pair.first, pair.second} == {one, other}
    again = separation.keep_apart(
        tournament_id=cup.pk, first_id=other.pk, second_id=one.pk, by=club.organizer
    )
    assert again == pair
    page = client.get(f"/organize/tournaments/{cup.slug}/").content.decode()
    assert "Allow pairing" in page
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert set(first) not in met(cup)
    client.post(f"{address}{pair.pk}/undo/")
    assert separation.kept_apart(cup) == []
    assert refusal(separation.let_meet, pair_id=pair.pk, by=club.organizer) == "unknown_pair"


def test_invalid_pairs_to_keep_apart_are_refused(club: Any) -> None:
    cup = club.with_entries(2, format="swiss")
    a, b = cup.entries.order_by("pk")
    keep = {"tournament_id": cup.pk, "first_id": a.pk, "second_id": b.pk, "by": club.organizer}
    assert refusal(separation.keep_apart, **keep | {"by": club.player("a1")}) == "not_organizer"
    assert refusal(separation.keep_apart, **keep | {"second_id": a.pk}) == "same_entry"
    assert refusal(separation.keep_apart, **keep | {"second_id": 0}) == "unknown_entry"
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer)
    assert refusal(separation.keep_apart, **keep) == "over"
    bracket = club.open(format="knock_out")
    assert refusal(separation.keep_apart, **keep | {"tournament_id": bracket.pk}) == "no_swiss"


@pytest.mark.slow
def test_players_of_one_team_are_kept_apart(club: Any) -> None:
    league = create_league(by=club.organizer, name="League")
    people = [club.player(name) for name in ("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4")]
    for one in people:
        join_league(league_id=league.pk, user=one)
    fields: dict[str, Any] = {
        "name": "Cup", "rules": {"preset": "cardgames_io"}, "starts_at": now() + timedelta(hours=1),
        "check_in_minutes": 0, "stages": (StagePlan("swiss"),), "league": league,
    }  # fmt: skip
    made = [
        create_tournament(by=club.organizer, teams_apart=wanted, **fields)
        for wanted in (False, True)
    ]
    for cup in made:
        Tournament.objects.filter(pk=cup.pk).update(seed="5eed")
        lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
        for number in range(1, 5):
            club.enter_pair(cup, f"a{number}", f"b{number}")
    lifecycle.start_now(tournament_id=made[0].pk, by=club.organizer)
    first, second = sorted(met(made[0])[0])
    team = create_team(league_id=league.pk, by=club.player(first[:2]), name="Reds")
    join_team(team_id=team.pk, user=club.player(second[:2]))
    # That they meet is a consequence of the first draw even where nothing keeps them apart.
    (drawn,) = made[0].rounds.select_related("stage__tournament")
    assert Judge(drawn).quality(sides_drawn(drawn)).mates == 1
    lifecycle.start_now(tournament_id=made[1].pk, by=club.organizer)
    assert {first, second} not in met(made[1])


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"stages": (StagePlan("knock_out"),)},
            "Only a Swiss can keep a team’s players apart. Choose one, or turn this off.",
        ),
        (
            {"stages": (StagePlan("swiss"),)},
            "Teams belong to a league. Choose the league, or turn this off.",
        ),
    ],
)
def test_teams_that_cannot_be_kept_apart(fields: dict[str, Any], sentence: str) -> None:
    errors = check_tournament(
        name="Cup", rules={"preset": "cardgames_io"}, starts_at=now() + timedelta(hours=1),
        teams_apart=True, **fields,
    )  # fmt: skip
    assert errors == {"teams_apart": [sentence]}
