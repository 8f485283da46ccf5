"""The platform's own user."""

from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spades_site.accounts import names
from spades_site.common.errors import Refused
from spades_site.common.folding import FoldedName, Named
from spades_site.common.people import avatars
from spades_site.common.translation.countries import CODES


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the tz database."""
    if name not in available_timezones():
        raise ValidationError(
            _("“%(name)s” isn’t a time zone. Choose one such as Europe/Berlin."),
            params={"name": name},
        )


def validate_country(code: str) -> None:
    """Raise ValidationError unless `code` is a country code of ISO 3166-1."""
    if code not in CODES:
        raise ValidationError(_("“%(code)s” isn’t a country. Choose one."), params={"code": code})


class User(Named, AbstractUser):
    """A person: a member with an account, a guest who only browses and plays casual tables, or somebody whom organizers
    enter by name only.
    """

    class ProfileFor(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        MEMBERS = "members", _("members who are signed in")
        FRIENDS = "friends", _("your friends")
        NOBODY = "nobody", _("only you")

    folded_name = FoldedName(of="username")
    name_key = models.CharField(
        max_length=600,
        unique=True,
        editable=False,
        help_text="What the name looks like: its skeleton.",
    )
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
    country = models.CharField(
        _("country"),
        max_length=2,
        default="",
        blank=True,
        validators=[validate_country],
        help_text="ISO 3166-1 code; empty: not given.",
    )
    avatar = models.CharField(
        max_length=avatars.LONGEST,
        default="",
        blank=True,
        help_text="Motif and colour, such as owl.3, or an uploaded picture; empty: the initials.",
    )
    profile_for = models.CharField(
        max_length=10,
        choices=ProfileFor,
        default=ProfileFor.EVERYBODY,
        help_text="Who sees their seasons, teams and partners on their profile.",
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    by_name = models.BooleanField(
        _("by name only"),
        default=False,
        db_default=False,
        help_text="Somebody without an account in a league's tournaments, who can't sign in; a guest too.",
    )
    is_bot = models.BooleanField(
        _("bot account"),
        default=False,
        help_text="A program plays in this account; it never becomes a person's again.",
    )
    device_version = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="Raised when all sessions end: browsers that passed the second factor before are unknown then.",
    )
    last_seen = models.DateTimeField(
        _("last seen"),
        null=True,
        blank=True,
        help_text="When they last opened a page, to the minute; shown to friends.",
    )
    listened_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When a bot account’s program last listened to its events, to the minute.",
    )
    calendar_version = models.PositiveIntegerField(
        default=1, help_text="Part of every key to the person's calendars; a new one ends the old."
    )

    class Meta(AbstractUser.Meta):
        # All names of bot accounts are read together (common/people/bot_names.py).
        indexes = [models.Index(fields=["username"], condition=Q(is_bot=True), name="bot_names")]
        constraints = [
            # "Ann" and "ann" would be confused at a table.
            models.UniqueConstraint(
                fields=["folded_name"],
                name="username_once",
                violation_error_message=_("That user name is taken. Choose another."),
            ),
            models.CheckConstraint(
                condition=Q(by_name=False) | Q(is_guest=True, is_bot=False, email=""),
                name="by_name_is_a_guest",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, and the name's skeleton with the name."""
        self.name_key = names.skeleton(self.username)
        if kwargs.get("update_fields") is not None and "username" in kwargs["update_fields"]:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Raise ValidationError if a form sets a new name that isn't allowed, or that looks like another's."""
        super().clean()
        if User.objects.filter(pk=self.pk, username=self.username).exists():
            return
        try:
            self.username = names.clean_username(self.username)
            names.require_free(self.username, self)
        except Refused as refusal:
            raise ValidationError({"username": str(refusal)}) from refusal

    def get_absolute_url(self) -> str:
        """Return the address of the person's profile."""
        return reverse("profile", args=[self.username])


type Viewer = User | AnonymousUser
"""The viewer of a page: a person, or a visitor."""


class PersonalToken(models.Model):
    """A key with which a program acts for its owner, as far as the key's scopes go. The key itself isn't stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(max_length=60, help_text="What its owner calls it.")
    digest = models.CharField(max_length=64, unique=True, help_text="The key's SHA-256.")
    prefix = models.CharField(
        max_length=16, help_text="How the key begins, so that its owner recognizes it."
    )
    scopes = models.JSONField(help_text="Codes of accounts/tokens/scopes.py.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(
        null=True, blank=True, help_text="The last day, in UTC, on which a program used it."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("personal token"), _("personal tokens")
        constraints = [models.UniqueConstraint("user", "name", name="token_name_once_a_person")]

    def __str__(self) -> str:
        return f"token {self.pk}"


class FormerName(Named):
    """A member's former name: it redirects to them, and nobody else can take it or a similar one."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_names"
    )
    name = models.CharField(max_length=150)
    name_key = models.CharField(max_length=600, unique=True)
    until = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("former name"), _("former names")
        indexes = [models.Index(fields=["folded_name"], name="former_name")]

    def __str__(self) -> str:
        return self.name


class AvatarPicture(models.Model):
    """A member's uploaded avatar; their `avatar` and their seats name it by its hash."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="avatar_picture"
    )
    digest = models.CharField(
        max_length=32,
        db_index=True,
        help_text="The beginning of the file's SHA-256; two people may have the same picture.",
    )
    content = models.BinaryField(help_text="WebP, 128 pixels wide and high.")
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("picture of a member"), _("pictures of members")

    def __str__(self) -> str:
        return self.digest


class RetiredName(models.Model):
    """A closed account's name, reserved until people no longer associate it with its owner.

    `look` is a hash of the name's skeleton, keyed by SECRET_KEY: the row reveals neither name nor person.
    """

    look = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"retired name {self.pk}"


class Friendship(models.Model):
    """Two people, one of whom has asked the other; they are friends once the other has accepted."""

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked"
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_offered"
    )
    at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="friendship_once_a_pair"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friend_is_another"),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(accepted_at__gte=F("at")),
                name="friendship_asked_before_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"friendship {self.pk}"
