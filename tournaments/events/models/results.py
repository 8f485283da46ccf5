"""Results of tables and matches: every version of every result, with a score for each side."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.sentences import format_score
from spades_site.common.fields import SentenceField
from tournaments.events.models.matches import (
    GameEnd,
    Match,
    MatchSide,
    MatchTable,
    SideEntry,
)

OTHER_ENDS = (GameEnd.SETS, GameEnd.BOARD, GameEnd.SLAM, GameEnd.BOSTON, GameEnd.RENEGE)
"""The ends with which the side with fewer points may win (`RuleSet.other_ends`)."""


class Score(models.Model):
    """One side's score."""

    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="From 1; sides that are level share one. Empty: all forfeit, or it counts for nobody.",
    )
    points = models.IntegerField(default=0, help_text="Scored at the table.")
    bags = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering = ["side__index"]
        constraints = [
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1), name="%(class)s_place_from_one"
            )
        ]

    def __str__(self) -> str:
        return str(self.points)


class TableScore(Score):
    """A side's score at one table of its match, and what statistics count there."""

    table = models.ForeignKey(MatchTable, on_delete=models.CASCADE, related_name="scores")
    hands = models.PositiveSmallIntegerField(default=0, help_text="That statistics count.")
    contracts = models.PositiveSmallIntegerField(default=0, help_text="Hands with a contract.")
    made = models.PositiveSmallIntegerField(default=0, help_text="Contracts that were made.")
    nils = models.PositiveSmallIntegerField(default=0, help_text="Bid, blind ones too.")
    nils_kept = models.PositiveSmallIntegerField(default=0)
    overtricks = models.PositiveSmallIntegerField(default=0, help_text="Bags of all hands.")
    best_contract = models.PositiveSmallIntegerField(
        default=0, help_text="The highest contract that was made; 0: none."
    )
    best_tricks = models.PositiveSmallIntegerField(
        default=0, help_text="Tricks won with it, the most with a contract as high."
    )
    best_hand = models.PositiveSmallIntegerField(default=0, help_text="The hand in which it was.")

    class Meta(Score.Meta):
        constraints = [
            *Score.Meta.constraints,
            models.UniqueConstraint(fields=["table", "side"], name="table_score_once"),
            models.CheckConstraint(
                condition=Q(made__lte=models.F("contracts"), nils_kept__lte=models.F("nils")),
                name="table_score_counts_add_up",
            ),
        ]


class Result(models.Model):
    """One version of a match's result. The current one counts; earlier ones are kept for the record."""

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        BYE = "bye", _("bye")
        VOID = "void", _("void")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField(default=1)
    current = models.BooleanField(default=True)
    kind = models.CharField(max_length=8, choices=Kind)
    hands = models.PositiveSmallIntegerField(default=0)
    ended = models.CharField(
        max_length=10,
        choices=GameEnd,
        blank=True,
        default="",
        help_text="How its only game ended; empty: not played, not known, or a match of several games.",
    )
    by_hand = models.JSONField(
        default=list,
        blank=True,
        help_text="Of shared deals: what each side scored in each hand, in a team match first at table 1 and then at"
        " table 2; else empty.",
    )
    entered: Any = models.JSONField(
        default=list,
        blank=True,
        help_text="Scores of games that an organizer entered by hand, which count instead of those at the tables.",
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
        verbose_name, verbose_name_plural = _("result"), _("results")
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="result_version_once"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(current=True), name="result_current_once"
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="result_versions_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {format_score(self.points)}"

    @property
    def sides(self) -> list["SideScore"]:
        """Return each side's score, by index. Prefetch `with_scores()` for many."""
        self._load("scores", "stand_ins")
        return list(self.scores.all())

    @property
    def points(self) -> tuple[int, ...]:
        """Return each side's points at its tables."""
        return tuple(side.points for side in self.sides)

    @property
    def games(self) -> tuple[int, ...]:
        """Return the games won by each side in a match of several games; () if none counts."""
        games = tuple(side.games for side in self.sides)
        return games if any(games) else ()

    @property
    def places(self) -> tuple[int | None, ...]:
        """Return each side's place, from 1; None if all forfeit or nothing counts."""
        return tuple(side.place for side in self.sides)

    @property
    def winner(self) -> int | None:
        """Return the index of the sole winner, by play or by forfeit, or None."""
        return self.places.index(1) if self.places.count(1) == 1 else None

    @property
    def other_end(self) -> str:
        """Return how the game ended, in words, where the points don't say who won: "by sets"; or ""."""
        return str(self.get_ended_display()) if self.ended in OTHER_ENDS else ""

    @property
    def is_corrected(self) -> bool:
        """Return whether a person replaced an earlier result by this one."""
        return self.version > 1 and self.by_id is not None

    @property
    def by_extra_hand(self) -> bool:
        """Return whether the sides won equally many games, so that an extra hand decided."""
        return len(set(self.games)) == 1 and self.winner is not None

    @property
    def winner_name(self) -> str:
        """Return the name of the sole winner, or ""."""
        return "" if self.winner is None else self.match.side_names[self.winner]

    @property
    def stood_in(self) -> list[int]:
        """Return the keys of the entries for which bots played more than half of the cards."""
        return [one.place.entry_id for one in self._stand_ins if one.mostly]

    @property
    def absent(self) -> list[int]:
        """Return the keys of the single players who forfeit although the others played."""
        return [one.place.entry_id for one in self._stand_ins if one.forfeits]

    @property
    def by_bots(self) -> list[str]:
        """Return the names of the entries for which bots played more than half of the cards."""
        keys = self.stood_in
        return (
            [self.match.name_of(each) for each in self.match.entries if each.pk in keys]
            if keys
            else []
        )

    @property
    def is_unattended(self) -> bool:
        """Return whether all forfeit because nobody came, so that the match counts for nobody."""
        return self.kind == self.Kind.FORFEIT and self.winner is None and not self.attended

    @property
    def _stand_ins(self) -> list["StandIn"]:
        self._load("scores", "stand_ins")
        return list(self.stand_ins.all())

    def _load(self, *names: str) -> None:
        if any(name not in getattr(self, "_prefetched_objects_cache", {}) for name in names):
            models.prefetch_related_objects([self], *with_scores())


class SideScore(Score):
    """A side's score in one version of its match's result."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="scores")
    games = models.PositiveSmallIntegerField(default=0, help_text="Won, of a match of several.")

    class Meta(Score.Meta):
        constraints = [
            *Score.Meta.constraints,
            models.UniqueConstraint(fields=["result", "side"], name="side_score_once"),
        ]


class StandIn(models.Model):
    """A mark on an entry in one version of the result: bots played most of its cards, or it alone forfeits."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="stand_ins")
    place = models.ForeignKey(SideEntry, on_delete=models.CASCADE, related_name="+")
    mostly = models.BooleanField(
        default=False, help_text="It played more than half of the entry's cards."
    )
    forfeits = models.BooleanField(
        default=False,
        help_text="A single player who did not come: what was played counts for the others.",
    )

    class Meta:
        ordering = ["place__side__index", "place__position"]
        constraints = [
            models.UniqueConstraint(fields=["result", "place"], name="stand_in_once"),
            models.CheckConstraint(
                condition=Q(mostly=True) | Q(forfeits=True), name="stand_in_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"a bot for {self.place}"


def with_scores(prefix: str = "") -> tuple[Any, ...]:
    """Return the prefetch of results' side scores; `prefix` is the lookup from other rows."""
    stand_ins = StandIn.objects.select_related("place")
    return f"{prefix}scores", models.Prefetch(f"{prefix}stand_ins", stand_ins)
