"""User names: what may be one, and which look alike.

A name's skeleton is what it looks like: two names with one skeleton would be taken for one another. It is stored beside
the name in a unique column. The classes of lookalikes are those of Unicode's TR39, computed by disarm over the name in
compatibility form (NFKC) and without case. Letters that TR39 joins in one case only (I and l) are joined in both.
"""

import unicodedata
from typing import Any

from disarm import skeleton_key
from django.apps import apps
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from spades_site.common.errors import Refused
from spades_site.common.text import hides_something

SHORTEST = 2
CLOSED = "closed-account-"
"""How the names of closed accounts begin."""

_RESERVED = (
    *("admin", "administrator", "moderator", "organizer", "staff", "system", "server", "root"),
    *("support", "help", "security", "spades", "guest", "bot", "anonymous", "everybody"),
    *("nobody", "null", "none", "undefined", "me", "you", "leitung", "turnierleitung", "gast"),
)
_PREFIXES = ("guest-", "bot-", "closed-")
# A second dot on an i, I in lower case, and two letters that look like one.
_ALSO_ALIKE = (("i\u0307", "i"), ("i", "l"), ("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """Return what a name looks like; equal for names that people would take for one another."""
    key = skeleton_key(unicodedata.normalize("NFKC", name).casefold(), digit_policy="tr39")
    for one, other in _ALSO_ALIKE:
        key = key.replace(one, other)
    return key


_RESERVED_LOOKS = frozenset(map(skeleton, _RESERVED))
_PREFIX_LOOKS = tuple(map(skeleton, _PREFIXES))


def clean_username(name: str) -> str:
    """Return a name that people type in, composed (NFKC), if it may be a user name.

    Raises Refused "name_unseen", "name_short", "name_signs", "name_unclear", "name_reserved".
    """
    if hides_something(name):
        raise Refused(
            "name_unseen",
            _("%(what)s contains an invisible or control character. Type it again without pasting.")
            % {"what": _("User name")},
        )
    name = unicodedata.normalize("NFKC", name.strip())
    if len(name) < SHORTEST:
        raise Refused(
            "name_short",
            _("%(what)s needs at least %(number)d characters.")
            % {"what": _("User name"), "number": SHORTEST},
        )
    if not _has_good_signs(name):
        raise Refused("name_signs", _("Use letters, digits and the signs . + - _ only."))
    if not name[0].isalnum() or not name[-1].isalnum():
        raise Refused("name_unclear", _("A name begins and ends with a letter or digit."))
    look = skeleton(name)
    if look.startswith(_PREFIX_LOOKS):
        raise Refused(
            "name_reserved",
            _("Names that begin with guest-, bot- or closed- are kept. Choose another."),
        )
    if look in _RESERVED_LOOKS:
        raise Refused("name_reserved", _("This name is kept for the site. Choose another."))
    return name


def require_free(name: str, user: Any = None) -> None:
    """Raise Refused "name_taken" if the name is, or looks like, one that somebody but `user` has or had."""
    look, own = skeleton(name), getattr(user, "pk", None)
    for label, field in (("User", "pk"), ("FormerName", "user_id")):
        model = apps.get_model("accounts", label)
        owners = model._default_manager.filter(name_key=look).values_list(field, flat=True)
        if set(owners) - {own}:
            raise Refused(
                "name_taken", _("That name is taken, or looks like one that is. Choose another.")
            )


def _has_good_signs(name: str) -> bool:
    """Return whether a name has no sign that breaks addresses, or that sign-in would take for a mail address."""
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        return False
    return "@" not in name
