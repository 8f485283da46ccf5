"""What a league's pages show of its rules: those with which its seasons begin, and the rule sets that it keeps."""

from typing import Any

from django.urls import reverse

from games.engine import PRESETS, RuleSet
from games.engine.rule_sentence import LENGTH
from games.learn.rule_views import explained
from games.tables.rule_forms import as_asked
from games.tables.texts.rules import preset_title, rule_lines, rules_said
from games.tables.texts.shared_rules import to_share
from tournaments.leagues.models import KeptRules, League


def rules_of(league: League) -> dict[str, Any]:
    """Return what the part of the league's page about rules shows."""
    kept = {"kept_rules": list(league.kept_rules.all())}
    if not league.rules:
        return kept
    rules = RuleSet.from_dict(league.rules)
    return kept | {
        "rules_title": rules_said(rules, LENGTH),
        "rules_target": rules.target,
        "rules": rule_lines(rules, PRESETS[rules.preset]),
    }


def page_of_rules(kept: KeptRules) -> dict[str, Any]:
    """Return what the page of a kept rule set shows to everybody who may see it."""
    rules = kept.rule_set
    return {
        **explained(rules),
        "said": rules_said(rules),
        "preset_title": preset_title(rules.preset),
        "differs": [line for line in rule_lines(rules, PRESETS[rules.preset]) if line.differs],
        "json": to_share(kept.name, rules),
        "open_address": reverse("table_open", query=as_asked(rules)),
    }
