"""Who may do what in a league.

| role | may |
|---|---|
| owner, exactly one | everything organizers do; hand the league over; can't leave, be removed or demoted |
| organizer | change the league, its members, their roles, seasons, teams and tournaments |
| arbiter | decide about tables and results of the league's tournaments (`events/core/permissions.py`) |
| member | see a private league; play, form teams |

Staff can hide a league (`moderation.py`): then only those who run it, its arbiters and staff see it.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues.models import Ban, League, Membership


def role_in(league: League, user: Viewer) -> str | None:
    """Return the user's role in the league, or None. One query, or none for a visitor."""
    if not user.is_authenticated:
        return None
    return (
        Membership.objects.filter(league=league, user=user).values_list("role", flat=True).first()
    )


def is_member(league: League, user: User) -> bool:
    """Return whether the user belongs to the league, in whatever role."""
    return role_in(league, user) is not None


def members_among(league_id: int, users: Collection[int]) -> set[int]:
    """Return which of these users (keys) belong to the league. One query."""
    found = Membership.objects.filter(league=league_id, user__in=users)
    return set(found.values_list("user_id", flat=True))


def is_organizer(league: League, user: User) -> bool:
    """Return whether the user runs the league."""
    return role_in(league, user) in Membership.RUNS


def not_hidden_from(user: Viewer | None, league: str = "") -> Q:
    """Return the condition that a league isn't hidden from the user (None: a visitor).

    `league` is the lookup prefix from the queried rows to the league, as in "league__"; rows without a league aren't
    hidden. Organizers, arbiters and staff see hidden leagues too.
    """
    if user is not None and user.is_authenticated and user.is_staff:
        return Q()
    key = 0 if user is None else user.pk or 0
    places = Membership.objects.filter(
        league=OuterRef(f"{league}pk"), user_id=key, role__in=Membership.DECIDES
    )
    shown = Q(**{f"{league}hidden_at": None})
    return shown | Q(Exists(places)) if key else shown


def require_shown(league: League) -> None:
    """Raise Refused "hidden" while staff hide the league: no announcements and no invitations then."""
    if league.hidden_at is not None:
        raise Refused(
            "hidden",
            _("The site’s staff have hidden this league. Reason: %(reason)s")
            % {"reason": league.hidden_reason},
        )


def require_account(user: Viewer, *, bots: bool = False) -> None:
    """Keep the user's account open until the transaction ends, by locking its row. Call this before taking any lock
    that comes after the user's in the lock order. `bots` admits bot accounts.

    Raises Refused: "signed_out", "guest", "account_closed", "people_only".
    """
    if not user.is_authenticated:
        raise Refused("signed_out", _("Sign in first."))
    if user.is_guest:
        raise Refused(
            "guest",
            _(
                "Guests can only play at casual tables. Create an account to join leagues and "
                "tournaments."
            ),
        )
    keep_open(user)
    if user.is_bot and not bots:
        raise Refused(
            "people_only",
            _("Leagues and organizing are for people. A bot account plays at casual tables."),
        )


def require_organizer(league: League, user: User) -> None:
    """Raise Refused "not_organizer" unless the user runs the league."""
    if not is_organizer(league, user):
        raise Refused(
            "not_organizer", _("Only an organizer of the league can do that. Ask one of them.")
        )


def require_owner(league: League, user: User) -> None:
    """Raise Refused "not_owner" unless the user owns the league."""
    if role_in(league, user) != Membership.Role.OWNER:
        raise Refused("not_owner", _("Only the owner of the league can do that. Ask them."))


def keep_the_owner(place: Membership) -> None:
    """Raise Refused "owner" if the member owns the league; owners must hand it over before they leave."""
    if place.is_owner:
        raise Refused(
            "owner",
            _("%(name)s owns the league. The owner hands it over to another member first.")
            % {"name": place.user.username},
        )


def bans_in_force(at: datetime) -> QuerySet[Ban]:
    """Return the bans of all leagues that are in force at `at`."""
    return Ban.objects.filter(Q(until=None) | Q(until__gt=at))


def why_banned(league: League, user: Viewer) -> Refused | None:
    """Return why and until when the user is banned from the league ("banned"), or None."""
    ban = bans_in_force(now()).filter(league=league, user_id=user.pk or 0).first()
    if ban is None:
        return None
    params = {"league": league.name, "reason": ban.reason}
    if ban.until is None:
        sentence = _("You are banned from %(league)s for good. Reason: %(reason)s")
    else:
        sentence = _("You are banned from %(league)s until %(until)s. Reason: %(reason)s")
        end = timezone.localtime(ban.until)
        params["until"] = f"{date_format(end, 'YEAR_THEN_TIME')} ({end.tzname()})"
    return Refused("banned", sentence % params)


def refuse_banned(league: League, user: User) -> None:
    """Raise Refused "banned" if the user is banned from the league."""
    if refusal := why_banned(league, user):
        raise refusal
