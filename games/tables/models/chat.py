"""Chat messages, mutes, blocks, silences and reports."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from spades_site.common.text import LONGEST_REASON

LONGEST_MESSAGE = 300
LONGEST_REPORT = 400
LONGEST_NOTE = 1000


class ChatMessage(models.Model):
    """One message: a text, or the code of a phrase. It is part of neither the table's log nor its version.

    A comment on a replay is a message with its place there: the hand, from 1, and how many of its actions were taken. So is
    what partners say to each other before their side's number stands.
    """

    class Channel(models.TextChoices):
        TABLE = "table", _("the table")
        SPECTATORS = "spectators", _("the spectators")
        PARTNER = "partner", _("the partner")
        REPLAY = "replay", _("the replay")

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="messages")
    channel = models.CharField(max_length=10, choices=Channel)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=150, help_text="The writer's user name.")
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Where the writer sat; empty for a spectator."
    )
    text = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    phrase = models.CharField(
        max_length=20, blank=True, help_text="A code of games/tables/texts/chat.py."
    )
    request_id = models.CharField(
        max_length=64, blank=True, help_text="The client's own name for the message."
    )
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    step = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["user", "at"], name="message_pace")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "request_id"],
                condition=~Q(request_id=""),
                name="message_once_a_request",
            ),
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(phrase="")) | (~Q(text="") & Q(phrase="")),
                name="message_text_or_phrase",
            ),
            models.CheckConstraint(
                condition=Q(
                    channel__in=("replay", "partner"), hand__isnull=False, step__isnull=False
                )
                | (~Q(channel__in=("replay", "partner")) & Q(hand=None, step=None)),
                name="message_has_its_place",
            ),
        ]

    def __str__(self) -> str:
        # Without the text, which must not appear in logs.
        return f"message {self.pk} at table {self.table_id}"


class Mute(models.Model):
    """`user` doesn't see what `muted` writes, at any table."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "muted"], name="muted_once"),
            models.CheckConstraint(condition=~Q(user=F("muted")), name="muted_is_another"),
        ]

    def __str__(self) -> str:
        return f"mute {self.pk}"


class Block(models.Model):
    """`user` has blocked `blocked`: neither can sit down at the other's tables or invite the other."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="blocked_is_another"),
        ]

    def __str__(self) -> str:
        return f"block {self.pk}"


class Silence(models.Model):
    """Staff have barred `user` from writing at any table, for a time or for good. An expired row stays until the next one."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="silence"
    )
    until = models.DateTimeField(null=True, blank=True, help_text="Empty: for good.")
    reason = models.CharField(max_length=LONGEST_REASON)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("mute"), _("mutes")

    def __str__(self) -> str:
        return f"silence {self.pk}"


class Report(models.Model):
    """A report to staff of what somebody did at a table.

    `context` is what was visible when it was written (reports.py): the channel's latest messages, and the seating.
    It contains no cards.
    """

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("Insults or threats")
        CARDS = "cards", _("Revealing cards or colluding")
        STALLING = "stalling", _("Stalling or leaving on purpose")
        SPAM = "spam", _("Advertising or spam")
        NAME = "name", _("Offensive name")
        OTHER = "other", _("Something else")

    class Decision(models.TextChoices):
        NOTHING = "nothing", _("No measure")
        MUTED = "muted", _("Muted at all tables")
        BANNED = "banned", _("Banned from the site")

    table = models.ForeignKey(
        "tables.Table", null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    about_name = models.CharField(max_length=150)
    message = models.ForeignKey(
        ChatMessage, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.CharField(max_length=LONGEST_REPORT, blank=True)
    context = models.JSONField()
    request_id = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True, db_index=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decision = models.CharField(max_length=8, choices=Decision, blank=True, default="")
    note = models.TextField(blank=True, help_text="What was done about it.")

    class Meta:
        verbose_name, verbose_name_plural = _("report"), _("reports")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "request_id"],
                condition=~Q(request_id=""),
                name="report_once_a_request",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=False) | Q(closed_by=None),
                name="report_closed_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"
