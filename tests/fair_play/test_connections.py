"""Connections from the same device or network: what is stored, what becomes a signal, and who sees it."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.fair_play import connections as facts
from games.fair_play.models import Connection
from spades_site.accounts.closing import close_account, export_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.common.server.address import UNKNOWN
from tests.events.conftest import Club
from tests.fair_play.conftest import end_trust
from tests.support.crashes import crash_everywhere
from tournaments.events.actions import lifecycle
from tournaments.events.models import Match, Tournament
from tournaments.fair_play.models import Signal
from tournaments.fair_play.signals import forget_old, judge, visible_to
from tournaments.leagues import services as leagues

pytestmark = pytest.mark.django_db
HOME, CLUB = "203.0.113.7", "198.51.100.1"


def queries(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(address).status_code == 200
    return len(captured)


def connect(match: Match, **where: tuple[str, str]) -> None:
    """Connect people to a match's table, each from a device and a network."""
    match.refresh_from_db()
    for name, (device, address) in where.items():
        seat = match.table.seats.get(user__username=name)
        facts.note(match.table_id, seat.user, device, address)


def names_at(match: Match) -> list[str]:
    return [seat.user.username for seat in match.table.seats.order_by("index")]


def told(signal: Signal) -> tuple[str, set[str]]:
    return signal.kind, {one.user.username for one in signal.people.all()}


@pytest.mark.slow
def test_partners_at_home_are_a_signal_and_a_club_room_is_none(club: Club, client: Client) -> None:
    cup = club.started(8)
    first, *others = club.in_play(cup)
    a, b, c, d = names_at(first)
    connect(first, **{a: ("phone", HOME), b: ("laptop", CLUB), c: ("", HOME), d: ("laptop", CLUB)})
    for match in others:
        connect(match, **{name: (name, CLUB) for name in names_at(match)})
    # A spectator leaves nothing, and neither does a second look.
    facts.note(first.table_id, club.organizer, "phone", HOME)
    club.finish(first, 500, 300)

    kinds = sorted(map(told, visible_to(club.organizer)))
    assert kinds == [("device", {b, d}), ("network", {a, c})]
    stored = repr(list(Connection.objects.values()))
    assert not any(word in stored for word in ("phone", "laptop", HOME, CLUB))

    client.force_login(club.organizer)
    page = client.get(reverse("fair_play"), {"of": cup.slug}).content.decode()
    assert "One network was shared by four or more entries" in page
    signal = Signal.objects.get(kind="network")
    page = client.get(signal.get_absolute_url()).content.decode()
    assert f"{a} and {c} played at one table from the same network." in page
    assert reverse("table_replay", args=[first.table.public_id]) in page
    assert not {one.network for one in Connection.objects.all()} & set(page.split())


@pytest.mark.slow
def test_a_network_that_turns_out_to_be_the_clubs_is_withdrawn(club: Club) -> None:
    cup = club.started(8)
    first, *others = club.in_play(cup)
    connect(first, **dict.fromkeys(names_at(first)[:2], ("", CLUB)))
    club.finish(first, 500, 300)
    assert Signal.objects.count() == 1
    for match in others:
        connect(match, **dict.fromkeys(names_at(match), ("", CLUB)))
    club.finish(others[0], 500, 300)
    assert not Signal.objects.exists()


def signal_about(club: Club, cup: Any, *names: str) -> Signal:
    keys = [club.player(name).pk for name in names]
    row = Signal.objects.create(
        tournament=cup, kind="device", key=",".join(map(str, keys)), found_at=now()
    )
    for key in keys:
        row.people.create(user_id=key)
    return row


