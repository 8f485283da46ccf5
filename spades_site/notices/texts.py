"""The texts of notices. A notice stores its kind and parameters, never a finished sentence: each reader gets it in their
own language and with times in their own zone.

Parameters whose name ends in `_at` are times (ISO 8601, UTC) or lists of them; others are names and numbers. `zones` are
the time zones of the other side of a match; times are also shown in them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from spades_site.common.local_time import for_others
from spades_site.common.people.bot_names import marked
from spades_site.common.people.by_name import plain
from spades_site.common.translation import translate
from spades_site.notices.kinds import KINDS, Words


@dataclass(frozen=True)
class NoticeText:
    """A notice's texts in its reader's language."""

    title: str
    text: str


OUTCOMES: Mapping[str, Words] = {
    "won": _("you won"),
    "lost": _("you lost"),
    "drawn": _("a draw"),
    "void": _("the match doesn’t count"),
    "forfeit_won": _("you won without play"),
    "forfeit_lost": _("you lost without play"),
}
"""The texts of the parameter `outcome`."""
ENTRY_NEWS: Mapping[str, Words] = {
    "accepted": _("%(who)s accepted: you have entered together."),
    "declined": _("%(who)s declined. Ask somebody else, or enter alone."),
    "promoted": _("A place became free: you are in."),
    "entered": _("%(who)s entered you. If you can’t play, withdraw on the tournament’s page."),
    "entered_check_in": _(
        "%(who)s entered you. Check-in is open: check in on the tournament’s page, or withdraw there if you can’t play."
    ),
    "teamed": _("Your partner is %(who)s."),
    "split": _(
        "The organizer split your pair. You are entered alone, and get a partner at the start."
    ),
    "left_over": _("There was no partner left for you this time."),
    "absent": _("You hadn’t checked in by the start, so you aren’t playing."),
    "removed": _("The organizer removed your entry. Reason: %(reason)s"),
    "back": _("%(who)s put your entry back. Your results so far count."),
    "merged": _("The organizer merged your team “%(team)s” into “%(who)s”. Reason: %(reason)s"),
    "moved": _("New start: %(start_at)s."),
    "draw_off": _(
        "The organizer took back the draw of round %(round)s. A new one follows. Reason: %(reason)s"
    ),
}
"""The texts of the parameter `news` of an "entry" notice."""
TIME_NEWS: Mapping[str, Words] = {
    "offered": _("%(opponent)s can play %(when_at)s. Accept, decline or offer another time."),
    "agreed": _("Agreed: you play %(opponent)s %(when_at)s. The table opens then."),
    "moved": _("The tournament was paused. You now play %(opponent)s %(when_at)s."),
    "declined": _("%(opponent)s can’t play %(when_at)s. Offer another time."),
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
        "They are at the table, and you aren’t. Come until %(until_at)s, or you lose without play."
    ),
    "referred": _("They are at the table, and your side isn’t whole. The organizer decides."),
    "waits": _("Decide the match, or reject the claim. The match’s page shows who came when."),
    "rejected": _("The organizer rejected your claim. Reason: %(reason)s"),
}
"""The texts of the parameter `claim_news` of a "claim" notice."""
CONDUCT_NEWS: Mapping[str, Words] = {
    "warned_late_answer": _("Your side didn’t answer the offered times. This is a warning; you can appeal on the match’s page."),
    "warned_no_show": _("Nobody of your side came to the match. This is a warning; you can appeal on the match’s page."),
    "appealed": _("%(who)s appeal. They say: %(reason)s"),
    "undone": _("The organizer undid it. Reason: %(reason)s"),
    "stands": _("The organizer let it stand. Reason: %(reason)s"),
}  # fmt: skip
"""The texts of the parameter `conduct_news` of a "conduct" notice."""
SUBSTITUTE_NEWS: Mapping[str, Words] = {
    "from_now": _("From the next table on. Reason: %(reason)s"),
    "match": _("Only in round %(round)s. The others are at the table."),
    "stand_in": _("Only in round %(round)s, as agreed."),
    "table": _("At the table of round %(round)s, for the rest of the match."),
    "for_good": _(
        "At the table of round %(round)s, and in the entry from then on. Reason: %(reason)s"
    ),
    "cancelled": _("In round %(round)s: nobody stands in any more."),
}
"""The texts of the parameter `substitute_news` of a "substitute" notice."""
SUBSTITUTE_ASKS: Mapping[str, Words] = {
    "from_now": _("You would play for %(out)s from the next table on. Accept or decline on the tournament’s page. Reason: %(reason)s"),
    "match": _("You would play for %(out)s in round %(round)s. Accept or decline on the match’s page."),
    "table": _("The game of round %(round)s is in play: you would take over from %(out)s at once. Accept or decline on the match’s page."),
}  # fmt: skip
"""The texts of the parameter `substitute_ask` of a "substitute_asked" notice."""

SUBSTITUTE_ANSWERS: Mapping[str, Words] = {
    "accepted": _("%(into)s plays for %(out)s from the next table on."),
    "accepted_match": _("%(into)s plays for %(out)s in round %(round)s."),
    "declined": _("%(into)s has declined to play for %(out)s. Ask somebody else."),
}
"""The texts of the parameter `substitute_answer` of a "substitute_answer" notice."""
ANSWERS: Mapping[str, Words] = {
    "upheld": _("The result was changed. Reason: %(reason)s"),
    "rejected": _("The result stands. Reason: %(reason)s"),
}
"""The texts of the parameter `answer` of an "answer" notice."""
LEAGUE_NEWS: Mapping[str, Words] = {
    "name_asked": _("%(who)s asks whether you are %(out)s. If so, the results become yours."),
    "name_linked": _("%(who)s accepted: the results of %(out)s now belong to that account."),
    "name_declined": _("%(who)s says they aren’t %(out)s."),
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
STAFF_NEWS: Mapping[str, Words] = {
    "hidden": _("It is hidden: only those who run it and its arbiters see it. Reason: %(reason)s"),
    "shown": _("It is no longer hidden. Reason: %(reason)s"),
    "given": _("It was handed over to you: you run it now. Reason: %(reason)s"),
    "taken": _("It was handed over to %(who)s. Reason: %(reason)s"),
    "renamed": _("This is your user name now. Sign in with it. Reason: %(reason)s"),
    "picture_removed": _("Your picture was removed. Choose another one that everybody may see. Reason: %(reason)s"),
    "muted": _("You can’t write in the chat of any table for good. Reason: %(reason)s"),
    "muted_until": _("You can’t write in the chat of any table until %(until_at)s. Reason: %(reason)s"),
    "unmuted": _("You can write in the chat of tables again. Reason: %(reason)s"),
    "rating_void": _("This game no longer counts for ratings. Reason: %(reason)s"),
    "rating_counts": _("This game counts for ratings again. Reason: %(reason)s"),
}  # fmt: skip
"""The texts of the parameter `staff_news` of a "staff" notice."""
COMMENT_NEWS: Mapping[str, Words] = {
    "one": _("%(who)s commented on it."),
    "two": _("%(who)s and %(also)s commented on it."),
    "many": _("%(who)s, %(also)s and others commented on it."),
}
"""The texts of the parameter `comment_news` of a "comment" notice."""
ROLE_ASKS: Mapping[str, Words] = {
    "organizer": _("You would be an organizer and run it with them. Accept or decline."),
    "arbiter": _("You would be an arbiter and decide contested results. Accept or decline."),
}
"""The texts of the parameter `role_asked` of a "role_invited" notice."""
ROLE_NEWS: Mapping[str, Words] = {
    "accepted": _("%(who)s accepted your invitation to help."),
    "declined": _("%(who)s declined your invitation to help. Ask somebody else."),
    "organizer": _("%(who)s made you an organizer."),
    "arbiter": _("%(who)s made you an arbiter."),
    "removed": _("%(who)s ended your role in this tournament."),
    "owner": _("%(who)s handed the tournament over to you: you are its owner now."),
}
"""The texts of the parameter `role_news` of a "role" notice."""
SIGNALS: Mapping[str, Words] = {
    "one": _("A new signal. It is no verdict: its page says what it rests on, and what else may explain it."),
    "many": _("%(count)s new signals. They are no verdicts: each page says what it rests on, and what else may explain it."),
}  # fmt: skip
"""The texts of the parameter `signals` of a "signals" notice."""
SEASON_NEWS: Mapping[str, Words] = {
    "open": _("Sign-up is open. Enter with a partner, or have your captain enter your team."),
    "accepted": _("%(who)s accepted their place in %(entry)s."),
    "declined": _("%(who)s declined, so %(entry)s isn’t entered. Ask somebody else."),
    "entered": _("%(who)s entered %(entry)s. You are in the team."),
    "withdrawn": _("%(entry)s is out of the season."),
    "added_late": _("You play in %(division)s from round %(round)s on."),
    "published": _("The fixtures are published. You play in %(division)s."),
    "postponed": _(
        "The matches that haven’t begun are postponed; the next ones are %(next_at)s. Agreed times move along."
        " Reason: %(reason)s"
    ),
    "finished": _("The season is over. Its final tables are on its page."),
    "ended": _("The season was ended early. Reason: %(reason)s"),
    "qualified": _(
        "You have qualified for %(tournament)s, %(start_at)s, and are entered. Withdraw on its page if you can’t play."
    ),
    "reserve": _(
        "You are in reserve for %(tournament)s, %(start_at)s: you play if somebody withdraws. Withdraw on its page if you can’t."
    ),
    "goes_on": _("The season goes on: its early end was undone. Look when your next match is."),
}
"""The texts of the parameter `season_news` of a "season" notice."""
LADDER_ASKS: Mapping[str, Words] = {
    "invited": _("%(who)s wants to play on this ladder with you. Accept or decline on its page."),
    "challenged": _("A challenge from %(who)s. Answer %(until_at)s at the latest."),
    "ready": _("%(who)s can play your match now. If you can too, choose “Play now” on the ladder."),
    "time": _("An offer from %(who)s: %(play_at)s. Accept, or offer another time."),
    "table": _("Your table is open. Come until %(until_at)s, or your side forfeits."),
}
"""The texts of the parameter `ladder_ask` of a "ladder_asked" notice."""
LADDER_NEWS: Mapping[str, Words] = {
    "joined": _("%(who)s accepted: you are on the ladder, on its lowest rung."),
    "refused": _("%(who)s declined, so you aren’t on the ladder. Ask somebody else."),
    "out": _("%(who)s left the ladder."),
    "gone": _("%(who)s left the ladder, so the challenge is over."),
    "accepted": _("%(who)s accepted your challenge. Agree on a time, or play now."),
    "declined": _("%(who)s declined your challenge."),
    "withdrawn": _("%(who)s took back their challenge."),
    "unanswered": _("%(who)s didn’t answer the challenge in time. That is a failure."),
    "unplayed": _("%(who)s: not played in time. That is a failure for both sides."),
    "agreed": _("%(who)s: agreed for %(play_at)s. Your table opens then."),
    "tied": _("%(who)s: tied. Nobody moves."),
    "won": _("You beat %(who)s. Your rung: %(rung)s."),
    "lost": _("You lost to %(who)s. Your rung: %(rung)s."),
    "dropped": _("Too many failures: you drop to rung %(rung)s."),
    "idle_warned": _("No match for %(days)s days. Play one soon, or you lose rungs or your place."),
    "idle_dropped": _("No match for %(days)s days: you drop to rung %(rung)s."),
    "idle_off": _(
        "%(who)s: off the ladder after %(days)s days without a match. Join again any time."
    ),
    "again": _("%(who)s: the table was closed without a result. Play again."),
}
"""The texts of the parameter `ladder_news` of a "ladder" notice."""
OWN_TIME_ASKS: Mapping[str, Words] = {
    "invited": _("%(who)s wants to play this event with you. Accept or decline on its page."),
    "table": _("%(who)s is at the table of your next deal. It begins when you come."),
}
"""The texts of the parameter `own_time_ask` of an "own_time_asked" notice."""
OWN_TIME_NEWS: Mapping[str, Words] = {
    "joined": _("%(who)s accepted: you play this event together."),
    "refused": _("%(who)s declined to play this event with you. Ask somebody else."),
    "left": _("%(who)s gave up your pair. Find another partner to play this event."),
    "opened": _("The event is open until %(until_at)s. Play the deals whenever you like."),
    "extended": _("The event stays open longer, until %(until_at)s."),
    "called_off": _("The organizers called the event off. Reason: %(reason)s"),
}
"""The texts of the parameter `own_time_news` of an "own_time_news" notice."""
DECIDED_BY: Mapping[str, Words] = {
    "platform": _("%(tournament)s, round %(round)s: decided without play"),
}
"""The titles of a "decided" notice by its parameter `decided_by`, where no organizer decided."""
TURNS: Mapping[str, Words] = {
    "open": _("You are playing with %(others)s. The deal waits for you until the event closes."),
}
"""The texts of a "turn" notice by its parameter `turn_time`, where no clock runs."""
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
    "substitute_ask": SUBSTITUTE_ASKS,
    "answer": ANSWERS,
    "league_news": LEAGUE_NEWS,
    "role_asked": ROLE_ASKS,
    "role_news": ROLE_NEWS,
    "season_news": SEASON_NEWS,
    "ladder_ask": LADDER_ASKS,
    "ladder_news": LADDER_NEWS,
    "own_time_ask": OWN_TIME_ASKS,
    "own_time_news": OWN_TIME_NEWS,
    "staff_news": STAFF_NEWS,
    "comment_news": COMMENT_NEWS,
    "signals": SIGNALS,
}
"""The parameters that choose the sentence of a notice's text."""
_PEOPLE = frozenset(
    ("who", "also", "opponent", "others", "players", "entry", "into", "out", "bots_of")
)
"""The parameters that name people or pairs; bot accounts are marked in them."""


