"""A league's templates, and the schedules that create tournaments from them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from spades_site.common.folding import Named
from tournaments.leagues.models import League


class Template(Named):
    """A league's named proposal, from which tournaments are made."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="tournament_templates"
    )
    name = models.CharField(_("name"), max_length=60)
    proposal = models.JSONField(
        help_text="The fields of a proposal, without the league and the times of one tournament."
    )
    starts_at = models.DateTimeField(help_text="Its weekday and time of day are proposed again.")
    zone = models.CharField(max_length=64, help_text="The time zone of that weekday and time.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(help_text="When it was last saved.")

    class Meta:
        verbose_name, verbose_name_plural = _("template"), _("templates")
        ordering = ["folded_name"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "folded_name"], name="template_name_once_a_league"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Schedule(models.Model):
    """The dates on which tournaments are created from a template.

    Stores calendar days, and a local time in `zone`; only the moment of each date is in UTC.
    """

    class Rhythm(models.TextChoices):
        WEEK = "week", _("every week")
        TWO_WEEKS = "two_weeks", _("every second week")
        MONTH = "month", _("every month, on the same weekday")

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        PAUSED = "paused", _("paused")
        ENDED = "ended", _("ended")

    template = models.ForeignKey(
        Template, verbose_name=_("template"), on_delete=models.CASCADE, related_name="schedules"
    )
    rhythm = models.CharField(_("how often"), max_length=9, choices=Rhythm)
    first_on = models.DateField(_("first day"))
    last_on = models.DateField(
        _("last day"), null=True, blank=True, help_text="Empty: until it is ended."
    )
    time = models.TimeField(_("time"), help_text="On the wall clock of its zone.")
    zone = models.CharField(max_length=64)
    ahead_days = models.PositiveSmallIntegerField(
        _("registration opens (days ahead)"),
        help_text="How many days before its start registration for a tournament opens.",
    )
    status = models.CharField(max_length=6, choices=Status, default=Status.ACTIVE)
    next_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="When the next tournament is made."
    )
    next_on = models.DateField(
        null=True, blank=True, help_text="The date that `next_at` is for; empty: none is left."
    )
    version = models.PositiveIntegerField(default=0, help_text="Counts what organizers changed.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("schedule"), _("schedules")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_on=None) | Q(last_on__gte=models.F("first_on")),
                name="schedule_ends_after_start",
            ),
            models.CheckConstraint(
                condition=Q(status="active") | Q(next_at=None), name="schedule_due_while_active"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.template}, {self.get_rhythm_display()}"


class ScheduledDate(models.Model):
    """One date of a schedule, with its tournament or the reason why there is none."""

    schedule = models.ForeignKey(Schedule, on_delete=models.CASCADE, related_name="dates")
    day = models.DateField()
    tournament = models.OneToOneField(
        "Tournament", null=True, blank=True, on_delete=models.SET_NULL, related_name="scheduled"
    )
    skipped = models.BooleanField(default=False)
    note = models.CharField(
        max_length=300, blank=True, help_text="Why it was skipped, or couldn't be made."
    )

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(fields=["schedule", "day"], name="scheduled_date_once"),
            models.CheckConstraint(
                condition=Q(skipped=False) | Q(tournament=None), name="skipped_date_has_none"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} of {self.schedule}"


class UnfinishedProposal(models.Model):
    """A person's partly filled form for a new tournament."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="unfinished_proposal"
    )
    data = models.TextField(help_text="The form's fields, as the browser sends them.")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"what {self.user} is planning"
