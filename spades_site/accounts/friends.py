"""Friends: two members, one of whom asked and the other accepted. Only friends see when the other is online.

Blocks are stored in an app above this one. Blocked people aren't notified: their requests simply remain unanswered.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import Friendship, User, Viewer
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from spades_site.common.people.picking import Circle
from spades_site.common.slots import Slot

MOST_FRIENDS = 200
MOST_OPEN = 50
"""The maximum number of unanswered requests from one person."""
HERE_FOR = timedelta(minutes=3)
"""A person counts as online for this long after a page request; the lobby polls every few seconds."""

blocked_by: Slot[[User], set[int]] = Slot(lambda user: set())
"""Maps a user to the keys of the people they have blocked."""


circle_of: Slot[[User], Circle | None] = Slot(lambda user: None)
"""Returns whom a member can ask to be a friend; leagues know whom one may have met."""


class Bond(StrEnum):
    """The relation of two people, from the first one's point of view."""

    NONE = "none"
    SELF = "self"
    ASKED = "asked"
    ASKS = "asks"
    FRIENDS = "friends"


@dataclass(frozen=True)
class Friend:
    """A friend, and when they were last seen."""

    user: User
    since: datetime

    @property
    def here(self) -> bool:
        """Whether they are online."""
        return is_here(self.user)


def is_here(user: User) -> bool:
    """Return whether somebody is online; only their friends may know."""
    return user.last_seen is not None and user.last_seen >= now() - HERE_FOR


def ask(*, user: User, name: str) -> Bond:
    """Send a friend request to the member with that user name; if they have already sent one, accept it.

    Idempotent. Returns their relation now. Raises Refused "members_only", "unknown_user", "yourself", "blocked",
    "too_many_friends", "limit".
    """
    _require_member(user)
    person = _member_named(name)
    if person.pk == user.pk:
        raise Refused("yourself", _("That is you. Choose somebody else."))
    if person.pk in blocked_by(user):
        raise Refused(
            "blocked",
            _("You have blocked %(name)s. Unblock them first.") % {"name": person.username},
        )
    known = _between(user, person).first()
    if known is not None:
        if known.asked_id == user.pk and known.accepted_at is None:
            accept(user=user, name=name)
        return bond(user, person)
    _refuse_too_many(user)
    try:
        with transaction.atomic():
            limits.count_invitation(user, person)
            Friendship.objects.create(asker=user, asked=person, at=now())
    except IntegrityError:
        # Both have asked at the same moment, which accepts the request too.
        accept(user=user, name=name)
    return bond(user, person)


def accept(*, user: User, name: str) -> None:
    """Accept a friend request. Idempotent. Raises Refused "not_asked", "too_many_friends"."""
    person = _member_named(name)
    found = Friendship.objects.filter(asker=person, asked=user)
    known = found.first()
    if known is None:
        raise Refused(
            "not_asked",
            _("%(name)s has withdrawn the friend request. Send one yourself.")
            % {"name": person.username},
        )
    if known.accepted_at is None:
        _refuse_too_many(user)
        found.filter(accepted_at=None).update(accepted_at=now())


def remove(*, user: User, name: str) -> None:
    """End a friendship, or decline or cancel a friend request. Does nothing if there is none."""
    _between(user, _member_named(name)).delete()


def part(one: User, two: User) -> None:
    """End any friendship or request between two people, because one has blocked the other."""
    _between(one, two).delete()


def bond(user: Viewer | None, person: User) -> Bond:
    """Return the relation of `person` to `user`, who may be a visitor."""
    if user is None or not user.is_authenticated:
        return Bond.NONE
    if user.pk == person.pk:
        return Bond.SELF
    known = _between(user, person).first()
    if known is None:
        return Bond.NONE
    if known.accepted_at is not None:
        return Bond.FRIENDS
    if known.asker_id == user.pk:
        return Bond.ASKED
    return Bond.NONE if person.pk in blocked_by(user) else Bond.ASKS


def friends_of(user: Viewer | None) -> list[Friend]:
    """Return a member's friends, those online first, then by name."""
    if user is None or not user.is_authenticated or user.is_guest:
        return []
    pairs = _of(user).exclude(accepted_at=None).select_related("asker", "asked")
    found = [
        Friend(pair.asked if pair.asker_id == user.pk else pair.asker, pair.accepted_at)
        for pair in pairs
        if pair.accepted_at is not None
    ]
    return sorted(found, key=lambda one: (not one.here, one.user.folded_name))


def friends_among(user: User) -> QuerySet[User]:
    """Return the user's friends as a condition for other queries."""
    pairs = _of(user).exclude(accepted_at=None)
    asked, asking = pairs.filter(asker=user), pairs.filter(asked=user)
    return get_user_model().objects.filter(
        Q(pk__in=asked.values("asked")) | Q(pk__in=asking.values("asker"))
    )


def questions_to(user: User) -> list[User]:
    """Return the people who have sent `user` a friend request, latest first."""
    pairs = Friendship.objects.filter(asked=user, accepted_at=None, asker__is_active=True)
    pairs = pairs.exclude(asker__in=blocked_by(user))
    return [pair.asker for pair in pairs.select_related("asker").order_by("-at", "-pk")]


def questions_of(user: User) -> list[User]:
    """Return the people to whom `user` has sent an unanswered friend request, latest first."""
    pairs = Friendship.objects.filter(asker=user, accepted_at=None, asked__is_active=True)
    return [pair.asked for pair in pairs.select_related("asked").order_by("-at", "-pk")]


def may_see_profile(viewer: Viewer | None, person: User) -> bool:
    """Return whether the viewer may see the person's seasons, teams, partners and opponents. At most one query."""
    shown = person.profile_for
    if viewer is not None and viewer.pk is not None and viewer.pk == person.pk:
        return True
    if shown == User.ProfileFor.MEMBERS:
        return viewer is not None and viewer.is_authenticated and not viewer.is_guest
    if shown == User.ProfileFor.FRIENDS:
        return bond(viewer, person) == Bond.FRIENDS
    return shown == User.ProfileFor.EVERYBODY


def _of(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(
        Q(asker=user, asked__is_active=True) | Q(asked=user, asker__is_active=True)
    )


def _between(one: User, two: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=one, asked=two) | Q(asker=two, asked=one))


def _member_named(name: str) -> User:
    members = get_user_model().objects.filter(is_guest=False, is_active=True)
    person = called(members, name.strip())
    if person is None:
        raise Refused(
            "unknown_user",
            _("No member is called “%(name)s”. Check the name.") % {"name": name.strip()},
        )
    return person


def _require_member(user: User) -> None:
    if user.is_guest:
        raise Refused("members_only", _("Guests can’t have friends. Create an account first."))


def _refuse_too_many(user: User) -> None:
    pairs = _of(user)
    if pairs.exclude(accepted_at=None).count() >= MOST_FRIENDS:
        raise Refused(
            "too_many_friends",
            _("You have %(count)d friends, which is the limit. Remove one first.")
            % {"count": MOST_FRIENDS},
        )
    if pairs.filter(asker=user, accepted_at=None).count() >= MOST_OPEN:
        raise Refused(
            "too_many_friends",
            _("%(count)d of your friend requests are unanswered. Wait, or cancel one.")
            % {"count": MOST_OPEN},
        )
