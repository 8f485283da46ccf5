"""A match day of a team league from the outside: an organizer makes the season, captains enter their teams and name their
line-ups, eight people play twelve deals at two tables, and everybody sees every deal and the victory points.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests import program
from tests.browser.conftest import DESKTOP, Person
from tests.browser.play import take_turn
from tests.browser.tables import Mate, members, path_of, signed_in

pytestmark = pytest.mark.long
TEAMS = {"Red": ("rita", "ron", "rose", "rudi"), "Blue": ("bea", "bob", "ben", "bill")}
DEALS = 12
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
        self.mates = {
            name: Mate(site, self.sessions[name], seed=seed) for seed, name in enumerate(names)
        }

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
        for mate in one.mates.values():
            mate.leave()
        complaints = [complaint for person in one.people for complaint in person.complaints]
        assert complaints == []


def test_a_match_day_of_a_team_league(club: Club) -> None:
    olga, rita, bea = (club.browser(name) for name in ("olga", "rita", "bea"))
    first_day = datetime.now(UTC).date() + timedelta(days=2)
    for captain, name in ((rita, "Red"), (bea, "Blue")):
        make_team(captain, name)
    club.site.manage("shell", "--no-imports", stdin=JOIN.format(teams=TEAMS))
    season = make_season(club, olga, first_day)
    for captain, name in ((rita, "Red"), (bea, "Blue")):
        captain.go(season).get_by_role("button", name=f"Enter {name}").click()
        expect(captain.page.locator("#messages")).to_contain_text("Your team is in.")
    club.shoot("rita", season, "season-sign-up")
    publish(club, olga, season)
    match = name_line_ups(rita, bea, season)
    club.shoot("rita", match, "team-match-before")
    default = datetime.combine(first_day, time(19, 30), UTC)
    for captain in (rita, bea):
        captain.go(match)
    club.site.forward((default - datetime.now(UTC)).total_seconds() + 5)
    play(club, rita, bea)
    see_result(club, rita, match, season)


def make_team(captain: Person, name: str) -> None:
    page = captain.go("/leagues/monday-club/?show=teams")
    page.get_by_label("New team’s name").fill(name)
    page.get_by_role("button", name="Create team").click()
    expect(page.locator("h1")).to_have_text(name)


def make_season(club: Club, olga: Person, first_day: Any) -> str:
    """Create a season of one week by the form, and open its sign-up; returns its address."""
    page = olga.go("/organize/leagues/monday-club/seasons/new/")
    olga.check_access()
    page = olga.go("/organize/leagues/monday-club/seasons/new/teams/")
    page.locator("#id_name").fill("Winter")
    page.locator("#id_starts_on").fill(first_day.isoformat())
    page.locator("#id_ends_on").fill((first_day + timedelta(days=6)).isoformat())
    page.locator("#id_weekday").select_option(str(first_day.weekday()))
    page.locator("#id_division_size").fill("2")
    page.locator("#id_moving").fill("0")
    page.locator("#id_deals").fill(str(DEALS))
    olga.check_access()
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/organize/seasons/**")
    page.get_by_role("button", name="Open sign-up").click()
    expect(page.locator("#messages")).to_contain_text("Sign-up is open")
    return "/seasons/" + page.url.rstrip("/").rpartition("/")[2] + "/"


def publish(club: Club, olga: Person, season: str) -> None:
    page = olga.go("/organize" + season)
    page.get_by_role("button", name="Place by last season and rating").click()
    expect(page.locator("#messages")).to_contain_text("Everybody is placed.")
    club.shoot("olga", "/organize" + season, "season-desk")
    page.get_by_role("button", name=re.compile("Publish")).click()
    expect(page.locator("#messages")).to_contain_text("The season is published")


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


def play(club: Club, rita: Person, bea: Person) -> None:
    """The tables open by themselves, and the match's page takes the captains there. They play the first deal in their
    browsers; everything else is scripted.
    """
    for captain in (rita, bea):
        captain.page.wait_for_url("**/play/t/**", timeout=30_000)
    told = club.site.manage("shell", "--no-imports", stdin=SEATS)
    rows = [line.split() for line in told.splitlines() if line.startswith("seats ")]
    assert sorted(name for _, _, *names in rows for name in names) == sorted(
        TEAMS["Red"] + TEAMS["Blue"]
    )
    captains = {"rita": rita, "bea": bea}
    at = {}
    for _, table, *names in rows:
        for name in names:
            if name in captains:
                assert captains[name].page.url.endswith(path_of(table))
            club.mates[name].come(table)
        at[table] = [club.mates[name] for name in names]
    boards = [(at[table], [captains.get(name) for name in names]) for _, table, *names in rows]
    for mates, _ in boards:
        for mate in mates:
            mate.until(lambda view: view["game"] is not None, 40)
    while [True for mates, persons in boards if play_on(mates, persons)]:
        # Nobody may send more than ten messages a second in the long run.
        rita.page.wait_for_timeout(20)


def play_on(mates: list[Mate], persons: list[Person | None]) -> bool:
    """Let whoever is to act at a table do so, in the first deal by hand if they have a browser; False after the last
    deal.
    """
    view = mates[0].view
    version, game = view["v"], view["game"]
    if game["phase"] == "over":
        return False
    for seat in game["to_act"][:1]:
        person = persons[seat] if game["hand_no"] == 1 else None
        if person is None:
            mates[seat].until(lambda own: own["v"] >= version)
            mates[seat].act()
        else:
            while not take_turn(person):
                person.page.wait_for_timeout(40)
    # Between two deals nobody acts, and the next picture brings the cards.
    mates[0].until(lambda own: own["v"] > version)
    return True


def see_result(club: Club, rita: Person, match: str, season: str) -> None:
    """The match's page has every deal at both tables and the victory points; the season's table has them too."""
    page = rita.go(match)
    rows = page.locator("table.deals-of-teams tbody tr")
    expect(rows).to_have_count(DEALS + 1)
    shown = [
        [
            int(text.replace("−", "-").replace("+", ""))
            for text in row.locator("th, td").all_text_contents()[1:]
        ]
        for row in rows.all()[:-1]
    ]
    assert [len(row) for row in shown] == [5] * DEALS
    text = page.locator("main").inner_text()
    points = re.search(r"Victory points: ([\d.]+) : ([\d.]+)", text)
    assert points is not None
    assert float(points[1]) + float(points[2]) == 20
    page = rita.go(season)
    in_table = page.locator("table.standings td strong").all_inner_texts()
    assert sorted(map(float, in_table)) == sorted(map(float, points.groups()))
    club.shoot("rita", match, "team-match")
    for part in ("table", "fixtures", "grid", "statistics"):
        club.shoot("rita", f"{season}?show={part}", f"season-{part}")
