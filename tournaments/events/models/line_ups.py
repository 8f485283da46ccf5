"""Line-ups: who sat at which table of a match for which side."""

from collections import defaultdict
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.events.models.entries import Entry


class LineUpQuerySet(models.QuerySet["LineUp"]):
    """Line-ups."""

    def counting(self) -> "LineUpQuerySet":
        """Return the rows of tables that count, and of matches decided without a table."""
        return self.filter(Q(table=None) | Q(table__counts=True))

    def seated(self) -> "LineUpQuerySet":
        """Leave out people who were replaced at an open table."""
        return self.filter(until_hand=None)


class LineUp(models.Model):
    """One person who plays at one table of a match for an entry.

    Written when the table opens, or when a match is decided without a table. Substitutes play from the next table on,
    except somebody who replaces a player in the middle of a game: then the seat has a row for each person. Rows of
    tables that no longer count remain as the match's history.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="line_up")
    table = models.ForeignKey(
        "MatchTable",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="line_up",
        help_text="Empty: the match was decided without a table.",
    )
    side = models.ForeignKey("MatchSide", on_delete=models.CASCADE, related_name="line_up")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_ups")
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
    from_hand = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The hand with which they took over from somebody; empty: none.",
    )
    until_hand = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The hand with which somebody took over from them; empty: none.",
    )
    cards = models.PositiveIntegerField(default=0, help_text="Played from the person's seat.")
    bot_cards = models.PositiveIntegerField(default=0, help_text="Of these, chosen by a bot.")

    objects = LineUpQuerySet.as_manager()

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user"],
                condition=Q(until_hand=None),
                name="lined_up_once_a_table",
            ),
            models.UniqueConstraint(
                fields=["match", "user"],
                condition=Q(table=None),
                name="lined_up_once_without_table",
            ),
            models.CheckConstraint(
                condition=Q(bot_cards__lte=models.F("cards")), name="bot_cards_are_cards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} in match {self.match_id}"

    @property
    def may_come(self) -> bool:
        """Return whether the person's table is still open and nobody has replaced them."""
        return self.until_hand is None and self.table is not None and not self.table.over


def changed_line_ups() -> models.QuerySet["LineUp"]:
    """Return the line-ups that count, with users, of entries with a replaced player; all other line-ups equal the
    entries' current players.
    """
    replaced = Entry.objects.filter(substitutions__isnull=False)
    rows = LineUp.objects.counting().filter(entry__in=replaced.values("pk"))
    return rows.select_related("user", "table")


def who_played(rows: Iterable["LineUp"]) -> list["LineUp"]:
    """Return the rows that name a match's players; `rows` are loaded with their tables.

    For each position of an entry these are the people who came or may still come; if nobody did, the last one who
    should have played.
    """
    places: defaultdict[tuple[int, int], list[LineUp]] = defaultdict(list)
    for row in rows:
        places[row.entry_id, row.position].append(row)
    return [
        row
        for own in places.values()
        for row in [one for one in own if one.present or one.may_come] or own[-1:]
    ]
