"""The members, teams and seasons of a league as CSV and JSON."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings

from spades_site.common.lists.csv_text import Cell
from tournaments.leagues.models import KeptRules, League, Membership, Season, TeamMember
from tournaments.public.feeds.tables import FEED_VERSION, Row, iso

COLUMNS = {
    "members": ["user", "role", "joined_at", "team", "by_name"],
    "teams": ["team", "user", "captain", "vice_captain", "plays", "by_name"],
    "seasons": ["slug", "name", "kind", "status", "starts_on", "ends_on", "zone"],
}
"""The feeds, with the columns of each. `members` is for organizers, and can be imported again; `teams` and `seasons`,
without drafts, are for all who see the league.
"""


def document(league: League, what: str) -> dict[str, Any]:
    """Return the JSON of one of COLUMNS. Takes one query, of members two."""
    return {
        "feed": what,
        "feed_version": FEED_VERSION,
        "league": {"slug": league.slug, "name": league.name},
        what: list(_rows(league, what)),
    }


def sheet(league: League, what: str) -> tuple[list[str], list[list[Cell]]]:
    """Return the columns and the rows of one of COLUMNS as CSV."""
    columns = COLUMNS[what]
    return columns, [[row[column] for column in columns] for row in _rows(league, what)]


def about_rules(kept: KeptRules) -> Row:
    """Return a rule set that a league keeps, for the API."""
    url = f"{settings.SITE_URL}{kept.get_absolute_url()}"
    return {"name": kept.name, "url": url, "rules": kept.rules}


def _rows(league: League, what: str) -> Iterable[Row]:
    rows = {"members": _members, "teams": _teams, "seasons": _seasons}
    return rows[what](league)


def _seasons(league: League) -> Iterable[Row]:
    for one in league.seasons.exclude(status=Season.Status.DRAFT).order_by("starts_on", "pk"):
        yield {
            "slug": one.slug,
            "name": one.name,
            "kind": str(one.kind),
            "status": str(one.status),
            "starts_on": one.starts_on.isoformat(),
            "ends_on": one.ends_on.isoformat(),
            "zone": one.zone,
        }


def _members(league: League) -> Iterable[Row]:
    places = TeamMember.objects.filter(league=league)
    teams = dict(places.values_list("user_id", "team__name"))
    members = Membership.objects.filter(league=league).select_related("user")
    for one in members.order_by("user__username"):
        yield {
            "user": one.user.username,
            "role": str(one.role),
            "joined_at": iso(one.joined_at),
            "team": teams.get(one.user_id),
            "by_name": one.user.by_name,
        }


def _teams(league: League) -> Iterable[Row]:
    places = TeamMember.objects.filter(league=league).select_related("user", "team")
    for one in places.order_by("team__name", "joined_at", "pk"):
        yield {
            "team": one.team.name,
            "user": one.user.username,
            "captain": one.user_id == one.team.captain_id,
            "vice_captain": one.user_id == one.team.vice_id,
            "plays": one.plays,
            "by_name": one.user.by_name,
        }
