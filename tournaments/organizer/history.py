"""The audit log of a tournament as text."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.models import AuditEntry

WORDS = {
    "tournament.created": _("created the draft"),
    "tournament.deleted": _("deleted the draft"),
    "tournament.edited": _("changed it"),
    "tournament.changed": _("changed texts, places or times"),
    "tournament.start_moved": _("moved its start"),
    "tournament.announce": _("announced it"),
    "tournament.open_registration": _("opened the registration"),
    "tournament.start": _("started it before its time"),
    "tournament.started": _("drew the rounds and started it"),
    "tournament.pause": _("paused it"),
    "tournament.resume": _("resumed it"),
    "tournament.end": _("ended it"),
    "tournament.reopen": _("let it go on"),
    "tournament.cancel": _("cancelled it"),
    "tournament.cancelled": _("called it off"),
    "tournament.finished": _("closed it after the last round"),
    "tournament.entered": _("entered the tournament"),
    "tournament.partner_accepted": _("accepted a partner’s invitation"),
    "tournament.partner_declined": _("declined a partner’s invitation"),
    "tournament.withdrawn": _("withdrew"),
    "tournament.rejoined": _("took their withdrawal back"),
    "arena.paused": _("takes a break in the arena"),
    "arena.ready": _("is ready again in the arena"),
    "tournament.entry_checked_in": _("checked in for the tournament"),
    "tournament.invitation_declined": _("declined an organizer’s invitation"),
    "tournament.entries_imported": _("imported entries"),
    "tournament.pair_made": _("made a pair of two people"),
    "tournament.pair_split": _("split a pair"),
    "tournament.entry_removed": _("removed an entry"),
    "tournament.entry_restored": _("put an entry back"),
    "tournament.entry_annulled": _("withdrew an entry and annulled its results"),
    "tournament.team_entered": _("entered a team"),
    "tournament.team_changed": _("changed a team"),
    "match.line_up_named": _("named a line-up"),
    "tournament.checked_in": _("checked an entry in"),
    "tournament.paid": _("noted that an entry is paid"),
    "tournament.not_paid": _("noted that an entry isn’t paid"),
    "tournament.check_in_undone": _("took back a check-in"),
    "tournament.let_in": _("let an entry in that had been left out"),
    "tournament.left_out": _("left an entry out that isn’t coming"),
    "tournament.on_the_way": _("noted that an entry is on the way"),
    "tournament.said_on_the_way": _("said that they are on the way"),
    "tournament.stands_by": _("is ready to stand in"),
    "tournament.stands_down": _("is no longer ready to stand in"),
    "tournament.on_the_way_undone": _("took back that an entry is on the way"),
    "tournament.called": _("called absent players"),
    "match.grace_extended": _("let a table wait longer for its players"),
    "match.grace_restored": _("took back that a table waits longer"),
    "match.absence_bot": _("had a table begin with bots for absent players"),
    "match.absence_substitute": _("called in a substitute before the time was over"),
    "match.absence_forfeit": _("had absent players forfeit before the time was over"),
    "tournament.seeded": _("set the seeds"),
    "tournament.promoted": _("gave a free place to the first on the waiting list"),
    "tournament.role_asked": _("asked somebody to help run it"),
    "tournament.role_mailed": _("asked somebody by mail to help run it"),
    "tournament.screen_link_made": _("made a new link to the screen for the wall"),
    "tournament.role_revoked": _("cancelled a mailed invitation to help"),
    "tournament.role_accepted": _("agreed to help run it"),
    "tournament.role_declined": _("declined to help run it"),
    "tournament.role_asked_back": _("cancelled an invitation to help"),
    "tournament.role_changed": _("changed somebody’s role"),
    "tournament.role_ended": _("ended somebody’s role"),
    "tournament.webhook_added": _("added a webhook to %(host)s"),
    "tournament.webhook_removed": _("removed the webhook to %(host)s"),
    "tournament.webhook_on": _("switched the webhook to %(host)s on"),
    "tournament.webhook_off": _("switched the webhook to %(host)s off"),
    "tournament.webhook_secret": _("gave the webhook to %(host)s a new secret"),
    "tournament.role_left": _("gave up their role"),
    "tournament.handed_over": _("handed it over"),
    "tournament.asked": _("invited somebody by name"),
    "tournament.asked_back": _("cancelled an invitation"),
    "round.confirmed": _("confirmed a draw"),
    "round.taken_back": _("took back the draw of a round"),
    "round.swapped": _("swapped two entries in a draw"),
    "round.redrawn": _("redrew a round"),
    "match.decided": _("decided a match"),
    "match.kept_on_pad": _("recorded the score of a table’s pad"),
    "round.digits_renewed": _("gave a round new digits"),
    "round.clock_set": _("set the time of a round"),
    "tournament.cards_made": _("made cards for the room’s tables"),
    "tournament.joined_late": _("accepted a late entry"),
    "tournament.substitute_asked": _("asked somebody to substitute for %(out)s"),
    "tournament.substitute_declined": _("declined to substitute for %(out)s"),
    "tournament.substitute_asked_back": _("cancelled a request to substitute for %(out)s"),
    "tournament.name_linked": _("linked %(out)s to the account of %(name)s"),
    "tournament.substituted": _("replaced %(out)s by a substitute"),
    "tournament.substitution_undone": _("gave a replaced player the place of %(out)s back"),
    "tournament.kept_apart": _("kept two entries apart"),
    "tournament.may_meet": _("allowed two entries to meet again"),
    "tournament.penalized": _("deducted points from an entry"),
    "tournament.penalty_undone": _("restored points"),
    "match.substitute_called": _("called in a substitute for a match"),
    "match.stand_in_asked": _("asked somebody to stand in for a match"),
    "match.stand_in_agreed": _("agreed to stand in for a match"),
    "match.stand_in_cancelled": _("cancelled a stand-in for a match"),
    "match.contested": _("contested a result"),
    "match.dispute_taken_back": _("withdrew that"),
    "match.dispute_rejected": _("let a contested result stand"),
    "match.times_offered": _("offered times for a match"),
    "match.time_agreed": _("agreed on the time of a match"),
    "match.time_declined": _("declined the offered times of a match"),
    "match.offer_withdrawn": _("withdrew the offered times of a match"),
    "match.offer_lapsed": _("let an unanswered offer lapse"),
    "match.time_set": _("set the time of a match"),
    "match.forfeit_claimed": _("claimed the forfeit of a match"),
    "match.claim_approved": _("approved a claimed forfeit"),
    "match.claim_rejected": _("rejected a claimed forfeit"),
    "match.conduct_marked": _("counted a late answer or a no-show"),
    "match.appealed": _("appealed"),
    "match.mark_undone": _("undid a warning or deducted points"),
    "match.mark_stands": _("rejected an appeal"),
    "match.one_more_hand": _("added one more hand to a match"),
    "tournament.moved_up": _("moved an entry up the waiting list"),
    "tournament.move_undone": _("moved an entry back in the waiting list"),
    "tournament.messaged": _("wrote to the players"),
    "match.table_paused": _("paused a table"),
    "match.table_resumed": _("resumed a table"),
    "match.turn_extended": _("gave a turn more time"),
    "match.turn_restored": _("took added time of a turn back"),
    "match.bank_restored": _("took added time of time banks back"),
    "match.player_replaced": _("replaced a player at a table"),
    "match.player_returned": _("gave a replaced player the seat back"),
    "match.take_over_asked": _("asked somebody to take over at a table"),
    "match.bank_filled": _("added to time banks"),
    "match.score_entered": _("entered the score of a match"),
    "match.decision_undone": _("undid a decision about a match"),
    "match.replayed": _("had a match replayed"),
    "tournament.teams_merged": _("merged two teams"),
    "tournament.hidden": _("hid it, as staff of the site"),
    "tournament.shown": _("showed it again, as staff of the site"),
    "tournament.given": _("handed it over, as staff of the site"),
    "match.replayed_from": _("had a game played again from a hand"),
    "match.replay_undone": _("took back that a table plays again from a hand"),
}

MESSAGED = "tournament.messaged"
NAMED = frozenset({*WORDS, "season.pair_entered", "season.team_entered"})
"""Actions whose line names the entry or person that they are about."""

BY_PLAYERS = frozenset(
    f"tournament.{what}"
    for what in (
        *("entered", "partner_accepted", "partner_declined", "withdrawn", "rejoined"),
        *("entry_checked_in", "invitation_declined"),
    )
)
"""Frequent actions of players, left out where only the organizers' latest steps are shown."""


