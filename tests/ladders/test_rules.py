"""Rules that keep a ladder alive: defending, matches a day, days without a match, and a newcomer's first challenge."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.ladders.conftest import LadderClub
from tournaments.ladders import challenges, entering, making, playing, steps
from tournaments.ladders.making import LadderProposal, proposal_of
from tournaments.ladders.models import Challenge, Ladder

pytestmark = pytest.mark.django_db


def _refused(code: str, call: Any) -> None:
    with pytest.raises(Refused) as refusal:
        call()
    assert refusal.value.code == code


def _days(at: Any) -> float:
    return round((at - now()) / timedelta(days=1), 2)


def test_a_top_rung_is_defended_against_the_next_below(club: LadderClub) -> None:
    ladder = club.ladder(6, top=3, answer_days=5, play_days=9)
    made = club.challenge(ladder, 4, 3)
    assert (made.is_defence, _days(made.due_at)) == (True, 3)
    club.later(days=1)
    taken = challenges.answer(challenge_id=made.pk, by=club.people["p3"], accept=True)
    assert _days(taken.play_by) == 2
    # Not the next below, or not on the top rungs: as usual.
    for one, other in ((3, 1), (6, 5)):
        usual = club.challenge(ladder, one, other)
        assert (usual.is_defence, _days(usual.due_at)) == (False, 5)
    club.later(days=2.1)
    playing.advance_due()
    assert Challenge.objects.get(pk=made.pk).status == "unplayed"
    assert club.entry(ladder, 3).failures == 1
    assert steps.differences(ladder) == []


def test_the_next_below_may_challenge_again_every_three_days(club: LadderClub) -> None:
    ladder = club.ladder(4, top=2)
    club.play(ladder, 3, 2, won=False)
    _refused("same_opponent", lambda: club.challenge(ladder, 3, 2))
    club.play(ladder, 4, 3, won=False)
    club.later(days=3.1)
    assert club.challenge(ladder, 3, 2).is_defence
    _refused("same_opponent", lambda: club.challenge(ladder, 4, 3))


def test_matches_a_day_between_the_same_two(club: LadderClub) -> None:
    ladder = club.ladder(3, repeats=True, per_day=2)
    club.play(ladder, 2, 1)
    club.play(ladder, 1, 2)
    assert club.order(ladder) == "1 2 3"
    _refused("too_many_today", lambda: club.challenge(ladder, 2, 1))
    club.play(ladder, 3, 1)
    club.later(days=1)
    assert club.order(ladder) == "1 3 2"
    assert club.challenge(ladder, 2, 1).status == "open"


def test_days_without_a_match_lead_to_a_warning_a_drop_and_off(club: LadderClub) -> None:
    ladder = club.ladder(5, idle_warn=5, idle_drop=8, idle_off=12, drop=2)

    def passed(days: float) -> tuple[str, list[str]]:
        club.later(days=days)
        playing.advance_due()
        news = Notice.objects.filter(user=club.people["p2"], params__ladder_news__startswith="idle")
        return club.order(ladder), [one.params["ladder_news"] for one in news.order_by("pk")]

    club.later(days=3)
    club.play(ladder, 5, 1)
    club.play(ladder, 4, 3)
    assert club.order(ladder) == "1 2 5 4 3"
    assert passed(3) == ("1 2 5 4 3", ["idle_warned"])
    assert passed(3) == ("1 5 4 2 3", ["idle_warned", "idle_dropped"])
    # Who plays begins anew; nobody is taken off in the days of a challenge.
    made = club.challenge(ladder, 2, 5)
    assert passed(2.5)[0].count("2") == 1
    challenges.answer(challenge_id=made.pk, by=club.people["p5"], accept=False)
    order, news = passed(2)
    assert news == ["idle_warned", "idle_dropped", "idle_off"]
    assert "2" not in order
    step = ladder.steps.get(kind="leave", entry__name="p2")
    assert (step.idle, step.by) == (12, None)
    club.enter(ladder, 2)
    assert club.order(ladder) == f"{order} 2"
    assert steps.differences(ladder) == []


def test_a_frozen_ladders_days_stand_still(club: LadderClub) -> None:
    ladder = club.ladder(2, idle_warn=0, idle_drop=0, idle_off=10)
    club.later(days=4)
    making.freeze(ladder_id=ladder.pk, by=club.organizer, reason="Holidays")
    club.later(days=30)
    playing.advance_due()
    making.resume(ladder_id=ladder.pk, by=club.organizer)
    club.later(days=5)
    playing.advance_due()
    assert club.order(ladder) == "1 2"
    # Changed settings take nobody off within a day.
    given = proposal_of(ladder)
    values = {name: getattr(given, name) for name in given.__dataclass_fields__}
    changed = LadderProposal(**values | {"idle_off": 3})
    making.edit_ladder(ladder_id=ladder.pk, by=club.organizer, proposal=changed)
    playing.advance_due()
    assert club.order(ladder) == "1 2"
    club.later(days=1.1)
    playing.advance_due()
    assert club.order(ladder) == ""
    wrong = LadderProposal(**values | {"idle_drop": 10, "idle_off": 10})
    _refused(
        "not_valid",
        lambda: making.edit_ladder(ladder_id=ladder.pk, by=club.organizer, proposal=wrong),
    )


def test_a_newcomer_names_a_rung_and_takes_it_by_winning(club: LadderClub) -> None:
    ladder = club.ladder(12, top=0, newcomer_rung=3)
    _refused("out_of_reach", lambda: club.challenge(ladder, 12, 2))
    made = club.play(ladder, 12, 3)
    assert (made.is_opening, club.order(ladder)) == (True, "1 2 12 3 4 5 6 7 8 9 10 11")
    club.play(ladder, 11, 5, won=False)
    # From then on as everybody, also after leaving and joining again.
    _refused("out_of_reach", lambda: club.challenge(ladder, 11, 3))
    entering.leave(entry_id=club.entry(ladder, 11).pk, by=club.people["p11"])
    club.enter(ladder, 11)
    _refused("out_of_reach", lambda: club.challenge(ladder, 11, 3))
    assert steps.differences(Ladder.objects.get(pk=ladder.pk)) == []


def test_a_newcomers_challenge_above_the_named_rung_is_as_everybodys(club: LadderClub) -> None:
    ladder = club.ladder(5, top=10, newcomer_rung=3)
    made = club.play(ladder, 5, 1)
    assert (made.is_opening, club.order(ladder)) == (False, "1 2 5 3 4")


def test_a_newcomer_enters_no_higher_than_the_named_rung_if_the_other_climbed_meanwhile(
    club: LadderClub,
) -> None:
    ladder = club.ladder(12, top=0, newcomer_rung=5)
    made = club.accepted(ladder, 12, 5)
    club.play(ladder, 5, 3)
    assert club.order(ladder) == "1 2 3 5 4 6 7 8 9 10 11 12"
    for number in (12, 5):
        made = challenges.play_now(challenge_id=made.pk, by=club.speaker(ladder, number))
    club.come(made)
    club.finish(made, 500, 300)
    assert club.order(ladder) == "1 2 3 5 4 6 7 12 8 9 10 11"
    assert steps.differences(Ladder.objects.get(pk=ladder.pk)) == []


def test_a_frozen_ladder_gives_a_defence_its_time_back(club: LadderClub) -> None:
    ladder = club.ladder(2, answer_days=2, defend_days=3)
    made = club.challenge(ladder, 2, 1)
    club.later(days=1)
    making.freeze(ladder_id=ladder.pk, by=club.organizer, reason="Holidays")
    club.later(days=10)
    making.resume(ladder_id=ladder.pk, by=club.organizer)
    taken = challenges.answer(challenge_id=made.pk, by=club.people["p1"], accept=True)
    assert _days(taken.play_by) == 2
