"""Merging two teams into one, by organizers before the draw."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.bots import clean_team_name
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.text import clean_reason
from tournaments.events.actions.eligibility import too_late, why_in_season
from tournaments.events.actions.teams.rosters import team_in_log, write_team
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, lock, save
from tournaments.events.entries import nominations
from tournaments.events.entries.check_in import catch_up
from tournaments.events.models import Entry, Tournament
from tournaments.events.notices import notify


def mergeable(tournament: Tournament, entry: Entry) -> list[Entry]:
    """Return the teams with which a team could be merged now, by name."""
    if why_not_merge(tournament) is not None or entry.status not in Entry.TAKING_PART:
        return []
    others = tournament.entries.filter(status__in=Entry.TAKING_PART).exclude(pk=entry.pk)
    return list(others.order_by("name", "pk"))


def why_not_merge(tournament: Tournament) -> Refused | None:
    """Return why no teams of a tournament can be merged now: "no_teams", "too_late", "in_season"; None if they can."""
    if not tournament.is_team:
        return Refused("no_teams", _("Only teams are merged. Of two players you make a pair."))
    return why_in_season(tournament.pk) if tournament.status in OPEN else too_late()


def merge_teams(
    *,
    entry_id: int,
    other_id: int,
    by: User,
    name: str,
    players: Sequence[int],
    captain: int,
    vice_captain: int | None = None,
    reason: str,
    seen: Collection[int],
) -> Entry:
    """Merge the team `other_id` into the team `entry_id`: `players` of both, as keys of users, are the roster from now on.

    The other team leaves the field, and so does everybody who isn't among the players. All are notified of the reason.
    The team is checked in if one of the two is. `seen` has the players of both on the organizer's page. Idempotent.

    Raises Refused: "unknown_entry", "not_organizer", "no_teams", "too_late", "in_season", "same_entry", "left",
    "stale", "not_in_roster", "reason_missing", "name_taken" and, about the roster, those of `change_team`.
    """
    name = clean_team_name(name)
    reason = clean_reason(reason)
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        tournament = lock(found or 0)
        require_organizer(by, tournament)
        pair = {one.pk: one for one in tournament.entries.filter(pk__in=(entry_id, other_id))}
        if entry_id == other_id or len(pair) != 2:
            raise Refused("same_entry", _("Choose two different teams of this tournament."))
        entry, other = pair[entry_id], pair[other_id]
        roster = [user.pk for user in nominations.active_of(entry)]
        merged = (entry.name, roster, entry.captain_id, entry.vice_captain_id)
        gone = other.status not in Entry.TAKING_PART
        if gone and merged == (name, list(players), captain, vice_captain):
            return entry
        catch_up(tournament, now())
        refuse(why_not_merge(tournament))
        if gone or entry.status not in Entry.TAKING_PART:
            raise Refused(
                "left", _("One of the two teams has left the tournament. Reload the page.")
            )
        if not reason:
            raise Refused("reason_missing", _("Give a reason; the players will read it."))
        away = nominations.active_of(other)
        _check_people(entry, other, {*roster, *(user.pk for user in away)}, players, seen)
        before = {"names": [entry.name, other.name]}
        dropped = [
            user for user in (*nominations.active_of(entry), *away) if user.pk not in players
        ]
        _dissolve(entry, other)
        write_team(tournament, entry, name, players, captain, vice_captain)
        save(tournament)
        notify.merged(entry, [user for user in away if user.pk in players], other.name, reason)
        notify.left_out(entry, dropped, reason)
        audit.record(
            actor=by,
            verb="tournament.teams_merged",
            subject=tournament,
            reason=reason,
            name=name,
            before=before,
            after=team_in_log(entry),
        )
    return entry


def changed_words() -> str:
    """Return the sentence about rosters that have changed since the organizer opened the page."""
    return _("The rosters have changed since you looked at them. Look again, then merge.")


def _check_people(
    entry: Entry, other: Entry, both: set[int], players: Sequence[int], seen: Collection[int]
) -> None:
    if set(seen) != both:
        raise Refused("stale", changed_words())
    if not both.issuperset(players):
        raise Refused("not_in_roster", _("Choose the players from the two teams’ rosters."))


def _dissolve(entry: Entry, other: Entry) -> None:
    """Remove the other team from the field; its check-in counts for the merged one."""
    moments = [one.checked_in_at for one in (entry, other) if one.checked_in_at is not None]
    entry.checked_in_at = max(moments, default=None)
    entry.status = Entry.Status.CHECKED_IN if moments else Entry.Status.ENTERED
    entry.created_at = min(entry.created_at, other.created_at)
    other.players.update(active=False)
    other.status = Entry.Status.WITHDRAWN
    other.save(update_fields=["status"])
