"""The organizer's invitations by name. In a tournament by invitation only invited people can enter."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.core.permissions import require_organizer, require_shown
from tournaments.events.core.state import OPEN, lock, save
from tournaments.events.entries.people import person_named
from tournaments.events.models import PlayerInvitation, Status, Tournament
from tournaments.events.notices import notify

ASKING = OPEN | {str(Status.DRAFT), str(Status.ANNOUNCED)}


def ask(*, tournament_id: int, by: User, username: str) -> PlayerInvitation:
    """Invite a person to enter. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "too_late", "teams_only", "unknown_user", "user_guest",
    "user_not_member", "blocked", "declined", "limit".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        require_shown(tournament)
        if tournament.is_team:
            raise Refused("teams_only", _("Teams play this tournament. Enter them on its page."))
        user = person_named(tournament, username)
        refuse_blocked_invitation(by, user)
        guest, made = PlayerInvitation.objects.get_or_create(
            tournament=tournament, user=user, defaults={"by": by, "at": now()}
        )
        if made:
            limits.count_invitation(by, user)
            notify.asked(tournament)
            audit.record(
                actor=by, verb="tournament.asked", subject=tournament,
                name=user.username, guest=guest.pk,
            )  # fmt: skip
            save(tournament)
    return guest


def decline_all_from(*, user: User, by: User) -> None:
    """Delete invitations from `by` to `user`, who has blocked them, for tournaments that haven't begun."""
    sent = PlayerInvitation.objects.filter(user=user, by=by, tournament__status__in=ASKING)
    for tournament_id in sent.values_list("tournament_id", flat=True):
        with transaction.atomic():
            tournament = lock(tournament_id)
            gone, _by_model = tournament.player_invitations.filter(user=user, by=by).delete()
            if gone:
                audit.record(actor=user, verb="tournament.invitation_declined", subject=tournament)
            save(tournament)


def take_back(*, tournament_id: int, by: User, guest_id: int) -> None:
    """Withdraw an invitation; a person who has already entered stays in. Raises Refused like `ask`."""
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        guest = tournament.player_invitations.filter(pk=guest_id).select_related("user").first()
        if guest is None:
            return
        audit.record(
            actor=by, verb="tournament.asked_back", subject=tournament, name=guest.user.username
        )
        guest.delete()
        save(tournament)


def _locked(tournament_id: int, by: User) -> Tournament:
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    if tournament.status not in ASKING:
        raise Refused("too_late", _("The tournament has begun; nobody can be invited any more."))
    return tournament
