"""A whole season as its players live it: agreed, countered and lapsed times, a no-show, a substitute, a postponed match,
two withdrawals, two changes of the clocks, and the next season.
"""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.tables.services import arrive
from tests.seasons.conftest import SeasonClub
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.entries import substitute_offers
from tournaments.events.models import Match, Result, Round, TimeOffer
from tournaments.leagues.models import Season
from tournaments.seasons.entries import withdrawing
from tournaments.seasons.lifecycle import ending
from tournaments.seasons.lifecycle.planning import BreakPlan
from tournaments.seasons.queries.mine import fixtures_of
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.terms import Terms

BREAKS = (
    BreakPlan("Carnival", date(2027, 3, 1), date(2027, 3, 7)),
    BreakPlan("Easter", date(2027, 3, 22), date(2027, 4, 4)),
)
"""Three of the ten weeks. The clocks go forward in New York on 14 March and in Berlin on the 28th."""


def utc(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2027, month, day, hour, minute, tzinfo=UTC)


DAYS = [
    utc(2, 18, 18, 30), utc(2, 25, 18, 30), utc(3, 11, 18, 30), utc(3, 18, 18, 30),
    utc(4, 8, 17, 30), utc(4, 15, 17, 30), utc(4, 22, 17, 30),
]  # fmt: skip
"""When the matches of each round begin: on Thursdays at half past seven in Berlin."""


class Weeks:
    """A season under way, and what its players and its organizer do."""

    def __init__(self, club: SeasonClub) -> None:
        self.club = club
        self.season = club.published(breaks=BREAKS, terms=Terms(match_hands=2, no_show="forfeit"))

    def match(self, number: int, pair: int) -> Match:
        """Return the match of a round that a pair plays."""
        return Match.objects.get(
            tournament__season=self.season,
            round__number=number,
            sides__places__entry__name=f"a{pair} & b{pair}",
        )

    def opponent(self, match: Match, pair: int) -> Any:
        """Return the first player of the other side."""
        (other,) = (one for one in match.entries if one.name != f"a{pair} & b{pair}")
        return other.players.order_by("position")[0].user

    def offer(self, match: Match, user: Any, *times: datetime) -> TimeOffer:
        return time_offers.offer_times(match_id=match.pk, user=user, times=times)

    def finish_all(self) -> None:
        """Finish the matches in play: the pair that was placed higher wins by 300 to 200."""
        for division in self.season.divisions.all():
            for match in self.club.in_play(division.tournament):
                first, second = (one.seed_no for one in match.entries)
                self.club.finish(match, *((300, 200) if first < second else (200, 300)))

    def play(self, number: int) -> None:
        """Go to the default time of a round and finish whatever is in play."""
        self.club.go_to(DAYS[number - 1] + timedelta(minutes=1))
        self.finish_all()

    def table(self, level: int) -> list[tuple[str, str, int, int]]:
        """Return a division's table: pair, points, matches played, won by forfeit less lost by it."""
        rows = season_tables(self.season)[level - 1].rows
        return [
            (
                one.entry.name.split(" ")[0], str(one.row.points), one.row.played,
                one.row.forfeits_won - one.row.forfeits_lost,
            )
            for one in rows
        ]  # fmt: skip


def times_on(path: str, user: Any, zone: str) -> list[str]:
    """Return the times that a page shows a person in a zone."""
    user.time_zone = zone
    user.save(update_fields=["time_zone"])
    client = Client()
    client.force_login(user)
    text = client.get(path).content.decode()
    return re.findall(r"<time [^>]*>\s*([^<]*?)\s*<", text)


