"""Templates of a league, and the schedules that make tournaments from them."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from games import engine
from spades_site.accounts.closing import close_account
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tournaments.events.actions.planning.schedules import (
    change_schedule,
    create_schedule,
    end_schedule,
    make_scheduled,
    pause_schedule,
    restore_date,
    resume_schedule,
    skip_date,
)
from tournaments.events.actions.planning.templates import (
    delete_template,
    proposal_from,
    save_template,
)
from tournaments.events.advance import advance_due
from tournaments.events.models import Schedule, ScheduledDate, Template, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues import joining, services
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""A Monday."""
THURSDAY = date(2026, 11, 26)


@pytest.fixture
def league(club: Club, monkeypatch: pytest.MonkeyPatch) -> League:
    """Ann's league on a Monday at noon."""
    club.hands.forward((BEGIN - now()).total_seconds())
    return services.create_league(by=club.organizer, name="Thursday club")


def template(club: Club, league: League, /, **fields: Any) -> Template:
    """Return a Swiss of three rounds, kept as a template."""
    values: dict[str, Any] = {
        "name": "Thursday pairs",
        "league": league,
        "rules": {"preset": "cardgames_io"},
        "match_hands": 2,
        "starts_at": datetime(2026, 11, 26, 19, tzinfo=UTC),
        "stages": (StagePlan("swiss", rounds=3),),
    }
    return save_template(by=club.organizer, zone="Europe/Berlin", **(values | fields))


def schedule(club: Club, of: Template, **fields: Any) -> Schedule:
    """Return a schedule of every Thursday at eight in Berlin, made two days ahead."""
    values: dict[str, Any] = {
        "rhythm": "week", "first_on": THURSDAY, "last_on": None, "time": time(20),
        "zone": "Europe/Berlin", "ahead_days": 2,
    }  # fmt: skip
    return create_schedule(template_id=of.pk, by=club.organizer, **(values | fields))


def at(club: Club, moment: datetime) -> int:
    """Set the clock to a moment and let beat come by; returns how many tournaments were made."""
    club.hands.forward((moment - now()).total_seconds())
    return make_scheduled()


def rows(of: Schedule) -> list[tuple[Any, ...]]:
    """Return what became of each date."""
    found = of.dates.values_list("day", "tournament__starts_at", "skipped", "note")
    return [tuple(row) for row in found]


# ------------------------------------------------------------------------------------------- templates
def test_a_template_gives_back_the_proposal(club: Club, league: League) -> None:
    starts_at = datetime(2027, 1, 7, 19, tzinfo=UTC)
    fields = {
        "stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out", third_place=True)),
        "conduct_points": Decimal("0.5"), "timing": "windows", "round_every_minutes": 7 * 24 * 60,
        "round_zone": "Europe/Berlin", "description": "Bring cake.", "min_entries": 6,
        "rules": engine.preset("cardgames_io"),
    }  # fmt: skip
    kept = template(club, league, **fields)
    again = proposal_from(Template.objects.get(pk=kept.pk), starts_at)
    shown = {name: getattr(again, name) for name in fields}
    assert shown == {**fields, "rules": engine.preset("cardgames_io").to_record()}
    assert (again.name, again.league, again.starts_at) == ("Thursday pairs", league, starts_at)


def test_a_template_of_the_same_name_is_replaced(club: Club, league: League) -> None:
    first = template(club, league)
    again = template(club, league, name="thursday PAIRS", max_entries=32)
    assert (again.pk, again.name, again.proposal["max_entries"]) == (first.pk, "thursday PAIRS", 32)
    assert Template.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"max_entries": 1}, "max_entries"),
        ({"league": None}, "league"),
        ({"seeding": "standings"}, "seeded_from"),
    ],
)
def test_a_template_that_cannot_work_is_refused(
    club: Club, league: League, fields: dict[str, Any], errors: str
) -> None:
    with pytest.raises(NotValid) as refusal:
        template(club, league, **fields)
    assert errors in refusal.value.errors
    assert not Template.objects.exists()


def test_only_organizers_keep_templates_and_schedules(club: Club, league: League) -> None:
    kept = template(club, league)
    planned = schedule(club, kept)
    club.organizer = club.player("ben")
    joining.join_league(league_id=league.pk, user=club.organizer)
    calls = (
        lambda: template(club, league),
        lambda: delete_template(template_id=kept.pk, by=club.organizer),
        lambda: schedule(club, kept),
        lambda: pause_schedule(schedule_id=planned.pk, by=club.organizer),
        lambda: change_schedule(
            schedule_id=planned.pk, by=club.organizer, expected_version=0, ahead_days=3
        ),
        lambda: skip_date(schedule_id=planned.pk, by=club.organizer, day=THURSDAY),
    )
    for call in calls:
        with pytest.raises(Refused) as refusal:
            call()
        assert refusal.value.code == "not_organizer"


