"""A whole evening in a room by HTTP: phones at the tables, the organizer at the desk; and what a code doesn't open."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games.ratings.models import RatedResult
from games.tables.models import Table
from tests.events.conftest import Club
from tests.events.conftest import club as club
from tournaments.events.actions import lifecycle
from tournaments.events.advance import advance
from tournaments.events.models import Match, Pad, PadHand, Result, RoomTable, Round, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.pads import LiveScore, live_scores

pytestmark = pytest.mark.django_db
PAIRS = 6


def hand_of(rng: random.Random) -> dict[str, Any]:
    """Return a hand that can have been bid and won."""
    bids = [{"value": rng.randint(1, 6), "blind": False, "silent": False} for _seat in range(4)]
    won = rng.randint(3, 10)
    return {"bids": bids, "tricks": [won, 13 - won, 0, 0], "renege": None}


class Phone:
    """A phone at a table, without an account."""

    def __init__(self) -> None:
        self.client = Client()
        self.address = ""

    def scan(self, token: str, side: int) -> "Phone":
        answer = self.client.post(f"/room/{token}/", {"side": str(side)})
        self.address = answer["Location"]
        assert self.address.startswith("/room/pads/")
        return self

    def send(self, **said: Any) -> Any:
        body = json.dumps(said)
        return self.client.post(f"{self.address}send/", body, content_type="application/json")

    @property
    def state(self) -> Any:
        return self.client.get(f"{self.address}state/").json()

    def enter(self, hand: Any, entry: str, **more: Any) -> Any:
        state = self.state
        number = len(state["hands"]) + 1
        said = {"do": "hand", "entry": entry, "game": state["game"], "number": number, "hand": hand}
        return self.send(**said | more)

    def confirm(self) -> Any:
        return self.send(do="confirm", seen=self.state["seen"])


@pytest.fixture
def ann(club: Club, client: Client) -> Client:
    """The organizer's browser."""
    client.force_login(club.organizer)
    return client


def room(club: Club, **fields: Any) -> Tournament:
    return club.open(
        league=club.league_of("zed"), where="room", match_hands=3,
        stages=(StagePlan("swiss", rounds=3),), **fields,
    )  # fmt: skip


def at_door(ann: Client, cup: Tournament, names: str) -> Any:
    return ann.post(f"/organize/tournaments/{cup.slug}/room/door/", {"names": names})


def play(match: Match, rng: random.Random) -> tuple[Phone, Phone]:
    """Play a match to its last hand with two phones, which enter in turn; one hand is sent twice."""
    token = match.pad.table.token
    phones = Phone().scan(token, 0), Phone().scan(token, 1)
    for number in range(3):
        phone = phones[number % 2]
        hand = hand_of(rng)
        for _each in range(2 if number == 1 else 1):
            assert phone.enter(hand, f"{match.pk}-{number}").status_code == 200
    return phones


def test_an_evening_by_phones_and_one_paper_table(club: Club, ann: Client) -> None:
    rng = random.Random(8)
    cup = room(club, check_in_minutes=30)
    desk = f"/organize/tournaments/{cup.slug}/"
    names = "\n".join(f"Otto {n} & Ida {n}" for n in range(1, PAIRS))
    assert at_door(ann, cup, names).status_code == 302
    # A name entered twice is the same person, and changes nothing.
    at_door(ann, cup, f"otto 1, ida 1\nOtto {PAIRS} & Ida {PAIRS}")
    assert cup.entries.count() == PAIRS
    ann.post(f"{desk}room/make/", {"tables": "3"})
    place = f"entry:{cup.entries.order_by('pk')[0].pk}"
    ann.post(f"{desk}room/paid/", {"place": place, "paid": "yes"})
    page = ann.get(f"{desk}room/").context
    assert (page["paid"], page["entered"], page["places"][-1][0]) == (1, PAIRS, place)
    assert ann.get(f"{desk}room/cards/").content.count(b"<svg") >= 3
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    for number in (1, 2, 3):
        round_ = cup.rounds.get(number=number)
        matches = list(round_.matches.select_related("tournament", "round").order_by("number"))
        for match in matches[:2]:
            first, second = play(match, rng)
            assert live_scores(round_)[match.pk].hands == 3
            assert first.confirm().status_code == second.confirm().status_code == 200
            assert not second.state["open"]
        paper, _by_hand = matches[2], f"{desk}matches/{matches[2].pk}/ask/score/"
        said = {
            "g1-0": "180",
            "g1-1": "60",
            "g1-hands": "3",
            "reason": "Paper",
            "expected_version": "0",
        }
        assert ann.post(_by_hand, said).status_code == 302
        assert paper.results.get().points == (180, 60)
        advance(cup.pk)
    cup.refresh_from_db()
    assert (cup.status, cup.winner is not None) == ("finished", True)
    assert PadHand.objects.count() == 3 * 2 * 3
    kept = Result.objects.filter(match__pad__hands__isnull=False).distinct()
    assert {(one.hands, one.by, str(one.reason)) for one in kept} == {
        (3, None, "Played in the room.")
    }
    assert (Table.objects.count(), RatedResult.objects.count()) == (0, 0)