def test_only_organizers_whom_it_is_not_about_see_and_judge_a_signal(club: Club) -> None:
    league = leagues.create_league(by=club.organizer, name="Club")
    cup = club.started(4)
    Tournament.objects.update(league=league)
    row = signal_about(club, cup, "a1", "b1")
    for name in ("a1", "a2"):
        league.memberships.create(user=club.player(name), role="organizer", joined_at=now())
    sees = {name: visible_to(club.player(name)).exists() for name in ("a1", "b1", "a2", "b2")} | {
        "organizer": visible_to(club.organizer).exists()
    }
    assert sees == {"a1": False, "b1": False, "a2": True, "b2": False, "organizer": True}
    for name in ("a1", "b2"):
        with pytest.raises(Refused) as refused:
            judge(signal_id=row.pk, by=club.player(name), decision="noted", note="x")
        assert refused.value.code == "no_such_signal"

    judged = partial(
        judge, signal_id=row.pk, by=club.player("a2"), decision="no_concern", note="One laptop."
    )
    assert crash_everywhere(judged) >= 1
    judged()
    (entry,) = AuditEntry.objects.filter(verb="signal.judged")
    assert (entry.within, entry.reason, entry.data) == (
        "", "One laptop.", {"before": "open", "after": "no_concern"}
    )  # fmt: skip
    row.refresh_from_db()
    assert (row.decision, row.note, row.closed_by) == (
        "no_concern",
        "One laptop.",
        club.player("a2"),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "where"), [("device", ("phone", UNKNOWN)), ("network", ("", HOME))]
)
def test_no_concern_holds_for_the_leagues_next_evening(
    club: Club, kind: str, where: tuple[str, str]
) -> None:
    league = leagues.create_league(by=club.organizer, name="Club")
    for evening in ("one", "two"):
        cup = club.started(4, name=evening)
        Tournament.objects.update(league=league)
        cup.refresh_from_db()
        match = club.in_play(cup)[0]
        pair = sorted(one.user.username for one in match.line_up.filter(side__index=0))
        connect(match, **dict.fromkeys(pair, where))
        club.finish(match, 500, 300)
        club.finish(club.in_play(cup)[0], 500, 300)
        if evening == "one":
            row = Signal.objects.get()
            assert row.kind == kind
            judge(signal_id=row.pk, by=club.organizer, decision="no_concern", note="A couple.")
            keys = row.key
    assert list(Signal.objects.filter(key=keys).values_list("tournament__name", flat=True)) == [
        "one"
    ]


@pytest.mark.slow
def test_what_is_stored_goes_with_the_account_and_after_a_while(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    a, b, c, d = names_at(match)
    connect(match, **dict.fromkeys((a, b, c, d), ("one", HOME)))
    club.finish(match, 500, 300)
    assert Signal.objects.count() == 2
    (row,) = export_of(club.player(a))["fair_play.Connection.user"]
    assert row["table__public_id"] == match.table.public_id

    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="x")
    close_account(user_id=club.player(a).pk, by=club.player(a))
    assert (Signal.objects.count(), Connection.objects.count()) == (0, 3)
    Connection.objects.update(last_at=now() - facts.KEPT - timedelta(seconds=1))
    signal_about(club, cup, b, c)
    Signal.objects.update(found_at=now() - timedelta(days=366))
    row = Signal.objects.get()
    judge(signal_id=row.pk, by=club.organizer, decision="no_concern", note="A couple.")
    # The decision still suppresses others.
    assert (facts.forget_old(), forget_old()) == (3, 0)
    end_trust()
    assert forget_old() == 1


@pytest.mark.slow
def test_the_list_is_paged_and_takes_the_same_queries_for_one_and_for_many(
    club: Club, client: Client
) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    connect(match, **dict.fromkeys(names_at(match), ("one", HOME)))
    club.finish(match, 500, 300)
    client.force_login(club.organizer)
    client.get(reverse("fair_play"))
    few = queries(client, reverse("fair_play"))
    for number in range(30):
        row = signal_about(club, cup, f"a{number % 4 + 1}")
        Signal.objects.filter(pk=row.pk).update(
            key=f"x{number}", evidence=Signal.objects.earliest("pk").evidence
        )
    assert queries(client, reverse("fair_play")) == few
    page = client.get(reverse("fair_play"), {"page": "2"}).content.decode()
    assert page.count("<bdi>Cup</bdi>") == 7
