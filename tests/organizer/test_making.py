"""The form that makes a tournament."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tests.support.squeezed import squeezed
from tests.support.stages import posted
from tournaments.events.actions import lifecycle
from tournaments.events.models import Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.leagues import members, rule_sets, services
from tournaments.leagues.models import League
from tournaments.organizer.forms.matches import MATCH_FIELDS

pytestmark = pytest.mark.django_db
NEW = "/organize/tournaments/new/"


def said(*stages: dict[str, str], **fields: Any) -> dict[str, Any]:
    """Return the data of a filled-in form, with a start tomorrow at this minute; by default a round robin."""
    start = timezone.localtime(now() + timedelta(days=1))
    return {
        "name": "Friday night",
        "starts_at": start.strftime("%Y-%m-%dT%H:%M"),
        "check_in_minutes": "10",
        "pause_between_rounds": "30",
        "preset": "cardgames_io",
        "match_hands": "2",
        "turn_seconds": "20",
        "bank_seconds": "90",
        "min_entries": "2",
        "max_entries": "8",
        "entry_alone": "on",
        **posted(*(stages or [{"format": "round_robin"}])),
    } | fields


def values(stage: Any) -> dict[str, Any]:
    """Return the values of a stage's fields, without empty ones."""
    shown = {name: stage[name].value() for name in stage.fields}
    return {name: value for name, value in shown.items() if value not in (None, "", False)}


def own_fields(stage: Any) -> list[str]:
    """Return the names of the fields that a stage shows, without those of its matches."""
    return [each.name for each in stage.shown if each.name not in MATCH_FIELDS]


@pytest.fixture
def ann(client: Any, member: Any) -> Any:
    user = member("ann")
    client.force_login(user)
    return user


@pytest.fixture
def league(ann: Any) -> League:
    return services.create_league(by=ann, name="Autumn club")


def test_visitors_sign_in_first_and_guests_are_told_why(client: Any, member: Any) -> None:
    assert client.get(NEW).url == f"/account/login/?next={NEW}"
    client.force_login(member("guest-1", is_guest=True))
    answer = client.post(NEW, said(), follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Guests can only play at casual tables. Create an account for this."
    ]
    assert not Tournament.objects.exists()


def test_a_filled_in_form_makes_a_draft(client: Any, league: League) -> None:
    assert client.get(f"{NEW}?league=autumn-club").context["form"]["league"].value() == (
        "autumn-club"
    )
    answer = client.post(NEW, said({"format": "round_robin", "double": "on"}, league="autumn-club"))
    assert answer.url == "/organize/tournaments/friday-night/"
    made = Tournament.objects.get()
    assert (made.name, made.status, made.league, made.plans) == (
        "Friday night",
        "draft",
        league,
        (StagePlan("round_robin", double=True),),
    )
    assert (made.check_in_minutes, made.pause_between_rounds) == (10, 30)
    assert (made.turn_seconds, made.bank_seconds) == (20, 90)
    assert (made.min_entries, made.max_entries) == (2, 8)
    assert (made.entry_with_partner, made.entry_alone) == (False, True)
    assert (made.rules["preset"], made.rules["max_hands"]) == ("cardgames_io", 2)
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        (
            {"starts_at": "2020-01-01T20:00"},
            {"starts_at": ["The start is in the past. Choose a later time."]},
        ),
        (
            {"starts_at": "soon"},
            {"starts_at": ["This isn’t a date and time. Write it like 2026-03-14 20:00."]},
        ),
        (
            {"min_entries": "9"},
            {
                "min_entries": [
                    "This is above the maximum number of entries. Lower it, or raise the maximum."
                ]
            },
        ),
        ({"turn_seconds": "1"}, {"turn_seconds": ["Choose a number from 5 to 600."]}),
        (
            {"match_target": "300"},
            {
                "match_hands": [
                    "A match has a fixed number of hands or a target. Leave one of them empty."
                ]
            },
        ),
        (
            {"entry_alone": ""},
            {
                "entry_with_partner": [
                    "Nobody could enter. Allow entries with a partner, alone, or both."
                ]
            },
        ),
        (
            {"preset": "bicycle_3"},
            {
                "preset": [
                    "This format is for two sides, and by these rules everybody plays alone. Choose rules for two partnerships or for two players, or the format solo tables."
                ]
            },
        ),
    ],
)
def test_each_error_is_shown_at_its_field(
    client: Any, ann: Any, fields: dict[str, str], errors: dict[str, list[str]]
) -> None:
    answer = client.post(NEW, said(**fields))
    assert answer.status_code == 422
    assert answer.context["form"].errors == errors
    assert not Tournament.objects.exists()


