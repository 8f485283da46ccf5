"""Absences that fall on stronger opponents: the statistic, and the signal of a whole league's year."""

from datetime import timedelta

import pytest
from django.test import Client

from spades_site.common.clock import now
from tests.events.conftest import Club
from tournaments.events.models import LineUp, Match, Round, Tournament
from tournaments.fair_play import absences
from tournaments.fair_play.absences import Played, suspicion, unlikely
from tournaments.fair_play.models import Signal
from tournaments.leagues import services as leagues


def test_the_probability_is_fishers_and_a_person_is_looked_at_when_absences_have_doubled() -> None:
    few = [Played(n, n < 3, n < 4) for n in range(8)]
    # Three absences, all in the four stronger ones of eight matches: 4 of 56 ways.
    assert unlikely(few) == pytest.approx(4 / 56)
    year = [Played(n, n % 3 == 0, n % 3 == 0) for n in range(30)]
    found = suspicion(year, 1)
    assert found is not None
    assert (len(found.matches), sum(one.absent for one in found.matches)) == (22, 8)
    assert suspicion(year[:21], 1) is None
    assert suspicion([Played(n, n % 3 == 0, n % 2 == 0) for n in range(300)], 1) is None


@pytest.mark.django_db
def test_who_misses_the_stronger_opponents_is_a_signal_with_its_base_rate(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absences, "LEAST", 1)
    monkeypatch.setattr(absences, "PER_PAIR", 4.0)
    monkeypatch.setattr(absences, "PER_SEASON", 4.0)
    league = leagues.create_league(by=club.organizer, name="Club")
    cup = club.started(4)
    Tournament.objects.update(league=league)
    match = club.in_play(cup)[0]
    strong, weak = match.entries
    type(strong).objects.filter(pk=strong.pk).update(rating=1700)
    type(weak).objects.filter(pk=weak.pk).update(rating=1300)
    LineUp.objects.filter(match=match).update(present=True, cards=100)
    missing = LineUp.objects.filter(match=match, entry=weak).order_by("pk")[0]
    LineUp.objects.filter(pk=missing.pk).update(bot_cards=60)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.DONE)
    Round.objects.filter(pk=match.round_id).update(
        status="done", finished_at=now() - timedelta(minutes=1)
    )
    for _twice in range(2):
        absences.look_at_late_rounds()
    (row,) = Signal.objects.all()
    assert (row.kind, row.league, row.evidence["stronger"], row.evidence["others"]) == (
        "absence", league, [1, 1], [0, 0]
    )  # fmt: skip
    assert [one.user for one in row.people.all()] == [missing.user]
    client.force_login(club.organizer)
    page = client.get(row.get_absolute_url()).content.decode()
    assert "missed 1 of 1 matches against higher-rated opponents" in page
    assert match.get_absolute_url() in page
