"""Teams with people without an account: entered by names, scored table by table, linked; unrated."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.ratings.models import RatedResult
from spades_site.common.errors import Refused
from spades_site.common.people.by_name import TAG, plain
from tests.events.conftest import Club
from tests.events.teams import players
from tournaments.events import advance
from tournaments.events.actions import decisions, importing, lifecycle, teams
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.entries import by_name, linking, nominations, substitutes
from tournaments.events.models import Entry, Match, Tournament
from tournaments.events.scoring.team_scores import margin_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
REDS = [f"red{number}" for number in range(1, 6)]
NAMES = "Gruen,*Otto Meier,*Ida Ott,*Kim Lee,*Jo Ray,*Al Fox"


@pytest.fixture
def cup(club: Club) -> Tournament:
    """An open tournament of teams of the organizer's league, to which red1 to red5, otto and blue2 to blue4 belong."""
    return club.open(
        league=club.league_of(*REDS, "otto", "blue2", "blue3", "blue4"),
        is_team=True,
        match_hands=12,
        format="round_robin",
        scoring={"spread": 85, "deal_cap": 200},
    )


def enter(club: Club, cup: Tournament, text: str) -> int:
    return importing.import_entries(tournament_id=cup.pk, by=club.organizer, text=text)


def started(club: Club, cup: Tournament, text: str = NAMES) -> Match:
    """Start with Red and the team of the line `text`; return the only match."""
    enter(club, cup, f"Red,{','.join(REDS)}\n{text}")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    return cup.matches.select_related("round__tournament", "tournament").get()


def score(club: Club, match: Match, one: Any, two: Any, hands: Any = (12, 12)) -> Any:
    """Enter the points of both tables, Red's first."""
    turn = 1 if match.entries[0].name == "Red" else -1
    given = {
        number: Given(tuple(points[::turn]), hands=each)
        for number, points, each in zip((1, 2), (one, two), hands, strict=True)
        if points
    }
    return decisions.enter_score(
        match_id=match.pk, by=club.organizer, games=given, reason="Played at the club"
    )


def test_a_team_by_names_is_entered_by_a_line(club: Club, cup: Tournament) -> None:
    lines = importing.preview_entries(tournament_id=cup.pk, by=club.organizer, text=NAMES)
    assert [line.problem or line.effect for line in lines] == [
        "is entered; Otto Meier is the captain; Otto Meier, Ida Ott, Kim Lee, Jo Ray, Al Fox: no account, you enter the "
        "scores"
    ]
    assert not get_user_model().objects.filter(by_name=True).exists()
    assert [enter(club, cup, NAMES) for _each in range(2)] == [1, 0]
    entry = cup.entries.get()
    assert [plain(user.username) for user in by_name.in_entry(entry)] == [
        "Otto Meier", "Ida Ott", "Kim Lee", "Jo Ray", "Al Fox",
    ]  # fmt: skip


