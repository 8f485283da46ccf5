"""The states and formats of tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formats import groups_stages


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


class Format(models.TextChoices):
    """A stage's format."""

    ROUND_ROBIN = "round_robin", _("Round robin")
    SWISS = "swiss", _("Swiss")
    KNOCK_OUT = "knock_out", _("Knock-out")
    DOUBLE_KNOCK_OUT = "double_knock_out", _("Double elimination")
    ROTATION = "rotation", _("Individual rotation")
    SOLO = "solo", _("Solo tables")
    GROUPS = "groups", _("Groups")


KNOCK_OUTS = frozenset({str(Format.KNOCK_OUT), str(Format.DOUBLE_KNOCK_OUT)})
"""Formats with a bracket, in which every match has a winner."""

LAID_DOWN = frozenset({str(Format.ROUND_ROBIN), str(Format.GROUPS)})
"""Formats whose rounds are all drawn at once, so that no round waits for the results of another."""

PURE = {
    str(Format.ROUND_ROBIN): groups_stages.Format.ROUND_ROBIN,
    str(Format.GROUPS): groups_stages.Format.ROUND_ROBIN,
    str(Format.SWISS): groups_stages.Format.SWISS,
    str(Format.KNOCK_OUT): groups_stages.Format.ELIMINATION,
    str(Format.DOUBLE_KNOCK_OUT): groups_stages.Format.DOUBLE_ELIMINATION,
    str(Format.ROTATION): groups_stages.Format.ROTATION,
    str(Format.SOLO): groups_stages.Format.SOLO_TABLES,
}
"""The formats as the pure code names them."""

INDIVIDUAL = frozenset(name for name, pure in PURE.items() if pure in groups_stages.INDIVIDUAL)
"""Individual formats: an entry is one person, who sits with others each round."""

OPEN_FIELD = frozenset({str(Format.SWISS)}) | INDIVIDUAL
"""Formats in which late entries play from the next round on; elsewhere the first draw determines all pairings."""


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
