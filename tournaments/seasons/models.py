"""Divisions of a season, the pairs and teams in it, and its breaks."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Entry, Tournament
from tournaments.leagues.models import Season, Team


class Division(models.Model):
    """A season's field of pairs or teams who play each other; its matches are those of one tournament."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField(help_text="From 1, the highest.")
    name = models.CharField(_("name"), max_length=40)
    size = models.PositiveSmallIntegerField(_("places"), default=8)
    promoted = models.PositiveSmallIntegerField(_("promoted"), default=0)
    relegated = models.PositiveSmallIntegerField(_("relegated"), default=0)
    play_offs = models.PositiveSmallIntegerField(
        _("places in the play-offs"), default=0, help_text=_("From the top of the table; 0: none.")
    )
    tournament = models.OneToOneField(
        Tournament,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="division",
        help_text="Made when the season is published.",
    )
    play_off = models.OneToOneField(
        Tournament,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="play_off_of",
        help_text="The bracket of its best after the last round.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("division"), _("divisions")
        ordering = ["level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="division_level_once"),
            models.CheckConstraint(condition=Q(level__gte=1), name="division_levels_from_one"),
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=32), name="division_size"),
            models.CheckConstraint(
                condition=Q(size__gte=F("promoted") + F("relegated")),
                name="division_moves_within_its_size",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEntry(models.Model):
    """A pair or team that has entered a season or wants to."""

    class Status(models.TextChoices):
        INVITED = "invited", _("waiting for a player’s answer")
        ENTERED = "entered", _("entered")
        DECLINED = "declined", _("a player declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE = (Status.INVITED, Status.ENTERED)

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    name = models.CharField(max_length=130, help_text="The players' names, or the team's.")
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="season_entries"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.INVITED)
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    seed_no = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In its division, from 1; empty: not placed yet."
    )
    came_from = models.CharField(
        max_length=10,
        blank=True,
        default="",
        help_text="How it came to its division: promoted, relegated, stays, or empty for newcomers.",
    )
    rating = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Mean of its players' ratings when it was placed."
    )
    entry = models.OneToOneField(
        Entry,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="season_entry",
        help_text="In its division's tournament, once the season is published.",
    )
    reason = models.CharField(max_length=300, blank=True, default="", help_text="Why it withdrew.")
    created_at = models.DateTimeField()

    MOVES: ClassVar = {
        "promoted": _("promoted"),
        "relegated": _("relegated"),
        "stays": _("stays"),
    }

    class Meta:
        verbose_name, verbose_name_plural = _("season entry"), _("season entries")
        ordering = ["division__level", "seed_no", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "team"],
                condition=Q(status__in=("invited", "entered")),
                name="team_enters_season_once",
            ),
            models.UniqueConstraint(fields=["division", "seed_no"], name="division_seed_once"),
            models.CheckConstraint(
                condition=Q(seed_no=None) | Q(seed_no__gte=1, division__isnull=False),
                name="season_seed_within_division",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def came_from_title(self) -> str:
        """Return a phrase for how it came to its division; "" for newcomers."""
        return str(self.MOVES.get(self.came_from, ""))


class SeasonPlayer(models.Model):
    """One person in a pair or team of a season; `active` in at most one of them."""

    entry = models.ForeignKey(SeasonEntry, on_delete=models.CASCADE, related_name="players")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="season_places"
    )
    position = models.PositiveSmallIntegerField(help_text="From 0.")
    accepted_at = models.DateTimeField(
        null=True, blank=True, help_text="Empty: they haven't answered the invitation."
    )
    active = models.BooleanField(
        default=False, help_text="They have accepted, and the entry hasn't withdrawn."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("season player"), _("season players")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"], condition=Q(active=True), name="plays_season_once"
            ),
            models.UniqueConstraint(fields=["entry", "position"], name="season_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.entry}"


class StandIn(models.Model):
    """A member on a season's list of stand-ins: they may be asked to play a match in somebody's place."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="stand_ins")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stands_in"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="stands_in_season_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} stands in"


class FinalPlace(models.Model):
    """A person's final place in a finished season: with their pair or team in its division, or in a series."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="final_places")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="final_places"
    )
    entry = models.ForeignKey(
        SeasonEntry,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="final_places",
        help_text="Empty in a series.",
    )
    name = models.CharField(
        max_length=310,
        blank=True,
        default="",
        help_text="In a series of pairs or teams theirs.",
    )
    place = models.PositiveSmallIntegerField(help_text="In the division's table, or in the series.")
    field_size = models.PositiveSmallIntegerField(help_text="How many were ranked there.")
    champion = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("final place"), _("final places")
        ordering = ["season", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="ends_season_once"),
            models.CheckConstraint(
                condition=Q(place__gte=1, field_size__gte=F("place")),
                name="final_place_within_field",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.place} of {self.field_size}"


class SeriesEvening(models.Model):
    """How a tournament counts in its series, where an organizer has chosen that."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="evening")
    times = models.PositiveSmallIntegerField(
        default=1, help_text="What its points by place are multiplied by."
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="evenings_hosted",
        help_text="Empty: who made the tournament.",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(times__gte=1), name="evening_counts_at_least_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.times} times"


class SeriesFinal(models.Model):
    """The final of a series: a tournament of those who qualified."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="final")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="final_of")

    def __str__(self) -> str:
        return f"{self.tournament}, final of {self.season}"


class Break(models.Model):
    """Days on which a season has no match: holidays."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="breaks")
    name = models.CharField(_("name"), max_length=40)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))

    class Meta:
        ordering = ["starts_on"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="break_ends_after_start"
            )
        ]

    def __str__(self) -> str:
        return self.name