def test_its_matches_wait_for_the_points_of_both_tables(club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    assert (match.status, match.tables) == (Match.Status.DRAWN, [])
    assert not advance.advance(cup.pk)
    for wrong in (((505, 310), ()), ((505, 310), (444, 390), (12, 11))):
        with pytest.raises(Refused) as refusal:
            score(club, match, *wrong)
        assert refusal.value.code in ("score_missing", "impossible_score")
    result = score(club, match, (605, 310), (244, 390))
    match.refresh_from_db()
    assert (match.status, result.hands, len(result.by_hand), RatedResult.objects.count()) == (
        Match.Status.DONE, 12, 1, 0,
    )  # fmt: skip
    cup.refresh_from_db()
    assert cup.winner is not None
    # Red is 295 − 146 = 149 points ahead.
    assert cup.winner.name == "Red"
    names = {plain(row.user.username) for row in match.line_up.all()}
    assert names == {"Otto Meier", "Ida Ott", "Kim Lee", "Jo Ray", *REDS[:4]}
    # Corrected: the same question with other points.
    score(club, match, (605, 310), (144, 590))
    cup.refresh_from_db()
    assert plain(cup.winner.name if cup.winner else "") == "Gruen"


def test_the_cap_of_a_deal_doesnt_cap_the_points_of_all(club: Club, cup: Tournament) -> None:
    assert cup.scoring["deal_cap"] == 200
    result = score(club, started(club, cup), (900, 100), (800, 200))
    assert abs(margin_of(cup, result.by_hand, result.hands)) == 1400
    deals = [[900, 100, 800, 200], [0, 0, 0, 10]]
    assert margin_of(cup, deals, 2) == 190


def test_the_public_page_shows_the_points(client: Any, club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    address = match.get_absolute_url()
    assert client.get(address).status_code == 200
    score(club, match, (900, 100), (800, 200))
    page = client.get(address).content.decode()
    assert "An organizer entered the points of 12 hands at each table." in page
    assert "1,400" in page or "1400" in page
    assert "Victory points" in page
    assert client.get(cup.get_absolute_url()).status_code == 200


def test_a_name_in_a_full_team_plays_where_the_line_up_says_so(club: Club, cup: Tournament) -> None:
    cup = club.open(
        league=cup.league, name="Two", is_team=True, match_hands=12, format="round_robin",
        timing="windows", round_every_minutes=2 * 24 * 60,
    )  # fmt: skip
    blue = NAMES.replace("*Otto Meier", "*Bo Day")
    enter(club, cup, f"Red,{','.join(REDS)},*Otto Meier\n{blue}")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    match = cup.matches.select_related("round__tournament", "tournament").get()
    red = cup.entries.get(name="Red")
    (otto,) = by_name.in_entry(red)
    assert otto not in [user for pair in nominations.pairs_of(match, red) or () for user in pair]
    own = players(club, "red")
    teams.name_line_up(
        match_id=match.pk, by=club.organizer, entry_id=red.pk, pairs=[[own[0], otto.pk], own[1:3]]
    )
    assert otto in [user for pair in nominations.pairs_of(match, red) or () for user in pair]
    assert by_name.opens_no_table(match)


def test_a_team_with_four_accounts_opens_its_tables(club: Club, cup: Tournament) -> None:
    enter(club, cup, f"Red,{','.join(REDS[:4])}\nBlue,otto,*Otto Meier,blue2,blue3,blue4")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    match = cup.matches.get()
    assert (match.status, len(match.tables)) == (Match.Status.PLAYING, 2)
    playing = set(match.line_up.values_list("user__username", flat=True))
    assert playing == {*REDS[:4], "otto", "blue2", "blue3", "blue4"}


def test_an_account_replaces_them(club: Club, cup: Tournament) -> None:
    enter(club, cup, "Blue,blue2,blue3,blue4,*Otto Meier")
    entry = cup.entries.get()
    (meier,) = by_name.in_entry(entry)
    substitutes.substitute(
        entry_id=entry.pk, out_id=meier.pk, username="otto", by=club.organizer, reason="Ill"
    )
    entry.refresh_from_db()
    assert (entry.name, by_name.in_entry(entry)) == ("Blue", [])
    assert entry.players.filter(active=True, user=club.player("otto")).exists()


def test_they_are_linked(club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    entry = cup.entries.get(name="Gruen")
    meier = by_name.in_entry(entry)[0]
    score(club, match, (605, 310), (244, 390))
    linking.ask(
        league_id=cup.league_id or 0, person_id=meier.pk, username="otto", by=club.organizer
    )
    linking.accept(league_id=cup.league_id or 0, person_id=meier.pk, user=club.player("otto"))
    entry = Entry.objects.get(pk=entry.pk)
    assert (entry.name, entry.captain) == ("Gruen", club.player("otto"))
    assert club.player("otto").pk in match.line_up.values_list("user_id", flat=True)
    assert len(by_name.in_entry(entry)) == 4


def test_the_desk_asks_for_both_tables_and_no_page_fails(
    client: Any, club: Club, cup: Tournament
) -> None:
    match = started(club, cup)
    client.force_login(club.organizer)
    address = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/ask/score/"
    page = client.get(address).content.decode()
    for name in ("g1-0", "g1-1", "g1-hands", "g2-0", "g2-1", "g2-hands"):
        assert f'name="{name}"' in page
    assert "The cap of a deal can’t be applied to the points of all hands together." in page
    version = re.search(r'name="expected_version" value="(\d+)"', page)
    sent = {
        "g1-0": 605, "g1-1": 310, "g1-hands": 12, "g2-0": 244, "g2-1": 390, "g2-hands": 12,
        "reason": "Played at the club", "expected_version": version[1] if version else "",
    }  # fmt: skip
    assert client.post(address, sent).status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.DONE
    entry = cup.entries.get(name="Gruen")
    for each in (
        f"/organize/tournaments/{cup.slug}/",
        f"/organize/tournaments/{cup.slug}/desk/",
        f"/organize/tournaments/{cup.slug}/matches/{match.pk}/",
        f"/organize/tournaments/{cup.slug}/entries/{entry.pk}/",
        f"/tournaments/{cup.slug}/results.csv",
        f"/tournaments/{cup.slug}/standings.csv",
        cup.get_absolute_url(),
        match.get_absolute_url(),
        address,
    ):
        answer = client.get(each)
        assert answer.status_code == 200, each
        assert TAG.search(answer.content.decode()) is None, each
