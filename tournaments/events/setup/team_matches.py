"""Tournaments of teams, and victory points: the rules, the policy, and what goes together with them."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from tournaments.events.plan.choices import Format
from tournaments.standings import Policy

Note = Callable[[str, str], None]
WALKOVER = Decimal(12)
"""The victory points of a side whose opponents don't come, and of a bye in a Swiss."""


def policy_for_victory_points(policy: Policy, format_: str) -> Policy:
    """Return a policy whose points fit the scale of 0 to 20 of matches that are played; its tie-breaks stay."""
    return replace(
        policy,
        win=Decimal(20),
        draw=Decimal(10),
        loss=Decimal(0),
        bye=WALKOVER if format_ == Format.SWISS else Decimal(0),
        half_bye=Decimal(10),
        zero_bye=Decimal(0),
        forfeit_win=WALKOVER,
        forfeit_loss=Decimal(0),
    )
