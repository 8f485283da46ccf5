"""Problems of bidding and play, and people's answers."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.ratings import elo


class Problem(models.Model):
    """A position from a finished game, with the value of every answer.

    It is examined world by world (`search.py`) until it is ready or deleted. `day` is the day on which it is published.
    """

    class Kind(models.TextChoices):
        BID = "bid", _("Bidding")
        PLAY = "play", _("Play")

    kind = models.CharField(max_length=4, choices=Kind)
    key = models.CharField(
        max_length=40,
        unique=True,
        help_text="Where it is from; the dice of its worlds follow from it.",
    )
    table = models.ForeignKey(
        "tables.Table",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The game that it is from; empty: a game between bots.",
    )
    hand_no = models.PositiveIntegerField(default=1)
    position = models.JSONField(help_text="The position, with its hidden cards.")
    played = models.CharField(max_length=12, help_text="What was done in the game.")
    values = models.JSONField(
        default=dict,
        help_text="What each answer is worth in each world examined so far, in points.",
    )
    ready_at = models.DateTimeField(
        null=True, help_text="When it was found clear; empty: it is still being examined."
    )
    day = models.DateField(null=True, help_text="The day, by UTC, whose problem it is.")
    millis = models.IntegerField(default=elo.START, help_text="Its rating, in thousandths.")
    games = models.PositiveIntegerField(default=0, help_text="How many rated answers it has had.")

    class Meta:
        verbose_name, verbose_name_plural = _("problem"), _("problems")
        constraints = [
            models.UniqueConstraint(fields=["kind", "day"], name="problem_once_a_day"),
            models.CheckConstraint(
                condition=Q(day=None) | Q(ready_at__isnull=False), name="problem_of_a_day_is_ready"
            ),
        ]
        indexes = [models.Index(fields=["-day", "kind"], name="problem_by_day")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    def get_absolute_url(self) -> str:
        """Return the address of the problem's page."""
        return reverse("problem", args=[self.pk])

    @property
    def rating(self) -> int:
        """Return the problem's rating in whole points."""
        return elo.displayed_rating(self.millis)

    @property
    def worlds(self) -> int:
        """Return the number of worlds examined."""
        values: dict[str, list[Any]] = self.values
        return min((len(each) for each in values.values()), default=0)


class SearchedGame(models.Model):
    """A game already searched for problems: a table's address, or the number of a game between bots."""

    source = models.CharField(max_length=40, unique=True)
    failed = models.BooleanField(
        default=False, help_text="It couldn’t be read, and was set aside; the log has the error."
    )

    def __str__(self) -> str:
        return self.source


class ProblemAnswer(models.Model):
    """A person's final answer to a problem, with the ratings before and after if it was rated."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="problem_answers"
    )
    problem = models.ForeignKey(Problem, on_delete=models.CASCADE, related_name="answers")
    answer = models.CharField(max_length=12)
    right = models.BooleanField()
    at = models.DateTimeField()
    before = models.IntegerField(null=True, help_text="The person's rating before; empty: unrated.")
    after = models.IntegerField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("answer to a problem"), _("answers to problems")
        constraints = [
            models.UniqueConstraint(fields=["user", "problem"], name="problem_answered_once"),
            models.CheckConstraint(
                condition=Q(before=None, after=None) | Q(before__isnull=False, after__isnull=False),
                name="problem_answer_rated_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.problem_id}"
