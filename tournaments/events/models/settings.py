"""The organizer's settings beside the format: eligibility, start of rounds, and handling of problems."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.bots.levels import CLUB


class Timing(models.TextChoices):
    """When a round begins."""

    FLOW = "flow", _("when the previous one is over")
    FIXED = "fixed", _("at fixed times")
    WINDOWS = "windows", _("within windows")


class NoShow(models.TextChoices):
    """The handling of matches with absent players."""

    BOT = "bot", _("a bot plays for them until they come")
    SUBSTITUTE = "substitute", _("a substitute plays, else a bot")
    FORFEIT = "forfeit", _("their side forfeits")


class NoTime(models.TextChoices):
    """The handling of matches whose sides agreed on no time within the window."""

    AT_END = "at_end", _("the table opens at the end")
    FORFEIT = "forfeit", _("a side that offered none forfeits")


class Settings(models.Model):
    """These settings of a tournament; `conditions` and `timetable` validate them."""

    invited_only = models.BooleanField(_("by invitation only"), default=False)
    bot_accounts = models.BooleanField(_("bot accounts may enter"), default=False)
    rating_min = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    rating_max = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    waiting_list = models.BooleanField(_("waiting list"), default=False)
    late_until_round = models.PositiveSmallIntegerField(
        _("late entries until round"),
        default=0,
        help_text=_("The last round that late entries can join; 0: none."),
    )

    timing = models.CharField(_("rounds begin"), max_length=8, choices=Timing, default=Timing.FLOW)
    round_times = models.JSONField(
        default=list, blank=True, help_text="Moments of round 2 and so on, ISO 8601 in UTC."
    )
    round_every_minutes = models.PositiveIntegerField(
        null=True, blank=True, help_text="From one round to the next, after those in the list."
    )
    round_zone = models.CharField(
        max_length=64, blank=True, default="", help_text="In which a day from one round is a day."
    )
    default_minutes = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The time of a window's matches unless their sides agree on another: minutes on the clock of"
        " `round_zone` after the midnight before the window opens; empty: none.",
    )
    offer_hours = models.PositiveSmallIntegerField(_("hours to answer an offered time"), default=48)
    postpone_days = models.PositiveSmallIntegerField(
        _("days by which a match can be postponed"),
        default=0,
        help_text=_("After its window, if both sides agree. 0: not possible."),
    )
    no_time = models.CharField(
        _("without an agreed time"), max_length=8, choices=NoTime, default=NoTime.AT_END
    )
    teams_apart = models.BooleanField(_("one team’s players kept apart"), default=False)
    confirm_draws = models.BooleanField(_("the organizer confirms each draw"), default=False)

    grace_minutes = models.PositiveSmallIntegerField(_("grace, in minutes"), default=1)
    conduct_points = models.DecimalField(
        _("points for late answers and no-shows"),
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        help_text=_("For windows, after a first warning. 0: only warnings; empty: not counted."),
    )
    claim_minutes = models.PositiveSmallIntegerField(
        _("minutes after which a forfeit is claimed"),
        default=21,
        help_text=_("After the grace period, for windows. 0: forfeits can’t be claimed."),
    )
    no_show = models.CharField(
        _("absent players"), max_length=10, choices=NoShow, default=NoShow.BOT
    )
    bots_level = models.PositiveSmallIntegerField(
        _("bots’ level"),
        default=CLUB,
        help_text=_("How strong the bots play that stand in (games/bots/levels.py)."),
    )
    line_up_minutes = models.PositiveSmallIntegerField(
        _("minutes for line-ups"),
        default=5,
        help_text=_("Teams can name their line-ups until so long before a match."),
    )
    dispute_hours = models.PositiveSmallIntegerField(
        _("hours to contest a result"), default=24, help_text=_("0: results can’t be contested.")
    )

    class Meta:
        abstract = True
