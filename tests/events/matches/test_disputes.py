"""Contesting a result."""

from typing import Any

import pytest

from spades_site.common.errors import Refused
from tests.events.rows import versions_of
from tournaments.events import advance
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.matches import disputes
from tournaments.organizer.dashboard import dashboard_of

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def played(club: Any, **fields: Any) -> tuple[Any, Any, dict[str, Any]]:
    """Return a tournament, its finished first match, and the losers' dispute."""
    cup = club.started(4, **fields)
    match = club.in_play(cup)[0]
    club.finish(match, 500, 100)
    loser = match.entries[1].players.first().user
    return cup, match, {"match_id": match.pk, "user": loser, "text": "They told each other cards."}


@pytest.mark.slow
def test_a_side_contests_and_the_organizer_decides(club: Any) -> None:
    cup, match, said = played(club)
    dispute = disputes.contest(**said)
    assert (dispute.version, dispute.entry, dispute.status) == (1, match.entries[1], "open")
    assert refusal(disputes.contest, **said) == "contested"
    assert [
        (each.what, each.match, each.urgency) for each in dashboard_of(club.organizer).decisions
    ] == [(f"Result of round 1 contested by {match.entries[1]}", match, -1)]
    # The round goes on.
    (other,) = club.in_play(cup)
    club.finish(other, 500, 100)
    assert len(club.in_play(cup)) == 2
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="They did.")
    dispute.refresh_from_db()
    assert (dispute.status, dispute.answer, dispute.answered_by) == (
        "upheld", "They did.", club.organizer,
    )  # fmt: skip
    assert versions_of(match) == [
        (1, "played", 0, False), (2, "forfeit", 1, True),
    ]  # fmt: skip
    assert dashboard_of(club.organizer).decisions == []


def test_an_identical_decision_rejects_the_dispute(club: Any) -> None:
    _cup, match, said = played(club)
    dispute = disputes.contest(**said)
    decide_match(match_id=match.pk, by=club.organizer, verdict="played", reason="I watched it.")
    dispute.refresh_from_db()
    assert (dispute.status, match.results.count()) == ("rejected", 1)


def test_replaying_the_match_upholds_the_dispute(club: Any) -> None:
    _cup, match, said = played(club)
    dispute = disputes.contest(**said)
    replay_match(match_id=match.pk, by=club.organizer, reason="Once more.")
    dispute.refresh_from_db()
    assert (dispute.status, dispute.answer) == ("upheld", "Once more.")


def test_the_organizer_rejects_a_dispute(club: Any) -> None:
    _cup, match, said = played(club)
    dispute = disputes.contest(**said)
    word = {"dispute_id": dispute.pk, "by": club.organizer, "answer": "No trace of it."}
    assert refusal(disputes.reject, **word | {"by": said["user"]}) == "not_arbiter"
    assert refusal(disputes.reject, **word | {"answer": " "}) == "reason_missing"
    disputes.reject(**word)
    assert refusal(disputes.reject, **word) == "answered"
    assert match.results.count() == 1
    # Another result, another dispute.
    assert disputes.contest(**said).pk != dispute.pk


def test_the_contesting_side_withdraws_its_dispute(club: Any) -> None:
    _cup, match, said = played(club)
    dispute = disputes.contest(**said)
    winner = match.entries[0].players.first().user
    assert refusal(disputes.take_back, dispute_id=dispute.pk, user=winner) == "not_your_match"
    disputes.take_back(dispute_id=dispute.pk, user=match.entries[1].players.last().user)
    dispute.refresh_from_db()
    assert dispute.status == "withdrawn"


def test_invalid_disputes_are_refused(club: Any) -> None:
    cup, _match, said = played(club, dispute_hours=2)
    assert refusal(disputes.contest, **said | {"user": club.player("zoe")}) == "not_your_match"
    assert refusal(disputes.contest, **said | {"text": ""}) == "text_empty"
    assert refusal(disputes.contest, **said | {"text": "x" * 501}) == "text_long"
    club.hands.forward(2 * 3600 + 1)
    assert refusal(disputes.contest, **said) == "time_over"
    (other,) = club.in_play(cup)
    mine = other.entries[0].players.first().user
    assert refusal(disputes.contest, match_id=other.pk, user=mine, text="?") == "no_result"


def test_a_tournament_may_have_no_disputes(club: Any) -> None:
    _cup, _match, said = played(club, dispute_hours=0)
    assert refusal(disputes.contest, **said) == "no_disputes"


def test_a_result_can_be_contested_after_the_end_and_the_winner_follows(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 100)
    advance.advance(cup.pk)
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == ("finished", match.entries[0])
    disputes.contest(match_id=match.pk, user=match.entries[1].players.first().user, text="No.")
    assert [each.match for each in dashboard_of(club.organizer).decisions] == [match]
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Yes.")
    cup.refresh_from_db()
    assert cup.winner == match.entries[1]
