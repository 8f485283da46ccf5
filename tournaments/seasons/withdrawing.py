"""A pair or team leaves a season under way: its results are annulled, or the rest of its matches are forfeits."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.actions.entering import take_entry_out
from tournaments.events.actions.prepared import annul_entry
from tournaments.events.models import Entry, Format, Match, Result
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import require_organizer
from tournaments.seasons import notify
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.signing_up import lock_entry
from tournaments.seasons.terms import terms_of


def withdraw_entry(*, entry_id: int, by: User, reason: str) -> SeasonEntry:
    """Take an entry out of a season under way, as an organizer.

    If it has played less than the season's share of its matches (`Terms.annul_percent`), all its matches are annulled
    and count for nobody; otherwise the rest are forfeits. Repeating it changes nothing.

    Raises Refused: "unknown_season_entry", "not_organizer", "season_not_running", "reason_missing".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        entry = lock_entry(entry_id)
        season = entry.season
        require_organizer(season.league, by)
        if season.status != Season.Status.RUNNING or entry.entry is None:
            raise Refused(
                "season_not_running",
                _(
                    "The season isn't under way. Before it begins, withdraw the entry on its sign-up page."
                ),
            )
        if entry.status == SeasonEntry.Status.WITHDRAWN:
            return entry
        if not reason:
            raise Refused("reason_missing", _("Give a reason; its players will read it."))
        annulled = is_annulled(entry.entry, terms_of(season).annul_percent)
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


def is_annulled(entry: Entry, percent: int) -> bool:
    """Return whether an entry that withdraws now has played less than `percent` of its matches."""
    matches = Match.objects.filter(sides__places__entry=entry).filter(sides__index=1).distinct()
    played = matches.filter(results__current=True, results__kind=Result.Kind.PLAYED).distinct()
    planned = matches.count()
    if entry.tournament.first_format == Format.SWISS:
        # Most of its rounds aren't drawn yet.
        planned = max(planned, entry.tournament.rounds_planned or 0)
    return played.count() * 100 < percent * planned
