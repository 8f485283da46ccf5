"""People who are ready to stand in this evening: they are called in the order in which they said so."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from tournaments.events.actions.eligibility import (
    why_not_invited,
    why_not_member,
    why_only_people,
    why_out_of_range,
)
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries.substitutes import has_stand_ins, was_replaced_for_good
from tournaments.events.entries.taking_part import part_of
from tournaments.events.matches.disconnections import replace_disconnected
from tournaments.events.models import Single, Tournament
from tournaments.leagues.permissions import require_account


def stand_by(*, tournament_id: int, user: User) -> Single:
    """Be ready to stand in for absent players of a tournament, this evening. Idempotent.

    Raises Refused: "unknown_tournament", and the codes of `why_not_stand_by`.
    """
    with transaction.atomic():
        require_account(user, bots=True)
        tournament = lock(tournament_id)
        ready = tournament.singles.filter(user=user, status=Single.Status.READY).first()
        if ready is not None:
            return ready
        refuse(why_not_stand_by(tournament, user))
        made = Single.objects.create(
            tournament=tournament, user=user, status=Single.Status.READY, created_at=now()
        )
        audit.record(
            actor=user, verb="tournament.stands_by", subject=tournament,
            name=user.username, single=made.pk,
        )  # fmt: skip
        replace_disconnected(tournament)
        save(tournament)
    return made


def stand_down(*, tournament_id: int, user: User) -> None:
    """Be ready to stand in no longer; a match in play goes on. Idempotent. Raises Refused "unknown_tournament"."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        ready = tournament.singles.filter(user=user, status=Single.Status.READY)
        if not ready.update(status=Single.Status.WITHDRAWN):
            return
        audit.record(
            actor=user, verb="tournament.stands_down", subject=tournament, name=user.username
        )
        save(tournament)


def why_not_stand_by(tournament: Tournament, user: User) -> Refused | None:
    """Return why the user can't be ready to stand in: "guest", "people_only", "no_stand_ins", "over", "already_entered",
    "not_member", "banned", "invited_only" or "rating_range"; or None.
    """
    if user.is_guest:
        return Refused("guest", _("Guests can’t stand in. Make an account first."))
    if not has_stand_ins(tournament):
        return Refused("no_stand_ins", _("This tournament calls nobody to stand in."))
    if tournament.status not in OPEN | UNDER_WAY:
        return Refused("over", _("Nobody can stand in now: the tournament isn’t open, or is over."))
    part = part_of(tournament, user)
    if part is not None:
        return part.to_themselves()
    if tournament.singles.filter(user=user, status=Single.Status.LEFT_OVER).exists():
        return Refused(
            "already_entered", _("You are in reserve already, because no partner was left.")
        )
    if was_replaced_for_good(tournament, user):
        return Refused(
            "over",
            _("Your evening is over: the connection was lost too often. Come back next time."),
        )
    return (
        why_only_people(tournament, user)
        or why_not_member(tournament, user)
        or why_not_invited(tournament, user)
        or why_out_of_range(tournament, [user])
    )
