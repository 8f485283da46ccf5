"""Organizers' and arbiters' decisions about matches. `advance` records the results of tables."""

from tournaments.events.actions.decisions.checks import version_of
from tournaments.events.actions.decisions.replays import (
    may_replay,
    replay_from_hand,
    replay_match,
    replayable_hands,
    why_not_replay,
    why_not_replay_from,
)
from tournaments.events.actions.decisions.scores import Given, enter_score, may_enter
from tournaments.events.actions.decisions.settling import CORRECTED
from tournaments.events.actions.decisions.undoing import undo_decision, undo_replay, undoable
from tournaments.events.actions.decisions.verdicts import (
    Verdict,
    decide_match,
    may_decide,
    why_not_decide,
)

__all__ = [
    "CORRECTED",
    "Given",
    "Verdict",
    "decide_match",
    "enter_score",
    "may_decide",
    "may_enter",
    "may_replay",
    "replay_from_hand",
    "replay_match",
    "replayable_hands",
    "undo_decision",
    "undo_replay",
    "undoable",
    "version_of",
    "why_not_decide",
    "why_not_replay",
    "why_not_replay_from",
]
