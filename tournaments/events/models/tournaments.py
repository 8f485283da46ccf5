"""Tournaments and their stages."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spades_site.common.fields import SentenceField
from spades_site.common.models import Hideable
from tournaments.events.models.settings import MOST_ENTRIES, Settings, Where, between
from tournaments.events.plan.choices import Comparison, EntryKind, Status, format_choices
from tournaments.events.plan.match_terms import MatchTerms
from tournaments.events.plan.stages import StagePlan, games_title, title_of
from tournaments.formats.kinds import Format
from tournaments.formats.registry import format_of
from tournaments.leagues.models import League, Season


class Seeding(models.TextChoices):
    """The order in which a field enters the draw."""

    RATING = "rating", _("by rating")
    LOT = "lot", _("at random")
    STANDINGS = "standings", _("by an earlier tournament")
    HAND = "hand", _("by hand")


class Tournament(Hideable, Settings):
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
    prizes = models.TextField(
        _("prizes"),
        blank=True,
        max_length=1000,
        help_text="One a line, that of the first place first.",
    )

    rules = models.JSONField(
        help_text="The whole rule set, frozen; with target or max_hands of a match."
    )
    entry_kind = models.CharField(
        max_length=6,
        choices=EntryKind,
        default=EntryKind.PAIR,
        help_text="What an entry is; teams play a match at two tables with the same deals and the sides crossed.",
    )
    best_of = models.PositiveSmallIntegerField(_("games of a match"), default=1)
    match_minutes = models.PositiveSmallIntegerField(
        _("minutes for a match"),
        null=True,
        blank=True,
        help_text=_("After that, the current hand is the last. Empty: no limit."),
    )
    seeding = models.CharField(_("seeding"), max_length=10, choices=Seeding, default=Seeding.RATING)
    seeded_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    comparison = models.CharField(
        _("Deals"),
        max_length=12,
        choices=Comparison,
        blank=True,
        default="",
        help_text=_(
            "The same deals at all tables of a round remove the luck of the cards: what counts "
            "is who did more with them. This needs a fixed number of hands; the deals are "
            "published after the round."
        ),
    )
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many rounds are planned; empty before the draw."
    )
    scoring = models.JSONField(help_text="The standings' policy: points and tie-breaks.")
    seed = models.CharField(
        max_length=64, help_text="Decides the draw's lots; stored, so repeatable."
    )

    starts_at = models.DateTimeField(_("start"))
    check_in_minutes = models.PositiveSmallIntegerField(
        _("Check-in (minutes)"),
        default=15,
        validators=between(0, 24 * 60),
        help_text=_("Time before the start at which it opens; 0 for no check-in."),
    )
    turn_seconds = models.PositiveSmallIntegerField(
        _("Seconds per turn"),
        default=30,
        validators=between(5, 600),
        help_text=_("After that the time bank runs; when it is used up, a bot plays."),
    )
    bank_seconds = models.PositiveSmallIntegerField(
        _("Time bank per player (seconds)"),
        default=60,
        validators=between(0, 3600),
        help_text=_("For a whole match, in addition to the time per turn; 0 for none."),
    )
    pause_between_rounds = models.PositiveIntegerField(
        _("Pause (seconds)"),
        default=60,
        validators=between(0, 7 * 24 * 3600),
        help_text=_("Between a round’s last result and the next round."),
    )
    min_entries = models.PositiveSmallIntegerField(
        _("Minimum entries"),
        default=2,
        validators=between(2, MOST_ENTRIES),
        help_text=_("Empty: the minimum of the format."),
    )
    max_entries = models.PositiveSmallIntegerField(
        _("Maximum entries"), default=16, validators=between(2, MOST_ENTRIES)
    )
    entry_with_partner = models.BooleanField(_("Allow entries with a partner"), default=True)
    entry_alone = models.BooleanField(_("Allow single entries, who get a partner"), default=True)

    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    status_reason: Any = SentenceField(
        max_length=300, blank=True, help_text="Why it was paused, ended early or cancelled."
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when it is paused; empty: it isn't."
    )
    pauses = models.JSONField(
        default=list,
        blank=True,
        help_text="Pauses that are over, as [from, to] in ISO 8601 in UTC.",
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
    form_token = models.CharField(
        max_length=40,
        blank=True,
        default="",
        help_text="Identifies the form that created it: submitting that twice creates one tournament.",
    )
    version = models.PositiveIntegerField(default=1, help_text="Grows with every change.")

    class Meta:
        verbose_name, verbose_name_plural = _("tournament"), _("tournaments")
        indexes = [models.Index(fields=["status", "starts_at"], name="tournament_status_start")]
        constraints = [
            models.UniqueConstraint(
                fields=["created_by", "form_token"],
                condition=~Q(form_token=""),
                name="tournament_made_once",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("finished", "cancelled"), finished_at__isnull=False)
                | (~Q(status__in=("finished", "cancelled")) & Q(finished_at=None)),
                name="tournament_over_has_its_end",
            ),
            models.CheckConstraint(
                condition=Q(status="paused", paused_at__isnull=False)
                | (~Q(status="paused") & Q(paused_at=None)),
                name="tournament_paused_since",
            ),
            models.CheckConstraint(
                condition=Q(min_entries__lte=models.F("max_entries")),
                name="tournament_entries_in_order",
            ),
            models.CheckConstraint(
                condition=Q(best_of__gte=1, version__gte=1), name="tournament_counts_from_one"
            ),
            models.CheckConstraint(
                condition=Q(rating_min=None)
                | Q(rating_max=None)
                | Q(rating_min__lte=models.F("rating_max")),
                name="tournament_rating_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the tournament's page."""
        return reverse("tournament", args=[self.slug])

    @property
    def prize_list(self) -> list[str]:
        """Return the prizes by place, from the first."""
        return [line.strip() for line in self.prizes.splitlines() if line.strip()]

    @property
    def side_size(self) -> int:
        """Return how many players of an entry play in a match."""
        return EntryKind(self.entry_kind).size

    @property
    def is_in_room(self) -> bool:
        """Return whether its matches are played with real cards, so that none opens a table."""
        return self.where == Where.ROOM

    @property
    def is_team(self) -> bool:
        """Return whether entries are teams."""
        return self.entry_kind == EntryKind.TEAM

    @property
    def plans(self) -> tuple[StagePlan, ...]:
        """Return the plan of each stage, in one query; prefetch "stages" for many."""
        models.prefetch_related_objects([self], "stages")
        return tuple(stage.plan for stage in self.stages.all())

    @property
    def facts(self) -> Format:
        """Return what is to know about the format of the first stage."""
        return self.plans[0].facts

    @property
    def match_terms(self) -> MatchTerms:
        """Return how matches are played in stages without terms of their own."""
        return MatchTerms(self.rules, self.turn_seconds, self.bank_seconds, self.match_minutes)

    def terms_in(self, stage_id: int) -> MatchTerms:
        """Return how the matches of one of its stages are played."""
        models.prefetch_related_objects([self], "stages")
        stage = next(one for one in self.stages.all() if one.pk == stage_id)
        return self.match_terms.of_stage(stage.plan)

    @property
    def is_individual(self) -> bool:
        """Return whether the format is individual: everybody enters alone and sits with others each round, in all
        stages.
        """
        return self.facts.is_individual

    @property
    def format_title(self) -> str:
        """Return the stages' names, e.g. "4 groups, then Knock-out"."""
        return title_of(self.plans)

    @property
    def games_title(self) -> str:
        """Return the number of games per match as a phrase; "" if all have one."""
        return games_title(self.best_of, self.plans)

    @property
    def is_knock_out(self) -> bool:
        """Return whether the last stage's bracket determines the winner."""
        return self.plans[-1].is_knock_out

    @property
    def shares_deals(self) -> bool:
        """Return whether all tables of a round play the same deals."""
        return bool(self.comparison)


