"""Taking back the early end of a season: what it closed is open again."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions.reopening import reopen
from tournaments.events.core.state import lock
from tournaments.events.models import Status, Tournament
from tournaments.leagues.models import Season
from tournaments.seasons import notify
from tournaments.seasons.core import lock_to_organize

AT_ONCE = timedelta(minutes=1)
"""Within this time before a season's end its own end closed a division's tournament."""


def why_not_undo(season: Season) -> Refused | None:
    """Return why a finished season's end can't be undone; None if it can."""
    if not season.ended_early:
        return Refused(
            "nothing_to_undo",
            _("The season ended with its last match. Only an early end can be undone."),
        )
    following = season.followed_by.first()
    if following is None:
        return None
    return Refused(
        "already_followed",
        _("“%(name)s” already follows this season. Delete that draft first.")
        % {"name": following.name},
    )


def undo_end(*, season_id: int, by: User) -> Season:
    """Undo the early end of a season: the divisions' tournaments that it closed are open again, and the final places are
    forgotten. Notifies everybody who plays. Idempotent.

    Raises Refused: "unknown_season", "not_organizer", "season_not_running", and as `why_not_undo`.
    """
    with transaction.atomic():
        season, at = lock_to_organize(season_id, by), now()
        if season.status == Season.Status.RUNNING:
            return season
        if season.status != Season.Status.FINISHED:
            raise Refused("season_not_running", _("The season hasn’t begun, so it hasn’t ended."))
        if (refusal := why_not_undo(season)) is not None:
            raise refusal
        for tournament_id in _closed_by(season):
            tournament = lock(tournament_id)
            before = {"status": str(tournament.status)}
            reopen(tournament, at)
            after = {"status": str(tournament.status)}
            audit.record(
                actor=by, verb="tournament.reopen", subject=tournament, before=before, after=after
            )
        before = {"status": str(season.status), "ended_early": season.ended_early}
        season.status, season.finished_at, season.ended_early = Season.Status.RUNNING, None, ""
        season.save(update_fields=["status", "finished_at", "ended_early"])
        season.final_places.all().delete()
        notify.goes_on(season)
        after = {"status": str(season.status), "ended_early": ""}
        audit.record(
            actor=by, verb="season.end_undone", subject=season, **audit.changes(before, after)
        )
    return season


def _closed_by(season: Season) -> list[int]:
    """Return the keys of the tournaments that the season's end closed, in the order in which it locked them."""
    assert season.finished_at is not None
    keys = [
        key
        for each in season.divisions.order_by("level")
        for key in (each.tournament_id, each.play_off_id)
        if key is not None
    ]
    closed = Tournament.objects.filter(
        pk__in=keys, status=Status.FINISHED, finished_at__gte=season.finished_at - AT_ONCE
    )
    found = {one.pk for one in closed if one.status_reason == season.ended_early}
    return [key for key in keys if key in found]
