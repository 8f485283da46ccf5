"""Eligibility to enter, and the waiting list."""

from typing import Any

import pytest

from games.ratings.models import Pool, Rating
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle, places, returning
from tournaments.events.entries import inviting, waiting
from tournaments.events.models import Entry, Single
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.setup.proposal import NotValid

pytestmark = pytest.mark.django_db


def statuses(cup: Any) -> dict[str, str]:
    entries = {entry.name: entry.status for entry in cup.entries.order_by("pk")}
    return entries | {one.user.username: one.status for one in cup.singles.order_by("pk")}


def refusal(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


def test_entries_beyond_the_last_place_wait_and_the_first_that_fits_moves_up(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True)
    third = club.enter_pair(cup, "c1", "c2")
    entering.enter(tournament_id=cup.pk, user=club.player("dan"), alone=True)
    fourth = club.enter_pair(cup, "e1", "e2")
    assert statuses(cup) == {
        "a1 & b1": "entered", "a2 & b2": "entered", "c1 & c2": "waiting", "e1 & e2": "waiting",
        "dan": "queued",
    }  # fmt: skip
    queued = waiting.queue(cup)
    assert [waiting.number_in(queued, each) for each in (third, fourth)] == [1, 3]
    view = tournament_view(cup, club.player("e2"))
    assert (view.mine.waiting_number, view.mine.is_in, sorted(view.mine.may)) == (
        3, True, ["withdraw"],
    )  # fmt: skip
    entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
    assert (statuses(cup)["c1 & c2"], statuses(cup)["dan"]) == ("entered", "queued")
    entering.withdraw(tournament_id=cup.pk, user=club.player("c2"))
    assert (statuses(cup)["dan"], statuses(cup)["e1 & e2"]) == ("waiting", "waiting")
    # One alone holds half a place, and another alone fits beside.
    entering.enter(tournament_id=cup.pk, user=club.player("fay"), alone=True)
    assert statuses(cup)["fay"] == "waiting"


def test_a_waiting_entry_that_checked_in_is_not_asked_again(club: Any, hands: Any) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True, check_in_minutes=30)
    club.enter_pair(cup, "c1", "c2")
    hands.forward(3600 - 20 * 60)
    advance.advance(cup.pk)
    asked = []
    for _ in range(2):
        cup.refresh_from_db()
        asked.append(sorted(tournament_view(cup, club.player("c2")).mine.may))
        entering.check_in(tournament_id=cup.pk, user=club.player("c2"))
    assert asked == [["check_in", "withdraw"], ["withdraw"]]


def test_a_question_that_waits_for_its_answer_keeps_its_number(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True)
    entry = entering.enter(
        tournament_id=cup.pk, user=club.player("c1"), partner=club.player("c2").username
    )
    assert entry.status == Entry.Status.WAITING
    entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
    entry.refresh_from_db()
    assert entry.status == Entry.Status.INVITED
    entering.decline_invitation(invitation_id=entry.invitations.get().pk, user=club.player("c2"))
    entry.refresh_from_db()
    assert entry.status == Entry.Status.DECLINED


def test_without_a_list_the_full_are_full(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2)
    assert refusal(
        entering.enter, tournament_id=cup.pk, user=club.player("dan"), alone=True
    ) == "full"  # fmt: skip


def test_places_of_the_absent_go_to_those_on_the_list_who_checked_in(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True, check_in_minutes=10)
    for first, second in (("c1", "c2"), ("d1", "d2"), ("e1", "e2")):
        club.enter_pair(cup, first, second)
    club.hands.forward(51 * 60)
    for name in ("a1", "d1", "e1"):
        entering.check_in(tournament_id=cup.pk, user=club.player(name))
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert statuses(cup) == {
        "a1 & b1": "checked_in", "a2 & b2": "absent", "c1 & c2": "waiting",
        "d1 & d2": "checked_in", "e1 & e2": "waiting",
    }  # fmt: skip
    assert [match.entries[1].name for match in club.in_play(cup)] == ["d1 & d2"]
    assert waiting.queue(cup) == list(cup.entries.filter(name__in=("c1 & c2", "e1 & e2")))


def rated(user: Any, value: int, games: int = 30) -> None:
    Rating.objects.create(
        user=user, pool=Pool.PARTNERSHIP, millis=value * 1000, games=games, peak=value * 1000
    )


