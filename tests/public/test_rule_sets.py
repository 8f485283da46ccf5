"""The pages of a league's own rule sets: chosen, shared, kept elsewhere, and hidden with their league."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import PRESETS, RuleSet, preset
from games.engine.rule_fields import Texts
from games.engine.rules import RULE_FIELDS
from games.tables.models import Table
from games.tables.rule_forms import filled_in
from tests.leagues.members import add
from tournaments.events.models import Tournament
from tournaments.leagues import rule_sets, services
from tournaments.leagues.models import KeptRules, League, Season

pytestmark = pytest.mark.django_db
JJDD = {"preset": "jjdd_350", "min_side_bid": 5, "set_limit": 3}
SAID = "JJDD to 350, board 5, 3 sets lose"


@pytest.fixture
def club(member: Callable[..., Any]) -> League:
    """Ann's league, of which ben is a member."""
    made = services.create_league(by=member("ann"), name="Club")
    add(made, member("ben"))
    return made


@pytest.fixture
def kept(club: League) -> KeptRules:
    """Its rule set."""
    return rule_sets.keep_rules(league_id=club.pk, by=club.created_by, name="Our JJDD", rules=JJDD)


@pytest.fixture
def ann(club: League, client: Client) -> Client:
    """The organizer's browser."""
    client.force_login(club.created_by)
    return client


def as_sent(values: dict[str, Any]) -> dict[str, Any]:
    """Return a form's initial values as a browser sends them."""
    for name, rule in RULE_FIELDS.items():
        if isinstance(rule, Texts) and isinstance(values.get(name), (list, tuple)):
            values[name] = rule.separator.join(values[name])
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def test_a_rule_set_is_made_from_a_preset_and_copied_from_another(
    ann: Client, club: League
) -> None:
    new = f"{club.get_absolute_url()}rule-sets/new/"
    sent = as_sent(filled_in({"preset": "jjdd_350", "min_side_bid": 5, "set_limit": 3}))
    answer = ann.post(new, {**sent, "name": "Our JJDD"})
    first = KeptRules.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, first.get_absolute_url())
    assert (first.name, first.rules) == ("Our JJDD", JJDD)
    again = ann.post(new, {**sent, "name": "OUR JJDD", "target": "300"})
    assert again.context["form"].errors == {
        "name": ["The league already has a rule set called “OUR JJDD”. Choose another name."]
    }
    form = ann.get(f"{new}?preset={first.key}").context["form"]
    assert (form["preset"].value(), form["min_side_bid"].value(), form.rules_said) == (
        first.key,
        5,
        SAID,
    )
    ann.post(new, {**as_sent(dict(form.initial)), "name": "To 300", "target": "300"})
    assert KeptRules.objects.get(name="To 300").rules == {**JJDD, "target": 300}
    wrong = ann.post(new, {**sent, "name": "Wrong", "bag_limit": "0"})
    assert (wrong.status_code, KeptRules.objects.count()) == (422, 2)


def test_it_is_changed_and_what_began_with_it_is_not(ann: Client, kept: KeptRules) -> None:
    edit = f"{kept.get_absolute_url()}edit/"
    form = ann.get(edit).context["form"]
    assert form["name"].value() == "Our JJDD"
    services.edit_league(
        league_id=kept.league_id, by=kept.league.created_by, name="Club", description="",
        is_public=True, is_open=True, rules=kept.rules,
    )  # fmt: skip
    ann.post(edit, as_sent({**form.initial, "min_side_bid": 6}))
    kept.refresh_from_db()
    assert kept.rules == {**JJDD, "min_side_bid": 6}
    assert League.objects.get().rules == JJDD
    ann.post(f"{kept.get_absolute_url()}remove/")
    assert not KeptRules.objects.exists()


