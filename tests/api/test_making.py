"""Organizers make tournaments through the API, and answer, replace and line up, by the functions of their pages."""

from dataclasses import fields
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from spades_site.common.clock import now
from tests.api.test_organizing import post
from tests.api.test_reading import by, read
from tests.events.conftest import Club
from tests.events.teams import ahead
from tournaments.events.actions.planning.templates import save_template
from tournaments.events.matches import disputes
from tournaments.events.models import ForfeitClaim, Tournament
from tournaments.events.setup.proposal import Proposal, proposal_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rested() -> None:
    cache.clear()


def test_a_tournament_is_made_by_a_program(club: Club) -> None:
    league = club.league_of("kim")
    program, stranger = (
        by(one, "organize", "play", "read") for one in (club.organizer, club.player("kim"))
    )
    said: dict[str, Any] = {
        "name": "Friday", "starts_at": (now() + timedelta(days=7)).isoformat(), "league": league.slug,
        "stages": [{"format": "groups", "groups": 2, "advance": 2}, {"format": "knock_out"}],
        "match_hands": 6, "max_entries": 12, "preset": "cardgames_io", "request_id": "f1",
    }  # fmt: skip
    assert post(stranger, "tournaments", said)[1]["code"] == "not_organizer"
    code, made = post(program, "tournaments", said)
    assert (code, made["name"], made["status"], made["league"]) == (
        201,
        "Friday",
        "draft",
        league.slug,
    )
    assert made["stages"] == said["stages"]
    cup = Tournament.objects.get()
    assert (cup.rules["max_hands"], cup.max_entries) == (6, 12)
    code, again = post(program, "tournaments", said | {"max_entries": 16})
    assert (code, again["slug"], Tournament.objects.get().max_entries) == (201, made["slug"], 16)
    code, wrong = post(program, "tournaments", said | {"match_target": 300, "max_entries": 1})
    assert (code, wrong["code"], set(wrong["errors"])) == (
        409, "not_valid", {"match_hands", "max_entries", "min_entries"},
    )  # fmt: skip
    final = {"match_target": 500, "match_minutes": 0, "rules": {"preset": "jjdd_350"}}
    stages = [said["stages"][0], said["stages"][1] | final]
    code, other = post(program, "tournaments", said | {"stages": stages, "request_id": "f2"})
    assert (code, other["stages"]) == (201, stages)
    stages[1] = stages[1] | {"match_hands": 8, "rules": {"preset": ["jjdd"]}}
    code, wrong = post(program, "tournaments", said | {"stages": stages, "request_id": "f3"})
    assert (code, wrong["code"], set(wrong["errors"])) == (
        409,
        "not_valid",
        {"stages-1-match_hands"},
    )
    house = {"rules": {"preset": "jjdd_350", "bag_limit": 5}, "request_id": "f2"}
    assert post(program, "tournaments", said | house)[1]["code"] == "invalid"
    both = {"to": ["kim"], "preset": "mirror", "rules": house["rules"]}
    assert post(program, "challenges", both)[1]["code"] == "invalid"
    del said["preset"]
    assert post(program, "tournaments", said | house)[0] == 201
    other_cup = Tournament.objects.get(slug=other["slug"])
    assert (other_cup.rules["preset"], other_cup.rules["bag_limit"]) == ("jjdd_350", 5)
    other_cup.delete()
    assert post(program, "tournaments", {"name": "Later"})[1]["code"] == "invalid"
    assert post(program, "tournaments", said | {"league": "none"})[0] == 404

    kept = save_template(
        by=club.organizer, zone="UTC", **vars(proposal_of(cup)) | {"name": "Fridays"}
    )
    (listed,) = read(program, f"templates?league={league.slug}")["results"]
    assert (listed["id"], listed["name"], listed["stages"]) == (kept.pk, "Fridays", said["stages"])
    assert read(stranger, "templates")["results"] == []
    assert post(stranger, "tournaments", {"template": kept.pk})[0] == 404
    code, made = post(program, "tournaments", {"template": kept.pk, "max_entries": 8})
    assert (code, made["name"], made["starts_at"]) == (201, "Fridays", listed["starts_at"])
    assert made["stages"] == said["stages"]
    where = f"tournaments/{made['slug']}"
    assert stranger.delete(f"/api/v1/{where}").status_code == 404
    assert program.delete(f"/api/v1/{where}").status_code == 204
    assert post(program, f"tournaments/{cup.slug}/announce")[0] == 200
    refused = program.delete(f"/api/v1/tournaments/{cup.slug}")
    assert (refused.status_code, refused.json()["code"]) == (409, "announced")