def test_the_mean_of_a_sides_ratings_must_lie_in_the_range(club: Any) -> None:
    cup = club.open(rating_min=1400, rating_max=1600)
    rated(club.player("low"), 1200)
    rated(club.player("high"), 1900)
    rated(club.player("top"), 2100)
    low, high = club.player("low"), club.player("high")
    with pytest.raises(Refused) as refused:
        entering.enter(tournament_id=cup.pk, user=low, alone=True)
    assert (refused.value.code, str(refused.value)) == (
        "rating_range",
        "Your rating is 1200. The minimum is 1400. Enter another tournament, or choose another partner.",
    )
    code = refusal(entering.enter, tournament_id=cup.pk, user=low, partner="top")
    assert code == "rating_range"
    assert club.enter_pair(cup, "low", "high").status == Entry.Status.ENTERED
    assert high.entry_places.count() == 1
    # A provisional rating counts as shown; without games it is the start rating.
    assert entering.enter(tournament_id=cup.pk, user=club.player("new"), alone=True).status == (
        Single.Status.WAITING
    )


def test_an_organizer_orders_the_waiting_list_and_removes_who_waits(club: Any) -> None:
    cup = club.open(max_entries=2, waiting_list=True)
    for number in range(5):
        pair = club.enter_pair(cup, f"a{number}", f"b{number}")
    zoe = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    before = [one.name for one in waiting.queue(cup)]
    up = {"tournament_id": cup.pk, "by": club.organizer, "place": f"single:{zoe.pk}"}
    for _twice in range(2):
        places.move_up(**up, above=f"entry:{pair.pk}")
    after = [one.name for one in waiting.queue(cup)]
    assert (before, after) == (
        ["a2 & b2", "a3 & b3", "a4 & b4", "zoe"],
        ["a2 & b2", "a3 & b3", "zoe", "a4 & b4"],
    )
    logged = AuditEntry.objects.filter(verb="tournament.moved_up").values_list("data", flat=True)
    (data,) = logged
    assert (data["name"], data["before"], data["after"]) == (
        "zoe", {"waiting": before}, {"waiting": after},
    )  # fmt: skip
    # Who comes later is behind all of them.
    club.enter_pair(cup, "late1", "late2")
    assert [one.name for one in waiting.queue(cup)] == [*after, "late1 & late2"]
    assert refusal(places.move_up, **up, above="entry:0") == "not_queued"
    assert refusal(places.move_up, **up | {"by": club.player("a0")}, above="") == "not_organizer"

    out = {"single_id": zoe.pk, "by": club.organizer}
    assert refusal(places.remove_single, **out, reason=" ") == "reason_missing"
    for _twice in range(2):
        places.remove_single(**out, reason="Entered by mistake")
    zoe.refresh_from_db()
    assert (zoe.status, waiting.queue(cup)[2].name) == ("withdrawn", "a4 & b4")
    assert list(
        AuditEntry.objects.filter(verb="tournament.entry_removed").values_list("reason", "data")
    ) == [("Entered by mistake", {"name": "zoe", "single": zoe.pk})]


def test_an_organizer_puts_a_removed_entry_back(club: Any) -> None:
    cup = club.open(max_entries=2, waiting_list=True)
    first, own = club.enter_pair(cup, "a1", "b1"), club.enter_pair(cup, "a2", "b2")
    back = {"entry_id": first.pk, "by": club.organizer}
    entering.withdraw(tournament_id=cup.pk, user=club.player("a2"))
    assert refusal(returning.restore_entry, **back | {"entry_id": own.pk}) == "not_removed"
    for _twice in range(2):
        entering.remove_entry(**back, reason="Twice")
    assert refusal(returning.restore_entry, **back | {"by": club.player("a1")}) == "not_organizer"
    other = club.enter_pair(cup, "a1", "zed")
    assert refusal(returning.restore_entry, **back) == "user_entered"
    entering.withdraw(tournament_id=cup.pk, user=club.player("zed"))
    assert returning.restorable(cup) == {first.pk}
    for _twice in range(2):
        returning.restore_entry(**back)
    assert returning.restorable(cup) == set()
    kept = {"a1 & b1": "entered", "a2 & b2": "withdrawn", other.name: "withdrawn"}
    assert statuses(cup) == kept
    assert {one.user.username for one in first.players.filter(active=True)} == {"a1", "b1"}
    # Where the places are taken meanwhile, it goes on the waiting list.
    entering.remove_entry(**back, reason="Twice")
    for number in (3, 4):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    assert returning.restore_entry(**back).status == Entry.Status.WAITING


