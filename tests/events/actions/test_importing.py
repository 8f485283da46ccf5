"""Entries from a spreadsheet: every problem by its line, all or nothing, and no import that wasn't previewed so."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from spades_site.common.lists.imports import NotImported, mark_of
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tournaments.events import advance
from tournaments.events.actions import entering, importing, lifecycle
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


def entered(cup: Tournament) -> list[tuple[str, str]]:
    places = [(one.name, one.status) for one in cup.entries.order_by("pk")]
    return places + [(one.user.username, one.status) for one in cup.singles.order_by("pk")]


def test_everybody_is_entered_and_notified_once_and_the_rest_wait(club: Club) -> None:
    league = club.league_of("a1", "b1", "a2", "b2", "a3", "b3", "zoe")
    cup = club.open(league=league, max_entries=2, waiting_list=True)
    text = "\ufefffirst;second\r\nA1;b1;\r\n\r\na2 ; b2\r\na3;b3\r\nzoe\r\n"
    ask: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer, "text": text}
    preview = importing.preview_entries(**ask)
    assert [(line.number, line.cells, line.problem, line.effect) for line in preview] == [
        (2, ("A1", "b1"), "", "is entered"),
        (4, ("a2", "b2"), "", "is entered"),
        (5, ("a3", "b3"), "", "goes on the waiting list, as number 1"),
        (6, ("zoe", ""), "", "goes on the waiting list, as number 2"),
    ]
    assert (entered(cup), Notice.objects.filter(kind="entry").count()) == ([], 0)
    assert importing.import_entries(**ask, seen=mark_of(preview)) == 4
    after = [
        ("a1 & b1", "entered"), ("a2 & b2", "entered"), ("a3 & b3", "waiting"), ("zoe", "queued"),
    ]  # fmt: skip
    assert entered(cup) == after
    assert Notice.objects.filter(kind="entry", params__news="entered").count() == 7
    assert importing.import_entries(**ask, seen=mark_of(preview)) == 0
    assert entered(cup) == after
    assert [line.effect for line in importing.preview_entries(**ask)] == [
        "already entered: unchanged"
    ] * 4
    assert Notice.objects.filter(kind="entry", params__news="entered").count() == 7
    [logged] = AuditEntry.objects.filter(verb="tournament.entries_imported")
    assert (logged.actor, logged.data) == (
        club.organizer,
        {
            "before": {"names": []},
            "after": {"names": ["a1 & b1", "a2 & b2", "a3 & b3", "zoe"]},
        },
    )
    # As pages show pairs, they can be pasted too.
    shown = importing.preview_entries(**ask | {"text": "a1 & b1\na2&B2"})
    assert [line.effect for line in shown] == ["already entered: unchanged"] * 2
    # Who was entered can leave, and the first of the list moves up.
    entering.withdraw(tournament_id=cup.pk, user=club.player("b1"))
    assert dict(entered(cup))["a3 & b3"] == "entered"


def test_every_line_says_what_is_wrong_and_nothing_is_stored(club: Club) -> None:
    league = club.league_of("a1", "b1", "a2", "b2", "a3", "b3", "zoe")
    cup = club.open(league=league, max_entries=2, entry_alone=False)
    club.player("stranger")
    guest = create_guest()
    club.enter_pair(cup, "a1", "b1")
    lines = [
        "a1,b1", "a2,b2", "b2,a2", "a2,zoe", "a1,zoe", "zoe,nobody", "zoe,stranger",
        f"zoe,{guest.username}", "zoe,Zoe", "zoe", "a3,b3,First", ",zoe", "a3,b3",
    ]  # fmt: skip
    ask: dict[str, Any] = {
        "tournament_id": cup.pk,
        "by": club.organizer,
        "text": "\n".join(lines),
    }
    problems = [
        "",
        "",
        "This pair is in line 2 already. Remove one of the two.",
        "a2 is in line 2 already. Remove one of the two.",
        "a1 is in line 1 already. Remove one of the two.",
        "There is no player called “nobody”. Check the spelling.",
        "stranger isn’t a member of the league. Ask them to join it first.",
        f"{guest.username} is a guest. Guests need an account before they can enter.",
        "A pair needs two people. Enter two different names.",
        "This tournament is entered with a partner. Enter two user names.",
        "Enter one or two user names, and nothing else.",
        "Enter one or two user names, and nothing else.",
        "The tournament is full: all 2 places are taken. One may still come free.",
    ]
    assert [line.problem for line in importing.preview_entries(**ask)] == problems
    with pytest.raises(NotImported) as refusal:
        importing.import_entries(**ask)
    assert (refusal.value.code, [line.problem for line in refusal.value.lines]) == (
        "import_wrong",
        problems,
    )
    assert entered(cup) == [("a1 & b1", "entered")]


def test_a_preview_that_no_longer_holds_is_refused(club: Club) -> None:
    league = club.league_of("zed", "zoe", "a1", "b1", "a2", "b2")
    cup = club.open(league=league, max_entries=2, waiting_list=True)
    club.enter_pair(cup, "a1", "b1")
    ask: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer, "text": "zed,zoe"}
    seen = mark_of(importing.preview_entries(**ask))
    club.enter_pair(cup, "a2", "b2")
    with pytest.raises(NotImported) as refusal:
        importing.import_entries(**ask, seen=seen)
    assert (refusal.value.code, [line.effect for line in refusal.value.lines]) == (
        "stale",
        ["goes on the waiting list, as number 1"],
    )
    assert importing.import_entries(**ask, seen=mark_of(refusal.value.lines)) == 1
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    for by, code in ((club.organizer, "too_late"), (club.player("zoe"), "not_organizer")):
        with pytest.raises(Refused) as closed:
            importing.import_entries(tournament_id=cup.pk, by=by, text="zed,zoe")
        assert closed.value.code == code


@pytest.mark.slow
def test_a_list_enters_a_running_tournament_late(club: Club) -> None:
    league = club.league_of(
        *(f"{side}{number}" for side in "ab" for number in range(1, 6)), "zoe", "zed"
    )
    cup = club.started(
        4, league=league, format="swiss", rounds=3, late_until_round=2, max_entries=6
    )
    ask: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer, "text": "a5,b5\nzoe\nzed"}
    preview = importing.preview_entries(**ask)
    assert [line.effect for line in preview] == [
        "is a late entry, and plays from round 2 on",
        "is entered alone, and plays once another late single player enters",
        "plays with another late single player, from round 2 on",
    ]
    assert cup.entries.count() == 4
    assert importing.import_entries(**ask, seen=mark_of(preview)) == 3
    assert importing.import_entries(**ask) == 0
    assert list(cup.entries.filter(joined_round=2).values_list("name", "seed_no")) == [
        ("a5 & b5", 5), ("zoe & zed", 6),
    ]  # fmt: skip
    assert Notice.objects.filter(kind="entry", params__news="entered").count() == 4


def test_during_check_in_they_are_here_only_if_the_organizer_says_so(
    client: Any, club: Club
) -> None:
    league = club.league_of("a1", "b1", "a2", "b2", "zoe")
    cup = club.open(league=league, check_in_minutes=10)
    club.hands.forward(51 * 60)
    client.force_login(club.organizer)
    page = f"/organize/tournaments/{cup.slug}/import/"
    shown = client.post(page, {"text": "a1,b1\nzoe"})
    assert 'name="here"' not in shown.content.decode()
    advance.advance(cup.pk)
    for text, here in (("a1,b1\nzoe", {}), ("a2,b2", {"here": "1"})):
        shown = client.post(page, {"text": text, **here})
        assert 'name="here"' in shown.content.decode()
        client.post(page, {"text": text, "confirm": "1", "seen": shown.context["seen"], **here})
    assert entered(cup) == [
        ("a1 & b1", "entered"), ("a2 & b2", "checked_in"), ("zoe", "waiting"),
    ]  # fmt: skip
    told = Notice.objects.filter(kind="entry").values_list("user__username", "params__news")
    assert sorted(told) == [
        ("a1", "entered_check_in"), ("a2", "entered"), ("b1", "entered_check_in"),
        ("b2", "entered"), ("zoe", "entered_check_in"),
    ]  # fmt: skip


@pytest.mark.slow
def test_teams_are_imported_with_their_captains(club: Club) -> None:
    names = [f"{team}{number}" for team in ("red", "blue") for number in range(1, 6)]
    cup = club.open(
        league=club.league_of(*names), is_team=True, match_hands=12, format="round_robin"
    )
    text = (
        "team,captain,player 2,player 3,player 4\nRed,red1,red2,red3,red4\nBlue,blue1,blue2,blue3\n"
    )
    ask: dict[str, Any] = {
        "tournament_id": cup.pk,
        "by": club.organizer,
        "text": text + "Red,blue5,blue1",
    }
    preview = importing.preview_entries(**ask)
    assert [(line.problem, line.effect) for line in preview] == [
        ("", "is entered; red1 is the captain"),
        ("A team has 4 to 8 players. Change its roster.", ""),
        ("blue1 is in line 3 already. Remove one of the two.", ""),
    ]
    with pytest.raises(NotImported):
        importing.import_entries(**ask)
    assert cup.entries.count() == 0
    ask["text"] = text.replace("blue3", "blue3,blue4,blue5")
    assert importing.import_entries(**ask) == 2
    assert importing.import_entries(**ask) == 0
    assert [
        (team.name, team.captain.username, team.players.count())
        for team in cup.entries.order_by("pk")
    ] == [("Red", "red1", 4), ("Blue", "blue1", 5)]
    assert Notice.objects.filter(kind="entry", params__news="entered").count() == 9


@pytest.mark.slow
def test_the_page_previews_a_file_and_then_enters_it(client: Any, club: Club) -> None:
    cup = club.open(league=club.league_of("a1", "b1"))
    client.force_login(club.organizer)
    page = f"/organize/tournaments/{cup.slug}/import/"
    assert page in client.get(f"/organize/tournaments/{cup.slug}/").content.decode()
    file = SimpleUploadedFile("pairs.csv", b"\xef\xbb\xbffirst,second\r\na1,b1\r\na2,nobody\r\n")
    answer = client.post(page, {"file": file})
    assert (answer.status_code, len(answer.context["wrong"])) == (200, 1)
    answer = client.post(page, {"text": "a1,b1", "confirm": "1", "seen": "stale"})
    assert (answer.status_code, entered(cup)) == (422, [])
    assert "Something has changed since this preview." in answer.content.decode()
    answer = client.post(page, {"text": "a1,b1", "confirm": "1", "seen": answer.context["seen"]})
    assert (answer.status_code, entered(cup)) == (302, [("a1 & b1", "entered")])
    # An entry's page leads whoever runs the league to the ban of a player.
    own = client.get(f"/organize/tournaments/{cup.slug}/entries/{cup.entries.get().pk}/")
    assert f'href="/leagues/{cup.league.slug}/bans/?name=b1"' in own.content.decode()


def test_only_the_members_of_a_league_are_entered_unasked(client: Any, club: Club) -> None:
    cup = club.open()
    club.player("zoe")
    with pytest.raises(Refused) as refusal:
        importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="zoe")
    assert (refusal.value.code, str(refusal.value), entered(cup)) == (
        "league_only",
        "Only members of a league can be entered without being asked, and this tournament belongs to none. Invite people"
        " by name.",
        [],
    )
    client.force_login(club.organizer)
    page = client.get(f"/organize/tournaments/{cup.slug}/").content.decode()
    assert f"/organize/tournaments/{cup.slug}/import/" not in page
