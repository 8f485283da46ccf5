"""A tournament's conditions beside its format and rules: eligibility, start of rounds, handling of problems."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.models import Tournament
from tournaments.events.models.settings import Timing, Where
from tournaments.events.setup import match_times, timetable
from tournaments.events.setup.proposal_fields import Note, Proposal
from tournaments.events.setup.settings import STORED, bounds


def check_conditions(proposal: Proposal, note: Note, rounds: Callable[[], int]) -> None:
    """Report mistakes in a proposal's conditions to `note` (field, sentence); `rounds()` returns the number of rounds
    with all places filled.
    """
    bound = proposal.facts.most
    if bound is not None and proposal.max_entries > bound and not proposal.is_individual:
        note(
            "max_entries",
            _("In this format at most %(most)d can play. Allow fewer, or choose a Swiss.")
            % {"most": bound},
        )
    _check_room(proposal, note)
    _check_conduct(proposal, note)
    _check_ratings(proposal, note)
    _check_late(proposal, note)
    if proposal.teams_apart and not any(plan.facts.keeps_apart for plan in proposal.stages):
        note(
            "teams_apart",
            _("Only a Swiss can keep a team’s players apart. Choose one, or turn this off."),
        )
    elif proposal.teams_apart and proposal.league is None:
        note("teams_apart", _("Teams belong to a league. Choose the league, or turn this off."))
    formats = [plan.facts for plan in proposal.stages]
    alone = len(formats) == 1 and formats[0].pairs_each_round
    if proposal.postpone_days and not (alone or all(one.matches_can_wait for one in formats)):
        note(
            "postpone_days",
            _(
                "Only in a round robin, in groups and in a Swiss without a further stage can matches be postponed:"
                " elsewhere the next round needs their results. Enter 0."
            ),
        )
    timetable.check(proposal, note, rounds)
    match_times.check(proposal, note, rounds)


def _check_late(proposal: Proposal, note: Note) -> None:
    """Check late entry: if the first draw determines everything, a late entry can only replace a bye, while round 1 is
    in play.
    """
    if not proposal.late_until_round or proposal.facts.late_entries_join_next_round:
        return
    if proposal.comparison:
        note(
            "late_until_round",
            _(
                "In this format a late entry would join a round in progress, and its deals are the "
                "same at all tables. Enter 0, or choose a Swiss, a rotation or solo tables."
            ),
        )
    elif proposal.late_until_round > 1:
        note(
            "late_until_round",
            _(
                "In this format late entries can only replace a bye during round 1. Enter 1 or 0, "
                "or choose a Swiss, a rotation or solo tables."
            ),
        )


def _check_room(proposal: Proposal, note: Note) -> None:
    if proposal.where != Where.ROOM:
        return
    if proposal.league is None:
        note(
            "where",
            _("People without an account belong to a league. Choose the league, or play online."),
        )
    elif proposal.is_team or proposal.comparison:
        note(
            "where",
            _(
                "Tables in a room can’t share deals. Turn shared deals and teams off, or play online."
            ),
        )
    elif proposal.bot_accounts:
        note("bot_accounts", _("Programs can’t hold real cards. Turn this off, or play online."))


def _check_conduct(proposal: Proposal, note: Note) -> None:
    points = proposal.conduct_points
    if points is None:
        return
    if proposal.timing != Timing.WINDOWS:
        note(
            "conduct_points",
            _("Late answers and no-shows are counted in windows. Choose them, or leave it empty."),
        )
        return
    least, most = bounds("conduct_points")
    if not least <= points <= most or round(points, 2) != points:
        note(
            "conduct_points",
            _("Choose from 0 to %(most)d points, with at most two decimals.") % {"most": most},
        )


def _check_ratings(proposal: Proposal, note: Note) -> None:
    low, high = proposal.rating_min, proposal.rating_max
    if low is not None and high is not None and low > high:
        note("rating_max", _("The highest rating is below the lowest. Raise it, or leave it out."))


def stored_conditions(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament's conditions as the fields of a proposal."""
    return {
        **{name: getattr(tournament, name) for name in STORED},
        "round_times": tuple(timetable.listed(tournament)),
    }


def take_over(tournament: Tournament, proposal: Proposal) -> None:
    """Copy a checked proposal's conditions to the tournament; the caller saves."""
    for name in STORED:
        setattr(tournament, name, getattr(proposal, name))
    # An organizer enters the teams before the start.
    tournament.waiting_list = proposal.waiting_list and not proposal.is_team
    tournament.round_times = [moment.isoformat() for moment in proposal.round_times]
