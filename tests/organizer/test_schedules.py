"""The page of a league's schedules and templates, and the dates on the league's page."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.formats import date_format

from spades_site.common.clock import now
from tests.support.squeezed import squeezed
from tournaments.events.actions.planning.schedules import make_scheduled
from tournaments.events.actions.planning.templates import save_template
from tournaments.events.models import Schedule, Template, Tournament
from tournaments.leagues import services
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
PAGE = "/organize/leagues/club/schedules/"


@pytest.fixture
def ann(client: Any, member: Any) -> Any:
    user = member("ann")
    client.force_login(user)
    return user


@pytest.fixture
def league(ann: Any) -> League:
    return services.create_league(by=ann, name="Club")


@pytest.fixture
def template(ann: Any, league: League) -> Template:
    """A template whose evening is in three days at eight."""
    return save_template(
        by=ann, zone="UTC", name="Thursday pairs", league=league, rules={"preset": "cardgames_io"},
        starts_at=datetime.combine(now().date() + timedelta(days=3), time(20), UTC),
    )  # fmt: skip


def started(client: Any, template: Template, **fields: Any) -> Any:
    """Start a schedule by the form as it is proposed; returns the answer."""
    form = client.get(PAGE).context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    values |= {"template_id": template.pk, "rhythm": "week"}
    return client.post(f"{PAGE}new/", values | fields)


def shown(client: Any, league: League) -> list[tuple[Any, ...]]:
    """Return the dates on the league's page."""
    rows = client.get(league.get_absolute_url()).context["dates"]
    return [(row.day, row.tournament and row.tournament.status, row.note) for row in rows]


def test_a_schedule_is_started_as_it_is_proposed(
    client: Any, league: League, template: Template
) -> None:
    assert client.get(PAGE).context["schedules"] == []
    assert started(client, template).url == PAGE
    made = Schedule.objects.get()
    day = template.starts_at.date()
    assert (made.first_on, made.time, made.zone, made.ahead_days) == (day, time(20), "UTC", 6)
    assert make_scheduled() == 1
    weeks = [day + timedelta(days=7 * week) for week in range(6)]
    assert shown(client, league) == [
        (weeks[0], "registration", ""),
        *((week, None, "") for week in weeks[1:]),
    ]
    client.logout()
    assert Tournament.objects.get().get_absolute_url() in (
        client.get(league.get_absolute_url()).content.decode()
    )


def test_mistakes_are_at_their_fields(client: Any, league: League, template: Template) -> None:
    answer = started(client, template, last_on="2020-01-01", ahead_days="90")
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "ahead_days": ["Choose a number from 1 to 28."],
        "last_on": ["The last day is before the first. Choose a later one."],
    }
    assert started(client, template, template_id="999").status_code == 422
    assert not Schedule.objects.exists()


@pytest.mark.slow
def test_a_date_is_skipped_and_restored_and_the_schedule_paused_and_ended(
    client: Any, league: League, template: Template
) -> None:
    started(client, template)
    made = Schedule.objects.get()
    day = template.starts_at.date()
    answer = client.post(f"{PAGE}{made.pk}/skip/", {"day": day.isoformat(), "reason": "Holidays"})
    assert answer.url == PAGE
    assert shown(client, league)[0] == (day, None, "Holidays")
    page = client.get(PAGE).content.decode()
    assert (page.count("Holidays"), page.count("skipped")) == (1, 1)
    log = client.get(reverse("league_log", args=[league.slug])).content.decode()
    assert f"skipped {date_format(day, 'DAY')} in the schedule" in log
    assert client.post(f"{PAGE}{made.pk}/skip/", {"day": "2020-01-01"}).status_code == 422
    client.post(f"{PAGE}{made.pk}/restore/", {"day": day.isoformat()})
    assert shown(client, league)[0] == (day, None, "")
    client.post(f"{PAGE}{made.pk}/pause/")
    assert shown(client, league) == []
    client.post(f"{PAGE}{made.pk}/resume/")
    assert len(shown(client, league)) == 6
    client.post(f"{PAGE}{made.pk}/end/")
    assert client.get(PAGE).context["schedules"] == []
    delete = f"/organize/leagues/club/templates/{template.pk}/delete/"
    asked = squeezed(client.get(delete))
    assert f"Delete the template “{template.name}”?" in asked
    assert "No schedule uses it any more; 1 that has ended is deleted with it." in asked
    assert client.post(delete).status_code == 302
    assert not Template.objects.exists()


