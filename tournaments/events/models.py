"""Tournaments: entries, rounds, matches and every version of every result."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spades_site.common.fields import SentenceField, SentencesField
from tournaments.events.choices import INDIVIDUAL, Comparison, Format, Status
from tournaments.events.life_models import Dispute, Guest, Penalty, Substitution, TimeOffer
from tournaments.events.plans import StagePlan, plan_of, plans_of, title_of
from tournaments.events.settings_models import NoShow, NoTime, Settings, Timing
from tournaments.events.stage_models import MatchGame, Qualifier, Seeding
from tournaments.leagues.models import League, Season

__all__ = [
    "Dispute",
    "Entry",
    "EntryPlayer",
    "Format",
    "Guest",
    "Invitation",
    "Match",
    "MatchGame",
    "NoShow",
    "NoTime",
    "Penalty",
    "Qualifier",
    "Result",
    "Round",
    "Seeding",
    "Single",
    "Stage",
    "Status",
    "Substitution",
    "TimeOffer",
    "Timing",
    "Tournament",
]


class Tournament(Settings):
    """One event from its announcement to its winner. Only this app's domain functions change it."""

    slug = models.SlugField(max_length=80, unique=True)
    league = models.ForeignKey(
        League, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    name = models.CharField(_("name"), max_length=60)
    description = models.TextField(_("description"), blank=True, max_length=2000)

    rules = models.JSONField(
        help_text="The whole rule set, frozen; with target or max_hands of a match."
    )
    format = models.CharField(
        _("format"), max_length=20, choices=Format, default=Format.ROUND_ROBIN
    )
    format_options = models.JSONField(
        default=dict,
        blank=True,
        help_text="The first stage's options, by its format; “then” holds the next stage's.",
    )
    best_of = models.PositiveSmallIntegerField(_("games of a match"), default=1)
    match_minutes = models.PositiveSmallIntegerField(
        _("minutes for a match"),
        null=True,
        blank=True,
        help_text=_("After them the hand in play is the last. Empty: no limit."),
    )
    seeding = models.CharField(_("seeding"), max_length=10, choices=Seeding, default=Seeding.RATING)
    seeded_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    comparison = models.CharField(
        _("shared deals"), max_length=12, choices=Comparison, blank=True, default=""
    )
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many rounds the draw foresees; empty until then."
    )
    scoring = models.JSONField(help_text="The standings' policy: points and tie-breaks.")
    seed = models.CharField(
        max_length=64, help_text="Decides the draw's lots; stored, so repeatable."
    )

    starts_at = models.DateTimeField(_("start"))
    check_in_minutes = models.PositiveSmallIntegerField(
        _("check-in, in minutes"), default=15, help_text=_("Before the start; 0: none needed.")
    )
    turn_seconds = models.PositiveSmallIntegerField(_("seconds for a turn"), default=30)
    bank_seconds = models.PositiveSmallIntegerField(
        _("seconds in the bank"),
        default=0,
        help_text=_("What each player has for a whole match beyond the turns' time."),
    )
    pause_between_rounds = models.PositiveIntegerField(
        _("seconds between rounds"),
        default=60,
        help_text=_("From a round's last result to the next."),
    )
    min_entries = models.PositiveSmallIntegerField(_("fewest entries"), default=2)
    max_entries = models.PositiveSmallIntegerField(_("most entries"), default=16)
    entry_with_partner = models.BooleanField(_("enter with a partner"), default=True)
    entry_alone = models.BooleanField(_("enter alone and be given a partner"), default=True)

    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    status_reason: Any = SentenceField(
        max_length=300, blank=True, help_text="Why it was paused, ended early or cancelled."
    )
    next_due_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="When advance has something to do next."
    )
    winner = models.ForeignKey(
        "Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments_made"
    )
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1, help_text="Grows with every change.")

    class Meta:
        indexes = [models.Index(fields=["status", "starts_at"], name="tournament_status_start")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the tournament's page."""
        return reverse("tournament", args=[self.slug])

    @property
    def side_size(self) -> int:
        """Return how many players an entry has: 2 in partnerships, 1 where everybody plays for themselves."""
        partners = self.rules.get("sides") == "partners" and not self.is_individual
        return 2 if partners else 1

    @property
    def double(self) -> bool:
        """Return whether everybody meets everybody twice."""
        return bool(self.format_options.get("double", False))

    @property
    def swiss_rounds(self) -> int | None:
        """Return how many rounds the organizer chose for a Swiss; None: as many as suit the field."""
        return self.format_options.get("rounds")

    @property
    def third_place(self) -> bool:
        """Return whether those beaten in the semi-finals play for the third place."""
        return bool(self.format_options.get("third_place", False))

    @property
    def plans(self) -> tuple[StagePlan, ...]:
        """Return what is planned of each stage."""
        return plans_of(self.format, self.format_options)

    @property
    def format_title(self) -> str:
        """Return what the stages are called, e.g. "4 groups, then Knock-out"."""
        return title_of(self.plans)

    @property
    def is_knock_out(self) -> bool:
        """Return whether a bracket says who wins: that of the last stage."""
        return self.plans[-1].is_knock_out

    @property
    def is_individual(self) -> bool:
        """Return whether an entry is one person, who sits with others each round."""
        return self.format in INDIVIDUAL

    @property
    def shares_deals(self) -> bool:
        """Return whether all tables of a round play the same deals."""
        return bool(self.comparison)


class Stage(models.Model):
    """One part of a tournament, drawn by one format."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    index = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, choices=Format)
    options = models.JSONField(default=dict)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "index"], name="stage_index_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, stage {self.index}"

    @property
    def plan(self) -> StagePlan:
        """Return what the organizer planned of it."""
        return plan_of(self.format, self.options)


class Entry(models.Model):
    """A partnership that plays, or would like to."""

    class Status(models.TextChoices):
        INVITED = "invited", _("waits for the partner's answer")
        ENTERED = "entered", _("entered")
        CHECKED_IN = "checked_in", _("checked in")
        WAITING = "waiting", _("on the waiting list")
        ABSENT = "absent", _("did not check in")
        DECLINED = "declined", _("the partner didn't join")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE = (Status.INVITED, Status.ENTERED, Status.CHECKED_IN)
    """Those that hold a place in the field."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    name = models.CharField(max_length=310, help_text="The players' names; a team's name later.")
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
    joined_round = models.PositiveSmallIntegerField(
        default=1, help_text="The first round that it can play; later ones of late entries."
    )
    created_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["seed_no", "pk"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed_no"], name="entry_seed_once")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def in_field(self) -> bool:
        """Return whether the entry was drawn into the tournament (it may have withdrawn since)."""
        return self.seed_no is not None


class EntryPlayer(models.Model):
    """One person in an entry; `active` for one entry of a tournament at most."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entry_places"
    )
    position = models.PositiveSmallIntegerField(help_text="0 for who entered, 1 for the partner.")
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=Q(active=True), name="entered_once"
            ),
            models.UniqueConstraint(fields=["entry", "position"], name="entry_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.entry}"


class Invitation(models.Model):
    """One person's question to another: will you be my partner?"""

    class Status(models.TextChoices):
        SENT = "sent", _("waits for an answer")
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

    def __str__(self) -> str:
        return f"{self.from_user} asks {self.to_user}"


class Single(models.Model):
    """Somebody who entered alone and is given a partner at the start."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits for a partner")
        CHECKED_IN = "checked_in", _("checked in")
        QUEUED = "queued", _("on the waiting list")
        TEAMED = "teamed", _("has a partner")
        LEFT_OVER = "left_over", _("left over: no partner")
        ABSENT = "absent", _("did not check in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE = (Status.WAITING, Status.CHECKED_IN)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="singles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="single_places"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.WAITING)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="singles"
    )
    created_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(status__in=("waiting", "checked_in", "queued")),
                name="waits_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} alone"


class Round(models.Model):
    """The matches of a stage that are played at the same time."""

    class Status(models.TextChoices):
        DRAFTED = "drafted", _("drawn")
        CONFIRMED = "confirmed", _("confirmed")
        PLAYING = "playing", _("in play")
        DONE = "done", _("over")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFTED)
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="As planned; empty: not yet known."
    )
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="When its window closes; empty: it has none."
    )
    finished_at = models.DateTimeField(null=True, blank=True, help_text="Its last result's moment.")
    draw_no = models.PositiveSmallIntegerField(default=1, help_text="Grows with every new draw.")
    deals = models.ForeignKey(
        "tables.SharedDeals",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="What all its tables play, where they play the same.",
    )
    flags: Any = SentencesField(
        default=list, help_text="What the draw had to give up, in sentences."
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"


class Match(models.Model):
    """Two entries that meet in a round, or one that sits it out (`entry_b` empty)."""

    class Status(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        PLAYING = "playing", _("in play")
        UNDECIDED = "undecided", _("the organizer must decide")
        DONE = "done", _("over")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField(help_text="Its table's number in the round, from 1.")
    entry_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_a")
    entry_b = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="matches_b"
    )
    slot = models.CharField(
        max_length=8, blank=True, default="", help_text="Its place in the bracket, of a knock-out."
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAWN)
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="When its sides agreed to play, within the window."
    )
    table = models.OneToOneField(
        "tables.Table",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match",
        help_text="Where it is played: seats 0 and 2 are the first side's, 1 and 3 the second's.",
    )

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            models.UniqueConstraint(fields=["round", "entry_a"], name="match_a_once_a_round"),
            models.UniqueConstraint(fields=["round", "entry_b"], name="match_b_once_a_round"),
            models.CheckConstraint(
                condition=Q(entry_b=None) | ~Q(entry_a=models.F("entry_b")), name="match_of_two"
            ),
            models.UniqueConstraint(
                fields=["round", "slot"],
                condition=~Q(slot=""),
                name="match_slot_once_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_a}: bye" if self.is_bye else self.title

    def get_absolute_url(self) -> str:
        """Return the address of the match's page."""
        return reverse("match", args=[self.tournament.slug, self.pk])

    @property
    def is_bye(self) -> bool:
        """Return whether `entry_a` sits this round out."""
        return self.entry_b_id is None

    @property
    def seated(self) -> list[Entry]:
        """Return who sits at its table, by seat, where everybody sits for themselves; else nobody. Load `SEATS` for many."""
        if self.is_bye or not self.tournament.is_individual:
            return []
        return [seat.entry for seat in self.seats.all()]

    @property
    def sides(self) -> list[tuple[Entry, ...]]:
        """Return the entries of each side; a bye has one side."""
        seated = self.seated
        if not seated:
            return [(self.entry_a,)] if self.is_bye else [(self.entry_a,), (self.entry_b,)]
        if self.tournament.rules["sides"] != "partners":
            return [(entry,) for entry in seated]
        return [tuple(seated[0::2]), tuple(seated[1::2])]

    @property
    def side_names(self) -> list[str]:
        """Return each side's name."""
        return [" & ".join(entry.name for entry in side) for side in self.sides]

    @property
    def title(self) -> str:
        """Return who meets whom."""
        return " – ".join(self.side_names)


SEATS = "seats__entry"
"""What lists of matches prefetch to name the sides."""


class MatchSeat(models.Model):
    """Who sits where in a match of a format in which an entry is one person; seat 0 is `entry_a`, seat 1 `entry_b`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(help_text="0 … n−1, clockwise.")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="match_seats")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="match_seat_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="match_seat_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} at seat {self.seat}"


class Result(models.Model):
    """One version of a match's result. The current one counts; the earlier ones stay for the record."""

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        BYE = "bye", _("bye")
        VOID = "void", _("void")

    class Winner(models.TextChoices):
        A = "a", _("first side")
        B = "b", _("second side")
        NOBODY = "", _("nobody")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField(default=1)
    current = models.BooleanField(default=True)
    kind = models.CharField(max_length=8, choices=Kind)
    winner = models.CharField(max_length=1, choices=Winner, blank=True, default="")
    points_a = models.IntegerField(default=0, help_text="Scored at the table.")
    points_b = models.IntegerField(default=0)
    bags_a = models.PositiveSmallIntegerField(default=0)
    bags_b = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    games_a = models.PositiveSmallIntegerField(
        default=0, help_text="Games won, of a match of several."
    )
    games_b = models.PositiveSmallIntegerField(default=0)
    by_side = models.JSONField(
        default=list,
        blank=True,
        help_text="Of a solo table: place, points and bags of each seat; else empty.",
    )
    by_hand = models.JSONField(
        default=list,
        blank=True,
        help_text="Of shared deals: what each side scored in each hand; else empty.",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Empty: the platform.",
    )
    reason: Any = SentenceField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="result_version_once"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(current=True), name="result_current_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.points_a}–{self.points_b}"
