"""What a tournament's rounds hold: matches, who sits where, and every version of every result."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spades_site.common.fields import SentenceField, SentencesField
from tournaments.events.models.entries import Entry, name_of_players


class Round(models.Model):
    """The matches of a stage that are played at the same time."""

    class Status(models.TextChoices):
        DRAFTED = "drafted", _("drawn")
        CONFIRMED = "confirmed", _("confirmed")
        PLAYING = "playing", _("in play")
        DONE = "done", _("over")

    stage = models.ForeignKey("Stage", on_delete=models.CASCADE, related_name="rounds")
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="rounds")
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
        UNDECIDED = "undecided", _("waiting for the organizer's decision")
        DONE = "done", _("over")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField(help_text="Its table's number in the round, from 1.")
    entry_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_a")
    entry_b = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="matches_b"
    )
    slot = models.CharField(
        max_length=8, blank=True, default="", help_text="Its place in the bracket, of a knock-out."
    )
    best_of = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Its games at most; empty: as many as the tournament says."
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
        """Return who sits at its table, by seat, where everybody sits for themselves; else nobody. Load `named()` for many."""
        if self.is_bye or not self.tournament.is_individual:
            return []
        return [seat.entry for seat in self.seats.all()]

    @property
    def changed(self) -> list["LineUp"]:
        """Return its line-up where that may differ from the present players of its entries; else nothing. Load `named()` for many."""
        if not hasattr(self, "_changed"):
            self._changed = list(changed_line_ups().filter(match=self.pk)) if self.pk else []
        return self._changed

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
        """Return each side's name: of those who sit or sat there, also where the entry has other players by now."""
        return [" & ".join(map(self.name_of, side)) for side in self.sides]

    def name_of(self, entry: Entry) -> str:
        """Return the name under which an entry plays, or played, this match."""
        rows = [row for row in self.changed if row.entry_id == entry.pk]
        name = name_of_players([(row.position, row.user.username) for row in rows])
        if not rows or not self.seated:
            return name or entry.name
        return name if name == entry.name else f"{name} ({entry.name})"

    @property
    def title(self) -> str:
        """Return who meets whom."""
        return " – ".join(self.side_names)


def named() -> tuple[Any, ...]:
    """Return what lists of matches prefetch to name the sides."""
    return "seats__entry", with_changes()


def with_changes() -> Any:
    """Return what lists of matches prefetch of those who were replaced."""
    return models.Prefetch("line_up", changed_line_ups(), to_attr="_changed")


def changed_line_ups() -> models.QuerySet["LineUp"]:
    """Return the line-ups, with users, of entries in which somebody was replaced: all others are the entries' present players."""
    replaced = Entry.objects.filter(substitutions__isnull=False)
    return LineUp.objects.filter(entry__in=replaced.values("pk")).select_related("user")


class LineUp(models.Model):
    """One person who plays a match for an entry.

    Written when the match's table opens (or when the match is decided without one), so whoever is put into the entry
    later never appears in it. `present` and the cards follow from the tables of the games that count.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_up")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_ups")
    side = models.PositiveSmallIntegerField(help_text="The match's side, from 0.")
    position = models.PositiveSmallIntegerField(help_text="The place in the entry.")
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="At the table, from 0; empty: no table was opened."
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="line_ups"
    )
    present = models.BooleanField(
        default=False, help_text="Came to the table before its game was over."
    )
    cards = models.PositiveIntegerField(default=0, help_text="Played from the person's seat.")
    bot_cards = models.PositiveIntegerField(default=0, help_text="Of these, chosen by a bot.")

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="lined_up_once_a_match"),
            models.CheckConstraint(
                condition=Q(bot_cards__lte=models.F("cards")), name="bot_cards_are_cards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.match_id}"

    @property
    def mostly_bot(self) -> bool:
        """Return whether a bot chose more than half of the cards."""
        return 2 * self.bot_cards > self.cards


class MatchSeat(models.Model):
    """Who sits where in a match of a format in which an entry is one person; seat 0 is `entry_a`, seat 1 `entry_b`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(help_text="0 … n−1, clockwise.")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="match_seats")
    absent = models.BooleanField(
        default=False, help_text="Did not come, and forfeits; a bot plays."
    )

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
    absent = models.JSONField(
        default=list,
        blank=True,
        help_text="Seats of single players for whom a bot played and who forfeit; else empty.",
    )
    stood_in = models.JSONField(
        default=list,
        blank=True,
        help_text="Entries, by key, for which bots played more than half of the cards; else empty.",
    )
    attended = models.BooleanField(
        default=False, help_text="Somebody who plays the match came to its table."
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

    @property
    def by_bots(self) -> list[str]:
        """Return the names of the entries for which bots played more than half of the cards."""
        if not self.stood_in:
            return []
        entries = (entry for side in self.match.sides for entry in side)
        return [self.match.name_of(entry) for entry in entries if entry.pk in self.stood_in]

    @property
    def is_unattended(self) -> bool:
        """Return whether all forfeit a match to which nobody came: it counts for nobody."""
        return self.kind == self.Kind.FORFEIT and not self.winner and not self.attended
