"""The choices of tournaments and their stages."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from spades_site.common.translation import translate
from tournaments.formats.registry import FORMATS


class Status(models.TextChoices):
    """A tournament's status; `core.state.TRANSITIONS` defines the transitions."""

    DRAFT = "draft", _("draft")
    ANNOUNCED = "announced", _("announced")
    REGISTRATION = "registration", _("registration open")
    CHECK_IN = "check_in", _("check-in open")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class EntryKind(models.TextChoices):
    """The kind of a tournament's entries: players, pairs of partners, or teams."""

    PLAYER = "player", _("Player")
    PAIR = "pair", _("Pair")
    TEAM = "team", _("Team")

    @property
    def size(self) -> int:
        """Return how many people of an entry play in a match; of a team, two at each of its two tables."""
        return {EntryKind.PLAYER: 1, EntryKind.PAIR: 2, EntryKind.TEAM: 4}[self]


def format_choices() -> list[tuple[str, str]]:
    """Return the formats' stored codes with their titles, in the order in which forms offer them."""
    return [(code, translate(one.title)) for code, one in FORMATS.items()]


class Comparison(models.TextChoices):
    """How the tables of a round that play the same deals are compared."""

    NONE = "", _("every table has its own deals")
    MATCHPOINTS = "matchpoints", _("the same deals, in matchpoints")
    DIFFERENCE = "difference", _("the same deals, by capped difference")


class Carry(models.TextChoices):
    """What entries carry over from one stage to the next."""

    NONE = "", _("nothing: everybody starts afresh")
    BETWEEN = "between", _("results between qualifiers")
    ALL = "all", _("all points")
