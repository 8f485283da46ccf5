"""Absences that fall on stronger opponents: the statistic, and the signal of a whole league's year."""

from datetime import timedelta

import pytest
from django.test import Client

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.fair_play.conftest import end_trust
from tournaments.events.actions import entering
from tournaments.events.models import LineUp, Match, Round, Substitution, Tournament
from tournaments.fair_play import absences
from tournaments.fair_play.absences import Cause, Played, suspicion, unlikely
from tournaments.fair_play.models import Signal
from tournaments.fair_play.signals import judge
from tournaments.leagues import services as leagues


def away(yes: bool) -> Cause | None:
    return Cause.ABSENT if yes else None


def test_the_probability_is_fishers_and_a_person_is_looked_at_when_absences_have_doubled() -> None:
    few = [Played(n, away(n < 3), n < 4) for n in range(8)]
    # Three absences, all in the four stronger ones of eight matches: 4 of 56 ways.
    assert unlikely(few) == pytest.approx(4 / 56)
    year = [Played(n, away(n % 3 == 0), n % 3 == 0) for n in range(30)]
    found = suspicion(year, 1)
    assert found is not None
    assert (len(found.matches), sum(one.absent for one in found.matches)) == (22, 8)
    assert suspicion(year[:21], 1) is None
    assert suspicion([Played(n, away(n % 3 == 0), n % 2 == 0) for n in range(300)], 1) is None


@pytest.mark.slow
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

    # “No concern” holds into the next year, and then no longer.
    judge(signal_id=row.pk, by=club.organizer, decision="no_concern", note="Shift work.")
    later = now().replace(month=1, day=2, year=now().year + 1)
    Round.objects.filter(pk=match.round_id).update(finished_at=later)
    monkeypatch.setattr(absences, "now", lambda: later)
    absences.look_at(league)
    assert Signal.objects.get() == row
    end_trust()
    absences.look_at(league)
    assert [one.evidence["year"] for one in Signal.objects.order_by("pk")] == [
        later.year - 1, later.year,
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
def test_own_withdrawals_and_stand_ins_count_and_walkovers_of_others_do_not(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absences, "LEAST", 1)
    monkeypatch.setattr(absences, "PER_PAIR", 40.0)
    monkeypatch.setattr(absences, "PER_SEASON", 40.0)
    cup = club.started(4, format="round_robin")
    cup.entries.update(rating=1700)
    for name, rating in (("a1", 1300), ("a2", 1500)):
        cup.entries.filter(players__user__username=name).update(rating=rating)
    # Two of the three matches become forfeits; only the first is one that somebody kept away from.
    entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
    club.play_all(cup)
    LineUp.objects.filter(table__isnull=False).update(present=True)
    tables = cup.matches.filter(line_up__user=club.player("a2"), line_up__table__isnull=False)
    match = tables.exclude(line_up__user=club.player("a1")).order_by("-round__number")[0]
    match.line_up.filter(user=club.player("a2")).delete()
    Substitution.objects.create(
        entry=cup.entries.get(players__user=club.player("a2")), match=match, position=0,
        out=club.player("a2"), into=club.player("c1"), by=club.player("b2"), at=now(),
    )  # fmt: skip
    absences.look_at_late_rounds()
    found = {
        row.people.get().user.username: (
            row.evidence["stronger"], row.evidence["others"], [one[1] for one in row.evidence["matches"]]
        )
        for row in Signal.objects.all()
    }  # fmt: skip
    assert found == {"a1": ([1, 2], [0, 0], ["withdrew"]), "a2": ([1, 2], [0, 0], ["stand_in"])}
    client.force_login(club.organizer)
    page = client.get(Signal.objects.get(people__user__username="a1").get_absolute_url())
    assert "withdrew from the tournament · " in page.content.decode()
