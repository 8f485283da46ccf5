"""The kinds of notices and their texts. A notice stores its kind and parameters, never a finished sentence: each
reader gets it in their own language and with times in their own zone.

Parameters whose name ends in `_at` are times (ISO 8601, UTC) or lists of them; others are names and numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from spades_site.common.translation import translate

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

type Words = StrOrPromise
"""A text, or a lazy one that is translated when it is shown."""


@dataclass(frozen=True)
class Kind:
    """One kind of notice. `fresh_for` is how long a mail about it is useful; later it isn't sent at all."""

    code: str
    label: Words
    title: Words
    text: Words
    fresh_for: timedelta
    icon: str = "bell"


@dataclass(frozen=True)
class NoticeText:
    """A notice's texts in its reader's language."""

    title: str
    text: str


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
        _("Check-in is open until the start: %(start_at)s. Entries that haven't checked in by " "then don't play."),
        timedelta(hours=1),
        "clock",
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
        "league_invited",
        _("An organizer invites me to a league"),
        _("%(who)s invites you to the league %(league)s"),
        _("You become a member when you accept."),
        7 * _DAY,
        "user",
    ),
    Kind(
        "league_asked",
        _("Somebody asks to join a league that I run"),
        _("%(who)s asks to join %(league)s"),
        _("Accept or decline on the members page."),
        7 * _DAY,
        "user",
    ),
    Kind(
        "league",
        _("My membership in a league changes"),
        _("%(league)s: your membership"),
        "%(sentence)s",
        7 * _DAY,
        "user",
    ),
    Kind(
        "season_asked",
        _("Somebody asks me to play a season with them"),
        _("%(who)s enters you for %(season)s"),
        _("%(league)s: you would play as %(entry)s. Accept or decline on the season’s page."),
        7 * _DAY,
        "user",
    ),
    Kind(
        "season",
        _("News of a season in one of my leagues"),
        _("%(league)s: %(season)s"),
        "%(sentence)s",
        7 * _DAY,
        "list",
    ),
    Kind(
        "team_invited",
        _("A captain invites me to a team"),
        _("%(who)s invites you to the team %(team)s"),
        _("In the league %(league)s. You join the team when you accept."),
        7 * _DAY,
        "user",
    ),
    Kind(
        "announcement",
        _("An organizer announces something in my league"),
        "%(league)s: %(title)s",
        "%(text)s",
        7 * _DAY,
        "bell",
    ),
    Kind(
        "substitute",
        _("I substitute for somebody, or somebody substitutes on my side"),
        _("%(tournament)s: %(into)s plays for %(out)s"),
        "%(sentence)s",
        _DAY,
        "user",
    ),
    Kind(
        "substitute_asked",
        _("An organizer asks me to substitute"),
        _("%(who)s asks you to play in %(tournament)s"),
        _("You would play for %(out)s from the next table on. Accept or decline on the tournament’s page. Reason: %(reason)s"),
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
    ),
    Kind(
        "penalty",
        _("The organizer deducts points from me"),
        _("%(tournament)s: points deducted"),
        _("−%(points)s in the standings. Reason: %(reason)s"),
        2 * _DAY,
        "flag",
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
    ),
    Kind(
        "conduct",
        _("A warning for my side, an appeal, or its answer"),
        _("%(tournament)s, round %(round)s: conduct"),
        "%(sentence)s",
        2 * _DAY,
        "flag",
    ),
    Kind(
        "draft",
        _("A draw of a tournament I run needs my confirmation"),
        _("%(tournament)s: the draw of round %(round)s needs your confirmation"),
        _("The round begins when you confirm the draw. Players can't see it before."),
        _DAY,
        "list",
    ),
)  # fmt: skip
KINDS: Mapping[str, Kind] = {kind.code: kind for kind in _ALL}
QUIET_BY_MAIL = ("result", "rating", "drawn", "table")
"""Kinds that are shown only on the page unless the user asks for mails."""
UNLIMITED = ("turn",)
"""Kinds without a daily limit of mails, because each follows a move of its reader."""

