"""Nobody becomes a member without accepting, and removed members return only with an organizer's consent."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.tables.access.mutes import set_block
from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.leagues.members import add
from tests.support.audited import entries_about
from tournaments.leagues import joining, members, services, teams
from tournaments.leagues.models import Admission, League, Membership
from tournaments.leagues.selectors import invitations_of, league_page

pytestmark = pytest.mark.django_db


def refused(call: Callable[..., Any], **arguments: Any) -> str:
    """Return the code with which the call is refused, having seen that it changed nothing."""
    models = (Membership, Admission, Notice)
    before = [list(model.objects.order_by("pk").values_list()) for model in models]
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert [list(model.objects.order_by("pk").values_list()) for model in models] == before
    assert refusal.value.sentence
    return refusal.value.code


@pytest.fixture
def ann(member: Callable[..., Any]) -> Any:
    """The leagues' founder."""
    return member("ann")


@pytest.fixture
def ben(member: Callable[..., Any]) -> Any:
    """A person who would like to join."""
    return member("ben")


@pytest.fixture
def club(ann: Any) -> League:
    """An open league."""
    return services.create_league(by=ann, name="Club")


@pytest.fixture
def closed(ann: Any) -> League:
    """A private league that takes members by invitation."""
    return services.create_league(by=ann, name="Back room", is_open=False, is_public=False)


def roles(league: League) -> dict[str, str]:
    """Return the members' roles by name."""
    return dict(league.memberships.values_list("user__username", "role"))


def states(league: League) -> dict[str, str]:
    """Return the states of non-members towards the league, by name."""
    return dict(league.admissions.values_list("user__username", "state"))


def told(user: Any) -> list[tuple[str, str]]:
    """Return the unread notices to the user, oldest first, with the pages they lead to."""
    rows = Notice.objects.filter(user=user, read_at=None).order_by("pk")
    return [(one.params.get("league_news", one.kind), one.path) for one in rows]


# ----------------------------------------------------------------------------------------------- invitations
def test_s1_an_invited_person_becomes_a_member_by_accepting(
    closed: League, ann: Any, ben: Any
) -> None:
    joining.invite(league_id=closed.pk, by=ann, username=" BEN ")
    joining.invite(league_id=closed.pk, by=ann, username="ben")
    assert (roles(closed), states(closed)) == ({"ann": "owner"}, {"ben": "invited"})
    assert told(ben) == [("league_invited", f"/leagues/{closed.slug}/invitation/")]
    assert [one.league for one in invitations_of(ben)] == [closed]
    assert entries_about(closed)[0].verb == "league.invited"
    place = services.join_league(league_id=closed.pk, user=ben)
    assert services.join_league(league_id=closed.pk, user=ben) == place
    assert (roles(closed), states(closed)) == ({"ann": "owner", "ben": "member"}, {})
    assert told(ben) == []
    assert joining.invite(league_id=closed.pk, by=ann, username="ben") == place


def test_applicants_join_once_the_league_is_open(closed: League, ann: Any, ben: Any) -> None:
    joining.ask_to_join(league_id=closed.pk, user=ben)
    with pytest.raises(Refused) as refusal:
        services.join_league(league_id=closed.pk, user=ben)
    assert (refusal.value.code, str(refusal.value)) == (
        "asking", "You have asked to join. An organizer decides.",
    )  # fmt: skip
    assert not league_page(closed, ben).can_join
    League.objects.filter(pk=closed.pk).update(is_open=True)
    closed.refresh_from_db()
    assert league_page(closed, ben).can_join
    services.join_league(league_id=closed.pk, user=ben)
    assert (roles(closed), states(closed)) == ({"ann": "owner", "ben": "member"}, {})


