"""The texts of the table's chat, in the page's language: a part of templatetags/table_words.py."""

from django.utils.translation import gettext as _

from spades_site.common.phrases import PHRASES


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
        "chat_channels": _("Who talks"),
        "chat_to_table": _("Players"),
        "chat_to_spectators": _("Spectators"),
        "chat_messages": _("Messages"),
        "chat_none_table": _("No player has said anything yet. Everybody at the table reads this."),
        "chat_none_spectators": _("No spectator has said anything yet."),
        "chat_not_table": _("Only the players write here. You read along."),
        "chat_not_spectators": _(
            "Only spectators write here. They read what you write to players."
        ),
        "chat_phrases": _("Phrases"),
        "chat_phrases_rated": _(
            "While this game is played, players say these phrases only. You write freely after it."
        ),
        "chat_phrases_closed": _(
            "While other tables play the same deals, everybody says these phrases only."
        ),
        "chat_phrases_guest": _("Guests say these phrases here. Make an account to write freely."),
        "chat_shut": _(
            "Members who watch talk here until the game is over. Sign in to read and write along."
        ),
        "chat_guest": _("Everybody reads along. To write, play as a guest or sign in."),
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
        "unmuted": _("You see again what %(name)s writes."),
        "block": _("Block"),
        "blocked": _("%(name)s can’t sit at your tables or invite you, and you see no messages."),
        "unblocked": _("%(name)s is no longer blocked."),
        "report": _("Report"),
        "report_player": _("Report a player"),
        "report_title": _("Report to the organizers"),
        "report_who": _("Whom is it about?"),
        "report_reason": _("What happened?"),
        "report_choose": _("Choose…"),
        "report_abuse": _("Insults or threats"),
        "report_cards": _("Tells cards, or plays together with others against the rules"),
        "report_stalling": _("Wastes time or leaves on purpose"),
        "report_spam": _("Advertising or flooding"),
        "report_name": _("An offensive name"),
        "report_other": _("Something else"),
        "report_text": _("Anything to add?"),
        "report_hint": _("The organizers also get the last messages and who sat where."),
        "report_send": _("Send the report"),
        "report_thanks": _("Thanks, the organizers will look at it."),
        "report_nobody": _("Nobody else is here whom you could report."),
    }


def _phrases() -> dict[str, str]:
    return {f"phrase_{code}": str(text) for code, text in PHRASES.items()}
