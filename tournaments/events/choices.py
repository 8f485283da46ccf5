"""The states and formats of tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """The life of a tournament; lifecycle.TRANSITIONS says what leads where."""

    DRAFT = "draft", _("draft")
    ANNOUNCED = "announced", _("announced")
    REGISTRATION = "registration", _("registration open")
    CHECK_IN = "check_in", _("check-in open")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Format(models.TextChoices):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin", _("Round robin")
    SWISS = "swiss", _("Swiss")
    KNOCK_OUT = "knock_out", _("Knock-out")
    DOUBLE_KNOCK_OUT = "double_knock_out", _("Double elimination")


KNOCK_OUTS = frozenset({str(Format.KNOCK_OUT), str(Format.DOUBLE_KNOCK_OUT)})
"""Formats in which a bracket says who meets whom, and every match has a winner."""
