"""What a season refuses: each time the sentence says what would work, and nothing is half-written."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from spades_site.accounts.closing import close_account
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tests.seasons.test_team_season import entered, team
from tournaments.events.actions import teams
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.entries import nominations, substitutes
from tournaments.events.models import Match, Nomination, TimeOffer
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.bans import ban, lift
from tournaments.leagues.members import leave_league
from tournaments.leagues.models import Season, TeamMember
from tournaments.leagues.teams import join_team
from tournaments.seasons.entries import signing_up
from tournaments.seasons.lifecycle import ending, publishing
from tournaments.seasons.lifecycle.planning import BreakPlan, DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.models import SeasonEntry, SeasonPlayer
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db


def said(call: Any, **given: Any) -> tuple[str, str]:
    """Return the code and the sentence with which a call is refused."""
    with pytest.raises(Refused) as refusal:
        call(**given)
    return refusal.value.code, str(refusal.value)


def test_a_team_enters_once_and_a_player_in_one_team(club: SeasonClub) -> None:
    season = entered(club, "Red")
    red, blue = season.entries.get(name="Red").team, team(club, "Blue")
    assert red is not None
    assert said(join_team, team_id=blue.pk, user=club.player("red4")) == (
        "in_a_team",
        "You are in the team “Red”. Leave it first.",
    )
    # Who changes teams after sign-up still plays the season for the first.
    TeamMember.objects.filter(user=club.player("red4")).update(team=blue)
    assert said(signing_up.sign_up_team, season_id=season.pk, by=red.captain, team_id=red.pk) == (
        "team_in_season",
        "“Red” has already entered this season.",
    )
    assert said(signing_up.sign_up_team, season_id=season.pk, by=blue.captain, team_id=blue.pk) == (
        "partner_in_season",
        "red4 already plays this season, for Red. Choose somebody else.",
    )
    assert (SeasonEntry.objects.count(), SeasonPlayer.objects.count()) == (1, 4)


@pytest.mark.slow
def test_nobody_comes_to_play_for_two_pairs_of_a_season(club: SeasonClub) -> None:
    divisions = (DivisionPlan("First", 2), DivisionPlan("Second", 2))
    season = club.published(4, divisions=divisions)
    entry = season.entries.get(name="a1 & b1").entry
    assert entry is not None
    one = {"entry_id": entry.pk, "by": club.organizer, "reason": "Ill"}
    assert said(substitutes.substitute, out_id=club.player("b1").pk, username="a3", **one) == (
        "user_entered",
        "a3 plays in another entry. Choose somebody else.",
    )
    substitutes.substitute(out_id=club.player("b1").pk, username=club.joined("c").username, **one)
    substitutes.substitute(out_id=club.player("c").pk, username="b1", **one)
    entry.refresh_from_db()
    assert entry.name == "a1 & b1"


@pytest.mark.slow
def test_the_next_season_asks_only_those_who_are_still_there(club: SeasonClub) -> None:
    season = club.published(4, divisions=(DivisionPlan("First", 4),))
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    leave_league(league_id=club.league.pk, user=club.player("a1"))
    close_account(user_id=club.player("b3").pk, by=club.player("b3"))
    assert {one.entry.name for one in ending.next_divisions(season)} == {"a2 & b2", "a4 & b4"}
    days = {"starts_on": date(2027, 9, 6), "ends_on": date(2027, 12, 20)}
    following = ending.roll_over(season_id=season.pk, by=club.organizer, name="Next", **days)
    assert {one.name for one in following.entries.all()} == {"a2 & b2", "a4 & b4"}


def test_a_fixture_stays_in_its_window(club: SeasonClub) -> None:
    season = club.published(4, divisions=(DivisionPlan("First", 4),))
    (first, *_rest) = draw_of(season)[0].rounds
    match = Match.objects.filter(round__number=2).order_by("number")[0]
    club.go_to(datetime(2027, 2, 22, 8, tzinfo=UTC))
    user = match.entries[0].players.order_by("position")[0].user
    offer = {"match_id": match.pk, "user": user}
    june = datetime(2027, 6, 1, 18, tzinfo=UTC)
    assert said(time_offers.offer_times, times=[june], **offer) == (
        "postpone_late",
        "The match can be postponed until Sun 14 Mar, 23:00 (UTC) at most. Offer an earlier time.",
    )
    move = {"match_id": match.pk, "by": club.organizer, "reason": "A storm"}
    last = Match.objects.filter(round__number=3).order_by("number")[0]
    assert said(
        time_offers.set_time,
        starts_at=datetime(2027, 2, 28, 18, tzinfo=UTC),
        **{**move, "match_id": last.pk},
    ) == (
        "before_window",
        "The window opens on Sun 28 Feb, 23:00 (UTC). Choose a later time.",
    )
    match.refresh_from_db()
    assert (match.starts_at, match.agreed) == (first.at + timedelta(weeks=1), False)
    assert TimeOffer.objects.count() == 0


@pytest.mark.slow
def test_an_odd_division_has_a_bye_in_every_round(club: SeasonClub) -> None:
    season = club.published(5, divisions=(DivisionPlan("First", 5),))
    (drawn,) = draw_of(season)
    byes = [[one.home.name for one in each.fixtures if one.away is None] for each in drawn.rounds]
    assert sorted(byes) == [[f"a{n} & b{n}"] for n in range(1, 6)]
    assert [len(each.fixtures) for each in drawn.rounds] == [3] * 5
    page = Client().get(f"{season.get_absolute_url()}?show=fixtures&round=1").content.decode()
    assert f"<bdi>{byes[0][0].replace('&', '&amp;')}</bdi> has a bye" in page
    club.go_to(drawn.rounds[0].at + timedelta(minutes=1))
    tournament = season.divisions.get().tournament
    assert tournament is not None
    assert len(club.in_play(tournament)) == 2


@pytest.mark.slow
def test_a_line_up_has_nobody_who_is_banned_or_whose_account_is_closed(club: SeasonClub) -> None:
    season = entered(club, "Red", "Blue")
    red = season.entries.get(name="Red").team
    assert red is not None
    five = club.joined("red5")
    TeamMember.objects.create(team=red, league=club.league, user=five, joined_at=now())
    signing_up.leave_before(entry_id=season.entries.get(name="Red").pk, by=red.captain)
    again = signing_up.sign_up_team(season_id=season.pk, by=red.captain, team_id=red.pk)
    again.division, again.seed_no = season.divisions.get(), 1
    again.save()
    publishing.publish(season_id=season.pk, by=club.organizer)
    (match,) = Match.objects.filter(tournament__season=season)
    one, two, three, four = (club.player(f"red{n}") for n in (1, 2, 3, 4))
    (entry,) = (each for each in match.entries if each.name == "Red")
    name = {"match_id": match.pk, "by": red.captain}
    pairs = [[one.pk, two.pk], [three.pk, four.pk]]
    ban(league_id=club.league.pk, by=club.organizer, username="red4", reason="Rude")
    assert said(teams.name_line_up, pairs=pairs, **name) == (
        "suspended",
        "red4 is banned from the league or has no account any more. Choose another player.",
    )
    assert Nomination.objects.count() == 0
    # Nor does the line-up that stands without one named.
    assert nominations.pairs_of(match, entry) == ((one, two), (three, five))
    lift(league_id=club.league.pk, by=club.organizer, user_id=four.pk)
    three.is_active = False
    three.save(update_fields=["is_active"])
    assert said(teams.name_line_up, pairs=pairs, **name)[0] == "suspended"
    three.is_active = True
    three.save(update_fields=["is_active"])
    teams.name_line_up(pairs=pairs, **name)
    assert nominations.pairs_of(match, entry) == ((one, two), (three, four))


@pytest.mark.slow
def test_a_time_that_the_clocks_skip_is_refused(club: SeasonClub) -> None:
    with pytest.raises(NotValid) as refusal:
        club.draft(terms=Terms(weekday=6, at="02:30"))
    assert refusal.value.errors == {
        "at": ["There is no 02:30 on 2027-03-28: the clocks go forward then. Choose another time."]
    }
    assert Season.objects.count() == 0
    season = club.published(4, divisions=(DivisionPlan("First", 4),), starts_on=date(2027, 3, 22))
    match = Match.objects.filter(round__number=1).order_by("number")[0]
    club.go_to(datetime(2027, 3, 22, 8, tzinfo=UTC))
    player = match.entries[0].players.order_by("position")[0].user
    player.time_zone = "Europe/Berlin"
    player.save(update_fields=["time_zone"])
    client = Client()
    client.force_login(player)
    page = f"{match.get_absolute_url()}time/"
    answer = client.post(page, {"starts_at": "2027-03-28T02:30"})
    assert (answer.status_code, TimeOffer.objects.count()) == (422, 0)
    assert "02:30" in answer.content.decode()
    answer = client.post(page, {"starts_at": "2027-03-28T12:30"})
    noon = datetime(2027, 3, 28, 12, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert (answer.status_code, TimeOffer.objects.get().moments) == (302, [noon])
    assert season.status == Season.Status.RUNNING


def test_a_break_s_name_is_refused_rather_than_cut(club: SeasonClub) -> None:
    long = "The week of the " + "very " * 4 + "long fair"
    with pytest.raises(NotValid) as refusal:
        club.draft(breaks=(BreakPlan(long, date(2027, 3, 1), date(2027, 3, 7)),))
    assert refusal.value.errors == {
        "breaks": [f"The name of the break “{long}” is too long. Use at most 30 characters."]
    }
    assert Season.objects.count() == 0


def test_a_season_ended_early_moves_nobody_who_did_not_play(club: SeasonClub) -> None:
    divisions = (DivisionPlan("First", 2, relegated=1), DivisionPlan("Second", 2, promoted=1))
    season = club.published(4, divisions=divisions)
    assert ending.left_to_play(season) == (0, 2)
    season = ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    found = {one.entry.name: (one.came_from, one.level) for one in ending.next_divisions(season)}
    assert found == {
        "a1 & b1": ("stays", 1),
        "a2 & b2": ("stays", 1),
        "a3 & b3": ("stays", 2),
        "a4 & b4": ("stays", 2),
    }


def test_a_season_is_ended_by_its_name(club: SeasonClub, client: Client) -> None:
    season = club.published(4, divisions=(DivisionPlan("First", 4),))
    client.force_login(club.organizer)
    desk = f"/organize/seasons/{season.slug}/"
    assert "matches aren’t played any more." in client.get(desk).content.decode()
    wrong = client.post(f"{desk}end/", {"reason": "Storm", "name": "Other"})
    assert "That isn’t its name." in wrong.content.decode()
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING
    client.post(f"{desk}end/", {"reason": "Storm", "name": season.name})
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
