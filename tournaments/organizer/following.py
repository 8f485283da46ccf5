"""Polling by the organizer's open pages, which are answered only when something has changed."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest

MARK_LENGTH = 16


def mark_of(*facts: object) -> str:
    """Return a hash that changes when one of the facts does; the `repr` of each must include all that the page
    shows.
    """
    return sha256(repr(facts).encode()).hexdigest()[:MARK_LENGTH]


def has_seen(request: HttpRequest, mark: str) -> bool:
    """Return whether the polling page already shows this. Never true for a page that is being opened."""
    return request.GET.get("seen") == mark


def mark_of_tonight(lists: Mapping[str, Page[Any]]) -> str:
    """Return the mark of the dashboard with these pages of its lists."""
    return mark_of(
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


def mark_of_tournament(context: dict[str, Any]) -> str:
    """Return the mark of a tournament's page with this context."""
    tournament = context["tournament"]
    return mark_of(
        (tournament.name, tournament.status, tournament.status_reason, tournament.starts_at),
        (tournament.pairs, tournament.alone, context["here"], sorted(context["possible"])),
        [match.pk for match in context["undecided"]],
        [(match.pk, *(at.table_id for at in match.open_tables)) for match in context["playing"]],
        [
            (each.round.number, each.round.status, each.round.starts_at, each.played, each.to_play)
            for each in context["rounds"]
        ],
        (context["rounds_over"], context["rounds_all"]),
        [(page.number, page.paginator.count) for page in _pages(context)],
        [(type(place).__name__, place.pk) for place in context["waiting"]],
        [guest.pk for guest in context["guests"]],
        context["draft"] and [match.pk for match in context["draft"].matches.all()],
        [(made.pk, may_undo) for made, may_undo in context["substitutions"]],
        [made.pk for made in context["substitutes_asked"]],
        [one.pk for one in context["penalties"]],
        [(type(entry).__name__, entry.pk, entry.status) for entry in context["entries"]],
    )


def _pages(context: dict[str, Any]) -> list[Page[Any]]:
    return [context[name] for name in ("entries", "undecided", "playing", "history")]