def test_by_invitation_only_invited_players_enter_with_any_partner(club: Any) -> None:
    cup = club.open(invited_only=True)
    eve = club.player("eve")
    enter = {"tournament_id": cup.pk, "user": eve, "alone": True}
    assert refusal(entering.enter, **enter) == "invited_only"
    ask = {"tournament_id": cup.pk, "by": club.organizer, "username": "EVE"}
    assert inviting.ask(**ask).user == eve
    assert inviting.ask(**ask).user == eve
    assert cup.player_invitations.count() == 1
    assert refusal(inviting.ask, **ask | {"by": eve}) == "not_organizer"
    assert refusal(inviting.ask, **ask | {"username": "nobody"}) == "unknown_user"
    assert club.enter_pair(cup, "eve", "fred").status == Entry.Status.ENTERED
    inviting.take_back(
        tournament_id=cup.pk, by=club.organizer, guest_id=cup.player_invitations.get().pk
    )
    assert (cup.player_invitations.count(), cup.entries.get().status) == (0, "entered")


def test_impossible_conditions_are_refused_at_their_fields(club: Any) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(
            rating_min=1700, rating_max=1500, late_until_round=2, max_entries=200,
            grace_minutes=0, no_show="sulk", dispute_hours=400,
        )  # fmt: skip
    assert refused.value.errors == {
        "grace_minutes": ["Choose a number from 1 to 60."],
        "dispute_hours": ["Choose a number from 0 to 336."],
        "no_show": [
            "Choose one of: a bot plays for them until they come, a substitute plays, else a bot, their side forfeits."
        ],
        "max_entries": ["In this format at most 64 can play. Allow fewer, or choose a Swiss."],
        "rating_max": ["The highest rating is below the lowest. Raise it, or leave it out."],
        "late_until_round": [
            "In this format late entries can only replace a bye during round 1. Enter 1 or 0, or choose a Swiss, a rotation or solo tables."
        ],
    }
    assert club.tournament(format="swiss", max_entries=512).max_entries == 512


@pytest.mark.slow
def test_at_the_draw_places_go_to_those_who_make_a_whole_entry(club: Any) -> None:
    """One alone who finds no partner holds no place; two alone on the list share one."""
    cup = club.with_entries(2, max_entries=4, waiting_list=True)
    alone = {"tournament_id": cup.pk, "alone": True}
    entering.enter(user=club.player("amy"), **alone)
    club.enter_pair(cup, "c1", "c2")
    club.enter_pair(cup, "d1", "d2")
    # Another tournament, where two alone wait around a pair for the last place.
    other = club.open(max_entries=2, waiting_list=True, check_in_minutes=10)
    for first, second in (("a1", "b1"), ("a2", "b2")):
        club.enter_pair(other, first, second)
    entering.enter(tournament_id=other.pk, user=club.player("zoe"), alone=True)
    club.enter_pair(other, "d1", "d2")
    entering.enter(tournament_id=other.pk, user=club.player("zed"), alone=True)
    assert (statuses(cup)["amy"], statuses(cup)["d1 & d2"]) == ("waiting", "waiting")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert statuses(cup) == {
        "a1 & b1": "entered", "a2 & b2": "entered", "c1 & c2": "entered", "d1 & d2": "entered",
        "amy": "left_over",
    }  # fmt: skip
    club.hands.forward(51 * 60)
    for name in ("a1", "d1", "zed", "zoe"):
        entering.check_in(tournament_id=other.pk, user=club.player(name))
    lifecycle.start_now(tournament_id=other.pk, by=club.organizer)
    assert statuses(other) == {
        "a1 & b1": "checked_in", "a2 & b2": "absent", "d1 & d2": "waiting",
        "zed & zoe": "checked_in", "zoe": "teamed", "zed": "teamed",
    }  # fmt: skip


def test_one_alone_on_the_list_waits_behind_a_pair_if_nobody_is_left_to_play_with(
    club: Any,
) -> None:
    cup = club.with_entries(2, max_entries=2, waiting_list=True, check_in_minutes=10)
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    club.enter_pair(cup, "d1", "d2")
    club.hands.forward(51 * 60)
    for name in ("a1", "d1", "zoe"):
        entering.check_in(tournament_id=cup.pk, user=club.player(name))
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert statuses(cup) == {
        "a1 & b1": "checked_in", "a2 & b2": "absent", "d1 & d2": "checked_in", "zoe": "queued",
    }  # fmt: skip
