"""An arbiter at a table in play: a pause costs nobody time, time is added once, and the log says so."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.tables import services
from games.tables.models import Table
from games.tables.pictures.picture import picture_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.tables.playing import state_of, wake
from tournaments.events.actions import decisions, lifecycle
from tournaments.events.actions.night import messages, stopping, tables
from tournaments.events.models import MatchTable

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
def at(club: Club) -> MatchTable:
    """A match's table with 30 seconds a turn and 60 in the bank, at which the first bid is due."""
    cup = club.started(2, turn_seconds=30, bank_seconds=60, match_minutes=40)
    (row,) = club.in_play(cup)[0].counting
    for seat in row.table.seats.select_related("user"):
        services.arrive(table_id=row.table_id, user=seat.user, salt_hash="")
    wake(row.table)
    return MatchTable.objects.select_related("table").get(pk=row.pk)


def acts(table: Table, action_id: str = "one") -> None:
    """Let the player at turn take the first legal action, on the newest picture."""
    table.refresh_from_db()
    (turn,) = state_of(table).to_act
    services.submit_action(
        table_id=table.pk,
        user=table.seats.get(index=turn).user,
        action=engine.view_for(state_of(table), turn)["legal"][0],
        action_id=action_id,
        expected_version=table.version,
    )


def code_of(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


def logged() -> list[tuple[str, str, dict[str, Any]]]:
    rows = AuditEntry.objects.filter(verb__startswith="match.").order_by("pk")
    return [(row.verb, row.reason, row.data) for row in rows]


def test_a_pause_stops_every_clock_and_every_move(club: Club, at: MatchTable) -> None:
    table = at.table
    ends, limit = table.deadline, table.last_hand_after
    club.hands.forward(40)  # The turn's time is over, and ten seconds of the bank.
    tables.pause(at_id=at.pk, reason="Wait for me", by=club.organizer)
    tables.pause(at_id=at.pk, reason="Wait for me", by=club.organizer)
    # A second reason isn't dropped silently.
    assert code_of(tables.pause, at_id=at.pk, reason="Another", by=club.organizer) == (
        "paused_already"
    )
    table.refresh_from_db()
    assert (table.pause_reason, table.wake_at, table.deadline) == ("Wait for me", None, ends)
    paused_at = table.paused_at
    assert code_of(acts, table) == "paused"
    # People who come and go change nothing about it.
    player = table.seats.get(index=0).user
    table.seats.update(online=False)
    services.arrive(table_id=table.pk, user=player, salt_hash="")
    club.hands.forward(3600)
    assert services.sweep_tables() == 0
    tables.resume(at_id=at.pk, by=club.organizer)
    tables.resume(at_id=at.pk, by=club.organizer)
    table.refresh_from_db()
    lasted = now() - paused_at
    assert (table.paused_at, table.pause_reason) == (None, "")
    assert table.deadline - ends == pytest.approx(lasted, abs=SECOND)
    assert table.last_hand_after - limit == pytest.approx(lasted, abs=SECOND)
    assert table.wake_at == table.deadline + timedelta(seconds=60)
    (turn,) = state_of(table).to_act
    acts(table)
    assert table.seats.get(index=turn).bank_left == pytest.approx(50, abs=1.5)
    seconds = round(lasted.total_seconds())
    (paused, resumed) = logged()
    since = {"since": paused_at.isoformat()}
    assert paused == ("match.table_paused", "Wait for me", {"name": "1.1", "table": at.pk, **since})
    assert resumed[0] == "match.table_resumed"
    assert resumed[2]["seconds"] == pytest.approx(seconds, abs=2)


def test_everybody_at_the_table_reads_why_it_is_paused(club: Club, at: MatchTable) -> None:
    tables.pause(at_id=at.pk, reason="Wait for me", by=club.organizer)
    table = at.table
    table.refresh_from_db()
    picture = picture_of(table, list(table.seats.all()), state_of(table))
    assert '"paused":{"at":"' in picture["table"]
    assert '"reason":"Wait for me"}' in picture["table"]
    assert [own.partition('"can":')[2] for own in picture["seats"]] == ["[]}"] * 4


def test_a_paused_match_can_be_decided(club: Club, at: MatchTable) -> None:
    tables.pause(at_id=at.pk, reason="Wait for me", by=club.organizer)
    decisions.decide_match(match_id=at.match_id, by=club.organizer, winner=0, reason="They left")
    at.table.refresh_from_db()
    assert (at.table.status, at.table.paused_at) == ("abandoned", None)
    assert code_of(tables.pause, at_id=at.pk, reason="x", by=club.organizer) == "not_in_play"
    tables.resume(at_id=at.pk, by=club.organizer)


def test_a_turn_gets_its_time_once(club: Club, at: MatchTable) -> None:
    table, ends = at.table, at.table.deadline
    ask: dict[str, Any] = {"at_id": at.pk, "seen": ends, "reason": "Lost", "by": club.organizer}
    for _again in range(2):
        tables.extend_turn(seconds=90, **ask)
    table.refresh_from_db()
    assert table.deadline == ends + timedelta(seconds=90)
    assert table.wake_at == table.deadline + timedelta(seconds=60)
    moments = {"before": ends.isoformat(), "after": table.deadline.isoformat()}
    about = {"name": "1.1", "table": at.pk, "seconds": 90, **moments}
    assert logged() == [("match.turn_extended", "Lost", about)]
    assert code_of(tables.extend_turn, **ask | {"seen": table.deadline}, seconds=3600) == "too_long"
    acts(table)
    assert code_of(tables.extend_turn, **ask, seconds=60) == "turn_over"


def test_banks_are_filled_once_and_to_an_hour_at_most(club: Club, at: MatchTable) -> None:
    ask: dict[str, Any] = {"at_id": at.pk, "reason": "Lost", "by": club.organizer}
    for _again in range(2):
        tables.add_bank(to={0: 180, 2: 60}, **ask)
    assert [seat.bank_left for seat in at.table.seats.all()] == [180, 60, 60, 60]
    assert logged() == [
        (
            "match.bank_filled",
            "Lost",
            {"name": "1.1", "table": at.pk, "before": {"0": 60.0}, "after": {"0": 180.0}},
        )
    ]
    assert code_of(tables.add_bank, **ask, to={0: 3601}) == "too_long"
    assert code_of(tables.add_bank, **ask, to={4: 60}) == "no_such_seat"
    assert code_of(tables.add_bank, **ask | {"reason": " "}, to={0: 60}) == "reason_missing"


def test_only_those_who_decide_may(club: Club, at: MatchTable) -> None:
    player = at.table.seats.get(index=0).user
    assert code_of(tables.pause, at_id=at.pk, reason="x", by=player) == "not_arbiter"
    assert code_of(tables.resume, at_id=at.pk, by=player) == "not_arbiter"
    assert code_of(tables.pause, at_id=0, reason="x", by=club.organizer) == "unknown_table"


def test_a_table_that_waits_is_not_paused(club: Club) -> None:
    (row,) = club.in_play(club.started(2))[0].counting
    assert code_of(tables.pause, at_id=row.pk, reason="x", by=club.organizer) == "not_in_play"


def test_a_message_reaches_whom_it_is_for_once(club: Club) -> None:
    cup = club.started(5)
    first, second = club.in_play(cup)

    def readers(text: str) -> list[str]:
        found = Notice.objects.filter(kind="message", params__text=text)
        return sorted(found.values_list("user__username", flat=True))

    ask: dict[str, Any] = {"tournament_id": cup.pk, "by": club.organizer}
    everybody = sorted(f"{letter}{n}" for letter in "ab" for n in range(1, 6))
    at_table = sorted(seat.name for seat in first.table.seats.all())
    for _again in range(2):
        assert messages.send_message(to=None, text="Pizza at nine", **ask) == 10
        assert messages.send_message(to=first.round, text="Be quick", **ask) == 10
        assert messages.send_message(to=first, text="Quiet, please", **ask) == 4
    assert readers("Pizza at nine") == everybody
    assert readers("Be quick") == everybody  # An entry with a bye is in the round too.
    assert readers("Quiet, please") == at_table
    notice = Notice.objects.filter(params__text="Quiet, please").first()
    assert notice is not None
    assert notice.path == first.get_absolute_url()
    for match, text in ((first, "Quiet, please"), (second, "Be quick")):
        shown = Table.objects.get(pk=match.table_id)
        assert shown.news == {"what": "message", "text": text, "v": shown.version}
        assert shown.actions.filter(text="message").count() == (3 if match == first else 2)
    rows = AuditEntry.objects.filter(verb="tournament.messaged").order_by("pk")
    assert [(row.subject, row.data["name"], row.data["people"]) for row in rows] == [
        (f"tournament:{cup.pk}", "", 10),
        (f"tournament:{cup.pk}", "1", 10),
        (f"match:{first.pk}", "1.1", 4),
    ]
    assert code_of(messages.send_message, to=None, text=" ", **ask) == "text_empty"
    stranger = ask | {"by": club.player("a1"), "text": "x"}
    assert code_of(messages.send_message, to=None, **stranger) == "not_organizer"
    assert code_of(messages.send_message, to=first, **stranger) == "not_arbiter"
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="Storm")
    assert code_of(messages.send_message, to=None, text="x", **ask) == "over"


