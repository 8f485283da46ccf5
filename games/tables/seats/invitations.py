"""Inviting people to a table by name. An invitation is valid for a day, or until the game begins."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.eligibility import why_not_eligible
from games.tables.access.mutes import declined, refuse_blocked_invitation
from games.tables.game.locked_table import LockedTable, lock_table
from games.tables.game.opening import require_open
from games.tables.models import Invitation, Table
from games.tables.pictures.broadcast import publish_events
from games.tables.seats.seating import take_seat
from games.tables.timing.clocks import INVITATION_LIFE
from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from spades_site.notices.services import mark_handled, send_notice

MOST_INVITATIONS = 12
"""Per table, to prevent mass invitations."""


def invite(*, table_id: int, by: User, name: str) -> Table:
    """Invite the person with that user name to the table. Idempotent, unless the invitation has expired.

    Raises Refused "not_open", "not_seated", "unknown_user", "seated_there", "members_only", "people_only", "no_bots",
    "league_only", "rating_range", "blocked", "declined", "too_many_invitations", "limit".
    """
    with lock_table(table_id) as locked:
        require_open(locked)
        locked.own_seat(by)
        guest = _person(name)
        if locked.seat_of(guest) is not None:
            raise Refused(
                "seated_there",
                _("%(name)s is already seated here.") % {"name": guest.get_username()},
            )
        _require_eligible(locked, guest)
        refuse_blocked_invitation(by, guest)
        known = Invitation.objects.filter(table=locked.table, user=guest).first()
        if known is not None and known.declined:
            raise declined(guest)
        if known is None:
            _refuse_too_many(locked.table)
            limits.count_invitation(by, guest)
            asked = Invitation.objects.create(table=locked.table, user=guest, by=by, at=locked.at)
            notify_invited(asked)
            locked.save()
        elif known.at < locked.at - INVITATION_LIFE:
            limits.count_invitation(by, guest)
            known.by, known.at = by, locked.at
            known.save(update_fields=["by", "at"])
            notify_invited(known)
            locked.save()
        return locked.table


def accept_invitation(*, table_id: int, user: User) -> Table:
    """Seat an invited person. Raises Refused "not_invited", "expired", and as `take_seat` does."""
    asked = Invitation.objects.filter(table_id=table_id, user=user, declined=False)
    invitation = asked.select_related("table", "by").first()
    if invitation is None:
        raise Refused(
            "not_invited", _("You aren’t invited to that table. Choose one in the lobby.")
        )
    if invitation.table.status != Table.Status.OPEN:
        raise Refused(
            "expired",
            _("That invitation has expired: the table isn’t open any more. Choose another."),
        )
    if invitation.at < now() - INVITATION_LIFE:
        raise Refused(
            "expired", _("That invitation has expired. Ask for a new one, or for the link.")
        )
    seated = take_seat(table_id=table_id, user=user)
    mark_handled({user.pk}, "table", seated.get_absolute_url())
    return seated


def decline_invitation(*, table_id: int, user: User) -> None:
    """Decline an invitation, if there is one. It is then no longer shown."""
    with lock_table(table_id) as locked:
        if Invitation.objects.filter(table=locked.table, user=user).update(declined=True):
            locked.save()
            transaction.on_commit(lambda: publish_events([user.pk]))


def decline_all_from(*, user: User, by: User) -> None:
    """Decline every open invitation to a table that `by` has sent to `user`."""
    asked = Invitation.objects.filter(
        user=user, by=by, declined=False, table__status=Table.Status.OPEN
    )
    for table_id in asked.values_list("table_id", flat=True):
        decline_invitation(table_id=table_id, user=user)


def notify_invited(invitation: Invitation) -> None:
    """Notify the invited person and their program; again if an expired invitation was renewed."""
    invited = [invitation.user_id]
    transaction.on_commit(lambda: publish_events(invited))
    send_notice(
        [invitation.user],
        "table",
        f"invitation:{invitation.pk}:{int(invitation.at.timestamp())}",
        invitation.table.get_absolute_url(),
        {"who": invitation.by.username if invitation.by else ""},
    )


def _person(name: str) -> User:
    person = called(get_user_model().objects.filter(is_active=True), name.strip())
    if person is None:
        raise Refused(
            "unknown_user",
            _("Nobody here is called “%(name)s”. Check the name, or send the link.")
            % {"name": name.strip()},
        )
    return person


def _require_eligible(locked: LockedTable, guest: User) -> None:
    """Raise Refused, with a sentence for the inviter, if the table's terms exclude the person."""
    refusal = why_not_eligible(locked.table, guest, locked.rules)
    if refusal is None:
        return
    sentences = {
        "members_only": _("%(name)s is a guest, and rated games are for members."),
        "people_only": _("%(name)s is a bot account, which has no rating."),
        "no_bots": _("%(name)s is a bot account, and this table was opened without bots."),
        "league_only": _("%(name)s isn’t a member of the league that this table is for."),
        "rating_range": _("%(name)s’s rating is outside this table’s range."),
    }
    why = sentences[refusal.code] % {"name": guest.get_username()}
    raise Refused(refusal.code, f"{why} {_('Invite somebody else.')}")


def _refuse_too_many(table: Table) -> None:
    if Invitation.objects.filter(table=table).count() >= MOST_INVITATIONS:
        raise Refused(
            "too_many_invitations",
            _("You have already invited %(count)d people. Send the link to the others.")
            % {"count": MOST_INVITATIONS},
        )
