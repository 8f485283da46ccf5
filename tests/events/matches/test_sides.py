"""Matches with two or more sides and tables: their rows, and the outcome of a table."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games import engine
from games.tables.models import Table
from games.tables.services import TableTerms, open_table
from spades_site.common.clock import now
from tests.events.rows import give_result
from tests.events.singles import begun, finish
from tournaments.events.core import line_ups
from tournaments.events.matches.match_tables import close_for, open_for, players_for
from tournaments.events.models import (
    Match,
    MatchSide,
    MatchTable,
    Result,
    SideEntry,
    SideScore,
    TableScore,
)
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.recording import SideOutcome, outcome_at

pytestmark = pytest.mark.django_db


def refused(write: Any) -> bool:
    """Return whether the database refuses what is written."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError:
        return True
    return False


def test_the_database_holds_what_must_be_true_of_rounds_and_tournaments(club: Any) -> None:
    cup = club.started(4)
    rounds, cups = cup.rounds.filter(number=1), type(cup).objects.filter(pk=cup.pk)
    assert refused(lambda: rounds.update(status="done"))
    assert refused(lambda: rounds.update(finished_at=now()))
    assert refused(lambda: rounds.update(draw_no=0))
    assert refused(lambda: cups.update(status="finished"))
    assert refused(lambda: cups.update(status="cancelled"))
    assert refused(lambda: cups.update(finished_at=now()))
    rounds.update(status="done", finished_at=now())
    cups.update(status="finished", finished_at=now())
    assert (rounds.get().status, cups.get().status) == ("done", "finished")


def test_the_database_holds_what_must_be_true_of_sides(club: Any) -> None:
    cup = club.started(4)
    match, other = club.in_play(cup)
    side, entry = match.sides[0], other.entries[0]
    assert refused(lambda: MatchSide.objects.create(match=match, index=1))
    new = MatchSide.objects.create(match=match, index=2)
    # An entry plays once a round, at whichever table.
    assert refused(
        lambda: SideEntry.objects.create(side=new, round=match.round, entry=entry, position=0)
    )
    row = match.line_up.first()
    again = {"side": side, "entry": entry, "position": 0, "user": row.user}
    assert refused(lambda: match.line_up.create(table=row.table, **again))
    match.line_up.create(**again)
    assert refused(lambda: match.line_up.create(**again))


def test_the_database_holds_what_must_be_true_of_results(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    result = give_result(match, "played", 1, 2, at=now())
    again: dict[str, Any] = {"match": match, "kind": "void", "at": now(), "version": 2}
    assert refused(lambda: Result.objects.create(**again))
    assert not refused(lambda: Result.objects.create(**again, current=False))
    side = match.sides[0]
    assert refused(lambda: SideScore.objects.create(result=result, side=side, place=2))
    assert refused(lambda: result.scores.update(place=0))
    assert refused(lambda: result.stand_ins.create(place=side.places.get()))
    table = match.tables[0]
    assert refused(lambda: MatchTable.objects.create(match=match, number=table.number))
    assert refused(lambda: TableScore.objects.create(table=table, side=side, place=0))


def test_a_crossed_table_seats_side_0_at_1_and_3_and_gives_it_their_score(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    at = MatchTable(match=match, number=2, crossed=True)
    open_for(cup, match, at, players_for(match, at))
    assert at.table is not None
    first, second = ({place.user_id for place in entry.players.all()} for entry in match.entries)
    seats = dict(at.table.seats.values_list("index", "user_id"))
    assert ({seats[1], seats[3]}, {seats[0], seats[2]}) == (first, second)
    rows = at.line_up.values_list("side__index", "seat")
    assert sorted(rows) == [(0, 1), (0, 3), (1, 0), (1, 2)]
    at.table.status = Table.Status.FINISHED
    at.table.result = {"winners": [0, 2], "totals": [500, 120], "bags": [3, 4], "hands": 7}
    outcome = outcome_at(at)
    assert outcome.sides == (SideOutcome(2, 120, 4), SideOutcome(1, 500, 3))
    assert (outcome.winner, outcome.hands) == (1, 7)


def test_a_match_waits_for_all_its_tables_and_closes_them_all(club: Any) -> None:
    cup = club.started(4)
    match, other = club.in_play(cup)
    first = match.table
    for one in (match, other):
        second = open_table(
            TableTerms(rules=engine.RuleSet.from_dict(first.rules), kind=Table.Kind.MATCH)
        )
        MatchTable.objects.create(match=one, number=2, table=second)
    club.finish(Match.objects.get(pk=match.pk), 120, 300)
    match.refresh_from_db()
    assert (match.status, match.results.count()) == (Match.Status.PLAYING, 0)
    club.finish(Match.objects.get(pk=match.pk), 500, 100)
    match.refresh_from_db()
    result = match.results.get()
    assert (match.status, result.points) == (Match.Status.DONE, (620, 400))
    assert result.at == match.tables[1].table.finished_at
    other = Match.objects.get(pk=other.pk)
    close_for(other, reason="The organizer ended the tournament.")
    ends = Table.objects.filter(match_table__match=other).values_list("status", flat=True)
    assert list(ends) == [Table.Status.ABANDONED] * 2


def test_a_table_of_three_sides_is_a_match_like_any_other(club: Any) -> None:
    cup = begun(club, 3, format="solo", rounds=1, rules=engine.preset("bicycle_4"))
    (match,) = club.in_play(cup)
    assert [(side.index, len(side.entries)) for side in match.sides] == [(0, 1), (1, 1), (2, 1)]
    finish(match, 120, 260, 120)
    result = match.results.get()
    assert (result.places, result.points, result.winner) == ((2, 1, 2), (120, 260, 120), 1)
    scores = match.tables[0].scores.values_list("side__index", "place", "points")
    assert list(scores) == [(0, 2, 120), (1, 1, 260), (2, 2, 120)]
    (line,) = tournament_view(cup, club.organizer).rounds[0].matches
    assert [(side.name, side.won, side.points) for side in line.sides] == [
        (name, points == 260, points)
        for name, points in zip(match.side_names, (120, 260, 120), strict=True)
    ]
    assert (line.is_duel, line.score) == (False, "120 : 260 : 120")


def test_a_side_is_there_when_one_of_its_line_up_is(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    someone = match.line_up.filter(side=match.sides[1]).first()
    seat = match.table.seats.get(user=someone.user)
    seat.arrived_at = now()
    seat.save(update_fields=["arrived_at"])
    line_ups.record_attendance(match)
    present = Match.objects.get(pk=match.pk).line_up.filter(present=True)
    assert [(row.side_id, row.user_id) for row in present] == [(match.sides[1].pk, seat.user_id)]
