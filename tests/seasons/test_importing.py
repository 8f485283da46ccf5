"""Pairs from a spreadsheet: every mistake by its line, all or nothing, and the same file twice."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.seasons.conftest import SeasonClub
from tests.support.spreadsheets import AS_SAVED, exported, preview
from tournaments.leagues.models import Season
from tournaments.seasons.entries import importing, signing_up
from tournaments.seasons.lifecycle import planning

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club: SeasonClub) -> Season:
    """A season open for sign-up, and eight members of its league."""
    made = club.draft()
    planning.open_sign_up(season_id=made.pk, by=club.organizer)
    for number in range(1, 5):
        club.joined(f"a{number}")
        club.joined(f"b{number}")
    return made


def entered(season: Season) -> list[tuple[str, str, int | None, str]]:
    return [
        (one.name, one.division.name if one.division else "", one.seed_no, one.status)
        for one in season.entries.order_by("pk")
    ]


def test_all_pairs_are_entered_and_asked_and_once_is_enough(
    club: SeasonClub, season: Season
) -> None:
    text = (
        "\ufefffirst;second;division\r\nA1;b1;first\r\n\r\na2 ; b2;2\r\na3;b3;Second\r\na4;b4;\r\n"
    )
    ask: dict[str, Any] = {"season_id": season.pk, "by": club.organizer, "text": text}
    Notice.objects.all().delete()
    preview = importing.preview_pairs(**ask)
    assert [(line.number, line.problem, line.is_new) for line in preview] == [
        (2, "", True), (4, "", True), (5, "", True), (6, "", True),
    ]  # fmt: skip
    assert (entered(season), Notice.objects.count()) == ([], 0)
    assert importing.import_pairs(**ask) == 4
    after = [
        ("a1 & b1", "First", 1, "invited"),
        ("a2 & b2", "Second", 1, "invited"),
        ("a3 & b3", "Second", 2, "invited"),
        ("a4 & b4", "", None, "invited"),
    ]
    assert entered(season) == after
    assert Notice.objects.filter(kind="season_asked").count() == 8
    assert [line.is_new for line in importing.preview_pairs(**ask)] == [False] * 4
    assert importing.import_pairs(**ask) == 0
    assert entered(season) == after
    assert Notice.objects.filter(kind="season_asked").count() == 8


def test_every_line_says_what_is_wrong_and_nothing_is_stored(
    club: SeasonClub, season: Season
) -> None:
    club.player("stranger")
    guest = create_guest()
    signing_up.answer(
        entry_id=signing_up.sign_up_pair(
            season_id=season.pk, user=club.people["a4"], partner="b4"
        ).pk,
        user=club.people["b4"],
        accept=True,
    )
    text = "\n".join(
        [
            "a1,b1", "a2,nobody", "a3,stranger", f"{guest.username},b3", "a3,A3", "a2,b1", "b2,a4",
            "a3,b3,Third", "b2", "a2,b2,First,x",
        ]
    )  # fmt: skip
    ask: dict[str, Any] = {"season_id": season.pk, "by": club.organizer, "text": text}
    before = entered(season)
    assert [line.problem for line in importing.preview_pairs(**ask)] == [
        "",
        "There is no player called “nobody”. Check the spelling.",
        "stranger isn’t a member of the league. Invite them first.",
        f"{guest.username} is a guest. Guests need an account before they can join a league.",
        "A pair needs two people. Enter two different names.",
        "b1 is in line 1 already. Remove one of the two.",
        "a4 already plays this season, for a4 & b4. Choose somebody else.",
        "There is no division “Third”. The season has: First, Second.",
        "A pair needs two people. Enter two different names.",
        "Enter two user names, and a division if you like.",
    ]
    with pytest.raises(Refused) as refusal:
        importing.import_pairs(**ask)
    assert (refusal.value.code, str(refusal.value)) == (
        "import_wrong",
        "9 lines can’t be imported. Correct them, or remove them.",
    )
    assert entered(season) == before
    for bad, code in (("first,second\n\n", "import_empty"), ("a1,b1\n" * 201, "import_long")):
        with pytest.raises(Refused) as refusal:
            importing.preview_pairs(season_id=season.pk, by=club.organizer, text=bad)
        assert refusal.value.code == code


def test_the_organizers_page_previews_a_file_and_then_enters_it(
    client: Any, club: SeasonClub, season: Season
) -> None:
    client.force_login(club.organizer)
    page = f"/organize/seasons/{season.slug}/import/"
    assert client.get(page).status_code == 200
    file = SimpleUploadedFile("pairs.csv", b"\xef\xbb\xbffirst,second\r\na1,b1\r\na2,nobody\r\n")
    answer = client.post(page, {"file": file})
    assert answer.status_code == 200
    assert "There is no player called “nobody”" in answer.content.decode()
    answer = client.post(page, {"text": "a1,b1\na2,nobody", "confirm": "1"})
    assert (answer.status_code, entered(season)) == (422, [])
    answer = client.post(page, {"file": SimpleUploadedFile("x.csv", b"\xff")})
    assert (answer.status_code, "This file isn’t in UTF-8" in answer.content.decode()) == (
        422, True,
    )  # fmt: skip
    answer = client.post(page, {"text": "a1,b1", "confirm": "1"})
    assert (answer.status_code, [one[0] for one in entered(season)]) == (302, ["a1 & b1"])


@AS_SAVED
def test_a_seasons_own_list_of_entries_is_read_back(
    club: SeasonClub, season: Season, saved: Callable[[bytes], bytes]
) -> None:
    text = "a1,b1,First\na2,b2,Second\na3,b3,"
    importing.import_pairs(season_id=season.pk, by=club.organizer, text=text)
    again = club.draft(name="Summer 2027")
    planning.open_sign_up(season_id=again.pk, by=club.organizer)
    data = saved(exported(club.organizer, f"/seasons/{season.slug}/entries.csv"))
    lines = preview(club.organizer, f"/organize/seasons/{again.slug}/import/", data)
    assert [(line.cells, line.problem, line.effect) for line in lines] == [
        (("a1", "b1", "1"), "", "both will be asked"),
        (("a2", "b2", "2"), "", "both will be asked"),
        (("a3", "b3", ""), "", "both will be asked"),
    ]
