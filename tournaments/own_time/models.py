"""Events in which everybody plays the same deals in their own time: their deals, and who played them how."""

from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.bots.levels import CLUB
from games.tables.models import SharedDeals, Table
from spades_site.accounts.models import User
from spades_site.common.folding import Named
from tournaments.leagues.models import League, Season


class OwnTimeEvent(Named):
    """A league's event: members, or pairs of them, play the same deals with bots, once, at any time within a window.

    Until the window closes, everybody sees only their own results.
    """

    class Entrants(models.TextChoices):
        PLAYER = "player", _("players, each with three bots")
        PAIR = "pair", _("pairs, each against two bots")

    class Scoring(models.TextChoices):
        MATCHPOINTS = "matchpoints", _("matchpoints, deal by deal")
        TOTAL = "total", _("the total of points")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="own_time_events")
    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField(max_length=100, unique=True)
    rules = models.JSONField(help_text="A preset and its house rules; each deal is one hand.")
    entrants = models.CharField(
        _("who plays together"), max_length=8, choices=Entrants, default=Entrants.PLAYER
    )
    count = models.PositiveSmallIntegerField(_("deals"), default=8)
    scoring = models.CharField(
        _("what decides"), max_length=12, choices=Scoring, default=Scoring.MATCHPOINTS
    )
    bots_level = models.PositiveSmallIntegerField(default=CLUB)
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"))
    season = models.ForeignKey(
        Season,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="own_time_events",
        help_text="The series in which it counts.",
    )
    times = models.PositiveSmallIntegerField(
        default=1, help_text="What its points by place in the series are multiplied by."
    )
    bots_version = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="How bots chose when the first deal was begun (games.bots.VERSION); empty: none was.",
    )
    announced_at = models.DateTimeField(
        null=True, blank=True, help_text="When the members were told that it is open."
    )
    called_off = models.CharField(
        max_length=300, blank=True, default="", help_text="Why it was called off; empty: it wasn't."
    )
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text="When the results were counted. Empty: they are secret."
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("own-time event"), _("own-time events")
        ordering = ["-closes_at", "-pk"]
        indexes = [
            models.Index(
                fields=["closes_at"], condition=Q(closed_at=None), name="own_time_to_close"
            ),
            models.Index(
                fields=["opens_at"], condition=Q(announced_at=None), name="own_time_to_announce"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["league", "folded_name"], name="own_time_name_once"),
            models.CheckConstraint(
                condition=Q(opens_at__lt=F("closes_at")), name="own_time_window"
            ),
            models.CheckConstraint(condition=Q(times__gte=1), name="own_time_counts_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the event's page."""
        return reverse("own_time", args=[self.slug])

    @property
    def is_pairs(self) -> bool:
        """Return whether pairs play."""
        return self.entrants == self.Entrants.PAIR

    def has_opened(self, at: datetime) -> bool:
        """Return whether the window has begun."""
        return self.opens_at <= at

    def is_past(self, at: datetime) -> bool:
        """Return whether the window has ended, or the event was called off."""
        return self.closes_at <= at or self.closed_at is not None

    def is_open(self, at: datetime) -> bool:
        """Return whether deals can be played."""
        return self.has_opened(at) and not self.is_past(at)


class EventDeal(models.Model):
    """One deal of an event, by its number from 1: shared by the tables of all who play it."""

    event = models.ForeignKey(OwnTimeEvent, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    deals = models.OneToOneField(SharedDeals, on_delete=models.PROTECT, related_name="own_time")

    class Meta:
        verbose_name, verbose_name_plural = _("deal of an event"), _("deals of an event")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="own_time_number_once")
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of event {self.event_id}"


class EventSalt(models.Model):
    """A member's part in an event's deals, given before it opened: 32 bytes in hexadecimal."""

    event = models.ForeignKey(OwnTimeEvent, on_delete=models.CASCADE, related_name="salts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="own_time_salts"
    )
    salt = models.CharField(max_length=64)
    given_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("salt of an event"), _("salts of an event")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="own_time_salt_once")]

    def __str__(self) -> str:
        return f"salt of {self.user_id} for event {self.event_id}"


class EventInvitation(models.Model):
    """A member's question to another whether they play an event together, until it is answered."""

    event = models.ForeignKey(OwnTimeEvent, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_time_asked"
    )
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_time_asked_by"
    )
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("question to a partner"), _("questions to partners")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "by"], name="own_time_asks_one_at_a_time"),
            models.CheckConstraint(condition=~Q(by=F("to")), name="own_time_asks_another"),
        ]

    def __str__(self) -> str:
        return f"{self.by} asks {self.to} for event {self.event_id}"


class EventEntry(models.Model):
    """Somebody who has begun to play an event, or a pair, with their result once it is closed.

    Nobody is in two entries of an event: the league's lock guarantees it for partners.
    """

    event = models.ForeignKey(OwnTimeEvent, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="own_time_entries"
    )
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="own_time_entries_as_partner",
    )
    entered_at = models.DateTimeField()
    played = models.PositiveSmallIntegerField(default=0, help_text="Deals played to the end.")
    total = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    matchpoints = models.DecimalField(
        max_digits=5, decimal_places=2, null=True, blank=True, help_text="Percent, over all deals."
    )
    place = models.PositiveIntegerField(
        null=True, blank=True, help_text="Empty until it is closed, or if no deal was played."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("entry of an event"), _("entries of an event")
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="own_time_entry_once"),
            models.UniqueConstraint(fields=["event", "partner"], name="own_time_partner_once"),
            models.CheckConstraint(condition=~Q(user=F("partner")), name="own_time_two_people"),
        ]

    def __str__(self) -> str:
        return f"{self.name} in event {self.event_id}"

    @property
    def people(self) -> list[User]:
        """Return its one or two players."""
        return [self.user] if self.partner is None else [self.user, self.partner]

    @property
    def name(self) -> str:
        """Return the names of its players."""
        return " & ".join(one.get_username() for one in self.people)

    @property
    def points(self) -> int | Decimal | None:
        """Return the total as it is shown."""
        return _shown(self.total)


class EventPlay(models.Model):
    """A deal as one player or pair plays it, at a table of its own; without a score if it wasn't played to its end."""

    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="plays")
    deal = models.ForeignKey(EventDeal, on_delete=models.CASCADE, related_name="plays")
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="own_time_play")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    bots_version = models.PositiveSmallIntegerField(help_text="How bots chose when it was begun.")
    bid = models.CharField(
        max_length=40, blank=True, default="", help_text="Both partners' bids, joined by +."
    )
    tricks = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the entrant's side."
    )
    score = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="The side's points less the mean of the other sides'.",
    )
    matchpoints = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="Percent; set at the close.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("play of a deal"), _("plays of deals")
        ordering = ["deal", "pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "deal"], name="own_time_deal_once")]

    def __str__(self) -> str:
        return f"play {self.pk} of deal {self.deal_id}"

    @property
    def points(self) -> int | Decimal | None:
        """Return the score as it is shown."""
        return _shown(self.score)


def _shown(value: Decimal | None) -> int | Decimal | None:
    """Return a number without decimals that are 0."""
    return int(value) if value is not None and value == int(value) else value