OUTCOMES: Mapping[str, Words] = {
    "won": _("you won"),
    "lost": _("you lost"),
    "drawn": _("a draw"),
    "void": _("the match doesn't count"),
    "forfeit_won": _("you won without play"),
    "forfeit_lost": _("you lost without play"),
}
"""The texts of the parameter `outcome`."""

ENTRY_NEWS: Mapping[str, Words] = {
    "accepted": _("%(who)s accepted: you have entered together."),
    "declined": _("%(who)s declined. Ask somebody else, or enter alone."),
    "promoted": _("A place became free: you are in."),
    "teamed": _("Your partner is %(who)s."),
    "left_over": _("There was no partner left for you this time."),
    "absent": _("You hadn't checked in by the start, so you aren't playing."),
    "removed": _("The organizer removed your entry. Reason: %(reason)s"),
    "moved": _("New start: %(start_at)s."),
}
"""The texts of the parameter `news` of an "entry" notice."""

TIME_NEWS: Mapping[str, Words] = {
    "offered": _("%(opponent)s can play %(when_at)s. Accept, decline or offer another time."),
    "agreed": _("Agreed: you play %(opponent)s %(when_at)s. The table opens then."),
    "moved": _("The tournament was paused. You now play %(opponent)s %(when_at)s."),
    "declined": _("%(opponent)s can't play %(when_at)s. Offer another time."),
    "postpone": _(
        "%(opponent)s asks to postpone the match and can play %(when_at)s. Accept, decline or offer other times."
    ),
    "withdrawn": _("%(opponent)s withdrew the offer to play %(when_at)s."),
    "lapsed": _(
        "The offer to play %(when_at)s lapsed without an answer. You play %(opponent)s %(stands_at)s unless you agree"
        " on another time."
    ),
    "lapsed_open": _(
        "The offer to play %(when_at)s lapsed without an answer. Agree with %(opponent)s on another time."
    ),
    "set": _("The organizer set the time: you play %(opponent)s %(when_at)s. Reason: %(reason)s"),
}
"""The texts of the parameter `time_news` of a "time" notice."""

CLAIM_NEWS: Mapping[str, Words] = {
    "claimed": _(
        "They are at the table, and you aren't. Come until %(until_at)s, or you lose without play."
    ),
    "referred": _("They are at the table, and your side isn't whole. The organizer decides."),
    "waits": _("Decide the match, or reject the claim. The match's page shows who came when."),
    "rejected": _("The organizer rejected your claim. Reason: %(reason)s"),
}
"""The texts of the parameter `claim_news` of a "claim" notice."""

CONDUCT_NEWS: Mapping[str, Words] = {
    "warned_late_answer": _("Your side didn't answer the offered times. This is a warning; you can appeal on the match's page."),
    "warned_no_show": _("Nobody of your side came to the match. This is a warning; you can appeal on the match's page."),
    "appealed": _("%(who)s appeal. They say: %(reason)s"),
    "undone": _("The organizer undid it. Reason: %(reason)s"),
    "stands": _("The organizer let it stand. Reason: %(reason)s"),
}  # fmt: skip
"""The texts of the parameter `conduct_news` of a "conduct" notice."""

SUBSTITUTE_NEWS: Mapping[str, Words] = {
    "from_now": _("From the next table on. Reason: %(reason)s"),
    "match": _("Only in round %(round)s. The others are at the table."),
}
"""The texts of the parameter `substitute_news` of a "substitute" notice."""

SUBSTITUTE_ANSWERS: Mapping[str, Words] = {
    "accepted": _("%(into)s plays for %(out)s from the next table on."),
    "declined": _("%(into)s has declined to play for %(out)s. Ask somebody else."),
}
"""The texts of the parameter `substitute_answer` of a "substitute_answer" notice."""

ANSWERS: Mapping[str, Words] = {
    "upheld": _("The result was changed. Reason: %(reason)s"),
    "rejected": _("The result stands. Reason: %(reason)s"),
}
"""The texts of the parameter `answer` of an "answer" notice."""

