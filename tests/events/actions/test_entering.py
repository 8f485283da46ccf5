"""Entering with a partner or alone, checking in, withdrawing, and every refusal."""

from collections.abc import Callable
from typing import Any

import pytest

from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from tests.events.rows import rows_of
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Entry, PartnerInvitation, Single, Status, Tournament
from tournaments.leagues import services

pytestmark = pytest.mark.django_db


def refused(tournament: Tournament, call: Callable[..., Any], **arguments: Any) -> str:
    """Return the code with which the call is refused, having seen that it changed nothing."""
    before = rows_of(tournament), list(PartnerInvitation.objects.values_list("pk", "status"))
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert (
        rows_of(tournament),
        list(PartnerInvitation.objects.values_list("pk", "status")),
    ) == before
    assert refusal.value.sentence
    return refusal.value.code


def test_an_entry_is_complete_when_the_partner_accepts(club: Any) -> None:
    cup = club.open()
    bob = club.player("bob")
    entry = entering.enter(tournament_id=cup.pk, user=club.player("amy"), partner=" BOB ")
    assert (entry.name, entry.status) == ("amy & bob", Entry.Status.INVITED)
    asked = entry.invitations.get()
    done = entering.accept_invitation(invitation_id=asked.pk, user=bob)
    assert (done.pk, done.status, [p.user.username for p in done.players.all()]) == (
        entry.pk,
        Entry.Status.ENTERED,
        ["amy", "bob"],
    )


def test_a_declined_inviter_is_free_to_enter_otherwise(club: Any) -> None:
    cup = club.open()
    amy, bob = club.player("amy"), club.player("bob")
    entry = entering.enter(tournament_id=cup.pk, user=amy, partner="bob")
    entering.decline_invitation(invitation_id=entry.invitations.get().pk, user=bob)
    entry.refresh_from_db()
    assert (entry.status, entry.invitations.get().status) == ("declined", "declined")
    assert entering.enter(tournament_id=cup.pk, user=amy, alone=True).status == "waiting"


def test_accepting_one_lets_the_other_invitations_lapse(club: Any) -> None:
    cup = club.open()
    zoe = club.player("zoe")
    first = entering.enter(tournament_id=cup.pk, user=club.player("amy"), partner="zoe")
    second = entering.enter(tournament_id=cup.pk, user=club.player("bob"), partner="zoe")
    entering.accept_invitation(invitation_id=second.invitations.get().pk, user=zoe)
    first.refresh_from_db()
    assert (first.status, first.invitations.get().status) == ("declined", "lapsed")
    assert not first.players.filter(active=True).exists()


def test_refusals_to_enter(club: Any) -> None:
    cup = club.open(max_entries=2)
    club.enter_pair(cup, "amy", "bob")
    cid = club.player("cid")
    club.player("dan")
    guest = create_guest()

    def code(user: Any, **how: Any) -> str:
        return refused(cup, entering.enter, tournament_id=cup.pk, user=user, **how)

    assert code(guest, alone=True) == "guest"
    assert code(cid, partner=guest.username) == "user_guest"
    assert code(cid) == "partner_or_alone"
    assert code(cid, partner="dan", alone=True) == "partner_or_alone"
    assert code(cid, partner="nobody") == "unknown_user"
    assert code(cid, partner="cid") == "yourself"
    assert code(cid, partner="bob") == "partner_entered"
    assert code(club.player("amy"), partner="cid") == "already_entered"
    assert code(club.player("bob"), alone=True) == "already_entered"
    club.enter_pair(cup, "eve", "fay")
    assert code(cid, partner="dan") == "full"
    assert code(cid, alone=True) == "full"
    club.hands.forward(3600)
    assert code(cid, partner="dan") == "too_late"


def test_entries_by_partner_or_alone_may_be_closed(club: Any) -> None:
    pairs = club.open(entry_alone=False)
    singles = club.open(entry_with_partner=False)
    amy = club.player("amy")
    club.player("bob")
    assert refused(pairs, entering.enter, tournament_id=pairs.pk, user=amy, alone=True) == (
        "no_singles"
    )
    assert refused(singles, entering.enter, tournament_id=singles.pk, user=amy, partner="bob") == (
        "no_partners"
    )


def test_entries_only_while_registration_is_open(club: Any) -> None:
    amy = club.player("amy")
    draft, running_cup = club.tournament(), club.started(2)
    assert (
        refused(draft, entering.enter, tournament_id=draft.pk, user=amy, alone=True) == "not_open"
    )
    assert (
        refused(running_cup, entering.enter, tournament_id=running_cup.pk, user=amy, alone=True)
        == "too_late"
    )
    lifecycle.announce(tournament_id=draft.pk, by=club.organizer)
    lifecycle.cancel_tournament(tournament_id=draft.pk, by=club.organizer)
    assert (
        refused(draft, entering.enter, tournament_id=draft.pk, user=amy, alone=True) == "not_open"
    )
    with pytest.raises(Refused, match="no such tournament"):
        entering.enter(tournament_id=0, user=amy, alone=True)


def test_a_league_s_tournament_is_for_its_members(club: Any) -> None:
    league = services.create_league(by=club.organizer, name="Club")
    cup = club.open(league=league)
    amy, bob = club.player("amy"), club.player("bob")
    assert refused(cup, entering.enter, tournament_id=cup.pk, user=amy, alone=True) == "not_member"
    services.join_league(league_id=league.pk, user=amy)
    assert refused(cup, entering.enter, tournament_id=cup.pk, user=amy, partner="bob") == (
        "user_not_member"
    )
    services.join_league(league_id=league.pk, user=bob)
    assert club.enter_pair(cup, "amy", "bob").status == Entry.Status.ENTERED


