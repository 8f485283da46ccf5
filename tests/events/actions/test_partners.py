"""Organizers make a pair of two people who entered alone, and split pairs, before the draw."""

from typing import Any

import pytest

from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tournaments.events.actions import entering, lifecycle, partners
from tournaments.events.models import Entry, Single, Tournament

pytestmark = pytest.mark.django_db


def alone(club: Club, cup: Tournament, name: str) -> Any:
    return entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)


def taking_part(cup: Tournament) -> list[tuple[str, str]]:
    pairs = cup.entries.filter(status__in=Entry.TAKING_PART).order_by("pk")
    singles = cup.singles.filter(status__in=Single.TAKING_PART).order_by("pk")
    return [
        *((one.name, one.status) for one in pairs),
        *((one.user.username, one.status) for one in singles),
    ]


def test_a_pair_is_made_and_split_again(client: Any, club: Club) -> None:
    cup = club.open(max_entries=2, waiting_list=True)
    club.enter_pair(cup, "a1", "b1")
    amy, bob, cid, dan = (alone(club, cup, name) for name in ("amy", "bob", "cid", "dan"))
    before = [
        ("a1 & b1", "entered"), ("amy", "waiting"), ("bob", "waiting"), ("cid", "queued"),
        ("dan", "queued"),
    ]  # fmt: skip
    assert taking_part(cup) == before
    ask: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer}
    made = partners.make_pair(**ask, first=f"single:{bob.pk}", second=f"single:{amy.pk}")
    assert partners.make_pair(**ask, first=f"single:{amy.pk}", second=f"single:{bob.pk}") == made
    partners.make_pair(**ask, first=f"single:{cid.pk}", second=f"single:{dan.pk}")
    assert taking_part(cup) == [
        ("a1 & b1", "entered"), ("amy & bob", "entered"), ("cid & dan", "waiting"),
    ]  # fmt: skip
    told = Notice.objects.filter(kind="entry", params__news="teamed")
    assert sorted((one.user.username, one.params["who"]) for one in told) == [
        ("amy", "bob"), ("bob", "amy"), ("cid", "dan"), ("dan", "cid"),
    ]  # fmt: skip
    for entry in cup.entries.filter(given_partner=True):
        partners.split_pair(entry_id=entry.pk, by=club.organizer)
        partners.split_pair(entry_id=entry.pk, by=club.organizer)
    assert taking_part(cup) == before
    assert Notice.objects.filter(kind="entry", params__news="split").count() == 4
    # A pair that chose each other.
    partners.split_pair(entry_id=cup.entries.get(name="a1 & b1").pk, by=club.organizer)
    assert taking_part(cup)[-2:] == [("a1", "waiting"), ("b1", "waiting")]
    client.force_login(club.organizer)
    listed = client.get(f"/organize/tournaments/{cup.slug}/").context["running"].entries
    assert sorted(str(row.entry) for row in listed) == [
        "a1 alone",
        "amy alone",
        "b1 alone",
        "bob alone",
    ]


def test_a_pair_that_left_before_the_start_is_told_nothing_then(club: Club) -> None:
    cup = club.open()
    amy, bob = (alone(club, cup, name) for name in ("amy", "bob"))
    for number in (1, 2):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    partners.make_pair(
        tournament_id=cup.pk, by=club.organizer, first=f"single:{amy.pk}", second=f"single:{bob.pk}"
    )
    entering.withdraw(tournament_id=cup.pk, user=club.player("bob"))
    Notice.objects.all().delete()
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert not Notice.objects.filter(user__username__in=("amy", "bob")).exists()


def test_what_cannot_be_paired_or_split_is_refused(club: Club) -> None:
    cup = club.open(max_entries=2, waiting_list=True)
    whole = club.enter_pair(cup, "a1", "b1")
    amy, _bob, cid = (alone(club, cup, name) for name in ("amy", "bob", "cid"))
    club.player("fay")
    asked = entering.enter(tournament_id=cup.pk, user=club.player("eve"), partner="fay")

    def code(act: Any, **words: Any) -> str:
        with pytest.raises(Refused) as refusal:
            act(**{"by": club.organizer} | words)
        return refusal.value.code

    here = {"tournament_id": cup.pk, "first": f"single:{amy.pk}"}
    assert code(partners.make_pair, **here, second=f"single:{amy.pk}") == "same_person"
    assert code(partners.make_pair, **here, second=f"single:{cid.pk}") == "one_waits"
    assert code(partners.make_pair, **here, second="single:0") == "not_alone"
    assert (
        code(partners.make_pair, **here, second=f"single:{cid.pk}", by=amy.user) == "not_organizer"
    )
    assert code(partners.split_pair, entry_id=asked.pk) == "not_a_pair"
    assert code(partners.split_pair, entry_id=0) == "unknown_entry"
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert code(partners.split_pair, entry_id=whole.pk) == "too_late"


def test_the_organizers_pages_make_and_split_a_pair(client: Any, club: Club) -> None:
    cup = club.open()
    amy, bob = (alone(club, cup, name) for name in ("amy", "bob"))
    client.force_login(club.organizer)
    page = f"/organize/tournaments/{cup.slug}/"
    assert f"{page}pairs/" in client.get(page).content.decode()
    answer = client.post(
        f"{page}pairs/", {"first": f"single:{amy.pk}", "second": f"single:{amy.pk}"}
    )
    assert answer.status_code == 422
    answer = client.post(
        f"{page}pairs/", {"first": f"single:{amy.pk}", "second": f"single:{bob.pk}"}
    )
    assert (answer.status_code, taking_part(cup)) == (302, [("amy & bob", "entered")])
    entry = cup.entries.get()
    assert (
        f"{page}entries/{entry.pk}/split/"
        in client.get(f"{page}entries/{entry.pk}/").content.decode()
    )
    client.post(f"{page}entries/{entry.pk}/split/")
    assert taking_part(cup) == [("amy", "waiting"), ("bob", "waiting")]


def test_an_unanswered_pair_and_its_partner_alone_become_one_entry(client: Any, club: Club) -> None:
    cup = club.open()
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("amy"), partner=club.player("bob").username
    )
    single = alone(club, cup, "bob")
    client.force_login(club.organizer)
    page = f"/organize/tournaments/{cup.slug}/"
    assert f"entry:{asked.pk}" in client.get(page).content.decode()
    said = {"first": f"entry:{asked.pk}", "second": f"single:{single.pk}"}
    assert client.post(f"{page}pairs/", said).status_code == 302
    assert taking_part(cup) == [("amy & bob", "entered")]
    assert asked.invitations.get().status == "lapsed"
    [logged] = AuditEntry.objects.filter(verb="tournament.pair_made")
    assert logged.data == {
        "before": {"names": ["amy & bob", "bob"]},
        "after": {"names": ["amy & bob"]},
        "name": "amy & bob",
    }
    # Pressed again, there is nothing left to merge.
    assert client.post(f"{page}pairs/", said).status_code == 422
    assert taking_part(cup) == [("amy & bob", "entered")]
