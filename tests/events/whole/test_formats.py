"""Swiss and knock-outs from their draw to their winner, for every small number of entries."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.ratings.models import RatedResult
from games.tables.models import Table
from games.tables.server.autoplay import play_out
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.rows import results_of, rows_of
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.models import Match, MatchTable, Result, Round, Status, Tournament
from tournaments.events.scoring.brackets import progress_of
from tournaments.events.scoring.ranking import standings_of
from tournaments.formats import swiss

SIZES = [
    *(2, 3, 4, 5),
    *(pytest.param(number, marks=pytest.mark.long) for number in (6, 7, 8, 9)),
]
pytestmark = pytest.mark.django_db


def met(tournament: Tournament) -> list[tuple[int, frozenset[int]]]:
    """Return who met whom by seed, round by round, byes left out."""
    return [
        (match.round.number, frozenset({match.entries[0].seed_no, match.entries[1].seed_no}))
        for match in tournament.matches.filter(sides__index=1)
        .select_related("round")
        .order_by("round__number", "number")
    ]


def seeds(match: Match) -> tuple[int, int]:
    """Return the two seeds of a match."""
    return match.entries[0].seed_no, match.entries[1].seed_no


def wins(club: Any, match: Match, seed: int) -> None:
    """End a match's table with a win of the entry of that seed."""
    club.finish(match, *((500, 300) if match.entries[0].seed_no == seed else (300, 500)))


def of_seeds(club: Any, cup: Tournament, one: int, other: int) -> Match:
    """Return the match in play of two seeds."""
    return next(match for match in club.in_play(cup) if set(seeds(match)) == {one, other})