def test_refusals_to_answer(club: Any) -> None:
    cup = club.open()
    amy, bob = club.player("amy"), club.player("bob")
    asked = entering.enter(tournament_id=cup.pk, user=amy, partner="bob").invitations.get()
    accept, decline = entering.accept_invitation, entering.decline_invitation
    assert refused(cup, accept, invitation_id=asked.pk, user=amy) == "unknown_invitation"
    entering.enter(tournament_id=cup.pk, user=bob, alone=True)
    assert refused(cup, accept, invitation_id=asked.pk, user=bob) == "already_entered"
    decline(invitation_id=asked.pk, user=bob)
    assert refused(cup, decline, invitation_id=asked.pk, user=bob) == "answered"


def test_withdrawing_before_the_start_frees_both_and_the_place(club: Any) -> None:
    cup = club.open(max_entries=2)
    entry = club.enter_pair(cup, "amy", "bob")
    club.enter_pair(cup, "cid", "dan")
    entering.withdraw(tournament_id=cup.pk, user=club.player("bob"))
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN
    assert club.enter_pair(cup, "bob", "eve").status == Entry.Status.ENTERED
    assert (
        refused(cup, entering.withdraw, tournament_id=cup.pk, user=club.player("amy"))
        == "not_entered"
    )


def test_single_players_get_partners_at_the_start(club: Any) -> None:
    cup = club.open()
    for name in ("amy", "bob", "cid", "dan", "eve"):
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    statuses = dict(cup.singles.values_list("user__username", "status"))
    assert statuses == {
        "amy": "teamed",
        "bob": "teamed",
        "cid": "teamed",
        "dan": "teamed",
        "eve": "left_over",
    }
    entries = list(cup.entries.prefetch_related("players__user"))
    assert [(e.seed_no, e.given_partner, e.rating, e.status) for e in entries] == [
        (1, True, 1500, "checked_in"),
        (2, True, 1500, "checked_in"),
    ]
    people = sorted(place.user.username for entry in entries for place in entry.players.all())
    assert people == ["amy", "bob", "cid", "dan"]
    assert len(club.in_play(cup)) == 1


@pytest.mark.slow
def test_check_in_opens_by_itself_and_leaves_out_who_is_not_there(club: Any) -> None:
    cup = club.open(check_in_minutes=15)
    for number in (1, 2, 3):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    entering.enter(tournament_id=cup.pk, user=club.player("sue"), alone=True)
    club.player("tom")
    waits = entering.enter(tournament_id=cup.pk, user=club.player("uma"), partner="tom")
    check_in = entering.check_in
    a1 = club.player("a1")
    assert refused(cup, check_in, tournament_id=cup.pk, user=a1) == "check_in_closed"
    club.hands.forward(45 * 60 + 1)
    # Nobody swept yet: the first to come finds it open all the same.
    assert check_in(tournament_id=cup.pk, user=a1).status == Entry.Status.CHECKED_IN
    assert check_in(tournament_id=cup.pk, user=club.player("b1")).status == "checked_in"
    check_in(tournament_id=cup.pk, user=club.player("b2"))
    assert refused(cup, check_in, tournament_id=cup.pk, user=club.player("uma")) == "partner_open"
    assert refused(cup, check_in, tournament_id=cup.pk, user=club.player("tom")) == "not_entered"
    club.enter_pair(cup, "late", "later")
    club.hands.forward(15 * 60)
    assert refused(cup, check_in, tournament_id=cup.pk, user=club.player("a3")) == "too_late"
    assert advance.advance_due() == 1
    cup.refresh_from_db()
    assert cup.status == Status.RUNNING
    assert dict(cup.entries.values_list("name", "status")) == {
        "a1 & b1": "checked_in",
        "a2 & b2": "checked_in",
        "a3 & b3": "absent",
        "uma & tom": "declined",
        "late & later": "checked_in",
    }
    assert waits.invitations.get().status == PartnerInvitation.Status.LAPSED
    assert cup.singles.get().status == Single.Status.ABSENT
    assert cup.entries.filter(seed_no__isnull=False).count() == 3


def test_no_check_in_is_asked_for_where_none_is_set(club: Any) -> None:
    cup = club.with_entries(2)
    assert refused(cup, entering.check_in, tournament_id=cup.pk, user=club.player("a1")) == (
        "check_in_closed"
    )


def test_an_organizer_takes_an_entry_out_with_a_reason(club: Any) -> None:
    cup = club.with_entries(3)
    entry = cup.entries.get(name="a1 & b1")
    remove = entering.remove_entry
    amy = club.player("a2")
    assert refused(cup, remove, entry_id=entry.pk, by=amy, reason="x") == "not_organizer"
    word = {"entry_id": entry.pk, "by": club.organizer}
    assert refused(cup, remove, **word, reason=" ") == "reason_missing"
    assert refused(cup, remove, **word, reason="a\x00b") == "text_unseen"
    remove(**word, reason="Asked to")
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN
    assert refused(cup, remove, entry_id=0, by=club.organizer, reason="x") == "unknown_entry"
