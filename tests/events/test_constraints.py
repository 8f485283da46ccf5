"""Rows of tournaments that the database itself refuses."""

from typing import Any

import pytest

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.support.constraints import refuses
from tournaments.events.models import (
    Dispute,
    Entry,
    Match,
    PartnerInvitation,
    Qualifier,
    Stage,
    Tournament,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both]
OF_TOURNAMENT: list[tuple[str, dict[str, Any]]] = [
    ("tournament_paused_since", {"status": "paused"}),
    ("tournament_paused_since", {"paused_at": now()}),
    ("tournament_entries_in_order", {"min_entries": 5, "max_entries": 4}),
]


def test_a_pause_has_a_beginning_and_the_limits_of_entries_are_in_order(club: Club) -> None:
    cup = club.started(2)
    for name, fields in OF_TOURNAMENT:
        refuses(name, Tournament.objects.filter(pk=cup.pk), fields)


def test_numbers_count_from_one(club: Club) -> None:
    cup = club.started(2)
    entry, stage, match = cup.entries.first(), cup.stages.get(), cup.matches.get()
    assert entry is not None
    qualifier = Qualifier.objects.create(stage=stage, entry=entry, seed_no=1, from_place=1)
    for field in ("seed_no", "hand_seed", "joined_round"):
        refuses("entry_counts_from_one", Entry.objects.filter(pk=entry.pk), {field: 0})
    for field in ("seed_no", "from_group", "from_place"):
        refuses("qualifier_counts_from_one", Qualifier.objects.filter(pk=qualifier.pk), {field: 0})
    refuses("stage_counts_from_one", Stage.objects.filter(pk=stage.pk), {"index": 0})
    for field in ("number", "best_of"):
        refuses("match_counts_from_one", Match.objects.filter(pk=match.pk), {field: 0})


def test_what_was_answered_has_its_moment(club: Club) -> None:
    cup = club.started(2)
    entry, match = cup.entries.first(), cup.matches.get()
    assert entry is not None
    dispute = Dispute.objects.create(match=match, entry=entry, version=1, text="No.", at=now())
    invitation = PartnerInvitation.objects.create(
        entry=entry, from_user=club.player("a1"), to_user=club.player("b1"), created_at=now()
    )
    disputes = Dispute.objects.filter(pk=dispute.pk)
    invitations = PartnerInvitation.objects.filter(pk=invitation.pk)
    for fields in ({"status": "rejected"}, {"answered_at": now()}):
        refuses("dispute_answered_has_its_moment", disputes, fields)
    for fields in ({"status": "lapsed"}, {"answered_at": now()}):
        refuses("invitation_answered_has_its_moment", invitations, fields)
