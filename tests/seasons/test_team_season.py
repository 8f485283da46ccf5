"""A team league: teams sign up, play on the same cards at two tables, and are ranked by victory points."""

from datetime import date, timedelta
from typing import Any

import pytest

from games.ratings.models import RatedResult
from games.tables.server.autoplay import play_out
from games.tables.services import arrive
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tournaments.events.actions import decisions
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.actions.teams import change_team, name_line_up
from tournaments.events.models import Match, Result
from tournaments.events.scoring.team_scores import difference_of
from tournaments.formats.victory_points import estimate_spread
from tournaments.leagues import teams
from tournaments.leagues.models import Season, Team, TeamMember
from tournaments.seasons.entries import placing, signing_up
from tournaments.seasons.lifecycle import ending, planning, publishing
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.terms import Terms, terms_of

pytestmark = pytest.mark.django_db


def team(club: SeasonClub, name: str, players: int = 4) -> Team:
    """Return a team of the league whose captain, its first player, is named like it."""
    people = [club.joined(f"{name.lower()}{number}") for number in range(1, players + 1)]
    made = Team.objects.create(league=club.league, name=name, captain=people[0], created_at=now())
    TeamMember.objects.bulk_create(
        TeamMember(team=made, league=club.league, user=user, joined_at=now()) for user in people
    )
    return made


def entered(club: SeasonClub, *names: str) -> Season:
    """Return a season of these teams, entered by their captains and placed in this order."""
    season = club.draft(
        kind=str(Season.Kind.TEAMS),
        divisions=(DivisionPlan("First", 4),),
        terms=Terms(deals=12, turn_seconds=30),
    )
    planning.open_sign_up(season_id=season.pk, by=club.organizer)
    keys = []
    for name in names:
        made = team(club, name)
        entry = signing_up.sign_up_team(season_id=season.pk, by=made.captain, team_id=made.pk)
        keys.append(entry.pk)
    placing.arrange(season_id=season.pk, by=club.organizer, arrangement={1: keys})
    return season


def play(match: Match) -> None:
    """Let everybody come, and bots choose their cards, at both tables."""
    for at in match.counting:
        assert at.table is not None
        for seat in at.table.seats.select_related("user"):
            arrive(table_id=at.table.pk, user=seat.user, salt_hash="")
    for at in match.counting:
        assert at.table is not None
        play_out(at.table.pk)
        outbox.deliver_due()


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


@pytest.mark.slow
def test_a_match_day_of_a_team_league(club: SeasonClub, client: Any) -> None:
    season = entered(club, "Red", "Blue", "Green", "Gold")
    publishing.publish(season_id=season.pk, by=club.organizer)
    tournament = season.divisions.get().tournament
    assert tournament is not None
    assert (tournament.is_team, tournament.rules["max_hands"]) == (True, 12)
    scoring = [tournament.scoring[name] for name in ("spread", "deal_cap", "walkover_average")]
    assert scoring == [85, 200, True]
    assert {entry.captain.username for entry in tournament.entries.all()} == {
        "red1", "blue1", "green1", "gold1",
    }  # fmt: skip
    first = draw_of(season)[0].rounds[0]
    club.go_to(first.at + timedelta(minutes=1))
    matches = club.in_play(tournament)
    assert [len(match.counting) for match in matches] == [2, 2]
    # Both pages say who plays now, although nobody may watch the deals that both tables share.
    for page in (season.get_absolute_url(), club.league.get_absolute_url()):
        shown = client.get(page)
        assert (list(shown.context["live"]), "Watch" in shown.content.decode()) == (matches, False)
    for match in matches:
        play(match)
    results = Result.objects.filter(match__tournament=tournament, current=True)
    assert results.count() == 2
    rows = season_tables(season)[0].rows
    # Each match shares out 20 victory points.
    assert sum(row.row.points for row in rows) == 40
    assert {row.row.played for row in rows} == {1}
    # The next season takes the spread of a deal from this one's deals.
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    following = ending.roll_over(
        season_id=season.pk, by=club.organizer, name="Next",
        starts_on=date(2027, 9, 6), ends_on=date(2027, 12, 20),
    )  # fmt: skip
    deals = [[difference_of(hand) for hand in result.by_hand] for result in results]
    assert [len(each) for each in deals] == [12, 12]
    spread = estimate_spread(deals)
    assert terms_of(following).spread == min(max(spread or 85, 20), 400)


