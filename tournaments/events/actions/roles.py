"""Roles in one tournament: its organizers invite people to help run it, by name or by mail, and its owner can hand it
over. `core/permissions.py` defines what each role may do.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.core.permissions import (
    is_owner,
    may_arbitrate,
    may_organize,
    require_organizer,
    require_owner,
    require_shown,
)
from tournaments.events.core.state import lock, save
from tournaments.events.entries.people import account_named
from tournaments.events.models import Role, RoleLink, Tournament, TournamentRole
from tournaments.events.notices import role_news
from tournaments.leagues.mailed import checked_address, over, to_be_mailed
from tournaments.leagues.permissions import refuse_banned, require_account, why_banned


def invite(*, tournament_id: int, by: User, username: str, role: str) -> TournamentRole:
    """Invite a person by user name to be an organizer or arbiter. Idempotent; people with a role keep it.

    Raises Refused: "unknown_tournament", "not_organizer", "unknown_role", "unknown_user", "user_guest", "has_role",
    "banned", "hidden", "blocked", "declined", "limit".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        require_shown(tournament)
        _known(role)
        user = account_named(username)
        found = tournament.roles.filter(user=user).select_related("user").first()
        if found is not None and found.role == role:
            return found
        if found is not None or _may_already(user, tournament, role):
            raise Refused(
                "has_role",
                _("%(name)s has a role in this tournament already.") % {"name": user.username},
            )
        if tournament.league is not None and why_banned(tournament.league, user) is not None:
            raise Refused(
                "banned",
                _("%(name)s is banned from the league. Lift the ban first.")
                % {"name": user.username},
            )
        refuse_blocked_invitation(by, user)
        limits.count_invitation(by, user)
        made = TournamentRole.objects.create(
            tournament=tournament, user=user, role=role, by=by, at=now()
        )
        role_news.invited(made)
        _note(by, "role_asked", made, None, None)
        save(tournament)
    return made


def invite_address(*, tournament_id: int, by: User, email: str, role: str) -> RoleLink:
    """Mail an invitation to be organizer or arbiter, which one person can accept within two weeks. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "unknown_role", "hidden", "no_mail", "address_wrong",
    "limit".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        require_shown(tournament)
        _known(role)
        email, at = checked_address(email), now()
        sent = tournament.role_links.filter(email__iexact=email)
        sent.filter(ends_at__lte=at).delete()
        if link := sent.first():
            return link
        limits.count("invitations", by.pk)
        link = RoleLink.objects.create(
            tournament=tournament, role=role, **to_be_mailed(email, by, at)
        )
        audit.record(
            actor=by, verb="tournament.role_mailed", subject=tournament, link=link.pk, role=role
        )
        save(tournament)
    return link


def revoke(*, tournament_id: int, by: User, link_id: int) -> None:
    """Make a mailed invitation invalid. Does nothing without one. Raises Refused like `invite_address`."""
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        gone, _rows = tournament.role_links.filter(pk=link_id).delete()
        if gone:
            audit.record(actor=by, verb="tournament.role_revoked", subject=tournament, link=link_id)
            save(tournament)


def accept(*, tournament_id: int, user: User) -> TournamentRole:
    """Accept an invitation by name. Idempotent.

    Raises Refused: "signed_out", "guest", "account_closed", "unknown_tournament", "not_invited", "banned".
    """
    with transaction.atomic():
        require_account(user)
        tournament = lock(tournament_id)
        found = tournament.roles.filter(user=user).select_related("user", "by").first()
        if found is None:
            raise Refused("not_invited", _("This invitation was cancelled. Ask for another one."))
        if found.accepted_at is None:
            _refuse_banned(tournament, user)
            found.accepted_at = now()
            found.save(update_fields=["accepted_at"])
            _accepted(found)
    return found


def accept_link(*, key: str, user: User) -> Tournament:
    """Accept a mailed invitation, and return its tournament. People who already have a role keep it, and the invitation
    stays valid.

    Raises Refused: "signed_out", "guest", "account_closed", "link_over", "banned".
    """
    with transaction.atomic():
        require_account(user)
        of = RoleLink.objects.filter(key=key).values_list("tournament_id", flat=True).first()
        if of is None:
            raise over()
        tournament = lock(of)
        link = valid(key)
        if link is None:
            raise over()
        found = tournament.roles.filter(user=user).first()
        if (found and found.accepted_at) or _may_already(user, tournament, link.role):
            return tournament
        _refuse_banned(tournament, user)
        if found is not None:
            role_news.handled(found)
            found.delete()
        made = TournamentRole.objects.create(
            tournament=tournament, user=user, role=link.role, by=link.by, at=link.at,
            accepted_at=now(),
        )  # fmt: skip
        # Used once; deleting it also deletes the mail address.
        link.delete()
        _accepted(made)
    return tournament


def decline(*, tournament_id: int, user: User) -> None:
    """Decline an invitation by name. Does nothing without one. Raises Refused "unknown_tournament"."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        found = tournament.roles.filter(user=user, accepted_at=None).select_related("by").first()
        if found is not None:
            role_news.answered(found, "declined")
            _end(found, user, "role_declined")


def decline_all_from(*, user: User, by: User) -> None:
    """Decline all invitations to roles from `by` to `user`, who has blocked them."""
    sent = TournamentRole.objects.filter(user=user, by=by, accepted_at=None)
    for tournament_id in sent.order_by("tournament_id").values_list("tournament_id", flat=True):
        decline(tournament_id=tournament_id, user=user)


