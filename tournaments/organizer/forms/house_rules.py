"""The rules with which a tournament's form begins: a preset, and what a plan has beyond it."""

from collections.abc import Mapping
from typing import Any

from games import engine
from tournaments.events.setup.team_matches import SETTLED

ELSEWHERE = frozenset({"preset", "max_hands", "target", "revoke"})
"""Rules that other fields set, or that are fixed in tournaments."""


def kept_rules(
    rules: Mapping[str, Any], *, shared: bool = False, is_team: bool = False
) -> dict[str, Any]:
    """Return the preset and what differs from it; nothing without a preset.

    Changes required by `shared` deals and team matches aren't house rules.
    """
    own = engine.PRESETS.get(rules.get("preset", ""))
    if own is None:
        return {}
    plain = own.to_dict()
    dropped = SETTLED if is_team else engine.EARLY_ENDS if shared else ()
    differs = {
        name: value
        for name, value in rules.items()
        if name not in ELSEWHERE and name not in dropped and plain.get(name) != value
    }
    return {"preset": own.preset, **differs}
