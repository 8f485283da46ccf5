"""Notices, and people's notification settings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LONGEST_ENDPOINT = 1000


class Notice(models.Model):
    """One notice to one person, unique by (user, kind, key)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=20, help_text="One of kinds.KINDS.")
    key = models.CharField(max_length=80, help_text="What it is about, e.g. round:12.")
    params = models.JSONField(default=dict, help_text="Names, numbers and times for its text.")
    path = models.CharField(max_length=200, help_text="The page that it leads to.")
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    mail_due_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="Empty: no mail, or no more."
    )
    mail_until = models.DateTimeField(help_text="No mail or push is sent after this time.")
    mail_taken_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When a process claimed the mail; a claimed mail is sent once.",
    )
    mailed_at = models.DateTimeField(null=True, blank=True)
    push_due_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="Empty: no push, or no more."
    )
    push_taken_at = models.DateTimeField(
        null=True, blank=True, help_text="When a process claimed the push; it is sent once."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("notice"), _("notices")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "key"], name="notice_once"),
            models.CheckConstraint(
                condition=Q(mailed_at=None) | Q(mail_taken_at__isnull=False),
                name="notice_mail_taken_before_sent",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-created_at"], name="notice_of_user"),
            models.Index(fields=["user"], condition=Q(read_at=None), name="notice_unread"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} for {self.user_id}"


class NoticePreferences(models.Model):
    """A person's notification settings; without a row, the defaults apply."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="notice_wishes",
    )
    by_mail = models.JSONField(default=list, help_text="The kinds that are mailed.")
    by_push = models.JSONField(
        default=list, help_text="The kinds of which the person's devices are notified."
    )
    quiet_from = models.TimeField(_("no mail from"), null=True, blank=True)
    quiet_to = models.TimeField(_("no mail until"), null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_to=None)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="quiet_hours_have_both_ends",
            )
        ]

    def __str__(self) -> str:
        return f"wishes of {self.user_id}"


class PushDevice(models.Model):
    """A browser that receives a person's push messages (a web push subscription).

    It belongs to the person until the session in which they enabled it ends.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    session_key = models.CharField(max_length=40, help_text="The session that it ends with.")
    endpoint = models.CharField(
        max_length=LONGEST_ENDPOINT, unique=True, help_text="The address at its push service."
    )
    public_key = models.CharField(max_length=88, help_text="The browser's, in base64url.")
    auth = models.CharField(max_length=24, help_text="The browser's secret, in base64url.")
    user_agent = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="Messages in a row that its push service didn't take."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("notified device"), _("notified devices")
        ordering = ["user", "pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of {self.user_id}"
