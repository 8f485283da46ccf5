"""The texts of the table's chat: the predefined phrases, and the chat's part of the page's dictionary."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PHRASES: Final[Mapping[str, "StrOrPromise"]] = {
    "hello": gettext_lazy("Hello"),
    "good_luck": gettext_lazy("Good luck"),
    "nice_hand": gettext_lazy("Nice hand"),
    "well_played": gettext_lazy("Well played"),
    "thanks": gettext_lazy("Thanks"),
    "one_moment": gettext_lazy("Sorry, one moment"),
    "sorry": gettext_lazy("Sorry"),
    "good_game": gettext_lazy("Good game"),
}
"""The phrases in display order: sent and stored by code, and shown to everybody in their own language. None says
anything about cards, so partners may use them all.
"""

REACTIONS: Final[Mapping[str, "StrOrPromise"]] = {
    "star": gettext_lazy("Brilliant"),
    "heart": gettext_lazy("Lovely"),
    "smile": gettext_lazy("Nice"),
    "laugh": gettext_lazy("Ha ha"),
    "wow": gettext_lazy("Wow"),
    "oops": gettext_lazy("Oops"),
}
"""The reactions in display order, by the id of each in static/img/reactions.svg. They are phrases too, but may say
something about cards.
"""


def phrase_text(code: str) -> str:
    """Return a phrase or reaction in the reader's language; an unknown code as it is."""
    return str(PHRASES.get(code) or REACTIONS.get(code) or code)


def chat_words() -> dict[str, str]:
    """Return the sentences of the chat, the phrases as `phrase_…` and the reasons for a report as `report_…`."""
    return {**_talk(), **_about_people(), **_phrases()}


def _talk() -> dict[str, str]:
    return {
        "chat": _("Chat"),
        "chat_unread_one": _("Chat, %(n)s new message"),
        "chat_unread_other": _("Chat, %(n)s new messages"),
        "chat_close": _("Close the chat"),
        "chat_off": _("Chat off"),
        "chat_on": _("Turn the chat on"),
        "chat_is_off": _("The chat is off in this browser: nothing is shown or read out."),
        "chat_channels": _("Chat channel"),
        "chat_to_table": _("Players"),
        "chat_to_spectators": _("Spectators"),
        "chat_messages": _("Messages"),
        "chat_older": _("Older messages aren’t shown."),
        "chat_none_table": _("No messages from players yet. Everybody at the table can read this."),
        "chat_none_spectators": _("No messages from spectators yet."),
        "chat_not_table": _("Only players can write here."),
        "chat_not_spectators": _(
            "Only spectators can write here. They can read what you write to players."
        ),
        "chat_phrases": _("Phrases"),
        "chat_phrases_rated": _(
            "During this game, players can only use these phrases. Free text is allowed afterwards."
        ),
        "chat_phrases_closed": _(
            "While other tables play the same deals, only these phrases are allowed."
        ),
        "chat_phrases_guest": _(
            "Guests can only use these phrases here. Create an account to write freely."
        ),
        "chat_shut": _(
            "Until the game is over, only members can read and write here. Sign in to join in."
        ),
        "chat_guest": _("Everybody can read this. To write, play as a guest or sign in."),
        "chat_write": _("Write a message"),
        "chat_count": _("%(n)s of %(all)s"),
        "chat_send": _("Send"),
        "chat_about": _("About %(name)s"),
        "chat_says": _("%(name)s says: %(text)s"),
    }


def _about_people() -> dict[str, str]:
    return {
        "undo": _("Undo"),
        "cancel": _("Cancel"),
        "mute": _("Mute"),
        "muted": _("You no longer see what %(name)s writes, at any table."),
        "unmuted": _("You can see what %(name)s writes again."),
        "block": _("Block"),
        "blocked": _(
            "%(name)s can’t sit at your tables or invite you, and you no longer see their messages."
        ),
        "unblocked": _("%(name)s is no longer blocked."),
        "report": _("Report"),
        "report_player": _("Report a player"),
        "report_title": _("Report to the site’s staff"),
        "report_who": _("Who is it about?"),
        "report_reason": _("What happened?"),
        "report_choose": _("Choose…"),
        "report_abuse": _("Insults or threats"),
        "report_cards": _("Revealing cards or colluding"),
        "report_stalling": _("Stalling or leaving on purpose"),
        "report_spam": _("Advertising or spam"),
        "report_name": _("Offensive name"),
        "report_other": _("Something else"),
        "report_text": _("Anything to add?"),
        "report_hint": _("The staff also see the latest messages and the seating."),
        "report_send": _("Send the report"),
        "report_thanks": _("Thanks, the staff will look at it."),
        "report_nobody": _("There is nobody else here to report."),
    }


def _phrases() -> dict[str, str]:
    return {
        "reactions": _("Reactions"),
        "reactions_wait": _("During this game, players react between hands."),
        "reactions_off": _("Hide reactions"),
        **{f"phrase_{code}": str(text) for code, text in PHRASES.items()},
        **{f"reaction_{code}": str(text) for code, text in REACTIONS.items()},
    }
