"""Who is there tonight: an organizer checks entries in, notes who is coming, calls the absent, waits, or doesn't."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.tables import services as tables
from games.tables.models import Table
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.events.rows import results_of
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.night import absences, attendance
from tournaments.events.actions.night.attendance import absent_people
from tournaments.events.models import Entry, Match, Tournament

pytestmark = pytest.mark.django_db


def refused(call: Callable[..., Any], **arguments: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    return refusal.value.code


def checking(club: Club, number: int = 2, **fields: Any) -> Tournament:
    """Return a tournament whose check-in is due, though nothing has opened it yet."""
    cup = club.with_entries(number, check_in_minutes=10, **fields)
    club.hands.forward(51 * 60)
    return cup


def of(cup: Tournament, name: str) -> str:
    return f"entry:{cup.entries.get(players__user__username=name).pk}"


def come(match: Match, *names: str) -> None:
    for seat in match.table.seats.select_related("user"):
        if seat.name in names:
            tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")


def statuses(cup: Tournament) -> list[str]:
    return list(cup.entries.order_by("pk").values_list("status", flat=True))


@pytest.mark.slow
def test_an_organizer_checks_entries_in_and_takes_it_back(club: Club) -> None:
    cup = checking(club)
    asked: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer, "place": of(cup, "a1")}
    for _again in range(2):
        attendance.check_in_place(**asked)
    assert statuses(cup) == ["checked_in", "entered"]
    for _again in range(2):
        attendance.undo_check_in(**asked)
    assert statuses(cup) == ["entered", "entered"]
    assert list(cup.entries.values_list("checked_in_at", flat=True)) == [None, None]
    done = AuditEntry.objects.filter(verb__contains="check").order_by("pk")
    assert [(row.verb, row.actor, row.data["name"]) for row in done] == [
        ("tournament.checked_in", club.organizer, "a1 & b1"),
        ("tournament.check_in_undone", club.organizer, "a1 & b1"),
    ]


def test_a_single_player_is_checked_in_too(club: Club) -> None:
    cup = checking(club, 1)
    single = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    asked: dict[str, Any] = {
        "tournament_id": cup.pk, "by": club.organizer, "place": f"single:{single.pk}",
    }  # fmt: skip
    attendance.undo_check_in(**asked)
    assert cup.singles.get().status == "waiting"
    attendance.check_in_place(**asked)
    assert cup.singles.get().status == "checked_in"


def test_attendance_is_the_organizers_and_has_its_time(club: Club) -> None:
    cup = club.with_entries(2, check_in_minutes=10)
    asked: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer, "place": of(cup, "a1")}
    assert refused(attendance.check_in_place, **asked) == "check_in_closed"
    assert refused(attendance.note_on_the_way, **asked) == "not_tonight"
    assert refused(attendance.call_absent, **asked) == "not_tonight"
    club.hands.forward(51 * 60)
    for act in (attendance.check_in_place, attendance.note_on_the_way, attendance.call_absent):
        assert refused(act, **asked | {"by": club.player("a1")}) == "not_organizer"
    for place in ("", "entry:0", "entry:x", "single:1", "match:1", "entry:" + "9" * 40):
        assert refused(attendance.check_in_place, **asked | {"place": place}) == "unknown_entry"
    attendance.check_in_place(**asked)
    attendance.check_in_place(**asked | {"place": of(cup, "a2")})
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert refused(attendance.undo_check_in, **asked) == "begun"


def test_somebody_on_the_way_is_noted(club: Club) -> None:
    cup = checking(club)
    asked: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer, "place": of(cup, "a1")}
    attendance.note_on_the_way(**asked)
    first, second = cup.entries.order_by("pk")
    assert first.on_the_way_at is not None
    assert second.on_the_way_at is None
    for _again in range(2):
        attendance.undo_on_the_way(**asked)
    assert cup.entries.filter(on_the_way_at=None).count() == 2


def test_the_absent_are_called_once_in_two_minutes(club: Club) -> None:
    cup = checking(club)
    asked: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer}
    attendance.check_in_place(**asked, place=of(cup, "a1"))
    assert attendance.call_absent(**asked) == 2
    assert refused(attendance.call_absent, **asked) == "called_already"
    called = Notice.objects.filter(kind="called").order_by("user__username")
    assert [(one.user.username, one.params) for one in called] == [
        (name, {"tournament": "Cup", "who": "ann"}) for name in ("a2", "b2")
    ]
    assert refused(attendance.call_absent, **asked, place=of(cup, "a1")) == "nobody_absent"
    club.hands.forward(121)
    assert attendance.call_absent(**asked, place=of(cup, "a2")) == 2


@pytest.mark.slow
def test_at_the_tables_those_are_absent_who_are_missing_there(club: Club) -> None:
    cup = club.started(4)
    first, second = club.in_play(cup)
    names = [seat.name for seat in first.table.seats.all()]
    come(first, *names[:3])
    absent = absent_people(cup)
    assert sorted(user.username for users in absent.values() for user in users) == sorted(
        [names[3], *(seat.name for seat in second.table.seats.all())]
    )
    assert attendance.call_absent(tournament_id=cup.pk, by=club.organizer) == 5


@pytest.mark.sweep(1)
@pytest.mark.parametrize("no_show", ["bot", "forfeit"])
def test_extended_grace_holds_the_rule_back_and_can_be_undone(club: Club, no_show: str) -> None:
    cup = club.started(2, no_show=no_show, grace_minutes=5)
    (match,) = club.in_play(cup)
    opened = match.table.created_at
    before, until = opened + timedelta(minutes=5), opened + timedelta(minutes=10)
    asked: dict[str, Any] = {"match_id": match.pk, "until": until, "by": club.organizer}
    for _again in range(2):
        absences.extend_grace(**asked)
    assert AuditEntry.objects.filter(verb="match.grace_extended").count() == 1
    absences.undo_extension(**asked, before=before)
    absences.extend_grace(**asked)
    late = until + timedelta(days=1)
    assert refused(absences.extend_grace, **asked | {"until": late}) == "too_long"

    def state() -> str:
        tables.sweep_tables(now())
        advance.advance_due(now())
        match.refresh_from_db()
        return str(match.table.status) if no_show == "bot" else str(match.status)

    club.hands.forward((until - now()).total_seconds() - 1)
    assert state() == (Table.Status.OPEN if no_show == "bot" else "playing")
    assert refused(absences.undo_extension, **asked, before=before) == "grace_over"
    club.hands.forward(2)
    match.forget_tables()
    assert state() == (Table.Status.PLAYING if no_show == "bot" else "done")
    assert refused(absences.extend_grace, **asked) == "not_waiting"


def test_absent_players_forfeit_at_a_press(club: Club) -> None:
    cup = club.started(4)
    match, other = club.in_play(cup)
    names = [seat.name for seat in match.table.seats.all()]
    come(match, names[0], names[2])
    seats = {seat.name: seat.user_id for seat in match.table.seats.all()}
    seen = [seats[names[1]], seats[names[3]]]
    asked: dict[str, Any] = {
        "match_id": match.pk, "how": "forfeit", "seen": seen, "by": club.organizer,
    }  # fmt: skip
    assert refused(absences.settle_absence, **asked | {"seen": seen[:1]}) == "stale"
    assert refused(absences.settle_absence, **asked | {"by": club.player("a1")}) == "not_organizer"
    absences.settle_absence(**asked)
    match.refresh_from_db()
    assert [row[3] for row in results_of(cup) if row[3]] == [("forfeit", 0, 0, 0)]
    result = match.results.get()
    assert (result.by, result.sides[0].place) == (club.organizer, 1)
    assert match.table.status == Table.Status.ABANDONED
    assert refused(absences.settle_absence, **asked) == "not_waiting"
    assert refused(absences.settle_absence, **asked | {"match_id": 0}) == "unknown_match"
    come(other, *(seat.name for seat in other.table.seats.all()))
    assert refused(absences.settle_absence, **asked | {"match_id": other.pk}) == "not_waiting"


def test_a_reserve_plays_at_a_press_or_bots_begin(club: Club) -> None:
    cup = club.open()
    for number in (1, 2):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    names = [seat.name for seat in match.table.seats.all()]
    come(match, *names[:3])
    gone = match.table.seats.get(index=3)
    asked: dict[str, Any] = {"match_id": match.pk, "seen": [gone.user_id], "by": club.organizer}
    absences.settle_absence(**asked, how="substitute")
    match = Match.objects.get(pk=match.pk)
    assert [seat.name for seat in match.table.seats.all()] == [*names[:3], "zoe"]
    come(match, *names[:3])
    zoe = {**asked, "seen": [club.player("zoe").pk]}
    assert refused(absences.settle_absence, **zoe, how="substitute") == "nobody_in_reserve"
    absences.settle_absence(**zoe, how="bot")
    match = Match.objects.get(pk=match.pk)
    assert match.table.status == Table.Status.PLAYING
    assert cup.entries.filter(status=Entry.Status.ENTERED).count() == 2
