"""Late entries: an organizer puts a pair or team that has accepted into a division of a season under way.

In a round robin it replaces the bye of an odd division, from the next round whose window hasn't opened; in a Swiss it
is drawn from the next round on. Missed rounds don't count for it, and byes already taken remain.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused, refuse
from tournaments.events.actions.planning.prepared import enter_late
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import members_among, require_organizer
from tournaments.seasons import notify
from tournaments.seasons.core import late_round
from tournaments.seasons.entries.signing_up import lock_entry
from tournaments.seasons.lifecycle.publishing import prepared
from tournaments.seasons.models import Division, SeasonEntry
from tournaments.seasons.terms import terms_of


@dataclass(frozen=True)
class LatePlace:
    """A late entry's prospects in a division: its first round, how many rounds it has missed, or why it can't enter."""

    division: Division
    first: int = 0
    missed: int = 0
    refused: Refused | None = None


def place_in(season: Season, division: Division) -> LatePlace:
    """Return a late entry's prospects in a division (with its tournament) now.

    The refusals are "late_closed", "division_full" and "no_bye".
    """
    tournament, last = division.tournament, terms_of(season).late_until_round
    number = late_round(tournament) if tournament is not None else None
    params = {"name": division.name, "last": last, "size": division.size}
    if tournament is None or number is None or number > last:
        refused = _(
            "%(name)s takes no late entries any more: they were possible until round %(last)d. Enter the next season,"
            " or put them on the list of stand-ins."
        )
        return LatePlace(division, refused=Refused("late_closed", refused % params))
    live = division.entries.filter(status=SeasonEntry.Status.ENTERED).count()
    if live >= division.size:
        refused = _("%(name)s has %(size)d places, and all are taken. Choose another division.")
        return LatePlace(division, refused=Refused("division_full", refused % params))
    drawn = tournament.entries.filter(seed_no__isnull=False).count()
    if not tournament.facts.late_entries_join_next_round and drawn % 2 == 0:
        refused = _(
            "Everybody in %(name)s has an opponent in every round, so a late entry would have none. Choose a division with a"
            " bye, or make them substitutes for somebody who leaves."
        )
        return LatePlace(division, refused=Refused("no_bye", refused % params))
    return LatePlace(division, number, number - 1)


def waiting_late(season: Season) -> QuerySet[SeasonEntry]:
    """Return the entries of a season under way that have accepted and have no division yet."""
    entered = season.entries.filter(status=SeasonEntry.Status.ENTERED, entry=None)
    return entered.order_by("created_at", "pk")


def add_late(*, entry_id: int, by: User, division_id: int) -> SeasonEntry:
    """Put an entry whose players have all accepted into a division of a season under way. Idempotent.

    Raises Refused: "unknown_season_entry", "not_organizer", "season_not_running", "unknown_division", "unanswered",
    "not_member", and those of `place_in`.
    """
    with transaction.atomic():
        entry = lock_entry(entry_id)
        season = entry.season
        require_organizer(season.league, by)
        if season.status != Season.Status.RUNNING:
            raise Refused(
                "season_not_running",
                _("The season isn’t under way. Place its entries in the draft."),
            )
        if entry.entry is not None and entry.division_id == division_id:
            return entry
        division = season.divisions.select_related("tournament").filter(pk=division_id).first()
        if division is None or division.tournament is None:
            raise Refused("unknown_division", _("There is no such division. Reload the page."))
        if entry.status != SeasonEntry.Status.ENTERED or entry.entry is not None:
            raise Refused(
                "unanswered",
                _(
                    "%(name)s isn’t waiting for a division: not everybody has accepted, or it plays already."
                )
                % {"name": entry.name},
            )
        people = [place.user for place in entry.players.select_related("user") if place.active]
        if gone := {user.pk for user in people} - members_among(
            season.league_id, [user.pk for user in people]
        ):
            names = ", ".join(user.username for user in people if user.pk in gone)
            raise Refused(
                "not_member",
                _(
                    "No longer in the league: %(names)s. Withdraw their entries, or invite them again."
                )
                % {"names": names},
            )
        place = place_in(season, division)
        refuse(place.refused)
        entry.entry = enter_late(
            tournament_id=division.tournament.pk, by=by, late_entry=prepared(entry, people),
            from_round=place.first,
        )  # fmt: skip
        entry.division, entry.seed_no = division, entry.entry.seed_no
        entry.rating = entry.entry.rating
        entry.save(update_fields=["entry", "division", "seed_no", "rating"])
        notify.added_late(entry, people, place.first)
        audit.record(
            actor=by, verb="season.entered_late", subject=season,
            entry=entry.pk, division=division.pk, round=place.first,
        )  # fmt: skip
    return entry
