"""What a tournament's settings are, by name: as their columns say (`models/settings.py`)."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext as _

from games.engine import InconsistentRules, RuleSet
from games.engine.rule_fields import FieldName, FieldValue
from games.engine.sentences import message
from games.tables.texts.rules import why_not
from tournaments.events.models import Tournament
from tournaments.events.models.settings import Settings
from tournaments.events.setup.proposal_fields import Note


def column(name: str) -> "models.Field[Any, Any]":
    """Return the column of a setting."""
    found: models.Field[Any, Any] = Tournament._meta.get_field(name)  # type: ignore[assignment]
    return found


def bounds(name: str) -> tuple[int, int]:
    """Return the least and the most that a setting may be. Raises KeyError if its column has no bounds."""
    _name, _path, _args, declared = column(name).deconstruct()
    limits = {type(one): one.limit_value for one in declared["validators"]}
    return limits[MinValueValidator], limits[MaxValueValidator]


def _has_bounds(one: "models.Field[Any, Any]") -> bool:
    return isinstance(one, models.IntegerField) and "validators" in one.deconstruct()[3]


LIMITS = {
    one.name: bounds(one.name) for one in Tournament._meta.concrete_fields if _has_bounds(one)
}
"""The least and the most of every whole number that an organizer chooses."""
STORED = tuple(
    one.name for one in Settings._meta.local_concrete_fields if one.name != "round_times"
)
"""The settings that a proposal and a tournament store alike."""
CHOICES = {name: dict(column(name).flatchoices) for name in STORED if column(name).choices}


def check_settings(proposal: Any, note: Note) -> None:
    """Report the settings that are out of their bounds, or none of their choices."""
    for name, (least, most) in LIMITS.items():
        value = getattr(proposal, name)
        if value is not None and not least <= value <= most:
            note(
                name,
                _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
    for name, titles in CHOICES.items():
        if getattr(proposal, name) not in titles:
            note(name, _("Choose one of: %(all)s.") % {"all": ", ".join(map(str, titles.values()))})


def check_winner(rules: RuleSet, note: Note) -> None:
    """Report rules under which the lowest total wins."""
    if rules.winner == "lowest":
        note(
            "rules",
            _(
                "In tournaments and leagues the highest total wins, because tie-breaks count points. Choose other rules."
            ),
        )


def check_thrown_in(rules: RuleSet, note: Note) -> None:
    """Report rules by which hands are thrown in, for tables that share their deals."""
    if not rules.throws_in:
        return
    name = "throw_in" if rules.throw_in != "never" else "throw_in_below"
    sentence = message(
        "Tables that share their deals must play the same hands, so none is thrown in. Set %(field)s to “%(off)s”.",
        field=FieldName(name),
        off=FieldValue.of("throw_in", "never") if name == "throw_in" else 0,
    )
    note("rules", why_not(InconsistentRules((name,), sentence)))
