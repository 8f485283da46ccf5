"""The states and formats of tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _


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
"""Formats whose rounds are all drawn at once, so that none waits for the results of another."""

INDIVIDUAL = frozenset({str(Format.ROTATION), str(Format.SOLO)})
"""Individual formats: an entry is one person."""


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
