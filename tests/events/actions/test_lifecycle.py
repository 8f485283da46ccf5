"""Every step from every state: legal ones lead to the documented state, the others change nothing."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.rows import rows_of
from tests.support.audited import entries_about
from tournaments.events.actions import lifecycle
from tournaments.events.core.state import TRANSITIONS, save
from tournaments.events.models import Status, Tournament

pytestmark = pytest.mark.django_db
LEGAL = {
    "announce": {"draft"},
    "open_registration": {"draft", "announced"},
    "start": {"registration", "check_in"},
    "pause": {"running"},
    "resume": {"paused"},
    "end": {"running", "paused"},
    "cancel": {"announced", "registration", "check_in", "running", "paused"},
}
LEADS_TO = {
    "announce": "announced",
    "open_registration": "registration",
    "start": "running",
    "pause": "paused",
    "resume": "running",
    "end": "finished",
    "cancel": "cancelled",
}


def in_state(club: Any, status: str) -> Tournament:
    """Return a tournament of two entries in that state, put there by hand where no step leads."""
    early = {Status.DRAFT, Status.ANNOUNCED}
    under_way = {Status.RUNNING, Status.PAUSED, Status.FINISHED}
    if status in under_way:
        made = club.started(2)
    elif status in early:
        made = club.tournament()
    else:
        made = club.with_entries(2, check_in_minutes=10)
    if status == Status.CHECK_IN:
        made.entries.update(status="checked_in")
    made.refresh_from_db()
    made.status = status
    if status == Status.PAUSED:
        made.paused_at = now()
    if status in (Status.FINISHED, Status.CANCELLED):
        made.finished_at = now()
    save(made)
    return made


@pytest.mark.sweep(14)
@pytest.mark.parametrize("step", LEGAL)
@pytest.mark.parametrize("status", Status.values)
def test_each_step_from_each_state(club: Any, step: str, status: str) -> None:
    cup = in_state(club, status)
    before = rows_of(cup)
    call = lifecycle.STEPS[step]
    if status in LEGAL[step]:
        assert call(tournament_id=cup.pk, by=club.organizer, reason="Why").status == LEADS_TO[step]
        assert rows_of(cup)["status"] == LEADS_TO[step]
        done = [(entry.verb, entry.reason) for entry in entries_about(cup)]
        assert (f"tournament.{step}", "Why") in done
    else:
        with pytest.raises(Refused) as refusal:
            call(tournament_id=cup.pk, by=club.organizer)
        assert refusal.value.code == "illegal_transition"
        assert rows_of(cup) == before


@pytest.mark.parametrize("step", LEGAL)
def test_only_organizers_take_steps(club: Any, step: str) -> None:
    cup = in_state(club, min(LEGAL[step]))
    before = rows_of(cup)
    with pytest.raises(Refused) as refusal:
        lifecycle.STEPS[step](tournament_id=cup.pk, by=club.player("mallory"))
    assert refusal.value.code == "not_organizer"
    assert rows_of(cup) == before


def test_the_table_of_transitions_is_the_documented_one() -> None:
    by_people = {name: set(TRANSITIONS[name].sources) for name in LEGAL}
    assert by_people == LEGAL
    assert {name: TRANSITIONS[name].target for name in LEGAL} == LEADS_TO
    by_itself = {
        name: (set(step.sources), step.target)
        for name, step in TRANSITIONS.items()
        if name not in LEGAL
    }
    assert by_itself == {
        "open_check_in": ({"registration"}, "check_in"),
        "finish": ({"running"}, "finished"),
        "reopen": ({"finished"}, "running"),
    }


@pytest.mark.parametrize("step", ["announce", "open_registration"])
def test_nothing_opens_after_the_start_has_passed(club: Any, step: str) -> None:
    cup = club.tournament()
    before = rows_of(cup)
    club.hands.forward(3601)
    with pytest.raises(Refused) as refusal:
        lifecycle.STEPS[step](tournament_id=cup.pk, by=club.organizer)
    assert refusal.value.code == "start_past"
    assert rows_of(cup) == before


def test_registration_opened_late_finds_check_in_open(club: Any) -> None:
    cup = club.tournament(check_in_minutes=120)
    opened = lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
    assert (opened.status, opened.next_due_at) == (Status.CHECK_IN, cup.starts_at)


def test_starting_by_hand_needs_entries_enough(club: Any) -> None:
    cup = club.with_entries(1)
    before = rows_of(cup)
    with pytest.raises(Refused) as refusal:
        lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert (refusal.value.code, refusal.value.sentence) == (
        "too_few",
        "Only 1 of the 2 entries needed are in. Wait for more entries, or cancel.",
    )
    assert rows_of(cup) == before


def test_starting_by_hand_starts_now(club: Any) -> None:
    cup = club.with_entries(2)
    started = lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert abs(started.starts_at - now()) < timedelta(seconds=5)
    assert len(club.in_play(cup)) == 1


def test_a_reason_too_long_is_refused(club: Any) -> None:
    cup = club.started(2)
    with pytest.raises(Refused) as refusal:
        lifecycle.pause(tournament_id=cup.pk, by=club.organizer, reason="x" * 301)
    assert refusal.value.code == "text_long"
