"""The form for a table of one's own: every rule, the pace, rated or casual, and what can't be."""

import itertools
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import PRESETS, InconsistentRules, preset
from games.engine.rule_fields import Choice, Number, Texts
from games.engine.rule_sentence import IN_ORDER, LENGTH
from games.engine.rules import RULE_FIELDS
from games.tables.forms import OpenTableForm, again
from games.tables.game.opening import open_table
from games.tables.game.terms import TableTerms
from games.tables.models import Table
from games.tables.rule_forms import filled_in
from games.tables.texts.rules import why_not
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from tests.support.squeezed import squeezed

pytestmark = pytest.mark.django_db
BASE = {"visibility": "open", "pace": "20+120"}


def as_posted(key: str, **changes: Any) -> dict[str, Any]:
    """What a browser sends of the page filled in from a preset, with some fields changed."""
    values = {**filled_in({"preset": key}), **BASE, **changes}
    for name, rule in RULE_FIELDS.items():
        if isinstance(rule, Texts) and not isinstance(values[name], str):
            values[name] = rule.separator.join(values[name])
    texts = {name: "" if value is None else value for name, value in values.items()}
    return {name: value for name, value in texts.items() if value is not False}


def opened(client: Client, fields: dict[str, Any]) -> Table:
    answer = client.post(reverse("table_open"), fields)
    assert answer.status_code == 302, answer.context["form"].errors
    return Table.objects.get()


def test_every_rule_has_its_place_and_is_in_the_form() -> None:
    assert sorted(IN_ORDER) == sorted(RULE_FIELDS)
    assert [name for name in OpenTableForm.base_fields if name in RULE_FIELDS] == list(RULE_FIELDS)


def some_values(name: str) -> list[Any]:
    match RULE_FIELDS[name]:
        case Choice(words=words):
            return list(words)
        case Number(least=least, most=most, nullable=nullable):
            return [least, most, *([None] if nullable else [])]
    return [True, False]


@pytest.mark.parametrize("key", ["cardgames_io", "bicycle_2", "bicycle_5_jokers"])
def test_conflicting_rules_are_refused_in_plain_words(key: str) -> None:
    said = set()
    for one, two in itertools.combinations([name for name in RULE_FIELDS if name != "removed"], 2):
        for values in itertools.product(some_values(one), some_values(two)):
            try:
                preset(key, **dict(zip((one, two), values, strict=True)))
            except InconsistentRules as mistake:
                said.add(why_not(mistake))
    assert len(said) > 8
    assert [sentence for sentence in said if "_" in sentence or "null" in sentence] == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"min_side_bid": 10, "max_bid": 4},
            "A side can bid at most 8. Lower “Minimum contract of a side” to that, or raise “Maximum bid”.",
        ),
        (
            {"min_side_bid": 14, "bidding": "suicide"},
            "A side can bid at most 13. Lower “Minimum contract of a side” to that, or raise “Maximum bid”.",
        ),
        ({"removed": ("2C", "2C")}, "“Removed cards” names a card twice. Name each card once."),
        (
            {"removed": ("XX",)},
            "“Removed cards”: “XX” isn’t a card. Write rank and suit, like AS, TD or 2C; jokers are BJ and LJ.",
        ),
    ],
)
def test_errors_use_the_names_on_the_page(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InconsistentRules) as caught:
        preset("cardgames_io", **changes)
    assert why_not(caught.value) == sentence


@pytest.mark.parametrize("key", PRESETS)
def test_a_page_sent_back_as_it_was_opens_the_preset(client: Client, member: Any, key: str) -> None:
    client.force_login(member("ann"))
    assert opened(client, as_posted(key)).rules == preset(key).to_record()


def test_every_kind_of_field_can_be_a_house_rule(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    changes = {
        "players": "3",
        "sides": "solo",
        "nil": None,
        "lone_spades_break": False,
        "ten_for_200": "on",
        "spade_lead": "anytime",
        "set_points": "-5",
        "bag_limit": None,
        "target": None,
        "max_hands": "6",
    }
    table = opened(client, as_posted("cardgames_io", **{**changes, "removed": ["2c, 2d, 2h, 2s"]}))
    assert table.rules == {
        **preset("cardgames_io").to_record(),
        "players": 3,
        "sides": "solo",
        "removed": ["2C", "2D", "2H", "2S"],
        "nil": None,
        "lone_spades_break": False,
        "ten_for_200": True,
        "spade_lead": "anytime",
        "set_points": -5,
        "bag_limit": None,
        "target": None,
        "max_hands": 6,
    }


def test_rules_follow_a_preset_chosen_without_script(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    # The page was filled in from the first preset; boston_bonus alone was changed on it.
    fields = {**as_posted("cardgames_io", boston_bonus="50"), "preset": "bicycle_3"}
    assert opened(client, fields).rules == preset("bicycle_3", boston_bonus=50).to_record()


def test_rules_follow_a_preset_chosen_with_script(client: Client) -> None:
    fields = {**as_posted("cardgames_io", boston_bonus="50"), "preset": "bicycle_3"}
    part = client.get(reverse("table_open"), fields, headers={"HX-Request": "true"})
    page = squeezed(part)
    assert page.startswith('<div id="house-rules"')
    assert re.search(r'name="removed" value="2C"', page)
    assert re.search(r'name="boston_bonus" value="50"', page)
    assert re.search(r'name="filled_from" value="bicycle_3"', page)
    assert '<div class="form-row" id="length" hx-swap-oob="true">' in page


@pytest.mark.parametrize(
    ("changes", "named", "words"),
    [
        (
            {"blind_nil": "200", "nil": None},
            ["blind_nil", "nil"],
            "A blind nil needs nil. Set the points of “Nil”, or leave “Blind nil” empty.",
        ),
        (
            {"players": "3"},
            ["players", "sides"],
            "Partnerships need four players. Set “Players” to 4, or “Sides” to “each alone”.",
        ),
        (
            {"target": None},
            ["max_hands", "target"],
            "The game would never end. Set “Play to” or “Maximum hands”.",
        ),
        (
            {"min_bid": "5", "max_bid": "4"},
            ["max_bid", "min_bid"],
            "“Minimum bid” is above the highest bid, 4. Lower it, or raise “Maximum bid”.",
        ),
        (
            {"max_bid": "20"},
            ["max_bid"],
            "A hand has 13 tricks: “Maximum bid” can’t be 20. Lower it, or leave it empty.",
        ),
    ],
)
def test_rules_that_cannot_be_are_explained_at_their_fields(
    client: Client, member: Any, changes: dict[str, Any], named: list[str], words: str
) -> None:
    client.force_login(member("ann"))
    answer = client.post(reverse("table_open"), as_posted("cardgames_io", **changes))
    errors = answer.context["form"].errors
    assert errors == {name: [words] for name in named}
    assert not Table.objects.exists()
    if set(named) - {"target", "max_hands"}:
        assert '<details class="house" open>' in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({"pace": "10+60"}, (10, 60)),
        ({"pace": "60+300"}, (60, 300)),
        ({"pace": "259200+0"}, (259_200, 0)),
        ({"pace": "own", "turn_seconds": "45", "bank_seconds": "90"}, (45, 90)),
        ({"pace": "own", "turn_seconds": "45"}, (45, 0)),
    ],
)
def test_the_pace_sets_both_clocks(
    client: Client, member: Any, fields: dict[str, str], clock: tuple[int, int]
) -> None:
    client.force_login(member("ann"))
    table = opened(client, {**as_posted("cardgames_io"), **fields})
    assert (table.turn_seconds, table.bank_seconds) == clock


