"""A ladder's life: joining, challenging, playing, and what is due, with a moved clock."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.tables.models import Table
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.ladders.conftest import LadderClub
from tournaments.ladders import challenges, correcting, entering, making, playing, steps
from tournaments.ladders.making import LadderProposal, proposal_of
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderStep

pytestmark = pytest.mark.django_db


def _refused(code: str, call: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    assert refusal.value.code == code
    return str(refusal.value)


def _status(challenge: Challenge) -> str:
    challenge.refresh_from_db()
    return challenge.status


def _settled(ladder: Ladder) -> None:
    """Assert that rungs and records are what the log says."""
    assert steps.differences(ladder) == []


def test_members_join_at_the_bottom(club: LadderClub) -> None:
    ladder = club.ladder(3)
    assert club.order(ladder) == "1 2 3"
    stranger = club.member("stranger")
    _refused("not_member", lambda: entering.join(ladder_id=ladder.pk, user=stranger))
    _refused("on_ladder", lambda: club.enter(ladder, 1))
    entering.leave(entry_id=club.entry(ladder, 2).pk, by=club.people["p2"])
    assert club.order(ladder) == "1 3"
    club.enter(ladder, 2)
    assert club.order(ladder) == "1 3 2"
    _settled(ladder)


def test_a_pair_is_on_the_ladder_once_the_partner_accepts(club: LadderClub) -> None:
    ladder = club.ladder(1, kind="pairs")
    one, other = club.joined("x"), club.joined("y")
    entry = entering.join(ladder_id=ladder.pk, user=one, partner="y")
    assert (entry.status, entry.rung) == ("invited", None)
    _refused("asked_already", lambda: entering.join(ladder_id=ladder.pk, user=one, partner="y"))
    assert entering.answer(entry_id=entry.pk, user=other, accept=False).status == "declined"
    again = entering.join(ladder_id=ladder.pk, user=one, partner="y")
    assert entering.answer(entry_id=again.pk, user=other, accept=True).rung == 2
    # Repeating the answer changes nothing.
    assert entering.answer(entry_id=again.pk, user=other, accept=False).rung == 2
    third = club.joined("z")
    _refused(
        "partner_on_ladder", lambda: entering.join(ladder_id=ladder.pk, user=third, partner="y")
    )
    _refused("yourself", lambda: entering.join(ladder_id=ladder.pk, user=third, partner="z"))
    _settled(ladder)


def test_a_challenge_is_answered_played_and_won(club: LadderClub) -> None:
    ladder = club.ladder(5, kind="pairs")
    made = club.challenge(ladder, 5, 2)
    assert _status(made) == "open"
    assert made.due_at == pytest.approx(now() + timedelta(days=3), abs=timedelta(minutes=1))
    challenges.answer(challenge_id=made.pk, by=club.people["b2"], accept=True)
    assert _status(made) == "accepted"
    challenges.play_now(challenge_id=made.pk, by=club.people["b5"])
    assert _status(made) == "accepted"
    challenges.play_now(challenge_id=made.pk, by=club.people["a2"])
    assert _status(made) == "playing"
    table = Table.objects.get(pk=made.table_id)
    names = list(table.seats.order_by("index").values_list("user__username", flat=True))
    assert names == ["a5", "a2", "b5", "b2"]
    assert (table.kind, table.ref, table.visibility) == ("match", f"ladder:{made.pk}", "event")
    club.come(made)
    club.finish(made, 510, 340)
    assert _status(made) == "played"
    assert (made.points, made.winner) == ([510, 340], club.entry(ladder, 5))
    # Three rungs above: up two.
    assert club.order(ladder) == "1 2 5 3 4"
    winner, loser = club.entry(ladder, 5), club.entry(ladder, 2)
    assert (winner.wins, winner.losses, winner.best) == (1, 0, 3)
    assert (loser.wins, loser.losses, loser.best) == (0, 1, 2)
    step = ladder.steps.get(kind="result")
    assert (step.entry, step.other, step.before, step.after) == (winner, loser, 5, 3)
    _settled(ladder)


def test_a_loss_costs_nothing_and_a_tie_moves_nobody(club: LadderClub) -> None:
    ladder = club.ladder(3)
    assert club.play(ladder, 3, 1, won=False).status == "played"
    assert club.order(ladder) == "1 2 3"
    made = club.at_table(ladder, 3, 2)
    club.come(made)
    club.finish(made, 400, 400)
    assert (_status(made), made.winner) == ("played", None)
    assert club.order(ladder) == "1 2 3"
    tie = ladder.steps.get(kind="tie")
    three = club.entry(ladder, 3)
    assert (tie.entry, tie.other, tie.before, tie.after) == (three, club.entry(ladder, 2), 3, 3)
    club.play(ladder, 2, 1)
    assert club.order(ladder) == "2 1 3"
    _settled(ladder)


def test_a_tie_clears_failures_and_days_without_a_match_count_from_it(club: LadderClub) -> None:
    ladder = club.ladder(2, idle_warn=14)
    declined = club.challenge(ladder, 2, 1)
    challenges.answer(challenge_id=declined.pk, by=club.people["p1"], accept=False)
    assert club.entry(ladder, 1).failures == 1
    club.later(days=5)
    made = club.at_table(ladder, 2, 1)
    club.come(made)
    club.finish(made, 400, 400)
    tie = ladder.steps.get(kind="tie")
    for number in (1, 2):
        entry = club.entry(ladder, number)
        assert (entry.failures, entry.idle_from) == (0, tie.at)
    _settled(ladder)


def test_who_may_be_challenged(club: LadderClub) -> None:
    ladder = club.ladder(8, top=2)

    def why(one: int, other: int) -> str:
        entry = club.entry(ladder, other)
        return _refused(
            "out_of_reach",
            lambda: challenges.challenge(
                ladder_id=ladder.pk, by=club.people[f"p{one}"], entry_id=entry.pk
            ),
        )

    assert why(8, 3) == "Out of reach: from your rung up to rung 4."
    assert why(3, 4) == "Only those above you can be challenged."
    _refused("yourself", lambda: club.challenge(ladder, 4, 4))
    club.challenge(ladder, 8, 4)
    _refused("has_challenge", lambda: club.challenge(ladder, 8, 5))
    _refused("is_challenged", lambda: club.challenge(ladder, 7, 4))
    # One each way: who is challenged may challenge.
    club.challenge(ladder, 4, 2)
    gone = club.entry(ladder, 5)
    entering.leave(entry_id=gone.pk, by=club.people["p5"])
    _refused(
        "left_ladder",
        lambda: challenges.challenge(ladder_id=ladder.pk, by=club.people["p6"], entry_id=gone.pk),
    )
    club.joined("p9")
    _refused(
        "not_on_ladder",
        lambda: challenges.challenge(ladder_id=ladder.pk, by=club.people["p9"], entry_id=gone.pk),
    )


def test_not_the_same_opponent_twice_running(club: LadderClub) -> None:
    ladder = club.ladder(4)
    club.play(ladder, 4, 1, won=False)
    _refused("same_opponent", lambda: club.challenge(ladder, 4, 1))
    club.play(ladder, 4, 2, won=False)
    club.challenge(ladder, 4, 1)
    freely = club.ladder(3, name="Freely", repeats=True)
    club.play(freely, 3, 1, won=False)
    club.challenge(freely, 3, 1)


def test_no_answer_is_a_failure_and_three_cost_rungs(club: LadderClub) -> None:
    ladder = club.ladder(5, failures=3, drop=2)
    for number in (3, 4, 5):
        made = club.challenge(ladder, number, 2)
        club.later(days=2, hours=23)
        assert playing.advance_due() == 0
        club.later(hours=2)
        assert playing.advance_due() == 1
        assert playing.advance_due() == 0
        assert _status(made) == "unanswered"
    assert club.order(ladder) == "1 3 4 2 5"
    assert club.entry(ladder, 2).failures == 0
    news = Notice.objects.filter(user=club.people["p2"], kind="ladder").order_by("-pk")
    texts = [notice_text(one.kind, one.params).text for one in news]
    assert "Too many failures: you drop to rung 4." in texts
    _settled(ladder)


def test_declining_is_a_failure_and_taking_back_is_none(club: LadderClub) -> None:
    ladder = club.ladder(3)
    made = club.challenge(ladder, 3, 1)
    _refused(
        "not_your_match",
        lambda: challenges.answer(challenge_id=made.pk, by=club.people["p3"], accept=True),
    )
    challenges.answer(challenge_id=made.pk, by=club.people["p1"], accept=False)
    assert _status(made) == "declined"
    _refused(
        "challenge_over",
        lambda: challenges.answer(challenge_id=made.pk, by=club.people["p1"], accept=True),
    )
    assert club.entry(ladder, 1).failures == 1
    other = club.challenge(ladder, 3, 2)
    challenges.withdraw(challenge_id=other.pk, by=club.people["p3"])
    challenges.withdraw(challenge_id=other.pk, by=club.people["p3"])
    assert _status(other) == "withdrawn"
    assert club.entry(ladder, 2).failures == 0
    _settled(ladder)


def test_not_played_in_time_is_a_failure_for_both(club: LadderClub) -> None:
    ladder = club.ladder(3)
    made = club.accepted(ladder, 3, 1)
    challenges.play_now(challenge_id=made.pk, by=club.people["p3"])
    club.later(minutes=20)
    # The other side was too late: it is asked in its turn.
    challenges.play_now(challenge_id=made.pk, by=club.people["p1"])
    assert _status(made) == "accepted"
    club.later(days=7)
    playing.advance_due()
    assert _status(made) == "unplayed"
    assert [club.entry(ladder, number).failures for number in (1, 2, 3)] == [1, 0, 1]
    _settled(ladder)


@pytest.mark.parametrize(
    ("sides", "forfeits", "status", "order"),
    [
        ((0,), True, "forfeit", "1 3 2"),
        ((1,), True, "forfeit", "1 2 3"),
        ((0,), False, "unplayed", "1 2 3"),
        ((), True, "unplayed", "1 2 3"),
    ],
)
def test_who_does_not_come_forfeits(
    club: LadderClub, sides: tuple[int, ...], forfeits: bool, status: str, order: str
) -> None:
    ladder = club.ladder(3, forfeits=forfeits)
    made = club.at_table(ladder, 3, 1)
    if sides:
        club.come(made, *sides)
    club.later(minutes=16)
    playing.advance_due()
    assert _status(made) == status
    assert Table.objects.get(pk=made.table_id).status == "abandoned"
    assert club.order(ladder) == order
    absent = [number for number, side in ((3, 0), (1, 1)) if side not in sides or not forfeits]
    assert sorted(number for number in (1, 2, 3) if club.entry(ladder, number).failures) == sorted(
        absent
    )
    _settled(ladder)


def test_both_are_there_so_nothing_is_due(club: LadderClub) -> None:
    ladder = club.ladder(2)
    made = club.at_table(ladder, 2, 1)
    club.come(made)
    club.later(minutes=16)
    playing.advance_due()
    assert (_status(made), made.due_at) == ("playing", None)


def test_a_table_closed_without_a_result_is_played_again(club: LadderClub) -> None:
    ladder = club.ladder(2)
    made = club.at_table(ladder, 2, 1)
    club.come(made)
    ended = {"status": "abandoned", "finished_at": now(), "wake_at": None, "deadline": None}
    Table.objects.filter(pk=made.table_id).update(**ended)
    playing.on_table_finished({"table": made.table_id})
    playing.on_table_finished({"table": made.table_id})
    assert (_status(made), made.table) == ("accepted", None)


def test_an_agreed_time_opens_the_table(club: LadderClub) -> None:
    ladder = club.ladder(2)
    made = club.accepted(ladder, 2, 1)
    one, other = club.people["p2"], club.people["p1"]

    def offer(**time: float) -> Challenge:
        at = now() + timedelta(**time)
        return challenges.offer_time(challenge_id=made.pk, by=one, play_at=at)

    _refused("time_past", lambda: offer(minutes=-1))
    _refused("outside_window", lambda: offer(days=8))
    offer(days=2)
    _refused("no_such_time", lambda: challenges.accept_time(challenge_id=made.pk, by=one))
    challenges.accept_time(challenge_id=made.pk, by=other)
    challenges.accept_time(challenge_id=made.pk, by=other)
    playing.advance_due()
    assert _status(made) == "accepted"
    club.later(days=2, minutes=1)
    playing.advance_due()
    assert _status(made) == "playing"


def test_a_frozen_ladder_gives_the_time_back(club: LadderClub) -> None:
    ladder = club.ladder(4, defend_days=0)
    first, second = club.challenge(ladder, 4, 1), club.accepted(ladder, 3, 2)
    club.later(days=1)
    making.freeze(ladder_id=ladder.pk, by=club.organizer, reason="Holidays")
    club.later(days=10)
    assert playing.advance_due() == 0
    _refused(
        "ladder_frozen",
        lambda: challenges.answer(challenge_id=first.pk, by=club.people["p1"], accept=True),
    )
    _refused("ladder_frozen", lambda: club.challenge(ladder, 2, 1))
    making.resume(ladder_id=ladder.pk, by=club.organizer)
    first.refresh_from_db()
    second.refresh_from_db()
    near = timedelta(minutes=1)
    assert first.due_at == pytest.approx(now() + timedelta(days=2), abs=near)
    assert second.due_at == pytest.approx(now() + timedelta(days=6), abs=near)


def test_an_organizer_moves_and_undoes(club: LadderClub) -> None:
    ladder = club.ladder(6)
    club.play(ladder, 6, 1)
    assert club.order(ladder) == "1 2 6 3 4 5"
    moved = correcting.move(
        ladder_id=ladder.pk,
        by=club.organizer,
        entry_id=club.entry(ladder, 5).pk,
        rung=1,
        reason="New partner",
    )
    club.play(ladder, 4, 6)
    assert club.order(ladder) == "5 1 2 6 4 3"
    correcting.undo(ladder_id=ladder.pk, by=club.organizer, step_id=moved.pk)
    assert club.order(ladder) == "1 2 6 4 3 5"
    _settled(ladder)
    correcting.undo(ladder_id=ladder.pk, by=club.organizer, step_id=moved.pk, undone=False)
    assert club.order(ladder) == "5 1 2 6 4 3"
    result = ladder.steps.filter(kind="result").first()
    assert result
    correcting.undo(ladder_id=ladder.pk, by=club.organizer, step_id=result.pk)
    assert club.entry(ladder, 6).wins == 0
    _settled(ladder)
    joined = ladder.steps.filter(kind="join").first()
    assert joined
    _refused(
        "no_such_step",
        lambda: correcting.undo(ladder_id=ladder.pk, by=club.organizer, step_id=joined.pk),
    )
    _refused(
        "not_organizer",
        lambda: correcting.undo(ladder_id=ladder.pk, by=club.people["p1"], step_id=result.pk),
    )


def test_the_command_compares_and_mends(club: LadderClub, capsys: Any) -> None:
    ladder = club.ladder(3)
    club.play(ladder, 3, 1)
    call_command("recompute_ladder")
    assert capsys.readouterr().out == f"{ladder.slug}: as its log says\n"
    LadderEntry.objects.filter(name="p3").update(wins=7)
    with pytest.raises(CommandError):
        call_command("recompute_ladder", ladder.slug)
    call_command("recompute_ladder", mend=True)
    call_command("recompute_ladder")
    _settled(ladder)


def test_settings_are_checked(club: LadderClub) -> None:
    ladder = club.ladder(1)
    _refused("ladder_name_taken", lambda: club.ladder(0, name="LADDER"))
    _refused("not_valid", lambda: club.ladder(0, name="Other", answer_days=0))
    _refused(
        "not_valid",
        lambda: club.ladder(0, name="Other", kind="pairs", rules={"preset": "bicycle_2"}),
    )
    _refused("not_valid", lambda: club.ladder(0, name="Other", rules={"preset": "cardgames_io"}))
    given = proposal_of(ladder)
    changed = LadderProposal(
        **{**{name: getattr(given, name) for name in given.__dataclass_fields__}, "drop": 5}
    )
    edited = making.edit_ladder(ladder_id=ladder.pk, by=club.organizer, proposal=changed)
    assert (edited.drop, edited.name, edited.kind) == (5, "Ladder", "players")
    _refused(
        "not_organizer",
        lambda: making.edit_ladder(ladder_id=ladder.pk, by=club.people["p1"], proposal=changed),
    )


def test_the_log_has_every_step_in_order(club: LadderClub) -> None:
    ladder = club.ladder(3)
    club.play(ladder, 3, 1)
    entering.leave(entry_id=club.entry(ladder, 2).pk, by=club.organizer)
    found = LadderStep.objects.filter(ladder=ladder).values_list(
        "number", "kind", "before", "after"
    )
    assert list(found) == [
        (1, "join", 0, 1),
        (2, "join", 0, 2),
        (3, "join", 0, 3),
        (4, "result", 3, 2),
        (5, "leave", 3, 0),
    ]
