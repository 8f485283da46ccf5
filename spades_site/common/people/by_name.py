"""Names of people without an account (`accounts.by_name`).

Their user name is the name that an organizer gave them and a tag, "Otto Meier ~k7x2mq". No account's name has a "~" or a
blank, so the tag keeps them apart from accounts and from each other, and marks them wherever names are stored as text.
"""

import re
import secrets

from django.utils.translation import gettext as _

_SIGNS = "23456789bcdfghjkmnpqrstvwxz"
_LENGTH = 6
TAG = re.compile(rf" ~[{_SIGNS}]{{{_LENGTH}}}(?![^ ,/])")


def tagged(name: str) -> str:
    """Return a new user name for somebody called `name`."""
    return f"{name} ~{''.join(secrets.choice(_SIGNS) for _each in range(_LENGTH))}"


def plain(name: str) -> str:
    """Return a person's, pair's or match's name without tags."""
    return TAG.sub("", name)


def marked(name: str) -> str:
    """Return a name as plain text that says who has no account: "ann & Otto Meier (no account)"."""
    return TAG.sub(f" ({_('no account')})", name)
