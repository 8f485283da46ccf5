"""Muting and blocking people. Both are private: nobody is notified."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.tables import hooks
from games.tables.models.chat import Block, Mute
from spades_site.accounts.friends import part
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called

MOST_ROWS = 500
"""How many people one person may mute, and how many they may block."""


def set_mute(*, user: User, name: str, yes: bool) -> None:
    """Hide the messages of the person with that user name from `user` at every table, or show them again.

    Idempotent. Raises Refused "unknown_user", "yourself", "too_many_muted".
    """
    _set(Mute, "muted", user, person_named(name), yes)


def set_block(*, user: User, name: str, yes: bool) -> None:
    """Block the person with that user name, or unblock them. A block also hides messages. Idempotent.

    Declines invitations of every kind between the two, and ends a friendship. Raises Refused
    "unknown_user", "yourself", "too_many_muted".
    """
    person = person_named(name)
    _set(Block, "blocked", user, person, yes)
    if yes:
        part(user, person)
        hooks.blocked(user=user, by=person)
        hooks.blocked(user=person, by=user)


def blocked_between(one: User | None, two: User | None) -> bool:
    """Return whether one of the two has blocked the other. None is never blocked."""
    if one is None or two is None or one.pk == two.pk:
        return False
    return Block.objects.filter(
        Q(user_id=one.pk, blocked_id=two.pk) | Q(user_id=two.pk, blocked_id=one.pk)
    ).exists()


def blocked_with(user: Viewer | None) -> set[int]:
    """Return the keys of everybody who has blocked `user` or is blocked by them, for lists of tables and people."""
    if user is None or not user.is_authenticated:
        return set()
    pairs = Block.objects.filter(Q(user_id=user.pk) | Q(blocked_id=user.pk))
    keys = {key for pair in pairs.values_list("user_id", "blocked_id") for key in pair}
    return keys - {user.pk}


def blocked_keys(user: User) -> set[int]:
    """Return the keys of the people whom `user` has blocked."""
    return set(Block.objects.filter(user_id=user.pk).values_list("blocked_id", flat=True))


def refuse_blocked(user: User, opener: User | None) -> None:
    """Refuse to seat `user` at a table of `opener` if one has blocked the other.

    Raises Refused "blocked" for one's own block, and "not_open" for the other's, which is not revealed.
    """
    if opener is None or not blocked_between(user, opener):
        return
    if Block.objects.filter(user_id=user.pk, blocked_id=opener.pk).exists():
        raise Refused(
            "blocked",
            _("You have blocked %(name)s. Unblock them in your settings to play together.")
            % {"name": opener.get_username()},
        )
    raise Refused("not_open", _("This table isn’t open to you. Choose another in the lobby."))


def refuse_blocked_invitation(by: User, person: User) -> None:
    """Refuse an invitation of any kind from `by` to `person` if one has blocked the other.

    Raises Refused "blocked" for one's own block, and "declined" for the other's, which looks like an ordinary
    refusal.
    """
    if not blocked_between(by, person):
        return
    if person.pk in blocked_keys(by):
        raise Refused(
            "blocked",
            _("You have blocked %(name)s. Unblock them in your settings to ask them.")
            % {"name": person.get_username()},
        )
    raise declined(person)


def declined(person: User) -> Refused:
    """Return the refusal for inviting somebody who has declined, or who has blocked the inviter."""
    return Refused(
        "declined", _("%(name)s has declined. Ask somebody else.") % {"name": person.get_username()}
    )


def deaf_to(user_id: int) -> set[int]:
    """Return the keys of everybody who has muted or blocked the user, and so doesn't see their messages."""
    mutes = Mute.objects.filter(muted_id=user_id).values_list("user_id", flat=True)
    blocks = Block.objects.filter(blocked_id=user_id).values_list("user_id", flat=True)
    return set(mutes.union(blocks))


def unheard_by(user_id: int) -> set[int]:
    """Return the keys of everybody whose messages the user doesn't see."""
    mutes = Mute.objects.filter(user_id=user_id).values_list("muted_id", flat=True)
    blocks = Block.objects.filter(user_id=user_id).values_list("blocked_id", flat=True)
    return set(mutes.union(blocks))


def muted_by(user: User) -> QuerySet[Mute]:
    """Return the people whom the user has muted, by name."""
    return Mute.objects.filter(user=user).select_related("muted").order_by("muted__username")


def blocked_by(user: User) -> QuerySet[Block]:
    """Return the people whom the user has blocked, by name."""
    return Block.objects.filter(user=user).select_related("blocked").order_by("blocked__username")


def person_named(name: str) -> User:
    """Return the person with that user name, ignoring case. Raises Refused "unknown_user"."""
    person = called(get_user_model().objects.all(), name.strip())
    if person is None:
        raise Refused(
            "unknown_user",
            _("Nobody here is called “%(name)s”. Check the name.") % {"name": name.strip()},
        )
    return person


@transaction.atomic
def _set(model: type[Mute] | type[Block], field: str, user: User, person: User, yes: bool) -> None:
    if person.pk == user.pk:
        raise Refused("yourself", _("That is you. Choose somebody else."))
    if not yes:
        model.objects.filter(user=user, **{field: person}).delete()
        return
    if model.objects.filter(user=user).count() >= MOST_ROWS:
        raise Refused(
            "too_many_muted",
            _("This list already has %(count)d people. Remove some first.") % {"count": MOST_ROWS},
        )
    model.objects.get_or_create(user=user, **{field: person}, defaults={"at": now()})
