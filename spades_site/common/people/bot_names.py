"""The names of bot accounts, which are marked wherever they appear.

Names are mostly stored as text: in a pair's name, a chat, a notice. So bot accounts are recognized by name. To avoid a query
for each, a process caches the names of all bot accounts for SECONDS.
"""

import re
import time
from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from spades_site.common.people import by_name

SECONDS = 10.0
"""How long a process caches the names."""
# The separators in the names of pairs, sides and matches; no user name contains one.
_JOINTS = re.compile(r"( & | – |, |/)")

_names: frozenset[str] = frozenset()
_until = 0.0


def is_bot(name: str) -> bool:
    """Return whether a bot account has this name. One query at most every SECONDS."""
    if time.monotonic() >= _until:
        rows = get_user_model()._default_manager.filter(is_bot=True)
        remember(rows.values_list("username", flat=True), SECONDS)
    return name in _names


def parts(name: str) -> list[tuple[str, bool]]:
    """Split a person's, pair's or match's name; return each part, separators included, and whether it is a bot account's."""
    if not is_bot(name) and (not _names or not _JOINTS.search(name)):
        return [(name, False)]
    return [(part, part in _names) for part in _JOINTS.split(name)]


def split(name: str) -> list[str]:
    """Return the single names in a pair's or match's name."""
    return _JOINTS.split(name)[::2]


def marked(name: str) -> str:
    """Return a name as plain text in which bot accounts and people without an account are marked: "ann & robot (bot)"."""
    return "".join(
        _("%(name)s (bot)") % {"name": part} if bot else by_name.marked(part)
        for part, bot in parts(name)
    )


def remember(names: Iterable[str], seconds: float = float("inf")) -> None:
    """Cache the names of all bot accounts for `seconds`. Called by `is_bot` after its query, and by tests."""
    global _names, _until
    _names, _until = frozenset(names), time.monotonic() + seconds


def forget() -> None:
    """Clear the cache."""
    remember((), 0.0)
