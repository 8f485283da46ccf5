"""Points that the organizer deducts."""

from decimal import Decimal
from typing import Any

import pytest

from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.singles import begun, finish
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions import penalties
from tournaments.events.models import Penalty, Stage
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.ranking import standings_of, standings_of_stage

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code, str(refused.value)


def table(cup: Any) -> list[tuple[str, Decimal, Decimal]]:
    return [(row.name, row.points, row.penalty) for row in standings_of(cup)]


def late(club: Any, cup: Any, name: str, points: Any = "1") -> dict[str, Any]:
    entry = cup.entries.get(name=name)
    return {"entry_id": entry.pk, "points": points, "by": club.organizer, "reason": "Late twice."}


def after_a_round(club: Any, **shape: Any) -> Any:
    """A tournament of four after its first round."""
    cup = club.started(4, format="swiss", rounds=3, seeding="lot", **shape)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    return cup


@pytest.mark.slow
def test_points_are_taken_off_told_and_given_back(club: Any, client: Any) -> None:
    cup = after_a_round(club)
    before = table(cup)
    first, second, *_rest = (name for name, _points, _off in before)
    points = before[0][1]
    assert before[1][1] == points > 0
    made = penalties.penalize(**late(club, cup, first, "0.50"))
    after = table(cup)
    assert after[:2] == [(second, points, 0), (first, points - Decimal("0.5"), Decimal("0.5"))]
    entry = cup.entries.get(name=first)
    reason = standings_of(cup).why_above(made.entry_id, cup.entries.get(name=second).pk)
    assert (reason.code, reason.above, reason.values) == (
        "points", second, (points, points - Decimal("0.5")),
    )  # fmt: skip
    told = Notice.objects.filter(kind="penalty").order_by("user_id")
    assert [each.user for each in told] == [place.user for place in entry.players.order_by("user")]
    said = notice_text("penalty", told[0].params)
    assert (said.title, said.text) == (
        "Cup: points deducted", "−0.5 in the standings. Reason: Late twice.",
    )  # fmt: skip
    page = squeezed(client.get(cup.get_absolute_url()))
    assert '<span class="num">−0.5</span>: Late twice.' in page

    back = {"penalty_id": made.pk, "by": club.organizer}
    penalties.undo(**back)
    assert table(cup) == before
    assert refusal(penalties.undo, **back)[0] == "already_undone"
    made.refresh_from_db()
    assert made.undone_at is not None
    assert "Late twice." not in client.get(cup.get_absolute_url()).content.decode()
    log = AuditEntry.objects.filter(verb__startswith="tournament.penal").order_by("pk")
    assert [(each.verb, each.actor, each.reason, each.data) for each in log] == [
        (
            "tournament.penalized",
            club.organizer,
            "Late twice.",
            {"name": first, "points": "0.5", "penalty": made.pk},
        ),
        ("tournament.penalty_undone", club.organizer, "", {"name": first, "points": "0.5"}),
    ]


def test_impossible_penalties_are_refused(club: Any) -> None:
    cup = club.with_entries(4, format="swiss", rounds=3)
    said = late(club, cup, "a1 & b1")
    assert refusal(penalties.penalize, **said)[0] == "not_under_way"
    club.hands.forward(3601)
    advance.advance(cup.pk)
    player = club.player("a1")
    other = club.open(name="Other")
    outside = club.enter_pair(other, "x", "y")
    for change, code in (
        ({"by": player}, "not_arbiter"),
        ({"reason": "  "}, "reason_missing"),
        ({"entry_id": 0}, "unknown_entry"),
        ({"entry_id": outside.pk}, "not_under_way"),
        ({"points": "0"}, "points_unclear"),
        ({"points": "-1"}, "points_unclear"),
        ({"points": "0.005"}, "points_unclear"),
        ({"points": "1000.01"}, "points_unclear"),
        ({"points": "NaN"}, "points_unclear"),
        ({"points": "two"}, "points_unclear"),
    ):
        assert refusal(penalties.penalize, **said | change)[0] == code
    assert not Penalty.objects.exists()
    made = penalties.penalize(**said)
    assert refusal(penalties.undo, penalty_id=made.pk, by=player)[0] == "not_arbiter"
    assert refusal(penalties.undo, penalty_id=0, by=club.organizer)[0] == "unknown_entry"


