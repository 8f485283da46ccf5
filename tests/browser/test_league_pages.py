"""Pages of leagues and seasons: complete on a phone and a screen, in both colours, without a finding by axe."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests import program
from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.tables import signed_in
from tests.browser.test_tournament_pages import OUT_OF_SIGHT, unfold

LEAGUE = "/leagues/riverside-spades-club/"
LOOK_UP = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from games.tables.models import Table
from games.tables.replay.comments import comment
from games.tables.replay.timeline import has_replay
from tournaments.events.models import Match, TimeOffer
from tournaments.leagues.models import Season, Team
from tournaments.seasons.entries import signing_up
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal

users = get_user_model().objects
maud, agnes = users.get(username="maud"), users.get(username="agnes")
pairs = Season.objects.get(kind="pairs", status="running")
teams = Season.objects.get(kind="teams")
starts_on = timezone.localdate() + timedelta(weeks=8)
coming = planning.create_season(
    league_id=pairs.league_id,
    by=maud,
    proposal=SeasonProposal(
        name="Third league", starts_on=starts_on, ends_on=starts_on + timedelta(weeks=5),
        divisions=(DivisionPlan("Premier", 4), DivisionPlan("Second division", 4)),
    ),
)
planning.open_sign_up(season_id=coming.pk, by=maud)
signing_up.sign_up_pair(season_id=coming.pk, user=agnes, partner="bruno")
offer = TimeOffer.objects.get(status="open")
asked = next(side for side in offer.match.sides if offer.entry not in side.entries)
asked = asked.entries[0].players.first().user
team = Team.objects.get(captain=agnes)
matches = Match.objects.filter(tournament__season=teams)
to_come = matches.filter(status="drawn", sides__places__entry__captain=agnes)
game = next(one for one in Table.objects.filter(seats__user=agnes).order_by("pk") if has_replay(one))
comment(table_id=game.pk, user=agnes, at="h1s5", text="Why not the king?")
print("page game", reverse("table_replay", args=[game.public_id]))
print("page pairs", pairs.get_absolute_url())
print("page first", Season.objects.get(status="finished").get_absolute_url())
print("page series", Season.objects.get(kind="series").get_absolute_url())
print("page coming", coming.get_absolute_url())
print("page offered", offer.match.get_absolute_url())
print("page team", team.get_absolute_url())
print("page played", matches.filter(status="done").first().get_absolute_url())
print("page playing", matches.get(status="playing").get_absolute_url())
print("page to_come", to_come.first().get_absolute_url())
for name, user in (("organizer", maud), ("captain", agnes), ("asked", asked)):
    client = Client()
    client.force_login(user)
    print("session", name, client.cookies["sessionid"].value)
"""


@dataclass(frozen=True)
class House:
    """The running program, the addresses of some of its pages, and the sessions of some of its people."""

    site: program.Platform
    pages: dict[str, str]
    sessions: dict[str, str]


@pytest.fixture(scope="module")
def platform() -> Iterator[House]:
    """The demonstration club, with another season that is open for sign-up."""
    with program.running(BOT_SECONDS="30", prepare=[["demo"]]) as site:
        told = site.manage("shell", "--no-imports", stdin=LOOK_UP).splitlines()
        rows = [line.split() for line in told if line.startswith(("page ", "session "))]
        found: dict[str, dict[str, str]] = {"page": {}, "session": {}}
        for kind, name, value in rows:
            found[kind][name] = value
        yield House(site, found["page"], found["session"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("viewport", "colours", "language"),
    [
        pytest.param(PHONE, "light", "de-DE", id="phone"),
        pytest.param(DESKTOP, "dark", "en-GB", id="desktop", marks=pytest.mark.long),
    ],
)
def test_nothing_of_a_league_is_cut_off_and_axe_finds_no_fault(
    chromium: Browser, platform: House, viewport: dict[str, int], colours: str, language: str
) -> None:
    look: dict[str, Any] = {"viewport": viewport, "color_scheme": colours, "locale": language}
    pages = platform.pages
    seen = {
        "captain": [
            LEAGUE,
            *(f"{LEAGUE}?show={part}" for part in ("calendar", "history", "teams", "members")),
            *(
                f"{pages['pairs']}?show={part}"
                for part in ("table", "fixtures", "grid", "calendar", "statistics")
            ),
            *(pages[name] for name in ("first", "series", "coming", "team")),
            *(pages[name] for name in ("played", "playing", "to_come")),
        ],
        "asked": [
            pages["offered"],
            *(
                "/account/avatar/",
                "/people/agnes/",
                "/people/agnes/statistics/",
                f"{pages['game']}?at=h1s5",
            ),
        ],
        "organizer": [
            *(f"/organize{pages[name]}" for name in ("pairs", "coming", "series")),
            f"/organize{LEAGUE}seasons/new/teams/",
            pages["offered"],
        ],
    }
    cut: dict[str, list[str]] = {}
    for name, paths in seen.items():
        context = chromium.new_context(reduced_motion="reduce", **look)
        signed_in(context, platform.site, platform.sessions[name])
        person = Person(name, context, platform.site.url)
        for path in paths:
            page = person.go(path)
            assert page.locator("main h1").count() == 1, path
            unfold(page)
            if found := page.evaluate(OUT_OF_SIGHT):
                cut[path] = found
            person.check_access()
        context.close()
        assert person.complaints == []
    assert cut == {}
