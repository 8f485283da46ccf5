"""Postponing a whole season: every week in which no match has begun, over the breaks again."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.seasons.conftest import SeasonClub
from tournaments.events.actions import lifecycle
from tournaments.events.actions.fixtures import availability, time_offers
from tournaments.events.models import Availability, Match
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle.planning import BreakPlan, DivisionPlan
from tournaments.seasons.lifecycle.play_offs import start_play_offs
from tournaments.seasons.lifecycle.postponing import postpone_season, postponement

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
THURSDAY = date(2027, 2, 18)
"""The first match day; in Berlin the clocks go forward on 28 March."""


def league(club: SeasonClub, **fields: Any) -> Season:
    """Return a published league of two divisions, of four pairs and of two, with a break over Easter."""
    return club.published(
        6,
        divisions=(DivisionPlan("First", 4, relegated=1), DivisionPlan("Second", 2, promoted=1)),
        breaks=(BreakPlan("Easter", date(2027, 3, 22), date(2027, 4, 4)),),
        **fields,
    )


def times(season: Season, level: int = 1) -> list[str]:
    """Return the default or agreed times of a division's first matches, by round, on the clock of Berlin."""
    with timezone.override("Europe/Berlin"):
        found = Match.objects.filter(
            tournament__division__season=season, tournament__division__level=level, number=1
        )
        return [
            timezone.localtime(one.starts_at).strftime("%d %b %H:%M")
            for one in found.order_by("round__number")
            if one.starts_at
        ]


def refused(season: Season, club: SeasonClub, **said: Any) -> str:
    word = {"season_id": season.pk, "by": club.organizer, "to": THURSDAY + WEEK, "reason": "Snow"}
    with pytest.raises(Refused) as refusal:
        postpone_season(**word | said)
    return refusal.value.code


@pytest.mark.slow
def test_the_weeks_ahead_move_over_the_break_and_what_has_begun_stays(
    club: SeasonClub, client: Any
) -> None:
    season = league(club)
    assert times(season) == ["18 Feb 19:30", "25 Feb 19:30", "04 Mar 19:30"]
    top = season.divisions.get(level=1).tournament
    club.go_to(datetime(2027, 2, 18, 19, 0, tzinfo=UTC))
    for match in club.in_play(top):
        club.finish(match, 500, 100)
    # A time is agreed for the second week, another is offered for the third.
    second, third = (top.matches.filter(round__number=number, number=1)[0] for number in (2, 3))
    agreed = datetime(2027, 2, 27, 14, 0, tzinfo=UTC)
    for match, accept in ((second, True), (third, False)):
        home, away = (entry.players.first().user for entry in match.entries)
        opens = match.round.starts_at
        made = time_offers.offer_times(
            match_id=match.pk, user=home, times=[agreed if accept else opens + timedelta(days=5)]
        )
        if accept:
            time_offers.accept_time(offer_id=made.pk, user=away)
    hours = availability.hours_of(third, now())[:2]
    availability.mark_hours(match_id=third.pk, user=home, hours=hours)
    # Three weeks on, the third round would be played in the break.
    shown = postponement(season, 3)
    assert shown is not None
    assert [(week.number, week.was, week.becomes) for week in shown.weeks] == [
        (2, date(2027, 2, 25), date(2027, 3, 18)), (3, date(2027, 3, 4), date(2027, 4, 8)),
    ]  # fmt: skip
    assert shown.ends_on == season.ends_on
    client.force_login(club.organizer)
    desk = reverse("season_desk", args=[season.slug])
    page = client.get(desk, {"weeks": "3"}).content.decode()
    assert "Thu 18 Mar 2027" in page
    assert "Thu 8 Apr 2027" in page
    typed = {"to": shown.to.isoformat(), "reason": "The server is moved."}
    refusal = client.post(f"{desk}postpone/?weeks=3", typed | {"reason": ""})
    assert (refusal.status_code, "Thu 8 Apr 2027" in refusal.content.decode()) == (422, True)
    # Said twice it is done once.
    for _time in range(2):
        assert client.post(f"{desk}postpone/", typed).url == desk
    assert times(season) == ["18 Feb 19:30", "20 Mar 15:00", "08 Apr 19:30"]
    assert times(season, level=2) == ["18 Feb 19:30"]
    second.refresh_from_db()
    assert second.agreed
    assert list(third.time_offers.values_list("status", flat=True)) == ["lapsed"]
    assert not Availability.objects.exists()
    notes = Notice.objects.filter(kind="season", params__season_news="postponed")
    assert notes.count() == 12
    with timezone.override("Europe/Berlin"):
        assert notice_text("season", notes[0].params).text == (
            "The matches that haven’t begun are postponed; the next ones are Thu 18 Mar, 19:30 (CET)."
            " Agreed times move along. Reason: The server is moved."
        )
    # The windows open on the new days, and the season is played to its end.
    top.refresh_from_db()
    assert top.next_due_at == datetime(2027, 3, 14, 23, 0, tzinfo=UTC)
    for moment in (
        datetime(2027, 3, 20, 14, 0, tzinfo=UTC),
        datetime(2027, 4, 8, 17, 30, tzinfo=UTC),
    ):
        club.go_to(moment)
        for match in club.in_play(top):
            club.finish(match, 500, 100)
    top.refresh_from_db()
    assert top.status == "finished"


