"""An account is closed while its owner enters in another tab: in either order, a closed account has no place.

On Postgres the two transactions overlap; on SQLite, which has one at a time, one follows the other.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction

from games import engine
from games.tables import services
from games.tables.lobby.play_now import play_now
from games.tables.models import Seat
from games.tables.seats.rematch import rematch
from spades_site.accounts.closing import close_account
from spades_site.common.errors import Refused
from tests.events.conftest import Club
from tests.faults.test_deadlocks import PATIENCE, run
from tournaments.events.actions import entering, importing
from tournaments.events.entries import substitute_offers
from tournaments.events.models import EntryPlayer, Single, Tournament
from tournaments.leagues import joining, members, teams
from tournaments.leagues.models import League, Membership, Team, TeamMember
from tournaments.leagues.services import create_league

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Call = Callable[[], Any]


@pytest.fixture
def club(member: Callable[..., Any], hands: Any) -> Club:
    """The club of the tournaments' tests."""
    return Club(member, hands)


def alone(club: Club, zoe: Any) -> Call:
    cup = club.open()
    return lambda: entering.enter(tournament_id=cup.pk, user=zoe, alone=True)


def with_a_partner(club: Club, zoe: Any) -> Call:
    cup = club.open()
    club.player("bob")
    return lambda: entering.enter(tournament_id=cup.pk, user=zoe, partner="bob")


def as_a_partner(club: Club, zoe: Any) -> Call:
    cup = club.open()
    entry = entering.enter(tournament_id=cup.pk, user=club.player("bob"), partner="zoe")
    asked = entry.invitations.get()
    return lambda: entering.accept_invitation(invitation_id=asked.pk, user=zoe)


def as_a_substitute(club: Club, zoe: Any) -> Call:
    cup = club.started(2)
    entry = cup.entries.order_by("pk")[0]
    made = substitute_offers.offer(
        entry_id=entry.pk, out_id=club.player("a1").pk, username="zoe", by=club.organizer, reason="Ill",
    )  # fmt: skip
    return lambda: substitute_offers.accept(offer_id=made.pk, user=zoe)


def by_an_import(club: Club, zoe: Any) -> Call:
    cup = club.open(league=club.league_of(zoe.username))
    return lambda: importing.import_entries(
        tournament_id=cup.pk, by=club.organizer, text=zoe.username
    )


def a_draft(club: Club, zoe: Any) -> Call:
    def make() -> Any:
        club.organizer, ann = zoe, club.organizer
        club.tournament(name="Own cup")
        club.organizer = ann

    return make


def a_league(club: Club, zoe: Any) -> Call:
    league = create_league(by=club.organizer, name="Riverside")
    return lambda: joining.join_league(league_id=league.pk, user=zoe)


def a_league_of_ones_own(club: Club, zoe: Any) -> Call:
    return lambda: create_league(by=zoe, name="Hillside")


def let_in(club: Club, zoe: Any) -> Call:
    league = create_league(by=club.organizer, name="Riverside", is_open=False)
    joining.ask_to_join(league_id=league.pk, user=zoe)
    return lambda: joining.accept_request(league_id=league.pk, by=club.organizer, user_id=zoe.pk)


def a_team(club: Club, zoe: Any) -> Call:
    league = create_league(by=club.organizer, name="Riverside")
    joining.join_league(league_id=league.pk, user=zoe)
    team = teams.create_team(league_id=league.pk, by=club.organizer, name="Owls")
    return lambda: teams.join_team(team_id=team.pk, user=zoe)


def a_team_of_ones_own(club: Club, zoe: Any) -> Call:
    league = create_league(by=club.organizer, name="Riverside")
    joining.join_league(league_id=league.pk, user=zoe)
    return lambda: teams.create_team(league_id=league.pk, by=zoe, name="Owls")


def a_seat(club: Club, zoe: Any) -> Call:
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=club.organizer
    )
    return lambda: services.take_seat(table_id=table.pk, user=zoe, seat=0)