def test_a_schedule_is_changed_but_not_to_a_time_that_the_clocks_skip(
    client: Any, league: League, template: Template
) -> None:
    started(client, template)
    made = Schedule.objects.get()
    made.zone = "Europe/Berlin"
    made.save()
    make_scheduled()
    cup = Tournament.objects.get()
    change = change_form(client)
    assert "1 tournament is announced and keeps its day" in str(change.words)
    day = template.starts_at.date()
    sunday = day + timedelta(days=7 - (day.weekday() + 1) % 7)
    values = as_sent(change) | {"time": "02:30", "first_on": sunday.isoformat()}
    answer = client.post(f"{PAGE}{made.pk}/change/", values)
    assert (answer.status_code, Schedule.objects.get(time=time(20)).version) == (422, 0)
    assert re.search(
        r"02:30 does not exist in Europe/Berlin on \d\d Mar \d{4}: the clocks go forward then. Choose 01:30 or 03:30, or a"
        " last day before it.",
        answer.content.decode(),
    )
    client.post(f"{PAGE}{made.pk}/change/", values | {"time": "03:30"})
    made.refresh_from_db()
    assert (made.time, made.zone, made.version) == (time(3, 30), "Europe/Berlin", 1)
    cup.refresh_from_db()
    assert cup.starts_at.time() == time(19)
    stale = client.post(f"{PAGE}{made.pk}/change/", values | {"time": "21:00"})
    assert stale.status_code == 422
    assert "Somebody has changed this schedule meanwhile." in stale.content.decode()
    # The form shown again holds the version of now, so that a second press counts.
    values = as_sent(change_form(client))
    assert client.post(f"{PAGE}{made.pk}/change/", values | {"time": "21:00"}).status_code == 302
    values = as_sent(change_form(client)) | {"ahead_days": "90"}
    wrong = client.post(f"{PAGE}{made.pk}/change/", values)
    assert wrong.context["refused"] is None
    assert "Choose a number from 1 to 28." in wrong.content.decode()


def as_sent(form: Any) -> dict[str, Any]:
    """Return a form's values as a browser sends them."""
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in values.items()}


def change_form(client: Any) -> Any:
    """Return the form that changes the first schedule."""
    return client.get(PAGE).context["schedules"][0][-1]


def test_the_calendar_of_the_league_has_the_dates(
    client: Any, league: League, template: Template
) -> None:
    started(client, template)
    made = Schedule.objects.get()
    make_scheduled()
    day = template.starts_at.date() + timedelta(days=7)
    client.post(f"{PAGE}{made.pk}/skip/", {"day": day.isoformat(), "reason": "Holidays"})
    text = client.get("/leagues/club/calendar.ics").content.decode().replace("\r\n ", "")
    events = [part.split("\r\n") for part in text.split("BEGIN:VEVENT")[1:]]
    picked = [
        [line for line in event if line.startswith(("UID", "STATUS", "DESC"))] for event in events
    ]
    cup, (uid, *skipped), (_uid, *planned) = picked[:3]
    assert cup[0].startswith(f"UID:tournament-{Tournament.objects.get().pk}@")
    assert uid.startswith(f"UID:schedule-{made.pk}-{day:%Y%m%d}@")
    assert skipped == ["DESCRIPTION:Holidays", "STATUS:CANCELLED"]
    assert planned == ["STATUS:TENTATIVE"]
    assert len(events) == 26


@pytest.mark.slow
def test_pages_with_many_schedules_take_as_many_queries_as_with_one(
    client: Any, league: League, template: Template, django_assert_num_queries: Any
) -> None:
    addresses = (PAGE, league.get_absolute_url())
    started(client, template)
    make_scheduled()
    counts = []
    for address in addresses:
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        counts.append(len(asked))
    for _number in range(4):
        started(client, template)
    make_scheduled()
    for address, count in zip(addresses, counts, strict=True):
        with django_assert_num_queries(count):
            client.get(address)