@dataclass(frozen=True)
class LogLine:
    """One action; `what` completes a sentence whose subject is the actor."""

    entry: AuditEntry
    what: str

    @property
    def name(self) -> str:
        """Return the entry or person that the action is about, or the text that was sent; "" if it is the tournament
        itself.
        """
        data = self.entry.data
        return str(data.get("text" if self.entry.verb == MESSAGED else "name", ""))


def in_words(history: Iterable[AuditEntry]) -> list[LogLine]:
    """Return the log's entries with a text for each action; an unknown verb is shown unchanged."""
    return [LogLine(entry, noted(entry, _what(entry))) for entry in history]


def _what(entry: AuditEntry) -> str:
    if entry.verb == MESSAGED:
        return whom(str(entry.data.get("name", "")))
    text = WORDS.get(entry.verb)
    return entry.verb if text is None else str(text) % {"out": gettext("somebody"), **entry.data}


def whom(to: str) -> str:
    """Return to whom a message went, by the short name of its recipients: a round, a match, or everybody."""
    round_, _dot, match = to.partition(".")
    if match:
        return gettext("wrote to the players of match %(match)s in round %(round)s") % {
            "match": match,
            "round": round_,
        }
    if to:
        return gettext("wrote to the players of round %(round)s") % {"round": round_}
    return gettext("wrote to everybody")


def noted(entry: AuditEntry, what: str) -> str:
    """Return the text of an action, with the note that it was about the actor's own side."""
    own = entry.data.get("own_match")
    return gettext("%(what)s (about their own side)") % {"what": what} if own else what
