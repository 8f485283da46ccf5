"""Rule sets as JSON that people pass on: a preset, what differs from it, and a name."""

import json
from typing import Any

from django.utils.translation import gettext as _

from games.engine import PRESETS, InconsistentRules, RuleSet
from games.engine.cards import printable
from games.engine.rule_sentence import nearest_preset
from games.engine.rules import FIELD_NAMES
from spades_site.common.errors import Refused
from spades_site.common.translation import translate

FORMAT = "spades-rules/1"
LONGEST = 8000
"""The most characters of such a text."""
_PARTS = ("format", "name", "rules")


def as_house_rules(rules: RuleSet) -> dict[str, Any]:
    """Return the nearest preset's key, and the fields in which the rules differ from it."""
    plain = nearest_preset(rules)
    usual = PRESETS[plain.preset].to_dict()
    differs = {name: value for name, value in rules.to_dict().items() if value != usual[name]}
    differs.pop("preset", None)
    return {"preset": plain.preset, **differs}


def to_share(name: str, rules: RuleSet) -> str:
    """Return the JSON of a rule set."""
    shared = {"format": FORMAT, "name": name, "rules": as_house_rules(rules)}
    return json.dumps(shared, ensure_ascii=False, indent=2)


def read_shared(text: str) -> tuple[str, RuleSet]:
    """Return the name and the rules of such a JSON; "" and the rules of the rules alone.

    Raises Refused "rules_wrong", with a sentence that names fields as the JSON does.
    """
    if len(text) > LONGEST:
        raise _wrong(
            _("A rule set’s JSON has at most %(most)d characters. This text is longer.")
            % {"most": LONGEST}
        )
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise _wrong(
            _("This isn’t JSON. Copy the whole text, from the first brace to the last.")
        ) from None
    name, rules = _parts_of(given)
    unknown = sorted(set(rules) - set(FIELD_NAMES)) if isinstance(rules, dict) else []
    if unknown:
        raise _wrong(
            _("There is no rule called “%(name)s”. Correct its name, or leave it out.")
            % {"name": printable(unknown[0])}
        )
    try:
        return name, RuleSet.from_dict(rules)
    except InconsistentRules as mistake:
        raise _wrong(translate(mistake.sentence)) from mistake


def _parts_of(given: Any) -> tuple[str, Any]:
    """Return the name and the rules of parsed JSON."""
    if not isinstance(given, dict) or not given:
        raise _wrong(_('The JSON must be an object, such as {"rules": {"preset": "bicycle_4"}}.'))
    if not set(given) & set(_PARTS):
        return "", given
    for part in given:
        if part not in _PARTS:
            raise _wrong(
                _("A rule set’s JSON has no part called “%(part)s”, only: %(parts)s.")
                % {"part": printable(part), "parts": ", ".join(_PARTS)}
            )
    if given.get("format", FORMAT) != FORMAT:
        raise _wrong(
            _("The format “%(format)s” is unknown here. It must be “%(known)s”.")
            % {"format": printable(given["format"]), "known": FORMAT}
        )
    if "rules" not in given:
        raise _wrong(_("The rules are missing. Put them under “rules”."))
    name = given.get("name", "")
    if not isinstance(name, str):
        raise _wrong(_("The name must be a text."))
    return name, given["rules"]


def _wrong(sentence: str) -> Refused:
    return Refused("rules_wrong", sentence)