def test_a_template_in_use_stays_and_must_need_no_hands(club: Club, league: League) -> None:
    kept = template(club, league)
    planned = schedule(club, kept)
    for call, code in (
        (lambda: delete_template(template_id=kept.pk, by=club.organizer), "in_use"),
        (lambda: template(club, league, confirm_draws=True), "not_alone"),
        (lambda: template(club, league, invited_only=True), "not_alone"),
        (
            lambda: schedule(club, template(club, league, name="Ask", invited_only=True)),
            "not_alone",
        ),
    ):
        with pytest.raises(Refused) as refusal:
            call()
        assert refusal.value.code == code
    end_schedule(schedule_id=planned.pk, by=club.organizer)
    delete_template(template_id=kept.pk, by=club.organizer)
    assert [each.name for each in Template.objects.all()] == ["Ask"]


# ------------------------------------------------------------------------------------------- schedules
def test_every_thursday_makes_announces_and_opens_a_tournament(club: Club, league: League) -> None:
    joining.join_league(league_id=league.pk, user=club.player("ben"))
    planned = schedule(club, template(club, league))
    assert at(club, datetime(2026, 11, 24, 18, 59, tzinfo=UTC)) == 0
    assert at(club, datetime(2026, 11, 24, 19, tzinfo=UTC)) == 1
    assert make_scheduled() == 0
    made = Tournament.objects.get()
    assert (made.name, made.status, made.league, made.starts_at, made.created_by) == (
        "Thursday pairs", "registration", league, datetime(2026, 11, 26, 19, tzinfo=UTC), club.organizer,
    )  # fmt: skip
    assert made.plans == (StagePlan("swiss", rounds=3),)
    told = Notice.objects.filter(kind="registration").values_list("user__username", "path")
    assert sorted(told) == [("ann", made.get_absolute_url()), ("ben", made.get_absolute_url())]
    log = AuditEntry.objects.filter(subject=f"tournament:{made.pk}").order_by("pk")
    assert [(each.actor, each.verb) for each in log] == [
        (None, "tournament.created"),
        (None, "tournament.open_registration"),
    ]
    assert at(club, datetime(2026, 12, 1, 19, tzinfo=UTC)) == 1
    assert rows(planned) == [
        (THURSDAY, datetime(2026, 11, 26, 19, tzinfo=UTC), False, ""),
        (date(2026, 12, 3), datetime(2026, 12, 3, 19, tzinfo=UTC), False, ""),
    ]


@pytest.mark.slow
def test_it_runs_without_anybody(club: Club, league: League) -> None:
    schedule(club, template(club, league, check_in_minutes=0))
    at(club, datetime(2026, 11, 24, 19, tzinfo=UTC))
    cup = Tournament.objects.get()
    for number in (1, 2, 3, 4):
        for name in (f"a{number}", f"b{number}"):
            joining.join_league(league_id=league.pk, user=club.player(name))
        club.enter_pair(cup, f"a{number}", f"b{number}")
    club.hands.forward((cup.starts_at - now()).total_seconds() + 1)
    for _round in range(3):
        advance_due()
        for match in club.in_play(cup):
            club.finish(match, 300, 200)
        club.hands.forward(61)
    advance_due()
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count(), cup.winner is not None) == ("finished", 3, True)


def test_dates_far_ahead_are_made_together_and_missed_ones_left_out(
    club: Club, league: League
) -> None:
    planned = schedule(club, template(club, league), ahead_days=28, last_on=date(2026, 12, 17))
    assert at(club, datetime(2026, 11, 27, 19, tzinfo=UTC)) == 3
    assert rows(planned) == [
        (THURSDAY, None, False, "The platform wasn’t running when it was due."),
        *(
            (date(2026, 12, day), datetime(2026, 12, day, 19, tzinfo=UTC), False, "")
            for day in (3, 10, 17)
        ),
    ]
    assert Notice.objects.filter(kind="schedule").count() == 1
    assert at(club, datetime(2026, 12, 17, 20, tzinfo=UTC)) == 0
    planned.refresh_from_db()
    assert (planned.status, planned.next_at) == ("ended", None)


