"""Nobody becomes part of an entry without accepting: organizers ask, and the person answers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.tables.access.mutes import set_block
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.events.rows import rows_of
from tests.leagues.members import add
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.entries import substitute_offers, substitutes
from tournaments.events.models import Entry, SubstituteOffer, Substitution, Tournament
from tournaments.events.queries.next_steps import next_for
from tournaments.leagues import members, services
from tournaments.organizer.history import in_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament under way: a1 & b1 and a2 & b2."""
    return club.started(2)


def asked(club: Club, cup: Tournament, name: str = "zoe", **fields: Any) -> Any:
    """Ask somebody to play for b1."""
    words = {
        "entry_id": cup.entries.get(players__user=club.player("b1")).pk,
        "out_id": club.player("b1").pk,
        "username": club.player(name).username,
        "by": club.organizer,
        "reason": "b1 is ill",
    }
    return substitute_offers.offer(**words | fields)


def refused(call: Callable[..., Any], **arguments: Any) -> str:
    """Return the code with which the call is refused, having seen that nothing is asked or changed."""
    before = list(SubstituteOffer.objects.values_list()), list(Substitution.objects.values_list())
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert before == (
        list(SubstituteOffer.objects.values_list()), list(Substitution.objects.values_list()),
    )  # fmt: skip
    return refusal.value.code


def unread(club: Club, name: str) -> list[str]:
    """Return the kinds of notices that a person hasn't read, about substitutes."""
    rows = Notice.objects.filter(user=club.player(name), read_at=None, kind__contains="substitut")
    return list(rows.order_by("pk").values_list("kind", flat=True))


def test_s1_an_organizers_word_puts_nobody_into_an_entry(club: Club, cup: Tournament) -> None:
    made = asked(club, cup)
    assert asked(club, cup) == made
    assert Entry.objects.get(pk=made.entry_id).name == "a1 & b1"
    assert Substitution.objects.count() == 0
    assert unread(club, "zoe") == ["substitute_asked"]
    (todo,) = next_for(club.player("zoe"))
    assert (todo.code, todo.sentence) == ("asked", "Cup: you are asked to play for b1.")
    (waits,) = substitute_offers.open_in(cup)
    assert waits == made


def test_accepting_puts_the_person_in_from_the_next_table_on(club: Club, cup: Tournament) -> None:
    made, zoe = asked(club, cup), club.player("zoe")
    done = substitute_offers.accept(offer_id=made.pk, user=zoe)
    assert (done.into, done.out, done.by, done.reason) == (
        zoe, club.player("b1"), club.organizer, "b1 is ill",
    )  # fmt: skip
    assert Entry.objects.get(pk=made.entry_id).name == "a1 & zoe"
    assert unread(club, "zoe") == ["substitute"]
    told = Notice.objects.get(user=club.organizer, kind="substitute_answer")
    assert told.params == {
        "tournament": "Cup", "out": "b1", "into": "zoe", "substitute_answer": "accepted",
    }  # fmt: skip
    assert refused(substitute_offers.accept, offer_id=made.pk, user=zoe) == "answered"
    assert substitute_offers.offers_to(zoe) == []
    rows = AuditEntry.objects.filter(verb__contains="substitut").order_by("pk")
    assert [(line.what, line.name) for line in in_words(rows)] == [
        ("asked somebody to substitute for b1", "zoe"), ("replaced b1 by a substitute", "zoe"),
    ]  # fmt: skip


def test_declining_changes_nothing_and_tells_the_organizer(club: Club, cup: Tournament) -> None:
    before, made = rows_of(cup)["entries"], asked(club, cup)
    substitute_offers.decline(offer_id=made.pk, user=club.player("zoe"))
    assert rows_of(cup)["entries"] == before
    assert unread(club, "zoe") == []
    told = Notice.objects.get(user=club.organizer, kind="substitute_answer")
    assert told.params["substitute_answer"] == "declined"
    assert asked(club, cup) != made