@pytest.mark.slow
def test_an_open_week_without_a_match_moves_too_and_the_season_gets_longer(
    club: SeasonClub,
) -> None:
    season = league(club, ends_on=date(2027, 3, 21))
    club.go_to(datetime(2027, 2, 15, 12, 0, tzinfo=UTC))
    tournaments = [division.tournament for division in season.divisions.all()]
    assert {each.rounds.get(number=1).status for each in tournaments} == {"playing"}
    postpone_season(season_id=season.pk, by=club.organizer, to=THURSDAY + 2 * WEEK, reason="Snow")
    assert times(season) == ["04 Mar 19:30", "11 Mar 19:30", "18 Mar 19:30"]
    assert times(season, level=2) == ["04 Mar 19:30"]
    assert [each.rounds.get(number=1).status for each in tournaments] == ["confirmed"] * 2
    season.refresh_from_db()
    assert season.ends_on == date(2027, 3, 21)
    postpone_season(
        season_id=season.pk, by=club.organizer, to=THURSDAY + 4 * WEEK, reason="More snow"
    )
    assert times(season) == ["18 Mar 19:30", "08 Apr 19:30", "15 Apr 19:30"]
    season.refresh_from_db()
    assert season.ends_on == date(2027, 4, 18)
    club.go_to(datetime(2027, 3, 15, 12, 0, tzinfo=UTC))
    first = tournaments[0].rounds.get(number=1)
    assert (first.status, first.closes_at) == (
        "playing", datetime(2027, 4, 4, 22, 0, tzinfo=UTC),
    )  # fmt: skip


@pytest.mark.slow
def test_what_cannot_be_postponed_is_refused_whole(club: SeasonClub) -> None:
    season = league(club)
    before = times(season)
    assert refused(season, club, by=club.player("zoe")) == "not_organizer"
    assert refused(season, club, reason=" ") == "reason_missing"
    for wrong in (THURSDAY - WEEK, THURSDAY + timedelta(days=1), THURSDAY + 27 * WEEK):
        assert refused(season, club, to=wrong) == "wrong_day"
    assert refused(season, club, to=date(2027, 3, 25)) == "in_break"
    top = season.divisions.get(level=1).tournament
    club.go_to(datetime(2027, 2, 15, 12, 0, tzinfo=UTC))
    lifecycle.pause(tournament_id=top.pk, by=club.organizer)
    assert refused(season, club) == "season_paused"
    assert postponement(season, 1) is None
    assert times(season) == before
    draft = club.draft(name="Draft")
    assert refused(draft, club) == "season_not_running"
    lifecycle.resume(tournament_id=top.pk, by=club.organizer)
    for _week in range(3):
        following = top.matches.exclude(status="done").order_by("starts_at").first()
        assert following is not None
        assert following.starts_at is not None
        club.go_to(following.starts_at)
        for match in club.in_play(top):
            club.finish(match, 500, 100)
        club.go_to(now() + WEEK)
    assert refused(season, club) in {"nothing_left", "season_not_running"}


def test_once_the_divisions_are_over_the_play_offs_are_postponed(club: SeasonClub) -> None:
    season = club.published(2, divisions=(DivisionPlan("First", 2, play_offs=2),))
    division = season.divisions.get()
    club.go_to(datetime(2027, 2, 18, 19, 0, tzinfo=UTC))
    for match in club.in_play(division.tournament):
        club.finish(match, 500, 100)
    final = start_play_offs(
        division_id=division.pk, by=club.organizer, starts_on=date(2027, 3, 1)
    ).rounds.get(number=1)
    before = postponement(season, 1)
    assert before is not None
    assert [(one.number, one.was, one.becomes) for one in before.weeks] == [
        (1, date(2027, 3, 4), date(2027, 3, 11))
    ]
    postpone_season(season_id=season.pk, by=club.organizer, to=before.to, reason="Snow")
    final.refresh_from_db()
    assert final.starts_at == datetime(2027, 3, 7, 23, 0, tzinfo=UTC)
