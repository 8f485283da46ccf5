"""Late entries, and withdrawals during a tournament."""

from typing import Any

import pytest

from games import engine
from spades_site.common.errors import Refused
from tests.events.rows import results_of
from tests.events.singles import begun, play_whole
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.actions.draws import drafts
from tournaments.events.models import Single
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.ranking import standings_of
from tournaments.events.setup.proposal import NotValid

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code, str(refused.value)


def play_round(club: Any, cup: Any) -> None:
    for match in club.in_play(cup):
        a_wins = match.entries[0].seed_no < match.entries[1].seed_no
        club.finish(match, *((500, 300) if a_wins else (300, 500)))
    advance.advance(cup.pk)


@pytest.mark.slow
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
        "too_late", "Late entries were possible until round 2, which has been drawn." + ASK,
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


def test_a_late_player_without_a_partner_is_left_over(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, late_until_round=2)
    alone = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("yan"), partner=club.player("xia").username
    )
    play_round(club, cup)
    alone.refresh_from_db()
    asked.refresh_from_db()
    assert (alone.status, asked.status, asked.seed_no) == ("left_over", "declined", None)


def test_a_late_entry_may_be_withdrawn(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, late_until_round=2)
    asked = entering.enter(
        tournament_id=cup.pk, user=club.player("yan"), partner=club.player("xia").username
    )
    entering.withdraw(tournament_id=cup.pk, user=club.player("yan"))
    asked.refresh_from_db()
    assert (asked.status, asked.players.get().active) == ("withdrawn", False)


ASK = " Ask the organizer to put you in as a substitute, or enter the next tournament."


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("entries", "fields", "sentence"),
    [
        (
            4,
            {"format": "knock_out", "late_until_round": 1},
            "The bracket is full: there is no bye that a late entry could replace.",
        ),
        (
            4,
            {"format": "round_robin", "late_until_round": 1},
            "Everybody has an opponent in every round, so a late entry would have none.",
        ),
        (
            7,
            {
                "stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), "late_until_round": 1,
                "min_entries": 7, "max_entries": 8,
            },
            "",
        ),
        (
            8,
            {
                "stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), "late_until_round": 1,
                "min_entries": 7, "max_entries": 9,
            },
            "Everybody has an opponent in every round, so a late entry would have none.",
        ),
        (
            4,
            {"format": "swiss"},
            "The tournament has started, and its organizer accepts no late entries.",
        ),
        (
            4,
            {"format": "knock_out"},
            "The tournament has started, and its organizer accepts no late entries.",
        ),
    ],
)  # fmt: skip
def test_entering_too_late_is_refused_with_a_reason_and_a_remedy(
    club: Any, entries: int, fields: dict[str, Any], sentence: str
) -> None:
    cup = club.started(entries, **fields)
    zoe = club.player("zoe")
    if not sentence:
        assert tournament_view(cup, zoe).mine.joins_round == 1
        return
    said = refusal(entering.enter, tournament_id=cup.pk, user=zoe, alone=True)
    assert said == ("too_late", sentence + ASK)
    assert tournament_view(cup, zoe).mine.why_not_enter == sentence + ASK


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["knock_out", "double_knock_out"])
def test_a_newcomer_takes_the_place_of_a_bye_in_a_bracket(club: Any, format_: str) -> None:
    cup = club.started(5, format=format_, late_until_round=1, dispute_hours=0)
    (only,) = club.in_play(cup)
    late = club.enter_pair(cup, "zoe", "yan")
    assert (late.seed_no, late.joined_round) == (6, 1)
    club.finish(only, 500, 100)
    (fresh,) = club.in_play(cup)
    # Seed 3 had the bye that goes with the sixth place.
    assert {fresh.entries[0].seed_no, fresh.entries[1].seed_no} == {3, 6}
    assert (fresh.slot, cup.rounds.count()) == ("W1.3", 1)
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == ("finished", 1)
    assert cup.rounds.count() in (cup.rounds_planned, cup.rounds_planned + 1)