def test_s1_only_the_person_answers_and_only_the_organizer_takes_back(
    club: Club, cup: Tournament
) -> None:
    made = asked(club, cup)
    for name in ("a1", "b1", "a2"):
        mine = {"offer_id": made.pk, "user": club.player(name)}
        assert refused(substitute_offers.accept, **mine) == "answered"
        assert refused(substitute_offers.decline, **mine) == "answered"
    zoe = club.player("zoe")
    assert refused(substitute_offers.take_back, offer_id=made.pk, by=zoe) == "not_organizer"
    assert refused(asked, club=club, cup=cup, by=zoe) == "not_organizer"
    substitute_offers.take_back(offer_id=made.pk, by=club.organizer)
    assert refused(substitute_offers.accept, offer_id=made.pk, user=zoe) == "answered"
    assert unread(club, "zoe") == []


@pytest.mark.slow
def test_what_has_changed_meanwhile_is_checked_again(club: Club) -> None:
    league = services.create_league(by=club.organizer, name="Club")
    for name in ("a1", "b1", "a2", "b2", "zoe", "yan"):
        add(league, club.player(name))
    cup = club.started(2, league=league)
    made, other = asked(club, cup), asked(club, cup, "yan")
    members.leave_league(league_id=league.pk, user=club.player("zoe"))
    zoe = {"offer_id": made.pk, "user": club.player("zoe")}
    assert refused(substitute_offers.accept, **zoe) == "user_not_member"
    assert substitute_offers.offers_to(club.player("zoe")) == []
    assert next_for(club.player("zoe")) == []
    services.join_league(league_id=league.pk, user=club.player("zoe"))
    assert substitute_offers.offers_to(club.player("zoe")) == [made]
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer)
    assert refused(substitute_offers.accept, **zoe) == "over"
    assert substitute_offers.offers_to(club.player("zoe")) == []
    assert substitute_offers.open_in(Tournament.objects.get(pk=cup.pk)) == []
    assert other.status == "open"


def test_putting_somebody_in_ends_all_that_was_asked_about_the_place_and_the_person(
    club: Club, cup: Tournament
) -> None:
    beaten, done = asked(club, cup), asked(club, cup, "yan")
    elsewhere = asked(
        club, cup, "yan", entry_id=cup.entries.get(players__user=club.player("b2")).pk,
        out_id=club.player("b2").pk,
    )  # fmt: skip
    partner = asked(club, cup, out_id=club.player("a1").pk)
    others = asked(club, cup, "xia", out_id=club.player("a1").pk)
    substitute_offers.accept(offer_id=done.pk, user=club.player("yan"))
    found = {one: one.status for one in SubstituteOffer.objects.all()}
    assert found == {
        beaten: "withdrawn", done: "accepted", elsewhere: "withdrawn", partner: "open", others: "open",
    }  # fmt: skip
    assert substitute_offers.open_in(cup) == [others, partner]
    assert unread(club, "yan") == ["substitute"]
    zoe = {"offer_id": beaten.pk, "user": club.player("zoe")}
    assert refused(substitute_offers.accept, **zoe) == "answered"


def test_asking_for_the_other_place_of_an_entry_replaces_the_question(
    club: Club, cup: Tournament
) -> None:
    first = asked(club, cup)
    second = asked(club, cup, out_id=club.player("a1").pk)
    first.refresh_from_db()
    assert (first.status, second.status) == ("withdrawn", "open")
    assert substitute_offers.offers_to(club.player("zoe")) == [second]


def test_s1_who_was_replaced_is_asked_before_they_are_back(club: Club, cup: Tournament) -> None:
    substitute_offers.accept(offer_id=asked(club, cup).pk, user=club.player("zoe"))
    ((made, can_return),) = substitutes.made_in(cup)
    assert (made.out.username, made.into.username, can_return) == ("b1", "zoe", True)
    back = substitute_offers.offer(
        entry_id=made.entry_id, out_id=made.into_id, username="b1", by=club.organizer,
        reason="b1 is well",
    )  # fmt: skip
    assert Entry.objects.get(pk=made.entry_id).name == "a1 & zoe"
    substitute_offers.accept(offer_id=back.pk, user=club.player("b1"))
    assert Entry.objects.get(pk=made.entry_id).name == "a1 & b1"
    assert [(one.into.username, can_return) for one, can_return in substitutes.made_in(cup)] == [
        ("b1", True), ("zoe", False),
    ]  # fmt: skip


