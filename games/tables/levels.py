"""The bots' levels: their names, and those that this site can play."""

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.bots.levels import CLUB, LEVELS, RELAXED, STRONG
from spades_site.common.errors import Refused

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LEVEL_NAMES: Final = {
    RELAXED: pgettext_lazy("level", "Relaxed"),
    CLUB: pgettext_lazy("level", "Club"),
    STRONG: pgettext_lazy("level", "Strong"),
}


def levels_here() -> tuple[int, ...]:
    """Return the levels that this site can play, from the weakest to the strongest."""
    return LEVELS if settings.BOTS_QUEUE else (RELAXED,)


def level_choices() -> list[tuple[int, "StrOrPromise"]]:
    """Return the levels of this site with their names."""
    return [(level, LEVEL_NAMES[level]) for level in levels_here()]


def usual_level() -> int:
    """Return the bots' default level, at tables and as stand-ins at matches."""
    return playable(CLUB)


def check_level(level: int) -> None:
    """Raise Refused "no_level" for a level that this site can't play."""
    if level not in levels_here():
        raise Refused(
            "no_level", _("Bots of this level can’t play on this site. Choose another level.")
        )


def playable(level: int) -> int:
    """Return the strongest level that this site can play, up to `level`."""
    return max(each for each in levels_here() if each <= level)


def level_from(text: object) -> int | None:
    """Parse a level from an address or a form; None unless this site can play it."""
    named = {str(level): level for level in levels_here()}
    return named.get(str(text))
