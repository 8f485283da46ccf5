"""Placing entries in divisions: proposed by last season's tables or by rating, then arranged by the organizer."""

from collections.abc import Mapping, Sequence
from zlib import crc32

from django.db import transaction
from django.utils.translation import gettext as _

from games.ratings.models import Pool
from games.ratings.queries import ratings_of
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from tournaments.leagues.models import Season
from tournaments.seasons.core import lock_to_organize, require_before
from tournaments.seasons.models import SeasonEntry

Arrangement = Mapping[int, Sequence[int]]
"""The entries of each division by its level, the first seed first."""


def place_by_rating(*, season_id: int, by: User) -> None:
    """Fill the divisions from the first down: entries placed by last season keep their division, all others follow
    by rating.

    Raises Refused: "unknown_season", "not_organizer", "season_published", "not_placeable".
    """
    with transaction.atomic():
        season = _locked(season_id, by)
        note_ratings(season)
        before = _in_log(season)
        _write(season, proposal_of(season))
        made = audit.changes(before, _in_log(season))
        audit.record(actor=by, verb="season.placed_by_rating", subject=season, **made)


def arrange(
    *, season_id: int, by: User, arrangement: Arrangement, expected_version: int | None = None
) -> None:
    """Put entries into divisions in this order, and unplace entries that it omits.

    `expected_version` is the `version_of` when the page was rendered. Raises Refused: "unknown_season",
    "not_organizer", "season_published", "not_placeable", "stale", "unknown_division", "unknown_season_entry",
    "placed_twice", "division_full".
    """
    with transaction.atomic():
        season = _locked(season_id, by)
        if expected_version not in (None, version_of(season)):
            raise Refused(
                "stale",
                _("The entries or divisions have changed meanwhile. Look at them as they are now."),
            )
        _check(season, arrangement)
        before = _in_log(season)
        _write(season, arrangement)
        made = audit.changes(before, _in_log(season))
        audit.record(actor=by, verb="season.arranged", subject=season, **made)


def version_of(season: Season) -> int:
    """Return a version that changes with the live entries and their places."""
    live = season.entries.filter(status__in=SeasonEntry.LIVE).order_by("pk")
    return crc32(repr(list(live.values_list("pk", "division__level", "seed_no"))).encode())


def proposal_of(season: Season) -> dict[int, list[int]]:
    """Return an arrangement of all entries: placed ones stay, the rest fill the free places by rating.

    The last division gets all remaining entries; the organizer must check whether it is too large.
    """
    divisions = list(season.divisions.all())
    entries = list(season.entries.filter(status__in=SeasonEntry.LIVE))
    placed: dict[int, list[int]] = {division.level: [] for division in divisions}
    levels = {division.pk: division.level for division in divisions}
    kept = [entry for entry in entries if entry.division_id in levels and entry.came_from]
    for entry in sorted(kept, key=lambda one: (one.seed_no or 0, one.pk)):
        placed[levels[entry.division_id or 0]].append(entry.pk)
    rest = [entry for entry in entries if entry not in kept]
    rest.sort(key=lambda one: (-(one.rating or 0), one.pk))
    for division in divisions:
        last = division is divisions[-1]
        free = len(rest) if last else max(0, division.size - len(placed[division.level]))
        placed[division.level] += [entry.pk for entry in rest[:free]]
        rest = rest[free:]
    return placed


def note_ratings(season: Season) -> None:
    """Store each entry's rating: the mean of its players'."""
    entries = list(season.entries.filter(status__in=SeasonEntry.LIVE).prefetch_related("players"))
    players = {entry.pk: [place.user_id for place in entry.players.all()] for entry in entries}
    ratings = ratings_of(
        {user for each in players.values() for user in each}, str(Pool.PARTNERSHIP)
    )
    for entry in entries:
        users = players[entry.pk]
        entry.rating = round(sum(ratings[user] for user in users) / len(users))
    SeasonEntry.objects.bulk_update(entries, ["rating"])


def _in_log(season: Season) -> dict[str, list[str]]:
    """Return the names of each division's entries in order, by the division's name, in the log's format."""
    rows = season.entries.exclude(division=None).order_by("seed_no", "pk")
    placed: dict[str, list[str]] = {}
    for division, name in rows.values_list("division__name", "name"):
        placed.setdefault(division, []).append(name)
    return placed


def _locked(season_id: int, by: User) -> Season:
    season = lock_to_organize(season_id, by)
    require_before(season)
    if not season.has_divisions:
        raise Refused("not_placeable", _("A series has no divisions."))
    return season


def _check(season: Season, arrangement: Arrangement) -> None:
    sizes = {division.level: division for division in season.divisions.all()}
    known = dict(season.entries.filter(status__in=SeasonEntry.LIVE).values_list("pk", "name"))
    seen: set[int] = set()
    for level, keys in arrangement.items():
        if level not in sizes:
            raise Refused("unknown_division", _("There is no such division. Reload the page."))
        for key in keys:
            if key not in known:
                raise Refused(
                    "unknown_season_entry",
                    _("An entry has left the season meanwhile. Reload the page."),
                )
            if key in seen:
                raise Refused(
                    "placed_twice",
                    _("%(name)s is placed twice. Choose one division.") % {"name": known[key]},
                )
            seen.add(key)
        if len(keys) > sizes[level].size:
            raise Refused(
                "division_full",
                _("%(name)s has %(size)d places for %(n)d entries. Move some, or make it larger.")
                % {"name": sizes[level].name, "size": sizes[level].size, "n": len(keys)},
            )


def _write(season: Season, arrangement: Arrangement) -> None:
    levels = {division.level: division.pk for division in season.divisions.all()}
    # Clear all places first, because seeds are unique.
    season.entries.update(seed_no=None)
    season.entries.exclude(pk__in=[key for keys in arrangement.values() for key in keys]).update(
        division=None
    )
    for level, keys in arrangement.items():
        for number, key in enumerate(keys, start=1):
            season.entries.filter(pk=key).update(division_id=levels[level], seed_no=number)
