"""Tables, their seats and their log."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.bots.levels import RELAXED
from games.tables.models.deals import SharedDeals
from spades_site.common.text import LONGEST_REASON

# No letters or digits that look alike, and no vowels, so that no words appear.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
SLUG_LENGTH = 10
MOST_SEATS = 5


def new_public_id() -> str:
    """Return a random id for a table's address: short, but hard to guess (47 bits)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(SLUG_LENGTH))


class Table(models.Model):
    """A table: its terms, the current picture of its game, and when the server must act next.

    The log (`Action`) is the source of truth; `state` is the engine's snapshot after the newest row, stored so
    that a move doesn't replay the log. Only the domain functions of this app change a row, each under the row's
    lock.
    """

    class Kind(models.TextChoices):
        CASUAL = "casual", _("casual")
        MATCH = "match", _("match")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    class Visibility(models.TextChoices):
        OPEN = "open", _("public, in the lobby")
        LINK = "link", _("only with the link")
        LEAGUE = "league", _("only for the league")
        EVENT = "event", _("for everybody who can see its event")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.CASUAL)
    title = models.CharField(max_length=120, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    ref = models.CharField(
        max_length=80,
        blank=True,
        db_index=True,
        help_text="What the table was opened for, as its opener names it, e.g. match:12.",
    )
    match_url = models.CharField(
        max_length=200, blank=True, help_text="The address of the page of the match, if any."
    )

    preset = models.CharField(max_length=40)
    rules = models.JSONField(help_text="The whole rule set, frozen at opening.")
    rated = models.BooleanField(default=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.OPEN)
    bots_allowed = models.BooleanField(default=True)
    bots_level = models.PositiveSmallIntegerField(
        default=RELAXED,
        help_text="How strong bots are that take seats or stand in here (games/bots/levels.py).",
    )
    min_rating = models.PositiveIntegerField(
        null=True, blank=True, help_text="Whoever is rated lower may not sit down; empty: no limit."
    )
    max_rating = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Whoever is rated higher may not sit down; empty: no limit.",
    )
    turn_seconds = models.PositiveIntegerField(default=30)
    bank_seconds = models.PositiveIntegerField(
        default=0, help_text="What each player has for the whole game once a turn's time is up."
    )
    start_seconds = models.PositiveIntegerField(
        default=0, help_text="How long a match waits for its players before it starts without them."
    )

    first_dealer = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The seat that deals first; empty: the rules decide."
    )
    start = models.JSONField(
        null=True,
        blank=True,
        help_text="Totals and bags by side with which the game begins; empty: from nothing.",
    )
    last_hand_after = models.DateTimeField(
        null=True,
        blank=True,
        help_text="After this time the hand in play is the last; empty: no such limit.",
    )

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(
        default=0, help_text="Rises with every change that anybody can see."
    )
    turn_version = models.PositiveIntegerField(
        default=0, help_text="The version at which the present turn began."
    )
    turn_key = models.CharField(
        max_length=40, blank=True, help_text="Names the present turn; changes with it."
    )
    state = models.JSONField(
        null=True, blank=True, help_text="The engine's snapshot; hidden cards."
    )
    deadline = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the present turn's own time is up; after it the bank of who is at turn runs.",
    )
    wake_at = models.DateTimeField(
        null=True,
        blank=True,
        db_index=True,
        help_text="When the server itself must act next: a bot, an expired turn, the next hand.",
    )
    paused_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Since when an arbiter has paused the game; the turn's time stands still. Empty: it isn't paused.",
    )
    pause_reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    commitment = models.CharField(
        max_length=64, help_text="SHA-256 of the secret that fixes every deal, in hexadecimal."
    )
    deals = models.ForeignKey(
        SharedDeals,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="tables",
        help_text="What is dealt here where other tables are dealt the same; else the table's own secret.",
    )
    salts_from = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The place of seat 0 among the salts of shared deals; empty: this table's aren't among them.",
    )
    result = models.JSONField(
        null=True, blank=True, help_text="Winners, totals, bags and hands; or why it was abandoned."
    )
    rating_changes = models.JSONField(
        null=True, blank=True, help_text="What the game did to the ratings, once they are known."
    )
    news = models.JSONField(
        null=True,
        blank=True,
        help_text="The last event that a picture doesn't show by itself: its kind, seat and version.",
    )
    rematch = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The table at which the same people play again.",
    )

    created_at = models.DateTimeField()
    filled_at = models.DateTimeField(
        null=True, blank=True, help_text="When the last seat was taken."
    )
    bots_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When bots take the seats that are still free; empty: never.",
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("table"), _("tables")
        indexes = [
            models.Index(fields=["status", "visibility", "-created_at"], name="table_lobby"),
            # For the sweep: the few that have begun and wait for their first deal.
            models.Index(
                fields=["deals"],
                condition=Q(status="playing", state__isnull=True),
                name="table_undealt",
            ),
            # For what looks at the latest games.
            models.Index(
                fields=["-finished_at"],
                condition=Q(status="finished"),
                name="table_finished",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="open", started_at=None, finished_at=None)
                | Q(status="playing", started_at__isnull=False, finished_at=None)
                | Q(status="finished", started_at__isnull=False, finished_at__isnull=False)
                | Q(status="abandoned", finished_at__isnull=False),
                name="table_status_has_its_times",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("finished", "abandoned")) | Q(wake_at=None, deadline=None),
                name="table_over_has_no_deadline",
            ),
            models.CheckConstraint(
                condition=Q(paused_at=None) | Q(status="playing", wake_at=None),
                name="table_paused_in_play",
            ),
            models.CheckConstraint(
                condition=Q(min_rating=None)
                | Q(max_rating=None)
                | Q(min_rating__lte=F("max_rating")),
                name="table_ratings_in_order",
            ),
            models.CheckConstraint(
                condition=Q(rematch=None) | Q(status__in=("finished", "abandoned")),
                name="table_over_before_rematch",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the table's page."""
        return reverse("table", args=[self.public_id])

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen here."""
        return self.status in (self.Status.FINISHED, self.Status.ABANDONED)

    @property
    def is_closed(self) -> bool:
        """Whether other tables still play its deals, so that only its players may see the game."""
        # The key first: most tables share no deals, and loading the row costs more.
        return self.deals_id is not None and self.deals is not None and not self.deals.is_open

    @property
    def is_public(self) -> bool:
        """Whether everybody may see the whole game: it was played to its end, at every table that shares its
        deals.
        """
        return self.status == self.Status.FINISHED and not self.is_closed

    @property
    def has_public_game(self) -> bool:
        """Whether it is public and holds a whole game; simulated seasons end tables without one."""
        return self.is_public and (self.state or {}).get("result") is not None


class StoredRecord(models.Model):
    """A finished game's record without its names, made when it is first asked for (`replay/records.py`)."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="stored_record"
    )
    version = models.PositiveSmallIntegerField(help_text="The version of the code that made it.")
    packed = models.BinaryField(help_text="The record as compressed JSON.")

    def __str__(self) -> str:
        return f"record of {self.table_id}"