def test_nobody_is_offered_back_who_could_not_come_back(club: Club) -> None:
    league = services.create_league(by=club.organizer, name="Club")
    for name in ("a1", "b1", "a2", "b2", "zoe"):
        add(league, club.player(name))
    cup = club.started(2, league=league)
    substitute_offers.accept(offer_id=asked(club, cup).pk, user=club.player("zoe"))
    assert [can_return for _, can_return in substitutes.made_in(cup)] == [True]
    members.leave_league(league_id=league.pk, user=club.player("b1"))
    assert [can_return for _, can_return in substitutes.made_in(cup)] == [False]
    services.join_league(league_id=league.pk, user=club.player("b1"))
    get_user_model().objects.filter(pk=club.player("b1").pk).update(is_active=False)
    assert [can_return for _, can_return in substitutes.made_in(cup)] == [False]


def test_a_single_player_on_the_waiting_list_substitutes_at_once(club: Club) -> None:
    cup = club.with_entries(2)
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    assert isinstance(asked(club, cup), Substitution)
    assert cup.entries.get(players__user=club.player("zoe")).name == "a1 & zoe"


def test_blocks_apply_to_substitutes_too(club: Club, cup: Tournament) -> None:
    made = asked(club, cup)
    set_block(user=club.player("zoe"), name="ann", yes=True)
    made.refresh_from_db()
    assert made.status == "declined"
    assert refused(asked, club=club, cup=cup) == "declined"
    set_block(user=club.organizer, name=club.player("yan").username, yes=True)
    assert refused(asked, club=club, cup=cup, name="yan") == "blocked"


@pytest.mark.slow
def test_for_one_round_alone(club: Club) -> None:
    cup = club.started(4)
    entry = cup.entries.get(players__user=club.player("b1"))
    playing, second, third = [
        match for match in cup.matches.order_by("round__number", "pk") if entry in match.entries
    ]
    assert substitute_offers.drawn_matches(entry) == [second, third]
    words = {
        "entry_id": entry.pk, "match_id": second.pk, "out_id": club.player("b1").pk,
        "username": club.player("zoe").username, "by": club.organizer, "reason": "b1 works late",
    }  # fmt: skip
    ask = substitute_offers.offer_match
    assert refused(ask, **words | {"match_id": playing.pk}) == "unknown_match"
    assert refused(ask, **words | {"username": "a2"}) == "user_entered"
    assert refused(ask, **words | {"reason": " "}) == "reason_missing"
    assert refused(ask, **words | {"by": club.player("a1")}) == "not_organizer"

    made = ask(**words)
    assert isinstance(made, SubstituteOffer)
    assert ask(**words) == made
    assert substitute_offers.open_in(cup) == [made]
    done = substitute_offers.accept(offer_id=made.pk, user=club.player("zoe"))
    assert (done.match, done.out, done.into, done.reason) == (
        second, club.player("b1"), club.player("zoe"), "b1 works late",
    )  # fmt: skip
    assert ask(**words) == done
    assert refused(ask, **words | {"username": club.player("yan").username}) == "has_stand_in"

    seated = []
    while matches := club.in_play(cup):
        for match in matches:
            if entry in match.entries:
                (row,) = match.counting
                names = row.table.seats.order_by("index").values_list("user__username", flat=True)
                seated.append(set(names) & {"a1", "b1", "zoe"})
            club.finish(match, 500, 300)
        advance.advance(cup.pk)
    assert seated == [{"a1", "b1"}, {"a1", "zoe"}, {"a1", "b1"}]


def test_one_round_of_somebody_who_waits_for_a_place(club: Club) -> None:
    cup = club.with_entries(4)
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    entry = cup.entries.get(players__user=club.player("b1"))
    second = substitute_offers.drawn_matches(entry)[0]
    made = substitute_offers.offer_match(
        entry_id=entry.pk, match_id=second.pk, out_id=club.player("b1").pk, username="zoe",
        by=club.organizer, reason="b1 works late",
    )  # fmt: skip
    assert (type(made), made.into, made.match) == (Substitution, club.player("zoe"), second)
    assert substitute_offers.open_in(cup) == []