def test_own_times_need_a_time(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    answer = client.post(reverse("table_open"), {**as_posted("cardgames_io"), "pace": "own"})
    assert answer.context["form"].errors == {
        "turn_seconds": ["Enter the seconds per turn, or choose another pace."]
    }


def test_a_rated_table_is_for_members_without_bots(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    table = opened(client, as_posted("cardgames_io", rated="on"))
    assert (table.rated, table.bots_allowed) == (True, False)
    form = as_posted("cardgames_io", rated="on", others="bots")
    assert client.post(reverse("table_open"), form).context["form"].errors == {
        "others": ["Bots have no rating. Choose people, or open a table that isn’t rated."]
    }


def test_a_table_can_be_kept_for_people(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    table = opened(client, as_posted("cardgames_io", others="people"))
    assert (table.rated, table.bots_allowed) == (False, False)
    assert again(preset("cardgames_io"), table)["others"] == "people"
    page = client.get(reverse("table_open"), {"others": "people"}).content.decode()
    assert re.findall(r'name="others" value="(\w+)"[^>]* checked', page) == ["people"]
    # Without a choice bots may come.
    table.delete()
    assert opened(client, as_posted("cardgames_io")).bots_allowed


def test_a_guest_opens_no_rated_table(client: Client) -> None:
    answer = client.post(reverse("table_open"), as_posted("cardgames_io", rated="on"))
    assert answer.context["form"].errors == {
        "rated": ["Rated games are for members. Create an account, or choose a casual table."]
    }
    assert not Table.objects.exists()
    assert User.objects.filter(is_guest=False).count() == 0


def test_a_rated_table_has_no_revokes_and_its_form_says_so(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    changes = {"rated": "on", "revoke": "penalised"}
    page = client.post(reverse("table_open"), as_posted("cardgames_io", **changes))
    sentence = "In rated games and matches players must follow suit. Choose “prevented”, or open the table as a casual one."
    assert page.context["form"].errors == {"revoke": [sentence]}
    assert page.context["form"].shows_rules
    assert Table.objects.count() == 0
    with pytest.raises(Refused) as refused:
        open_table(TableTerms(rules=preset("cardgames_io", revoke="penalised"), kind="match"))
    assert (refused.value.code, str(refused.value)) == ("rated_revoke", sentence)
    casual = opened(client, as_posted("cardgames_io", revoke="penalised"))
    assert casual.rules["revoke"] == "penalised"


def test_the_form_shows_what_differs_and_folds_the_rest(client: Client) -> None:
    asked = {"preset": "cardgames_io", "nil": "50", "set_limit": "2", "jokers": "True"}
    form = client.get(reverse("table_open"), asked | {"removed": "2C 2D"}).context["form"]
    groups = {group.title: [one.name for one in group.changed] for group in form.rule_groups()}
    assert groups == {
        "Players and cards": ["jokers", "removed"],
        "Bids": ["nil"],
        "Passing and play": [],
        "Score": [],
        "End of the game": ["set_limit"],
    }
    every = [one.name for group in form.rule_groups() for one in (*group.changed, *group.rest)]
    assert sorted([*every, *LENGTH]) == sorted(RULE_FIELDS)
    assert form.shows_rules
    assert form.rules_said == (
        "Classic (cardgames.io), two jokers, without 2C 2D, nil 50, 2 sets lose"
    )
    plain = client.get(reverse("table_open")).context["form"]
    assert not plain.shows_rules
    assert plain.rules_said == "Classic (cardgames.io)"
    wrong = client.get(reverse("table_open"), {"preset": "cardgames_io", "players": "3"})
    assert wrong.context["form"].rules_said == ""
    bad = client.post(reverse("table_open"), as_posted("cardgames_io", nil="x")).context["form"]
    assert [one.name for group in bad.rule_groups() for one in group.changed] == ["nil"]
