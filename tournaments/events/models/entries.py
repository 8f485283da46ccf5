"""Entries, their players, partner invitations, and people who entered alone."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Coming(models.Model):
    """When an entry's people last reported or came on the day. Each time counts for the wait during which it was
    stored: check-in, or a table's wait for its players.
    """

    checked_in_at = models.DateTimeField(null=True, blank=True)
    on_the_way_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When they, or an organizer for them, last said that they are coming.",
    )
    called_at = models.DateTimeField(
        null=True, blank=True, help_text="When an organizer last called them."
    )

    class Meta:
        abstract = True


class Queued(models.Model):
    """A place that can be on the waiting list."""

    queue_no = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Place on the waiting list as an organizer ordered it; others follow by arrival.",
    )

    class Meta:
        abstract = True


class Paying(models.Model):
    """A place that can cost something, which is paid to the organizer."""

    paid_at = models.DateTimeField(
        null=True, blank=True, help_text="When an organizer noted that it is paid; empty: it isn't."
    )

    class Meta:
        abstract = True


class InArena(models.Model):
    """Whether an entry waits to be paired in an arena."""

    free_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Since when it waits for an opponent in an arena; empty: it doesn't.",
    )
    paused = models.BooleanField(
        default=False, help_text="It isn't paired in an arena until its people are ready again."
    )

    class Meta:
        abstract = True


class Entry(Coming, Queued, Paying, InArena):
    """A partnership, single player or team that has entered a tournament or wants to."""

    class Status(models.TextChoices):
        INVITED = "invited", _("waiting for the partner’s answer")
        ENTERED = "entered", _("entered")
        CHECKED_IN = "checked_in", _("checked in")
        WAITING = "waiting", _("on the waiting list")
        ABSENT = "absent", _("did not check in")
        DECLINED = "declined", _("the partner didn’t join")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE = (Status.INVITED, Status.ENTERED, Status.CHECKED_IN)
    TAKING_PART = (*LIVE, Status.WAITING)
    """Statuses that hold a place in the field."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="entries")
    name = models.CharField(max_length=310, help_text="The players' names, or the team's.")
    status = models.CharField(max_length=12, choices=Status)
    seed_no = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Place in the draw, from 1; empty until the start."
    )
    hand_seed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Its seed as the organizer set it before the start."
    )
    given_partner = models.BooleanField(default=False, help_text="Both had entered alone.")
    rating = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Mean of the players' ratings at the start."
    )
    captain = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Of a team; may be somebody who doesn't play.",
    )
    vice_captain = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Of a team; may do what the captain may.",
    )
    joined_round = models.PositiveSmallIntegerField(
        default=1, help_text="The first round that it can play; later ones of late entries."
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("entry"), _("entries")
        ordering = ["seed_no", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed_no"], name="entry_seed_once"),
            models.CheckConstraint(
                condition=(Q(seed_no=None) | Q(seed_no__gte=1))
                & (Q(hand_seed=None) | Q(hand_seed__gte=1))
                & Q(joined_round__gte=1),
                name="entry_counts_from_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def note_who_came(self, rows: Iterable[Any]) -> None:
        """Set who was present at its matches, by round, from loaded line-ups."""
        self._came = [row for row in rows if row.entry_id == self.pk and row.present]

    @property
    def played_as(self) -> str:
        """Return the names of its players: if a player was replaced, of all who were present at a match."""
        if not hasattr(self, "_came"):
            self._came = list(came_for_replaced().filter(entry=self.pk))
        if self._came and self.tournament.is_team:
            return self.name
        rows = [(row.position, row.user.username) for row in self._came]
        return name_of_players(rows) or self.name

    def is_led_by(self, user: Any) -> bool:
        """Return whether the user is its captain or vice-captain."""
        return user.pk is not None and user.pk in (self.captain_id, self.vice_captain_id)

    @property
    def in_field(self) -> bool:
        """Return whether the entry was drawn into the tournament (it may have withdrawn since)."""
        return self.seed_no is not None


class EntryPlayer(models.Model):
    """One person in an entry; `active` in at most one entry of a tournament."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entry_places"
    )
    position = models.PositiveSmallIntegerField(
        help_text="0 for who entered, 1 for the partner; of a team its place in the roster, from 0."
    )
    active = models.BooleanField(default=True)

    class Meta:
        verbose_name, verbose_name_plural = _("entry player"), _("entry players")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=Q(active=True), name="entered_once"
            ),
            models.UniqueConstraint(fields=["entry", "position"], name="entry_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.entry}"


class PartnerInvitation(models.Model):
    """One person's invitation to another to be their partner."""

    class Status(models.TextChoices):
        SENT = "sent", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="invitations")
    from_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_sent"
    )
    to_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.SENT)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["to_user", "status"], name="invitation_to_answer")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="sent", answered_at=None)
                | (~Q(status="sent") & Q(answered_at__isnull=False)),
                name="invitation_answered_has_its_moment",
            )
        ]

    why_not = ""
    """Why the invited person can't accept at present, in a sentence; set for pages."""

    def __str__(self) -> str:
        return f"{self.from_user} asks {self.to_user}"


class Single(Coming, Queued, Paying):
    """A person who entered alone and gets a partner at the start, or who only stands in for others this evening."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for a partner")
        CHECKED_IN = "checked_in", _("checked in")
        QUEUED = "queued", _("on the waiting list")
        TEAMED = "teamed", _("has a partner")
        LEFT_OVER = "left_over", _("left over: no partner")
        READY = "ready", _("ready to stand in")
        ABSENT = "absent", _("did not check in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE = (Status.WAITING, Status.CHECKED_IN)
    TAKING_PART = (*LIVE, Status.QUEUED)
    STANDING_BY = (Status.LEFT_OVER, Status.READY)
    """Statuses of people without a place in the field, who may be called to a match."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="singles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="single_places"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.WAITING)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="singles"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("single entry"), _("single entries")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(status__in=("waiting", "checked_in", "queued")),
                name="waits_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(status="ready"),
                name="stands_by_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} alone"

    @property
    def name(self) -> str:
        """Return the person's name, as an entry has one."""
        return self.user.username


def name_of_players(players: Iterable[tuple[int, str]]) -> str:
    """Return a pair's name from its players' positions and names; a slash separates players who shared a position."""
    places: dict[int, list[str]] = {}
    for position, name in players:
        names = places.setdefault(position, [])
        if name not in names:
            names.append(name)
    return " & ".join("/".join(names) for _position, names in sorted(places.items()))


def came_for_replaced() -> models.QuerySet[Any]:
    """Return the line-ups, with users, of people present at matches for entries with a replaced player."""
    replaced = Entry.objects.filter(substitutions__isnull=False)
    line_ups = apps.get_model("events", "LineUp").objects
    rows = line_ups.counting().filter(entry__in=replaced.values("pk"), present=True)
    return rows.select_related("user").order_by("position", "match__round__number", "pk")


def winners_named() -> Any:
    """Return the prefetch for naming the winners in lists of tournaments."""
    return models.Prefetch("winner__line_ups", came_for_replaced(), to_attr="_came")