def test_a_date_is_skipped_and_restored_until_it_is_made(club: Club, league: League) -> None:
    planned = schedule(club, template(club, league), last_on=date(2026, 12, 3))
    ask = {"schedule_id": planned.pk, "by": club.organizer}
    skip_date(**ask, day=THURSDAY, reason="Thanksgiving")
    skip_date(**ask, day=date(2026, 12, 3), reason="Hall closed")
    assert at(club, datetime(2026, 11, 24, 19, tzinfo=UTC)) == 0
    assert rows(planned) == [
        (THURSDAY, None, True, "Thanksgiving"),
        (date(2026, 12, 3), None, True, "Hall closed"),
    ]
    restore_date(**ask, day=THURSDAY)
    assert make_scheduled() == 1
    for call, code in (
        (lambda: skip_date(**ask, day=THURSDAY), "made"),
        (lambda: restore_date(**ask, day=THURSDAY), "made"),
        (lambda: skip_date(**ask, day=date(2026, 11, 27)), "no_date"),
        (lambda: skip_date(**ask, day=date(2026, 11, 19)), "no_date"),
    ):
        with pytest.raises(Refused) as refusal:
            call()
        assert refusal.value.code == code


def test_a_change_holds_from_the_next_date_and_spares_what_is_announced(
    club: Club, league: League
) -> None:
    planned = schedule(club, template(club, league))
    assert at(club, datetime(2026, 11, 24, 19, tzinfo=UTC)) == 1
    ask: dict[str, Any] = {"schedule_id": planned.pk, "by": club.organizer, "expected_version": 0}
    with pytest.raises(NotValid) as refusal:
        change_schedule(**ask, first_on=THURSDAY - timedelta(days=1))
    assert refusal.value.errors == {
        "first_on": ["The tournament of 26 Nov 2026 is announced. Choose a later day."]
    }
    friday = date(2026, 12, 4)
    later = {"first_on": friday, "time": time(19, 30), "ahead_days": 3}
    change_schedule(**ask, **later, reason="The hall is free on Fridays")
    change_schedule(**ask, **later)
    assert at(club, datetime(2026, 12, 1, 18, 30, tzinfo=UTC)) == 1
    assert rows(planned) == [
        (THURSDAY, datetime(2026, 11, 26, 19, tzinfo=UTC), False, ""),
        (friday, datetime(2026, 12, 4, 18, 30, tzinfo=UTC), False, ""),
    ]
    (line,) = AuditEntry.objects.filter(verb="league.schedule_changed")
    assert (line.reason, line.data["before"], line.data["after"]) == (
        "The hall is free on Fridays",
        {"first_on": "2026-11-26", "time": "20:00", "ahead_days": 2},
        {"first_on": "2026-12-04", "time": "19:30", "ahead_days": 3},
    )
    with pytest.raises(NotValid) as refusal:
        change_schedule(**ask | {"expected_version": 1}, last_on=friday)
    assert list(refusal.value.errors) == ["last_on"]


def test_of_two_organizers_the_second_sees_what_the_first_changed(
    club: Club, league: League
) -> None:
    planned = schedule(club, template(club, league))
    elsewhere = services.create_league(by=club.organizer, name="Elsewhere")
    ask: dict[str, Any] = {"schedule_id": planned.pk, "by": club.organizer}
    change_schedule(**ask, expected_version=0, rhythm="two_weeks")
    for changes, code in (
        ({"rhythm": "month", "expected_version": 0}, "stale"),
        ({"template_id": template(club, elsewhere).pk, "expected_version": 1}, "unknown_template"),
        ({"template_id": 0, "expected_version": 1}, "unknown_template"),
        (
            {
                "template_id": template(club, league, name="Ask", confirm_draws=True).pk,
                "expected_version": 1,
            },
            "not_alone",
        ),
    ):
        with pytest.raises(Refused) as refusal:
            change_schedule(**ask, **changes)
        assert refusal.value.code == code
    planned.refresh_from_db()
    assert (planned.rhythm, planned.template.name, planned.version) == (
        "two_weeks", "Thursday pairs", 1,
    )  # fmt: skip


def test_a_date_missed_while_nothing_ran_is_said_once_and_not_made_later(
    club: Club, league: League
) -> None:
    planned = schedule(club, template(club, league))
    ask = {"schedule_id": planned.pk, "by": club.organizer}
    club.hands.forward((datetime(2026, 12, 4, tzinfo=UTC) - now()).total_seconds())
    # An organizer comes before beat does.
    pause_schedule(**ask)
    resume_schedule(**ask)
    assert at(club, datetime(2026, 12, 8, 19, tzinfo=UTC)) == 1
    missed = "The platform wasn’t running when it was due."
    assert rows(planned) == [
        (THURSDAY, None, False, missed),
        (date(2026, 12, 3), None, False, missed),
        (date(2026, 12, 10), datetime(2026, 12, 10, 19, tzinfo=UTC), False, ""),
    ]
    log = AuditEntry.objects.filter(verb="league.schedule_missed").order_by("pk")
    assert [each.data["day"] for each in log] == ["2026-11-26", "2026-12-03"]
    (notice,) = Notice.objects.filter(kind="schedule")
    assert (notice.user, notice.params["reason"]) == (club.organizer, missed)


