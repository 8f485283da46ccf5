"""Ladders, who is on them, their challenges, and the log of steps from which their rungs follow."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.bots.levels import CLUB
from games.tables.models import Table
from spades_site.common.folding import Named
from spades_site.common.text import LONGEST_REASON
from tournaments.formats import ladder as rules
from tournaments.leagues.models import League


class Ladder(Named):
    """A league's ladder: every pair or player has a rung, and climbs by beating somebody above."""

    class Kind(models.TextChoices):
        PAIRS = "pairs", _("pairs")
        PLAYERS = "players", _("players")

    class Reach(models.TextChoices):
        HALF = rules.HALF, _("up to half the distance to the top")
        ALL = rules.ALL, _("anybody above")

    class Climb(models.TextChoices):
        HALF = rules.HALF, _("half the distance, rounded up")
        SWAP = rules.SWAP, _("the two change places")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="ladders")
    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField(max_length=100, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.PAIRS)
    rules = models.JSONField(help_text="A preset and its house rules.")
    reach = models.CharField(
        _("who may be challenged"), max_length=8, choices=Reach, default=Reach.HALF
    )
    top = models.PositiveSmallIntegerField(
        _("top rungs that may challenge anybody above them"), default=10
    )
    climb = models.CharField(
        _("how far a winner climbs"), max_length=8, choices=Climb, default=Climb.HALF
    )
    repeats = models.BooleanField(_("the same opponent twice running"), default=False)
    answer_days = models.PositiveSmallIntegerField(_("days to answer"), default=3)
    play_days = models.PositiveSmallIntegerField(_("days to play"), default=7)
    forfeits = models.BooleanField(
        _("whoever is there wins if the other side doesn’t come"),
        default=True,
        help_text=_("Otherwise it is a failure for both sides."),
    )
    failures = models.PositiveSmallIntegerField(
        _("failures that cost rungs"), default=3, help_text=_("0: failures cost nothing.")
    )
    drop = models.PositiveSmallIntegerField(_("rungs that they cost"), default=3)
    defend_days = models.PositiveSmallIntegerField(
        _("days to play the next below, on the top rungs"),
        default=3,
        help_text=_("0: as against anybody else."),
    )
    per_day = models.PositiveSmallIntegerField(
        _("matches a day against the same opponent"),
        default=3,
        help_text=_("0: any number."),
    )
    newcomer_rung = models.PositiveSmallIntegerField(
        _("highest rung that a newcomer’s first challenge may name"),
        default=0,
        help_text=_("Whoever wins it takes that rung. 0: newcomers challenge like everybody."),
    )
    idle_warn = models.PositiveSmallIntegerField(
        _("days without a match until a warning"), default=14, help_text=_("0: never.")
    )
    idle_drop = models.PositiveSmallIntegerField(
        _("days without a match until they cost rungs"), default=21, help_text=_("0: never.")
    )
    idle_off = models.PositiveSmallIntegerField(
        _("days without a match until an entry is off"), default=35, help_text=_("0: never.")
    )
    turn_seconds = models.PositiveIntegerField(_("seconds per turn"), default=30)
    bank_seconds = models.PositiveIntegerField(_("time bank in seconds"), default=120)
    grace_minutes = models.PositiveSmallIntegerField(_("minutes to come to the table"), default=15)
    bots_level = models.PositiveSmallIntegerField(default=CLUB)
    frozen_at = models.DateTimeField(null=True, blank=True, help_text="Empty: it isn't frozen.")
    frozen_reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    created_at = models.DateTimeField()

    viewer_role: str | None = None
    """The viewer's role in the league, as `ladder_for` found it."""

    class Meta:
        verbose_name, verbose_name_plural = _("ladder"), _("ladders")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "folded_name"], name="ladder_name_once")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the ladder's page."""
        return reverse("ladder", args=[self.slug])

    @property
    def is_pairs(self) -> bool:
        """Return whether pairs are on it, rather than single players."""
        return self.kind == self.Kind.PAIRS


