"""Which format can follow on which, and what the entries can bring along; what can't be is said with what would work."""

from django.utils.translation import gettext as _

from tournaments.events.plan.choices import INDIVIDUAL, KNOCK_OUTS, Carry, Format

SECOND = (
    str(Format.KNOCK_OUT),
    str(Format.DOUBLE_KNOCK_OUT),
    str(Format.SWISS),
    str(Format.ROUND_ROBIN),
    str(Format.ROTATION),
    str(Format.SOLO),
)
"""Formats of a second stage."""


def why_not_after(first: str, then: str) -> str:
    """Return why the format `then` can't follow on `first`, and what would work; "" where it can."""
    if then == Format.GROUPS:
        return _(
            "Groups need a stage after them for their best, and there are at most two stages. "
            "Start with the groups, or choose a round robin as second stage."
        )
    if then not in SECOND:
        titles = ", ".join(str(Format(value).label) for value in SECOND)
        return _("There is no such second stage. Choose one of: %(all)s.") % {"all": titles}
    if first in INDIVIDUAL and then in INDIVIDUAL and first != then:
        return _(
            "A rotation needs rules for two partnerships, solo tables need rules by which "
            "everybody plays alone. Choose the same format again."
        )
    if first in INDIVIDUAL and then not in INDIVIDUAL:
        return _(
            "In the first stage everybody plays alone, and this format needs sides that stay "
            "together. Choose the same format again, or no second stage."
        )
    if then in INDIVIDUAL and first not in INDIVIDUAL:
        return _(
            "In the first stage sides stay together, and in this format everybody plays alone. "
            "Choose a knock-out, a double elimination, a Swiss or a round robin."
        )
    return ""


def why_not_carried(first: str, then: str, carry: str) -> str:
    """Return why entries can't bring that along from `first` into `then`, and what would work; "" where they can."""
    if carry not in Carry.values:
        titles = ", ".join(str(label) for label in Carry.labels)
        return _("Choose one of: %(all)s.") % {"all": titles}
    if not carry:
        return ""
    if then in KNOCK_OUTS:
        return _(
            "In a knock-out only the winner of each match counts. Carry nothing over, or choose "
            "a Swiss or a round robin for the second stage."
        )
    if first in KNOCK_OUTS:
        return _(
            "A knock-out gives places, not points that could be carried over. Choose nothing "
            "here, or start with a round robin, groups or a Swiss."
        )
    if first in INDIVIDUAL and carry == Carry.BETWEEN:
        return _(
            "Where opponents change at a table, there are hardly any results between qualifiers "
            "alone. Choose nothing, or all points."
        )
    return ""
