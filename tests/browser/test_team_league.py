"""A match day of a team league from the outside: an organizer makes the season, captains enter their teams and name their
line-ups, eight people play twelve deals at two tables in browsers of their own, and everybody sees every deal and the
victory points.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import program
from tests.browser.conftest import DESKTOP, Person
from tests.browser.play import in_hand, picture, pictures, play_on, play_until
from tests.browser.tables import members, path_of, signed_in

pytestmark = pytest.mark.long
TEAMS = {"Red": ("rita", "ron", "rose", "rudi"), "Blue": ("bea", "bob", "ben", "bill")}
DEALS = 12
CAP = 200
"""What the difference of a deal counts at most."""
SPREAD = 85
"""The usual standard deviation of a deal's difference (docs/tie-breaks.md)."""
FILL = """
from django.contrib.auth import get_user_model
from tournaments.leagues import joining, services
users = get_user_model().objects
league = services.create_league(by=users.get(username="olga"), name="Monday club")
for user in users.exclude(username="olga"):
    joining.join_league(league_id=league.pk, user=user)
"""
JOIN = """
from django.contrib.auth import get_user_model
from tournaments.leagues import teams
from tournaments.leagues.models import Team
for name, people in {teams!r}.items():
    for person in people[1:]:
        teams.join_team(team_id=Team.objects.get(name=name).pk, user=get_user_model().objects.get(username=person))
"""
SEATS = """
from tournaments.events.models import MatchTable
for at in MatchTable.objects.order_by("number"):
    print("seats", at.table.public_id, *at.table.seats.order_by("index").values_list("user__username", flat=True))
"""
SMALL = {"width": 390, "height": 844}
LOOKS = ((DESKTOP, "light"), (DESKTOP, "dark"), (SMALL, "light"), (SMALL, "dark"))


class Club:
    """The running program, and everybody's session."""

    def __init__(self, site: program.Platform, chromium: Browser) -> None:
        self.site, self.chromium = site, chromium
        names = ("olga", *TEAMS["Red"], *TEAMS["Blue"])
        self.sessions = members(site, names)
        site.manage("shell", "--no-imports", stdin=FILL)
        self.people: list[Person] = []

    def browser(self, name: str, **options: Any) -> Person:
        context = self.chromium.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        )
        context.set_default_timeout(20_000)
        signed_in(context, self.site, self.sessions[name])
        self.people.append(Person(name, context, self.site.url))
        return self.people[-1]

    def shoot(self, name: str, path: str, shot: str) -> None:
        """Check a page with axe and leave pictures of it, on a screen and a phone, light and dark."""
        for viewport, scheme in LOOKS:
            one = self.browser(name, viewport=viewport, color_scheme=scheme)
            page = one.go(path)
            one.check_access()
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= viewport["width"], f"{path} is {width} wide"
            one.shoot(f"{shot}-{viewport['width']}-{scheme}")
            one.context.close()


@pytest.fixture
def club(chromium: Browser) -> Iterator[Club]:
    """The program with a league of nine."""
    with program.running(BOT_SECONDS="30", HAND_PAUSE_SECONDS="0") as site:
        one = Club(site, chromium)
        yield one
        complaints = [complaint for person in one.people for complaint in person.complaints]
        assert complaints == []


def test_a_match_day_of_a_team_league(club: Club) -> None:
    olga, *players = (club.browser(name) for name in ("olga", *TEAMS["Red"], *TEAMS["Blue"]))
    rita, bea = players[0], players[4]
    first_day = datetime.now(UTC).date() + timedelta(days=2)
    for captain, name in ((rita, "Red"), (bea, "Blue")):
        make_team(captain, name)
    club.site.manage("shell", "--no-imports", stdin=JOIN.format(teams=TEAMS))
    season = make_season(olga, first_day)
    for captain, name in ((rita, "Red"), (bea, "Blue")):
        captain.go(season).get_by_role("button", name=f"Enter {name}").click()
        expect(captain.page.locator("#messages")).to_contain_text("Your team is in.")
    publish(olga, season)
    match = name_line_ups(rita, bea, season)
    club.shoot("rita", match, "team-match-before")
    default = datetime.combine(first_day, time(19, 30), UTC)
    for one in players:
        one.go(match)
    club.site.forward((default - datetime.now(UTC)).total_seconds() + 5)
    at = play(club, players)
    see_result(club, at, match, season)


def make_team(captain: Person, name: str) -> None:
    page = captain.go("/leagues/monday-club/?show=teams")
    page.get_by_label("New team’s name").fill(name)
    page.get_by_role("button", name="Create team").click()
    expect(page.locator("h1")).to_have_text(name)


