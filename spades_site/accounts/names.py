"""User names: what may be one, and which look alike.

A name's skeleton is what it looks like: two names with one skeleton would be taken for one another. It is stored beside
the name in a unique column. The classes of lookalikes are those of Unicode's TR39, computed by disarm over the name in
compatibility form (NFKC) and without case. Letters that TR39 joins in one case only (I and l) are joined in both.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from string import digits
from typing import TYPE_CHECKING, Any

from disarm import skeleton_key
from django.apps import apps
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import bots
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import hides_something

if TYPE_CHECKING:
    from spades_site.accounts.models import User

SHORTEST = 2
CLOSED = "closed-account-"
"""How the names of closed accounts begin."""
RETIRED_FOR = timedelta(days=90)
"""How long nobody can take the names of a closed account."""

_OFFICES = (
    *("admin", "administrator", "moderator", "organizer", "organiser", "staff", "system", "server"),
    *("root", "support", "security", "leitung", "turnierleitung", "turnierleiter"),
)
"""Nobody's name has these words in it."""
_RESERVED = (
    *("help", "spades", "guest", "bot", "anonymous", "everybody", "gast"),
    *("nobody", "null", "none", "undefined", "me", "you"),
    *bots.NAMES,
)
"""Nobody has these names."""
_KINDS = ("guest", "closed")
"""How no name begins, because the site gives such names itself. "bot" neither, unless as in "bottom"."""
_SEPARATORS = ".+-_"
# A second dot on an i, I in lower case, and two letters that look like one.
_ALSO_ALIKE = (("i\u0307", "i"), ("i", "l"), ("rn", "m"), ("vv", "w"))
# Digits that only a word known beforehand is read through: "r2d2" looks like no other name.
_READ_AS = str.maketrans("345678", "easgtb")


def skeleton(name: str) -> str:
    """Return what a name looks like; equal for names that people would take for one another."""
    key = skeleton_key(unicodedata.normalize("NFKC", name).casefold(), digit_policy="tr39")
    for one, other in _ALSO_ALIKE:
        key = key.replace(one, other)
    return key


def _folded(word: str) -> str:
    """Return the skeleton of a word in which digits stand for the letters they are read as, without separators."""
    plain = word.translate(str.maketrans("", "", _SEPARATORS))
    return skeleton(skeleton(plain).translate(_READ_AS))


_OFFICE_LOOKS = frozenset(map(_folded, _OFFICES))
_RESERVED_LOOKS = frozenset(map(_folded, _RESERVED))
_KIND_LOOKS = tuple(map(_folded, _KINDS))


def _is_reserved(name: str) -> bool:
    """Return whether a name is, or claims to be, one of the site's own."""
    words = {name.lower().removeprefix("the"), *re.split(r"[.+_-]|(?<=[a-z])(?=[A-Z])", name)}
    looks = {_folded(one) for word in words for one in (word, word.strip(digits))}
    return _folded(name) in _RESERVED_LOOKS or not _OFFICE_LOOKS.isdisjoint(looks)


def _is_of_a_kind(name: str) -> bool:
    """Return whether a name begins like those of guests, bots and closed accounts."""
    return _folded(name).startswith(_KIND_LOOKS) or (
        re.match(rf"{_folded('bot')}([.+_-]|\d)", _folded(name[:3]) + name[3:]) is not None
    )


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
        raise Refused("name_signs", _("Use only letters, digits and the characters . + - _"))
    if not name[0].isalnum() or not name[-1].isalnum():
        raise Refused("name_unclear", _("A name begins and ends with a letter or digit."))
    if _is_reserved(name):
        raise Refused("name_reserved", _("This name is reserved for the site. Choose another."))
    if _is_of_a_kind(name):
        raise Refused(
            "name_reserved",
            _("Names like those of guests, bots and closed accounts are reserved. Choose another."),
        )
    return name


def require_free(name: str, user: "User | None" = None) -> None:
    """Raise Refused "name_taken" if the name is, or looks like, one that somebody but `user` has or had.

    The names of closed accounts are taken for `RETIRED_FOR` after the closing.
    """
    look, own = skeleton(name), getattr(user, "pk", None)
    owners = {
        owner
        for label, field in (("User", "pk"), ("FormerName", "user_id"))
        for owner in _rows(label).filter(name_key=look).values_list(field, flat=True)
    }
    retired = _rows("RetiredName").filter(look=_hidden(look), until__gt=now())
    if owners - {own} or retired.exists():
        raise Refused(
            "name_taken", _("That name is taken, or looks like one that is. Choose another.")
        )


def retire(looks: Iterable[str]) -> None:
    """Keep skeletons of a closed account's names from others, inside the caller's transaction."""
    _rows("RetiredName").filter(until__lte=now()).delete()
    for look in looks:
        _rows("RetiredName").update_or_create(
            look=_hidden(look), defaults={"until": now() + RETIRED_FOR}
        )


def _hidden(look: str) -> str:
    return salted_hmac("spades.retired_name", look, algorithm="sha256").hexdigest()


def _rows(label: str) -> Any:
    """Return the manager of a model of this app, whose module imports this one."""
    return apps.get_model("accounts", label)._default_manager


def _has_good_signs(name: str) -> bool:
    """Return whether a name has no sign that breaks addresses, or that sign-in would take for a mail address."""
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        return False
    return "@" not in name