def test_one_can_join_a_bracket_only_while_its_first_round_is_played(club: Any) -> None:
    cup = club.started(5, format="knock_out", late_until_round=1)
    play_round(club, cup)
    said = refusal(entering.enter, tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    assert said == (
        "too_late",
        "In this format late entries can only replace a bye during the first round, and it is over."
        + ASK,
    )


@pytest.mark.slow
@pytest.mark.parametrize("double", [False, True])
def test_a_newcomer_takes_the_place_of_the_byes_in_a_round_robin(club: Any, double: bool) -> None:
    cup = club.started(5, format="round_robin", double=double, late_until_round=1)
    club.enter_pair(cup, "zoe", "yan")
    bye = cup.rounds.get(number=1).matches.get(results__kind="bye")
    # The bye stays as the first version of what is played now.
    assert (len(bye.entries), bye.status, bye.results.get().current) == (
        2, "playing", False,
    )  # fmt: skip
    assert len(club.in_play(cup)) == 3
    played = club.play_all(cup)
    assert played == (30 if double else 15)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == ("finished", 10 if double else 5)
    assert [(row.played, row.byes) for row in standings_of(cup)] == [(10 if double else 5, 0)] * 6


@pytest.mark.slow
def test_a_newcomer_joins_the_group_that_has_a_bye(club: Any) -> None:
    cup = club.started(
        7, stages=(StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), late_until_round=1, min_entries=7,
        max_entries=8,
    )  # fmt: skip
    club.enter_pair(cup, "zoe", "yan")
    assert club.play_all(cup) == 12 + 3
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == ("finished", 1)


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["knock_out", "round_robin"])
def test_while_the_draw_is_a_draft_it_is_drawn_anew_with_the_newcomer(
    club: Any, format_: str
) -> None:
    cup = club.started(4, format=format_, late_until_round=1, confirm_draws=True)
    entry = club.enter_pair(cup, "zoe", "yan")
    draft = drafts.draft_of(cup)
    names = {one.name for match in draft.matches.all() for one in match.entries if one is not None}
    assert (entry.name in names, draft.number, entry.joined_round) == (True, 1, 1)
    drafts.confirm(round_id=draft.pk, by=club.organizer)
    assert len(club.in_play(cup)) == {"knock_out": 1, "round_robin": 2}[format_]
    while (waits := drafts.draft_of(cup)) or club.in_play(cup):
        if waits:
            drafts.confirm(round_id=waits.pk, by=club.organizer)
        play_round(club, cup)
    cup.refresh_from_db()
    assert cup.status == "finished"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format_", "rules"), [("rotation", "cardgames_io"), ("solo", "bicycle_4")]
)
def test_single_players_join_from_the_next_round(club: Any, format_: str, rules: str) -> None:
    cup = begun(
        club, 4, format=format_, rules=engine.preset(rules), rounds=3, late_until_round=2,
        min_entries=4,
    )  # fmt: skip
    cup.max_entries = 8
    cup.save()
    zoe = club.player("zoe")
    assert tournament_view(cup, zoe).mine.joins_round == 2
    entry = entering.enter(tournament_id=cup.pk, user=zoe, alone=True)
    assert (entry.seed_no, entry.joined_round, entry.status) == (5, 2, "checked_in")
    assert play_whole(club, cup) == 3
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == ("finished", 3)
    row = next(row for row in standings_of(cup) if row.key == entry.pk)
    assert row.played + row.byes == 2
    assert refusal(entering.enter, tournament_id=cup.pk, user=club.player("yan"), alone=True)[
        0
    ] == ("not_open")


def test_one_of_two_players_joins_a_heads_up_swiss_late(club: Any) -> None:
    cup = begun(
        club, 4, format="swiss", rules=engine.preset("bicycle_2"), rounds=3, late_until_round=2,
    )  # fmt: skip
    cup.max_entries = 8
    cup.save()
    entry = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    assert (entry.seed_no, entry.joined_round) == (5, 2)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"format": "round_robin", "late_until_round": 2},
            "In this format late entries can only replace a bye during round 1. Enter 1 or 0, or choose a Swiss, a rotation or solo tables.",
        ),
        (
            {
                "format": "knock_out", "late_until_round": 1, "comparison": "matchpoints",
                "match_hands": 4,
            },
            "In this format a late entry would join a round in progress, and its deals are the same at all tables. Enter 0, or choose a Swiss, a rotation or solo tables.",
        ),
    ],
)  # fmt: skip
def test_late_entries_that_a_format_cannot_take(
    club: Any, fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(**fields)
    assert refused.value.errors == {"late_until_round": [sentence]}


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knock_out", "double_knock_out"])
def test_withdrawing_under_way_forfeits_or_ends_the_pairings(club: Any, format_: str) -> None:
    cup = club.started(4, format=format_)
    gone = club.in_play(cup)[0].entries[0]
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
        assert (kind, winner) == ("forfeit", 1 if a == gone.name else 0)
