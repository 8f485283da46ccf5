"""Tournaments for the browser tests: created, entered and played by the platform's own functions."""

from tests.program import Platform

ORGANIZER = "orla"
PLAYER = "Anneliese_von_und_zu_Hohenstein"
"""The one whose pages are looked at; a name as long as names get, without a place to break."""
FILL = """
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
settings.OUTBOX_PROMPT = settings.TABLE_TIMERS = False
from datetime import timedelta
from games.engine import preset
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.events.singles import begun, by_lot, finish
from tournaments.events.actions import entering
from tournaments.events.actions import lifecycle
from tournaments.events import advance as running
from tournaments.events.plan.stages import StagePlan

def member(name):
    return get_user_model().objects.create_user(username=name, email=name.lower() + "@example.org")

class Names(dict):
    def __missing__(self, name):
        given = {{"ann": {organizer!r}, "a1": {player!r}, "p1": {player!r}}}.get(name, name + "_of_Greater_Spadesham")
        found = get_user_model().objects.filter(username=given).first()
        self[name] = found or member(given)
        return self[name]

class House(Club):
    def __init__(self):
        self.people = Names()
        self.organizer = self.people["ann"]
    def player(self, name):
        return self.people[name]

def some(cup, many):
    for match in club.in_play(cup)[:many]:
        finish(match, *by_lot(match))
    running.advance(cup.pk)

club = House()
slow = {{"turn_seconds": 600, "grace_minutes": 30, "match_hands": 4}}
cups = [
    club.started(8, name="Swiss", format="swiss", rounds=4, max_entries=8, **slow),
    club.started(8, name="Bracket", format="knock_out", third_place=True, max_entries=8, **slow),
    club.started(6, name="Twice", format="double_knock_out", max_entries=8, **slow),
    club.started(10, name="Groups", stages=(StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), min_entries=6, **slow),
    begun(club, 9, name="Rotation", format="rotation", **slow),
    begun(club, 7, name="Solo", format="solo", rules=preset("bicycle_4"), **slow),
]
for cup in cups:
    some(cup, 9)
    some(cup, 1)
lifecycle.pause(tournament_id=club.started(4, name="Paused", **slow).pk, by=club.organizer, reason="A fire alarm.")
lifecycle.cancel_tournament(tournament_id=club.started(2, name="Cancelled", **slow).pk, by=club.organizer, reason="")
for name, fields in (("Finished", {{"prizes": "A cup\\nA pack of cards"}}), ("Knocked out", {{"format": "knock_out"}})):
    done = club.started(4, name=name, **fields, **slow)
    while club.in_play(done):
        some(done, 9)
club.with_entries(3, name="Open", starts_at=now() + timedelta(days=3), check_in_minutes=30)
club.tournament(name="Draft")
for user in (club.organizer, club.people["a1"], member("zed")):
    client = Client()
    client.force_login(user)
    print("session", user.username, client.cookies["sessionid"].value)
"""
RESULT = """
from django.conf import settings
settings.OUTBOX_PROMPT = settings.TABLE_TIMERS = False
from tests.events.singles import by_lot, finish
from tournaments.events.models import Match
finish(Match.objects.filter(tournament__slug={slug!r}, status="playing").order_by("-number").first(), 420, 260)
"""


def filled(site: Platform) -> dict[str, str]:
    """Fill a running program with tournaments of every format; returns session cookies by user name."""
    told = site.manage(
        "shell", "--no-imports", stdin=FILL.format(organizer=ORGANIZER, player=PLAYER)
    )
    rows = [line.split() for line in told.splitlines() if line.startswith("session ")]
    return {name: session for _, name, session in rows}


def one_more_result(site: Platform, slug: str) -> None:
    """End the last table that a tournament has in play."""
    site.manage("shell", "--no-imports", stdin=RESULT.format(slug=slug))
