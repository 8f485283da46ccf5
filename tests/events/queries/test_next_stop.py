"""Where players go from their finished match: to their next open table, until then what they wait for."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables.models import Table
from games.tables.services import TableTerms, abandon_table, open_table
from tournaments.events import advance

pytestmark = pytest.mark.django_db


def asked(client: Client, table: Table) -> dict[str, Any]:
    """Return what the page of a table is told."""
    answer = client.get(reverse("table_next", args=[table.public_id]))
    assert (answer.status_code, answer["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    told: dict[str, Any] = answer.json()
    return told


def test_a_match_in_play_leads_nowhere(club: Any, client: Client) -> None:
    cup = club.started(2)
    client.force_login(club.player("a1"))
    assert asked(client, club.in_play(cup)[0].table) == {}


@pytest.mark.slow
def test_a_finished_match_leads_to_the_next_table_when_it_opens(club: Any, client: Client) -> None:
    cup = club.started(2, double=True, pause_between_rounds=60)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    advance.advance(cup.pk)
    client.force_login(club.player("a1"))
    match.refresh_from_db()
    starts = match.table.finished_at + timedelta(seconds=60)
    assert asked(client, match.table) == {
        "sentence": "Cup: wait for the next round.",
        "label": "Go to the tournament",
        "url": cup.get_absolute_url(),
        "at": starts.isoformat(),
        "ready": False,
        "final": False,
    }
    club.hands.forward(61)
    advance.advance_due()
    (second,) = club.in_play(cup)
    second.refresh_from_db()
    assert asked(client, match.table) == {
        "sentence": f"Round 2: {second.entries[0].name} – {second.entries[1].name}. Your table is open.",
        "label": "Go to my next table",
        "url": second.table.get_absolute_url(),
        "at": None,
        "ready": True,
        "final": True,
    }


def test_the_last_match_leads_to_the_winner(club: Any, client: Client) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    advance.advance(cup.pk)
    match.refresh_from_db()
    client.force_login(club.player("a1"))
    assert asked(client, match.table) == {
        "sentence": f"{match.entries[0].name} won the tournament.",
        "label": "Go to the tournament",
        "url": cup.get_absolute_url(),
        "at": None,
        "ready": False,
        "final": True,
    }


def test_a_watcher_is_led_to_the_tournament(club: Any, client: Client) -> None:
    cup = club.started(2, double=True, pause_between_rounds=60)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    advance.advance(cup.pk)
    match.refresh_from_db()
    told = asked(client, match.table)
    assert (told["sentence"], told["url"], told["final"]) == (
        "Round 2 of 2 begins.",
        cup.get_absolute_url(),
        False,
    )


def test_casual_tables_and_unknown_ones_lead_nowhere(client: Client, member: Any) -> None:
    ann = member("ann")
    table = open_table(TableTerms(rules=preset("cardgames_io")), created_by=ann)
    abandon_table(table_id=table.pk, reason="enough", by=ann)
    assert asked(client, table) == {}
    assert client.get(reverse("table_next", args=["nowhere"])).status_code == 404
    Table.objects.filter(pk=table.pk).update(ref="match:77")
    assert asked(client, table) == {}