def test_a_table_calls_and_the_desk_settles(club: Club, ann: Client) -> None:
    rng = random.Random(2)
    cup = room(club)
    at_door(ann, cup, "Otto 1 & Ida 1\nOtto 2 & Ida 2")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    match = cup.matches.select_related("tournament", "round").get(round__number=1)
    first, second = play(match, rng)
    refused = second.send(do="hand", entry="x", game=1, number=1, hand=hand_of(rng))
    assert (refused.status_code, refused.json()["code"]) == (422, "pad_conflict")
    assert second.send(do="raise", up=True).json()["raised"]
    desk = ann.get(f"/organize/tournaments/{cup.slug}/desk/").context["desk"]
    (row,) = [one.one for one in desk.room]
    assert (row.raised_at is not None, row.hands, row.over) == (True, 3, True)
    round_ = Round.objects.get(pk=match.round_id)
    assert live_scores(round_) == {match.pk: LiveScore(row.points, 3, True)}
    # The organizer opens the same pad, corrects a hand, and confirms all.
    seen = ann.get(f"/room/pads/{match.pk}/state/").json()
    assert (seen["desk"], seen["side"], len(seen["hands"])) == (True, None, 3)
    corrected = {
        "do": "hand", "entry": "desk", "game": 1, "number": 1, "replaces": seen["hands"][0]["version"],
        "hand": {**{key: seen["hands"][1][key] for key in ("bids", "renege")}, "tricks": [13, 0, 0, 0]},
    }  # fmt: skip
    answer = ann.post(
        f"/room/pads/{match.pk}/send/", json.dumps(corrected), content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    seen = answer.json()
    confirm = {"do": "confirm", "seen": seen["seen"]}
    ann.post(f"/room/pads/{match.pk}/send/", json.dumps(confirm), content_type="application/json")
    match.refresh_from_db()
    assert match.status == Match.Status.DONE
    late = first.enter(hand_of(rng), "late")
    assert (late.status_code, late.json()["code"]) == (422, "pad_over")


def test_a_code_opens_its_match_alone(club: Club, ann: Client) -> None:
    cup = room(club)
    names = "\n".join(f"Otto {n} & Ida {n}" for n in range(1, 5))
    at_door(ann, cup, names)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    first, other = cup.matches.filter(round__number=1).order_by("number")
    token = first.pad.table.token
    phone, stranger = Phone().scan(token, 0), Client()
    assert phone.client.get(f"/room/pads/{first.pk}/").status_code == 200
    for client, match in ((phone.client, other), (stranger, first), (stranger, other)):
        for path in ("", "state/"):
            assert client.get(f"/room/pads/{match.pk}/{path}").status_code == 404
        body = json.dumps({"do": "raise", "up": True})
        answer = client.post(f"/room/pads/{match.pk}/send/", body, content_type="application/json")
        assert answer.status_code == 404
    assert stranger.get("/room/0123456789abcdef0123456789abcdef/").status_code == 404
    # Typed digits open that match, and never show the card's token.
    digits = Round.objects.get(pk=first.round_id).digits
    typed = f"/room/open/{cup.slug}/"
    wrong = {"number": "2", "digits": "0" * 7}
    answer = stranger.post(typed, wrong)
    unknown = stranger.post("/room/open/no-such-cup/", wrong)
    assert (answer.status_code, unknown.status_code) == (422, 422)
    answer = stranger.post(typed, {"number": "2", "digits": f"{digits[:3]} {digits[3:]}"})
    assert answer["Location"] == f"/room/pads/{other.pk}/"
    shown = stranger.get(answer["Location"]).content.decode()
    assert not any(one.token in shown for one in RoomTable.objects.all())
    # It ends with the match.
    ask = f"/organize/tournaments/{cup.slug}/matches/{other.pk}/ask/score/"
    said = {
        "g1-0": "180",
        "g1-1": "60",
        "g1-hands": "3",
        "reason": "Paper",
        "expected_version": "0",
    }
    ann.post(ask, said)
    assert stranger.post(typed, {"number": "2", "digits": digits}).status_code == 422
    answer = stranger.post(
        f"/room/pads/{other.pk}/send/",
        json.dumps({"do": "side", "side": 0}),
        content_type="application/json",
    )
    assert answer.status_code == 422
    assert Pad.objects.get(match=other).phones.get().side is None
    assert phone.client.post(f"{phone.address}send/", {"do": "confirm"}).status_code == 422
    endless = '{"do":"confirm","seen":1e400}'
    no_text = '{"do":"hand","game":1,"number":1,"hand":null,"entry":"\\u0000"}'
    for nonsense in (
        "",
        "[]",
        "{}",
        '{"do":"hand"}',
        '{"do":"confirm","seen":[]}',
        "[" * 5000,
        endless,
        no_text,
    ):
        answer = phone.client.post(
            f"{phone.address}send/", nonsense, content_type="application/json"
        )
        assert answer.status_code == 422
