"""A league's own rule sets: who keeps, changes and removes them, and what their JSON may be."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine import PRESETS, RuleSet, preset
from games.tables.texts import shared_rules
from games.tables.texts.shared_rules import read_shared, to_share
from spades_site.common.errors import Refused
from tests.leagues.members import add
from tests.support.audited import entries_about
from tournaments.leagues import rule_sets, services
from tournaments.leagues.models import KeptRules, League

pytestmark = pytest.mark.django_db
JJDD = {"preset": "jjdd_350", "min_side_bid": 5, "set_limit": 3}


@pytest.fixture
def club(member: Callable[..., Any]) -> League:
    """Ann's league, of which ben is a member."""
    made = services.create_league(by=member("ann"), name="Club")
    add(made, member("ben"))
    return made


def refused(call: Callable[..., Any], **arguments: Any) -> tuple[str, str]:
    """Return the code and the sentence of a refusal, having seen that it changed nothing."""
    before = list(KeptRules.objects.order_by("pk").values_list())
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert list(KeptRules.objects.order_by("pk").values_list()) == before
    return refusal.value.code, str(refusal.value)


def keep(club: League, name: str = "Our JJDD", rules: Any = JJDD, **more: Any) -> KeptRules:
    return rule_sets.keep_rules(
        **{"league_id": club.pk, "by": club.created_by, "name": name, "rules": rules, **more}
    )


def test_rules_are_kept_changed_and_removed(club: League) -> None:
    whole = preset("jjdd_350", min_side_bid=5, set_limit=3).to_dict()
    kept = keep(club, "  Our   JJDD ", whole)
    assert (kept.name, kept.rules) == ("Our JJDD", JJDD)
    assert kept.rule_set == RuleSet.from_dict(whole)
    assert keep(club) == kept
    assert KeptRules.objects.count() == 1
    by: dict[str, Any] = {"league_id": club.pk, "by": club.created_by, "rules_id": kept.pk}
    for _twice in range(2):
        changed = rule_sets.change_kept_rules(**by, name="OUR JJDD", rules={"preset": "jjdd_350"})
    assert (changed.pk, changed.name, changed.rules) == (
        kept.pk,
        "OUR JJDD",
        {"preset": "jjdd_350"},
    )
    for _twice in range(2):
        rule_sets.remove_kept_rules(**by)
    assert not KeptRules.objects.exists()
    assert [one.verb for one in entries_about(club)][:3] == [
        "league.kept_rules_removed", "league.kept_rules_changed", "league.rules_kept",
    ]  # fmt: skip


def test_a_name_is_once_in_a_league_however_it_is_written(
    club: League, member: Callable[..., Any]
) -> None:
    keep(club, "Straße")
    assert refused(keep, club=club, name="STRASSE") == (
        "rules_name_taken",
        "The league already has a rule set called “STRASSE”. Choose another name.",
    )
    other = keep(club, "Other")
    by: dict[str, Any] = {"league_id": club.pk, "by": club.created_by, "rules_id": other.pk}
    change = rule_sets.change_kept_rules
    assert refused(change, **by, name="strasse", rules=JJDD)[0] == "rules_name_taken"
    theirs = services.create_league(by=member("cid"), name="Theirs")
    assert keep(theirs, "STRASSE").name == "STRASSE"


def test_only_an_organizer_of_the_league_changes_them(
    club: League, member: Callable[..., Any]
) -> None:
    kept, ben, cid = keep(club), club.memberships.get(user__username="ben").user, member("cid")
    theirs = services.create_league(by=cid, name="Theirs")
    for by in (ben, cid):
        said: dict[str, Any] = {"league_id": club.pk, "by": by}
        named: dict[str, Any] = {"name": "New", "rules": {"preset": "whiz"}}
        calls = (
            (rule_sets.keep_rules, named),
            (rule_sets.change_kept_rules, {**named, "rules_id": kept.pk}),
            (rule_sets.remove_kept_rules, {"rules_id": kept.pk}),
        )
        for call, more in calls:
            assert refused(call, **said, **more)[0] == "not_organizer"
    mine: dict[str, Any] = {"league_id": theirs.pk, "by": cid, "rules_id": kept.pk}
    assert (
        refused(rule_sets.change_kept_rules, **mine, name="New", rules=JJDD)[0] == "unknown_rules"
    )
    rule_sets.remove_kept_rules(**mine)
    assert KeptRules.objects.get() == kept


def test_a_league_keeps_so_many(club: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_sets, "MOST", 2)
    for name in ("One", "Two"):
        keep(club, name)
    assert refused(keep, club=club, name="Three") == (
        "too_many_rule_sets",
        "A league keeps at most 2 rule sets. Remove one first.",
    )
    assert keep(club, "Two").name == "Two"


def test_rules_that_cannot_be_played_are_refused(club: League) -> None:
    assert refused(keep, club=club, rules={"preset": "whiz", "target": "much"}) == (
        "rules_wrong",
        "“Play to” must be a whole number from 1 to 100000, or null.",
    )
    assert refused(keep, club=club, name="x")[0] == "name_short"


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_shared_rules_are_read_back(key: str) -> None:
    rules = preset(key, boston_bonus=100)
    text = to_share("Straße", rules)
    assert read_shared(text) == ("Straße", rules)
    assert json.loads(text) == {
        "format": "spades-rules/1", "name": "Straße", "rules": {"preset": key, "boston_bonus": 100},
    }  # fmt: skip
    assert read_shared(json.dumps(rules.to_record())) == ("", rules)
    nameless = {**rules.to_dict(), "preset": ""}
    assert shared_rules.as_house_rules(RuleSet.from_dict(nameless)) == {
        "preset": key, "boston_bonus": 100,
    }  # fmt: skip


NO_JSON = "This isn’t JSON. Copy the whole text, from the first brace to the last."
NO_OBJECT = 'The JSON must be an object, such as {"rules": {"preset": "bicycle_4"}}.'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", NO_JSON),
        ("{", NO_JSON),
        ("[" * 5000, NO_JSON),
        ("1" * 5000, NO_JSON),
        (" " * 8001, "A rule set’s JSON has at most 8000 characters. This text is longer."),
        ("[]", NO_OBJECT),
        ("{}", NO_OBJECT),
        ("null", NO_OBJECT),
        ('{"format": "spades-record/1", "rules": {}}', "The format “spades-record/1” is unknown here. It must be “spades-rules/1”."),
        ('{"format": "spades-rules/1"}', "The rules are missing. Put them under “rules”."),
        ('{"rules": {"preset": "whiz"}, "name": 7}', "The name must be a text."),
        ('{"rules": {"preset": "whiz"}, "by": 7}', "A rule set’s JSON has no part called “by”, only: format, name, rules."),
        ('{"rules": 7}', "Rules must be an object of fields, like {\"preset\": …}."),
        ('{"preset": "whist"}', "There is no preset called “whist”."),
        ('{"preset": "whiz", "ruffs": 1}', "There is no rule called “ruffs”. Correct its name, or leave it out."),
        ('{"preset": "whiz", "target": NaN}', "target must be a whole number from 1 to 100000, or null."),
        ('{"preset": "whiz", "nil": true}', "nil must be a whole number from 1 to 1000, or null."),
        ('{"preset": "whiz", "spade_lead": "never"}', "spade_lead can’t be “never”. Choose one of: after_break, only_when_void, anytime."),
    ],
)  # fmt: skip
def test_json_that_is_no_rule_set_says_why(text: str, sentence: str) -> None:
    assert refused(read_shared, text=text) == ("rules_wrong", sentence)
