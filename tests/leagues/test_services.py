"""Leagues, members, seasons and teams: actions, permissions, and refusals that change nothing."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.leagues.members import add
from tests.support.audited import entries_about
from tournaments.leagues import members, services, teams
from tournaments.leagues.crests import Crest
from tournaments.leagues.models import League, Membership, Season, Team, TeamMember
from tournaments.leagues.selectors import (
    league_for,
    league_page,
    leagues_of,
    leagues_run_by,
    visible_leagues,
)

pytestmark = pytest.mark.django_db


def everything() -> list[Any]:
    """Return all rows of leagues."""
    return [
        list(model.objects.order_by("pk").values_list())
        for model in (League, Membership, Season, Team, TeamMember)
    ]


def refused(call: Callable[..., Any], **arguments: Any) -> str:
    """Return the code with which the call is refused, having seen that it changed nothing."""
    before = everything()
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert everything() == before
    assert refusal.value.sentence
    return refusal.value.code


@pytest.fixture
def ann(member: Callable[..., Any]) -> Any:
    """The league's founder."""
    return member("ann")


@pytest.fixture
def club(ann: Any) -> League:
    """Ann's league."""
    return services.create_league(by=ann, name="  Tuesday   Club ", description="Tea\r\nand cards")


def roles(league: League) -> dict[str, str]:
    """Return the members' roles by name."""
    return dict(league.memberships.values_list("user__username", "role"))


# ------------------------------------------------------------------------------------------------ leagues
def test_the_creator_of_a_league_is_its_owner(club: League, ann: Any) -> None:
    assert (club.name, club.slug, club.description) == (
        "Tuesday Club",
        "tuesday-club",
        "Tea\nand cards",
    )
    assert roles(club) == {"ann": "owner"}
    (entry,) = entries_about(club)
    assert (entry.verb, entry.actor) == ("league.created", ann)


def test_names_are_refused_with_a_reason(club: League, ann: Any, member: Any) -> None:
    assert refused(services.create_league, by=ann, name="tuesday club") == "league_name_taken"
    assert refused(services.create_league, by=ann, name="x") == "name_short"
    assert refused(services.create_league, by=ann, name="x" * 61) == "name_long"
    assert refused(services.create_league, by=ann, name="Tues\u202eday") == "name_unseen"
    assert refused(services.create_league, by=ann, name="...") == "name_unclear"
    assert (
        refused(services.create_league, by=ann, name="Club 2", description="x" * 2001)
        == "text_long"
    )
    assert refused(services.create_league, by=create_guest(), name="Guests") == "guest"
    assert refused(services.create_league, by=AnonymousUser(), name="Nobody") == "signed_out"


def test_a_second_league_of_like_name_gets_an_address_of_its_own(club: League, ann: Any) -> None:
    other = services.create_league(by=ann, name="Tuesday-Club")
    assert other.slug not in ("", club.slug)


def test_a_name_is_taken_by_leagues_that_one_may_see_alone(member: Any, ann: Any) -> None:
    """What is told of a name, and the address that a league gets, tell nobody of a private league."""
    hidden = services.create_league(by=ann, name="Back room", is_public=False)
    assert re.fullmatch(r"back-room-\w{5}", hidden.slug)
    assert refused(services.create_league, by=ann, name="back ROOM") == "league_name_taken"
    bob, cid = member("bob"), member("cid")
    own = services.create_league(by=bob, name="Back room", is_public=False)
    shown = services.create_league(by=cid, name="Back room")
    assert shown.slug == "back-room"
    # Now it is a public league's name: nobody else's is public under it, but what was there before may stay.
    said = {"league_id": own.pk, "by": bob, "name": own.name, "is_open": True}
    done = services.edit_league(**said, description="New", is_public=False)
    assert (done.description, done.slug) == ("New", own.slug)
    assert refused(services.edit_league, **said, description="", is_public=True) == (
        "league_name_taken"
    )
    assert refused(services.create_league, by=bob, name="Back Room") == "league_name_taken"