@pytest.mark.django_db
def test_ten_weeks_of_a_season_and_into_the_next(club: SeasonClub) -> None:
    weeks = Weeks(club)
    see_local_times(weeks)
    agree_on_times(weeks)
    stay_away(weeks)
    find_a_substitute(weeks)
    postpone(weeks)
    the_rest(weeks)
    # a3 & b3 didn't come to their match with a7 & b7; what a8 & b8 had played is annulled.
    assert weeks.table(1) == [
        ("a1", "12", 6, 0), ("a2", "10", 6, 0), ("a3", "6", 5, -1), ("a4", "6", 6, 0),
        ("a5", "4", 6, 0), ("a6", "2", 6, 0), ("a7", "2", 5, 1), ("a8", "0", 0, 0),
    ]  # fmt: skip
    assert weeks.table(2) == [
        ("a9", "14", 7, 0), ("a10", "12", 7, 0), ("a11", "10", 7, 0), ("a12", "8", 6, 1),
        ("a13", "6", 7, 0), ("a14", "4", 7, 0), ("a15", "2", 6, 1), ("a16", "0", 5, -2),
    ]  # fmt: skip
    go_on(weeks)


def agree_on_times(weeks: Weeks) -> None:
    """Round 1: a time is accepted, another countered, a third lapses, all others keep the default time."""
    club = weeks.club
    club.go_to(utc(2, 15, 8))
    accepted, countered, lapsed = (weeks.match(1, pair) for pair in (1, 2, 3))
    wednesday, saturday, sunday = utc(2, 17, 19), utc(2, 20, 15), utc(2, 21, 15)
    made = weeks.offer(accepted, club.player("a1"), utc(2, 16, 19), wednesday)
    time_offers.accept_time(offer_id=made.pk, user=weeks.opponent(accepted, 1), starts_at=wednesday)
    weeks.offer(countered, club.player("a2"), saturday)
    made = weeks.offer(countered, weeks.opponent(countered, 2), sunday)
    time_offers.accept_time(offer_id=made.pk, user=club.player("b2"))
    weeks.offer(lapsed, club.player("a3"), saturday)
    club.go_to(wednesday + timedelta(minutes=1))
    assert [one.pk for one in club.in_play(accepted.tournament)] == [accepted.pk]
    weeks.finish_all()
    weeks.play(1)
    club.go_to(sunday + timedelta(minutes=1))
    assert [one.pk for one in club.in_play(countered.tournament)] == [countered.pk]
    weeks.finish_all()
    found = Match.objects.filter(pk__in=[accepted.pk, countered.pk, lapsed.pk])
    assert {one.pk: (one.starts_at, one.agreed) for one in found} == {
        accepted.pk: (wednesday, True),
        countered.pk: (sunday, True),
        lapsed.pk: (DAYS[0], False),
    }
    assert list(TimeOffer.objects.order_by("pk").values_list("match_id", "status")) == [
        (accepted.pk, "accepted"), (countered.pk, "countered"), (countered.pk, "accepted"),
        (lapsed.pk, "lapsed"),
    ]  # fmt: skip


def stay_away(weeks: Weeks) -> None:
    """Round 2: a pair doesn't come and forfeits after its grace; then another pair withdraws, before half of its
    matches.
    """
    club = weeks.club
    match = weeks.match(2, 7)
    club.go_to(DAYS[1])
    match.refresh_from_db()
    for name in ("a7", "b7"):
        arrive(table_id=match.table.pk, user=club.player(name), salt_hash="")
    away = weeks.opponent(match, 7)
    (mine,) = (index for index, one in enumerate(match.entries) if one.name == "a7 & b7")
    for one in (*club.in_play(match.tournament), *club.in_play(weeks.match(2, 9).tournament)):
        if one != match:
            first, second = (entry.seed_no for entry in one.entries)
            club.finish(one, *((300, 200) if first < second else (200, 300)))
    club.go_to(DAYS[1] + timedelta(minutes=16))
    result = match.results.get(current=True)
    assert (result.kind, result.winner) == (Result.Kind.FORFEIT, mine)
    assert away.username in result.reason
    withdraw(weeks, 8, "Moved away")
    assert {one.status for one in Round.objects.filter(number=2)} == {Round.Status.DONE}


def withdraw(weeks: Weeks, pair: int, reason: str) -> None:
    entry = weeks.season.entries.get(name=f"a{pair} & b{pair}")
    withdrawing.withdraw_entry(entry_id=entry.pk, by=weeks.club.organizer, reason=reason)


