"""User names: which are allowed, and which look alike.

Names with the same skeleton look alike. The skeleton is stored beside the name, in a unique column. It is that of Unicode's
TR39, computed by disarm from the name in compatibility form (NFKC) and without case. Letters that TR39 considers alike in
only one case (I and l) are alike in both.
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
from spades_site.common.folding import fold_name
from spades_site.common.text import hides_something

if TYPE_CHECKING:
    from spades_site.accounts.models import User

SHORTEST = 2
CLOSED = "closed-account-"
"""The prefix of closed accounts' names."""
RETIRED_FOR = timedelta(days=90)
"""How long the names of a closed account stay reserved."""

_OFFICES = (
    *("admin", "administrator", "moderator", "organizer", "organiser", "staff", "system", "server"),
    *("root", "support", "security", "leitung", "turnierleitung", "turnierleiter"),
)
"""No name may contain these words."""
_RESERVED = (
    *("help", "spades", "guest", "bot", "anonymous", "everybody", "gast"),
    *("nobody", "null", "none", "undefined", "me", "you"),
    *bots.NAMES,
)
"""Nobody may have these names."""
_KINDS = ("guest", "closed")
"""No name may begin like this, because the site gives such names itself. Nor with "bot", except as in "bottom"."""
_SEPARATORS = ".+-_"
# A second dot on an i, a lower-case I, and pairs of letters that look like one.
_ALSO_ALIKE = (("i\u0307", "i"), ("i", "l"), ("rn", "m"), ("vv", "w"))
# Digits read as letters, only to recognize reserved words: "r2d2" doesn't look like any other name.
_READ_AS = str.maketrans("345678", "easgtb")


def skeleton(name: str) -> str:
    """Return a name's skeleton, which is the same for names that look alike."""
    key = skeleton_key(fold_name(name), digit_policy="tr39")
    for one, other in _ALSO_ALIKE:
        key = key.replace(one, other)
    return key


def _folded(word: str) -> str:
    """Return the skeleton of a word without separators, with digits read as letters."""
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
    """Normalize (NFKC) and check a user name.

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
    """Raise Refused "name_taken" if the name is, or looks like, a present or former name of anybody but `user`.

    The names of closed accounts stay taken for `RETIRED_FOR`.
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
    """Reserve the skeletons of a closed account's names, inside the caller's transaction."""
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
    """Return whether all of a name's characters are allowed in addresses, and it doesn't look like a mail address."""
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        return False
    return "@" not in name