def any_seat(club: Club, zoe: Any) -> Call:
    return lambda: play_now(user=zoe)


def another_game(club: Club, zoe: Any) -> Call:
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=zoe
    )
    services.take_seat(table_id=table.pk, user=zoe, seat=0)
    services.fill_with_bots(table_id=table.pk, by=zoe)
    services.abandon_table(table_id=table.pk, reason="over")
    return lambda: rematch(table_id=table.pk, user=zoe)


PLACES = (
    *(alone, with_a_partner, as_a_partner, by_an_import, as_a_substitute, a_draft),
    *(a_league, a_league_of_ones_own, let_in, a_team, a_team_of_ones_own),
    *(a_seat, any_seat, another_game),
)


def places_of(zoe: Any) -> list[Any]:
    """Return a person's places in unfinished tournaments."""
    return [
        *EntryPlayer.objects.filter(user=zoe, active=True),
        *Single.objects.filter(user=zoe),
        *Tournament.objects.filter(created_by=zoe),
        *Membership.objects.filter(user=zoe),
        *TeamMember.objects.filter(user=zoe),
        *Team.objects.filter(captain=zoe),
        *Seat.objects.filter(user=zoe, table__status__in=("open", "playing")),
    ]


@pytest.mark.parametrize("place", PLACES)
def test_a_closed_account_takes_no_place(club: Club, place: Callable[[Club, Any], Call]) -> None:
    zoe = club.player("zoe")
    take = place(club, zoe)
    close_account(user_id=zoe.pk, by=zoe)
    with pytest.raises(Refused) as refusal:
        take()
    # The account's open requests are deleted.
    assert refusal.value.code in {"account_closed", "not_asking", "import_wrong"}
    assert places_of(zoe) == []
    assert not League.objects.filter(created_by=zoe).exists()


def wait_for_a_lock(thread: threading.Thread) -> None:
    """Return once some transaction waits for another's lock, or the thread is done."""
    until = time.monotonic() + PATIENCE
    while thread.is_alive() and time.monotonic() < until:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)


def closing_meanwhile(zoe: Any, act: Call) -> list[str]:
    """Act, and have Zoe's account closed before that is committed (on SQLite after it); returns how the closing
    went.
    """
    said: list[str] = []

    def close() -> threading.Thread:
        return run(
            said,
            "closed",
            lambda: close_account(user_id=zoe.pk, by=zoe),
            lambda execute, *given: execute(*given),
        )

    with transaction.atomic():
        act()
        if connection.vendor == "postgresql":
            thread = close()
            wait_for_a_lock(thread)
    if connection.vendor != "postgresql":
        thread = close()
    thread.join(PATIENCE)
    return said


@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_is_being_taken_is_seen_by_who_closes_the_account(
    club: Club, place: Callable[[Club, Any], Call]
) -> None:
    zoe = club.player("zoe")
    take = place(club, zoe)
    said = closing_meanwhile(zoe, take)
    gone = not get_user_model().objects.get(pk=zoe.pk).is_active
    assert (said, gone) == (["closed: done"], True) or (
        said[0].startswith("closed: Refused") and not gone
    )
    assert bool(places_of(zoe)) is not gone


def test_a_league_that_is_handed_to_somebody_who_closes_their_account_keeps_an_owner(
    club: Club,
) -> None:
    league = create_league(by=club.organizer, name="Riverside")
    zoe = club.player("zoe")
    for person in (zoe, club.player("bob")):
        joining.join_league(league_id=league.pk, user=person)
    hand = {"league_id": league.pk, "by": club.organizer, "user_id": zoe.pk}
    said = closing_meanwhile(zoe, lambda: members.hand_over(**hand))
    owner = league.memberships.get(role=Membership.Role.OWNER).user
    assert owner.is_active
    assert owner == (zoe if said[0].startswith("closed: Refused") else club.organizer)
