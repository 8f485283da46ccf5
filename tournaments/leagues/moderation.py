"""Staff actions on leagues: hide them, show them again, and change their owner."""

from django.db import transaction

from spades_site.accounts.models import User
from spades_site.accounts.rights import public_reason, require_right
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.hiding import set_hidden
from tournaments.leagues import notify
from tournaments.leagues.joining import person_called
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Membership
from tournaments.leagues.permissions import refuse_banned, require_account

RIGHT = "leagues.change_league"


def hide_league(*, league_id: int, by: User, reason: str) -> League:
    """Hide a league from everybody but its organizers, its arbiters and staff, and notify its organizers. Idempotent.

    Games in play go on, and nothing is deleted. Raises Refused: "not_staff", "reason_missing", "unknown_league".
    """
    with transaction.atomic():
        return _set_hidden(league_id, by, reason, hidden=True)


def show_league(*, league_id: int, by: User, reason: str) -> League:
    """Show a hidden league again; the counterpart of `hide_league`."""
    with transaction.atomic():
        return _set_hidden(league_id, by, reason, hidden=False)


def give_league(*, league_id: int, by: User, username: str, reason: str) -> Membership:
    """Make somebody a league's owner, and a member if they aren't; the former owner remains an organizer. Idempotent.

    Both are notified. Raises Refused: "not_staff", "reason_missing", "unknown_user", "user_guest", "guest",
    "account_closed", "banned", "unknown_league".
    """
    require_right(by, RIGHT)
    reason = public_reason(reason)
    user = person_called(username)
    with transaction.atomic():
        require_account(user)
        league = lock_league(league_id)
        refuse_banned(league, user)
        owners = league.memberships.filter(role=Membership.Role.OWNER).select_related("user")
        former = owners.first()
        if former is not None and former.user_id == user.pk:
            return former
        # The database allows one owner at a time: step down first.
        owners.update(role=Membership.Role.ORGANIZER)
        league.admissions.filter(user=user).delete()
        place, _made = Membership.objects.update_or_create(
            league=league,
            user=user,
            defaults={"role": Membership.Role.OWNER},
            create_defaults={"role": Membership.Role.OWNER, "joined_at": now()},
        )
        before = None if former is None else former.user_id
        entry = audit.record(
            actor=by, verb="league.given", subject=league, reason=reason,
            before=before, after=user.pk, user=user.pk,
        )  # fmt: skip
        notify.given(league, user, None if former is None else former.user, reason, entry.pk)
    return place


def _set_hidden(league_id: int, by: User, reason: str, *, hidden: bool) -> League:
    require_right(by, RIGHT)
    reason = public_reason(reason)
    league = lock_league(league_id)
    verb = "league.hidden" if hidden else "league.shown"
    entry = set_hidden(league, verb, by, reason, hidden=hidden)
    if entry is not None:
        league.save(update_fields=["hidden_at", "hidden_reason"])
        notify.hidden(league, reason, entry.pk)
    return league
