"""Rounds and their matches, with sides, line-ups and tables."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from spades_site.common.clock import now
from spades_site.common.fields import SentencesField
from tournaments.events.models.entries import Entry, name_of_players
from tournaments.events.models.line_ups import LineUp, changed_line_ups, who_played


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
    pairs_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Of an arena that has begun: until when whoever is free is paired.",
    )
    finished_at = models.DateTimeField(
        null=True, blank=True, help_text="The time of its last result."
    )
    drawn_at = models.DateTimeField(default=now)
    draw_no = models.PositiveSmallIntegerField(default=1, help_text="Grows with every new draw.")
    deals = models.ForeignKey(
        "tables.SharedDeals",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="What all its tables play, where they play the same.",
    )
    digits = models.CharField(
        max_length=6,
        blank=True,
        default="",
        help_text="In a room: what opens a pad together with the table's number; secret.",
    )
    last_hand_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="In a room: after this moment, the hand in play is the last.",
    )
    flags: Any = SentencesField(
        default=list, help_text="What the draw had to give up, in sentences."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("round"), _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(status="done", finished_at__isnull=False)
                | (~Q(status="done") & Q(finished_at=None)),
                name="round_over_has_its_end",
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, draw_no__gte=1), name="round_counts_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"

    @property
    def logged_within(self) -> str:
        """Return the tournament, whose log keeps entries about this row when it is deleted."""
        return f"tournament:{self.tournament_id}"


class Match(models.Model):
    """A meeting of two or more sides at one or more tables; a match with a single side is a bye."""

    class Status(models.TextChoices):
        DRAWN = "drawn", pgettext_lazy("by lot", "drawn")
        PLAYING = "playing", _("in play")
        UNDECIDED = "undecided", _("waiting for the organizer’s decision")
        DONE = "done", _("over")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField(help_text="Its table's number in the round, from 1.")
    slot = models.CharField(
        max_length=8, blank=True, default="", help_text="Its place in the bracket, of a knock-out."
    )
    best_of = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Maximum number of games; empty: the tournament's."
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAWN)
    starts_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="In a window, when its table opens; empty: at the window's end, unless its sides agree.",
    )
    waits_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Until when an organizer extended the grace of its tables; empty: not at all.",
    )
    agreed = models.BooleanField(
        default=False,
        help_text="Its sides agreed on the time, or an organizer set it; otherwise it is the default.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("match"), _("matches")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["round", "slot"],
                condition=~Q(slot=""),
                name="match_slot_once_a_round",
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1) & (Q(best_of=None) | Q(best_of__gte=1)),
                name="match_counts_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}: bye" if self.is_bye else self.title

    def get_absolute_url(self) -> str:
        """Return the address of the match's page."""
        return reverse("match", args=[self.tournament.slug, self.pk])

    @property
    def logged_within(self) -> str:
        """Return the tournament, whose log keeps entries about this row when it is deleted."""
        return f"tournament:{self.tournament_id}"

    def grace_ends(self, opened_at: datetime) -> datetime:
        """Return when the grace period ends of a table that opened at `opened_at`; then the no-show rule applies."""
        usual = opened_at + timedelta(minutes=self.tournament.grace_minutes)
        return usual if self.waits_until is None else max(usual, self.waits_until)

    @property
    def sides(self) -> list["MatchSide"]:
        """Return its sides by index, each with its entries. Prefetch `named()` for many."""
        self._load("side_rows", played_by)
        return list(self.side_rows.all())

    @property
    def entries(self) -> list[Entry]:
        """Return its entries, by side."""
        return [entry for side in self.sides for entry in side.entries]

    @property
    def is_bye(self) -> bool:
        """Return whether it is a bye."""
        return len(self.sides) < 2

    @property
    def seated(self) -> list[Entry]:
        """Return the entries at its table, by seat, if the match isn't one against one; otherwise nothing."""
        sides = [side.entries for side in self.sides]
        if len(sides) < 2 or (len(sides) == 2 and len(sides[0]) == len(sides[1]) == 1):
            return []
        return [entry for row in zip(*sides, strict=True) for entry in row]

    @property
    def tables(self) -> list["MatchTable"]:
        """Return its tables in the order in which they were opened. Prefetch `with_tables()` for many."""
        self._load("table_rows", lambda: (with_tables(),))
        return list(self.table_rows.all())

    @property
    def counting(self) -> list["MatchTable"]:
        """Return its tables that count, in their order."""
        return [at for at in self.tables if at.counts]

    @property
    def open_tables(self) -> list["MatchTable"]:
        """Return its tables that wait for players or are in play, in their order."""
        return [at for at in self.counting if at.table is not None and not at.table.is_over]

    @property
    def table(self) -> Any:
        """Return its first open table, else its last table; None before one opens."""
        found = self.open_tables[:1] or self.tables[-1:]
        return found[0].table if found else None

    @property
    def table_id(self) -> Any:
        """Return the key of `table`."""
        return self.table.pk if self.table is not None else None

    @property
    def changed(self) -> list["LineUp"]:
        """Return its line-ups if they may differ from its entries' current players, otherwise nothing. Prefetch
        `named()` for many.
        """
        if not hasattr(self, "_changed"):
            self._changed = list(changed_line_ups().filter(match=self.pk)) if self.pk else []
        return self._changed

    @property
    def side_names(self) -> list[str]:
        """Return each side's name, of its players in this match, even if the entry has other players now."""
        return [" & ".join(map(self.name_of, side.entries)) for side in self.sides]

    def name_of(self, entry: Entry) -> str:
        """Return the name under which an entry plays, or played, this match."""
        rows = who_played(row for row in self.changed if row.entry_id == entry.pk)
        if rows and self.tournament.is_team:
            return entry.name
        name = name_of_players([(row.position, row.user.username) for row in rows])
        if not rows or not self.seated:
            return name or entry.name
        return name if name == entry.name else f"{name} ({entry.name})"

    @property
    def title(self) -> str:
        """Return the pairing as a title."""
        return " – ".join(self.side_names)

    def forget_names(self) -> None:
        """Drop the cached line-ups after a change."""
        self.__dict__.pop("_changed", None)

    def forget_tables(self) -> None:
        """Drop the cached tables after one was added."""
        getattr(self, "_prefetched_objects_cache", {}).pop("table_rows", None)

    def forget_sides(self) -> None:
        """Drop the cached sides after an entry was added."""
        getattr(self, "_prefetched_objects_cache", {}).pop("side_rows", None)

    def _load(self, name: str, lookups: Callable[[], tuple[Any, ...]]) -> None:
        # A function, because building a lookup costs more than the usual answer, that it is loaded.
        if name not in getattr(self, "_prefetched_objects_cache", {}):
            models.prefetch_related_objects([self], *lookups())


