"""A ladder's pages: what they say, and how many queries they take."""

import re
import time
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.tables.models import Seat, Table
from spades_site.accounts import friends
from spades_site.common.clock import now
from tests.ladders.conftest import LadderClub
from tournaments.ladders.history import rungs_lately
from tournaments.ladders.models import Ladder, LadderEntry, LadderPlayer
from tournaments.ladders.rivals import rivals_of

pytestmark = pytest.mark.django_db


def _page(user: Any, path: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_page_offers_what_is_possible_and_says_why_the_rest_is_not(club: LadderClub) -> None:
    ladder = club.ladder(6, top=2)
    path = ladder.get_absolute_url()
    club.challenge(ladder, 5, 4)
    page = _page(club.people["p6"], path)
    assert "From rung 6 you can challenge up to rung 3." in page
    assert page.count("> Challenge <") == 2
    assert "Somebody else’s challenge is open." in page
    assert "challenged by <bdi>p5</bdi>" in page
    own = _page(club.people["p4"], path)
    assert "Challenged by <bdi>p5</bdi> (rung 5)" in own
    assert "Declining counts as a failure, like not answering." in own
    assert "Join it first" in _page(None, path)
    stranger = club.member("stranger")
    assert "Join it first" in _page(stranger, path)


def test_a_private_leagues_ladder_is_not_found_by_others(club: LadderClub) -> None:
    ladder = club.ladder(2)
    club.league.is_public = False
    club.league.save()
    assert Client().get(ladder.get_absolute_url()).status_code == 404
    assert "Your rung" in _page(club.people["p1"], ladder.get_absolute_url())


def test_arrows_say_what_a_week_moved(club: LadderClub) -> None:
    ladder = club.ladder(4)
    club.later(days=8)
    club.play(ladder, 4, 1)
    club.later(days=2)
    club.enter(ladder, 5)
    club.play(ladder, 5, 4)
    page = _page(None, ladder.get_absolute_url())
    rungs = [rung.partition("</li>")[0] for rung in page.split('id="rung-')[1:]]
    moved = []
    for rung in rungs:
        words = re.search(r"(up|down) \d+ rungs? in seven days|>new<", rung)
        name = re.search(r"\bp(\d)\b", rung)
        assert name is not None
        moved.append((name[1], words and words[0].strip("<>")))
    assert moved == [
        ("1", None), ("4", "up 2 rungs in seven days"), ("5", "new"),
        ("2", "down 2 rungs in seven days"), ("3", "down 2 rungs in seven days"),
    ]  # fmt: skip
    club.later(days=6)
    assert _page(None, ladder.get_absolute_url()).count("down 1 rung in seven days") == 2
    club.later(days=8)
    assert "in seven days" not in _page(None, ladder.get_absolute_url())


def test_who_is_here_is_told_to_those_who_may_know(club: LadderClub) -> None:
    ladder = club.ladder(4)
    club.people["p1"].last_seen = now()
    club.people["p1"].save()
    friends.ask(user=club.people["p4"], name="p1")
    friends.accept(user=club.people["p1"], name="p4")
    path = ladder.get_absolute_url()
    assert "Here now" in _page(club.people["p4"], path)
    assert "Here now" not in _page(club.people["p3"], path)
    assert "Here now" not in _page(None, path)
    made = club.at_table(ladder, 3, 2)
    club.come(made)
    Seat.objects.filter(table=made.table_id).update(online=True)
    page = _page(None, path)
    assert page.count("at a table <span") == 2
    made.refresh_from_db()
    Table.objects.filter(pk=made.table_id).update(visibility="link")
    assert "Here now" not in _page(None, path)


def test_the_play_page_offers_whom_one_can_challenge_now(club: LadderClub) -> None:
    ladder = club.ladder(6)
    for name in ("p1", "p3", "p5"):
        club.people[name].last_seen = now()
        club.people[name].save()
        friends.ask(user=club.people["p4"], name=name)
        friends.accept(user=club.people[name], name="p4")
    # From rung 4 up to rung 1; p5 is below.
    found = rivals_of(club.people["p4"])
    assert [(one.name, one.note) for one in found] == [
        ("p1", "Rung 1, Ladder"), ("p3", "Rung 3, Ladder"),
    ]  # fmt: skip
    assert "To challenge now" in _page(club.people["p4"], reverse("lobby"))
    client = Client()
    client.force_login(club.people["p4"])
    assert client.post(found[1].challenge_url).status_code == 302
    assert ladder.challenges.get().challenged == club.entry(ladder, 3)
    assert [rivals_of(club.people[name]) for name in ("p2", "p4", "p6")] == [[], [], []]
    assert "To challenge now" not in _page(None, reverse("lobby"))


def test_an_entrys_page_has_its_matches_and_its_rungs(club: LadderClub) -> None:
    ladder = club.ladder(4)
    club.later(days=100)
    club.play(ladder, 4, 1)
    club.later(days=3)
    club.play(ladder, 2, 4)
    club.play(ladder, 4, 2, won=False)
    entry = club.entry(ladder, 4)
    before, changes = rungs_lately(entry)
    assert (before, [rung for _at, rung in changes]) == (4, [2, 3])
    page = _page(None, reverse("ladder_entry", args=[ladder.slug, entry.pk]))
    assert "Best rung 2 · won 1, lost 2" in page
    assert "Now rung 3, between 2 and 4." in page
    assert page.count("> Replay <") == 3
    other = club.ladder(0, name="Other")
    assert Client().get(reverse("ladder_entry", args=[other.slug, entry.pk])).status_code == 404


def test_a_ladder_of_500_takes_under_12_queries_and_a_tenth_of_a_second(club: LadderClub) -> None:
    ladder = club.ladder(12)
    club.play(ladder, 12, 7)
    club.challenge(ladder, 10, 9)
    users = get_user_model().objects.bulk_create(
        get_user_model()(username=f"u{n}", folded_name=f"u{n}", name_key=f"u{n}")
        for n in range(13, 501)
    )
    entries = LadderEntry.objects.bulk_create(
        LadderEntry(
            ladder=ladder,
            name=user.username,
            rung=rung,
            best=rung,
            status="active",
            created_at=now(),
        )
        for rung, user in enumerate(users, start=13)
    )
    LadderPlayer.objects.bulk_create(
        LadderPlayer(
            entry=entry, ladder=ladder, user=user, position=0, accepted_at=now(), active=True
        )
        for entry, user in zip(entries, users, strict=True)
    )
    client = Client()
    client.force_login(club.people["p11"])
    path = ladder.get_absolute_url()
    client.get(path)
    spent = []
    for _ in range(5):
        begun = time.process_time()
        with CaptureQueriesContext(connection) as queries:
            page = client.get(path).content.decode()
        spent.append(time.process_time() - begun)
    assert len(queries) < 12
    assert min(spent) < 0.1
    assert "1 of 10" in page or "page=10" in page


def _counts(club: LadderClub, ladder: Ladder, viewer: Any) -> dict[str, int]:
    """Return how many queries each part of the page takes."""
    client = Client()
    client.force_login(viewer)
    path = ladder.get_absolute_url()
    desk = reverse("ladder_desk", args=[ladder.slug])
    entry = reverse("ladder_entry", args=[ladder.slug, club.entry(ladder, 5).pk])
    pages = [path, f"{path}?show=matches", f"{path}?show=log", entry]
    if viewer == club.organizer:
        pages.append(desk)
    found = {}
    for one in pages:
        client.get(one)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(one).status_code == 200
        found[one.removeprefix(path)] = sum(each["sql"].startswith("SELECT") for each in queries)
    return found


def test_pages_take_as_many_queries_with_60_entries_as_with_5(club: LadderClub) -> None:
    few, many = club.ladder(5, name="Few"), club.ladder(0, name="Many")
    for number in range(1, 61):
        club.enter(many, number)
    for ladder in (few, many):
        club.play(ladder, 5, 3)
        club.challenge(ladder, 2, 1)
        club.challenge(ladder, 4, 2)
    for number in range(20, 30, 2):
        club.play(many, number, number - 1)
        club.challenge(many, number + 1, number - 1)
    for viewer in (club.people["p2"], club.organizer):
        sizes = [[*_counts(club, ladder, viewer).values()] for ladder in (few, many)]
        assert sizes[0] == sizes[1]
        assert max(sizes[1]) <= 12


def test_the_form_speaks_german_and_keeps_its_arrangement_when_it_is_refused(
    club: LadderClub,
) -> None:
    client = Client()
    client.force_login(club.organizer)
    path = reverse("ladder_create", args=[club.league.slug])
    page = client.get(path, headers={"Accept-Language": "de"}).content.decode()
    assert "Tage zum Antworten" in page
    assert "Days to answer" not in page
    htmx = {"HX-Request": "true"}
    refused = client.post(path, {"name": "", "kind_of": "pairs"}, headers=htmx).content.decode()
    assert "Challenges, climbing, failures, pace" in refused
    assert refused.count("<h2>") == 1
