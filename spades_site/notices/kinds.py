"""The kinds of notices; `texts` puts their texts together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

type Words = StrOrPromise
"""A text, or a lazy one that is translated when it is shown."""


class Role(TextChoices):
    """What a person is when a kind of notice concerns them: the groups of the settings, in their order."""

    PLAYER = "player", _("As a player")
    CAPTAIN = "captain", _("As a captain or partner")
    LEAGUE = "league", _("As a member of a league")
    ORGANIZER = "organizer", _("As an organizer or arbiter")
    STAFF = "staff", _("From the site’s staff")


@dataclass(frozen=True)
class Kind:
    """One kind of notice. `fresh_for` is how long a mail about it is useful; later it isn't sent at all."""

    code: str
    label: Words
    title: Words
    text: Words
    fresh_for: timedelta
    icon: str = "bell"
    role: Role = Role.PLAYER


_DAY = timedelta(days=1)
_ALL = (
    Kind(
        "invited",
        _("Somebody asks me to be their partner"),
        _("%(who)s asks you to be their partner"),
        _("%(who)s would like to play %(tournament)s with you. Accept or decline before it starts: %(start_at)s."),
        7 * _DAY,
        "user",
    ),
    Kind(
        "entry",
        _("My entry changes (an answer, a free place, a partner, a new start)"),
        _("%(tournament)s: your entry"),
        "%(sentence)s",
        7 * _DAY,
        "check",
    ),
    Kind(
        "check_in",
        _("Check-in is open"),
        _("%(tournament)s: check in now"),
        _("Check-in is open until the start: %(start_at)s. Entries that haven’t checked in by " "then don’t play."),
        timedelta(hours=1),
        "clock",
    ),
    Kind(
        "called",
        _("An organizer calls me because I’m missing"),
        _("%(tournament)s: you are expected"),
        _("The organizer, %(who)s, is waiting for you. Come to the tournament now, or withdraw."),
        timedelta(minutes=20),
        "alert",
    ),
    Kind(
        "message",
        _("An organizer or arbiter writes to the players of a tournament I play in"),
        _("%(tournament)s: message from %(who)s"),
        "%(text)s",
        timedelta(hours=12),
        "bell",
    ),
    Kind(
        "starts_soon",
        _("A tournament or round I play in starts soon"),
        _("%(what)s starts soon"),
        _("It starts %(start_at)s. Be at your table on time."),
        timedelta(minutes=30),
        "clock",
    ),
    Kind(
        "drawn",
        _("A round has been drawn"),
        _("%(tournament)s: round %(round)s has been drawn"),
        _("You play %(opponent)s."),
        timedelta(hours=12),
        "list",
    ),
    Kind(
        "waits",
        _("My opponents are waiting for me at the table"),
        _("Your opponents are waiting for you"),
        _("%(tournament)s, round %(round)s: the others are at the table, and your clock is running."),
        timedelta(minutes=20),
        "seat",
    ),
    Kind(
        "result",
        _("One of my matches has a result"),
        _("%(tournament)s, round %(round)s: %(outcome)s"),
        _("Against %(opponent)s, %(ours)s to %(theirs)s."),
        2 * _DAY,
        "trophy",
    ),
    Kind(
        "decided",
        _("One of my matches was decided by the organizer, or without play"),
        _("%(tournament)s, round %(round)s: the organizer decided"),
        _("Against %(opponent)s: %(outcome)s. Reason: %(reason)s"),
        2 * _DAY,
        "flag",
    ),
    Kind(
        "rating",
        _("My rating has changed"),
        _("Your rating is now %(after)s"),
        _("It was %(before)s before the game."),
        _DAY,
        "chart",
    ),
    Kind(
        "achievement",
        _("I have achieved something"),
        _("Achieved: %(what)s"),
        _("It is on your profile from now on."),
        _DAY,
        "trophy",
    ),
    Kind(
        "comment",
        _("Somebody comments on a game that I played or commented on"),
        _("New comments on the game of %(players)s"),
        "%(sentence)s",
        _DAY,
        "chat",
    ),
    Kind(
        "cancelled",
        _("A tournament I entered is cancelled"),
        _("%(tournament)s has been cancelled"),
        "%(reason)s",
        7 * _DAY,
        "cross",
    ),
    Kind(
        "time",
        _("A time for one of my matches is offered, agreed or declined"),
        _("%(tournament)s, round %(round)s: a time for your match"),
        "%(sentence)s",
        2 * _DAY,
        "clock",
        Role.CAPTAIN,
    ),
    Kind(
        "asked",
        _("An organizer invites me to a tournament"),
        _("%(who)s invites you to %(tournament)s"),
        _("It starts %(start_at)s. Its page says how to enter."),
        7 * _DAY,
        "user",
    ),
    Kind(
        "role_invited",
        _("An organizer asks me to help run a tournament"),
        _("%(who)s asks you to help run %(tournament)s"),
        "%(sentence)s",
        7 * _DAY,
        "user",
        Role.ORGANIZER,
    ),
    Kind(
        "role",
        _("My role in a tournament changes, or somebody answers my invitation to one"),
        _("%(tournament)s: who runs it"),
        "%(sentence)s",
        7 * _DAY,
        "user",
        Role.ORGANIZER,
    ),
    Kind(
        "league_invited",
        _("An organizer invites me to a league"),
        _("%(who)s invites you to the league %(league)s"),
        _("You become a member when you accept."),
        7 * _DAY,
        "user",
        Role.LEAGUE,
    ),
    Kind(
        "league_asked",
        _("Somebody asks to join a league that I run"),
        _("%(who)s asks to join %(league)s"),
        _("Accept or decline on the members page."),
        7 * _DAY,
        "user",
        Role.ORGANIZER,
    ),
    Kind(
        "league",
        _("My membership in a league changes"),
        _("%(league)s: your membership"),
        "%(sentence)s",
        7 * _DAY,
        "user",
        Role.LEAGUE,
    ),
    Kind(
        "season_asked",
        _("Somebody asks me to play a season with them"),
        _("%(who)s enters you for %(season)s"),
        _("%(league)s: you would play as %(entry)s. Accept or decline on the season’s page."),
        7 * _DAY,
        "user",
        Role.LEAGUE,
    ),
    Kind(
        "ladder_asked",
        _("Somebody challenges me on a ladder, or wants to play"),
        "%(ladder)s: %(who)s",
        "%(sentence)s",
        7 * _DAY,
        "user",
        Role.LEAGUE,
    ),
    Kind(
        "ladder",
        _("News of a ladder that I am on"),
        "%(league)s: %(ladder)s",
        "%(sentence)s",
        7 * _DAY,
        "list",
        Role.LEAGUE,
    ),
    Kind(
        "own_time_asked",
        _("Somebody wants to play the same cards in their own time with me, or waits at our table"),
        "%(event)s: %(who)s",
        "%(sentence)s",
        7 * _DAY,
        "user",
        Role.LEAGUE,
    ),
    Kind(
        "own_time_news",
        _("News of an event with the same cards in my own time: it opens, changes, a partner answers"),
        "%(league)s: %(event)s",
        "%(sentence)s",
        7 * _DAY,
        "list",
        Role.LEAGUE,
    ),
    Kind(
        "own_time",
        _("The results of an event in which I played the same cards in my own time"),
        "%(league)s: %(event)s",
        _("The window is closed. The results and all hands are on the event’s page."),
        7 * _DAY,
        "list",
        Role.LEAGUE,
    ),
    Kind(
        "season",
        _("News of a season in one of my leagues"),
        _("%(league)s: %(season)s"),
        "%(sentence)s",
        7 * _DAY,
        "list",
        Role.LEAGUE,
    ),
    Kind(
        "staff",
        _("The site’s staff change something of mine"),
        _("The site’s staff: %(thing)s"),
        "%(sentence)s",
        7 * _DAY,
        "flag",
        Role.STAFF,
    ),
    Kind(
        "team_invited",
        _("A captain invites me to a team"),
        _("%(who)s invites you to the team %(team)s"),
        _("In the league %(league)s. You join the team when you accept."),
        7 * _DAY,
        "user",
        Role.LEAGUE,
    ),
    Kind(
        "announcement",
        _("An organizer announces something in my league"),
        "%(league)s: %(title)s",
        "%(text)s",
        7 * _DAY,
        "bell",
        Role.LEAGUE,
    ),
    Kind(
        "registration",
        _("Registration opens for a tournament of my league’s schedule"),
        _("%(tournament)s: registration is open"),
        _("It starts %(start_at)s. Enter with a partner or alone on its page."),
        7 * _DAY,
        "list",
        Role.LEAGUE,
    ),
    Kind(
        "schedule",
        _("A schedule of a league that I run couldn’t make its tournament"),
        _("%(league)s: %(tournament)s couldn’t be made"),
        _("It was due to start %(start_at)s. Reason: %(reason)s"),
        7 * _DAY,
        "flag",
        Role.ORGANIZER,
    ),
    Kind(
        "substitute",
        _("I substitute for somebody, or somebody substitutes on my side"),
        _("%(tournament)s: %(into)s plays for %(out)s"),
        "%(sentence)s",
        _DAY,
        "user",
        Role.CAPTAIN,
    ),
    Kind(
        "substitute_asked",
        _("Somebody asks me to substitute"),
        _("%(who)s asks you to play in %(tournament)s"),
        "%(sentence)s",
        _DAY,
        "user",
    ),
    Kind(
        "substitute_answer",
        _("Somebody I asked to substitute answers"),
        _("%(tournament)s: %(into)s has answered"),
        "%(sentence)s",
        _DAY,
        "user",
        Role.CAPTAIN,
    ),
    Kind(
        "penalty",
        _("The organizer deducts points from me"),
        _("%(tournament)s: points deducted"),
        _("−%(points)s in the standings. Reason: %(reason)s"),
        2 * _DAY,
        "flag",
        Role.CAPTAIN,
    ),
    Kind(
        "table",
        _("Somebody invites me to a table"),
        _("%(who)s invites you to a table"),
        _("Take a seat while one is free. The invitation is valid for a day, or until the " "game begins."),
        _DAY,
        "seat",
    ),
    Kind(
        "full",
        _("A table of mine is full and waits for me"),
        _("Your table is full: ready to play?"),
        _("%(table)s, with %(others)s. Come to the table now, or your seat becomes free again."),
        timedelta(seconds=30),
        "seat",
    ),
    Kind(
        "turn",
        _("It’s my turn at a table with hours or days per turn"),
        _("It’s your turn: %(table)s"),
        _("You are playing with %(others)s. Your time runs out %(until_at)s; then a bot plays " "for you."),
        _DAY,
        "seat",
    ),
    Kind(
        "dispute",
        _("A result of a tournament I run is contested"),
        _("%(tournament)s, round %(round)s: result contested by %(who)s"),
        _("Decide the match, or answer that the result stands. They say: %(reason)s"),
        2 * _DAY,
        "flag",
        Role.ORGANIZER,
    ),
    Kind(
        "answer",
        _("The organizer answers when I contest a result"),
        _("%(tournament)s, round %(round)s: the organizer answered you"),
        "%(sentence)s",
        2 * _DAY,
        "flag",
    ),
    Kind(
        "claim",
        _("A forfeit is claimed in one of my matches, or in a tournament that I run"),
        _("%(tournament)s, round %(round)s: %(who)s claim the forfeit"),
        "%(sentence)s",
        _DAY,
        "flag",
        Role.CAPTAIN,
    ),
    Kind(
        "conduct",
        _("A warning for my side, an appeal, or its answer"),
        _("%(tournament)s, round %(round)s: conduct"),
        "%(sentence)s",
        2 * _DAY,
        "flag",
        Role.CAPTAIN,
    ),
    Kind(
        "webhook",
        _("A webhook that I added stops working"),
        _("%(name)s: webhook switched off"),
        _("%(host)s has accepted nothing for %(days)s days. Check the program there, then switch the webhook on again."),
        7 * _DAY,
        "alert",
        Role.ORGANIZER,
    ),
    Kind(
        "signals",
        _("Fair play signals in a tournament or league that I run"),
        _("%(place)s: fair play"),
        "%(sentence)s",
        2 * _DAY,
        "flag",
        Role.ORGANIZER,
    ),
    Kind(
        "draft",
        _("A draw of a tournament I run needs my confirmation"),
        _("%(tournament)s: the draw of round %(round)s needs your confirmation"),
        _("The round begins when you confirm the draw. Players can’t see it before."),
        _DAY,
        "list",
        Role.ORGANIZER,
    ),
)  # fmt: skip
KINDS: Mapping[str, Kind] = {kind.code: kind for kind in _ALL}
QUIET_BY_MAIL = (
    "full",
    "result",
    "rating",
    "achievement",
    "comment",
    "drawn",
    "table",
    "registration",
    "signals",
)
"""Kinds that are shown only on the page unless the user asks for mails."""
UNLIMITED = ("turn",)
"""Kinds without a daily limit of mails, because each follows a move of its reader."""
BY_PUSH = (
    *("turn", "full", "waits", "called", "starts_soon", "check_in"),
    *("table", "invited", "asked", "time", "substitute_asked", "season_asked", "ladder_asked"),
    *("league_invited", "role_invited", "team_invited"),
)
"""Kinds that are pushed by default: a table waits, it is the user's turn, or somebody asks them something."""
URGENT = ("turn", "full", "waits", "called", "check_in")
"""Kinds for which a push wakes a sleeping phone."""
