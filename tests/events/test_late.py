"""Late entries, and leaving in the midst."""

from typing import Any

import pytest

from spades_site.common.errors import Refused
from tests.events.rows import results_of
from tournaments.events import entering, running
from tournaments.events.models import Single
from tournaments.events.ranking import standings_of
from tournaments.events.selectors import tournament_view

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code, str(refused.value)


def play_round(club: Any, cup: Any) -> None:
    for match in club.in_play(cup):
        a_wins = match.entry_a.seed_no < match.entry_b.seed_no
        club.finish(match, *((500, 300) if a_wins else (300, 500)))
    running.advance(cup.pk)


def test_a_late_entry_plays_from_the_next_round_on(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, late_until_round=2)
    zoe = club.player("zoe")
    mine = tournament_view(cup, zoe).mine
    assert (sorted(mine.may), mine.joins_round) == (["enter_alone", "enter_with_partner"], 2)
    entry = club.enter_pair(cup, "zoe", "yan")
    assert (entry.seed_no, entry.joined_round, entry.status) == (5, 2, "checked_in")
    assert len(club.in_play(cup)) == 2
    play_round(club, cup)
    second = [row for row in results_of(cup) if row[0] == 2]
    assert sorted(name for row in second for name in row[1:3] if name) == [
        "a1 & b1", "a2 & b2", "a3 & b3", "a4 & b4", "zoe & yan",
    ]  # fmt: skip
    assert refusal(entering.enter, tournament_id=cup.pk, user=club.player("xia"), alone=True) == (
        "too_late", "One could join until round 2, and that has been drawn.",
    )  # fmt: skip
    while club.in_play(cup):
        play_round(club, cup)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == ("finished", 3)
    late = next(row for row in standings_of(cup) if row.key == entry.pk)
    assert late.played + late.byes == 2


def test_two_who_come_late_and_alone_become_partners(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, late_until_round=2)
    first = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    assert first.status == Single.Status.WAITING
    entering.enter(tournament_id=cup.pk, user=club.player("yan"), alone=True)
    first.refresh_from_db()
    assert (first.status, first.entry.name, first.entry.seed_no) == ("teamed", "zoe & yan", 5)


def test_who_finds_no_partner_in_time_is_left_over(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, late_until_round=2)
    alone = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("yan"), partner=club.player("xia").username
    )
    play_round(club, cup)
    alone.refresh_from_db()
    asked.refresh_from_db()
    assert (alone.status, asked.status, asked.seed_no) == ("left_over", "declined", None)


def test_who_asked_late_may_leave_again(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, late_until_round=2)
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("yan"), partner=club.player("xia").username
    )
    entering.withdraw(tournament_id=cup.pk, user=club.player("yan"))
    asked.refresh_from_db()
    assert (asked.status, asked.players.get().active) == ("withdrawn", False)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"format": "knock_out"},
            "The bracket is drawn for those who were there at the start."
            " Ask the organizer to put you in as a substitute, or enter the next tournament.",
        ),
        (
            {"format": "round_robin"},
            "All its rounds are drawn, and a newcomer would lack matches that the others have."
            " Ask the organizer to put you in as a substitute, or enter the next tournament.",
        ),
        (
            {"format": "swiss"},
            "The tournament has started, and its organizer takes no late entries.",
        ),
    ],
)
def test_other_formats_say_why_not(club: Any, fields: dict[str, str], sentence: str) -> None:
    cup = club.started(4, **fields)
    zoe = club.player("zoe")
    said = refusal(entering.enter, tournament_id=cup.pk, user=zoe, alone=True)
    assert said == ("too_late", sentence)
    assert tournament_view(cup, zoe).mine.why_not_enter == sentence


@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knock_out", "double_knock_out"])
def test_who_leaves_in_the_midst_forfeits_or_is_not_paired(club: Any, format_: str) -> None:
    cup = club.started(4, format=format_)
    gone = club.in_play(cup)[0].entry_a
    entering.withdraw(tournament_id=cup.pk, user=gone.players.first().user)
    while club.in_play(cup):
        play_round(club, cup)
    cup.refresh_from_db()
    assert cup.status == "finished"
    later = [row for row in results_of(cup) if row[0] > 1 and gone.name in row[1:3]]
    if format_ == "swiss":
        assert later == []
        return
    for _round, a, _b, (kind, winner, _x, _y) in later:
        assert (kind, winner) == ("forfeit", "b" if a == gone.name else "a")
