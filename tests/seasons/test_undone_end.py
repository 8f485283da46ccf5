"""The early end of a season is undone: what it closed is open again."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.seasons.conftest import SeasonClub
from tournaments.events.actions import lifecycle
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.models import Match, Result, Round, TimeOffer, Tournament
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle import ending, reopening
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.terms import Terms

ONE = (DivisionPlan("First", 4),)
DAYS = timedelta(days=2)


def under_way(club: SeasonClub, **fields: Any) -> Season:
    """Return a season in its first window, in which a table is open and times for another match are offered."""
    season = club.published(4, divisions=ONE, **fields)
    first = draw_of(season)[0].rounds[0]
    club.go_to(first.at - timedelta(hours=48))
    one, other = Match.objects.filter(tournament__season=season, round__number=1)
    for match, ahead in ((one, timedelta(minutes=5)), (other, timedelta(hours=30))):
        user = match.entries[0].players.order_by("position")[0].user
        time_offers.offer_times(match_id=match.pk, user=user, times=[now() + ahead])
    partner = one.entries[1].players.order_by("position")[0].user
    time_offers.accept_time(offer_id=one.time_offers.get().pk, user=partner)
    club.go_to(now() + timedelta(minutes=6))
    one.refresh_from_db()
    assert one.status == Match.Status.PLAYING
    return season


def facts(season: Season) -> list[Any]:
    """Return what an end changes, apart from the match in play and from times."""
    return [
        list(Tournament.objects.filter(season=season).values_list("status", "winner", "finished_at")),
        list(Round.objects.filter(tournament__season=season).values_list("number", "status", "finished_at")),
        list(TimeOffer.objects.values_list("status", flat=True)),
        [season.status, season.ended_early, season.finished_at, season.final_places.count()],
    ]  # fmt: skip


def windows() -> list[Any]:
    """Return when the first window closes and the others open."""
    found = Round.objects.order_by("number").values_list("closes_at", "starts_at")
    return [closes or opens for closes, opens in found]


def test_what_the_end_closed_is_open_again(club: SeasonClub) -> None:
    season = under_way(club)
    before = facts(season)
    days = windows()
    expires = TimeOffer.objects.get(status="open").expires_at
    ended = ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    assert (facts(ended) == before, ended.final_places.count()) == (False, 8)
    club.go_to(now() + DAYS)

    again = reopening.undo_end(season_id=season.pk, by=club.organizer)
    assert facts(again) == before
    assert [(there - at).days for there, at in zip(windows(), days, strict=True)] == [2, 2, 2]
    assert (TimeOffer.objects.get(status="open").expires_at - expires).days == 2
    statuses = Match.objects.filter(round__number=1).order_by("number")
    assert sorted(one.status for one in statuses) == ["drawn", "undecided"]
    assert not Result.objects.filter(current=True).exists()
    told = Notice.objects.filter(params__season_news="goes_on")
    assert told.count() == 8
    assert reopening.undo_end(season_id=season.pk, by=club.organizer).status == "running"
    assert told.count() == 8


def test_a_pause_before_the_end_goes_on(club: SeasonClub) -> None:
    season = club.published(4, divisions=ONE)
    cup = Tournament.objects.get(season=season)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer)
    cup.refresh_from_db()
    since = cup.paused_at
    club.go_to(now() + DAYS)
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    reopening.undo_end(season_id=season.pk, by=club.organizer)
    cup.refresh_from_db()
    assert (cup.status, cup.paused_at, cup.pauses) == ("paused", since, [])


def test_a_draw_that_waited_waits_again(club: SeasonClub) -> None:
    season = club.published(4, divisions=ONE, terms=Terms(match_hands=2, swiss_rounds=2))
    cup = Tournament.objects.get(season=season)
    rounds = list(cup.rounds.values_list("number", "status"))
    cup.rounds.update(status=Round.Status.DRAFTED)
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    assert not cup.rounds.exists()
    reopening.undo_end(season_id=season.pk, by=club.organizer)
    assert [number for number, _status in cup.rounds.values_list("number", "status")] == [
        number for number, _status in rounds
    ]
    assert Tournament.objects.get(pk=cup.pk).status == "running"


def test_what_was_over_before_stays_over(club: SeasonClub) -> None:
    divisions = (DivisionPlan("First", 2), DivisionPlan("Second", 2))
    season = club.published(4, divisions=divisions)
    first = season.divisions.get(level=1).tournament
    assert first is not None
    lifecycle.end_tournament(tournament_id=first.pk, by=club.organizer, reason="Storm")
    club.go_to(now() + DAYS)
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    reopening.undo_end(season_id=season.pk, by=club.organizer)
    found = Tournament.objects.filter(season=season).order_by("division__level")
    assert list(found.values_list("status", flat=True)) == ["finished", "running"]


def test_it_is_refused_once_a_season_follows(club: SeasonClub) -> None:
    season = club.published(4, divisions=ONE)
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    with pytest.raises(Refused) as refused:
        reopening.undo_end(season_id=season.pk, by=club.player("a1"))
    assert refused.value.code == "not_organizer"
    ending.roll_over(
        season_id=season.pk, by=club.organizer, name="Next",
        starts_on=date(2027, 9, 6), ends_on=date(2027, 12, 20),
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        reopening.undo_end(season_id=season.pk, by=club.organizer)
    assert (refused.value.code, str(refused.value)) == (
        "already_followed",
        "“Next” already follows this season. Delete that draft first.",
    )
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED


def test_a_season_that_ended_by_itself_stays_over(club: SeasonClub) -> None:
    season = club.published(4, divisions=ONE)
    draft = club.draft(name="Other")
    with pytest.raises(Refused) as refused:
        reopening.undo_end(season_id=draft.pk, by=club.organizer)
    assert refused.value.code == "season_not_running"
    Tournament.objects.filter(season=season).update(status="finished", finished_at=now())
    ending.finish_due()
    with pytest.raises(Refused) as refused:
        reopening.undo_end(season_id=season.pk, by=club.organizer)
    assert refused.value.code == "nothing_to_undo"


def test_the_desk_offers_it(club: SeasonClub, client: Any) -> None:
    season = club.published(4, divisions=ONE)
    client.force_login(club.organizer)
    desk, undo = (reverse(name, args=[season.slug]) for name in ("season_desk", "season_undo_end"))
    assert undo not in client.get(desk).content.decode()
    ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")
    assert undo in client.get(desk).content.decode()
    assert client.post(undo).status_code == 302
    season.refresh_from_db()
    assert (season.status, season.finished_at) == ("running", None)
    assert undo not in client.get(desk).content.decode()
