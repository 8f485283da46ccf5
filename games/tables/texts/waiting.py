"""The texts of a table that waits for its players: seats, bots, invitations, and the shuffle before the first hand."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def waiting_words() -> dict[str, str]:
    """Return the texts for the page's dictionary."""
    return {
        "wait_title": _("Waiting for players"),
        "wait_one": _("%(n)s seat is free"),
        "wait_other": _("%(n)s seats are free"),
        "shuffling": _("Shuffling: every browser reveals its salt…"),
        "deals_good": _(
            "Your browser dealt every hand again: all match, and its own salt is in them."
        ),
        "deals_bad": _("The deals don’t match what your browser saw. See “Check the deals”."),
        "other_tables": _("Waiting for the other tables of the round, which get the same cards…"),
        "salt_changed": _(
            "Don’t trust these deals: what determines them was changed after your browser saw it."
        ),
        "salt_missing": _(
            "This browser’s salt isn’t in these deals: it came too late, or another of your "
            "devices contributed one."
        ),
        "salt_left_out": _(
            "Your salt was left out of these deals, though your browser had committed to it. If you were connected at"
            " the start, the server dropped it."
        ),
        "salt_late": _(
            "You joined after the deals were fixed, so they don’t include a salt of yours."
        ),
        "wait_full": _("Every seat is taken. The game begins when everybody is here."),
        "guest": _("Play as a guest"),
        "sit": _("Sit here"),
        "sit_down": _("Sit down"),
        "sit_at": _("Sit at seat %(n)s"),
        "move": _("Move here"),
        "add_bot": _("Add a bot"),
        "add_bot_at": _("Add a bot at seat %(n)s"),
        "fill": _("Fill with bots"),
        "bots_level": _("Bots’ level"),
        "level_1": pgettext("level", "Relaxed"),
        "level_2": pgettext("level", "Club"),
        "level_3": pgettext("level", "Strong"),
        "leave": _("Leave"),
        "leave_table": _("Leave the table"),
        "copy": _("Copy link"),
        "copied": _("Copied"),
        "copy_this": _("Copy this address"),
        "swap": _("Ask to swap"),
        "swap_of": _("Ask %(name)s to swap seats"),
        "swap_bot": _("Swap seats with %(name)s"),
        "swap_accept": _("Swap seats"),
        "swap_accept_of": _("%(name)s asks to swap seats with you: swap"),
        "swap_asked": _("Asked to swap"),
        "invite_by_name": _("Invite a player by name"),
        "invite_send": _("Invite"),
        "invited": _("Invited: %(names)s"),
        "pace": _("%(turn)s per turn"),
        "pace_bank": _("%(turn)s per turn and %(bank)s in the bank"),
        "rated_members": _("rated, for members"),
        "range": _("for ratings from %(low)s to %(high)s"),
        "range_from": _("for ratings from %(low)s"),
        "range_to": _("for ratings up to %(high)s"),
        "bots_at": _("Bots take the free seats in"),
        "ready": _("I’m ready"),
        "ready_ask": _("The table is full. Will you play?"),
        "ready_wait": _("Waiting for players who aren’t here yet:"),
        "not_ready": _("not ready"),
        "seat_lost": _("You were away when the table filled up, so you lost your seat."),
    }
