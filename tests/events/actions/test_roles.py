"""Roles in one tournament: asked by name or by mail, accepted, changed, given up, and handing the tournament over."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.tables.access.mutes import set_block
from spades_site.accounts.closing import close_account
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.conftest import Club
from tournaments.events.actions import decisions, moderation, roles
from tournaments.events.core.permissions import (
    arbiters_of,
    may_arbitrate,
    may_judge,
    may_organize,
    organizers_of,
    organizes,
    visible_to,
)
from tournaments.events.models import RoleLink, Tournament
from tournaments.leagues import bans
from tournaments.leagues.models import League
from tournaments.scheduling.tasks import remind

pytestmark = pytest.mark.django_db


def refused(call: Callable[..., Any], **said: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(**said)
    return refusal.value.code


def helper(club: Club, cup: Tournament, name: str, role: str) -> Any:
    """Return a person who has accepted a role."""
    user = club.player(name)
    roles.invite(tournament_id=cup.pk, by=club.organizer, username=name, role=role)
    roles.accept(tournament_id=cup.pk, user=user)
    return user


def told(user: Any, kind: str) -> list[tuple[str, str]]:
    """Return the text and the address of a person's notices of a kind."""
    found = Notice.objects.filter(user=user, kind=kind).order_by("pk")
    return [(notice_text(one.kind, one.params).text, one.path) for one in found]


def log(cup: Tournament) -> list[tuple[str, Any, Any]]:
    """Return the roles' lines of the log: verb, before and after."""
    found = AuditEntry.objects.filter(subject=f"tournament:{cup.pk}", verb__contains="role")
    return [
        (one.verb.removeprefix("tournament."), one.data.get("before"), one.data.get("after"))
        for one in found.order_by("pk")
    ]


@pytest.mark.slow
def test_an_arbiter_from_outside_a_private_league_decides_but_not_about_their_own_match(
    club: Club,
) -> None:
    league = club.league_of("a1", "b1", "a2", "b2")
    League.objects.update(is_public=False)
    cup = club.started(2, league=league)
    zoe, match = club.player("zoe"), cup.matches.get()
    said = {"tournament_id": cup.pk, "by": club.organizer, "username": "zoe"}
    asked = roles.invite(**said, role="arbiter")
    assert roles.invite(**said, role="arbiter") == asked
    assert (visible_to(zoe).exists(), organizes(zoe)) == (False, False)
    assert told(zoe, "role_invited") == [
        (
            "You would be an arbiter and decide contested results. Accept or decline.",
            f"/tournaments/{cup.slug}/role/",
        )
    ]
    roles.accept(tournament_id=cup.pk, user=zoe)
    roles.accept(tournament_id=cup.pk, user=zoe)
    assert not Notice.objects.filter(user=zoe, kind="role_invited", read_at=None).exists()
    assert told(club.organizer, "role") == [
        ("zoe accepted your invitation to help.", f"/tournaments/{cup.slug}/")
    ]
    assert list(visible_to(zoe)) == [cup]
    assert (organizes(zoe), may_organize(zoe, cup), may_arbitrate(zoe, cup)) == (True, False, True)
    assert (organizers_of(cup), arbiters_of(cup)) == ([club.organizer], [club.organizer, zoe])
    assert may_judge(zoe, cup, match)
    player = helper(club, cup, "a1", "arbiter")
    assert not may_judge(player, cup, match)
    verdict = {"match_id": match.pk, "verdict": "0", "reason": "x"}
    assert refused(decisions.decide_match, by=player, **verdict) == "own_match"
    assert refused(roles.invite, **said | {"by": zoe}, role="arbiter") == "not_organizer"
    assert refused(roles.invite, **said, role="organizer") == "has_role"
    assert refused(roles.invite, **said, role="owner") == "unknown_role"
    assert refused(roles.hand_over, tournament_id=cup.pk, by=club.organizer, user_id=zoe.pk) == (
        "league_owns"
    )
    roles.set_role(tournament_id=cup.pk, by=club.organizer, user_id=zoe.pk, role="organizer")
    assert may_organize(zoe, cup)
    roles.remove(tournament_id=cup.pk, by=zoe, user_id=player.pk)
    roles.leave(tournament_id=cup.pk, user=zoe)
    roles.leave(tournament_id=cup.pk, user=zoe)
    assert told(zoe, "role") == [("ann made you an organizer.", f"/tournaments/{cup.slug}/")]
    assert told(player, "role") == [("zoe ended your role in this tournament.", "/organize/")]
    arbiter, organizer, none = ({"role": role} for role in ("arbiter", "organizer", None))
    assert log(cup) == [
        ("role_asked", None, None),
        ("role_accepted", none, arbiter),
        ("role_asked", None, None),
        ("role_accepted", none, arbiter),
        ("role_changed", arbiter, organizer),
        ("role_ended", arbiter, none),
        ("role_left", organizer, none),
    ]
    assert not visible_to(zoe).exists()


def test_a_tournament_is_handed_to_one_of_its_organizers_and_its_owner_may_close_their_account(
    club: Club,
) -> None:
    cup, ann = club.open(), club.organizer
    ben, cyd = helper(club, cup, "ben", "organizer"), helper(club, cup, "cyd", "arbiter")
    said = {"tournament_id": cup.pk, "by": ann}
    assert refused(roles.hand_over, **said, user_id=cyd.pk) == "no_role"
    assert refused(roles.hand_over, **said | {"by": ben}, user_id=ben.pk) == "not_owner"
    assert roles.hand_over(**said, user_id=ben.pk).created_by == ben
    roles.hand_over(**said, user_id=ben.pk)
    assert told(ben, "role") == [
        (
            "ann handed the tournament over to you: you are its owner now.",
            f"/tournaments/{cup.slug}/",
        )
    ]
    cup.refresh_from_db()
    assert organizers_of(cup) == [ann, ben]
    entry = AuditEntry.objects.get(verb="tournament.handed_over")
    assert (entry.data["before"], entry.data["after"]) == ({"owner": "ann"}, {"owner": "ben"})
    # For the site it goes to anybody, whoever has it.
    staff = club.member("boss", is_staff=True, is_superuser=True)
    moderation.give_tournament(tournament_id=cup.pk, by=staff, username="cyd", reason="Gone")
    cup.refresh_from_db()
    assert (cup.created_by, organizers_of(cup), cup.roles.count()) == (cyd, [ann, cyd], 1)
    close_account(user_id=ann.pk, by=ann)
    assert organizers_of(cup) == [cyd]