def test_two_public_leagues_of_one_name_are_kept_apart_by_the_database(ann: Any) -> None:
    services.create_league(by=ann, name="Club")
    other = services.create_league(by=ann, name="Other")
    with pytest.raises(IntegrityError), transaction.atomic():
        League.objects.filter(pk=other.pk).update(folded_name="club")


def test_a_league_is_edited_by_its_organizers(club: League, ann: Any, member: Any) -> None:
    said = {"name": "Club", "description": "New", "is_public": False, "is_open": False}
    assert refused(services.edit_league, league_id=club.pk, by=member("bob"), **said) == (
        "not_organizer"
    )
    services.create_league(by=ann, name="Other")
    assert (
        refused(services.edit_league, league_id=club.pk, by=ann, **(said | {"name": "other"}))
        == "league_name_taken"
    )
    done = services.edit_league(league_id=club.pk, by=ann, **said)
    assert (done.name, done.slug, done.description, done.is_public, done.is_open) == (
        "Club",
        "tuesday-club",
        "New",
        False,
        False,
    )


def test_a_league_states_its_rules(club: League, ann: Any) -> None:
    said: dict[str, Any] = {
        "league_id": club.pk, "by": ann, "name": "Club", "description": "",
        "is_public": True, "is_open": True, "conduct": " Be kind. ",
    }  # fmt: skip
    edit = services.edit_league
    house = {"preset": "cardgames_io", "target": 350, "nil": 50, "removed": []}
    done = edit(**said, rules=house)
    # What is as the preset says follows the preset.
    assert (done.conduct, done.rules) == (
        "Be kind.", {"preset": "cardgames_io", "target": 350, "nil": 50},
    )  # fmt: skip
    assert edit(**said).rules == {}
    assert refused(edit, **said, rules={"preset": "nothing"}) == "rules_wrong"
    assert refused(edit, **said, rules={"preset": "cardgames_io", "target": -5}) == "rules_wrong"


def test_a_league_has_a_colour_and_a_crest(club: League, ann: Any, member: Any) -> None:
    crest = Crest("shield", "spade", "plum", "white")
    said: dict[str, Any] = {"league_id": club.pk, "by": ann, "accent": "plum", "crest": crest}
    for _ in range(2):
        services.set_look(**said)
    club.refresh_from_db()
    assert (club.accent, club.crest) == ("plum", "shield:spade:plum:white")
    assert entries_about(club).filter(verb="league.look_changed").count() == 1
    assert refused(services.set_look, **said | {"by": member("bob")}) == "not_organizer"
    assert refused(services.set_look, **said | {"accent": "pink"}) == "accent_unknown"


# ------------------------------------------------------------------------------------------------ members
def test_joining_and_leaving(club: League, member: Any) -> None:
    bob = member("bob")
    place = services.join_league(league_id=club.pk, user=bob)
    assert services.join_league(league_id=club.pk, user=bob) == place
    assert roles(club) == {"ann": "owner", "bob": "member"}
    members.leave_league(league_id=club.pk, user=bob)
    assert roles(club) == {"ann": "owner"}
    assert refused(members.leave_league, league_id=club.pk, user=bob) == "not_member"
    assert refused(services.join_league, league_id=0, user=bob) == "unknown_league"
    assert refused(services.join_league, league_id=club.pk, user=create_guest()) == "guest"


def test_the_owner_stays_until_the_league_is_handed_over(
    club: League, ann: Any, member: Any
) -> None:
    bob = member("bob")
    services.join_league(league_id=club.pk, user=bob)
    said: dict[str, Any] = {"league_id": club.pk, "user_id": ann.pk}
    members.set_role(league_id=club.pk, by=ann, user_id=bob.pk, role="organizer")
    assert refused(members.leave_league, league_id=club.pk, user=ann) == "owner"
    for by in (ann, bob):
        assert refused(members.set_role, **said, by=by, role="member") == "owner"
        assert refused(members.remove_member, **said, by=by) == "owner"
    hand = members.hand_over
    assert refused(hand, league_id=club.pk, by=bob, user_id=bob.pk) == "not_owner"
    assert refused(hand, league_id=club.pk, by=ann, user_id=ann.pk) == "owner"
    assert refused(hand, league_id=club.pk, by=ann, user_id=0) == "not_member"
    hand(league_id=club.pk, by=ann, user_id=bob.pk)
    assert roles(club) == {"ann": "organizer", "bob": "owner"}
    assert refused(hand, league_id=club.pk, by=ann, user_id=ann.pk) == "not_owner"
    assert str(notice_text(*Notice.objects.values_list("kind", "params").get(user=bob)).text) == (
        "ann handed the league over to you: you are its owner now."
    )
    # The former owner is an organizer like any other.
    members.remove_member(league_id=club.pk, by=bob, user_id=ann.pk)
    assert roles(club) == {"bob": "owner"}


