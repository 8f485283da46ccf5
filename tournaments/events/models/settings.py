"""The organizer's settings beside the format: eligibility, start of rounds, and handling of problems.

A column says everything about its setting: label, help, choices, bounds (`between`) and default. The form's field, the
proposal's default, the check, the shape in the API and the log's words follow from it (`setup/settings.py`).
"""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.bots.levels import CLUB, RELAXED, STRONG


class Timing(models.TextChoices):
    """When a round begins."""

    FLOW = "flow", _("when the previous one is over")
    FIXED = "fixed", _("at fixed times")
    WINDOWS = "windows", _("within windows")


class NoShow(models.TextChoices):
    """The handling of matches with absent players."""

    BOT = "bot", _("a bot plays for them until they come")
    SUBSTITUTE = "substitute", _("a substitute plays, else a bot")
    FORFEIT = "forfeit", _("their side forfeits")


class NoTime(models.TextChoices):
    """The handling of matches whose sides agreed on no time within the window."""

    AT_END = "at_end", _("the table opens at the end")
    FORFEIT = "forfeit", _("a side that offered none forfeits")


class Where(models.TextChoices):
    """Where the matches are played."""

    ONLINE = "online", _("online, at tables of this site")
    ROOM = "room", _("in a room, with real cards")


class Renege(models.TextChoices):
    """What a renege costs, where nothing prevents it."""

    TRICKS = "tricks", _("three tricks move to the other side")
    SET = "set", _("the contract fails")
    NOTHING = "nothing", _("the contract scores nothing")
    LOST = "lost", _("the game is lost")


MOST_ENTRIES = 512
"""Of formats without a smaller maximum."""


def between(least: int, most: int) -> list[Any]:
    """Return the validators of a number that an organizer chooses from `least` to `most`."""
    return [MinValueValidator(least), MaxValueValidator(most)]


