"""Blocks apply to invitations to tournaments, between partners and from organizers, and aren't revealed."""

from collections.abc import Callable
from typing import Any

import pytest

from games.tables.access.mutes import set_block
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tournaments.events.actions import entering, lifecycle
from tournaments.events.entries import inviting
from tournaments.events.models import Entry, EntryPlayer, PartnerInvitation

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], Any]) -> tuple[str, str]:
    """Return the code and the sentence of the refusal, after checking that nobody was invited or notified."""
    models = (Entry, EntryPlayer, PartnerInvitation, Notice)
    before = [list(model.objects.order_by("pk").values_list()) for model in models]
    with pytest.raises(Refused) as refusal:
        call()
    assert [list(model.objects.order_by("pk").values_list()) for model in models] == before
    return refusal.value.code, refusal.value.sentence


def test_nobody_asks_a_person_who_blocks_them_to_be_partners(club: Club) -> None:
    cup, ben, cyd = club.open(), club.player("ben"), club.player("cyd")
    set_block(user=cyd, name="ben", yes=True)
    with_cyd = {"tournament_id": cup.pk, "user": ben, "partner": "cyd"}
    with_ben = {"tournament_id": cup.pk, "user": cyd, "partner": "ben"}
    assert refused(lambda: entering.enter(**with_cyd)) == (
        "declined", "cyd has declined. Ask somebody else.",
    )  # fmt: skip
    assert refused(lambda: entering.enter(**with_ben))[0] == "blocked"


def test_a_block_declines_the_partners_question(club: Club) -> None:
    cup, other = club.open(), club.open(name="Other")
    ben, cyd = club.player("ben"), club.player("cyd")
    for one in (cup, other):
        entering.enter(tournament_id=one.pk, user=ben, partner="cyd")
    set_block(user=cyd, name="ben", yes=True)
    assert list(PartnerInvitation.objects.values_list("status", flat=True)) == ["declined"] * 2
    assert list(Entry.objects.values_list("status", flat=True)) == ["declined"] * 2
    # Ben can ask another person, and reads the same as after any refusal.
    told = Notice.objects.filter(user=ben).values_list("params__news", "params__who")
    assert list(told) == [("declined", "cyd")] * 2
    entering.enter(tournament_id=cup.pk, user=ben, partner=club.player("dan").username)


def test_nobody_becomes_the_partner_of_a_person_who_blocks_them_since(club: Club) -> None:
    cup, ben, cyd = club.open(), club.player("ben"), club.player("cyd")
    entry = entering.enter(tournament_id=cup.pk, user=ben, partner="cyd")
    asked = entry.invitations.get()
    set_block(user=ben, name="cyd", yes=True)
    assert refused(lambda: entering.accept_invitation(invitation_id=asked.pk, user=cyd)) == (
        "answered", "This invitation has already been answered or cancelled.",
    )  # fmt: skip


def test_an_organizer_invites_nobody_who_blocks_them(club: Club) -> None:
    cup, ben = club.open(), club.player("ben")
    ask = lambda: inviting.ask(  # noqa: E731
        tournament_id=cup.pk, by=club.organizer, username="ben"
    )
    set_block(user=ben, name="ann", yes=True)
    assert refused(ask)[0] == "declined"
    set_block(user=ben, name="ann", yes=False)
    set_block(user=club.organizer, name="ben", yes=True)
    assert refused(ask)[0] == "blocked"


def test_a_member_who_blocks_the_organizer_is_not_notified_of_a_draft(club: Club) -> None:
    cup, ben = club.tournament(), club.player("ben")
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username="ben")
    set_block(user=ben, name="ann", yes=True)
    lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
    assert cup.player_invitations.count() == 0
    assert Notice.objects.filter(user=ben).count() == 0