def test_another_league_is_no_choice(client: Any, ann: Any, member: Any) -> None:
    services.create_league(by=member("ben"), name="Elsewhere")
    answer = client.post(NEW, said(league="elsewhere"))
    assert list(answer.context["form"].errors) == ["league"]


def test_the_preview_follows_the_form_and_writes_nothing(client: Any, ann: Any) -> None:
    answer = client.post(f"{NEW}preview/", said(max_entries="4", name=""))
    assert answer.status_code == 200
    assert [(size.entries, size.rounds) for size in answer.context["preview"].sizes] == [
        (2, 1),
        (4, 3),
    ]
    assert not Tournament.objects.exists()
    assert client.get(f"{NEW}preview/").status_code == 405


EDIT = "/organize/tournaments/friday-night/edit/"


def test_a_swiss_is_made_and_made_a_knock_out(client: Any, ann: Any) -> None:
    client.post(NEW, said({"format": "swiss", "rounds": "3"}))
    made = Tournament.objects.get()
    assert made.plans == (StagePlan("swiss", rounds=3),)
    (stage,) = client.get(EDIT).context["form"].stages
    assert values(stage) == {"format": "swiss", "rounds": 3}
    answer = client.post(EDIT, said({"format": "knock_out", "rounds": "3", "third_place": "on"}))
    form = answer.context["form"]
    sentence = (
        "Only a Swiss, a rotation and solo tables let you choose the rounds. Choose one of them, or"
        " leave this empty."
    )
    assert (form.errors, form.stages.errors) == ({}, [{"rounds": [sentence]}])
    assert form.mistakes == [("Stage 1: Rounds", "id_stages-0-rounds")]
    assert 'aria-describedby="id_stages-0-rounds_error"' in answer.content.decode()
    client.post(EDIT, said({"format": "knock_out", "third_place": "on"}))
    made.refresh_from_db()
    assert made.plans == (StagePlan("knock_out", third_place=True),)


def test_the_preview_counts_by_the_format_and_warns(client: Any, ann: Any) -> None:
    answer = client.post(
        f"{NEW}preview/", said({"format": "swiss", "rounds": "5"}, min_entries="4")
    )
    (few, many) = answer.context["preview"].sizes
    assert (few.rounds, few.hints) == (
        3,
        (
            "4 entries have met each other after 3 rounds: 5 rounds need rematches. "
            "Plan at most 3, or a double round robin.",
        ),
    )
    assert (many.rounds, many.matches, many.tables) == (5, 20, 4)
    assert few.hints[0] in answer.content.decode()


def test_a_draft_is_edited_with_its_own_values_in_the_form(client: Any, league: League) -> None:
    client.post(NEW, said(league="autumn-club"))
    form = client.get(EDIT).context["form"]
    shown = {name: form[name].value() for name in ("name", "league", "preset", "match_hands")}
    assert shown == {
        "name": "Friday night",
        "league": "autumn-club",
        "preset": "cardgames_io",
        "match_hands": 2,
    }
    answer = client.post(EDIT, said(name="Friday cup", match_hands="", match_target="300"))
    assert answer.url == "/organize/tournaments/friday-night/"
    made = Tournament.objects.get()
    assert (made.name, made.league) == ("Friday cup", None)
    assert (made.rules["max_hands"], made.rules["target"]) == (None, 300)
    answer = client.post(EDIT, said(starts_at="2020-01-01T20:00"))
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "starts_at": ["The start is in the past. Choose a later time."]
    }


