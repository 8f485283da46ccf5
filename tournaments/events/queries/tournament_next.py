"""The next step of a tournament, as its page and lists show it."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.events.core.state import OPEN, check_in_opens
from tournaments.events.models import (
    Round,
    Status,
    Tournament,
)
from tournaments.events.queries.view_models import Next
from tournaments.events.setup.schedule import next_time


def next_of(tournament: Tournament, rounds: Sequence[Round], at: datetime) -> Next:
    """Return the next step of a tournament at `at`, from loaded rows."""
    params = {"name": tournament.winner.played_as if tournament.winner else ""}
    if tournament.status == Status.RUNNING:
        planned = max(len(rounds), tournament.rounds_planned or 0)
        if tournament.confirm_draws and all(one.status == Round.Status.DONE for one in rounds):
            number = len(rounds) + 1
            sentence = _("The organizer has yet to confirm the draw of round %(number)d.")
            due = next_time(tournament, rounds, at)
            return Next("draw_waits", sentence % {"number": number}, due)
        return _next_round(tournament, rounds, planned, at)
    if tournament.status == Status.REGISTRATION and tournament.check_in_minutes:
        return Next("check_in_opens", _("Check-in opens."), check_in_opens(tournament))
    if tournament.status in OPEN:
        return Next("starts", _("The tournament starts."), tournament.starts_at)
    sentences = {
        Status.DRAFT: _("A draft: only its organizers can see it."),
        Status.ANNOUNCED: _("Registration opens."),
        Status.PAUSED: _("Paused: the next round waits."),
        Status.FINISHED: _("%(name)s won the tournament.") % params
        if tournament.winner
        else _("It is over, and nobody has won."),
        Status.CANCELLED: _("The tournament was cancelled."),
    }
    return Next(str(tournament.status), sentences[Status(tournament.status)])


def _arena(until: datetime, at: datetime) -> Next:
    if until > at:
        return Next("arena_open", _("The arena is open. It pairs until:"), until)
    return Next("arena_closing", _("The arena’s time is over. The games in play still count."))


def _next_round(
    tournament: Tournament, rounds: Sequence[Round], planned: int, at: datetime
) -> Next:
    latest = [each for each in rounds if each.status == Round.Status.PLAYING][-1:]
    for round_ in latest or rounds:
        params = {"number": round_.number, "rounds": planned}
        if round_.status == Round.Status.PLAYING:
            if round_.pairs_until is not None:
                return _arena(round_.pairs_until, at)
            sentence = _("Round %(number)d of %(rounds)d is in play.")
            following = next_time(tournament, rounds, at)
            if round_.closes_at is not None and round_.closes_at > at:
                following = round_.closes_at
                sentence = _("Round %(number)d of %(rounds)d is in play. Its window closes:")
            elif following is not None:
                sentence = _("Round %(number)d of %(rounds)d is in play. The next one begins:")
            return Next("round_in_play", sentence % params, following)
        if round_.status == Round.Status.CONFIRMED and round_.starts_at is not None:
            sentence = _("Round %(number)d of %(rounds)d begins.") % params
            return Next("round_starts", sentence, round_.starts_at)
    return Next("round_in_play", _("The last round is over."))
