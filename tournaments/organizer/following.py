"""Polling by the organizer's open pages, which are answered only when something has changed."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest

MARK_LENGTH = 16


def mark_of(*facts: object) -> str:
    """Return a hash that changes with the facts; the `repr` of each must include everything that the page shows."""
    return sha256(repr(facts).encode()).hexdigest()[:MARK_LENGTH]


def has_seen(request: HttpRequest, mark: str) -> bool:
    """Return whether the polling page already shows this version. Never true when a page is opened."""
    return request.GET.get("seen") == mark


def mark_of_tonight(lists: Mapping[str, Page[Any]], tonight: int) -> str:
    """Return the mark of the dashboard with these pages of its lists and this number of tournaments tonight."""
    return mark_of(
        tonight,
        [(page.number, page.paginator.count) for page in lists.values()],
        [(each.what, each.tournament.pk, each.due) for each in lists["decisions"]],
        [(round_.pk, round_.done, round_.all) for round_ in lists["rounds"]],
        [match.pk for match in lists["matches"]],
        [
            (one.pk, one.name, one.status, one.starts_at, one.pairs, one.alone)
            for one in lists["page"]
        ],
        [(league.pk, league.members_count) for league in lists["leagues"]],
    )