def test_an_invitation_is_declined_or_taken_back(closed: League, ann: Any, ben: Any) -> None:
    for _ in range(2):
        joining.invite(league_id=closed.pk, by=ann, username="ben")
        joining.decline(league_id=closed.pk, user=ben)
        joining.decline(league_id=closed.pk, user=ben)
    joining.invite(league_id=closed.pk, by=ann, username="ben")
    take_back = joining.withdraw_invitation
    assert refused(take_back, league_id=closed.pk, by=ben, user_id=ben.pk) == "not_organizer"
    take_back(league_id=closed.pk, by=ann, user_id=ben.pk)
    take_back(league_id=closed.pk, by=ann, user_id=ben.pk)
    assert (states(closed), told(ben), roles(closed)) == ({}, [], {"ann": "owner"})
    assert refused(joining.join_league, league_id=closed.pk, user=ben) == "league_closed"


def test_who_can_be_invited(club: League, ann: Any, ben: Any, member: Any) -> None:
    invite, guest = joining.invite, create_guest()
    gone = member("gone", is_active=False)
    assert refused(invite, league_id=club.pk, by=ben, username="ben") == "not_organizer"
    assert refused(invite, league_id=club.pk, by=ann, username="nobody") == "unknown_user"
    assert refused(invite, league_id=club.pk, by=ann, username=gone.username) == "unknown_user"
    assert refused(invite, league_id=club.pk, by=ann, username=guest.username) == "user_guest"


def test_blocks_keep_invitations_away(club: League, ann: Any, ben: Any, member: Any) -> None:
    cyd = member("cyd")
    joining.invite(league_id=club.pk, by=ann, username="ben")
    set_block(user=ben, name="ann", yes=True)
    assert (states(club), told(ben)) == ({}, [])
    assert refused(joining.invite, league_id=club.pk, by=ann, username="ben") == "declined"
    set_block(user=ann, name="cyd", yes=True)
    assert refused(joining.invite, league_id=club.pk, by=ann, username=cyd.username) == "blocked"


def test_blocks_keep_people_out_of_one_team(club: League, ann: Any, ben: Any, member: Any) -> None:
    cyd = member("cyd")
    for user in (ben, cyd):
        services.join_league(league_id=club.pk, user=user)
    team = teams.create_team(league_id=club.pk, by=ann, name="Aces")
    set_block(user=ann, name="ben", yes=True)
    set_block(user=cyd, name="ann", yes=True)
    assert refused(teams.join_team, team_id=team.pk, user=ben) == "team_closed"
    assert refused(teams.join_team, team_id=team.pk, user=cyd) == "blocked"


# -------------------------------------------------------------------------------------------------- requests
def test_an_organizer_admits_an_applicant(ann: Any, ben: Any, member: Any) -> None:
    league = services.create_league(by=ann, name="Closed", is_open=False)
    asked = joining.ask_to_join(league_id=league.pk, user=ben)
    assert joining.ask_to_join(league_id=league.pk, user=ben) == asked
    assert told(ann) == [("league_asked", "/leagues/closed/?show=members")]
    assert [one.user for one in league_page(league, ann).asking] == [ben]
    assert list(league_page(league, member("cyd")).asking) == []
    let_in = joining.accept_request
    assert refused(let_in, league_id=league.pk, by=ben, user_id=ben.pk) == "not_organizer"
    place = let_in(league_id=league.pk, by=ann, user_id=ben.pk)
    assert let_in(league_id=league.pk, by=ann, user_id=ben.pk) == place
    assert roles(league) == {"ann": "owner", "ben": "member"}
    assert told(ben) == [("admitted", "/leagues/closed/")]
    assert refused(joining.ask_to_join, league_id=league.pk, user=ben) == "member"


def test_inviting_an_applicant_admits_them(ann: Any, ben: Any) -> None:
    league = services.create_league(by=ann, name="Closed", is_open=False)
    joining.ask_to_join(league_id=league.pk, user=ben)
    assert isinstance(joining.invite(league_id=league.pk, by=ann, username="ben"), Membership)
    assert roles(league) == {"ann": "owner", "ben": "member"}


