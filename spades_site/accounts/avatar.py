"""Choosing one's avatar."""

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.avatars import avatar_of
from spades_site.common.errors import Refused


def choose_avatar(*, user_id: int, code: str) -> None:
    """Store a member's choice, such as "owl.3"; "" returns to the initials. Idempotent.

    Seats keep the avatar with which they were taken. Raises Refused "no_such_avatar".
    """
    if code and avatar_of(code) is None:
        raise Refused("no_such_avatar", _("There is no such picture. Choose one of those shown."))
    User.objects.filter(pk=user_id, is_active=True).update(avatar=code)
