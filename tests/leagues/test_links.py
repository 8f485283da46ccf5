"""Invitations by link and by mail: ended, used up, revoked, mailed once, and silent about who has an account."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection

from games.tables.access.mutes import set_block
from spades_site.accounts.closing import close_account
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.support.audited import entries_about
from tournaments.leagues import bans, joining, link_mails, links, services
from tournaments.leagues.models import InvitationLink, League, Membership
from tournaments.scheduling.tasks import remind

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def ann(member: Callable[..., Any], settings: Any) -> Any:
    """The league's owner, on a site that sends mails."""
    settings.NOTICE_MAILS = True
    return member("ann")


@pytest.fixture
def league(ann: Any) -> League:
    """A private league that takes members by invitation."""
    return services.create_league(by=ann, name="Back room", is_open=False, is_public=False)


def refused(call: Callable[..., Any], **arguments: Any) -> str:
    """Return the code of the refusal, having seen that it changed nothing."""
    before = [
        list(model.objects.order_by("pk").values_list()) for model in (Membership, InvitationLink)
    ]
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    after = [
        list(model.objects.order_by("pk").values_list()) for model in (Membership, InvitationLink)
    ]
    assert after == before
    return refusal.value.code


def link(league: League, uses: int = 2) -> InvitationLink:
    return links.make_link(
        league_id=league.pk, by=league.created_by, ends_at=now() + DAY, max_uses=uses
    )


def names(league: League) -> set[str]:
    return set(league.memberships.values_list("user__username", flat=True))


def test_a_link_admits_as_many_as_it_says(league: League, member: Any) -> None:
    made = link(league)
    for name in ("ben", "cid"):
        place = links.accept(key=made.key, user=member(name))
        assert links.accept(key=made.key, user=place.user) == place
    assert refused(links.accept, key=made.key, user=member("dan")) == "link_over"
    assert names(league) == {"ann", "ben", "cid"}
    made.refresh_from_db()
    assert (made.uses, links.valid(made.key)) == (2, None)
    assert [one.verb for one in entries_about(league).order_by("pk")][1:] == [
        "league.link_made", "league.joined_by_link", "league.joined_by_link",
    ]  # fmt: skip


def test_a_link_ends_or_is_revoked(league: League, ann: Any, member: Any, hands: Any) -> None:
    first, second = link(league), link(league)
    assert list(links.links_of(league.pk)) == [second, first]
    assert refused(links.revoke, league_id=league.pk, by=member("ben"), link_id=first.pk) == (
        "not_organizer"
    )
    for _ in range(2):
        links.revoke(league_id=league.pk, by=ann, link_id=first.pk)
    assert refused(links.accept, key=first.key, user=member("cid")) == "link_over"
    hands.forward(86401)
    assert refused(links.accept, key=second.key, user=member("dan")) == "link_over"
    remind()
    assert not InvitationLink.objects.exists()


def test_what_a_link_can_be(league: League, ann: Any, member: Any) -> None:
    said: dict[str, Any] = {
        "league_id": league.pk,
        "by": ann,
        "max_uses": 1,
        "ends_at": now() + DAY,
    }
    assert refused(links.make_link, **said | {"by": member("ben")}) == "not_organizer"
    for ends_at in (now(), now() + timedelta(days=400)):
        assert refused(links.make_link, **said | {"ends_at": ends_at}) == "link_end"
    for uses in (0, 501):
        assert refused(links.make_link, **said | {"max_uses": uses}) == "link_uses"


def test_a_link_is_not_for_guests_or_the_banned(league: League, ann: Any, member: Any) -> None:
    made, ben = link(league), member("ben")
    bans.ban(league_id=league.pk, by=ann, username="ben", reason="Rude")
    assert refused(links.accept, key=made.key, user=ben) == "banned"
    assert refused(links.accept, key=made.key, user=create_guest()) == "guest"
    assert refused(links.accept, key="nothing", user=ben) == "link_over"


def test_an_invitation_is_mailed_once_and_accepted_once(
    league: League, ann: Any, member: Any
) -> None:
    said = {"league_id": league.pk, "by": ann}
    made = links.invite_address(**said, email=" New@example.org ")
    assert links.invite_address(**said, email="new@EXAMPLE.org") == made
    remind()
    remind()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (
        ["New@example.org"], "[Spades] ann invites you to the league Back room",
    )  # fmt: skip
    assert f"http://localhost:8000/join/{made.key}/" in sent.body
    ben, cid = member("ben"), member("cid")
    joining.ask_to_join(league_id=league.pk, user=ben)
    links.accept(key=made.key, user=ben)
    assert refused(links.accept, key=made.key, user=cid) == "link_over"
    assert (names(league), league.admissions.count()) == ({"ann", "ben"}, 0)
    # The address is kept nowhere.
    assert not InvitationLink.objects.exists()
    assert "example.org" not in str(list(entries_about(league).values_list("data", flat=True)))


def test_a_mailed_invitation_tells_nothing_of_accounts(
    league: League, ann: Any, member: Any
) -> None:
    said = {"league_id": league.pk, "by": ann}
    ben = member("ben")
    set_block(user=ben, name="ann", yes=True)
    known = links.invite_address(**said, email="ben@example.org")
    unknown = links.invite_address(**said, email="nobody@example.org")
    assert link_mails.send_due() == 1
    known.refresh_from_db()
    unknown.refresh_from_db()
    assert (known.uses, known.mail_due_at) == (unknown.uses, unknown.mail_due_at)
    assert [one.to for one in mail.outbox] == [["nobody@example.org"]]


def test_what_is_not_mailed(league: League, ann: Any, member: Any, settings: Any) -> None:
    said: dict[str, Any] = {"league_id": league.pk, "by": ann, "email": "x@example.org"}
    assert refused(links.invite_address, **said | {"by": member("ben")}) == "not_organizer"
    assert refused(links.invite_address, **said | {"email": "no address"}) == "address_wrong"
    settings.NOTICE_MAILS = False
    assert refused(links.invite_address, **said) == "no_mail"


def test_closing_an_account_ends_the_invitations_mailed_to_it(
    league: League, ann: Any, member: Any
) -> None:
    ben = member("ben")
    links.invite_address(league_id=league.pk, by=ann, email="Ben@example.org")
    close_account(user_id=ben.pk, by=ben)
    assert not InvitationLink.objects.exists()
    assert User.objects.get(pk=ben.pk).is_active is False


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_d3_people_who_accept_at_once_are_no_more_than_the_link_allows(
    league: League, member: Any
) -> None:
    made, people = link(league, uses=2), [member(f"p{n}") for n in range(5)]
    said: list[str] = []
    barrier = threading.Barrier(len(people))

    def run(user: Any) -> None:
        try:
            barrier.wait(timeout=20)
            links.accept(key=made.key, user=user)
            said.append("in")
        except Refused as refusal:
            said.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(user,)) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(said) == ["in"] * 2 + ["link_over"] * 3
    assert league.memberships.count() == 3