def leave(*, tournament_id: int, user: User) -> None:
    """Give up the user's role in a tournament. Does nothing without one. Raises Refused "unknown_tournament"."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        found = tournament.roles.filter(user=user, accepted_at__isnull=False).first()
        if found is not None:
            _end(found, user, "role_left")


def remove(*, tournament_id: int, by: User, user_id: int) -> None:
    """End somebody's role and notify them, or cancel their invitation. Does nothing without either.

    Raises Refused: "unknown_tournament", "not_organizer".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        found = tournament.roles.filter(user=user_id).select_related("user").first()
        if found is None:
            return
        asked_back = found.accepted_at is None
        entry = _end(found, by, "role_asked_back" if asked_back else "role_ended")
        if not asked_back:
            role_news.changed(found, "removed", by, entry.pk)


def set_role(*, tournament_id: int, by: User, user_id: int, role: str) -> TournamentRole:
    """Make an organizer an arbiter or the reverse, and notify them. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "unknown_role", "no_role".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        _known(role)
        found = tournament.roles.filter(user=user_id).select_related("user").first()
        if found is None or found.accepted_at is None:
            raise Refused("no_role", _("That person has no role here any more. Reload the page."))
        if found.role != role:
            before, found.role = found.role, role
            found.save(update_fields=["role"])
            entry = _note(by, "role_changed", found, before, role)
            role_news.changed(found, role, by, entry.pk)
            save(tournament)
    return found


def hand_over(*, tournament_id: int, by: User, user_id: int) -> Tournament:
    """Make one of its organizers the owner of a tournament without a league, and notify them. Idempotent.

    The former owner remains an organizer. Staff have `moderation.give_tournament`.
    Raises Refused: "unknown_tournament", "league_owns", "not_owner", "no_role", "guest", "account_closed".
    """
    with transaction.atomic():
        user = get_user_model().objects.filter(pk=user_id).first()
        if user is None:
            raise _no_organizer()
        require_account(user)
        tournament = _locked(tournament_id, by)
        if tournament.league_id is not None:
            raise Refused(
                "league_owns",
                _("This tournament belongs to its league, whose owner can hand over the league."),
            )
        if is_owner(user, tournament):
            return tournament
        require_owner(by, tournament)
        if not may_organize(user, tournament):
            raise _no_organizer()
        make_owner(tournament, user)
        at = now()
        TournamentRole.objects.create(
            tournament=tournament, user=by, role=Role.ORGANIZER, by=by, at=at, accepted_at=at
        )
        entry = audit.record(
            actor=by, verb="tournament.handed_over", subject=tournament, user=user.pk,
            name=user.username, before={"owner": by.username}, after={"owner": user.username},
        )  # fmt: skip
        role_news.owner(tournament, user, by, entry.pk)
        save(tournament)
    return tournament


def make_owner(tournament: Tournament, user: User) -> None:
    """Make somebody the owner of a locked tournament, which the caller saves."""
    tournament.roles.filter(user=user).delete()
    # The form token belongs to the former owner.
    tournament.created_by, tournament.form_token = user, ""


def valid(key: str) -> RoleLink | None:
    """Return the mailed invitation with this key, with its tournament and its maker, or None if it is over."""
    found = RoleLink.objects.filter(key=key, ends_at__gt=now())
    return found.select_related("tournament__league", "by").first()


def links_of(tournament_id: int) -> QuerySet[RoleLink]:
    """Return the mailed invitations that haven't ended, the newest first."""
    return RoleLink.objects.filter(tournament=tournament_id, ends_at__gt=now()).order_by("-at")


def invitation_to(slug: str, user: User) -> TournamentRole | None:
    """Return the user's unanswered invitation to a role in a tournament, with the tournament and the inviter."""
    found = TournamentRole.objects.filter(tournament__slug=slug, user=user, accepted_at=None)
    return found.select_related("tournament__league", "by").first()


def _locked(tournament_id: int, by: User) -> Tournament:
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    return tournament


def _known(role: str) -> None:
    if role not in Role.values:
        raise Refused("unknown_role", _("There is no such role. Reload the page."))


def _no_organizer() -> Refused:
    return Refused(
        "no_role", _("Choose an organizer of this tournament. Invite that person first.")
    )


def _may_already(user: User, tournament: Tournament, role: str) -> bool:
    may = may_organize if role == Role.ORGANIZER else may_arbitrate
    return may(user, tournament)


def _refuse_banned(tournament: Tournament, user: User) -> None:
    if tournament.league is not None:
        refuse_banned(tournament.league, user)


def _accepted(made: TournamentRole) -> None:
    role_news.answered(made, "accepted")
    _note(made.user, "role_accepted", made, None, made.role)
    save(made.tournament)


def _end(found: TournamentRole, by: User, verb: str) -> audit.AuditEntry:
    """End a role or an invitation inside the caller's transaction."""
    role_news.handled(found)
    entry = _note(by, verb, found, found.role if found.accepted_at else None, None)
    found.delete()
    save(found.tournament)
    return entry


def _note(
    by: User, verb: str, of: TournamentRole, before: str | None, after: str | None
) -> audit.AuditEntry:
    data: dict[str, Any] = {"user": of.user_id, "name": of.user.username, "role": of.role}
    if before is not None or after is not None:
        data |= {"before": {"role": before}, "after": {"role": after}}
    return audit.record(actor=by, verb=f"tournament.{verb}", subject=of.tournament, **data)