class LadderEntry(models.Model):
    """A pair or player on a ladder, or who was or wants to be. Rung and record follow from the ladder's steps."""

    class Status(models.TextChoices):
        INVITED = "invited", _("waiting for a player’s answer")
        ACTIVE = "active", _("on the ladder")
        DECLINED = "declined", _("a player declined")
        LEFT = "left", _("left")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="entries")
    name = models.CharField(max_length=310, help_text="The players' names.")
    status = models.CharField(max_length=10, choices=Status, default=Status.INVITED)
    rung = models.IntegerField(
        _("rung"), null=True, blank=True, help_text="From 1, the highest; empty: not on the ladder."
    )
    best = models.PositiveSmallIntegerField(default=0, help_text="Best rung so far; 0: none.")
    wins = models.PositiveIntegerField(_("wins"), default=0)
    losses = models.PositiveIntegerField(_("losses"), default=0)
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="In a row, since the last match."
    )
    idle_from = models.DateTimeField(
        null=True, blank=True, help_text="From when days without a match count."
    )
    idle_stage = models.PositiveSmallIntegerField(
        default=0, help_text="What those days have led to: 1 a warning, 2 a drop."
    )
    idle_due = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="When they lead to more."
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("ladder entry"), _("ladder entries")
        ordering = ["rung", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "rung"], name="ladder_rung_once"),
            models.CheckConstraint(
                condition=Q(status="active", rung__isnull=False)
                | (~Q(status="active") & Q(rung=None)),
                name="ladder_active_has_rung",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LadderPlayer(models.Model):
    """One person of a ladder's entry; `active` in at most one of them."""

    entry = models.ForeignKey(LadderEntry, on_delete=models.CASCADE, related_name="players")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ladder_places"
    )
    position = models.PositiveSmallIntegerField(help_text="From 0.")
    accepted_at = models.DateTimeField(
        null=True, blank=True, help_text="Empty: they haven't answered the invitation."
    )
    active = models.BooleanField(
        default=False, help_text="They have accepted, and the entry hasn't left."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("ladder player"), _("ladder players")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "user"], condition=Q(active=True), name="on_ladder_once"
            ),
            models.UniqueConstraint(fields=["entry", "position"], name="ladder_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.entry}"


class Challenge(models.Model):
    """An entry's challenge of another one above it, and their match."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        PLAYING = "playing", _("in play")
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeited")
        DECLINED = "declined", _("declined")
        UNANSWERED = "unanswered", _("not answered in time")
        UNPLAYED = "unplayed", _("not played in time")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE: ClassVar = (Status.OPEN, Status.ACCEPTED, Status.PLAYING)
    DECIDED: ClassVar = (Status.PLAYED, Status.FORFEIT)

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(LadderEntry, on_delete=models.CASCADE, related_name="made")
    challenged = models.ForeignKey(LadderEntry, on_delete=models.CASCADE, related_name="received")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    made_at = models.DateTimeField()
    is_defence = models.BooleanField(
        default=False, help_text="By the next below, against one of the top rungs."
    )
    is_opening = models.BooleanField(
        default=False, help_text="A newcomer's, who takes the rung by winning."
    )
    due_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="When the server must act next."
    )
    play_by = models.DateTimeField(null=True, blank=True, help_text="Set when it is accepted.")
    play_at = models.DateTimeField(null=True, blank=True, help_text="The time agreed on.")
    offered_at = models.DateTimeField(null=True, blank=True, help_text="A time one side offers.")
    offered_by = models.ForeignKey(
        LadderEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    ready_at = models.DateTimeField(
        null=True, blank=True, help_text="When one side said that it can play now."
    )
    ready = models.ForeignKey(
        LadderEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    table = models.OneToOneField(
        Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="ladder_challenge"
    )
    winner = models.ForeignKey(
        LadderEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    points = models.JSONField(default=list, blank=True, help_text="The challenger's first.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("challenge"), _("challenges")
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["ladder", "-ended_at"], name="challenge_ended")]
        constraints = [
            models.UniqueConstraint(
                fields=["challenger"],
                condition=Q(status__in=("open", "accepted", "playing")),
                name="one_challenge_made",
            ),
            models.UniqueConstraint(
                fields=["challenged"],
                condition=Q(status__in=("open", "accepted", "playing")),
                name="one_challenge_received",
            ),
            models.CheckConstraint(
                condition=~Q(challenger=F("challenged")), name="challenge_of_another"
            ),
            models.CheckConstraint(
                condition=Q(status__in=("open", "accepted", "playing"), ended_at=None)
                | (
                    ~Q(status__in=("open", "accepted", "playing"))
                    & Q(ended_at__isnull=False, due_at=None)
                ),
                name="challenge_over_has_its_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} – {self.challenged}"

    @property
    def is_live(self) -> bool:
        """Return whether it isn't over yet."""
        return self.status in self.LIVE


class LadderStep(models.Model):
    """One line of a ladder's log. The rungs are the outcome of all lines that aren't undone, in their order."""

    class Kind(models.TextChoices):
        JOIN = rules.JOIN, _("joined")
        LEAVE = rules.LEAVE, _("left")
        RESULT = rules.RESULT, _("result")
        TIE = rules.TIE, _("tie")
        FAILURE = rules.FAILURE, _("failure")
        MOVE = rules.MOVE, _("moved")
        IDLE = rules.IDLE, _("days without a match")

    UNDOABLE: ClassVar = (Kind.RESULT, Kind.TIE, Kind.FAILURE, Kind.MOVE, Kind.IDLE)

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    entry = models.ForeignKey(LadderEntry, on_delete=models.CASCADE, related_name="steps")
    other = models.ForeignKey(
        LadderEntry, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    challenge = models.ForeignKey(
        Challenge, null=True, blank=True, on_delete=models.CASCADE, related_name="steps"
    )
    climb = models.CharField(
        max_length=8, blank=True, default="", help_text="The rule at that time."
    )
    forfeit = models.BooleanField(default=False)
    limit = models.PositiveSmallIntegerField(default=0, help_text="Failures that cost rungs, then.")
    drop = models.PositiveSmallIntegerField(default=0, help_text="Rungs that they cost, then.")
    idle = models.PositiveSmallIntegerField(
        default=0, help_text="Days without a match that led to a drop or out, then."
    )
    to = models.PositiveSmallIntegerField(default=0, help_text="Where an organizer moved it.")
    before = models.PositiveSmallIntegerField(
        default=0, help_text="The entry's rung before; 0: none."
    )
    after = models.PositiveSmallIntegerField(
        default=0, help_text="The entry's rung after; 0: none."
    )
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("ladder step"), _("ladder steps")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="ladder_step_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.entry_id}"

    def taken(self) -> rules.Taken:
        """Return the step with the rungs to which it led."""
        return rules.Taken(self.rule(), self.before, self.after)

    def rule(self) -> rules.Step:
        """Return the step as the rules of ladders read it."""
        return rules.Step(
            kind=self.kind,
            entry=self.entry_id,
            other=self.other_id,
            climb=self.climb or rules.HALF,
            forfeit=self.forfeit,
            limit=self.limit,
            drop=self.drop,
            to=self.to,
        )