def test_a_knock_out_has_no_points(club: Any) -> None:
    cup = club.started(4, format="knock_out")
    assert not penalties.penalizable(cup)
    assert refusal(penalties.penalize, **late(club, cup, "a1 & b1")) == (
        "no_points",
        "A knock-out has no points to deduct. Decide the match instead, or remove the entry, which then forfeits its matches.",
    )


@pytest.mark.slow
def test_the_next_draw_goes_by_what_results_gave(club: Any) -> None:
    """Even with points far below zero, winners still meet winners."""
    cup = club.started(4, format="swiss", rounds=3)
    first, second = club.in_play(cup)
    club.finish(first, 500, 300)
    penalties.penalize(**late(club, cup, first.entries[0].name, "12.25"))
    assert table(cup)[-1][0] == first.entries[0].name
    club.finish(second, 500, 300)
    winners = {first.entries[0], second.entries[0]}
    assert winners in [{match.entries[0], match.entries[1]} for match in club.in_play(cup)]


def test_a_person_of_a_rotation_loses_points_alone(club: Any) -> None:
    cup = begun(club, 4, format="rotation", rounds=3)
    (match,) = club.in_play(cup)
    finish(match, 500, 300)
    before = {name: points for name, points, _off in table(cup)}
    entry = match.seated[0]
    penalties.penalize(**late(club, cup, entry.name, 2))
    after = {name: points for name, points, _off in table(cup)}
    assert after == before | {entry.name: before[entry.name] - 2}


@pytest.mark.slow
def test_it_counts_in_the_stage_that_was_under_way(club: Any) -> None:
    cup = after_a_round(club)
    name = table(cup)[0][0]
    penalties.penalize(**late(club, cup, name))
    stage = Stage.objects.get(tournament=cup)
    assert Penalty.objects.get().stage == stage
    rows = tournament_view(cup, club.organizer).standings
    assert {
        each.entry.name: [(one.amount, one.reason) for one in each.penalties] for each in rows
    } == {row.name: [(1, "Late twice.")] if row.name == name else [] for row in standings_of(cup)}
    assert sum(row.penalty for row in standings_of_stage(stage)) == 1
    # What the round was drawn by is shown as it was then.
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    then = tournament_view(cup, club.organizer).rounds[0].standings_then()
    assert {row.penalty for row in then} == {0}


@pytest.mark.slow
def test_the_second_stage_begins_without_it(club: Any) -> None:
    cup = club.started(
        4,
        stages=(StagePlan("round_robin", advance=2), StagePlan("round_robin")),
        min_entries=4,
        max_entries=4,
    )
    best = cup.entries.get(seed_no=1)
    penalties.penalize(**late(club, cup, best.name, 3))
    club.play_all(cup)
    first, second = cup.stages.order_by("index")
    # Three wins less 3 points are 3 points: fewer than two wins, more than one.
    assert [(row.name == best.name, row.points) for row in standings_of_stage(first)] == [
        (False, 4), (True, 3), (False, 2), (False, 0),
    ]  # fmt: skip
    assert [(row.points, row.penalty) for row in standings_of_stage(second)] == [(2, 0), (0, 0)]


def test_a_penalty_submitted_twice_is_deducted_once(club: Any) -> None:
    cup = club.started(2)
    entry = cup.entries.get(seed_no=1)
    said = {"entry_id": entry.pk, "points": "1.5", "by": club.organizer, "reason": "Late"}
    made = penalties.penalize(**said)
    with pytest.raises(Refused) as refused:
        penalties.penalize(**said | {"points": "1.50"})
    assert refused.value.code == "taken_already"
    penalties.penalize(**said | {"reason": "Late again"})
    club.hands.forward(61)
    penalties.penalize(**said)
    assert [one.points for one in penalties.held_in(cup)] == [Decimal("1.5")] * 3
    penalties.undo(penalty_id=made.pk, by=club.organizer)