class Stage(models.Model):
    """One part of a tournament, with one format."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    index = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, choices=format_choices)
    options = models.JSONField(
        default=dict,
        blank=True,
        help_text="The plan's other fields, where they differ from the usual.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("stage"), _("stages")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "index"], name="stage_index_once"),
            models.CheckConstraint(condition=Q(index__gte=1), name="stage_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, stage {self.index}"

    @property
    def plan(self) -> StagePlan:
        """Return the organizer's plan of the stage."""
        return StagePlan(self.format, **self.options)

    @property
    def facts(self) -> Format:
        """Return what is to know about the stage's format."""
        return format_of(self.format)


class Qualifier(models.Model):
    """An entry in a stage after the first, with its seed there and where it came from."""

    stage = models.ForeignKey("Stage", on_delete=models.CASCADE, related_name="qualifiers")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="qualified")
    seed_no = models.PositiveSmallIntegerField(help_text="In the stage's draw, from 1.")
    from_group = models.PositiveSmallIntegerField(
        default=1, help_text="Its group in the stage before, from 1."
    )
    from_place = models.PositiveSmallIntegerField(help_text="Its place there, from 1.")

    class Meta:
        ordering = ["seed_no"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="qualifies_once"),
            models.UniqueConstraint(fields=["stage", "seed_no"], name="stage_seed_once"),
            models.CheckConstraint(
                condition=Q(seed_no__gte=1, from_group__gte=1, from_place__gte=1),
                name="qualifier_counts_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.stage}"
