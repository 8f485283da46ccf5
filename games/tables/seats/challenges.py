"""Challenges of programs: one call opens a table with terms and invites people or bot accounts to it."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import ngettext

from games.tables.game.opening import open_table
from games.tables.game.terms import TableTerms
from games.tables.models import Table
from games.tables.seats.invitations import invite
from games.tables.seats.seating import take_seat
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name


def challenge(*, by: User, terms: TableTerms, names: Sequence[str]) -> Table:
    """Open a table with these terms, sit down at its first seat, and invite everybody named; all of it or nothing.

    Idempotent: while such a table of theirs waits with the same people invited, that one is returned.

    Raises Refused "too_many_named", and what `open_table`, `take_seat` and `invite` refuse.
    """
    with transaction.atomic():
        keep_open(by)
        waiting = _waiting(by, terms, {fold_name(name.strip()) for name in names})
        if waiting is not None:
            return waiting
        if len(names) >= terms.rules.players:
            raise Refused(
                "too_many_named",
                ngettext(
                    "At this table there is %(n)d other seat. Name fewer people.",
                    "At this table there are %(n)d other seats. Name fewer people.",
                    terms.rules.players - 1,
                )
                % {"n": terms.rules.players - 1},
            )
        table = open_table(terms, created_by=by)
        take_seat(table_id=table.pk, user=by, seat=0)
        for name in names:
            invite(table_id=table.pk, by=by, name=name)
        table.refresh_from_db()
        return table


def _waiting(by: User, terms: TableTerms, invited: set[str]) -> Table | None:
    """Return a table that an earlier call opened for the same challenge, if it still waits and they sit there."""
    same = Table.objects.filter(
        created_by=by,
        seats__user=by,
        status=Table.Status.OPEN,
        rules=terms.rules.to_record(),
        visibility=terms.visibility,
        turn_seconds=terms.turn_seconds,
        bank_seconds=terms.bank_seconds,
        rated=terms.rated,
        bots_allowed=terms.bots_allowed,
        bots_level=terms.bots_level,
    )
    for table in same.prefetch_related("invitations__user").order_by("-pk"):
        asked = [one for one in table.invitations.all() if not one.declined]
        if asked and {one.user.folded_name for one in asked} == invited:
            return table
    return None
