"""Tournaments whose field is known beforehand, such as a season's division: created, entered and drawn at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.advance import begin, run_due_steps
from tournaments.events.core.locks import lock_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OVER, lock, move, save
from tournaments.events.draw.start import field_of
from tournaments.events.matches import late
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Result,
    Seeding,
    Tournament,
    played_by,
)
from tournaments.events.scoring.recording import record_result, void
from tournaments.events.setup.creating import create_tournament


@dataclass(frozen=True)
class PreparedEntry:
    """An entry of a known field: its name, its players by position, and who leads it if it is a team."""

    name: str
    players: Sequence[User]
    captain: User | None = None
    vice_captain: User | None = None


def start_prepared(
    *, by: User, field: Sequence[PreparedEntry], **proposal: Any
) -> tuple[Tournament, list[Entry]]:
    """Create a tournament from the fields of Proposal, enter `field` by seed without asking anybody, and draw it. Its
    rounds begin by its timetable. Raises what `create_tournament` raises.
    """
    with transaction.atomic():
        tournament = create_tournament(by=by, **proposal)
        tournament = lock(tournament.pk)
        tournament.seeding = Seeding.HAND
        move(tournament, "open_registration")
        entries = [_enter(tournament, one, seed) for seed, one in enumerate(field, start=1)]
        begin(tournament, field_of(tournament), tournament.starts_at)
        save(tournament)
    return tournament, entries


def enter_late(
    *, tournament_id: int, by: User, late_entry: PreparedEntry, from_round: int
) -> Entry:
    """Add an entry to a tournament under way, from `from_round` on: in a round robin in place of its byes.

    The caller has checked that there is a place, and holds the tournament's lock. Raises Refused "not_organizer".
    """
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    seeds = tournament.entries.filter(seed_no__isnull=False)
    entry = _enter(tournament, late_entry, seeds.count() + 1)
    late.join(tournament, entry, now(), from_round=from_round)
    save(tournament)
    return entry


def annul_entry(*, entry_id: int, by: User, reason: str) -> None:
    """Withdraw an entry and annul all its matches: they count for nobody, but rated games stay rated. Idempotent.
    Raises Refused: "unknown_entry", "not_organizer", "reason_missing", "over".
    """
    reason = clean_reason(reason, _("Give a reason; its players will read it."))
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        require_organizer(by, tournament)
        if tournament.status in OVER:
            raise Refused("over", _("The tournament is over; nobody can withdraw any more."))
        entry.status = Entry.Status.WITHDRAWN
        entry.save(update_fields=["status"])
        at = now()
        matches = tournament.matches.filter(sides__places__entry=entry).select_related(
            "round", "tournament"
        )
        for match in matches.prefetch_related(*played_by(players=True)).distinct():
            if match.is_bye:
                continue
            if match.status == Match.Status.PLAYING:
                close_for(match, reason=reason, by=by)
            if not match.results.filter(current=True, kind=Result.Kind.VOID).exists():
                record_result(match, void(match), at=at, by=by, reason=reason)
        audit.record(
            actor=by,
            verb="tournament.entry_annulled",
            subject=tournament,
            reason=reason,
            entry=entry.pk,
            name=entry.name,
        )
        if not run_due_steps(tournament, at):
            save(tournament)


def _enter(tournament: Tournament, one: PreparedEntry, seed: int) -> Entry:
    entry = Entry.objects.create(
        tournament=tournament,
        name=one.name,
        status=Entry.Status.ENTERED,
        hand_seed=seed,
        captain=one.captain,
        vice_captain=one.vice_captain,
        created_at=now(),
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=tournament, user=user, position=position)
        for position, user in enumerate(one.players)
    )
    return entry
