"""Salts, the players' contribution to the deals (docs/fairness.md, section 1).

Each browser commits to a salt by its hash, and reveals it once all hashes are frozen. Salts are secret until the game is
dealt.
"""

from django.utils.translation import gettext as _

from games import fairness
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.starting import deal_when_revealed
from games.tables.models import Seat, Table
from spades_site.accounts.models import User
from spades_site.common.errors import Refused


def takes_hashes(table: Table) -> bool:
    """Return whether hashes can still be submitted or changed: only before they are frozen."""
    if table.is_over or table.state is not None:
        return False
    if table.deals is not None:
        return not table.deals.digest
    return table.status == Table.Status.OPEN


def commit(locked: LockedTable, seat: Seat, salt_hash: str) -> bool:
    """Store a browser's hash for a seat; returns whether anything changed. The last hash before the freeze counts.

    An empty hash, from a client without a salt, changes nothing.
    """
    if not salt_hash or salt_hash == seat.salt_hash or not takes_hashes(locked.table):
        return False
    seat.salt_hash = salt_hash
    return True


def reveal_salt(*, table_id: int, user: User, salt: str) -> Table:
    """Store the salt behind the user's frozen hash, and deal if it was the last one missing. Idempotent.

    An empty salt means that the browser has lost it, so the table no longer waits for it. Raises Refused "not_seated",
    "too_early" (the hashes aren't frozen), "too_late" (the game is dealt), "wrong_salt".
    """
    with lock_table(table_id) as locked:
        seat, table = locked.own_seat(user), locked.table
        if seat.salt == salt and (salt or seat.salt_waived):
            return table
        if takes_hashes(table):
            raise Refused("too_early", _("The hashes aren’t final yet. Keep your salt."))
        if table.is_over or table.state is not None:
            raise Refused("too_late", _("The cards were dealt without waiting for that."))
        if not salt:
            seat.salt_waived = True
        elif seat.salt_hash and fairness.salt_hash(salt) == seat.salt_hash:
            seat.salt = salt
        else:
            raise Refused("wrong_salt", _("That salt doesn’t match your seat’s hash."))
        locked.touch(seat)
        deal_when_revealed(locked)
        locked.save()
        return table
