"""Forfeit claims: a side at the table claims the match because the other side hasn't come; the server's record of
attendance is the evidence.

The server approves a claim itself if the whole claiming side has come and nobody of the other side has appeared some
minutes after the grace period. Otherwise the organizer decides. Works on rows of a tournament that the caller has
locked.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from games.engine.sentences import message
from games.tables.models import Seat
from spades_site.accounts.models import User, Viewer
from spades_site.common import audit
from tournaments.events.core.permissions import arbitrated_by
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import (
    Entry,
    ForfeitClaim,
    LineUp,
    Match,
    NoShow,
    Timing,
    Tournament,
)
from tournaments.events.notices import claim_news
from tournaments.events.scoring import recording

Status = ForfeitClaim.Status


@dataclass(frozen=True)
class Presence:
    """Who has come to a match's open tables, and when: each line-up row with its time, or None."""

    opened_at: datetime
    rows: list[tuple[LineUp, datetime | None]]

    def is_whole(self, entry: Entry) -> bool:
        """Return whether all of an entry's players have come."""
        return all(at is not None for row, at in self.rows if row.entry_id == entry.pk)

    def is_unseen(self, entry: Entry) -> bool:
        """Return whether none of an entry's players has come."""
        return all(at is None for row, at in self.rows if row.entry_id == entry.pk)

    def has_come(self, user: User) -> bool:
        """Return whether a person has come to their table."""
        return any(at is not None for row, at in self.rows if row.user_id == user.pk)

    @property
    def evidence(self) -> dict[str, Any]:
        """Return the presence for storage: names, and times in ISO 8601."""
        return {
            "opened_at": self.opened_at.isoformat(),
            "players": [
                {"name": row.user.username, "arrived_at": None if at is None else at.isoformat()}
                for row, at in self.rows
            ],
        }


def are_possible(tournament: Tournament) -> bool:
    """Return whether sides can claim forfeits: in windows, where absent sides don't forfeit automatically."""
    return (
        tournament.timing == Timing.WINDOWS
        and tournament.claim_minutes > 0
        and tournament.no_show != NoShow.FORFEIT
    )


def presence_of(match: Match) -> Presence | None:
    """Return who has come to a match in play; None without an open table."""
    tables = match.open_tables
    if not tables:
        return None
    seats = Seat.objects.filter(
        table__in=[at.table_id for at in tables], user__isnull=False
    ).values_list("table_id", "user_id", "arrived_at")
    arrived: dict[tuple[int | None, int | None], datetime | None] = {
        (table, user): at for table, user, at in seats
    }
    by_key = {at.pk: at.table_id for at in tables}
    rows = LineUp.objects.seated().filter(table__in=by_key).select_related("user", "entry")
    return Presence(
        min(at.table.created_at for at in tables if at.table is not None),
        [
            (row, arrived.get((by_key[row.table_id or 0], row.user_id)))
            for row in rows.order_by("side__index", "position", "pk")
        ],
    )


def grace_ends(match: Match, presence: Presence) -> datetime:
    """Return when the grace period of a match's tables ends."""
    return match.grace_ends(presence.opened_at)


def decides_at(match: Match, presence: Presence) -> datetime:
    """Return when the server may approve a claim itself."""
    return grace_ends(match, presence) + timedelta(minutes=match.tournament.claim_minutes)


def decide_due(tournament: Tournament, at: datetime) -> bool:
    """Decide the claims that are due at `at`, and close those of matches that are over. Returns whether there were
    any.
    """
    waiting = ForfeitClaim.objects.filter(
        match__tournament=tournament, status__in=ForfeitClaim.LIVE
    )
    changed = False
    for claim in waiting.select_related("match__round", "match__tournament", "entry").order_by(
        "pk"
    ):
        match = claim.match
        if match.status == Match.Status.DONE:
            _close(claim, Status.LAPSED, at)
        elif claim.status == Status.WAITING and claim.decides_at <= at:
            _decide(claim, at)
        else:
            continue
        changed = True
    return changed


def answered_by_decision(match: Match, *, by: User, reason: str, at: datetime) -> None:
    """Close the claims of a (locked) match that an organizer has just decided: upheld if the claiming side won."""
    current = match.results.filter(current=True).first()
    winner = None if current is None else current.winner
    for claim in match.claims.filter(status__in=ForfeitClaim.LIVE):
        won = winner is not None and claim.entry_id in match.sides[winner].keys
        claim.answer, claim.answered_by = reason, by
        _close(claim, Status.APPROVED if won else Status.REJECTED, at)


def open_claims(user: Viewer) -> QuerySet[ForfeitClaim]:
    """Return the claims that the user decides, the oldest first."""
    return (
        ForfeitClaim.objects.filter(
            status=Status.OPEN, match__tournament__in=arbitrated_by(user).values("pk")
        )
        .select_related("match__tournament", "match__round", "entry")
        .order_by("at", "pk")
    )


def _decide(claim: ForfeitClaim, at: datetime) -> None:
    """Approve a claim if nobody of the other side has come; otherwise leave it to the organizer."""
    match = claim.match
    presence = presence_of(match)
    other = claim_news.other_side(claim)
    if presence is None or not presence.is_whole(claim.entry) or not presence.is_unseen(other):
        claim.status = Status.OPEN
        claim.save(update_fields=["status"])
        claim_news.waits(claim)
        return
    claim.evidence = presence.evidence
    _close(claim, Status.APPROVED, at)
    reason = message("%(name)s did not come; the forfeit was claimed.", name=match.name_of(other))
    winner = match.entries.index(claim.entry)
    recording.record_result(
        match, recording.forfeit(match, winner), at=claim.decides_at, reason=reason
    )
    close_for(match, reason=reason)
    audit.record(actor=None, verb="match.claim_approved", subject=match, entry=claim.entry_id)


def _close(claim: ForfeitClaim, status: str, at: datetime) -> None:
    claim.status, claim.answered_at = status, at
    claim.save(update_fields=["status", "answered_at", "answer", "answered_by", "evidence"])