LEAGUE_NEWS: Mapping[str, Words] = {
    "admitted": _("An organizer accepted you. You are now a member."),
    "turned_down": _("The organizers declined your request."),
    "turned_down_why": _("The organizers declined your request. They say: %(reason)s"),
    "removed": _("An organizer has ended your membership. Reason: %(reason)s"),
    "banned": _("You are banned from the league for good. Reason: %(reason)s"),
    "banned_until": _("You are banned from the league until %(until_at)s. Reason: %(reason)s"),
    "ban_lifted": _("You are no longer banned from the league."),
    "team_captain": _("You are now the captain of the team “%(team)s”."),
    "team_removed": _("You were removed from the team “%(team)s”."),
    "owner": _("%(who)s handed the league over to you: you are its owner now."),
}
"""The texts of the parameter `league_news` of a "league" notice."""

SEASON_NEWS: Mapping[str, Words] = {
    "open": _("Sign-up is open. Enter with a partner, or have your captain enter your team."),
    "accepted": _("%(who)s accepted their place in %(entry)s."),
    "declined": _("%(who)s declined, so %(entry)s isn’t entered. Ask somebody else."),
    "entered": _("%(who)s entered %(entry)s. You are in the team."),
    "withdrawn": _("%(entry)s is out of the season."),
    "published": _("The fixtures are published. You play in %(division)s."),
    "finished": _("The season is over. Its final tables are on its page."),
    "ended": _("The season was ended early. Reason: %(reason)s"),
}
"""The texts of the parameter `season_news` of a "season" notice."""

DECIDED_BY: Mapping[str, Words] = {
    "platform": _("%(tournament)s, round %(round)s: decided without play"),
}
"""The titles of a "decided" notice by its parameter `decided_by`, where no organizer decided."""

BOTS: Mapping[str, Words] = {
    "ours": _("Bots played more than half of your side’s cards."),
    "theirs": _("Bots played more than half of the other side’s cards."),
    "both": _("Bots played more than half of the cards of both sides."),
    "mine": _("Bots played more than half of your cards."),
    "others": _("Bots played more than half of the cards of %(bots_of)s."),
    "mine_and_others": _(
        "Bots played more than half of your cards. Bots played more than half of the cards of %(bots_of)s."
    ),
}
"""The texts that the parameter `bots` adds to a "result" notice."""

_SENTENCES = {
    "news": ENTRY_NEWS,
    "time_news": TIME_NEWS,
    "claim_news": CLAIM_NEWS,
    "conduct_news": CONDUCT_NEWS,
    "substitute_news": SUBSTITUTE_NEWS,
    "substitute_answer": SUBSTITUTE_ANSWERS,
    "answer": ANSWERS,
    "league_news": LEAGUE_NEWS,
    "season_news": SEASON_NEWS,
}
"""The parameters that choose the sentence of a notice's text."""


def notice_text(kind: str, params: Mapping[str, Any]) -> NoticeText:
    """Return the notice's texts in the active language and time zone. `kind` is one of KINDS."""
    words = {name: _shown(name, value) for name, value in params.items()}
    for name, sentences in _SENTENCES.items():
        if name in words:
            words["sentence"] = str(sentences[words[name]]) % words
    if "outcome" in words:
        words["outcome"] = str(OUTCOMES[words["outcome"]])
    found = KINDS[kind]
    title = DECIDED_BY.get(words.get("decided_by", ""), found.title)
    bots = f" {str(BOTS[words['bots']]) % words}" if "bots" in words else ""
    return NoticeText(str(title) % words, str(found.text) % words + bots)


def _shown(name: str, value: object) -> str:
    if not name.endswith("_at"):
        return translate(value)
    if isinstance(value, list):
        return ", ".join(_shown(name, each) for each in value)
    moment = timezone.localtime(datetime.fromisoformat(str(value)))
    return f"{date_format(moment, 'DAY_THEN_TIME')} ({moment.tzname()})"