@pytest.mark.slow
def test_contested_results_and_claimed_forfeits_are_answered_by_a_program(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=2, dispute_hours=24)
    first, second = club.in_play(cup)
    club.finish(first, 500, 300)
    player = first.entries[1].players.first().user
    asked = disputes.contest(match_id=first.pk, user=player, text="We had 510.")
    claim = ForfeitClaim.objects.create(
        match=second, entry=second.entries[0], by=player, at=now(), status="open",
        decides_at=now() + timedelta(days=1), evidence={"opened_at": now().isoformat(), "players": []},
    )  # fmt: skip
    program, side = (by(one, "organize", "read") for one in (club.organizer, player))
    (one,) = read(program, "disputes?tournament=cup")["results"]
    assert one.pop("at")
    assert one == {
        "id": asked.pk, "tournament": "cup", "match": first.pk, "entry": first.entries[1].pk,
        "name": first.entries[1].name, "by": player.username, "version": 1, "text": "We had 510.",
    }  # fmt: skip
    (waits,) = read(program, "claims")["results"]
    assert (waits["id"], waits["match"], waits["name"]) == (
        claim.pk,
        second.pk,
        second.entries[0].name,
    )
    assert read(program, "claims?tournament=other")["results"] == []
    for what, row in (("disputes", asked), ("claims", claim)):
        assert read(side, what)["results"] == []
        where = f"{what}/{row.pk}/rejection"
        assert post(side, where, {"reason": "x"})[1]["code"] == "not_arbiter"
        assert post(program, where)[1]["code"] == "invalid"
        assert post(program, where, {"reason": ""})[1]["code"] == "reason_missing"
        assert post(program, where, {"reason": "The log says 490."})[0] == 200
        assert post(program, where, {"reason": "Once more"})[0] == 404
        row.refresh_from_db()
        assert (row.status, row.answer) == ("rejected", "The log says 490.")
        assert read(program, what)["results"] == []


@pytest.mark.slow
def test_substitutes_are_asked_by_a_program(club: Club) -> None:
    cup = club.started(2, format="swiss", rounds=2)
    entry, zoe = cup.entries.get(name__contains="a1"), club.player("zoe")
    program, side = (by(one, "organize", "read") for one in (club.organizer, club.player("a1")))
    where = f"tournaments/cup/entries/{entry.pk}/substitutes"
    said = {"out": "A1", "into": zoe.username, "reason": "Ill"}
    assert post(side, where, said)[1]["code"] == "not_organizer"
    assert post(program, where, said | {"out": "a2"})[1]["code"] == "not_in_entry"
    code, asked = post(program, where, said)
    assert (code, asked["out"], asked["into"], asked["match"]) == (201, "a1", "zoe", None)
    assert post(program, where, said) == (201, asked)
    assert read(program, "substitutes?tournament=cup")["results"] == [asked]
    assert read(side, "substitutes")["results"] == []
    back = f"/api/v1/substitutes/{asked['id']}"
    assert [one.delete(back).status_code for one in (side, program, program)] == [403, 204, 404]
    # Whoever asks themselves needn't answer.
    code, mine = post(program, where, said | {"into": "ann"})
    assert (code, mine["id"], mine["into"]) == (201, None, "ann")
    assert set(entry.players.filter(active=True).values_list("user__username", flat=True)) == {
        "ann",
        "b1",
    }


