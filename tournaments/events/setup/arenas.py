"""Arenas in a proposal: their time, and conflicts with other settings."""

from django.utils.translation import gettext as _

from tournaments.events.models.settings import Timing
from tournaments.events.plan.match_terms import MatchTerms
from tournaments.events.setup.proposal_fields import Note, Proposal, field_of

LONGEST = 12 * 60
MOST_STREAK = 10


def check_arenas(proposal: Proposal, usual: MatchTerms | None, note: Note) -> None:
    """Report mistakes in a proposal's arenas to `note` (field, sentence); `usual` are the terms of the tournament's
    matches, None if something else is wrong with it.
    """
    arenas = [place for place, plan in enumerate(proposal.stages) if plan.facts.is_continuous]
    if not arenas:
        return
    for place in arenas:
        plan = proposal.stages[place]
        minutes = plan.lasts_minutes if plan.minutes is None else plan.minutes
        game = 1 if usual is None else usual.of_stage(plan).game_minutes
        if minutes > LONGEST:
            sentence = _("An arena lasts %(most)d minutes at most. Choose fewer.")
            note(field_of(place, "minutes"), sentence % {"most": LONGEST})
        elif minutes < game:
            sentence = _(
                "In %(minutes)d minutes there is no time for one game, which takes about %(game)d."
                " Choose more minutes, or fewer hands."
            )
            note(field_of(place, "minutes"), sentence % {"minutes": minutes, "game": game})
        if not 0 <= plan.streak <= MOST_STREAK:
            sentence = _("Choose a number from %(least)d to %(most)d.")
            note(field_of(place, "streak"), sentence % {"least": 0, "most": MOST_STREAK})
        if proposal.is_team:
            note(
                field_of(place, "format"),
                _(
                    "In an arena teams couldn’t name their players before each match. Choose another format."
                ),
            )
    if len(arenas) == len(proposal.stages) and proposal.best_of > 1:
        note("best_of", _("In an arena a match is one game. Choose 1 game."))
    if proposal.timing == Timing.WINDOWS:
        note(
            "timing",
            _("An arena is played in one sitting, so it has no windows. Choose another timing."),
        )
    if proposal.comparison:
        note(
            "comparison",
            _(
                "In an arena tables begin at different times, so they can’t share deals. Leave this out."
            ),
        )
