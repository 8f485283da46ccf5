"""How matches are played: their rules, clock and time limit, of a tournament or of one of its stages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final

from games.engine import RuleSet
from tournaments.events.plan.stages import StagePlan
from tournaments.formats.kinds import USUAL_GAME_MINUTES, USUAL_HAND_MINUTES

CLOCK: Final = ("turn_seconds", "bank_seconds", "match_minutes")
OF_MATCHES: Final = ("rules", "match_hands", "match_target", *CLOCK)
"""The fields of StagePlan in which a stage's matches can differ from the tournament's."""

POINTS_A_HAND: Final = 50
"""An estimate of how many points bring a game nearer to its target in a hand."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """`rules` is a whole rule set, with the match's number of hands or target; `match_minutes` None: no limit."""

    rules: Mapping[str, Any]
    turn_seconds: int
    bank_seconds: int
    match_minutes: int | None

    @property
    def rule_set(self) -> RuleSet:
        """Return the rules of a game."""
        return RuleSet.from_dict(self.rules)

    @property
    def game_minutes(self) -> int:
        """Return about how many minutes a game takes."""
        hands, target = self.rules.get("max_hands"), self.rules.get("target")
        if hands is None and target:
            hands = ceil(target / POINTS_A_HAND)
        usual = USUAL_GAME_MINUTES if hands is None else hands * USUAL_HAND_MINUTES
        if self.match_minutes is None:
            return usual
        return min(usual, self.match_minutes + USUAL_HAND_MINUTES)

    def of_stage(self, plan: StagePlan) -> "MatchTerms":
        """Return the terms of a stage's matches: the plan's own, and these for what it leaves open."""
        rules = dict(self.rules)
        if plan.rules is not None:
            rules = RuleSet.from_dict(plan.rules).to_record()
        if plan.match_hands is not None:
            rules["max_hands"] = plan.match_hands
        elif plan.match_target is not None:
            # A game to a target isn't also of a number of hands.
            rules |= {"target": plan.match_target, "max_hands": None}
        own = {name: value for name in CLOCK if (value := getattr(plan, name)) is not None}
        if "match_minutes" in own:
            own["match_minutes"] = own["match_minutes"] or None
        return replace(self, rules=rules, **own)


def has_own_terms(plan: StagePlan) -> bool:
    """Return whether a stage's matches differ from the tournament's in rules, length or clock."""
    return any(getattr(plan, name) is not None for name in OF_MATCHES)