class TableSecret(models.Model):
    """The master secret behind a table's deals, separate so that loading a table never loads it.

    `dealing.py` reveals it once the game is over; until then only the dealing reads it.
    """

    table = models.OneToOneField(
        Table, primary_key=True, on_delete=models.CASCADE, related_name="secret"
    )
    master = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return f"secret of table {self.table_id}"


class Action(models.Model):
    """One row of a table's log: appended in the transaction that it describes, and never changed."""

    class Kind(models.TextChoices):
        TABLE = "table", _("seats and start")
        DEAL = "deal", _("draw and deal")
        PLAY = "play", _("play")

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        SERVER = "server", _("server")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="actions")
    version = models.PositiveIntegerField(help_text="The table's version after this row.")
    kind = models.CharField(max_length=5, choices=Kind)
    hand_no = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(
        help_text="As in the game record without the seat; a deal is “deal” and the pack."
    )
    by = models.CharField(max_length=6, choices=By)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    action_id = models.CharField(
        max_length=64, blank=True, help_text="The client's own name for the action."
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("action"), _("actions")
        ordering = ["table", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="action_once_a_version"),
            models.UniqueConstraint(
                fields=["user", "action_id"],
                condition=~Q(action_id=""),
                name="action_id_once_a_player",
            ),
            models.CheckConstraint(
                condition=Q(seat=None) | Q(seat__lt=MOST_SEATS), name="action_of_a_seat"
            ),
        ]

    def __str__(self) -> str:
        # Without the text, which for a deal is the pack.
        return f"{self.kind} {self.version} of table {self.table_id}"


class Pulse(models.Model):
    """The single row that records when the platform was last running, so that an outage costs nobody a turn
    (`outages.py`).
    """

    at = models.DateTimeField(help_text="When it was last running.")
    by_web = models.BooleanField(
        default=False, help_text="Web processes record it; until the first one does, sweeps do."
    )
    full = models.BooleanField(
        default=False, help_text="The database’s disk is full, and nobody can act."
    )
    resumed_at = models.DateTimeField(
        null=True, help_text="When the last outage ended, by the site’s clock; empty: unknown."
    )

    def __str__(self) -> str:
        return "pulse"