def test_organizers_give_the_other_roles(club: League, ann: Any, member: Any) -> None:
    bob, cid = member("bob"), member("cid")
    for user in (bob, cid):
        services.join_league(league_id=club.pk, user=user)
    said: dict[str, Any] = {"league_id": club.pk, "user_id": bob.pk}
    for role in ("organizer", "arbiter", "member", "member"):
        assert members.set_role(**said, by=ann, role=role).role == role
    verbs = entries_about(club).filter(verb="league.role_changed").order_by("pk")
    assert [one.data["role"] for one in verbs] == ["organizer", "arbiter", "member"]
    members.set_role(**said, by=ann, role="arbiter")
    for by in (bob, cid):
        assert refused(members.set_role, **said, by=by, role="organizer") == "not_organizer"
    for role in ("owner", "king"):
        assert refused(members.set_role, **said, by=ann, role=role) == "unknown_role"
    nobody = {"league_id": club.pk, "user_id": 0, "by": ann, "role": "member"}
    assert refused(members.set_role, **nobody) == "not_member"


def test_the_database_allows_one_owner(club: League, member: Any) -> None:
    bob = member("bob")
    services.join_league(league_id=club.pk, user=bob)
    with pytest.raises(IntegrityError), transaction.atomic():
        club.memberships.update(role="owner")


def test_removing_a_member_is_kept_with_its_reason(club: League, ann: Any, member: Any) -> None:
    bob = member("bob")
    services.join_league(league_id=club.pk, user=bob)
    assert refused(members.remove_member, league_id=club.pk, by=bob, user_id=ann.pk) == (
        "not_organizer"
    )
    members.remove_member(league_id=club.pk, by=ann, user_id=bob.pk, reason="Moved away")
    assert roles(club) == {"ann": "owner"}
    newest = entries_about(club).order_by("-pk").first()
    assert (newest.verb, newest.reason, newest.data) == (
        "league.member_removed",
        "Moved away",
        {"user": bob.pk},
    )


# --------------------------------------------------------------------------------------------- selectors
def test_a_private_league_is_seen_by_its_members_only(ann: Any, member: Any) -> None:
    bob = member("bob")
    hidden = services.create_league(by=ann, name="Hidden", is_public=False)
    shown = services.create_league(by=ann, name="Shown")
    assert [one.pk for one in visible_leagues(AnonymousUser())] == [shown.pk]
    assert league_for(hidden.slug, bob) is None
    add(hidden, bob)
    found = league_for(hidden.slug, bob)
    assert found is not None
    assert (found.my_role, found.members_count) == ("member", 2)
    assert [one.pk for one in leagues_of(bob)] == [hidden.pk]
    assert list(leagues_run_by(bob)) == []
    assert [one.pk for one in leagues_run_by(ann)] == [hidden.pk, shown.pk]


def test_a_league_s_page(
    club: League, ann: Any, member: Any, django_assert_max_num_queries: Any
) -> None:
    bob = member("bob")
    services.join_league(league_id=club.pk, user=bob)
    team = teams.create_team(league_id=club.pk, by=bob, name="Aces")
    found = league_for(club.slug, bob)
    with django_assert_max_num_queries(6):
        page = league_page(found, bob)
    assert (page.role, page.is_organizer, page.can_join) == ("member", False, False)
    assert [place.user for place in page.members] == [ann, bob]
    assert [place.user for place in page.organizers] == [ann]
    assert (page.teams, page.my_team, page.season) == ([team], team, None)
    assert league_page(club, member("zoe")).can_join is True
    assert league_page(club, create_guest()).can_join is False
