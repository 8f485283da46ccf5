"""What the database itself refuses, whatever the code does."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet


def refuses(name: str, rows: QuerySet[Any], fields: dict[str, Any]) -> None:
    """Assert that one row exists, and that the constraint `name` keeps these fields out of it."""
    assert rows.count() == 1
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        rows.update(**fields)