def test_a_pause_makes_nothing_and_an_end_is_for_good(club: Club, league: League) -> None:
    planned = schedule(club, template(club, league))
    ask = {"schedule_id": planned.pk, "by": club.organizer}
    pause_schedule(**ask)
    assert at(club, datetime(2026, 11, 25, 19, tzinfo=UTC)) == 0
    resume_schedule(**ask)
    assert make_scheduled() == 1
    end_schedule(**ask)
    assert at(club, datetime(2026, 12, 2, 19, tzinfo=UTC)) == 0
    assert Tournament.objects.get().status == "registration"
    with pytest.raises(Refused) as refusal:
        resume_schedule(**ask)
    assert refusal.value.code == "over"


def test_a_date_that_cannot_be_made_says_why_and_holds_up_no_other(
    club: Club, league: League
) -> None:
    planned = schedule(club, template(club, league))
    kept = planned.template
    kept.proposal["max_entries"] = 1
    kept.save()
    assert at(club, datetime(2026, 11, 24, 19, tzinfo=UTC)) == 1
    assert not Tournament.objects.exists()
    assert rows(planned) == [(THURSDAY, None, False, "Choose a number from 2 to 512.")]
    notice = Notice.objects.get(kind="schedule")
    assert (notice.user.username, notice.params["reason"]) == (
        "ann",
        "Choose a number from 2 to 512.",
    )
    template(club, league)
    restore_date(schedule_id=planned.pk, by=club.organizer, day=THURSDAY)
    assert make_scheduled() == 1
    assert rows(planned) == [(THURSDAY, datetime(2026, 11, 26, 19, tzinfo=UTC), False, "")]


def test_a_time_that_the_clocks_skip_is_refused_or_where_that_was_not_known_after_the_gap(
    club: Club, league: League
) -> None:
    kept, fields = template(club, league), {"first_on": date(2027, 3, 21), "time": time(2, 30)}
    with pytest.raises(NotValid) as refusal:
        schedule(club, kept, **fields)
    sentence = (
        "02:30 does not exist in Europe/Berlin on 28 Mar 2027: the clocks go forward then. Choose 01:30 or 03:30, or a"
        " last day before it."
    )
    assert (refusal.value.errors, Schedule.objects.count()) == ({"time": [sentence]}, 0)
    planned = schedule(club, kept, last_on=date(2027, 3, 27), **fields)
    change: dict[str, Any] = {"by": club.organizer, "expected_version": None}
    with pytest.raises(NotValid):
        change_schedule(schedule_id=planned.pk, last_on=None, **change)
    # The clocks' rules may change once a schedule runs.
    Schedule.objects.update(last_on=None)
    assert at(club, datetime(2027, 3, 20, tzinfo=UTC)) == 1
    assert at(club, datetime(2027, 3, 27, tzinfo=UTC)) == 1
    assert at(club, datetime(2027, 4, 3, tzinfo=UTC)) == 1
    assert [f"{row[1]:%d %H:%M}" for row in rows(planned)] == ["21 01:30", "28 01:30", "04 00:30"]


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"zone": "Europe/Atlantis"}, "zone"),
        ({"rhythm": "daily"}, "rhythm"),
        ({"ahead_days": 0}, "ahead_days"),
        ({"first_on": date(2026, 11, 1)}, "first_on"),
        ({"first_on": date(2031, 11, 1)}, "first_on"),
        ({"last_on": date(2026, 11, 25)}, "last_on"),
        (
            {"first_on": date(2026, 11, 23), "last_on": date(2026, 11, 23), "time": time(9)},
            "first_on",
        ),
    ],
)
def test_a_schedule_that_cannot_work_is_refused(
    club: Club, league: League, fields: dict[str, Any], place: str
) -> None:
    kept = template(club, league)
    with pytest.raises(NotValid) as refusal:
        schedule(club, kept, **fields)
    assert list(refusal.value.errors) == [place]
    assert not Schedule.objects.exists()


def test_whoever_made_a_schedule_may_go_and_without_a_league_owner_it_ends(
    club: Club, league: League
) -> None:
    planned = schedule(club, template(club, league))
    at(club, datetime(2026, 11, 24, 19, tzinfo=UTC))
    close_account(user_id=club.organizer.pk, by=club.organizer)
    assert at(club, datetime(2026, 12, 1, 19, tzinfo=UTC)) == 0
    planned.refresh_from_db()
    assert (planned.status, ScheduledDate.objects.count()) == ("ended", 1)