def test_all_tables_stop_and_go_on_at_once(club: Club) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    for match in club.in_play(cup):
        for seat in match.table.seats.select_related("user"):
            services.arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    which = {"tournament_id": cup.pk, "by": club.organizer}
    player = club.player("a1")
    assert code_of(stopping.stop_tables, **which | {"by": player}, reason="Me") == "not_organizer"
    assert stopping.stop_tables(**which, reason="A fire drill") == 2
    assert stopping.stop_tables(**which, reason="A fire drill") == 0
    cup.refresh_from_db()
    found = [match.table for match in club.in_play(cup)]
    assert cup.status == "paused"
    assert {table.pause_reason for table in found} == {"A fire drill"}
    club.hands.forward(600)
    assert stopping.let_go_on(**which) == 2
    assert stopping.let_go_on(**which) == 0
    cup.refresh_from_db()
    assert cup.status == "running"
    assert [match.table.paused_at for match in club.in_play(cup)] == [None, None]


def test_tables_stop_only_while_the_tournament_is_under_way(club: Club) -> None:
    cup = club.with_entries(2)
    which = {"tournament_id": cup.pk, "by": club.organizer}
    assert code_of(stopping.stop_tables, **which, reason="A fire") == "not_under_way"
    assert code_of(stopping.let_go_on, **which) == "not_under_way"
    assert code_of(stopping.stop_tables, **which, reason=" ") == "reason_missing"
