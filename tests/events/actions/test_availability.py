"""The hours of a fixture in which its players can: common ones are seen, nobody's own."""

from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.actions.test_fixtures import DAY, HOUR, MONDAY, WEEK, WEEKLY, go_to
from tests.events.actions.test_time_offers import THURSDAY, Fixture
from tests.events.teams import ahead
from tournaments.events.actions import lifecycle
from tournaments.events.actions.fixtures.availability import (
    common_hours,
    hours_marked,
    hours_of,
    mark_hours,
)
from tournaments.events.actions.fixtures.time_offers import accept_time
from tournaments.events.models import Availability

pytestmark = pytest.mark.django_db


def players(fix: Fixture) -> list[Any]:
    return [place.user for entry in fix.match.entries for place in entry.players.all()]


@pytest.mark.slow
def test_only_hours_that_suit_everybody_are_shown(club: Any, client: Any) -> None:
    fix = Fixture(club)
    tuesday = [MONDAY + DAY + n * HOUR for n in range(24)]
    four = players(fix)
    for number, user in enumerate(four[:3]):
        mark_hours(match_id=fix.match.pk, user=user, hours=tuesday[number : number + 6])
    assert common_hours(fix.match, now()) == []
    mark_hours(match_id=fix.match.pk, user=four[3], hours=[tuesday[4], tuesday[20]])
    assert common_hours(fix.match, now()) == [tuesday[4]]
    page = fix.match.get_absolute_url()
    client.force_login(four[0])
    shown = client.get(page)
    hours = shown.context["hours"]
    assert hours.common == [tuesday[4]]
    assert [hour for day in hours.days for hour, marked in day.hours if marked] == tuesday[:6]
    # Each hour is in the form once, the common one also as a button.
    text = shown.content.decode()
    counts = {text.count(f'value="{hour.isoformat()}"') for hour in tuesday if hour != tuesday[4]}
    assert (counts, text.count(f'value="{tuesday[4].isoformat()}"')) == ({1}, 2)
    for stranger in (club.player("zoe"), club.organizer):
        client.force_login(stranger)
        assert client.get(page).context["hours"] is None
    client.force_login(four[0])
    assert client.post(f"{page}time/", {"hour": tuesday[4].isoformat()}).url == page
    assert fix.match.time_offers.get().moments == [tuesday[4]]
    # They are marked anew, and none at all when nothing is marked.
    saved = client.post(f"{page}hours/", {"hours": [tuesday[9].isoformat(), "nonsense"]})
    assert (saved.url, hours_marked(fix.match, four[0])) == (f"{page}#hours", {tuesday[9]})
    assert common_hours(fix.match, now()) == []
    client.post(f"{page}hours/", {})
    assert Availability.objects.count() == 3


def test_hours_are_those_of_the_window_that_are_still_to_come(club: Any) -> None:
    fix = Fixture(club)
    hours = hours_of(fix.match, now())
    assert (hours[0], hours[-1], len(hours)) == (MONDAY + HOUR, MONDAY + WEEK - HOUR, 167)
    said = {"match_id": fix.match.pk, "user": fix.home}
    for wrong in (MONDAY + WEEK, MONDAY + DAY + HOUR / 2):
        with pytest.raises(Refused) as refused:
            mark_hours(**said, hours=[MONDAY + DAY, wrong])
        assert refused.value.code == "outside_window"
    with pytest.raises(Refused) as refused:
        mark_hours(**said | {"user": club.player("zoe")}, hours=[MONDAY + DAY])
    assert (refused.value.code, Availability.objects.count()) == ("not_your_match", 0)


@pytest.mark.slow
def test_the_marks_are_deleted_when_the_match_is_over(club: Any) -> None:
    fix = Fixture(club)
    mark_hours(match_id=fix.match.pk, user=fix.home, hours=[MONDAY + 6 * DAY])
    other = fix.cup.matches.filter(round__number=1)[1]
    theirs = other.entries[0].players.first().user
    mark_hours(match_id=other.pk, user=theirs, hours=[MONDAY + 6 * DAY])
    go_to(club, THURSDAY)
    club.finish(fix.match, 500, 100)
    assert [row.user for row in Availability.objects.all()] == [theirs]
    lifecycle.cancel_tournament(tournament_id=fix.cup.pk, by=club.organizer, reason="Snow")
    assert Availability.objects.count() == 0


@pytest.mark.slow
def test_of_a_team_the_four_who_would_play_count_and_its_captain_speaks(
    club: Any, client: Any
) -> None:
    _cup, match = ahead(club)
    red, blue = match.entries
    hours = hours_of(match, now())[2:5]
    for entry in (red, blue):
        for number in range(1, 5):
            player = club.player(f"{entry.name.lower()}{number}")
            mark_hours(match_id=match.pk, user=player, hours=hours[number % 2 :])
    assert common_hours(match, now()) == hours[1:]
    coach = club.player(f"{red.name.lower()}coach")
    client.force_login(coach)
    page = match.get_absolute_url()
    assert client.get(page).context["panel"].mine == red
    assert client.post(f"{page}time/", {"hour": hours[1].isoformat()}).url == page
    offer = match.time_offers.get()
    theirs = club.player(f"{blue.name.lower()}coach")
    assert Notice.objects.filter(user=theirs, kind="time").count() == 1
    # The fifth player of the other team has a match then, and isn't in the line-up.
    other = club.open(**WEEKLY | {"starts_at": now() + HOUR / 2, "name": "Other cup"})
    club.enter_pair(other, f"{blue.name.lower()}5", "eve")
    club.enter_pair(other, "mia", "ned")
    go_to(club, other.starts_at)
    other.matches.update(starts_at=hours[1])
    accept_time(offer_id=offer.pk, user=theirs)
    match.refresh_from_db()
    assert match.starts_at == hours[1]
