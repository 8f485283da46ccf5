"""A tournament's conditions beside its format and rules: eligibility, start of rounds, handling of problems."""

from collections.abc import Callable
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _

from games.bots.levels import RELAXED, STRONG
from tournaments.events.models import Tournament
from tournaments.events.models.settings import NoShow, NoTime, Timing
from tournaments.events.setup import match_times, timetable
from tournaments.events.setup.proposal_fields import Note, Proposal

RATINGS = (100, 4000)
LIMITS: dict[str, tuple[int, int]] = {
    "grace_minutes": (1, 60),
    "dispute_hours": (0, 14 * 24),
    "bots_level": (RELAXED, STRONG),
    "line_up_minutes": (0, 7 * 24 * 60),
    "late_until_round": (0, 30),
    "claim_minutes": (0, 120),
    "offer_hours": (1, 14 * 24),
    "postpone_days": (0, 60),
}
MOST_CONDUCT_POINTS = 100
CHOICES: dict[str, type[TextChoices]] = {"timing": Timing, "no_time": NoTime, "no_show": NoShow}
STORED = (
    "invited_only",
    "bot_accounts",
    "rating_min",
    "rating_max",
    "waiting_list",
    "late_until_round",
    "timing",
    "round_every_minutes",
    "round_zone",
    "default_minutes",
    "offer_hours",
    "postpone_days",
    "no_time",
    "confirm_draws",
    "teams_apart",
    "grace_minutes",
    "claim_minutes",
    "conduct_points",
    "no_show",
    "bots_level",
    "line_up_minutes",
    "dispute_hours",
)
"""Fields copied unchanged from a proposal to a tournament."""


def check_conditions(proposal: Proposal, note: Note, rounds: Callable[[], int]) -> None:
    """Report mistakes in a proposal's conditions to `note` (field, sentence); `rounds()` returns the number of rounds
    with all places filled.
    """
    for name, (least, most) in LIMITS.items():
        if not least <= getattr(proposal, name) <= most:
            note(
                name,
                _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
    for name, choices in CHOICES.items():
        if getattr(proposal, name) not in choices.values:
            titles = ", ".join(str(label) for label in choices.labels)
            note(name, _("Choose one of: %(all)s.") % {"all": titles})
    bound = proposal.facts.most
    if bound is not None and proposal.max_entries > bound and not proposal.is_individual:
        note(
            "max_entries",
            _("In this format at most %(most)d can play. Allow fewer, or choose a Swiss.")
            % {"most": bound},
        )
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


def _check_conduct(proposal: Proposal, note: Note) -> None:
    points = proposal.conduct_points
    if points is None:
        return
    if proposal.timing != Timing.WINDOWS:
        note(
            "conduct_points",
            _("Late answers and no-shows are counted in windows. Choose them, or leave it empty."),
        )
    elif not 0 <= points <= MOST_CONDUCT_POINTS or round(points, 2) != points:
        note(
            "conduct_points",
            _("Choose from 0 to %(most)d points, with at most two decimals.")
            % {"most": MOST_CONDUCT_POINTS},
        )


def _check_ratings(proposal: Proposal, note: Note) -> None:
    least, most = RATINGS
    for name in ("rating_min", "rating_max"):
        value = getattr(proposal, name)
        if value is not None and not least <= value <= most:
            note(
                name,
                _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
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
    tournament.round_times = [moment.isoformat() for moment in proposal.round_times]
