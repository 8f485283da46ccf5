"""Arbiters don't decide about their own matches; organizers may, and the log says so."""

from typing import Any

import pytest
from django.urls import reverse

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.events.actions.test_fixtures import go_to
from tests.events.actions.test_time_offers import Fixture, refused
from tournaments.events.actions import penalties
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.actions.fixtures import claims, conduct
from tournaments.events.matches import disputes
from tournaments.events.models import ConductMark, ForfeitClaim, Penalty
from tournaments.events.queries.selectors import match_view
from tournaments.leagues.models import League, Membership
from tournaments.organizer.history import in_words

pytestmark = pytest.mark.django_db
OWN = "own_match"


def in_league(club: Any, fix: Fixture) -> tuple[Any, Any]:
    """Put the tournament into a league with two arbiters, one of whom plays for the first side of the match."""
    league = League.objects.create(
        name="Club", slug="club", created_at=now(), created_by=club.organizer
    )
    fix.cup.league = league
    fix.cup.save()
    neutral = club.player("nora")
    for user, role in ((club.organizer, "owner"), (fix.home, "arbiter"), (neutral, "arbiter")):
        Membership.objects.create(league=league, user=user, role=role, joined_at=now())
    return fix.home, neutral


@pytest.mark.slow
def test_an_arbiter_decides_nothing_about_a_side_of_their_own(club: Any, client: Any) -> None:
    fix = Fixture(club, dispute_hours=24)
    own, neutral = in_league(club, fix)
    go_to(club, fix.time[0])
    for each in club.in_play(fix.cup):
        club.finish(each, 500, 100)
    match, other = fix.match, fix.cup.matches.filter(round__number=1).exclude(pk=fix.match.pk)[0]
    mark = ConductMark.objects.create(
        match=match, entry=match.entries[0], kind="no_show", at=now(), appealed_at=now()
    )
    held = penalties.penalize(
        entry_id=match.entries[0].pk, points=1, by=neutral, reason="Chat in the game"
    )
    dispute = disputes.contest(match_id=match.pk, user=fix.away, text="They told each other cards.")
    claim = ForfeitClaim.objects.create(
        match=match, entry=match.entries[1], at=now(), decides_at=now(), evidence={}, status="open"
    )
    word = {"match_id": match.pk, "by": own, "reason": "So be it."}
    assert refused(decide_match, **word, winner=0) == OWN
    assert refused(replay_match, **word) == OWN
    assert refused(disputes.reject, dispute_id=dispute.pk, by=own, answer="No.") == OWN
    assert refused(claims.reject_claim, claim_id=claim.pk, by=own, answer="No.") == OWN
    assert refused(conduct.answer, mark_id=mark.pk, by=own, undo=True, text="Fine.") == OWN
    assert refused(penalties.undo, penalty_id=held.pk, by=own) == OWN
    deduct = {"entry_id": match.entries[0].pk, "points": 1, "by": own, "reason": "Late"}
    assert refused(penalties.penalize, **deduct) == OWN
    assert list(Penalty.objects.filter(undone_at=None)) == [held]
    client.force_login(own)
    desk = reverse("organizer_match", args=[fix.cup.slug, match.pk])
    page = client.get(desk).content.decode()
    assert "You belong to one of the sides. Ask an organizer or another arbiter to decide." in page
    assert "Deduct points" not in page
    views = [match_view(one.pk, own) for one in (match, other)]
    assert [view and view.may_decide for view in views] == [False, True]
    # Others' matches are theirs to decide, and this one is the other arbiter's.
    decide_match(match_id=other.pk, by=own, winner=0, reason="Seen.")
    decide_match(match_id=match.pk, by=neutral, winner=1, reason="They did.")
    with pytest.raises(Refused, match="Ask an organizer or another arbiter"):
        decide_match(**word, winner=0)


def test_an_organizer_may_decide_their_own_match_and_the_log_notes_it(club: Any) -> None:
    fix = Fixture(club)
    in_league(club, fix)
    Membership.objects.filter(user=fix.home).update(role="organizer")
    decide_match(match_id=fix.match.pk, by=fix.home, winner=0, reason="They can't come.")
    decide_match(match_id=fix.match.pk, by=club.organizer, winner=1, reason="Checked.")
    rows = AuditEntry.objects.filter(verb="match.decided").order_by("pk")
    assert [line.what for line in in_words(rows)] == [
        "decided a match (about their own side)", "decided a match",
    ]  # fmt: skip
