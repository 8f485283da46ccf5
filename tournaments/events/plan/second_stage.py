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
            "Groups need a stage after them in which their best meet, and there are two at most. Begin"
            " with the groups, or let a round robin follow."
        )
    if then not in SECOND:
        titles = ", ".join(str(Format(value).label) for value in SECOND)
        return _("There is no such second stage. Choose one of: %(all)s.") % {"all": titles}
    if first in INDIVIDUAL and then in INDIVIDUAL and first != then:
        return _(
            "A rotation is played by rules for two partnerships, solo tables by rules for each alone."
            " Let the same format follow."
        )
    if first in INDIVIDUAL and then not in INDIVIDUAL:
        return _(
            "In the first stage everybody plays alone, and this one is for sides that stay. Let the"
            " same format follow, or leave the second stage out."
        )
    if then in INDIVIDUAL and first not in INDIVIDUAL:
        return _(
            "In the first stage sides stay together, and in this one everybody plays alone. Choose a"
            " knock-out, a double elimination, a Swiss or a round robin."
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
            "In a knock-out nothing counts but who wins a match. Let them bring nothing along, or"
            " choose a Swiss or a round robin for the second stage."
        )
    if first in KNOCK_OUTS:
        return _(
            "A knock-out gives places and no points to bring along. Choose nothing here, or begin with"
            " a round robin, groups or a Swiss."
        )
    if first in INDIVIDUAL and carry == Carry.BETWEEN:
        return _(
            "Where the others at a table change there are hardly results among those alone who go on."
            " Choose nothing, or all their points."
        )
    return ""