@pytest.mark.slow
def test_the_league_says_who_captains_a_team_in_its_season(club: SeasonClub) -> None:
    season = entered(club, "Red", "Blue")
    red = Team.objects.get(name="Red")
    one, two, three, four = (club.player(f"red{n}") for n in (1, 2, 3, 4))
    teams.set_vice(team_id=red.pk, by=one, user_id=two.pk)
    publishing.publish(season_id=season.pk, by=club.organizer)
    entry = season.entries.get(team=red).entry
    assert entry is not None

    def led() -> tuple[Any, Any]:
        entry.refresh_from_db()
        return entry.captain, entry.vice_captain

    assert led() == (one, two)
    teams.set_captain(team_id=red.pk, by=one, user_id=three.pk)
    assert led() == (three, two)
    (match,) = Match.objects.filter(tournament__season=season)
    pairs = [[one.pk, two.pk], [three.pk, four.pk]]
    name = {"match_id": match.pk, "pairs": pairs}
    assert refusal(name_line_up, by=one, **name) == "not_captain"
    name_line_up(by=three, **name)
    teams.leave_team(team_id=red.pk, user=three)
    assert led() == (two, None)
    roster = [user.pk for user in (one, two, three, four)]
    change = {"entry_id": entry.pk, "by": club.organizer, "name": "Red", "players": roster}
    assert refusal(change_team, captain=one.pk, **change) == "led_in_league"
    assert led() == (two, None)
    # Who leads when the season is over stays in its history.
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    teams.set_captain(team_id=red.pk, by=club.organizer, user_id=four.pk)
    assert led() == (two, None)


def test_teams_that_can_t_enter_read_why(club: SeasonClub) -> None:
    season = entered(club, "Red")
    small = team(club, "Blue", 3)
    sign_up = signing_up.sign_up_team
    assert refusal(sign_up, season_id=season.pk, by=small.captain, team_id=small.pk) == (
        "team_too_small"
    )
    red = Team.objects.get(name="Red")
    assert refusal(sign_up, season_id=season.pk, by=red.captain, team_id=red.pk) == (
        "team_in_season"
    )
    assert refusal(sign_up, season_id=season.pk, by=small.captain, team_id=red.pk) == (
        "not_captain"
    )
    assert (
        refusal(signing_up.sign_up_pair, season_id=season.pk, user=small.captain, partner="blue2")
        == "not_pairs"
    )


def test_a_captain_answers_for_the_team_in_the_next_season(club: SeasonClub) -> None:
    season = entered(club, "Red", "Blue")
    publishing.publish(season_id=season.pk, by=club.organizer)
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    following = ending.roll_over(
        season_id=season.pk, by=club.organizer, name="Next",
        starts_on=date(2027, 9, 6), ends_on=date(2027, 12, 20),
    )  # fmt: skip
    red = following.entries.get(name="Red")
    assert (
        refusal(signing_up.answer, entry_id=red.pk, user=club.player("red2"), accept=True)
        == "unknown_season_entry"
    )
    signing_up.answer(entry_id=red.pk, user=club.player("red1"), accept=True)
    red.refresh_from_db()
    assert (red.status, red.players.filter(active=True).count()) == ("entered", 4)


@pytest.mark.slow
def test_a_team_with_people_without_an_account_plays_away_from_the_site(club: SeasonClub) -> None:
    season = club.draft(
        kind=str(Season.Kind.TEAMS),
        divisions=(DivisionPlan("First", 4),),
        terms=Terms(deals=12, turn_seconds=30),
    )
    planning.open_sign_up(season_id=season.pk, by=club.organizer)
    keys = []
    for name in ("Red", "Blue", "Green", "Gold"):
        made = team(club, name, 3 if name == "Red" else 4)
        teams.add_by_name(team_id=made.pk, by=club.organizer, names=f"Otto {name}")
        entry = signing_up.sign_up_team(season_id=season.pk, by=made.captain, team_id=made.pk)
        keys.append(entry.pk)
    placing.arrange(season_id=season.pk, by=club.organizer, arrangement={1: keys})
    publishing.publish(season_id=season.pk, by=club.organizer)
    tournament = season.divisions.get().tournament
    assert tournament is not None
    club.go_to(draw_of(season)[0].rounds[0].at + timedelta(minutes=1))
    # Red has only three with an account; the others play without their Otto.
    by_team = {
        frozenset(entry.name for entry in match.entries): len(match.counting)
        for match in tournament.matches.filter(round__number=1)
    }
    assert {("Red" in names, tables) for names, tables in by_team.items()} == {
        (True, 0),
        (False, 2),
    }
    red = next(one for one in tournament.matches.filter(round__number=1) if not one.counting)
    decisions.enter_score(
        match_id=red.pk,
        by=club.organizer,
        games={number: Given((500 + number, 400), hands=12) for number in (1, 2)},
        reason="At the club",
    )
    assert sorted(row.row.played for row in season_tables(season)[0].rows) == [0, 0, 1, 1]
    assert not RatedResult.objects.exists()
