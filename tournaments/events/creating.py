"""Making a tournament. The organizers' form and any other caller go through the same check."""

import secrets
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.models import Format, Stage, Status, Tournament
from tournaments.events.permissions import may_create
from tournaments.events.proposal import NotValid, Proposal, check
from tournaments.leagues.permissions import require_account
from tournaments.leagues.slugs import free_slug


def check_tournament(**fields: Any) -> dict[str, list[str]]:
    """Return what is wrong with a tournament of these fields (Proposal's), by field; empty when nothing is."""
    return check(Proposal(**fields), now()).errors


def create_tournament(*, by: Any, **fields: Any) -> Tournament:
    """Make a draft from the fields of Proposal. Raises Refused: "guest", "not_organizer", or NotValid with errors."""
    require_account(by)
    proposal = Proposal(**fields)
    checked = check(proposal, now())
    if checked.errors:
        raise NotValid(checked.errors)
    with transaction.atomic():
        if not may_create(by, proposal.league):
            raise Refused(
                "not_organizer",
                _("Only an organizer of the league can make its tournaments. Ask one of them."),
            )
        tournament = Tournament.objects.create(
            slug=free_slug(Tournament, checked.name),
            league=proposal.league,
            season=proposal.season,
            name=checked.name,
            description=checked.description,
            rules=checked.rules,
            format=Format.ROUND_ROBIN,
            format_options={"double": proposal.double},
            scoring=checked.scoring,
            seed=secrets.token_hex(16),
            starts_at=proposal.starts_at,
            check_in_minutes=proposal.check_in_minutes,
            turn_seconds=proposal.turn_seconds,
            pause_between_rounds=proposal.pause_between_rounds,
            min_entries=proposal.min_entries,
            max_entries=proposal.max_entries,
            entry_with_partner=proposal.entry_with_partner,
            entry_alone=proposal.entry_alone,
            status=Status.DRAFT,
            created_by=by,
            created_at=now(),
        )
        Stage.objects.create(
            tournament=tournament,
            index=1,
            format=tournament.format,
            options=tournament.format_options,
        )
        audit.record(actor=by, verb="tournament.created", subject=tournament, name=tournament.name)
    return tournament