def notice_text(kind: str, params: Mapping[str, Any]) -> NoticeText:
    """Return the notice's texts in the active language and time zone. `kind` is one of KINDS."""
    zones = params.get("zones", ())
    formatted = {
        name: _formatted(name, value, zones) for name, value in params.items() if name != "zones"
    }
    for name, sentences in _SENTENCES.items():
        if name in formatted:
            formatted["sentence"] = str(sentences[formatted[name]]) % formatted
    if "outcome" in formatted:
        formatted["outcome"] = str(OUTCOMES[formatted["outcome"]])
    found = KINDS[kind]
    title = DECIDED_BY.get(formatted.get("decided_by", ""), found.title)
    bots = f" {str(BOTS[formatted['bots']]) % formatted}" if "bots" in formatted else ""
    text = TURNS.get(formatted.get("turn_time", ""), found.text)
    return NoticeText(plain(str(title) % formatted), plain(str(text) % formatted) + bots)


def _formatted(name: str, value: object, zones: Sequence[str]) -> str:
    if not name.endswith("_at"):
        return marked(translate(value)) if name in _PEOPLE else translate(value)
    if isinstance(value, list):
        return ", ".join(_formatted(name, each, zones) for each in value)
    moment = timezone.localtime(datetime.fromisoformat(str(value)))
    theirs = for_others(moment, zones)
    here = f"{moment.tzname()}; {theirs}" if theirs else moment.tzname()
    return f"{date_format(moment, 'DAY_THEN_TIME')} ({here})"