@pytest.mark.slow
def test_two_organizers_who_edit_the_same_draft_lose_nothing(
    client: Any, league: League, member: Any
) -> None:
    first = {"max_entries": "8"}
    client.post(
        NEW, said({"format": "round_robin"}, league="autumn-club", form_token="t1", **first)
    )
    made = Tournament.objects.get()
    page = f"/organize/tournaments/{made.slug}/edit/"

    def opened() -> dict[str, str]:
        shown = client.get(page).content.decode()
        (version,) = re.findall(r'name="expected_version" value="(\d+)"', shown)
        return said(
            {"format": "round_robin"}, league="autumn-club", expected_version=version, **first
        )

    ours, theirs = opened(), opened()
    bob = member("bob")
    services.join_league(league_id=league.pk, user=bob)
    members.set_role(league_id=league.pk, user_id=bob.pk, role="organizer", by=made.created_by)
    ann = made.created_by
    client.force_login(bob)
    assert (
        client.post(page, theirs | {"name": "Bob's night", "max_entries": "12"}).status_code == 302
    )
    client.force_login(ann)
    refused = client.post(page, ours | {"description": "Bring cake"})
    shown = squeezed(refused)
    assert refused.status_code == 422
    assert "bob changed this draft after you opened it, so nothing was saved." in shown
    assert "Changed meanwhile: Name, Maximum entries." in shown
    assert "Bring cake" in shown
    made.refresh_from_db()
    assert (made.name, made.max_entries, made.description) == ("Bob's night", 12, "")
    # The form that made the draft, sent again by the back button, doesn't take it back either.
    again = client.post(
        NEW, said({"format": "round_robin"}, league="autumn-club", form_token="t1", **first)
    )
    assert "which somebody else has changed since" in squeezed(again)
    # Whoever has read that may decide for their own.
    (version,) = re.findall(r'name="expected_version" value="(\d+)"', refused.content.decode())
    said_again = ours | {"description": "Bring cake", "expected_version": version}
    for _twice in range(2):
        assert client.post(page, said_again).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.max_entries, made.description) == ("Friday night", 8, "Bring cake")