class Settings(models.Model):
    """These settings of a tournament; `conditions` and `timetable` check what depends on other settings."""

    invited_only = models.BooleanField(
        _("By invitation only"),
        default=False,
        help_text=_(
            "You invite people on the tournament’s page. They bring a partner of their choice."
        ),
    )
    bot_accounts = models.BooleanField(
        _("Bot accounts may enter"),
        default=False,
        help_text=_("Programs in accounts of their own. Games in which one plays aren’t rated."),
    )
    waiting_list = models.BooleanField(_("Waiting list when full"), default=True)
    rating_min = models.PositiveSmallIntegerField(
        _("Lowest rating"), null=True, blank=True, validators=between(100, 4000)
    )
    rating_max = models.PositiveSmallIntegerField(
        _("Highest rating"),
        null=True,
        blank=True,
        validators=between(100, 4000),
        help_text=_("For the mean rating of a side. A rating with “?” counts as shown."),
    )
    late_until_round = models.PositiveSmallIntegerField(
        _("Last round for late entries"),
        default=0,
        validators=between(0, 30),
        help_text=_(
            "The last round that late entries can join; 0: none. In a knock-out, a round robin "
            "and groups, 1 lets them replace byes during round 1."
        ),
    )

    where = models.CharField(
        _("Where"),
        max_length=8,
        choices=Where,
        default=Where.ONLINE,
        help_text=_(
            "In a room no table opens on the site, and games aren’t rated. People need no account: you enter names, and"
            " the scores come from phones or from you."
        ),
    )
    confirm_hands = models.BooleanField(
        _("The other side confirms each hand"),
        default=False,
        help_text=_("In a room. Otherwise both sides confirm the score at the end of the match."),
    )
    renege = models.CharField(
        _("A renege costs"),
        max_length=8,
        choices=Renege,
        default=Renege.TRICKS,
        help_text=_("In a room."),
    )
    timing = models.CharField(
        _("Rounds begin"),
        max_length=8,
        choices=Timing,
        default=Timing.FLOW,
        help_text=_("Within a window the two sides agree on a time."),
    )
    round_times = models.JSONField(
        default=list, blank=True, help_text="Moments of round 2 and so on, ISO 8601 in UTC."
    )
    round_every_minutes = models.PositiveIntegerField(
        null=True, blank=True, help_text="From one round to the next, after those in the list."
    )
    round_zone = models.CharField(
        max_length=64, blank=True, default="", help_text="In which a day from one round is a day."
    )
    default_minutes = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The time of a window's matches unless their sides agree on another: minutes on the clock of"
        " `round_zone` after the midnight before the window opens; empty: none.",
    )
    offer_hours = models.PositiveSmallIntegerField(
        _("Time to answer an offered time (hours)"),
        default=48,
        validators=between(1, 14 * 24),
        help_text=_("For windows. Then the offer lapses."),
    )
    postpone_days = models.PositiveSmallIntegerField(
        _("Postponing a match (days)"),
        default=0,
        validators=between(0, 60),
        help_text=_(
            "For windows of a round robin or groups: how long after its window a match may be played if both "
            "sides agree. 0: not possible."
        ),
    )
    no_time = models.CharField(
        _("Without an agreed time"),
        max_length=8,
        choices=NoTime,
        default=NoTime.AT_END,
        help_text=_("For windows. A window closes when the next one opens."),
    )
    teams_apart = models.BooleanField(
        _("Keep players of one team apart"),
        default=False,
        help_text=_("In a Swiss of a league, unless that would force a rematch."),
    )
    confirm_draws = models.BooleanField(
        _("Confirm each draw myself"),
        default=False,
        help_text=_("You can change a draw before players see it; each round waits for you."),
    )

    hold_minutes = models.PositiveSmallIntegerField(
        _("Holding places for people on the way (minutes)"),
        default=10,
        validators=between(0, 60),
        help_text=_(
            "An entry that is on the way at the start is drawn along. While the draw waits for you, the desk counts it as "
            "absent only so long after the start. 0: not drawn."
        ),
    )
    grace_minutes = models.PositiveSmallIntegerField(
        _("Grace period (minutes)"),
        default=1,
        validators=between(1, 60),
        help_text=_("The time for which a table waits for its players."),
    )
    conduct_points = models.DecimalField(
        _("Points off for late answers and no-shows"),
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        validators=between(0, 100),
        help_text=_(
            "For windows. The first is a warning, each later one costs these points. 0: only warnings. Empty: "
            "they aren’t counted."
        ),
    )
    claim_minutes = models.PositiveSmallIntegerField(
        _("Claiming a forfeit (minutes)"),
        default=21,
        validators=between(0, 120),
        help_text=_(
            "For windows: a side that is at the table gets the match if nobody of the other side has come by then, "
            "counted from the end of the grace period. 0: not possible."
        ),
    )
    no_show = models.CharField(
        _("Absent players"),
        max_length=10,
        choices=NoShow,
        default=NoShow.BOT,
        help_text=_(
            "Substitutes come from the waiting list, then people who are ready to stand in. In a rotation and at solo tables only the "
            "absent player forfeits: a bot plays, the result counts for the others, and the absent player gets the points for a match "
            "lost by forfeit."
        ),
    )
    substitutes_a_side = models.PositiveSmallIntegerField(
        _("Substitutes a side, at most"),
        default=1,
        validators=between(1, 4),
        help_text=_("Called to one match. Bots play for other absent players of the side."),
    )
    disconnections = models.PositiveSmallIntegerField(
        _("Disconnections that end a player’s evening"),
        default=3,
        validators=between(0, 9),
        help_text=_(
            "Each time that a bot has to play for them, out of time, is one. At the last one somebody who is ready to stand in plays on "
            "for good. For tournaments that call substitutes; 0: never."
        ),
    )
    bots_level = models.PositiveSmallIntegerField(
        _("Bots’ level"),
        default=CLUB,
        validators=between(RELAXED, STRONG),
        help_text=_("Of the bots that stand in for players who are absent or out of time."),
    )
    line_up_minutes = models.PositiveSmallIntegerField(
        _("minutes for line-ups"),
        default=5,
        validators=between(0, 7 * 24 * 60),
        help_text=_("Teams can name their line-ups until so long before a match."),
    )
    dispute_hours = models.PositiveSmallIntegerField(
        _("Time to contest results (hours)"),
        default=24,
        validators=between(0, 14 * 24),
        help_text=_("0: not possible."),
    )

    class Meta:
        abstract = True
