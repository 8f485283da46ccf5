"""Statements compiled once say the same as Django's own, and write just what was changed."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from games.tables.models import Action, Seat, Table
from games.tables.storage import compiled_queries
from spades_site.common.clock import now
from tests.tables.playing import seated, wake

pytestmark = pytest.mark.django_db

one_table = compiled_queries.Select(lambda: Table.objects.select_for_update().filter(pk=0))
its_seats = compiled_queries.Select(lambda: Seat.objects.filter(table_id=0))
one_action = compiled_queries.Select(
    lambda: Action.objects.filter(table_id=0).filter(version=0).order_by()
)


def fields_of(row: Any) -> dict[str, Any]:
    """Return a row's fields as they are, JSON and moments read."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.fixture
def table(member: Any) -> Table:
    """A table in play."""
    return wake(seated([member("ann")]))


def test_rows_are_read_as_django_reads_them(table: Table) -> None:
    with transaction.atomic():
        found = one_table.row(table.pk)
    assert fields_of(found) == fields_of(Table.objects.get(pk=table.pk))
    assert isinstance(found, Table)
    seats = its_seats.rows(table.pk)
    assert [fields_of(seat) for seat in seats] == [fields_of(seat) for seat in table.seats.all()]
    for action in table.actions.all():
        assert fields_of(one_action.row(table.pk, action.version)) == fields_of(action)
    assert one_action.row(table.pk, 77_777) is None
    with transaction.atomic():
        assert one_table.row(77_777) is None


def test_only_what_was_changed_is_written(table: Table) -> None:
    with transaction.atomic():
        found = one_table.row(table.pk)
        assert found is not None
        Table.objects.filter(pk=table.pk).update(title="told meanwhile")
        found.news, found.wake_at = {"what": "claim"}, now() + timedelta(seconds=5)
        found.version += 1
        compiled_queries.write_changes(found)
    stored = Table.objects.get(pk=table.pk)
    assert (stored.news, stored.wake_at) == ({"what": "claim"}, found.wake_at)
    assert (stored.version, stored.title) == (table.version + 1, "told meanwhile")
    assert stored.state == table.state
    with CaptureQueriesContext(connection) as queries:
        compiled_queries.write_changes(found)
    assert len(queries) == 0
    found.news = None
    compiled_queries.write_changes(found)
    assert Table.objects.filter(pk=table.pk, news__isnull=True).exists()


def test_a_row_from_elsewhere_is_written_whole(table: Table) -> None:
    found = Table.objects.get(pk=table.pk)
    found.title = "whole"
    compiled_queries.write_changes(found)
    assert Table.objects.get(pk=table.pk).title == "whole"


def test_rows_are_appended_together(table: Table, member: Any) -> None:
    last = table.version
    fresh = [
        Action(table=table, version=last + 1, kind="play", text="play AS", by="bot", at=now()),
        Action(
            table=table, version=last + 2, kind="table", seat=3, text="leave", by="player",
            user=member("bob"), action_id="x1", at=now(),
        ),
    ]  # fmt: skip
    compiled_queries.insert(fresh)
    stored = table.actions.filter(version__gt=last).order_by("version")
    assert [model_to_dict(row, exclude=["id"]) for row in stored] == [
        model_to_dict(row, exclude=["id"]) for row in fresh
    ]
    with pytest.raises(IntegrityError), transaction.atomic():
        compiled_queries.insert(fresh[:1])
    with CaptureQueriesContext(connection) as queries:
        compiled_queries.insert([])
    assert len(queries) == 0
