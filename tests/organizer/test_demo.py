"""The demonstration club: what happened there lies in the order in which it would have happened."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from games.practice import daily
from games.ratings.models import RatedResult
from games.tables.models import Table
from games.tables.models.chat import Report
from spades_site.common.clock import now
from tournaments.events.models import Match, Tournament
from tournaments.fair_play.models import Signal
from tournaments.ladders import steps
from tournaments.ladders.models import Ladder
from tournaments.leagues.models import League, Season
from tournaments.seasons.tables.champions import champions_of
from tournaments.seasons.tables.divisions import season_tables
from tournaments.webhooks.models import Webhook


@pytest.mark.long
@pytest.mark.django_db
def test_the_club_s_games_are_rated_in_the_order_in_which_they_ended() -> None:
    call_command("demo")
    ends = list(RatedResult.objects.order_by("pk").values_list("finished_at", flat=True))
    assert ends == sorted(ends)
    assert sorted(Tournament.objects.filter(division=None).values_list("name", "status")) == [
        ("Autumn pairs", "running"),
        ("Club cup", "finished"),
        ("Open arena", "running"),
        ("Open evening", "registration"),
        ("Sunday knock-out", "finished"),
    ]
    leagues = {one.name.split()[0]: one for one in Season.objects.all()}
    assert {word: one.status for word, one in leagues.items()} == {
        "Sprint": "finished", "Club": "running", "Pairs": "running", "Team": "running",
    }  # fmt: skip
    assert leagues["Sprint"].ends_on >= now().date() - timedelta(days=10)
    champions = champions_of(leagues["Sprint"].league)
    assert [(one.season, len(one.names)) for one in champions] == [(leagues["Sprint"], 1)]
    tables = season_tables(leagues["Pairs"])
    assert [(table.played, table.rounds, len(table.rows)) for table in tables] == [(5, 10, 6)] * 2
    week = Match.objects.filter(
        tournament__season=leagues["Pairs"], round__number=6, tournament__division__level=1
    )
    assert sorted(week.values_list("status", "agreed")) == [
        ("done", True), ("drawn", False), ("drawn", True),
    ]  # fmt: skip
    assert week.filter(time_offers__status="open").count() == 1
    (team,) = season_tables(leagues["Team"])
    assert (team.played, team.rounds, len(team.rows)) == (1, 3, 4)
    matches = Match.objects.filter(tournament__season=leagues["Team"], round__number=2)
    (going_on,) = matches.filter(status="playing")
    assert sorted(at.table.status for at in going_on.tables) == ["finished", "playing"]
    assert matches.filter(status="done").count() == 1
    ladder = Ladder.objects.get()
    assert steps.differences(ladder) == []
    assert sorted(ladder.challenges.values_list("status", flat=True)) == [
        "accepted", "declined", "open", *["played"] * 6,
    ]  # fmt: skip
    points = [row.row.points for row in team.rows]
    assert points[0] > points[-1], "everybody plays alike"


@pytest.mark.long
@pytest.mark.django_db
def test_visitors_find_waiting_tables_a_deal_a_signal_a_report_and_a_webhook() -> None:
    call_command("demo")
    waiting = Table.objects.filter(status="open", kind="casual")
    assert sorted(waiting.values_list("preset", flat=True)) == [
        "bicycle_3", "cardgames_io", "rubl_two_player",
    ]  # fmt: skip
    yesterday = daily.day_before(daily.today())
    assert daily.figures(yesterday)["count"] == 4
    assert Report.objects.values_list("reporter__username", "about__username").get() == (
        "dmitri",
        "farid",
    )
    assert {(one.kind, one.closed_at) for one in Signal.objects.all()} == {("device", None)}
    webhook = Webhook.objects.get()
    assert (webhook.league, webhook.off_at is None) == (League.objects.get(), False)
