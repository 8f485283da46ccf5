"""Organizers run a tournament through the API by the same functions as on its pages, with a token that may."""

from collections import defaultdict
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from spades_site.accounts.models import User
from spades_site.api.site import Pace, api, state_of
from spades_site.common.clock import now
from tests.api.test_reading import by
from tests.events.conftest import Club
from tests.seasons.conftest import SeasonClub
from tournaments.events import advance
from tournaments.events.actions.draws import drafts
from tournaments.events.models import Entry
from tournaments.seasons.entries import signing_up
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.webhooks.models import Webhook

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rested() -> None:
    cache.clear()


def post(client: Client, address: str, body: Any = None) -> tuple[int, Any]:
    answer = client.post(f"/api/v1/{address}", body or {}, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.slow
def test_an_evening_is_run_by_a_program(club: Club) -> None:
    league = club.league_of("kim", "lou", "max", "nils", "olga")
    cup = club.open(league=league, check_in_minutes=90, confirm_draws=True)
    program = by(club.organizer, "organize", "read")
    pairs = [["kim", "lou"], ["max", "nils"], ["olga", "nobody"]]
    code, refused = post(program, "tournaments/cup/entries", {"entries": pairs})
    assert (code, refused["code"], refused["errors"]) == (
        409, "import_wrong", {"2": ["There is no player called “nobody”. Check the spelling."]},
    )  # fmt: skip
    assert Entry.objects.count() == 0
    assert post(program, "tournaments/cup/entries", {"entries": pairs[:2]}) == (201, {"entered": 2})
    assert post(program, "tournaments/cup/entries", {"entries": pairs[:2]}) == (201, {"entered": 0})
    advance.advance(cup.pk)
    for entry in cup.entries.order_by("pk"):
        code, state = post(program, f"tournaments/cup/entries/{entry.pk}/check-in")
        assert (code, state["status"]) == (200, "check_in")
    code, state = post(program, "tournaments/cup/start", {"reason": "All are here."})
    assert (code, state["status"]) == (200, "running")
    code, state = post(program, "tournaments/cup/draw/confirm")
    assert (code, state["status"]) == (200, "running")
    (match,) = program.get("/api/v1/tournaments/cup/pairings").json()["results"]
    verdict = {"verdict": "forfeit", "winner": 0, "reason": "They left."}
    code, state = post(program, f"matches/{match['match']}/decision", verdict)
    assert code == 200
    (result,) = program.get("/api/v1/tournaments/cup/results").json()["results"]
    assert (result["kind"], result["winner"], result["reason"]) == (
        "forfeit", match["entry_a"], "They left.",
    )  # fmt: skip


def test_programs_enter_by_their_tokens_where_bots_may(club: Club) -> None:
    league = club.league_of("kim", "lou")
    robot, other = club.player("robot"), club.player("drone")
    User.objects.filter(pk__in=(robot.pk, other.pk)).update(is_bot=True)
    cup = club.open(league=league, bot_accounts=True, check_in_minutes=90)
    own = "tournaments/cup/own-entry"
    program, second = by(robot, "enter"), by(other, "enter")
    nothing = {"tournament": "cup", "entry": None, "name": "", "status": "", "asked_by": []}
    assert program.get(f"/api/v1/{own}").json() == nothing
    code, said = post(program, own, {"partner": "drone"})
    entry = cup.entries.get()
    asks = {**nothing, "entry": entry.pk, "name": "robot & drone", "status": "invited"}
    assert (code, said) == (201, asks)
    assert second.get(f"/api/v1/{own}").json() == {**nothing, "asked_by": ["robot"]}
    assert post(second, f"{own}/acceptance", {"by": "nobody"})[0] == 404
    code, said = post(second, f"{own}/acceptance", {"by": "ROBOT"})
    pair = {**nothing, "entry": entry.pk, "name": "robot & drone", "status": "checked_in"}
    assert (code, said) == (200, pair)
    advance.advance(cup.pk)
    assert post(program, f"{own}/check-in") == (200, pair)
    assert program.delete(f"/api/v1/{own}").json() == nothing
    assert post(program, own, {})[1]["status"] == "checked_in"
    people = club.open(league=league, name="People")
    assert post(program, f"tournaments/{people.slug}/own-entry", {})[1]["code"] == "people_only"
    zoe = by(club.player("zoe"), "enter")
    assert post(zoe, own, {"partner": "robot"})[1]["code"] == "not_member"


@pytest.mark.slow
def test_matches_draws_and_entries_are_put_right_by_a_program(club: Club) -> None:
    names = [f"{side}{number}" for number in range(1, 7) for side in "ab"]
    league = club.league_of(*names, "late", "later")
    cup = club.with_entries(6, league=league, format="swiss", rounds=3, confirm_draws=True)
    program = by(club.organizer, "organize", "read")
    run = partial(post, program)
    last = cup.entries.get(name__contains="a6")
    at = f"tournaments/cup/entries/{last.pk}/withdrawal"
    assert run(at, {"reason": "Ill"})[0] == 200
    assert program.delete(f"/api/v1/{at}").status_code == 200
    assert cup.entries.get(pk=last.pk).status == "entered"
    assert run("tournaments/cup/start")[0] == 200
    draft = drafts.draft_of(cup)
    assert draft is not None
    drawn = [[one.pk for one in match.entries] for match in draft.matches.order_by("number")]
    assert program.get(f"/api/v1/matches/{draft.matches.first().pk}").status_code == 404
    two = {"first": drawn[0][0], "second": drawn[1][0], "reason": "Clubmates"}
    assert run("tournaments/cup/draw/swap", two)[0] == 200
    assert run("tournaments/cup/draw/again", {"reason": "Once more"})[0] == 200
    assert run("tournaments/cup/draw/confirm")[0] == 200
    assert run("tournaments/cup/draw/recall", {"reason": "Too early"})[0] == 200
    assert run("tournaments/cup/draw/confirm")[0] == 200
    advance.advance(cup.pk)
    first, second, _third = program.get("/api/v1/tournaments/cup/pairings").json()["results"]
    key = first["match"]
    club.finish(club.in_play(cup)[0], 500, 300)
    said = {"games": [{"game": 1, "points": [520, 310], "hands": 9}], "reason": "Misread"}
    assert run(f"matches/{key}/score", said)[1]["status"] == "running"
    shown = program.get(f"/api/v1/matches/{key}").json()
    assert (shown["tournament"], shown["status"]) == ("cup", "done")
    result = next(
        one
        for one in program.get("/api/v1/tournaments/cup/results").json()["results"]
        if one["match"] == key
    )
    assert shown["result"] == result
    assert (result["score_a"], result["score_b"], result["version"]) == (520, 310, 2)
    code, refused = run(f"matches/{key}/undo", {"reason": "x", "expected_version": 1})
    assert (code, refused["code"]) == (409, "nothing_to_undo")
    assert run(f"matches/{key}/undo", {"reason": "x", "expected_version": 2**63})[0] == 422
    assert run(f"matches/{key}/undo", {"reason": "Not so", "expected_version": 2})[0] == 200
    assert program.get(f"/api/v1/matches/{key}").json()["result"]["score_a"] == 500
    assert run(f"matches/{key}/replay", {"reason": "Cut", "expected_version": 3})[0] == 200
    shown = program.get(f"/api/v1/matches/{key}").json()
    assert (shown["status"], shown["result"]) == ("playing", None)
    fined = f"tournaments/cup/entries/{first['entry_a']}/penalties"
    assert run(fined, {"points": "0.5", "reason": "Late"})[0] == 201
    standings = program.get("/api/v1/tournaments/cup/standings").json()["results"]
    assert [one["penalty"] for one in standings if one["entry"] == first["entry_a"]] == [0.5]
    assert (
        run(
            f"tournaments/cup/entries/{second['entry_a']}0/penalties",
            {"points": "1", "reason": "x"},
        )[0]
        == 404
    )


@pytest.mark.slow
def test_a_season_is_run_by_a_program(member: Any, hands: Any) -> None:
    hands.forward((datetime(2027, 1, 1, tzinfo=UTC) - now()).total_seconds())
    club = SeasonClub(member, hands)
    season = club.draft(divisions=(DivisionPlan("First", 4),))
    program = by(club.organizer, "organize", "read")
    run, at = partial(post, program), f"seasons/{season.slug}"
    assert run(f"{at}/open") == (200, {"status": "open"})
    pairs = [[club.joined(f"{side}{number}").username for side in "ab"] for number in range(1, 5)]
    assert run(f"{at}/entries", {"pairs": pairs}) == (201, {"entered": 4})
    assert run(f"{at}/entries", {"pairs": pairs[:1]}) == (201, {"entered": 0})
    for entry in season.entries.all():
        for place in entry.players.all():
            signing_up.answer(entry_id=entry.pk, user=place.user, accept=True)
    assert run(f"{at}/place")[0] == 200
    assert post(by(club.player("a1"), "organize"), f"{at}/publish")[0] == 403
    assert run(f"{at}/publish") == (200, {"status": "running"})
    assert len(program.get(f"/api/v1/{at}/fixtures").json()["results"]) == 6
    entry = season.entries.order_by("pk")[0]
    assert run(f"{at}/entries/{entry.pk}/withdrawal", {"reason": "Moved away"})[0] == 200
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    assert run(f"{at}/end", {"reason": "Snow"}) == (200, {"status": "finished"})
    listed = program.get(f"/api/v1/leagues/{club.league.slug}/seasons").json()
    assert [one["slug"] for one in listed["results"]] == [season.slug]


def test_a_program_manages_webhooks(club: Club, client: Client) -> None:
    cup = club.with_entries(2)
    program, stranger = (
        by(club.organizer, "organize", "read"),
        by(club.player("a1"), "organize", "read"),
    )
    at = "tournaments/cup/webhooks"
    assert (client.get(f"/api/v1/{at}").status_code, stranger.get(f"/api/v1/{at}").status_code) == (
        401,
        404,
    )
    assert post(stranger, at, {"url": "https://hooks.example.org/"})[0] == 404
    code, made = post(program, at, {"url": "https://hooks.example.org/x"})
    hook = Webhook.objects.get()
    shown = {
        "id": hook.pk, "league": None, "tournament": "cup", "owner": "ann", "on": True, "off_because": "",
        "url": "https://hooks.example.org/x", "waiting": 0, "failing_since": None, "last_at": None, "last_status": None,
    }  # fmt: skip
    assert (code, made) == (201, shown | {"secret": hook.secret})
    again = {"url": "https://hooks.example.org/y", "request_id": "y1"}
    assert post(program, at, again) == post(program, at, again)
    hook.of.webhooks.exclude(pk=hook.pk).delete()
    assert post(program, f"webhooks/{hook.pk}/again")[1]["code"] == "nothing_waits"
    code, queued = post(program, f"webhooks/{hook.pk}/test")
    assert (code, queued) == (200, {"id": str(hook.deliveries.get().code)})
    assert program.get(f"/api/v1/{at}").json() == [shown | {"waiting": 1}]
    sent = f"/api/v1/webhooks/{hook.pk}/deliveries"
    (waits,) = program.get(sent).json()["results"]
    assert waits.pop("at")
    assert waits == {
        "id": queued["id"], "event": "test", "tournament": None, "match": None, "version": None,
        "accepted": False, "attempts": 0, "last_at": None, "last_status": None,
    }  # fmt: skip
    assert [client.get(sent).status_code, stranger.get(sent).status_code] == [401, 404]
    assert post(program, f"webhooks/{hook.pk}/again") == (200, shown | {"waiting": 1})
    code, off = post(program, f"webhooks/{hook.pk}/off")
    assert (code, off["on"], off["off_because"]) == (200, False, "person")
    assert post(program, f"webhooks/{hook.pk}/test")[1]["code"] == "webhook_off"
    assert post(program, f"webhooks/{hook.pk}/on") == (200, shown)
    code, renewed = post(program, f"webhooks/{hook.pk}/secret")
    assert renewed["secret"] != made["secret"]
    where = f"/api/v1/webhooks/{hook.pk}"
    assert [stranger.delete(where).status_code, program.delete(where).status_code] == [404, 204]
    assert (cup.webhooks.count(), program.delete(where).status_code) == (0, 404)


@pytest.mark.slow
def test_every_body_must_be_an_object(club: Club, monkeypatch: Any) -> None:
    monkeypatch.setattr(Pace, "allow_request", lambda *_: True)
    cup = club.with_entries(2)
    program = by(club.organizer, "organize", "enter", "play")
    values = {"kind": "tournaments", "slug": "cup", "step": "cancel", "switch": "off"}
    paths = [
        path.format_map(defaultdict(lambda: "1", values))
        for path, methods in api.get_openapi_schema()["paths"].items()
        if "requestBody" in methods.get("post", {})
    ]
    assert len(paths) == 24
    answers = {
        (path, body): program.post(path, body, content_type="application/json").status_code
        for path in paths
        for body in ("[]", "1", "null", '"swiss"', "true", '[["reason", "x"]]')
    }
    assert {at: status for at, status in answers.items() if status != 422} == {}
    said = {"name": "Friday", "starts_at": "2030-05-10T18:30:00Z", "stages": ["swiss"]}
    assert post(program, "tournaments", said)[0] == 422
    assert state_of(cup).status == "registration"


@pytest.mark.parametrize("text", [r"\ud800", r"a\u0000"])
def test_s2_texts_that_no_database_takes_are_refused(club: Club, text: str) -> None:
    club.with_entries(2)
    program = by(club.organizer, "organize")
    body = f'{{"entries": [["{text}", "b"]]}}'
    answer = program.post("/api/v1/tournaments/cup/entries", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert post(program, "tournaments/cup/entries", {"entries": [[r"x\u0000", "😀"]]})[0] == 409


def test_what_may_not_be_done_is_refused_in_words(club: Club, client: Client) -> None:
    club.with_entries(2)
    assert post(client, "tournaments/cup/start")[0] == 401
    reader = by(club.organizer, "read")
    assert reader.get("/api/v1/tournaments/cup/webhooks").json()["code"] == "missing_scope"
    code, refused = post(reader, "tournaments/cup/start")
    assert (code, refused["code"]) == (403, "missing_scope")
    stranger = by(club.player("a1"), "organize")
    code, refused = post(stranger, "tournaments/cup/start")
    assert (code, refused["code"]) == (403, "not_organizer")
    code, refused = post(stranger, "tournaments/cup/draw/confirm")
    assert (code, refused["code"]) == (404, "unknown_round")
    verdict = {"verdict": "void", "reason": "x"}
    assert [post(stranger, f"matches/{key}/decision", verdict)[0] for key in (0, 1)] == [422, 404]
    code, refused = post(stranger, "tournaments/cup/dance")
    assert (code, refused["code"]) == (422, "invalid")
    broken = stranger.post("/api/v1/tournaments/cup/start", b"{", content_type="application/json")
    assert (broken.status_code, broken.json()["code"]) == (400, "unreadable")
