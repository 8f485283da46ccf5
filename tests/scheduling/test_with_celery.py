"""One tournament of each format in the running program: Celery starts its rounds, bots play at its tables, no page is
open.

Nobody comes to the tables: each begins when its minute of grace is over, and bots stand in for everybody.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests import program

pytestmark = pytest.mark.postgres

SECONDS = 300
"""How long a tournament may take before the test gives up; it stops as soon as it is over."""
STEP = 45
"""How far the clock is moved at a time: less than a table's grace, so that everybody comes to a table just opened."""
HANDS = {"match_hands": 1}
PLANS: dict[str, tuple[int, list[dict[str, Any]], dict[str, Any]]] = {
    "round_robin": (4, [{"format": "round_robin"}], HANDS),
    "swiss": (6, [{"format": "swiss", "rounds": 2}], HANDS),
    "knock_out": (4, [{"format": "knock_out", "third_place": True}], HANDS),
    "double_knock_out": (3, [{"format": "double_knock_out"}], HANDS),
    "groups": (
        6,
        [{"format": "groups", "groups": 2, "advance": 1}, {"format": "knock_out"}],
        HANDS,
    ),
    "best_of_three": (2, [{"format": "knock_out"}], {**HANDS, "best_of": 3}),
    "rotation": (8, [{"format": "rotation", "rounds": 2}], HANDS),
    "solo": (6, [{"format": "solo", "rounds": 2}], {**HANDS, "preset": "bicycle_3"}),
    "shared": (4, [{"format": "swiss", "rounds": 2}], {**HANDS, "comparison": "matchpoints"}),
}
QUICK = ("swiss",)
MAKE = """
import json, sys
from datetime import timedelta
from django.contrib.auth import get_user_model
from games.engine import preset
from spades_site.common.clock import now
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup import creating
from tournaments.events.actions import entering
from tournaments.events.actions import lifecycle
name, number, stages, fields = json.loads(sys.stdin.read())
make = get_user_model().objects.create_user
by = make(name + "-organizer", name + "@example.org")
rules = preset(fields.pop("preset", "cardgames_io"))
cup = creating.create_tournament(
    by=by, name=name, rules=rules, starts_at=now() + timedelta(minutes=1),
    **{
        "check_in_minutes": 0, "pause_between_rounds": 0, "turn_seconds": 5, "min_entries": number,
        "stages": tuple(StagePlan(**stage) for stage in stages), **fields,
    },
)
lifecycle.open_registration(tournament_id=cup.pk, by=by)
for each in range(number):
    first = make(f"{name}-a{each}", f"{name}a{each}@example.org")
    if cup.side_size == 1:
        entering.enter(tournament_id=cup.pk, user=first, alone=True)
        continue
    second = make(f"{name}-b{each}", f"{name}b{each}@example.org")
    entry = entering.enter(tournament_id=cup.pk, user=first, partner=second.username)
    entering.accept_invitation(invitation_id=entry.invitations.get().pk, user=second)
print("slug:" + cup.slug)
"""

PLAY = """
import sys, time
from pathlib import Path
from django.conf import settings
from games.tables.models import Seat
from games.tables.services import arrive
from tournaments.events.models import Tournament
slug, seconds, step = sys.stdin.read().split()
clock, until = Path(settings.CLOCK_SHIFT_FILE), time.monotonic() + float(seconds)
missing = Seat.objects.filter(table__kind="match", table__status="open", arrived_at=None)
while time.monotonic() < until and Tournament.objects.get(slug=slug).status not in ("finished", "cancelled"):
    for seat in missing.select_related("user"):
        arrive(table_id=seat.table_id, user=seat.user)
    draft = clock.with_suffix(".draft")
    draft.write_text(str((float(clock.read_text()) if clock.exists() else 0) + float(step)))
    draft.replace(clock)
    # Beat looks every second or two.
    time.sleep(1)
"""
"""Everybody comes to their table, and goes without a move: the clock, which is moved on, plays."""


@pytest.fixture(scope="module")
def platform() -> Iterator[program.Platform]:
    """The program of this run, its bots and pauses as quick as can be."""
    with program.of_this_run(BOT_SECONDS="0", HAND_PAUSE_SECONDS="0") as one:
        yield one


@pytest.mark.parametrize(
    "name",
    [each if each in QUICK else pytest.param(each, marks=pytest.mark.long) for each in PLANS],
)
def test_a_tournament_runs_by_itself(platform: program.Platform, name: str) -> None:
    number, stages, fields = PLANS[name]
    said = platform.manage("shell", "-c", MAKE, stdin=json.dumps([name, number, stages, fields]))
    slug = said.rpartition("slug:")[2].strip()
    results = _played(platform, slug)
    standings = _feed(platform, slug, "standings")
    assert standings["tournament"]["status"] == "finished"
    assert sorted({row["rank"] for row in standings["standings"]})[0] == 1
    assert results
    assert {row["kind"] for row in results} <= {"played", "bye"}
    assert all(row["hands"] >= 1 for row in results if row["kind"] == "played")
    # Bots played for everybody after time-outs, and every result says so.
    assert all(row["bots"] for row in results if row["kind"] == "played")
    assert "Traceback" not in platform.log


def _played(platform: program.Platform, slug: str) -> list[dict[str, Any]]:
    """Move the clock on until the tournament is over; returns its results."""
    platform.manage("shell", "-c", PLAY, stdin=f"{slug} {SECONDS} {STEP}")
    feed = _feed(platform, slug, "results")
    if feed["tournament"]["status"] != "finished":
        raise AssertionError(f"not over after {SECONDS} s: {feed}\n{platform.log[-2000:]}")
    return list(feed["results"])


def _feed(platform: program.Platform, slug: str, what: str) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"{platform.url}/tournaments/{slug}/{what}.json") as answer:
            found: dict[str, Any] = json.loads(answer.read())
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{error}\n{platform.log[-6000:]}") from None
    return found
