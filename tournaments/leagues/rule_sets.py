"""A league's own rule sets: its organizers name and keep them, and whatever begins with one has a copy."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.engine import InconsistentRules, RuleSet
from games.tables.hooks import OwnRules
from games.tables.texts.rules import why_not
from games.tables.texts.shared_rules import as_house_rules, read_shared
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.folding import is_taken
from spades_site.common.text import clean_name
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import KeptRules, League
from tournaments.leagues.permissions import require_organizer

MOST = 50
"""How many rule sets a league keeps."""


def keep_rules(*, league_id: int, by: User, name: str, rules: Mapping[str, Any]) -> KeptRules:
    """Keep rules under a name in a league: a preset and house rules, or every field. Repeating it returns the first one.

    Raises Refused: "not_organizer", "rules_wrong", "rules_name_taken", "too_many_rule_sets", and what `clean_name` refuses.
    """
    name, stored = clean_name(name, what=_("The rule set’s name")), checked_rules(rules)
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        same = league.kept_rules.filter(name=name, rules=stored).first()
        if same is not None:
            return same
        if league.kept_rules.count() >= MOST:
            raise Refused(
                "too_many_rule_sets",
                _("A league keeps at most %(most)d rule sets. Remove one first.") % {"most": MOST},
            )
        _refuse_taken(league, name)
        made = KeptRules.objects.create(league=league, name=name, rules=stored)
        audit.record(actor=by, verb="league.rules_kept", subject=league, name=name)
    return made


def import_rules(*, league_id: int, by: User, text: str, name: str = "") -> KeptRules:
    """Keep the rules of a JSON that somebody shared, under the name in it unless another is given.

    Raises Refused as `read_shared` and `keep_rules` do.
    """
    theirs, rules = read_shared(text)
    return keep_rules(league_id=league_id, by=by, name=name or theirs, rules=rules.to_dict())


def change_kept_rules(
    *, league_id: int, by: User, rules_id: int, name: str, rules: Mapping[str, Any]
) -> KeptRules:
    """Change a kept rule set's name and rules. What began with it keeps the rules that it had.

    Raises Refused: "unknown_rules", and as `keep_rules` does.
    """
    name, stored = clean_name(name, what=_("The rule set’s name")), checked_rules(rules)
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        kept = league.kept_rules.filter(pk=rules_id).first()
        if kept is None:
            raise Refused(
                "unknown_rules", _("There is no such rule set. It may have been removed.")
            )
        _refuse_taken(league, name, kept.pk)
        before = {"name": kept.name, "rules": kept.rules}
        if made := audit.changes(before, {"name": name, "rules": stored}):
            kept.name, kept.rules = name, stored
            kept.save()
            audit.record(
                actor=by,
                verb="league.kept_rules_changed",
                subject=league,
                name=before["name"],
                **made,
            )
    return kept


def remove_kept_rules(*, league_id: int, by: User, rules_id: int) -> None:
    """Remove a kept rule set; what began with it keeps its rules. Does nothing without one. Raises Refused "not_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        kept = league.kept_rules.filter(pk=rules_id).first()
        if kept is None:
            return
        audit.record(
            actor=by, verb="league.kept_rules_removed", subject=league, name=kept.name,
            before={"rules": kept.rules}, after={"rules": {}},
        )  # fmt: skip
        kept.delete()


def checked_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return rules as a league stores them: a preset, and what differs from it. Raises Refused "rules_wrong"."""
    try:
        return as_house_rules(RuleSet.from_dict(rules))
    except InconsistentRules as mistake:
        raise Refused("rules_wrong", why_not(mistake)) from mistake


def own_rules_of(leagues: QuerySet[Any]) -> list[OwnRules]:
    """Return the rule sets that these leagues keep as choices, by league and name. One query."""
    kept = KeptRules.objects.filter(league__in=leagues.order_by().values("pk"))
    rows = kept.select_related("league").order_by("league__name", "league", "folded_name")
    return [OwnRules(one.key, one.name, one.league.name, one.rule_set) for one in rows]


def own_rules_in(league: League) -> list[OwnRules]:
    """Return the rule sets that a league keeps as choices."""
    return own_rules_of(League.objects.filter(pk=league.pk))


def own_rules_of_member(user_id: int) -> list[OwnRules]:
    """Return the rule sets of a member's leagues as choices for their tables."""
    return own_rules_of(League.objects.filter(memberships__user_id=user_id, hidden_at=None))


def _refuse_taken(league: League, name: str, but: int = 0) -> None:
    """Raise Refused "rules_name_taken" if another of the league's rule sets has this name."""
    if is_taken(league.kept_rules.exclude(pk=but), name):
        raise Refused(
            "rules_name_taken",
            _("The league already has a rule set called “%(name)s”. Choose another name.")
            % {"name": name},
        )
