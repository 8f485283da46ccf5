"""Claiming the forfeit of a side that doesn't come to its fixture."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.tables.models import Table
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.actions.test_fixtures import go_to
from tests.events.actions.test_time_offers import THURSDAY, Fixture
from tests.events.rows import results_of
from tournaments.events.actions.decisions import decide_match
from tournaments.events.actions.fixtures.claims import claim_forfeit, reject_claim
from tournaments.organizer.dashboard import dashboard_of

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
GRACE, AFTER = 5 * MINUTE, 21 * MINUTE


class Waiting(Fixture):
    """A fixture whose table is open; `home` (whole) and `away` are its players, by side."""

    def __init__(self, club: Any, **fields: Any) -> None:
        super().__init__(club, grace_minutes=5, **fields)
        self.sides = [[place.user for place in one.players.all()] for one in self.match.entries]
        go_to(club, THURSDAY)
        self.match.refresh_from_db()
        self.opened = self.match.table.created_at

    def come(self, users: Sequence[Any]) -> None:
        self.match.table.seats.filter(user__in=users).update(arrived_at=now())

    def claim(self, user: Any = None) -> Any:
        return claim_forfeit(match_id=self.match.pk, user=user or self.home)

    def refused(self, user: Any = None) -> str:
        with pytest.raises(Refused) as refusal:
            self.claim(user)
        return refusal.value.code


def text(user: Any) -> str:
    note = Notice.objects.filter(user=user, kind="claim").latest("pk")
    return notice_text(note.kind, note.params).text


@pytest.mark.slow
def test_a_whole_side_wins_if_nobody_of_the_other_comes(club: Any, client: Any) -> None:
    fix = Waiting(club)
    assert fix.refused() == "not_present"
    fix.come(fix.sides[0])
    assert (fix.refused(), fix.refused(club.player("zoe"))) == ("grace", "not_present")
    client.force_login(fix.home)
    page = fix.match.get_absolute_url()
    assert client.get(page).context["claim"].may is False
    go_to(club, fix.opened + GRACE)
    assert client.get(page).context["claim"].may is True
    assert client.post(f"{page}claim/").url == page
    claim = fix.match.claims.get()
    assert (claim.status, claim.decides_at) == ("waiting", fix.opened + GRACE + AFTER)
    assert fix.claim() == claim
    assert [name for name, at in claim.seen if at is None] == [
        user.username for user in fix.sides[1]
    ]
    assert text(fix.away).startswith("They are at the table, and you aren’t. Come until ")
    assert "The match is yours if none of them has come by" in client.get(page).content.decode()
    fix.cup.refresh_from_db()
    assert fix.cup.next_due_at == claim.decides_at
    go_to(club, claim.decides_at)
    claim.refresh_from_db()
    assert (claim.status, claim.answered_by) == ("approved", None)
    assert results_of(fix.cup)[0][3] == ("forfeit", 0, 0, 0)
    assert fix.match.results.get().reason == (
        f"{fix.match.entries[1].name} did not come; the forfeit was claimed."
    )
    assert Table.objects.get(pk=fix.match.table_id).status == Table.Status.ABANDONED


@pytest.mark.slow
def test_the_organizer_decides_if_somebody_has_come(club: Any, client: Any) -> None:
    fix = Waiting(club)
    fix.come(fix.sides[0])
    go_to(club, fix.opened + GRACE)
    claim = fix.claim()
    fix.come(fix.sides[1][:1])
    assert dashboard_of(club.organizer).decisions == []
    go_to(club, claim.decides_at)
    claim.refresh_from_db()
    assert claim.status == "open"
    assert [(one.what, one.match) for one in dashboard_of(club.organizer).decisions] == [
        (f"Round 1: {fix.match.entries[0].name} claim the forfeit", fix.match)
    ]
    assert text(club.organizer).startswith("Decide the match, or reject the claim.")
    client.force_login(club.organizer)
    desk = reverse("organizer_match", args=[fix.cup.slug, fix.match.pk])
    assert "claim the forfeit" in client.get(desk).content.decode()
    answer = client.post(f"{desk}claims/{claim.pk}/reject/", {"answer": "One was there."})
    assert answer.status_code == 302
    claim.refresh_from_db()
    assert (claim.status, claim.answer) == ("rejected", "One was there.")
    assert text(fix.home) == "The organizer rejected your claim. Reason: One was there."
    with pytest.raises(Refused) as refusal:
        reject_claim(claim_id=claim.pk, by=club.organizer, answer="Again.")
    assert refusal.value.code == "answered"
    fix.match.refresh_from_db()
    assert fix.match.status == "playing"


@pytest.mark.slow
def test_a_side_that_is_not_whole_claims_and_the_organizer_gives_it_the_match(club: Any) -> None:
    fix = Waiting(club)
    fix.come(fix.sides[0][:1])
    go_to(club, fix.opened + GRACE)
    present = fix.sides[0][0]
    claim = fix.claim(present)
    assert claim.status == "open"
    decide_match(match_id=fix.match.pk, by=club.organizer, winner=0, reason="They waited.")
    claim.refresh_from_db()
    assert (claim.status, claim.answer) == ("approved", "They waited.")


def test_nothing_is_claimed_from_a_side_that_is_there_or_after_the_match(club: Any) -> None:
    fix = Waiting(club)
    fix.come(fix.sides[0])
    go_to(club, fix.opened + GRACE)
    claim = fix.claim()
    fix.come(fix.sides[1])
    claim.delete()
    assert fix.refused() == "all_here"
    fix.match.table.seats.filter(user__in=fix.sides[1]).update(arrived_at=None)
    claim = fix.claim()
    club.finish(fix.match, 500, 100)
    claim.refresh_from_db()
    assert (claim.status, fix.refused()) == ("lapsed", "no_claim")


@pytest.mark.parametrize("fields", [{"no_show": "forfeit"}, {"claim_minutes": 0}])
def test_some_tournaments_have_no_claims(club: Any, fields: dict[str, Any]) -> None:
    fix = Waiting(club, **fields)
    fix.come(fix.sides[0])
    club.hands.forward(360)
    assert fix.refused() == "no_claim"
