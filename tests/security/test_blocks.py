"""A block prevents every kind of invitation, in both directions, and ends pending ones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.engine import preset
from games.tables import services
from games.tables.access.mutes import set_block
from games.tables.models import Invitation as TableInvitation
from games.tables.models import Seat
from games.tables.seats import invitations, rematch
from spades_site.accounts import friends
from spades_site.accounts.models import Friendship
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.leagues.members import add
from tournaments.events.actions import entering
from tournaments.events.entries import inviting, substitute_offers
from tournaments.events.models import (
    EntryPlayer,
    PartnerInvitation,
    PlayerInvitation,
    SubstituteOffer,
)
from tournaments.leagues import joining, teams
from tournaments.leagues import services as leagues
from tournaments.leagues.models import Admission, Membership, TeamMember

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Kind:
    """One kind of invitation, from Ann to Ben: to send it, and to accept it."""

    send: Callable[[], Any]
    accept: Callable[[], Any]


def to_a_league(club: Club, ann: Any, ben: Any) -> Kind:
    league = leagues.create_league(by=ann, name="Club", is_open=False)
    return Kind(
        lambda: joining.invite(league_id=league.pk, by=ann, username="ben"),
        lambda: leagues.join_league(league_id=league.pk, user=ben),
    )


def to_a_table(club: Club, ann: Any, ben: Any) -> Kind:
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=ann)
    services.take_seat(table_id=table.pk, user=ann, seat=0)
    return Kind(
        lambda: services.invite(table_id=table.pk, by=ann, name="ben"),
        lambda: invitations.accept_invitation(table_id=table.pk, user=ben),
    )


def to_be_partners(club: Club, ann: Any, ben: Any) -> Kind:
    cup = club.open()
    return Kind(
        lambda: entering.enter(tournament_id=cup.pk, user=ann, partner="ben"),
        lambda: entering.accept_invitation(
            invitation_id=PartnerInvitation.objects.latest("pk").pk, user=ben
        ),
    )


def to_be_friends(club: Club, ann: Any, ben: Any) -> Kind:
    return Kind(
        lambda: friends.ask(user=ann, name="ben"), lambda: friends.accept(user=ben, name="ann")
    )


def to_a_tournament(club: Club, ann: Any, ben: Any) -> Kind:
    cup = club.open(invited_only=True)
    return Kind(
        lambda: inviting.ask(tournament_id=cup.pk, by=ann, username="ben"),
        lambda: entering.enter(tournament_id=cup.pk, user=ben, alone=True),
    )


def to_be_a_substitute(club: Club, ann: Any, ben: Any) -> Kind:
    cup = club.started(2)
    entry, out = cup.entries.order_by("pk")[0], club.player("a1")
    return Kind(
        lambda: substitute_offers.offer(
            entry_id=entry.pk, out_id=out.pk, username="ben", by=ann, reason="Ill"
        ),
        lambda: substitute_offers.accept(
            offer_id=SubstituteOffer.objects.latest("pk").pk, user=ben
        ),
    )


KINDS = (
    *(to_a_league, to_a_table, to_be_partners, to_be_friends, to_a_tournament, to_be_a_substitute),
)


@pytest.fixture
def club(member: Any, hands: Any) -> Club:
    return Club(member, hands)


def asked_and_placed(ben: Any) -> list[Any]:
    """Return Ben's open requests, and his places."""
    sent = str(PartnerInvitation.Status.SENT), str(SubstituteOffer.Status.OPEN)
    return [
        *Admission.objects.filter(user=ben),
        *TableInvitation.objects.filter(user=ben, declined=False),
        *PartnerInvitation.objects.filter(to_user=ben, status=sent[0]),
        *SubstituteOffer.objects.filter(into=ben, status=sent[1]),
        *PlayerInvitation.objects.filter(user=ben),
        *Friendship.objects.filter(asked=ben),
        *Membership.objects.filter(user=ben),
        *TeamMember.objects.filter(user=ben),
        *EntryPlayer.objects.filter(user=ben, active=True),
        *Seat.objects.filter(user=ben),
    ]


@pytest.mark.sweep(6)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("blocker", "blocked", "code"), [("ben", "ann", "declined"), ("ann", "ben", "blocked")]
)
def test_s4_whoever_is_blocked_or_blocks_sends_no_invitation(
    club: Club, kind: Callable[..., Kind], blocker: str, blocked: str, code: str
) -> None:
    ann, ben = club.organizer, club.player("ben")
    made = kind(club, ann, ben)
    people = {"ann": ann, "ben": ben}
    set_block(user=people[blocker], name=blocked, yes=True)
    if (kind, blocker) == (to_be_friends, "ben"):
        # It looks like a question that nobody has answered; Ben never sees it.
        assert made.send() == friends.Bond.ASKED
        assert friends.bond(ben, ann) == friends.Bond.NONE
        Friendship.objects.get().delete()
    else:
        with pytest.raises(Refused) as refusal:
            made.send()
        assert refusal.value.code == code
    assert (asked_and_placed(ben), Notice.objects.filter(user=ben).count()) == ([], 0)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("blocker", "blocked"), [("ben", "ann"), ("ann", "ben")])
def test_s4_a_block_ends_what_one_has_asked_the_other(
    club: Club, kind: Callable[..., Kind], blocker: str, blocked: str
) -> None:
    ann, ben = club.organizer, club.player("ben")
    made = kind(club, ann, ben)
    made.send()
    assert len(asked_and_placed(ben)) == 1
    set_block(user={"ann": ann, "ben": ben}[blocker], name=blocked, yes=True)
    assert asked_and_placed(ben) == []
    with pytest.raises(Refused):
        made.accept()
    assert asked_and_placed(ben) == []


def test_s4_another_game_asks_nobody_who_is_blocked(club: Club) -> None:
    people = [club.organizer, club.player("ben"), club.player("cyd"), club.player("dan")]
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io")), created_by=people[0]
    )
    for seat, person in enumerate(people):
        services.take_seat(table_id=table.pk, user=person, seat=seat)
    services.abandon_table(table_id=table.pk, reason="over")
    set_block(user=people[1], name="ann", yes=True)
    set_block(user=people[0], name="cyd", yes=True)
    rematch.rematch(table_id=table.pk, user=people[0])
    asked = TableInvitation.objects.values_list("user__username", flat=True)
    assert list(asked) == ["dan"]


@pytest.mark.parametrize(("blocker", "code"), [("ben", "blocked"), ("ann", "team_closed")])
def test_s4_nobody_joins_the_team_of_somebody_they_block_or_are_blocked_by(
    club: Club, blocker: str, code: str
) -> None:
    ann, ben = club.organizer, club.player("ben")
    league = leagues.create_league(by=ann, name="Club")
    add(league, ben)
    team = teams.create_team(league_id=league.pk, by=ann, name="Owls")
    people = {"ann": ann, "ben": ben}
    set_block(user=people[blocker], name="ben" if blocker == "ann" else "ann", yes=True)
    with pytest.raises(Refused) as refusal:
        teams.join_team(team_id=team.pk, user=ben)
    assert refusal.value.code == code
