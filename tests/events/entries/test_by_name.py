"""People without an account in a league's tournament: entered, scored by hand, replaced, linked; unrated and unseen."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.ratings.models import RatedResult
from spades_site.accounts import by_name as names
from spades_site.common.errors import Refused
from spades_site.common.people.by_name import marked, plain
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.support.audited import entries_about
from tournaments.events import advance
from tournaments.events.actions import decisions, importing, lifecycle
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.entries import by_name, substitutes
from tournaments.events.models import Entry, Match, Tournament
from tournaments.leagues import bans

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def cup(club: Club) -> Tournament:
    """An open tournament of the organizer's league, to which a1 to b2, otto and zed belong."""
    return club.open(league=club.league_of("a1", "b1", "a2", "b2", "otto", "zed"))


def enter(club: Club, cup: Tournament, text: str) -> int:
    return importing.import_entries(tournament_id=cup.pk, by=club.organizer, text=text)


def previewed(club: Club, cup: Tournament, text: str) -> list[str]:
    lines = importing.preview_entries(tournament_id=cup.pk, by=club.organizer, text=text)
    return [line.problem or line.effect for line in lines]


def started(club: Club, cup: Tournament) -> Match:
    """Start with a1 & b1, and Otto Meier & a2; return the match of the round, which is the only one."""
    enter(club, cup, "a1,b1\n*Otto Meier,a2")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    return cup.matches.filter(round__number=1).get()


def score(club: Club, match: Match, *points: int) -> Any:
    given = {1: Given(points, hands=6)}
    return decisions.enter_score(
        match_id=match.pk, by=club.organizer, games=given, reason="Played at the club"
    )


def test_they_are_entered_by_a_list(club: Club, cup: Tournament) -> None:
    users = get_user_model().objects.count()
    text = "*Otto  Meier,a1\n*Ida Ott & *Kim\n*A&B\n*x~y,b1"
    assert previewed(club, cup, text) == [
        "is entered; Otto Meier: no account, you enter the scores",
        "is entered; Ida Ott, Kim: no account, you enter the scores",
        "The name needs at least 2 characters.",
        "A name of somebody without an account has no & , / – ~",
    ]
    assert get_user_model().objects.count() == users
    assert [enter(club, cup, "*Otto Meier,a1") for _each in range(2)] == [1, 0]
    (entry,) = cup.entries.all()
    (person,) = by_name.in_entry(entry)
    assert (plain(entry.name), marked(entry.name)) == (
        "Otto Meier & a1", "Otto Meier (no account) & a1",
    )  # fmt: skip
    assert (person.is_guest, person.by_name, person.email) == (True, True, "")
    assert not person.has_usable_password()
    assert list(Notice.objects.filter(user=person)) == []
    # In another tournament of the league it is the same person.
    other = club.open(league=cup.league, name="Other")
    enter(club, other, "*otto meier,b1")
    assert by_name.in_entry(other.entries.get()) == [person]


def test_a_banned_namesake_is_a_warning(club: Club, cup: Tournament) -> None:
    assert cup.league is not None
    bans.ban(league_id=cup.league_id, by=cup.league.created_by, username="zed", reason="Rude")
    assert previewed(club, cup, "*Zed,a1") == [
        "is entered; Zed: no account, you enter the scores; warning: somebody called Zed is banned"
    ]
    assert enter(club, cup, "*Zed,a1") == 1


def test_their_matches_wait_for_a_score_and_are_unrated(club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    assert (match.status, match.tables) == (Match.Status.DRAWN, [])
    assert not advance.advance(cup.pk)
    with pytest.raises(Refused) as refusal:
        decisions.replay_match(match_id=match.pk, by=club.organizer, reason="Again")
    assert refusal.value.code == "no_table"
    result = (
        score(club, match, 310, 505)
        if match.entries[0].name == "a1 & b1"
        else score(club, match, 505, 310)
    )
    match.refresh_from_db()
    assert (match.status, result.match, RatedResult.objects.count()) == (
        Match.Status.DONE, match, 0,
    )  # fmt: skip
    cup.refresh_from_db()
    assert cup.winner is not None
    assert plain(cup.winner.name) == "Otto Meier & a2"


def test_a_stranger_finds_them_nowhere_but_in_the_tournament(
    client: Any, club: Club, cup: Tournament
) -> None:
    started(club, cup)
    person = get_user_model().objects.get(by_name=True)
    for address in (
        f"/players/{person.username}/",
        f"/api/v1/players/{person.username}",
        f"/players/{person.username}/encounters/",
    ):
        assert client.get(address).status_code == 404
    assert "Otto Meier" not in client.get("/leaderboard/").content.decode()
    shown = client.get(cup.get_absolute_url())
    assert shown.status_code == 200
    assert "~" not in shown.content.decode().split("<main")[1].split("</main")[0]
    assert not client.login(username=person.username, password="")


def test_an_account_replaces_them(club: Club, cup: Tournament) -> None:
    enter(club, cup, "*Otto Meier,a1\na2,b2")
    entry = cup.entries.get(players__user__username="a1")
    (person,) = by_name.in_entry(entry)
    substitutes.substitute(
        entry_id=entry.pk, out_id=person.pk, username="zed", by=club.organizer, reason="Ill"
    )
    entry.refresh_from_db()
    assert (entry.name, by_name.in_entry(entry)) == ("zed & a1", [])
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert cup.matches.get(round__number=1).status == Match.Status.PLAYING


def test_an_account_takes_over_their_places(club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    other = club.open(league=cup.league, name="Other")
    enter(club, other, "*Otto Meier,b2")
    score(club, match, 505, 310)
    cup.refresh_from_db()
    entry = cup.entries.get(players__user__username="a2")
    (person,) = by_name.in_entry(entry)
    link = {"entry_id": entry.pk, "out_id": person.pk, "by": club.organizer}
    for name, code in (("a1", "user_entered"), ("nobody", "unknown_user")):
        with pytest.raises(Refused) as refusal:
            by_name.link(**link, username=name)
        assert refusal.value.code == code
    with pytest.raises(Refused) as refusal:
        by_name.link(**{**link, "by": club.player("a1")}, username="otto")
    assert refusal.value.code == "not_organizer"
    account = by_name.link(**link, username="otto")
    assert [one.name for one in Entry.objects.filter(players__user=account).order_by("pk")] == [
        "otto & a2", "otto & b2",
    ]  # fmt: skip
    assert not get_user_model().objects.filter(by_name=True).exists()
    logged = entries_about(cup).get(verb="tournament.name_linked")
    assert logged.data == {"out": person.username, "name": "otto"}
    assert Notice.objects.filter(user=account).count() == 1
    assert RatedResult.objects.count() == 0


@pytest.mark.parametrize("name", ["a", "x" * 61, "Ann & Ben", "a~b", "Ann, Ben", "a\u200bb"])
def test_names_that_would_confuse_are_refused(db: None, name: str) -> None:
    with pytest.raises(Refused):
        names.create(name)