def find_a_substitute(weeks: Weeks) -> None:
    """Round 3: sue plays for b4 from now on."""
    club = weeks.club
    sue, match = club.joined("sue"), weeks.match(3, 4)
    entry = weeks.season.entries.get(name="a4 & b4").entry
    asked = substitute_offers.offer(
        entry_id=entry.pk, out_id=club.player("b4").pk, username="sue", by=club.organizer,
        reason="b4 is ill",
    )  # fmt: skip
    substitute_offers.accept(offer_id=asked.pk, user=sue)
    assert match in fixtures_of(sue)
    club.go_to(DAYS[2] + timedelta(minutes=1))
    match.refresh_from_db()
    assert {"a4", "sue"} < {*match.table.seats.values_list("name", flat=True)}
    weeks.finish_all()


def see_local_times(weeks: Weeks) -> None:
    """Everybody reads the time of a match in their own zone, before and after both changes of the clocks."""
    anna, bert = weeks.club.player("a1"), weeks.club.player("b1")
    weeks.club.go_to(utc(1, 4, 8))
    page = f"{weeks.season.get_absolute_url()}?show=fixtures&round="
    shown = {
        number: (
            times_on(f"{page}{number}", anna, "Europe/Berlin")[0],
            times_on(f"{page}{number}", bert, "America/New_York")[0],
        )
        for number in (1, 4, 5)
    }
    assert shown == {
        1: ("Thu 18 Feb 19:30", "Thu 18 Feb 13:30"),
        4: ("Thu 18 Mar 19:30", "Thu 18 Mar 14:30"),
        5: ("Thu 8 Apr 19:30", "Thu 8 Apr 13:30"),
    }
    match = weeks.match(4, 1)
    assert "Thu 18 Mar 14:30" in times_on(match.get_absolute_url(), bert, "America/New_York")


def postpone(weeks: Weeks) -> None:
    """Round 4: the organizer postpones a match to the week after Easter; the next round begins all the same."""
    club, match, later = weeks.club, weeks.match(4, 2), utc(4, 9, 18)
    club.go_to(utc(3, 15, 8))
    time_offers.set_time(
        match_id=match.pk, by=club.organizer, starts_at=later, reason="A power cut"
    )
    weeks.play(4)
    assert match.tournament.rounds.get(number=4).status == Round.Status.PLAYING
    weeks.play(5)
    club.go_to(later + timedelta(minutes=1))
    assert [one.pk for one in club.in_play(match.tournament)] == [match.pk]
    weeks.finish_all()
    assert match.tournament.rounds.get(number=4).status == Round.Status.DONE


def the_rest(weeks: Weeks) -> None:
    """Rounds 6 and 7; a pair of the second division withdraws after half of its matches and forfeits the rest."""
    withdraw(weeks, 16, "A new job")
    weeks.play(6)
    weeks.play(7)


def go_on(weeks: Weeks) -> None:
    """The season ends by itself; the next one has everybody in their division."""
    club = weeks.club
    club.go_to(utc(4, 27, 8))
    assert ending.finish_due() == 1
    weeks.season.refresh_from_db()
    assert weeks.season.status == Season.Status.FINISHED
    following = ending.roll_over(
        season_id=weeks.season.pk, by=club.organizer, name="Autumn 2027",
        starts_on=date(2027, 9, 6), ends_on=date(2027, 12, 20),
    )  # fmt: skip
    placed = following.entries.order_by("division__level", "seed_no")
    assert [(one.division.level, one.name, one.came_from) for one in placed] == [
        *((1, f"a{n} & b{n}", "stays") for n in (1, 2, 3)),
        (1, "a4 & sue", "stays"), (1, "a5 & b5", "stays"),
        (1, "a9 & b9", "promoted"), (1, "a10 & b10", "promoted"),
        (2, "a6 & b6", "relegated"), (2, "a7 & b7", "relegated"),
        *((2, f"a{n} & b{n}", "stays") for n in (11, 12, 13, 14, 15)),
    ]  # fmt: skip
    four = following.entries.get(name="a4 & sue").players.order_by("position")
    assert [one.user.username for one in four] == ["a4", "sue"]