class MatchSide(models.Model):
    """One of a match's sides; with two, side 0 is at home and deals first."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="side_rows", related_query_name="sides"
    )
    index = models.PositiveSmallIntegerField(help_text="From 0.")

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="match_side_once"),
        ]

    def __str__(self) -> str:
        return f"side {self.index} of match {self.match_id}"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the side's entries, in order."""
        return tuple(place.entry for place in self.places.all())

    @property
    def keys(self) -> tuple[int, ...]:
        """Return the keys of `entries`."""
        return tuple(place.entry_id for place in self.places.all())


class SideEntry(models.Model):
    """An entry on a side of a match: alone, or one of two single players who are partners for a round of a rotation or a match
    of an individual arena.

    It determines the seats. With two sides, side 0 sits at 0 and 2 and side 1 at 1 and 3, by position; with more, each
    side at the seat of its index.
    """

    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="places")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="match_places")
    position = models.PositiveSmallIntegerField(default=0, help_text="On its side, from 0.")
    turn = models.PositiveSmallIntegerField(
        default=1,
        help_text="Which of the entry's matches in the round; more than 1 only in an arena.",
    )
    absent = models.BooleanField(
        default=False,
        help_text="A single player who did not come, and forfeits; a bot plays for the others' sake.",
    )

    class Meta:
        ordering = ["position"]
        verbose_name_plural = "side entries"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry", "turn"], name="entry_plays_once_a_turn"
            ),
            models.UniqueConstraint(fields=["side", "position"], name="side_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in round {self.round_id}"


class GameEnd(models.TextChoices):
    """How a game ended, as the engine says it (docs/rules.md 6)."""

    TARGET = "target", _("by the target")
    HANDS = "hands", _("after the last hand")
    LOSS_LIMIT = "loss_limit", _("by the loss limit")
    SPREAD = "spread", _("by the lead")
    SETS = "sets", _("by sets")
    BOARD = "board", _("by the board in the first hand")
    SLAM = "slam", _("by a contract of all tricks")
    BOSTON = "boston", _("by a Boston")
    RENEGE = "renege", _("by a renege")


class MatchTable(models.Model):
    """A table of a match, for one game or an extra hand. It keeps its result when the match is replayed."""

    class Kind(models.TextChoices):
        GAME = "game", _("a game of the match")
        DECIDER = "decider", _("one more hand")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="table_rows", related_query_name="tables"
    )
    number = models.PositiveSmallIntegerField(help_text="Among the match's tables, from 1.")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.GAME)
    table = models.OneToOneField(
        "tables.Table",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match_table",
    )
    crossed = models.BooleanField(default=False, help_text="Side 0 sits at seats 1 and 3.")
    counts = models.BooleanField(default=True, help_text="False once the match is replayed.")
    over = models.BooleanField(
        default=False, help_text="Its table has finished, and its score is recorded."
    )
    hands = models.PositiveSmallIntegerField(default=0)
    ended = models.CharField(
        max_length=10, choices=GameEnd, blank=True, default="", help_text="Empty: not known."
    )
    continues = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The table whose first hands stay: this one plays on from there.",
    )
    hands_before = models.PositiveSmallIntegerField(
        default=0, help_text="How many hands of the table that it continues stay."
    )
    entered: tuple[int, ...] = ()
    """The points that count instead of those scored here; set by pages from the match's result."""

    class Meta:
        verbose_name, verbose_name_plural = _("match table"), _("match tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_table_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="match_tables_from_one"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of match {self.match_id}"

    @property
    def points(self) -> tuple[int, ...]:
        """Return each side's points that count, once the table is over. Prefetch `scores` for many."""
        return self.entered or tuple(score.points for score in self.scores.all())


def named() -> tuple[Any, ...]:
    """Return the prefetch for naming the sides in lists of matches."""
    return *played_by(), with_changes()


def with_changes() -> Any:
    """Return the prefetch for replaced players in lists of matches."""
    return models.Prefetch("line_up", changed_line_ups(), to_attr="_changed")


def played_by(prefix: str = "", *, players: bool = False) -> tuple[Any, ...]:
    """Return the prefetch of matches' sides with their entries, or also with the players.

    `prefix` is the lookup from other rows to the matches, e.g. "match__".
    """
    places = SideEntry.objects.select_related("entry")
    if players:
        places = places.prefetch_related("entry__players__user")
    return f"{prefix}side_rows", models.Prefetch(f"{prefix}side_rows__places", places)


def with_tables(at: Any = None) -> Any:
    """Return the prefetch of matches' tables, in one query; `at` restricts it to those at which that user sits."""
    rows = MatchTable.objects.select_related("table__deals")
    if at is not None:
        rows = rows.filter(table__seats__user=at)
    return models.Prefetch("table_rows", rows.defer("table__state", "table__rules"))