def test_what_a_program_does_not_say_is_as_in_the_form(club: Club) -> None:
    program = by(club.organizer, "organize")
    starts_at = now() + timedelta(days=7)
    said = {"name": "Friday", "starts_at": starts_at.isoformat()}
    assert post(program, "tournaments", said)[0] == 201
    by_program = Tournament.objects.get()
    client = Client()
    client.force_login(club.organizer)
    form = client.get("/organize/tournaments/new/").context["form"]
    begins = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    stage = form.stages.forms[0]
    begins |= {
        stage.add_prefix(name): stage.get_initial_for_field(field, name)
        for name, field in stage.fields.items()
    }
    filled = {name: value for name, value in begins.items() if value not in (None, False)}
    management = {"stages-TOTAL_FORMS": "1", "stages-INITIAL_FORMS": "0"}
    typed = {
        "name": "Friday",
        "starts_at": starts_at.strftime("%Y-%m-%dT%H:%M"),
        "preset": "cardgames_io",
    }
    answer = client.post("/organize/tournaments/new/", {**filled, **management, **typed})
    assert answer.status_code == 302, answer.context["form"].errors
    by_form = Tournament.objects.latest("pk")
    assert by_form != by_program
    known = {one.name for one in fields(Proposal)} - {"stages", "starts_at"}
    kept = sorted(name for name in known if hasattr(by_form, name))
    assert len(kept) > 35
    assert {name: getattr(by_program, name) for name in kept} == {
        name: getattr(by_form, name) for name in kept
    }
    assert (by_program.plans, by_program.bank_seconds, by_program.waiting_list) == (
        by_form.plans,
        60,
        True,
    )


def test_the_conditions_can_be_said_by_a_program(club: Club) -> None:
    program = by(club.organizer, "organize")
    said = {
        "name": "Friday", "starts_at": (now() + timedelta(days=7)).isoformat(), "waiting_list": False,
        "rating_min": 1200, "rating_max": 1800, "bot_accounts": True, "no_show": "forfeit", "grace_minutes": 3,
        "bots_level": 1, "late_until_round": 0, "seeding": "lot",
    }  # fmt: skip
    code, answer = post(program, "tournaments", said)
    assert code == 201, answer
    cup = Tournament.objects.get()
    left = ("name", "starts_at")
    stored = {name: getattr(cup, name) for name in said if name not in left}
    assert stored == {name: value for name, value in said.items() if name not in left}
    before = Tournament.objects.count()
    for wrong, field in (
        ({"late_until_round": 31}, "late_until_round"),
        ({"rating_min": 50}, "rating_min"),
        ({"conduct_points": 0.5}, "conduct_points"),
    ):
        code, answer = post(program, "tournaments", said | wrong | {"request_id": str(wrong)[:30]})
        assert (code, answer["code"], list(answer["errors"])) == (409, "not_valid", [field]), answer
    assert Tournament.objects.count() == before


@pytest.mark.slow
def test_line_ups_are_named_by_a_program(club: Club) -> None:
    _cup, match = ahead(club)
    program, captain, stranger = (
        by(one, "organize", "read")
        for one in (club.organizer, club.player("red1"), club.player("zoe"))
    )
    where, run = (
        f"matches/{match.pk}/line-ups",
        partial(post, captain, f"matches/{match.pk}/line-ups"),
    )
    pairs = [["red5", "red4"], ["red2", "Red1"]]
    code, said = run({"pairs": pairs})
    assert (code, {one["name"]: one["pairs"] for one in said}) == (
        200, {"Red": [["red5", "red4"], ["red2", "red1"]], "Blue": None},
    )  # fmt: skip
    assert [one["pairs"] for one in read(stranger, where)] == [None, None]
    assert {one["final"] for one in read(stranger, where)} == {False}
    code, said = post(stranger, where, {"pairs": pairs})
    assert (code, said["code"]) == (403, "not_captain")
    assert run({"pairs": [["red5", "blue1"], ["red2", "red3"]]})[1]["code"] == "not_in_roster"
    blue = [["blue4", "blue3"], ["blue2", "blue1"]]
    assert post(program, where, {"pairs": blue})[0] == 200
    assert {one["name"]: one["pairs"] for one in read(program, where)} == {
        "Red": [["red5", "red4"], ["red2", "red1"]], "Blue": blue,
    }  # fmt: skip
