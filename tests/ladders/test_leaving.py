"""Who leaves the league, or is banned, leaves its ladders at once; and where a finished table leads."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.tables.models import Table
from spades_site.accounts.sign_in import bans as site_bans
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.ladders.conftest import LadderClub
from tournaments.ladders import entering, steps
from tournaments.ladders.models import Challenge, Ladder
from tournaments.leagues import bans, members

pytestmark = pytest.mark.django_db


def _left(club: LadderClub, ladder: Ladder, name: str, by: Any) -> None:
    """Hold that an entry is off the ladder and that the log says who took it off."""
    entry = ladder.entries.get(name=name)
    assert (entry.status, entry.rung, entry.players.filter(active=True).count()) == (
        "left",
        None,
        0,
    )
    lines = AuditEntry.objects.filter(verb="ladder.left", subject=f"ladder:{ladder.pk}")
    assert lines.get(data__name=name).actor == by
    assert ladder.steps.filter(kind="leave", entry=entry).count() == 1
    assert steps.differences(ladder) == []


def test_who_leaves_the_league_leaves_its_ladders(club: LadderClub) -> None:
    singles, pairs = club.ladder(4), club.ladder(2, kind="pairs", name="Pairs")
    entering.join(ladder_id=pairs.pk, user=club.people["p2"], partner="p1")
    made = club.challenge(singles, 3, 2)
    members.leave_league(league_id=club.league.pk, user=club.people["p2"])
    _left(club, singles, "p2", club.people["p2"])
    made.refresh_from_db()
    assert made.status == "withdrawn"
    assert club.order(singles) == "1 3 4"
    assert pairs.entries.get(name="p2 & p1").status == "left"
    # Of a pair, one is enough.
    members.remove_member(
        league_id=club.league.pk, by=club.organizer, user_id=club.people["b1"].pk, reason="x"
    )
    _left(club, pairs, "a1 & b1", club.organizer)


def test_a_match_in_play_is_finished_first_or_forfeited(club: LadderClub) -> None:
    ladder = club.ladder(3)
    made = club.at_table(ladder, 3, 1)
    club.come(made)
    with pytest.raises(Refused) as refusal:
        members.leave_league(league_id=club.league.pk, user=club.people["p1"])
    assert refusal.value.code == "in_play"
    assert club.order(ladder) == "1 2 3"
    bans.ban(league_id=club.league.pk, by=club.organizer, username="p1", reason="Insults")
    made.refresh_from_db()
    assert (made.status, made.winner) == ("forfeit", club.entry(ladder, 3))
    assert Table.objects.get(pk=made.table_id).status == "abandoned"
    assert club.order(ladder) == "3 2"
    _left(club, ladder, "p1", club.organizer)


def test_who_is_banned_from_the_site_leaves_all_ladders(club: LadderClub) -> None:
    first, second = club.ladder(3), club.ladder(3, name="Other")
    made = club.at_table(second, 2, 1)
    # Nobody has come to the table, so nobody wins.
    site_bans.ban(user_id=club.people["p2"].pk, by=club.organizer, reason="Threats")
    for ladder in (first, second):
        _left(club, ladder, "p2", club.organizer)
        assert club.order(ladder) == "1 3"
    assert Challenge.objects.get(pk=made.pk).status == "withdrawn"


def test_a_finished_table_leads_back_to_the_ladder(club: LadderClub) -> None:
    ladder = club.ladder(3)
    made = club.at_table(ladder, 3, 1)
    table = Table.objects.get(pk=made.table_id)
    client, path = Client(), reverse("table_next", args=[table.public_id])
    client.force_login(club.people["p3"])
    assert client.get(path).json() == {}
    club.come(made)
    club.finish(made, 500, 300)
    assert client.get(path).json() == {
        "sentence": "You are on rung 2.",
        "label": "Go to the ladder",
        "url": ladder.get_absolute_url(),
        "at": None,
        "ready": False,
        "final": True,
    }
    club.league.is_public = False
    club.league.save()
    assert Client().get(path).status_code == 404