def make_season(olga: Person, first_day: Any) -> str:
    """Create a season of one week by the form, and open its sign-up; returns its address."""
    page = olga.go("/organize/leagues/monday-club/seasons/new/")
    olga.check_access()
    page = olga.go("/organize/leagues/monday-club/seasons/new/teams/")
    page.locator("#id_name").fill("Winter")
    page.locator("#id_starts_on").fill(first_day.isoformat())
    page.locator("#id_ends_on").fill((first_day + timedelta(days=6)).isoformat())
    page.locator("#id_weekday").select_option(str(first_day.weekday()))
    page.locator("#id_divisions-0-size").fill("2")
    page.locator("#id_deals").fill(str(DEALS))
    olga.check_access()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/organize/seasons/**")
    page.get_by_role("button", name="Open sign-up").click()
    expect(page.locator("#messages")).to_contain_text("Sign-up is open")
    return "/seasons/" + page.url.rstrip("/").rpartition("/")[2] + "/"


def publish(olga: Person, season: str) -> None:
    page = olga.go("/organize" + season)
    page.get_by_role("button", name="Place by last season and rating").click()
    expect(page.locator("#messages")).to_contain_text("Everybody is placed.")
    swap_first_two(page)
    page.get_by_role("button", name=re.compile("Publish")).click()
    expect(page.locator("#messages")).to_contain_text("The season is published")


def swap_first_two(page: Page) -> None:
    """Drag the second row of the divisions above the first, and back again by its field."""
    names = page.locator(".placing-row strong")
    before = names.all_inner_texts()
    grip = page.locator(".placing-row .grip").nth(1).bounding_box()
    first = page.locator(".placing-row").first.bounding_box()
    assert grip is not None
    assert first is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(first["x"] + 20, first["y"] + 4, steps=8)
    page.mouse.up()
    expect(names).to_have_text(before[::-1])
    page.get_by_role("button", name="Save the divisions").click()
    expect(page.locator("#messages")).to_contain_text("The divisions are saved.")
    expect(names).to_have_text(before[::-1])
    place = page.get_by_label(f"Place of {before[0]} in its division")
    place.fill("1")
    place.press("Tab")
    expect(names).to_have_text(before)
    page.get_by_role("button", name="Save the divisions").click()
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    expect(names).to_have_text(before)


def name_line_ups(rita: Person, bea: Person, season: str) -> str:
    """Let the captains name their line-ups, Red's pairs the other way round; returns the match's address."""
    page = rita.go(season + "?show=fixtures")
    page.locator("ul.fixtures a").first.click()
    page.wait_for_url("**/matches/**")
    path = page.url.removeprefix(rita.url)
    for captain, order in ((rita, (2, 3, 0, 1)), (bea, (0, 1, 2, 3))):
        page = captain.go(path)
        names = TEAMS["Red" if captain is rita else "Blue"]
        selects = page.locator("form[action*='line-up'] select")
        for place, index in enumerate(order):
            selects.nth(place).select_option(label=names[index])
        captain.check_access()
        page.get_by_role("button", name="Name the line-up").click()
        expect(selects.first).to_be_visible()
    return path


def play(club: Club, players: list[Person]) -> dict[int, list[Person]]:
    """The tables open by themselves, and the match's page takes everybody there: they play all deals, the first by
    mouse. Returns who sits at each table, by seat.
    """
    for one in players:
        one.page.wait_for_url("**/play/t/**", timeout=30_000)
    told = club.site.manage("shell", "--no-imports", stdin=SEATS)
    rows = [line.split() for line in told.splitlines() if line.startswith("seats ")]
    named = {one.name: one for one in players}
    at = {}
    for number, (_, table, *names) in enumerate(rows, start=1):
        at[number] = [named.pop(name) for name in names]
        for one in at[number]:
            assert one.page.url.endswith(path_of(table))
    assert (list(at), named) == ([1, 2], {})
    for one in players:
        one.page.locator(".own-card").first.wait_for(timeout=40_000)
    play_until(players, lambda: all(in_hand(one, 2)() for one in players))
    play_on(players)
    return at


def hands_at(players: list[Person]) -> list[list[list[str]]]:
    """Return the cards of each deal by seat, as they were sent to each player."""
    games = [[view["game"] for view in pictures(one) if view["game"]] for one in players]

    def hand(own: list[dict[str, Any]], number: int) -> list[str]:
        held = (game["hand"] or [] for game in own if game["hand_no"] == number)
        return sorted(max(held, key=len))

    return [[hand(own, number) for own in games] for number in range(1, DEALS + 1)]


def see_result(club: Club, at: dict[int, list[Person]], match: str, season: str) -> None:
    """The match's page has every deal at both tables and the victory points; the season's table has them too."""
    assert hands_at(at[1]) == hands_at(at[2])
    rita = next(one for one in at[1] + at[2] if one.name == "rita")
    page = rita.go(match)
    rows = page.locator("table.deals-of-teams tbody tr")
    expect(rows).to_have_count(DEALS + 1)
    *deals, whole = [
        list(map(number_of, row.locator("td").all_text_contents())) for row in rows.all()
    ]
    # At table 1 the first team sits North and South, at table 2 the second: the page shows the teams' points.
    ends = {number: picture(people[0])["game"]["totals"] for number, people in at.items()}
    assert whole[:4] == [*ends[1], *reversed(ends[2])]
    assert [sum(column) for column in zip(*deals, strict=True)][:4] == whole[:4]
    assert whole[4] == sum(max(-CAP, min(CAP, row[4])) for row in deals)
    assert all(row[4] == row[0] - row[1] + row[2] - row[3] for row in deals)
    assert whole[4] != 0, "everybody played alike"
    points = re.search(r"Victory points: ([\d.]+) : ([\d.]+)", page.locator("main").inner_text())
    assert points is not None
    shown = [float(one) for one in points.groups()]
    assert shown == expected_points(whole[4])
    page = rita.go(season)
    in_table = page.locator("table.standings td strong").all_inner_texts()
    assert sorted(map(float, in_table)) == sorted(shown)
    club.shoot("rita", match, "team-match")
    club.shoot("rita", season, "season-table")


def number_of(text: str) -> int:
    """Return a number as pages show it."""
    return int(text.strip().replace("−", "-").replace("+", ""))


def expected_points(margin: int) -> list[float]:
    """Return both sides' victory points by the published formula, the first side being `margin` ahead."""
    tau = ((5**0.5 - 1) / 2) ** 3
    part = min(1.0, abs(margin) / (2.5 * SPREAD * DEALS**0.5))
    winner = round(10 + 10 * (1 - tau**part) / (1 - tau), 2)
    both = [winner, round(20 - winner, 2)]
    return both if margin > 0 else both[::-1]
