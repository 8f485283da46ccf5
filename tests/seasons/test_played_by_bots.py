"""A tournament and a season under “JJDD to 350” that bots play at tables to the end; who won is read from the records alone."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games import engine
from games.engine.record import verify_record
from games.tables.replay.records import record_of
from tests.events.shared import play
from tests.seasons.conftest import SeasonClub
from tournaments.events import advance
from tournaments.events.models import Match, MatchTable, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.leagues.models import Season
from tournaments.seasons.lifecycle import ending
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.terms import Terms

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TARGET, SETS = 350, 2
FIRST = datetime(2027, 2, 18, 18, 31, tzinfo=UTC)
"""When the matches of the season's first round have begun."""


def judged(record: dict[str, Any]) -> tuple[int, str, list[int]]:
    """Return the side that won by the text of a game's record, how, and the totals: sets are counted here."""
    sets = [0, 0]
    totals = [0, 0]
    for number, hand in enumerate(record["hands"], start=1):
        contracts = [0, 0]
        for action in hand["actions"]:
            seat, kind, *words = action.split()
            if kind in ("bid", "blind"):
                # The opener's number binds nobody; the closer's comes later.
                contracts[int(seat) % 2] = int(words[-1])
        totals = hand["result"]["totals"]
        tricks = hand["result"]["tricks"]
        for side in (0, 1):
            assert contracts[side] >= 4
            sets[side] += tricks[side] + tricks[side + 2] < contracts[side]
        best = totals.index(max(totals))
        out = [side for side in (0, 1) if sets[side] >= SETS]
        over = bool(out) or max(totals) >= TARGET
        if over and len(out) == 1:
            assert number == len(record["hands"])
            return 1 - out[0], "sets", totals
        if over and totals[0] != totals[1]:
            assert number == len(record["hands"])
            return best, "sets" if out else "target", totals
    raise AssertionError("the game isn't over")


def checked(match: Match) -> tuple[int, int]:
    """Return the keys of a played match's winner and loser by its record, with which everything stored must agree."""
    record = record_of(match.table)
    assert verify_record(record) == record["result"]
    side, ended, totals = judged(record)
    result = match.results.get(current=True)
    assert (result.winner, result.ended, list(result.points)) == (side, ended, totals)
    assert MatchTable.objects.get(match=match).ended == ended
    return match.entries[side].pk, match.entries[1 - side].pk


def played(tournament: Tournament) -> list[tuple[Match, int, int]]:
    """Let bots play whatever is open; return each match with its winner and its loser."""
    found = []
    playing = tournament.matches.filter(status=Match.Status.PLAYING).order_by("number")
    for match in playing:
        play(match)
        found.append((match, *checked(match)))
    return found


def test_a_tournament_goes_to_whom_the_records_name(club: SeasonClub) -> None:
    stages = (StagePlan("swiss", rounds=2, advance=2), StagePlan("knock_out"))
    cup = club.started(4, rules=engine.preset("jjdd_350"), stages=stages, pause_between_rounds=0)
    wins: Counter[int] = Counter()
    results: list[tuple[Match, int, int]] = []
    while found := played(cup):
        results += found
        advance.advance(cup.pk)
    *first, (final, winner, loser) = results
    wins.update(won for _match, won, _lost in first)
    assert len(first) == 4
    order = [(row.key, row.points, row.won) for row in standings_of_stage(cup.stages.get(index=1))]
    assert {key: (points, won) for key, points, won in order} == {
        entry.pk: (2 * wins[entry.pk], wins[entry.pk]) for entry in cup.entries.all()
    }
    assert {winner, loser} == {key for key, *_rest in order[:2]}
    cup.refresh_from_db()
    assert (cup.status, cup.winner_id) == (Status.FINISHED, winner)
    assert final.round.number == 3


def test_a_season_is_ranked_by_whom_the_records_name(club: SeasonClub) -> None:
    season: Season = club.published(
        6,
        terms=Terms(rules={"preset": "jjdd_350"}),
        divisions=(DivisionPlan("First", 6),),
    )
    (division,) = season.divisions.all()
    cup = division.tournament
    assert cup is not None
    wins: Counter[int] = Counter()
    count = 0
    for week in range(5):
        club.go_to(FIRST + timedelta(weeks=week))
        for _match, winner, _loser in played(cup):
            wins[winner] += 1
            count += 1
    assert count == 15
    (table,) = season_tables(season)
    assert {line.entry.entry_id: line.row.points for line in table.rows} == {
        entry.pk: 2 * wins[entry.pk] for entry in cup.entries.all()
    }
    points = [line.row.points for line in table.rows]
    assert points == sorted(points, reverse=True)
    club.go_to(datetime(2027, 6, 2, tzinfo=UTC))
    ending.finish_due()
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