def places(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Return seed, first and last place of everybody whose place is known."""
    return [(place.entry + 1, place.first, place.last) for place in progress_of(tournament).places]


# ---------------------------------------------------------------------------------------------------- Swiss
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "rounds"),
    [
        *((2, 1), (3, 2), (4, 2), (5, 3)),
        *(pytest.param(*each, marks=pytest.mark.long) for each in ((6, 3), (7, 3), (8, 3), (9, 4))),
    ],
)
def test_a_swiss_pairs_round_by_round_without_rematches(
    club: Any, number: int, rounds: int
) -> None:
    cup = club.started(number, format="swiss")
    assert (cup.rounds.count(), cup.rounds_planned) == (1, rounds)
    assert club.play_all(cup) == rounds * (number // 2)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.next_due_at) == (Status.FINISHED, 1, None)
    pairs = [pair for _, pair in met(cup)]
    assert len(pairs) == len(set(pairs)) == rounds * (number // 2)
    byes = [row[1] for row in results_of(cup) if row[2] is None]
    assert len(byes) == len(set(byes)) == (rounds if number % 2 else 0)
    first = standings_of(cup)[0]
    assert (first.points, first.byes) == (2 * rounds, 0)


@pytest.mark.slow
def test_a_swiss_draw_knows_who_floated_in_the_round_before(
    club: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[tuple[str, int, int]]] = []
    pair = swiss.pair

    def noted(entrants: Any, *args: Any, **options: Any) -> Any:
        asked.append([(each.name, each.score, each.floated) for each in entrants])
        return pair(entrants, *args, **options)

    monkeypatch.setattr(swiss, "pair", noted)
    cup = club.started(6, format="swiss", rounds=4)
    # Three win, so one of them meets a loser in round 2; who wins there decides nothing about who floated.
    for _ in range(2):
        for match in club.in_play(cup):
            wins(club, match, min(seeds(match)))
    assert [{floated for _, _, floated in each} for each in asked[:2]] == [{0}, {0}]
    before = {name: score for name, score, _ in asked[1]}
    met = {
        (match.entries[0].name, match.entries[1].name)
        for match in cup.matches.filter(round__number=2)
    }
    expected = {
        one: (before[one] > before[other]) - (before[one] < before[other])
        for a, b in met
        for one, other in ((a, b), (b, a))
    }
    assert {name: floated for name, _, floated in asked[2]} == expected
    assert sorted(expected.values()) == [-1, 0, 0, 0, 0, 1]


@pytest.mark.slow
def test_swiss_winners_meet_winners(club: Any) -> None:
    cup = club.started(8, format="swiss", rounds=3)
    for match in club.in_play(cup):
        wins(club, match, min(seeds(match)))
    by_round = {number: {pair for at, pair in met(cup) if at == number} for number in (1, 2)}
    assert by_round[1] == {frozenset({seed, seed + 4}) for seed in (1, 2, 3, 4)}
    assert by_round[2] == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))}


@pytest.mark.slow
def test_more_swiss_rounds_than_opponents_are_cut_and_told(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=5, max_entries=16)
    first = cup.rounds.get()
    assert (cup.rounds_planned, first.flags) == (
        3,
        [
            "5 rounds were planned. With 4 entries everybody has met everybody after 3, so only 3 are played."
        ],
    )
    assert club.play_all(cup) == 6


@pytest.mark.slow
def test_what_a_swiss_draw_had_to_give_up_stays_with_the_round(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3)
    assert cup.rounds.get().flags == [
        "With 4 entries only 2 rounds are sure to need no rematch; 3 may need one. Plan fewer, or a round robin of 3 rounds."
    ]
    for one, other, winner in ((1, 3, 3), (2, 4, 2)):
        wins(club, of_seeds(club, cup, one, other), winner)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    last = cup.rounds.get(number=3)
    assert any("no closer opponent was left" in sentence for sentence in last.flags)


@pytest.mark.slow
def test_entries_withdrawn_from_a_swiss_are_not_paired_again(club: Any) -> None:
    cup = club.started(6, format="swiss", rounds=3)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a6"))
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    drawn = cup.matches.filter(round__number=2)
    names = [str(each) for match in drawn for each in match.entries]
    assert sorted(names) == ["a1 & b1", "a2 & b2", "a3 & b3", "a4 & b4", "a5 & b5"]
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 3)


def test_a_swiss_ends_when_fewer_than_two_are_left(club: Any) -> None:
    cup = club.started(3, format="swiss", rounds=3)
    (match,) = club.in_play(cup)
    for entry in match.entries:
        entering.withdraw(tournament_id=cup.pk, user=entry.players.first().user)
    club.finish(match, 500, 300)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 1)


def test_a_forfeit_in_a_swiss_leaves_the_two_free_to_meet(club: Any) -> None:
    cup = club.started(2, format="swiss", rounds=1)
    (match,) = club.in_play(cup)
    decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="Never came")
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, match.entries[0])


@pytest.mark.slow
def test_a_swiss_result_is_corrected_after_the_next_round_is_drawn(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    first, second = club.in_play(cup)
    for match in (first, second):
        club.finish(match, 500, 300)
    before = met(cup)
    decide_match(match_id=first.pk, by=club.organizer, winner=1, reason="Signals")
    assert met(cup) == before
    points = {row.key: row.points for row in standings_of(cup)}
    assert (points[first.entries[0].pk], points[first.entries[1].pk]) == (0, 2)


# -------------------------------------------------------------------------------------------- knock-outs
@pytest.mark.sweep(1)
@pytest.mark.parametrize("number", SIZES)
def test_a_knock_out_is_won_by_who_never_loses(club: Any, number: int) -> None:
    cup = club.started(number, format="knock_out")
    assert club.play_all(cup) == number - 1
    cup.refresh_from_db()
    rounds = (number - 1).bit_length()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)
    assert (cup.rounds.count(), cup.rounds_planned) == (rounds, rounds)
    assert places(cup)[:2] == [(1, 1, 1), (2, 2, 2)]
    assert not cup.matches.exclude(sides__index=1).exists()
    assert sorted(place[0] for place in places(cup)) == list(range(1, number + 1))


def test_a_knock_out_plays_a_round_at_a_time_though_byes_leave_more_ready(club: Any) -> None:
    cup = club.started(5, format="knock_out")
    assert [seeds(match) for match in club.in_play(cup)] in ([(4, 5)], [(5, 4)])
    club.play_all(cup)
    assert [(number, sorted(pair)) for number, pair in met(cup)] == [
        (1, [4, 5]),
        (2, [1, 4]),
        (2, [2, 3]),
        (3, [1, 2]),
    ]


@pytest.mark.slow
def test_the_third_place_is_played_for_beside_the_final(club: Any) -> None:
    cup = club.started(4, format="knock_out", third_place=True)
    assert club.play_all(cup) == 4
    assert (cup.rounds.count(), places(cup)) == (2, [(seed, seed, seed) for seed in range(1, 5)])


@pytest.mark.slow
def test_too_few_for_a_third_place_do_without_and_are_told(club: Any) -> None:
    cup = club.started(3, format="knock_out", third_place=True)
    assert cup.rounds.get().flags == ["There is no third-place match: it needs 4 entries."]
    assert club.play_all(cup) == 2
    assert places(cup) == [(1, 1, 1), (2, 2, 2), (3, 3, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("number", SIZES)
def test_a_double_elimination_gives_everybody_a_second_chance(club: Any, number: int) -> None:
    cup = club.started(number, format="double_knock_out")
    assert club.play_all(cup) == 2 * number - 2
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)
    assert (cup.rounds.count(), places(cup)[:2]) == (cup.rounds_planned, [(1, 1, 1), (2, 2, 2)])


def test_a_second_final_is_played_when_the_first_brings_the_first_defeat(club: Any) -> None:
    cup = club.started(2, format="double_knock_out")
    for winner in (1, 2, 2):
        assert cup.rounds_planned == 2
        wins(club, of_seeds(club, cup, 1, 2), winner)
    cup.refresh_from_db()
    assert (cup.rounds.count(), cup.winner.seed_no) == (3, 2)
    assert list(cup.matches.order_by("round__number").values_list("slot", flat=True)) == [
        "W1.1",
        "F1.1",
        "F2.1",
    ]


@pytest.mark.slow
def test_withdrawing_from_a_double_elimination_forfeits_the_losers_bracket_too(club: Any) -> None:
    cup = club.started(4, format="double_knock_out")
    entering.withdraw(tournament_id=cup.pk, user=club.player("b1"))
    gone = cup.entries.get(status="withdrawn")
    club.play_all(cup)
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED
    assert cup.winner != gone
    forfeits = Result.objects.filter(match__tournament=cup, kind="forfeit", current=True)
    lost = [r.match.entries[1] if r.winner == 0 else r.match.entries[0] for r in forfeits]
    assert lost == [gone] * len(lost) != []


def test_both_forfeit_and_the_next_goes_on_alone(club: Any) -> None:
    cup = club.started(4, format="knock_out")
    decide_match(
        match_id=of_seeds(club, cup, 1, 4).pk, by=club.organizer, winner=None, reason="Both away"
    )
    wins(club, of_seeds(club, cup, 2, 3), 3)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.rounds.count()) == (Status.FINISHED, 3, 1)


# ------------------------------------------------------------------------------------------------ level
@pytest.mark.slow
def test_a_level_knock_out_match_goes_on_with_one_more_hand(club: Any) -> None:
    cup = club.started(2, format="knock_out", match_hands=2)
    (match,) = club.in_play(cup)
    first = match.table_id
    club.finish(match, 250, 250)
    match.refresh_from_db()
    assert (match.status, match.results.count(), match.table_id != first) == ("playing", 0, True)
    rules = engine.RuleSet.from_dict(match.table.rules)
    assert (rules.max_hands, match.table.rated, match.table.status) == (1, False, "open")
    assert [
        (game.table_id, game.kind, *(score.points for score in game.scores.all()), game.hands)
        for game in match.table_rows.filter(over=True)
    ] == [(first, "game", 250, 250, 2)]
    club.finish(match, 40, 40)
    club.finish(match, 63, 51)
    cup.refresh_from_db()
    match.refresh_from_db()
    result = match.results.get()
    assert (result.winner, *result.points, result.hands) == (0, 353, 341, 6)
    assert [side.bags for side in result.sides] == [3, 1]
    assert result.reason == "Tied after the agreed hands; one more hand decided."
    assert (cup.status, cup.winner) == (Status.FINISHED, match.entries[0])
    assert [game.kind for game in MatchTable.objects.filter(match=match)] == [
        "game",
        "decider",
        "decider",
    ]


@pytest.mark.parametrize("length", [{"match_hands": 2}, {"match_target": 250}])
def test_the_hand_that_decides_is_played_at_a_table_like_any_other(
    club: Any, length: dict[str, int]
) -> None:
    cup = club.started(2, format="knock_out", **length)
    (match,) = club.in_play(cup)
    club.finish(match, 250, 250)
    totals = [250, 250]
    hands = 2
    while totals[0] == totals[1]:
        match.refresh_from_db()
        said = play_out(match.table_id).result
        outbox.deliver_due()
        totals = [total + more for total, more in zip(totals, said["totals"], strict=True)]
        hands += 1
    result = match.results.get()
    assert (*result.points, result.hands) == (*totals, hands)
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (
        Status.FINISHED,
        match.entries[0] if result.points[0] > result.points[1] else match.entries[1],
    )


def test_ratings_see_the_draw_alone_whatever_the_organizer_decides(club: Any) -> None:
    cup = club.started(2, format="knock_out")
    (match,) = club.in_play(cup)
    level = match.table_id
    club.finish(match, 250, 250)
    club.finish(match, 60, 50)

    def rated() -> list[tuple[int, bool]]:
        return [(each.table_id, each.is_void) for each in RatedResult.objects.order_by("pk")]

    assert rated() == [(level, False)]
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Signals")
    assert rated() == [(level, False)]
    decide_match(match_id=match.pk, by=club.organizer, verdict="played", reason="Appeal upheld")
    assert rated() == [(level, False)]
    current = match.results.get(current=True)
    assert (current.winner, *current.points) == (0, 310, 300)


def test_a_level_match_reported_again_opens_no_second_table(club: Any) -> None:
    cup = club.started(2, format="knock_out")
    (match,) = club.in_play(cup)
    level = match.table_id
    club.finish(match, 250, 250)
    before, tables = rows_of(cup), Table.objects.count()
    advance.on_table_finished({"table": level})
    advance.advance(cup.pk)
    advance.advance(cup.pk)
    assert (rows_of(cup), Table.objects.count()) == (before, tables)


def test_a_match_played_anew_forgets_that_it_was_level(club: Any) -> None:
    cup = club.started(4, format="knock_out")
    match = club.in_play(cup)[0]
    club.finish(match, 250, 250)
    replay_match(match_id=match.pk, by=club.organizer, reason="Wrong rules explained")
    club.finish(match, 500, 300)
    result = match.results.get()
    assert (*result.points, result.reason) == (500, 300, "")


def test_elsewhere_a_level_match_is_a_draw(club: Any) -> None:
    cup = club.started(2, format="swiss")
    (match,) = club.in_play(cup)
    club.finish(match, 250, 250)
    assert (match.results.get().winner, standings_of(cup)[0].points) == (None, 1)


# --------------------------------------------------------------------------------------------- advancing
@pytest.mark.slow
@pytest.mark.parametrize("format_", ["swiss", "knock_out", "double_knock_out"])
def test_the_same_rows_whether_advanced_once_often_or_late(club: Any, format_: str) -> None:
    cup = club.started(5, format=format_, pause_between_rounds=60)
    while club.in_play(cup):
        for match in club.in_play(cup):
            wins(club, match, min(seeds(match)))
        before = rows_of(cup)
        assert [advance.advance(cup.pk), advance.advance(cup.pk, now())] == [False, False]
        assert rows_of(cup) == before
        club.hands.forward(61)
        advance.advance_due()
        drawn = rows_of(cup)
        assert advance.advance(cup.pk, now() + timedelta(hours=1)) is False
        assert rows_of(cup) == drawn
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("format_", ["swiss", "knock_out", "double_knock_out"])
def test_the_next_round_is_drawn_at_once_and_waits_for_the_pause(club: Any, format_: str) -> None:
    cup = club.started(4, format=format_, pause_between_rounds=60)
    for match in club.in_play(cup):
        wins(club, match, min(seeds(match)))
    cup.refresh_from_db()
    drawn = cup.rounds.get(number=2)
    assert (drawn.status, drawn.starts_at) == (
        Round.Status.CONFIRMED,
        cup.rounds.get(number=1).finished_at + timedelta(seconds=60),
    )
    assert (cup.next_due_at, club.in_play(cup)) == (drawn.starts_at, [])


# ------------------------------------------------------------------------------------------- corrections
def refused(club: Any, cup: Tournament, match: Match, **said: Any) -> str:
    """Return the code with which a decision is refused, having seen that it changed nothing."""
    before = rows_of(cup)
    with pytest.raises(Refused) as refusal:
        decide_match(match_id=match.pk, by=club.organizer, reason="Why", **said)
    assert rows_of(cup) == before
    return refusal.value.code


@pytest.mark.slow
def test_after_the_next_draw_a_correction_must_keep_the_winner(club: Any) -> None:
    cup = club.started(4, format="knock_out")
    match, other = of_seeds(club, cup, 1, 4), of_seeds(club, cup, 2, 3)
    wins(club, match, 1)
    winner, loser = (0, 1) if match.entries[0].seed_no == 1 else (1, 0)
    decide_match(match_id=match.pk, by=club.organizer, winner=loser, reason="Signals")
    decide_match(match_id=match.pk, by=club.organizer, verdict="played", reason="Appeal upheld")
    wins(club, other, 2)
    assert cup.rounds.count() == 2
    assert refused(club, cup, match, winner=loser) == "next_round_drawn"
    assert refused(club, cup, match, winner=None) == "next_round_drawn"
    assert refused(club, cup, match, verdict="void") == "void_in_bracket"
    decide_match(match_id=match.pk, by=club.organizer, winner=winner, reason="They left")
    club.play_all(cup)
    assert refused(club, cup, match, winner=loser) == "next_round_drawn"


def test_the_final_of_a_knock_out_can_be_corrected_afterwards(club: Any) -> None:
    cup = club.started(2, format="knock_out")
    (match,) = club.in_play(cup)
    wins(club, match, 1)
    loser = 1 if match.entries[0].seed_no == 1 else 0
    decide_match(match_id=match.pk, by=club.organizer, winner=loser, reason="Signals")
    cup.refresh_from_db()
    assert cup.winner.seed_no == 2


def test_after_the_end_no_correction_calls_for_another_final(club: Any) -> None:
    cup = club.started(2, format="double_knock_out")
    wins(club, of_seeds(club, cup, 1, 2), 1)
    final = of_seeds(club, cup, 1, 2)
    wins(club, final, 1)
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED
    loser = 1 if final.entries[0].seed_no == 1 else 0
    assert refused(club, cup, final, winner=loser) == "match_needed"


def test_a_knock_out_ended_early_has_no_winner(club: Any) -> None:
    cup = club.started(4, format="knock_out")
    wins(club, of_seeds(club, cup, 1, 4), 1)
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer, reason="Fire alarm")
    cup.refresh_from_db()
    assert (cup.status, cup.winner, places(cup)) == (Status.FINISHED, None, [(4, 4, 4)])