def test_it_is_chosen_for_the_league_a_season_and_a_tournament(
    ann: Client, kept: KeptRules
) -> None:
    slug = kept.league.slug
    edit = ann.get(f"/leagues/{slug}/edit/").context["form"]
    assert ("Club", [(kept.key, "Our JJDD")]) in edit.fields["preset"].choices
    fields = {
        "name": "Club",
        "is_public": "on",
        "is_open": "on",
        "preset": kept.key,
        "filled_from": "",
    }
    assert ann.post(f"/leagues/{slug}/edit/", fields).status_code == 302
    assert League.objects.get().rules == JJDD

    address = f"/organize/leagues/{slug}/seasons/new/pairs/"
    begun = ann.get(address).context["form"]
    sent = as_sent({name: begun[name].value() for name in begun.fields})
    for division in [begun.division_forms.management_form, *begun.division_forms.forms]:
        sent |= {bound.html_name: bound.value() for bound in division}
    sent |= {"name": "Spring", "starts_on": "2031-03-03", "ends_on": "2031-06-30"}
    sent |= {"preset": kept.key}
    answer = ann.post(address, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    assert Season.objects.get().terms["rules"] == JJDD

    address = f"/organize/tournaments/new/?plan=swiss&league={slug}"
    other = services.create_league(by=kept.league.created_by, name="Other")
    rule_sets.keep_rules(league_id=other.pk, by=other.created_by, name="Theirs", rules=JJDD)
    begun = ann.get(address).context["form"]
    families = [name for name, _sets in begun.fields["preset"].choices]
    assert ("Club" in families, "Other" in families) == (True, False)
    values = {name: begun[name].value() for name in begun.fields}
    for stage in [begun.stages.management_form, *begun.stages.forms]:
        values |= {bound.html_name: bound.value() for bound in stage}
    values |= {"preset": kept.key, "match_hands": ""}
    values["starts_at"] = f"{values['starts_at']:%Y-%m-%dT%H:%M}"
    answer = ann.post("/organize/tournaments/new/", as_sent(values))
    assert answer.status_code == 302, answer.context["form"].errors
    rules = RuleSet.from_dict(Tournament.objects.get().rules)
    assert rules == preset("jjdd_350", min_side_bid=5, set_limit=3)


def test_members_open_tables_with_it_and_others_by_its_page(
    client: Client, club: League, kept: KeptRules, member: Callable[..., Any]
) -> None:
    offered = ("Club", [(kept.key, "Our JJDD")])
    assert offered not in client.get("/play/open/").context["form"].fields["preset"].choices
    page = client.get(kept.get_absolute_url())
    assert page.context["said"] == SAID
    assert [line.label for line in page.context["differs"]] == [
        "Minimum contract of a side", "Game lost by sets, in all",
    ]  # fmt: skip
    assert client.get(page.context["open_address"]).context["form"].rules_said == SAID
    client.force_login(club.memberships.get(user__username="ben").user)
    assert offered in client.get("/play/open/").context["form"].fields["preset"].choices
    sent = {
        "preset": kept.key,
        "filled_from": "cardgames_io",
        "visibility": "link",
        "pace": "20+120",
    }
    renewed = client.get("/play/open/", sent, headers={"HX-Request": "true"}).context["form"]
    assert (renewed.rules_said, renewed.shows_rules) == (SAID, False)
    assert client.post("/play/open/", {**as_sent(filled_in({})), **sent}).status_code == 302
    assert RuleSet.from_dict(Table.objects.get().rules) == kept.rule_set


def test_it_is_kept_in_another_league_by_link_and_by_json(
    client: Client, kept: KeptRules, member: Callable[..., Any]
) -> None:
    cid = member("cid")
    theirs = services.create_league(by=cid, name="Theirs")
    assert "keep_form" not in client.get(kept.get_absolute_url()).context
    client.force_login(cid)
    page = client.get(kept.get_absolute_url())
    assert [field.name for field in page.context["keep_form"]] == ["league_id", "name"]
    keep = f"{kept.get_absolute_url()}keep/"
    for league in (kept.league_id, 0):
        answer = client.post(keep, {"league_id": league, "name": "Ours"})
        assert answer.context["keep_form"].errors == {
            "league_id": ["There is no such league. It may have been removed."]
        }
    answer = client.post(keep, {"league_id": theirs.pk, "name": "Ours"})
    copied = theirs.kept_rules.get()
    assert (answer["Location"], copied.rules) == (copied.get_absolute_url(), JJDD)

    text = client.get(f"{kept.get_absolute_url()}json/")
    assert text["Content-Disposition"] == 'attachment; filename="our-jjdd.json"'
    assert json.loads(text.content) == {
        "format": "spades-rules/1",
        "name": "Our JJDD",
        "rules": JJDD,
    }
    take = f"{theirs.get_absolute_url()}rule-sets/import/"
    client.post(take, {"file": SimpleUploadedFile("rules.json", text.content)})
    assert theirs.kept_rules.get(name="Our JJDD").rules == JJDD
    for sent, field, sentence in (
        ({"text": "{"}, "text", "This isn’t JSON. Copy the whole text, from the first brace to the last."),
        ({"text": text.content.decode()}, "", ""),
        ({"text": '{"name": "our jjdd", "rules": {"preset": "whiz"}}'}, "name",
         "The league already has a rule set called “our jjdd”. Choose another name."),
        ({"text": '{"preset": "whiz"}'}, "name", "The rule set’s name needs at least 2 characters."),
        ({}, "text", "Paste the JSON, or choose a file."),
        ({"file": SimpleUploadedFile("rules.json", b" " * 32001)}, "file",
         "This file is too large. Choose the file of one rule set."),
    ):  # fmt: skip
        answer = client.post(take, sent)
        if field:
            assert answer.context["import_form"].errors == {field: [sentence]}
    assert theirs.kept_rules.count() == 2


def test_a_private_leagues_rule_set_is_its_members_alone(
    client: Client, kept: KeptRules, member: Callable[..., Any]
) -> None:
    League.objects.update(is_public=False)
    address = kept.get_absolute_url()
    nothing = re.sub(r"\d+/$", "99999/", address)
    addresses = [address, f"{address}json/", f"{kept.league.get_absolute_url()}rule-sets/", nothing]
    client.force_login(member("cid"))
    answers = [client.get(each) for each in addresses]
    assert {answer.status_code for answer in answers} == {404}
    client.force_login(kept.league.memberships.get(user__username="ben").user)
    assert [client.get(each).status_code for each in addresses] == [200, 200, 200, 404]
    other = services.create_league(by=member("dan"), name="Other")
    assert client.get(f"{other.get_absolute_url()}rule-sets/{kept.pk}/").status_code == 404


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_every_rule_set_has_its_page(client: Client, club: League, key: str) -> None:
    made = rule_sets.keep_rules(
        league_id=club.pk,
        by=club.created_by,
        name="Ours",
        rules={"preset": key, "boston_bonus": 50},
    )
    page = client.get(made.get_absolute_url())
    assert (page.status_code, len(page.context["fields"])) == (200, len(RULE_FIELDS))


def test_the_list_takes_as_many_queries_with_many(client: Client, club: League) -> None:
    counts = []
    for many in range(1, 8):
        rule_sets.keep_rules(
            league_id=club.pk, by=club.created_by, name=f"Rules {many}", rules={"preset": "whiz"}
        )
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = client.get(f"{club.get_absolute_url()}rule-sets/")
        assert page.context["rows"][-1] == (KeptRules.objects.get(name=f"Rules {many}"), "Whiz")
        counts.append(len(queries))
    assert len(set(counts)) == 1
    rules = client.get(f"{club.get_absolute_url()}?show=rules")
    assert len(rules.context["kept_rules"]) == 7
    listed = client.get(f"/api/v1/leagues/{club.slug}/rule-sets").json()
    assert (len(listed["results"]), listed["results"][0]["rules"]) == (7, {"preset": "whiz"})