def test_a_rejected_applicant_may_apply_again_within_limits(ann: Any, ben: Any) -> None:
    league = services.create_league(by=ann, name="Closed", is_open=False)
    for _ in range(3):
        joining.ask_to_join(league_id=league.pk, user=ben)
        joining.decline_request(league_id=league.pk, by=ann, user_id=ben.pk)
    assert refused(joining.ask_to_join, league_id=league.pk, user=ben) == "limit"
    assert (
        refused(joining.decline_request, league_id=league.pk, by=ann, user_id=ben.pk)
        == "not_asking"
    )
    assert (
        refused(joining.accept_request, league_id=league.pk, by=ann, user_id=ben.pk) == "not_asking"
    )
    assert [news for news, _path in told(ben)] == ["turned_down"] * 3
    assert states(league) == {}


def test_a_request_is_declined_with_an_answer(ann: Any, ben: Any) -> None:
    league = services.create_league(by=ann, name="Closed", is_open=False)
    joining.ask_to_join(league_id=league.pk, user=ben)
    word: dict[str, Any] = {"league_id": league.pk, "by": ann, "user_id": ben.pk}
    assert refused(joining.decline_request, **word, answer="x" * 301) == "text_long"
    joining.decline_request(**word, answer=" We are full. ")
    notice = Notice.objects.get(user=ben)
    assert notice_text(notice.kind, notice.params).text == (
        "The organizers declined your request. They say: We are full."
    )
    entry = entries_about(league).get(verb="league.turned_down")
    assert (entry.reason, entry.data) == ("We are full.", {"user": ben.pk})


def test_applying_without_need_is_refused(club: League, ann: Any, ben: Any) -> None:
    ask = joining.ask_to_join
    assert refused(ask, league_id=club.pk, user=ben) == "league_open"
    assert refused(ask, league_id=club.pk, user=create_guest()) == "guest"
    joining.invite(league_id=club.pk, by=ann, username="ben")
    assert refused(ask, league_id=club.pk, user=ben) == "invited"


# --------------------------------------------------------------------------------------------------- removal
def test_a_removed_member_of_an_open_league_may_come_back(club: League, ann: Any, ben: Any) -> None:
    services.join_league(league_id=club.pk, user=ben)
    members.remove_member(league_id=club.pk, by=ann, user_id=ben.pk)
    assert (roles(club), told(ben)) == ({"ann": "owner"}, [("removed", "/leagues/club/")])
    services.join_league(league_id=club.pk, user=ben)
    assert roles(club) == {"ann": "owner", "ben": "member"}


def test_a_removed_member_of_a_private_league_is_led_to_a_page_that_exists(
    closed: League, ann: Any, ben: Any
) -> None:
    add(closed, ben)
    members.remove_member(league_id=closed.pk, by=ann, user_id=ben.pk, reason="Moved away")
    assert told(ben) == [("removed", "/leagues/")]
    notice = Notice.objects.get(user=ben, kind="league")
    assert notice.params == {
        "league": "Back room", "league_news": "removed", "reason": "Moved away",
    }  # fmt: skip


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_d3_accepting_and_taking_back_at_once_leave_one_outcome(
    closed: League, ann: Any, ben: Any
) -> None:
    joining.invite(league_id=closed.pk, by=ann, username="ben")
    said: list[str] = []
    barrier = threading.Barrier(4)

    def run(call: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=20)
            call()
            said.append("done")
        except Refused as refusal:
            said.append(refusal.code)
        except BaseException as failure:
            said.append(repr(failure))
        finally:
            connection.close()

    calls = [
        lambda: joining.join_league(league_id=closed.pk, user=ben),
        lambda: joining.withdraw_invitation(league_id=closed.pk, by=ann, user_id=ben.pk),
    ] * 2
    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    member = "ben" in roles(closed)
    assert sorted(said) == sorted(["done"] * 2 + (["done"] if member else ["league_closed"]) * 2)
    assert states(closed) == {}
