"""The files and calendars of a season, and the index of a league: every value, and at what cost."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.seasons.conftest import SeasonClub
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.models import SeasonEntry

pytestmark = pytest.mark.django_db
BOM = "\ufeff"
SITE = "http://localhost:8000"
TINY = (DivisionPlan("First", 2, relegated=1), DivisionPlan("Second", 2, promoted=1))
MADE = "2027-01-01T00:00:00Z"


@pytest.fixture
def season(club: SeasonClub) -> Season:
    """Two divisions of two pairs. The first has played its match; the second's goes on."""
    made = club.published(4, divisions=TINY)
    (first, _) = draw_of(made)
    club.go_to(first.rounds[0].at + timedelta(minutes=1))
    (match,) = club.in_play(made.divisions.get(level=1).tournament)
    club.finish(match, 300, 200)
    SeasonEntry.objects.update(created_at=MADE)
    made.refresh_from_db()
    return made


def text_of(client: Any, season: Season, what: str) -> str:
    answer = client.get(f"/seasons/{season.slug}/{what}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def rows(*lines: str) -> str:
    return BOM + "".join(f"{line}\r\n" for line in lines)


@pytest.mark.slow
def test_the_csv_of_a_season(client: Any, season: Season) -> None:
    e = dict(season.entries.values_list("name", "pk"))
    a, b, c, d = (e[f"a{n} & b{n}"] for n in range(1, 5))
    top, low = (one.tournament.matches.get() for one in season.divisions.all())
    (home, away), (third, fourth) = ([e[name] for name in match.side_names] for match in (top, low))
    page = f"{SITE}/tournaments"
    names = {key: name for name, key in e.items()}
    of_league = client.get(f"/leagues/{season.league.slug}/seasons.csv").content.decode()
    assert of_league == rows(
        "slug,name,kind,status,starts_on,ends_on,zone",
        f"{season.slug},Spring 2027,pairs,running,2027-02-15,2027-05-31,Europe/Berlin",
    )
    line_up = text_of(client, season, "line_ups.csv").splitlines()
    assert line_up[0] == f"{BOM}level,round,table,match,entry,board,seat,user,present,instead_of"
    assert line_up[1].startswith(f"1,1,1,{top.pk},{home},1,0,a")
    assert len(line_up) == 9
    assert text_of(client, season, "entries.csv") == rows(
        "entry,name,level,seed,player_1,player_2,player_3,player_4,player_5,player_6,player_7,player_8,"
        "status,came_from,rating,entered_at",
        f"{a},a1 & b1,1,1,a1,b1,,,,,,,entered,,,{MADE}",
        f"{b},a2 & b2,1,2,a2,b2,,,,,,,entered,,,{MADE}",
        f"{c},a3 & b3,2,1,a3,b3,,,,,,,entered,,,{MADE}",
        f"{d},a4 & b4,2,2,a4,b4,,,,,,,entered,,,{MADE}",
    )
    window = "2027-02-14T23:00:00Z,2027-02-21T23:00:00Z,2027-02-18T18:30:00Z,false"
    assert text_of(client, season, "fixtures.csv") == rows(
        "level,round,table,match,entry_a,name_a,entry_b,name_b,opens,closes,starts_at,agreed,status,"
        "kind,winner,ended,score_a,score_b,hands,url",
        f"1,1,1,{top.pk},{home},{names[home]},{away},{names[away]},{window},done,"
        f"played,{home},,300,200,2,{page}/{top.tournament.slug}/matches/{top.pk}/",
        f"2,1,1,{low.pk},{third},{names[third]},{fourth},{names[fourth]},{window},playing,"
        f",,,,,,{page}/{low.tournament.slug}/matches/{low.pk}/",
    )
    table = text_of(client, season, "tables.csv").splitlines()
    assert table[0] == BOM + (
        "level,place,entry,name,points,played,won,drawn,lost,forfeits_won,forfeits_lost,byes,"
        "score_for,score_against,penalty,zone,withdrawn"
    )
    assert table[1:3] == [
        f"1,1,{home},{names[home]},2,1,1,0,0,0,0,0,300,200,0,,false",
        f"1,2,{away},{names[away]},0,1,0,0,1,0,0,0,200,300,0,down,false",
    ]
    assert [line.split(",")[1] for line in table[3:]] == ["1", "2"]


def test_the_json_of_a_season_has_what_the_csv_has(client: Any, season: Season) -> None:
    found = json.loads(text_of(client, season, "tables.json"))
    assert {key: found[key] for key in ("feed", "feed_version")} == {
        "feed": "tables",
        "feed_version": 1,
    }
    first, second = (one.tournament.slug for one in season.divisions.all())
    assert found["season"] == {
        "slug": season.slug,
        "name": "Spring 2027",
        "url": f"{SITE}/seasons/{season.slug}/",
        "league": "club",
        "kind": "pairs",
        "status": "running",
        "starts_on": "2027-02-15",
        "ends_on": "2027-05-31",
        "zone": "Europe/Berlin",
        "ended_early": "",
        "divisions": [
            {
                "level": 1, "name": "First", "size": 2, "promoted": 0, "relegated": 1, "play_offs": 0,
                "tournament": first, "play_off": None,
            },
            {
                "level": 2, "name": "Second", "size": 2, "promoted": 1, "relegated": 0, "play_offs": 0,
                "tournament": second, "play_off": None,
            },
        ],
    }  # fmt: skip
    assert [(row["level"], row["place"], row["points"]) for row in found["tables"]] == [
        (1, 1, 2), (1, 2, 0), (2, 1, 0), (2, 2, 0),
    ]  # fmt: skip
    entries = json.loads(text_of(client, season, "entries.json"))["entries"]
    assert entries[0]["players"] == ["a1", "b1"]


@pytest.mark.slow
def test_calendars_have_the_fixtures_of_the_season_a_division_and_an_entry(
    client: Any, season: Season
) -> None:
    mine = season.entries.get(name="a3 & b3")
    match = season.divisions.get(level=2).tournament.matches.get()

    def events(what: str) -> list[str]:
        lines = text_of(client, season, what).split("\r\n")
        return [line for line in lines if line.startswith(("UID:match", "DTSTART", "NAME"))]

    other = season.divisions.get(level=1).tournament.matches.get()
    start = "DTSTART:20270218T183000Z"
    first, second = f"UID:match-{other.pk}@localhost", f"UID:match-{match.pk}@localhost"
    assert events("calendar.ics") == ["NAME:Spring 2027", first, start, second, start]
    assert events("divisions/2/calendar.ics") == ["NAME:Spring 2027 · Second", second, start]
    assert events(f"entries/{mine.pk}/calendar.ics") == [
        "NAME:Spring 2027 · a3 & b3", second, start,
    ]  # fmt: skip
    assert client.get(f"/seasons/{season.slug}/divisions/3/calendar.ics").status_code == 404
    page = client.get(season.get_absolute_url()).content.decode()
    assert f"{SITE}/seasons/{season.slug}/divisions/2/calendar.ics" in page
    assert f"/seasons/{season.slug}/fixtures.csv" in page


@pytest.mark.slow
def test_the_index_of_a_league_lists_what_the_reader_may_see(
    client: Any, club: SeasonClub, season: Season
) -> None:
    club.draft(name="Next")
    found = json.loads(client.get("/leagues/club/index.json").content)
    assert [(one["slug"], one["kind"]) for one in found["seasons"]] == [(season.slug, "pairs")]
    assert found["seasons"][0]["feeds"]["tables"] == {
        kind: f"{SITE}/seasons/{season.slug}/tables.{kind}" for kind in ("csv", "json")
    }
    assert [one["name"] for one in found["tournaments"]] == [
        "Spring 2027 · First", "Spring 2027 · Second",
    ]  # fmt: skip
    assert len(found["members"]) == 9
    assert found["teams"] == []
    client.force_login(club.organizer)
    found = json.loads(client.get("/leagues/club/index.json").content)
    assert [one["name"] for one in found["seasons"]] == ["Spring 2027", "Next"]


@pytest.mark.slow
def test_feeds_take_as_many_queries_for_many_entries_as_for_few(
    client: Any, club: SeasonClub, season: Season
) -> None:
    larger = club.published(
        8,
        name="Larger",
        starts_on=date(2027, 3, 15),
        divisions=(DivisionPlan("Upper", 4), DivisionPlan("Lower", 4)),
    )
    club.go_to(draw_of(larger)[0].rounds[0].at + timedelta(minutes=1))
    for match in club.in_play(larger.divisions.get(level=1).tournament):
        club.finish(match, 300, 200)
    for what in (
        *(f"{feed}.{kind}" for feed in ("entries", "fixtures", "tables") for kind in ("csv", "json")),
        "calendar.ics", "divisions/1/calendar.ics",
    ):  # fmt: skip
        counts = []
        for one in (season, larger):
            with CaptureQueriesContext(connection) as queries:
                text_of(client, one, what)
            counts.append(len(queries))
        assert counts[0] == counts[1], what


@pytest.mark.slow
def test_the_calendar_has_the_match_days_of_the_season(client: Any, season: Season) -> None:
    page = client.get(f"{season.get_absolute_url()}?show=calendar").content.decode()
    # The window opens on Monday; the matches are on Thursday at half past six in UTC.
    assert page.count('<span class="num">18:30</span>') == 2
    assert page.split("Match days")[1].count("<tr>") == 2


@pytest.mark.slow
def test_all_rounds_are_on_one_page(client: Any, season: Season) -> None:
    """The page that is printed has every round, for as many queries as a single one."""
    counts = []
    for asked in ("1", "all"):
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"{season.get_absolute_url()}?show=fixtures&round={asked}")
        counts.append(sum(one["sql"].startswith("SELECT") for one in queries))
        assert page.status_code == 200
    assert counts[0] == counts[1]
    assert 'class="all-weeks"' in page.content.decode()
    # Rounds that aren't open yet have the last day of their window too.
    shown = [each for week in page.context["weeks"] for each in week.divisions if each.lines]
    assert [each.last is not None for each in shown] == [True] * len(shown)
