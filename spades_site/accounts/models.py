"""The platform's own user."""

from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the tz database."""
    if name not in available_timezones():
        raise ValidationError(
            _("“%(name)s” is no time zone. Choose one such as Europe/Berlin."),
            params={"name": name},
        )


class User(AbstractUser):
    """A person: a member with an account, or a guest who only looks round and plays casual tables."""

    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    language = models.CharField(
        _("language"),
        max_length=16,
        default="",
        blank=True,
        help_text="A code of settings.LANGUAGES, or empty: as the browser asks.",
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    calendar_version = models.PositiveIntegerField(
        default=1, help_text="Part of every key to the person's calendars; a new one ends the old."
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            # "Ann" and "ann" would be taken for one another at a table.
            models.UniqueConstraint(
                Lower("username"),
                name="username_once",
                violation_error_message=_("That user name is taken. Choose another."),
            )
        ]

    def __str__(self) -> str:
        return self.username

    def get_absolute_url(self) -> str:
        """Return the address of the person's profile."""
        return reverse("profile", args=[self.username])
