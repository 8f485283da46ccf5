"""Organizers run a tournament through the API by the same functions as on its pages, with a token that may."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.api.test_reading import by
from tests.events.conftest import Club
from tournaments.events import advance
from tournaments.events.models import Entry
from tournaments.webhooks.models import Webhook

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rested() -> None:
    cache.clear()


def post(client: Client, address: str, body: Any = None) -> tuple[int, Any]:
    answer = client.post(f"/api/v1/{address}", body or {}, content_type="application/json")
    return answer.status_code, answer.json()


def test_an_evening_is_run_by_a_program(club: Club) -> None:
    league = club.league_of("kim", "lou", "max", "nils", "olga")
    cup = club.open(league=league, check_in_minutes=90, confirm_draws=True)
    program = by(club.organizer, "organize", "read")
    pairs = [["kim", "lou"], ["max", "nils"], ["olga", "nobody"]]
    code, refused = post(program, "tournaments/cup/entries", {"entries": pairs})
    assert (code, refused["code"]) == (409, "import_wrong")
    assert Entry.objects.count() == 0
    assert post(program, "tournaments/cup/entries", {"entries": pairs[:2]}) == (200, {"entered": 2})
    assert post(program, "tournaments/cup/entries", {"entries": pairs[:2]}) == (200, {"entered": 0})
    advance.advance(cup.pk)
    for entry in cup.entries.order_by("pk"):
        code, state = post(program, f"tournaments/cup/entries/{entry.pk}/check-in")
        assert (code, state["status"]) == (200, "check_in")
    code, state = post(program, "tournaments/cup/start", {"reason": "All are here."})
    assert (code, state["status"]) == (200, "running")
    code, state = post(program, "tournaments/cup/draw/confirm")
    assert (code, state["status"]) == (200, "running")
    (match,) = program.get("/api/v1/tournaments/cup/pairings").json()
    verdict = {"verdict": "forfeit", "winner": 0, "reason": "They left."}
    code, state = post(program, f"matches/{match['match']}/decision", verdict)
    assert code == 200
    (result,) = program.get("/api/v1/tournaments/cup/results").json()
    assert (result["kind"], result["winner"], result["reason"]) == (
        "forfeit", match["entry_a"], "They left.",
    )  # fmt: skip


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
    assert (code, made) == (200, shown | {"secret": hook.secret})
    code, queued = post(program, f"webhooks/{hook.pk}/test")
    assert (code, queued) == (200, {"id": str(hook.deliveries.get().code)})
    assert program.get(f"/api/v1/{at}").json() == [shown | {"waiting": 1}]
    code, off = post(program, f"webhooks/{hook.pk}/off")
    assert (code, off["on"], off["off_because"]) == (200, False, "person")
    assert post(program, f"webhooks/{hook.pk}/test")[1]["code"] == "webhook_off"
    assert post(program, f"webhooks/{hook.pk}/on") == (200, shown)
    code, renewed = post(program, f"webhooks/{hook.pk}/secret")
    assert renewed["secret"] != made["secret"]
    where = f"/api/v1/webhooks/{hook.pk}"
    assert [stranger.delete(where).status_code, program.delete(where).status_code] == [404, 204]
    assert (cup.webhooks.count(), program.delete(where).status_code) == (0, 404)


def test_what_may_not_be_done_is_refused_in_words(club: Club, client: Client) -> None:
    club.with_entries(2)
    assert post(client, "tournaments/cup/start")[0] == 401
    reader = by(club.organizer, "read")
    code, refused = post(reader, "tournaments/cup/start")
    assert (code, refused["code"]) == (403, "missing_scope")
    stranger = by(club.player("a1"), "organize")
    code, refused = post(stranger, "tournaments/cup/start")
    assert (code, refused["code"]) == (403, "not_organizer")
    code, refused = post(stranger, "tournaments/cup/draw/confirm")
    assert (code, refused["code"]) == (404, "unknown_round")
    assert post(stranger, "matches/0/decision", {"verdict": "void", "reason": "x"})[0] == 404
    code, refused = post(stranger, "tournaments/cup/dance")
    assert (code, refused["code"]) == (422, "invalid")
    broken = stranger.post("/api/v1/tournaments/cup/start", b"{", content_type="application/json")
    assert (broken.status_code, broken.json()["code"]) == (400, "unreadable")
