"""Which names are those of bot accounts, so that they are marked wherever they appear.

Names are mostly stored and shown as texts: of a pair, in a chat, in a notice. So the mark is found by the name, and needs
no query for each. A process reads all names of bot accounts once in SECONDS, with an index of their own.
"""

import re
import time
from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

SECONDS = 10.0
"""How long a process relies on what it read."""
# What joins names in the name of a pair, a side or a match; no user name contains any of it.
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
    """Return the parts of a person's, pair's or match's name, joints included, and whether each is a bot account's name."""
    if not is_bot(name) and (not _names or not _JOINTS.search(name)):
        return [(name, False)]
    return [(part, part in _names) for part in _JOINTS.split(name)]


def split(name: str) -> list[str]:
    """Return the names in which bot accounts would be marked: those of a pair's or match's name, one by one."""
    return _JOINTS.split(name)[::2]


def marked(name: str) -> str:
    """Return a name as plain text in which each bot account is marked: "ann & robot (bot)"."""
    return "".join(
        _("%(name)s (bot)") % {"name": part} if bot else part for part, bot in parts(name)
    )


def remember(names: Iterable[str], seconds: float = float("inf")) -> None:
    """Rely on it for `seconds` that these are all names of bot accounts. Tests call it, and `is_bot` after its query."""
    global _names, _until
    _names, _until = frozenset(names), time.monotonic() + seconds


def forget() -> None:
    """Ask the database again at the next question."""
    remember((), 0.0)