def test_who_is_not_asked(club: Club, settings: Any) -> None:
    settings.NOTICE_MAILS = False
    league = club.league_of("ben", "eve")
    cup, ben, dan = club.open(league=league), club.player("ben"), club.player("dan")
    said = {"tournament_id": cup.pk, "by": club.organizer, "role": "organizer"}
    assert refused(roles.invite, **said, username="ann") == "has_role"
    assert refused(roles.invite, **said, username="nobody") == "unknown_user"
    bans.ban(league_id=league.pk, by=club.organizer, username="eve", reason="x")
    assert refused(roles.invite, **said, username="eve") == "banned"
    assert refused(roles.invite_address, **said, email="x@example.org") == "no_mail"
    roles.invite(**said, username="ben")
    roles.invite(**said, username="dan")
    assert not may_organize(ben, cup)
    set_block(user=ben, name="ann", yes=True)
    roles.decline(tournament_id=cup.pk, user=dan)
    assert not cup.roles.exists()
    assert refused(roles.accept, tournament_id=cup.pk, user=ben) == "not_invited"
    assert refused(roles.invite, **said, username="ben") == "declined"


def test_a_mailed_invitation_is_accepted_once_by_whoever_has_its_address(
    club: Club, settings: Any, client: Client
) -> None:
    settings.NOTICE_MAILS = True
    cup = club.open()
    said = {"tournament_id": cup.pk, "by": club.organizer, "role": "arbiter"}
    link = roles.invite_address(**said, email="New@example.org")
    assert roles.invite_address(**said, email="new@EXAMPLE.org") == link
    assert refused(roles.invite_address, **said, email="no address") == "address_wrong"
    remind()
    remind()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (
        ["New@example.org"], "[Spades] ann asks you to help run Cup",
    )  # fmt: skip
    address = f"/join/tournament/{link.key}/"
    assert f"http://localhost:8000{address}" in sent.body
    assert "be an arbiter of the tournament Cup" in sent.body
    ben = club.player("ben")
    client.force_login(ben)
    assert "ann asks you to be an arbiter." in client.get(address).content.decode()
    people = f"/organize/tournaments/{cup.slug}/people/"
    assert client.post(address).headers["Location"] == people
    assert may_arbitrate(ben, cup)
    assert not RoleLink.objects.exists()
    assert client.get(address).headers["Location"] == "/"
    entries = AuditEntry.objects.filter(subject=f"tournament:{cup.pk}")
    assert "example.org" not in str(list(entries.values_list("data", flat=True)))
    gone = roles.invite_address(**said, email="gone@example.org")
    roles.revoke(tournament_id=cup.pk, by=club.organizer, link_id=gone.pk)
    assert refused(roles.accept_link, key=gone.key, user=ben) == "link_over"


@pytest.mark.slow
def test_the_page_shows_each_viewer_what_they_may_do(club: Club, client: Client) -> None:
    cup = club.open()
    ben, cyd = helper(club, cup, "ben", "organizer"), helper(club, cup, "cyd", "arbiter")
    page = f"/organize/tournaments/{cup.slug}/people/"
    hand_over = reverse("tournament_hand_over", args=[cup.slug, ben.pk])
    shown = {}
    for viewer in (club.organizer, ben, cyd):
        client.force_login(viewer)
        text = client.get(page).content.decode()
        buttons = ("/people/invite/", f"/{cyd.pk}/remove/", hand_over, "/people/leave/")
        shown[viewer.username] = [each in text for each in buttons]
        tonight = client.get("/organize/").content.decode()
        assert (f"/organize/tournaments/{cup.slug}/" in tonight, "Cup" in tonight) == (True, True)
        public = client.get(cup.get_absolute_url()).content.decode()
        assert (f'"{page}"' in public) == (viewer == cyd)
    assert shown == {
        "ann": [True, True, True, False],
        "ben": [True, True, False, True],
        "cyd": [False, False, False, True],
    }
    client.force_login(club.organizer)
    again = client.post(f"{page}invite/", {"who": "nobody", "role": "arbiter"})
    assert again.status_code == 422
    client.post(f"{page}invite/", {"who": "zed", "role": "arbiter"})
    assert client.post(hand_over, {}).headers["Location"] == page
    cup.refresh_from_db()
    assert cup.created_by == ben


def test_an_arbiter_of_a_draft_is_led_home_and_an_organizer_to_its_page(
    club: Club, client: Client
) -> None:
    cup = club.tournament()
    led = {}
    for role in ("arbiter", "organizer"):
        helper = club.player(f"an-{role}")
        asked = {"tournament_id": cup.pk, "by": club.organizer, "username": helper.username}
        roles.invite(**asked, role=role)
        client.force_login(helper)
        answer = client.post(reverse("role_invitation", args=[cup.slug]), follow=True)
        led[role] = (answer.status_code, answer.request["PATH_INFO"])
    assert led == {
        "arbiter": (200, "/"),
        "organizer": (200, reverse("tournament_people", args=[cup.slug])),
    }
