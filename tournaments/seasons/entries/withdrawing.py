"""Withdrawing a pair or team from a season under way: its results are annulled, or its remaining matches are forfeits."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.actions.entering import take_entry_out
from tournaments.events.actions.planning.prepared import annul_entry
from tournaments.events.models import Match, Result, SideEntry
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import require_organizer
from tournaments.seasons import notify
from tournaments.seasons.entries.signing_up import lock_entry
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.terms import terms_of


@dataclass(frozen=True)
class Withdrawal:
    """The effect of withdrawing an entry: how many of its matches it has played, and whether all are annulled."""

    played: int
    planned: int
    annulled: bool


def withdraw_entry(*, entry_id: int, by: User, reason: str) -> SeasonEntry:
    """Withdraw an entry from a season under way, as an organizer.

    If it has played less than the season's share of its matches (`Terms.annul_percent`), all its matches are annulled
    and count for nobody; otherwise the rest are forfeits. Repeating it changes nothing.

    Raises Refused: "unknown_season_entry", "not_organizer", "season_not_running", "reason_missing".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entry = lock_entry(entry_id)
        season = entry.season
        require_organizer(season.league, by)
        if season.status != Season.Status.RUNNING or entry.entry is None:
            raise Refused(
                "season_not_running",
                _(
                    "The season isn’t under way. Before it begins, withdraw the entry on its sign-up page."
                ),
            )
        if entry.status == SeasonEntry.Status.WITHDRAWN:
            return entry
        if not reason:
            raise Refused("reason_missing", _("Give a reason; its players will read it."))
        annulled = withdrawals(season)[entry.entry.pk].annulled
        if annulled:
            annul_entry(entry_id=entry.entry.pk, by=by, reason=reason)
        else:
            take_entry_out(entry_id=entry.entry.pk, by=by, reason=reason)
        entry.status, entry.reason = SeasonEntry.Status.WITHDRAWN, reason
        entry.save(update_fields=["status", "reason"])
        people = [place.user for place in entry.players.select_related("user")]
        entry.players.update(active=False)
        notify.withdrawn(entry, people)
        audit.record(
            actor=by,
            verb="season.withdrawn",
            subject=season,
            entry=entry.pk,
            annulled=annulled,
            reason=reason,
        )
    return entry


def withdrawals(season: Season) -> dict[int, Withdrawal]:
    """Return the effect of withdrawing each entry now, by the key of the entry in its division's tournament. Three
    queries.
    """
    percent, rounds = terms_of(season).annul_percent, {}
    for division in season.divisions.select_related("tournament").prefetch_related(
        "tournament__stages"
    ):
        tournament = division.tournament
        # Most of its rounds aren't drawn yet.
        if tournament is not None and not tournament.facts.first_draw_fixes_pairings:
            rounds[tournament.pk] = tournament.rounds_planned or 0
    duels = Match.objects.filter(tournament__division__season=season, sides__index=1)
    ended = Q(side__match__results__current=True, side__match__results__kind=Result.Kind.PLAYED)
    counted = (
        SideEntry.objects.filter(side__match__in=duels.values("pk"))
        .order_by()
        .values("entry_id", "entry__tournament_id")
        .annotate(
            drawn=Count("side__match", distinct=True),
            played=Count("side__match", filter=ended, distinct=True),
        )
        .values_list("entry_id", "entry__tournament_id", "drawn", "played")
    )
    found = {}
    for entry_id, tournament_id, drawn, played in counted:
        planned = max(drawn, rounds.get(tournament_id, 0))
        found[entry_id] = Withdrawal(played, planned, played * 100 < percent * planned)
    return found