def test_once_people_enter_texts_places_and_times_are_changed(
    client: Any, ann: Any, member: Any
) -> None:
    client.post(NEW, said())
    client.post("/organize/tournaments/friday-night/open-registration/")
    before = Tournament.objects.get()
    form = client.get(EDIT).context["form"]
    assert list(form.fields) == [
        *("name", "description", "prizes", "starts_at", "check_in_minutes"),
        *("pause_between_rounds", "max_entries", "waiting_list", "expected_version", "reason"),
    ]
    later = timezone.localtime(before.starts_at + timedelta(hours=1))
    values = {
        "name": "Friday cup", "description": "In the hall", "prizes": "A cup", "starts_at": later.strftime("%Y-%m-%dT%H:%M"),
        "check_in_minutes": "5", "pause_between_rounds": "0", "max_entries": "12", "reason": "Rain",
    }  # fmt: skip
    answer = client.post(EDIT, values | {"starts_at": "2020-01-01T20:00", "max_entries": "1"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "starts_at": ["The start is in the past. Choose a later time."],
        "max_entries": ["Choose a number from 2 to 512."],
        "__all__": ["This is above the maximum number of entries. Lower it, or raise the maximum."],
    }
    assert client.post(EDIT, values).status_code == 302
    after = Tournament.objects.get()
    assert (after.starts_at - before.starts_at, after.name, after.slug, after.max_entries) == (
        timedelta(hours=1), "Friday cup", "friday-night", 12,
    )  # fmt: skip
    log = AuditEntry.objects.get(verb="tournament.changed")
    assert (log.reason, log.data["before"]["max_entries"], log.data["after"]["max_entries"]) == (
        "Rain", 8, 12,
    )  # fmt: skip
    # Of two organizers the second sees what the first changed, and changes nothing before.
    stale = {"expected_version": form["expected_version"].value(), "name": "Saturday cup"}
    for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
        answer = client.post(EDIT, values | stale, **headers)
        assert answer.status_code == 422
        assert "Somebody has changed this tournament meanwhile." in answer.content.decode()
        assert answer.context["form"]["name"].value() == "Friday cup"
    now_shown = client.get(EDIT).context["form"]["expected_version"].value()
    assert client.post(EDIT, values | stale | {"expected_version": now_shown}).status_code == 302
    assert Tournament.objects.get().name == "Saturday cup"
    client.force_login(member("ben"))
    assert client.get(EDIT).status_code == 404


def test_groups_and_a_second_stage_are_asked_for_and_edited(client: Any, ann: Any) -> None:
    stages = (
        {"format": "groups", "groups": "4", "advance": "1"},
        {"format": "knock_out", "best_of": "1", "final_best_of": "5"},
    )
    asked = {
        "best_of": "3",
        "match_minutes": "40",
        "seeding": "hand",
        "min_entries": "9",
        "max_entries": "16",
    }
    assert client.post(NEW, said(*stages, **asked)).status_code == 302
    made = Tournament.objects.get()
    assert (made.format_title, made.best_of, made.match_minutes, made.seeding) == (
        "4 groups, then Knock-out",
        3,
        40,
        "hand",
    )
    shown = client.get(f"/organize/tournaments/{made.slug}/edit/").context["form"]
    assert {name: str(shown[name].value()) for name in asked} == asked
    assert [
        {name: str(value) for name, value in values(stage).items()} for stage in shown.stages
    ] == [*stages]


def test_choices_with_a_number_in_them_are_in_the_reader_s_language(
    client: Any, member: Any
) -> None:
    client.force_login(member("ann", language="de"))
    page = client.get("/organize/tournaments/new/").content.decode()
    assert '<option value="3">über 3 Spiele</option>' in page
    assert "2. Feinwertung" in page
    assert "best of" not in page


def test_the_fewest_entries_left_open_follow_the_format_as_it_changes(
    client: Any, league: League
) -> None:
    open_ = said(min_entries="", max_entries="16")
    grouped = posted({"format": "groups", "groups": "4"}, {"format": "knock_out"})
    client.post(NEW, open_ | grouped)
    made = Tournament.objects.get()
    assert made.min_entries == 9
    page = client.get(f"/organize/tournaments/{made.slug}/edit/")
    assert page.context["form"]["min_entries"].value() is None
    assert [size.entries for size in page.context["preview"].sizes] == [9, 16]
    client.post(f"/organize/tournaments/{made.slug}/edit/", open_ | posted({"format": "swiss"}))
    made.refresh_from_db()
    assert (made.plans, made.min_entries) == ((StagePlan("swiss"),), 2)


def test_a_form_sent_twice_makes_one_draft(client: Any, league: League) -> None:
    page = client.get(NEW)
    once = page.context["form"]["form_token"].value()
    assert f'type="hidden" name="form_token" value="{once}"' in page.content.decode()
    form = said(form_token=once)
    pressed = [client.post(NEW, form).url for _ in range(2)]
    assert pressed == ["/organize/tournaments/friday-night/"] * 2
    made = Tournament.objects.get()
    assert [entry.verb for entry in AuditEntry.objects.order_by("pk")][-1:] == [
        "tournament.created"
    ]
    # Back, something changed, sent again: the same draft, as it stands on the page now.
    changed = form | {"name": "Saturday night"} | posted({"format": "swiss"})
    assert client.post(NEW, changed).url == pressed[0]
    made.refresh_from_db()
    assert (Tournament.objects.count(), made.name) == (1, "Saturday night")
    assert list(made.stages.values_list("format", flat=True)) == ["swiss"]
    # A mistake told at its field keeps the page the same one; another page makes another draft.
    wrong = client.post(NEW, form | {"turn_seconds": "1"})
    assert wrong.context["form"]["form_token"].value() == once
    assert client.get(NEW).context["form"]["form_token"].value() != once
    client.post(NEW, said(form_token="another page"))
    assert Tournament.objects.count() == 2


def test_a_form_sent_again_leaves_a_tournament_that_people_enter_alone(
    client: Any, league: League
) -> None:
    client.post(NEW, said(form_token="one page"))
    made = Tournament.objects.get()
    Tournament.objects.update(status="registration")
    assert client.post(NEW, said(form_token="one page", name="Other")).url == (
        f"/organize/tournaments/{made.slug}/"
    )
    made.refresh_from_db()
    assert (made.name, Tournament.objects.count()) == ("Friday night", 1)


# ------------------------------------------------------------------------------------------------- the stages
THREE = (
    {"format": "swiss", "rounds": "3", "advance": "8"},
    {"format": "groups", "groups": "2", "carry": "between"},
    {"format": "knock_out", "third_place": "on", "final_best_of": "3"},
)


def test_three_stages_are_made_and_edited_in_place(client: Any, ann: Any) -> None:
    sizes = {"min_entries": "12", "max_entries": "16"}
    assert client.post(NEW, said(*THREE, **sizes)).status_code == 302
    made = Tournament.objects.get()
    assert made.plans == (
        StagePlan("swiss", rounds=3, advance=8),
        StagePlan("groups", groups=2, carry="between", advance=2),
        StagePlan("knock_out", third_place=True, final_best_of=3),
    )
    page = client.get(f"/organize/tournaments/{made.slug}/edit/")
    shown = [own_fields(stage) for stage in page.context["form"].stages]
    assert shown == [
        ["format", "rounds", "best_of", "advance"],
        ["format", "carry", "groups", "double", "best_of", "advance", "best_next"],
        ["format", "third_place", "best_of", "semi_best_of", "final_best_of", "third_best_of"],
    ]
    text = page.content.decode()
    assert [text.count(f">Stage {number}</h3>") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    words = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "Swiss, 3 rounds, 8 advance; then 2 groups, carried over" in words


@pytest.mark.slow
def test_a_stage_is_added_and_removed_without_losing_what_was_typed(client: Any, ann: Any) -> None:
    typed = said(*THREE[:2], name="", min_entries="many") | {"restage": "add"}
    answer = client.post(NEW, typed)
    form = answer.context["form"]
    assert (answer.status_code, form.mistakes) == (200, [])
    assert [values(stage) for stage in form.stages] == [*THREE[:2], {"format": "knock_out"}]
    assert form["min_entries"].value() == "many"
    answer = client.post(NEW, said(*THREE, max_entries="16") | {"restage": "remove-1"})
    form = answer.context["form"]
    assert [values(stage) for stage in form.stages] == [THREE[0], THREE[2] | {"third_place": True}]
    assert [size.rounds for size in answer.context["preview"].sizes] == [0, 3 + 3]
    assert not Tournament.objects.exists()
    # The last stage stays, and there are never more than six.
    one = client.post(NEW, said(THREE[0]) | {"restage": "remove-0"}).context["form"]
    assert [values(stage) for stage in one.stages] == [THREE[0]]
    six = client.post(NEW, said(*([THREE[0]] * 6)) | {"restage": "add"}).context["form"]
    assert (len(six.stages.forms), six.stages.full) == (6, True)


def test_another_format_shows_its_own_fields(client: Any, ann: Any) -> None:
    stages = ({"format": "groups", "rounds": "3"}, {"format": "knock_out"})
    form = client.post(NEW, said(*stages) | {"restage": "show"}).context["form"]
    assert own_fields(form.stages.forms[0]) == [
        "format", "groups", "double", "best_of", "advance", "best_next",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stages", "errors"),
    [
        (
            ({"format": "groups", "groups": "1"}, {"format": "knock_out"}),
            [{"groups": ["Choose a number from 2 to 16."]}, {}],
        ),
        (
            ({"format": "swiss", "advance": "0"}, {"format": "rotation"}),
            [
                {"advance": ["At least one must advance. Choose 1 or more."]},
                {
                    "format": [
                        "In the previous stage sides stay together, and in this format everybody"
                        " plays alone. Choose another format."
                    ]
                },
            ],
        ),
        (
            ({"format": "knock_out"}, {"format": "swiss", "carry": "all"}),
            [
                {},
                {
                    "carry": [
                        "A knock-out gives places, not points that could be carried over. Choose"
                        " nothing here, or another format for the previous stage."
                    ]
                },
            ],
        ),
        (
            ({"format": "swiss", "advance": "4"},),
            [{"advance": ["No stage follows. Add one, or leave this out."]}],
        ),
        (
            ({"format": "lottery"},),
            [{"format": ["Select a valid choice. lottery is not one of the available choices."]}],
        ),
    ],
)
def test_mistakes_in_stages_stand_at_their_fields(
    client: Any, ann: Any, stages: Any, errors: list[dict[str, list[str]]]
) -> None:
    answer = client.post(NEW, said(*stages, min_entries="8"))
    assert answer.status_code == 422
    assert answer.context["form"].stages.errors == errors
    assert not Tournament.objects.exists()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("total", ["", "many", "7", "100000"])
def test_a_forged_number_of_stages_is_refused_whole(client: Any, ann: Any, total: str) -> None:
    forged = said() | {"stages-TOTAL_FORMS": total}
    answer = client.post(NEW, forged)
    assert answer.status_code == 422
    assert len(answer.context["form"].stages.forms) <= 6
    assert client.post(NEW, forged | {"restage": "add"}).status_code == 200
    assert client.post(NEW, forged | {"restage": "remove-x"}).status_code == 200
    assert not Tournament.objects.exists()


def test_a_stage_has_other_rules_and_changes_them_until_it_begins(client: Any, ann: Any) -> None:
    other = {"match_target": "500", "match_minutes": "0", "rules_json": '{"bag_limit": 5}'}
    stages = ({"format": "groups", "groups": "2"}, {"format": "knock_out", **other})
    cup = {"match_hands": "", "match_target": "350", "match_minutes": "60", "min_entries": "8"}
    refused = client.post(NEW, said(stages[0], stages[1] | {"match_hands": "6"}, **cup))
    shown = refused.context["form"].stages.forms[1]
    assert (
        shown.errors
        == {
            "rules_json": [
                "Rules need a preset or every field; “players” is missing. Add “preset”."
            ]
        }
        or "rules_json" in shown.errors
    )
    other["rules_json"] = '{"preset": "cardgames_io", "bag_limit": 5}'
    stages = (stages[0], {"format": "knock_out", **other})
    both = client.post(NEW, said(stages[0], stages[1] | {"rules": "jjdd_500"}, **cup))
    assert both.context["form"].stages.forms[1].errors == {
        "rules_json": ["Choose rules above or paste a rule set’s JSON, not both."]
    }
    both = client.post(NEW, said(stages[0], stages[1] | {"match_hands": "6"}, **cup))
    assert both.context["form"].stages.forms[1].errors == {
        "match_hands": ["A match has a fixed number of hands or a target. Leave one of them empty."]
    }
    assert client.post(NEW, said(*stages, **cup)).status_code == 302
    made = Tournament.objects.get()
    final = StagePlan(
        "knock_out",
        rules={"preset": "cardgames_io", "bag_limit": 5},
        match_target=500,
        match_minutes=0,
    )
    assert made.plans == (StagePlan("groups", groups=2, advance=2), final)
    assert made.rules["target"] == 350
    edit = f"/organize/tournaments/{made.slug}/edit/"
    begun = client.get(edit).context["form"].stages.forms[1]
    assert json.loads(begun["rules_json"].value()) == dict(final.rules or {})
    lifecycle.open_registration(tournament_id=made.pk, by=ann)
    form = client.get(edit).context["form"]
    changed = {
        "name": made.name, "starts_at": timezone.localtime(made.starts_at).strftime("%Y-%m-%dT%H:%M"),
        "pause_between_rounds": "30", "max_entries": "8", "check_in_minutes": "10",
        "expected_version": str(form["expected_version"].value()),
        "stages-1-rules": "jjdd_500",
    }  # fmt: skip
    wrong = client.post(edit, changed | {"stages-1-turn_seconds": "2"})
    assert wrong.context["form"].later[0].form.errors == {
        "turn_seconds": ["Choose a number from 5 to 600."]
    }
    assert client.post(edit, changed).status_code == 302
    made.refresh_from_db()
    assert Tournament.objects.get().plans[1] == StagePlan("knock_out", rules={"preset": "jjdd_500"})
    stale = client.post(edit, changed | {"stages-0-match_target": "400"})
    assert stale.status_code == 422


def test_house_rules_are_set_in_the_form_and_a_league_s_rule_set_is_named(
    client: Any, ann: Any, league: League
) -> None:
    rules = {"preset": "jjdd_350", "bag_limit": 5}
    kept = rule_sets.keep_rules(league_id=league.pk, by=ann, name="Night", rules=rules)
    page = client.get(
        NEW, {"preset": kept.key, "filled_from": "cardgames_io"}, HTTP_HX_REQUEST="true"
    )
    assert page.context["form"]["filled_from"].value() == kept.key
    text = squeezed(page.content.decode())
    assert "rules as in the rule set" in text
    assert "as in the preset" not in text
    house = {"preset": kept.key, "filled_from": kept.key, "bag_penalty": "50", "bag_limit": "5"}
    form = page.context["form"]
    shown = {
        bound.name: bound.field.prepare_value(bound.value())
        for group in form.rule_groups()
        for bound in (*group.changed, *group.rest)
    }
    sent = {
        name: "on" if value is True else value
        for name, value in shown.items()
        if value not in (None, False)
    }
    length = {"match_hands": "", "match_target": ""}
    wrong = client.post(NEW, said(**{**sent, **house, "bag_limit": "-1"}))
    assert "bag_limit" in wrong.context["form"].errors
    assert client.post(NEW, said(**{**sent, **house, **length})).status_code == 302
    made = Tournament.objects.get()
    assert tuple(made.rules[name] for name in ("preset", "bag_limit", "bag_penalty", "target")) == (
        "jjdd_350", 5, 50, 350,
    )  # fmt: skip
