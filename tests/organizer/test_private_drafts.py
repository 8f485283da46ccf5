"""Drafts stay private: they can be deleted but not cancelled, and no page or feed shows them."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.organizer.conftest import Club
from tests.support.audited import entries_about
from tournaments.events.actions import lifecycle
from tournaments.events.core.permissions import visible_to
from tournaments.events.entries import inviting
from tournaments.events.models import PlayerInvitation, Stage, Tournament
from tournaments.events.setup import creating
from tournaments.leagues import services
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
SECRET = "Surprise cup"


@pytest.fixture
def league(club: Club) -> League:
    """A public league run by the club's organizer."""
    return services.create_league(by=club.organizer, name="Tuesday Club")


@pytest.fixture
def draft(club: Club, league: League) -> Tournament:
    """A draft of the league, to which ben was invited by name."""
    services.join_league(league_id=league.pk, user=club.player("ben"))
    made = club.tournament(name=SECRET, league=league)
    inviting.ask(tournament_id=made.pk, by=club.organizer, username="ben")
    return made


def test_s1_a_draft_is_not_cancelled(club: Club, draft: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        lifecycle.cancel_tournament(tournament_id=draft.pk, by=club.organizer)
    assert refusal.value.code == "illegal_transition"
    assert refusal.value.sentence == (
        "Only an announced tournament that isn’t over can be cancelled. A draft can be deleted."
        " Possible now: Announce, Open registration."
    )
    draft.refresh_from_db()
    assert draft.status == "draft"


def test_s1_a_deleted_draft_leaves_no_trace_but_the_log(club: Club, draft: Tournament) -> None:
    gone = draft.pk
    creating.delete_draft(tournament_id=gone, by=club.organizer)
    assert not Tournament.objects.exists()
    assert not PlayerInvitation.objects.exists()
    assert not Stage.objects.exists()
    assert not Notice.objects.exists()
    draft.pk = gone
    entry = entries_about(draft)[0]
    assert (entry.verb, entry.actor, entry.data["name"]) == (
        "tournament.deleted", club.organizer, SECRET,
    )  # fmt: skip


def test_s1_only_its_organizer_deletes_a_draft(club: Club, draft: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        creating.delete_draft(tournament_id=draft.pk, by=club.player("ben"))
    assert refusal.value.code == "not_organizer"
    assert Tournament.objects.get() == draft


@pytest.mark.parametrize("step", ["announce", "open_registration"])
def test_what_was_announced_is_cancelled_and_not_deleted(
    club: Club, draft: Tournament, step: str
) -> None:
    lifecycle.STEPS[step](tournament_id=draft.pk, by=club.organizer)
    with pytest.raises(Refused) as refusal:
        creating.delete_draft(tournament_id=draft.pk, by=club.organizer)
    assert (refusal.value.code, refusal.value.sentence) == (
        "announced",
        "This tournament has been announced. Cancel it instead, so that the people who know of it are notified.",
    )
    lifecycle.cancel_tournament(tournament_id=draft.pk, by=club.organizer)
    assert visible_to(club.player("ben")).get() == draft


def test_the_organizers_page_deletes_a_draft(club: Club, draft: Tournament, client: Any) -> None:
    page = f"/organize/tournaments/{draft.slug}/"
    client.force_login(club.organizer)
    shown = client.get(page).content.decode()
    assert f'action="{page}delete/"' in shown
    assert f'href="{page}cancel/"' not in shown
    assert f'href="{page}announce/"' in shown
    answer = client.post(f"{page}cancel/")
    assert answer.status_code == 422
    assert "A draft can be deleted." in answer.content.decode()
    for name in ("", "Surprise"):
        answer = client.post(f"{page}delete/", {"name": name})
        assert (answer.status_code, list(answer.context["delete_form"].errors)) == (422, ["name"])
    assert "That isn’t its name. Enter “Surprise cup”." in answer.content.decode()
    answer = client.post(f"{page}delete/", {"name": "surprise cup"})
    assert (answer.status_code, answer.url) == (302, "/organize/")
    assert not Tournament.objects.exists()
    assert client.post(f"{page}delete/").status_code == 404


@pytest.mark.slow
def test_s1_nobody_else_finds_a_draft_anywhere(
    club: Club, draft: Tournament, league: League, client: Any
) -> None:
    """Pages, feeds, calendars and notices of a visitor, a member, and somebody who is invited by name."""
    slug, other = draft.slug, club.tournament(name="Open cup", league=league)
    lifecycle.open_registration(tournament_id=other.pk, by=club.organizer)
    club.hands.forward(timedelta(hours=2).total_seconds())
    assert now() > draft.starts_at
    shown = [
        "/", "/next/", "/tournaments/", "/tournaments/?when=past", f"/tournaments/?league={league.slug}",
        f"/tournaments/?q={SECRET[:5]}", f"/leagues/{league.slug}/", f"/leagues/{league.slug}/?show=calendar",
        f"/leagues/{league.slug}/calendar.ics", "/play/", "/account/notices/", "/leaderboard/",
        "/people/ann/", "/people/ben/",
    ]  # fmt: skip
    hidden = [
        f"/tournaments/{slug}/", f"/tournaments/{slug}/now/", f"/tournaments/{slug}/calendar.ics",
        f"/tournaments/{slug}/standings.csv", f"/tournaments/{slug}/enter/", f"/organize/tournaments/{slug}/",
    ]  # fmt: skip
    for viewer in (None, club.player("zoe"), club.player("ben")):
        client.logout()
        if viewer is not None:
            client.force_login(viewer)
        for address in shown:
            assert SECRET not in client.get(address, follow=True).content.decode(), address
        for address in hidden:
            answer = client.get(address)
            assert SECRET not in answer.content.decode(), address
            # Forms lead to their page whether it exists or not; visitors are asked to sign in.
            assert answer.status_code in (302, 404), address
        assert list(visible_to(viewer or answer.wsgi_request.user)) == [other]
