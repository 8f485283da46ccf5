"""What the database itself refuses, whatever the code does: rows of tables, seats, deals and ratings that can't be."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model

from games.ratings import elo
from games.ratings.models import RatedResult, Rating, RatingChange
from games.tables.models import Action, Report, Seat, SharedDeals, Table
from spades_site.accounts.models import Friendship
from spades_site.common.clock import now
from spades_site.notices.models import NoticePreferences
from tests.ratings.tables import finished_table
from tests.support.constraints import refuses
from tests.tables.playing import seated, wake

pytestmark = [pytest.mark.django_db, pytest.mark.both]

REFUSED: list[tuple[str, type[Model], dict[str, Any]]] = [
    ("table_status_has_its_times", Table, {"status": "open"}),
    (
        "table_status_has_its_times",
        Table,
        {"status": "finished", "wake_at": None, "deadline": None},
    ),
    ("table_status_has_its_times", Table, {"started_at": None}),
    ("table_status_has_its_times", Table, {"finished_at": now()}),
    ("table_ratings_in_order", Table, {"min_rating": 1700, "max_rating": 1600}),
    ("table_over_before_rematch", Table, {"rematch": "itself"}),
    ("seat_bot_or_user", Seat, {"bot": True}),
    ("seat_at_table", Seat, {"index": 5}),
    ("seat_taken_has_a_name", Seat, {"name": ""}),
    ("seat_salt_has_a_hash", Seat, {"salt": "ab", "salt_hash": ""}),
    ("seat_bank_not_overdrawn", Seat, {"bank_left": -0.1}),
    ("action_of_a_seat", Action, {"seat": 5}),
]


@pytest.fixture
def table(member: Any) -> Table:
    """A table in play."""
    return wake(seated([member("ann")]))


@pytest.mark.parametrize(("name", "model", "fields"), REFUSED)
def test_rows_of_a_table(
    table: Table, name: str, model: type[Model], fields: dict[str, Any]
) -> None:
    rows = model._default_manager.filter(**{"pk": table.pk} if model is Table else {"table": table})
    if model is Seat:
        rows = rows.filter(user__isnull=False)
    elif model is Action:
        rows = rows.filter(version=table.version)
    if fields.get("rematch") == "itself":
        fields = {"rematch": table}
    refuses(name, rows, fields)


def test_a_table_that_is_over_has_no_deadline(member: Any) -> None:
    table = finished_table([member(f"p{n}") for n in range(4)], (0, 2))
    for field in ("wake_at", "deadline"):
        refuses("table_over_has_no_deadline", Table.objects.filter(pk=table.pk), {field: now()})


def test_shared_deals_are_frozen_before_they_are_dealt() -> None:
    deals = SharedDeals.objects.create(commitment="0" * 64, created_at=now())
    rows = SharedDeals.objects.filter(pk=deals.pk)
    refuses("deals_frozen_before_dealt", rows, {"dealt_at": now()})


def test_rows_of_ratings(member: Any) -> None:
    ann = member("ann")
    rating = Rating.objects.create(user=ann, pool="partnership")
    result = RatedResult.objects.create(
        table=finished_table([ann], (0,)), pool="partnership", places=[0, 1], finished_at=now()
    )
    change = RatingChange.objects.create(
        result=result, user=ann, side=0, before=1, after=2, games_before=0, expected=0, score=0
    )
    ratings, results = Rating.objects.filter(pk=rating.pk), RatedResult.objects.filter(pk=result.pk)
    changes = RatingChange.objects.filter(pk=change.pk)
    refuses("rating_not_above_its_peak", ratings, {"millis": rating.peak + 1})
    refuses("rated_result_void_has_a_time", results, {"void_reason": "Played twice."})
    for field in ("expected", "score"):
        refuses("rating_change_in_millionths", changes, {field: 4 * elo.WHOLE + 1})


def test_rows_of_people(member: Any) -> None:
    ann, ben = member("ann"), member("ben")
    friendship = Friendship.objects.create(asker=ann, asked=ben, at=now())
    wishes = NoticePreferences.objects.create(user=ann)
    report = Report.objects.create(
        reporter=ann, about=ben, about_name="ben", reason="spam", context={}, at=now()
    )
    asked = Friendship.objects.filter(pk=friendship.pk)
    early = friendship.at - timedelta(seconds=1)
    refuses("friendship_asked_before_accepted", asked, {"accepted_at": early})
    refuses(
        "quiet_hours_have_both_ends",
        NoticePreferences.objects.filter(pk=wishes.pk),
        {"quiet_from": now().time()},
    )
    refuses("report_closed_has_a_time", Report.objects.filter(pk=report.pk), {"closed_by": ann})
