"""Notices and mails about roles in a tournament. Called in the transaction of the event, except for the mails."""

from typing import Any

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.notices.services import mark_handled, send_notice
from tournaments.events.models import Role, RoleLink, Tournament, TournamentRole
from tournaments.leagues import link_mails


def invited(made: TournamentRole) -> None:
    """Notify a person of an invitation to help run a tournament."""
    send_notice(
        [made.user],
        "role_invited",
        f"role:{made.pk}",
        invitation_page(made.tournament),
        {
            "tournament": made.tournament.name,
            "who": made.by.username if made.by else "–",
            "role_asked": made.role,
        },
    )


def handled(made: TournamentRole) -> None:
    """Mark the notice of an invitation as read, because it was answered or cancelled."""
    mark_handled({made.user_id}, "role_invited", invitation_page(made.tournament))


def answered(made: TournamentRole, news: str) -> None:
    """Notify the inviter that their invitation was "accepted" or "declined"."""
    handled(made)
    if made.by is not None and made.by_id != made.user_id:
        key = f"role:{made.pk}:{news}"
        _news(made.tournament, made.by, key, news, who=made.user.username)


def changed(of: TournamentRole, news: str, by: User, entry: int) -> None:
    """Notify a person that they are "organizer" or "arbiter" now, or "removed"; `entry` is the audit entry's key."""
    _news(of.tournament, of.user, f"audit:{entry}", news, who=by.username)


def owner(tournament: Tournament, user: User, by: User, entry: int) -> None:
    """Notify a person that they own a tournament now; `entry` is the audit entry's key."""
    _news(tournament, user, f"audit:{entry}", "owner", who=by.username)


def invitation_page(tournament: Tournament) -> str:
    """Return the address of the page on which an invitation to a role is answered."""
    return reverse("role_invitation", args=[tournament.slug])


def send_due() -> int:
    """Send the invitations to roles that are due (see `link_mails.send_all_due`)."""
    shown = RoleLink.objects.filter(tournament__hidden_at=None, tournament__league__hidden_at=None)
    return link_mails.send_all_due(shown.select_related("tournament", "by"), compose)


def compose(link: RoleLink) -> EmailMessage:
    """Return the mail, in the inviter's language."""
    name = link.tournament.name
    context = {
        "tournament": name,
        "who": link.by.username if link.by else name,
        "is_organizer": link.role == Role.ORGANIZER,
    }
    return link_mails.letter(link, _subject, "events/role_invitation.txt", context)


def _subject(context: dict[str, Any]) -> str:
    return _("%(who)s asks you to help run %(tournament)s") % context


def _news(tournament: Tournament, user: User, key: str, news: str, **params: str) -> None:
    # Removed people may not see the tournament any more.
    path = reverse("organizer") if news == "removed" else tournament.get_absolute_url()
    params = {"tournament": tournament.name, "role_news": news, **params}
    send_notice([user], "role", key, path, params)
