"""The evening of the benchmark `desk`, made in a database in memory: everybody entered, drawn and seated by the platform."""

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from games import engine
from games.tables import services as tables
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common.clock import now
from tests.support.stages import in_stages
from tournaments.events.actions import lifecycle
from tournaments.events.models import Entry, EntryPlayer, Match, Tournament, with_tables
from tournaments.events.setup.creating import create_tournament
from tournaments.organizer.simulation.own_database import own_database

ENTRIES, TABLES = 500, 125
RUNS = 7
HTMX = {"HX-Request": "true"}


@dataclass(frozen=True)
class Cost:
    """The cost of a response: milliseconds of processor time, queries, and kilobytes before compression."""

    ms: float
    queries: int
    kb: float


def measure(entries: int = ENTRIES) -> dict[str, Cost]:
    """Make the evening, and measure the desk's refresh with each filter; then with two more tournaments on the desk,
    and with eleven in which every table is stalled.
    """
    with own_database(), override_settings(ALLOWED_HOSTS=["testserver"]):
        cup = evening(entries)
        client = Client()
        client.force_login(cup.created_by)
        desk = reverse("tournament_desk", args=[cup.slug])
        found = {
            "refresh, absent": cost_of(client, f"{desk}?show=absent"),
            "refresh, all": cost_of(client, f"{desk}?show=all"),
        }
        for name in ("Side event", "Late pairs"):
            evening(entries // 10, name)
        night = reverse("night_desk")
        found["three, absent"] = cost_of(client, f"{night}?show=absent")
        found["three, all"] = cost_of(client, f"{night}?show=all")
        for number in range(9):
            evening(entries // 20, f"Pairs in the room number {number + 1}")
        late = now() - timedelta(minutes=5)
        Table.objects.filter(status=Table.Status.PLAYING).update(deadline=late)
        found["twelve, stalled"] = cost_of(client, f"{night}?show=all&order=number")
        return found


def evening(entries: int, name: str = "Big evening", rounds: int = 3) -> Tournament:
    """Return a Swiss of this many pairs with half of its first round over and half in play. At every tenth table in
    play one player is missing.
    """
    cup = begun(entries, name, format="swiss", rounds=rounds)
    matches = cup.matches.filter(status=Match.Status.PLAYING).order_by("number")
    for match in matches.prefetch_related(with_tables()):
        if match.number % 2:
            match.status = Match.Status.DONE
            match.save(update_fields=["status"])
            continue
        seats = list(match.table.seats.select_related("user"))
        for seat in seats[int(match.number % 20 == 0) :]:
            assert seat.user is not None
            tables.arrive(table_id=seat.table_id, user=seat.user, salt_hash="")
    return cup


def begun(entries: int, name: str, **fields: Any) -> Tournament:
    """Return a tournament of this many pairs whose first tables are open."""
    organizer = User.objects.filter(username="organizer").first()
    organizer = organizer or User.objects.create_user("organizer")
    values = in_stages(
        {
            "name": name, "rules": engine.preset("cardgames_io"), "starts_at": now() + timedelta(hours=1),
            "max_entries": entries, "check_in_minutes": 0, "no_show": "forfeit", "grace_minutes": 30, **fields,
        }
    )  # fmt: skip
    cup = create_tournament(by=organizer, **values)
    lifecycle.open_registration(tournament_id=cup.pk, by=organizer)
    _enter(cup, entries)
    return lifecycle.start_now(tournament_id=cup.pk, by=organizer)


def _enter(cup: Tournament, number: int) -> None:
    people = [User.objects.create_user(f"player{cup.pk}x{each}") for each in range(2 * number)]
    pairs = list(zip(people[::2], people[1::2], strict=True))
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=cup,
            name=f"{one.username} & {other.username}",
            status=Entry.Status.ENTERED,
            created_at=now(),
        )
        for one, other in pairs
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=cup, user=user, position=position)
        for entry, pair in zip(entries, pairs, strict=True)
        for position, user in enumerate(pair)
    )


def cost_of(client: Client, address: str) -> Cost:
    """Return the cost of refreshing the desk at this address."""
    answer = client.get(address, headers=HTMX)
    assert answer.status_code == 200
    with CaptureQueriesContext(connection) as queries:
        client.get(address, headers=HTMX)
    taken = len(queries)
    seconds = []
    for _run in range(RUNS):
        begun = time.process_time()
        client.get(address, headers=HTMX)
        seconds.append(time.process_time() - begun)
    return Cost(min(seconds) * 1e3, taken, len(answer.content) / 1e3)
