"""Names of people without an account (`accounts.by_name`).

Their user name is the name that an organizer gave them and a tag, "Otto Meier ~k7x2mq". No account's name has a "~" or a
blank, so the tag keeps them apart from accounts and from each other, and marks them wherever names are stored as text.
Nobody reads it: `badged` and `marked` say "no account" instead, and a middleware takes it out of every page and text.
"""

import re
import secrets

from django.utils.translation import gettext as _

_SIGNS = "23456789bcdfghjkmnpqrstvwxz"
_LENGTH = 6
_MARK = " ~"
_PATTERN = rf"{_MARK}[{_SIGNS}]{{{_LENGTH}}}(?!\w)"
TAG = re.compile(_PATTERN)
_TAG_SENT = re.compile(_PATTERN.encode())


def tagged(name: str) -> str:
    """Return a new user name for somebody called `name`."""
    return f"{name}{_MARK}{''.join(secrets.choice(_SIGNS) for _each in range(_LENGTH))}"


def plain(name: str) -> str:
    """Return a name, or a text with names, without tags."""
    return TAG.sub("", name)


def plain_sent(content: bytes) -> bytes:
    """Return what is sent to somebody without tags."""
    return _TAG_SENT.sub(b"", content) if _MARK.encode() in content else content


def marked(name: str) -> str:
    """Return a name as plain text that says who has no account: "ann & Otto Meier (no account)"."""
    return TAG.sub(f" ({_('no account')})", name)
