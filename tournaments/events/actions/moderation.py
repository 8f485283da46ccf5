"""Staff actions on tournaments: hide them, show them again, and change the organizer of those without a league."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.rights import public_reason, require_right
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.hiding import set_hidden
from spades_site.notices.services import by_staff
from tournaments.events.actions.roles import make_owner
from tournaments.events.core.permissions import organizers_of
from tournaments.events.core.state import lock, save
from tournaments.events.models import Tournament
from tournaments.leagues.joining import person_called
from tournaments.leagues.permissions import require_account

RIGHT = "events.change_tournament"


def hide_tournament(*, tournament_id: int, by: User, reason: str) -> Tournament:
    """Hide a tournament from everybody but its organizers, its arbiters and staff, and notify its organizers.

    Idempotent. The tournament goes on: its players are still notified of their rounds, and play at their own tables.
    Raises Refused: "not_staff", "reason_missing", "unknown_tournament".
    """
    with transaction.atomic():
        return _set_hidden(tournament_id, by, reason, hidden=True)


def show_tournament(*, tournament_id: int, by: User, reason: str) -> Tournament:
    """Show a hidden tournament again; the counterpart of `hide_tournament`."""
    with transaction.atomic():
        return _set_hidden(tournament_id, by, reason, hidden=False)


def give_tournament(*, tournament_id: int, by: User, username: str, reason: str) -> Tournament:
    """Make somebody the organizer of a tournament without a league. Idempotent. Both the new and the former organizer
    are notified.

    Raises Refused: "not_staff", "reason_missing", "unknown_user", "guest", "account_closed", "of_a_league",
    "unknown_tournament".
    """
    require_right(by, RIGHT)
    reason = public_reason(reason)
    user = person_called(username)
    with transaction.atomic():
        require_account(user)
        tournament = lock(tournament_id)
        if tournament.league_id is not None:
            raise Refused(
                "of_a_league",
                _("The league’s organizers run this tournament: hand the league over instead."),
            )
        former = tournament.created_by
        if former == user:
            return tournament
        make_owner(tournament, user)
        entry = audit.record(
            actor=by, verb="tournament.given", subject=tournament, reason=reason, name=user.username,
            before=former.pk, after=user.pk,
        )  # fmt: skip
        path = tournament.get_absolute_url()
        by_staff([user], "given", tournament.name, path, reason, entry.pk)
        by_staff([former], "taken", tournament.name, path, reason, entry.pk, who=user.username)
        save(tournament)
    return tournament


def _set_hidden(tournament_id: int, by: User, reason: str, *, hidden: bool) -> Tournament:
    require_right(by, RIGHT)
    reason = public_reason(reason)
    tournament = lock(tournament_id)
    verb = "tournament.hidden" if hidden else "tournament.shown"
    entry = set_hidden(tournament, verb, by, reason, hidden=hidden)
    if entry is not None:
        news, path = "hidden" if hidden else "shown", tournament.get_absolute_url()
        by_staff(organizers_of(tournament), news, tournament.name, path, reason, entry.pk)
        save(tournament)
    return tournament
