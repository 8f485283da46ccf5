"""A club's older data, taken through every later migration: the same tournaments, and they go on."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import engine
from spades_site.common.clock import now
from tests.events.rows import results_of
from tournaments.events import running
from tournaments.events.models import Match, MatchGame, Tournament
from tournaments.events.proposal import proposal_of
from tournaments.events.results import decide_match
from tournaments.events.selectors import match_view, tournament_view
from tournaments.standings import Policy

OLD = [
    ("accounts", "0001_initial"),
    ("events", "0003_formats"),
    ("tables", "0003_action_ids_by_player"),
]
"""Knock-outs that go on with one hand more: what a match said of level tables stood in the match itself."""
FIRST = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def migrate(targets: list[tuple[str, str]]) -> Any:
    """Take the database to these migrations; returns the models as they were then."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def old(transactional_db: None) -> Iterator[Any]:
    """The models of an older version, on an empty database of theirs."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        yield migrate(OLD)
    finally:
        migrate(newest)


class OldClub:
    """What a club had stored: a knock-out of four in play, and rows of every kind that there was."""

    def __init__(self, old: Any) -> None:
        self.old = old
        people = old.get_model("accounts", "User").objects
        self.people = [
            people.create(username=f"{side}{each}", email=f"{side}{each}@example.org")
            for each in range(1, 5)
            for side in "ab"
        ]
        self.organizer = people.create(username="ann", email="ann@example.org")
        self.cup = self.make(
            "tournament", slug="cup", name="Cup", rules=engine.preset("cardgames_io").to_dict(), format="knock_out",
            scoring=Policy.round_robin().to_dict(), seed="5eed", starts_at=FIRST, status="running",
            created_by=self.organizer, created_at=FIRST, rounds_planned=2, version=7,
        )  # fmt: skip
        self.stage = self.make("stage", tournament=self.cup, index=1, format="knock_out")
        self.entries = [self._entry(number) for number in range(1, 5)]

    def make(self, model: str, app: str = "events", **fields: Any) -> Any:
        """Store a row of the old shape."""
        return self.old.get_model(app, model).objects.create(**fields)

    def _entry(self, number: int) -> Any:
        pair = self.people[2 * number - 2 : 2 * number]
        entry = self.make(
            "entry", tournament=self.cup, name=" & ".join(one.username for one in pair), status="checked_in",
            seed_no=number, rating=1500, created_at=FIRST,
        )  # fmt: skip
        for position, user in enumerate(pair):
            self.make("entryplayer", entry=entry, tournament=self.cup, user=user, position=position)
        return entry

    def table(self, status: str, totals: tuple[int, int] | None = None, **fields: Any) -> Any:
        """Store a match's table, with its result where it is over."""
        winners = {True: [0, 2], False: [1, 3]}[totals[0] > totals[1]] if totals else []
        result = {"winners": winners, "totals": totals, "bags": [-1, 3], "hands": 5}
        table = self.make(
            "table", "tables", kind="match", preset="cardgames_io",
            rules=engine.preset("cardgames_io").to_dict(), status=status, commitment="0" * 64, created_at=FIRST,
            result=result if totals else None, finished_at=FIRST if totals else None, **fields,
        )  # fmt: skip
        for index in range(4):
            self.make("seat", "tables", table=table, index=index, name=f"s{index}", bot=True)
        return table

    def level(self, table: Any, points: int) -> dict[str, Any]:
        """What a match kept of a table at which it ended level."""
        return {"table": table.pk, "points": [points, points], "bags": [1, 2], "hands": 8}

    def first_round(self) -> list[Any]:
        """A match decided by a second extra hand, of whose tables one is gone; and one in play."""
        one, gone, last = (
            self.table("finished"), self.table("finished"), self.table("finished", (80, 20)),
        )  # fmt: skip
        level = [self.level(one, 400), self.level(gone, 30)]
        gone.delete()
        in_play = self.table("playing")
        round_ = self.make(
            "round", stage=self.stage, tournament=self.cup, number=1, status="playing", starts_at=FIRST,
        )  # fmt: skip
        first = self.make(
            "match", round=round_, tournament=self.cup, number=1, slot="W1.1", entry_a=self.entries[0],
            entry_b=self.entries[3], status="done", table=last, level_tables=level,
        )  # fmt: skip
        second = self.make(
            "match", round=round_, tournament=self.cup, number=2, slot="W1.2", entry_a=self.entries[1],
            entry_b=self.entries[2], status="playing", table=in_play,
        )  # fmt: skip
        self.make(
            "result", match=first, kind="played", winner="a", points_a=510, points_b=450, bags_a=2, bags_b=7,
            hands=14, at=FIRST,
        )  # fmt: skip
        return [first, second, one, last, in_play]


@pytest.mark.long
def test_older_tournaments_go_on_after_every_later_migration(old: Any) -> None:
    club = OldClub(old)
    first, second, one, last, in_play = club.first_round()
    club.make(
        "single", tournament=club.cup, user=club.organizer, status="left_over", created_at=FIRST
    )
    club.make(
        "invitation", entry=club.entries[0], from_user=club.people[0], to_user=club.people[1],
        status="accepted", created_at=FIRST,
    )  # fmt: skip
    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())

    games = MatchGame.objects.order_by("match", "number").values_list(
        "match", "number", "kind", "table", "counts", "over", "winner", "points_a", "points_b", "bags_a", "bags_b", "hands",
    )  # fmt: skip
    assert list(games) == [
        (first.pk, 1, "game", one.pk, True, True, "", 400, 400, 1, 2, 8),
        (first.pk, 2, "decider", None, True, True, "", 30, 30, 1, 2, 8),
        (first.pk, 3, "decider", last.pk, True, True, "a", 80, 20, 0, 3, 5),
        (second.pk, 1, "game", in_play.pk, True, False, "", 0, 0, 0, 0, 0),
    ]
    cup = Tournament.objects.get()
    assert (cup.best_of, cup.timing, cup.no_show, cup.confirm_draws, cup.version) == (
        1, "flow", "bot", False, 7,
    )  # fmt: skip
    assert proposal_of(cup).format == "knock_out"
    view = tournament_view(cup, AnonymousUser())
    assert [line.score for line in view.rounds[0].matches] == ["510–450", ""]
    assert view.bracket is not None
    seen = match_view(first.pk, AnonymousUser())
    assert seen is not None
    assert [game.number for game in seen.line.match.games.all()] == [1, 2, 3]

    _go_on(cup, second.pk)


def _go_on(cup: Tournament, match_id: int) -> None:
    """The match in play ends, level at first; the final is drawn, decided by word, and the cup is over."""
    match = Match.objects.get(pk=match_id)
    match.table.status, match.table.finished_at = "finished", FIRST + timedelta(hours=1)
    match.table.result = {"winners": [0, 1, 2, 3], "totals": [500, 500], "bags": [0, 0], "hands": 9}
    match.table.save()
    running.advance(cup.pk)
    match.refresh_from_db()
    assert list(match.games.values_list("number", "kind", "over")) == [
        (1, "game", True), (2, "decider", False),
    ]  # fmt: skip
    match.table.status, match.table.finished_at = "finished", FIRST + timedelta(hours=2)
    match.table.result = {"winners": [1, 3], "totals": [10, 70], "bags": [0, 0], "hands": 1}
    match.table.save()
    running.advance(cup.pk)
    running.advance(cup.pk, now() + timedelta(minutes=2))
    final = Match.objects.get(slot="W2.1")
    # Who was away before is at home now.
    assert (final.entry_a.seed_no, final.entry_b.seed_no, final.status) == (3, 1, "playing")
    decide_match(match_id=final.pk, by=cup.created_by, winner="a", reason="Ill")
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == ("finished", 3)
    assert [row[3] for row in results_of(cup)] == [
        ("played", "a", 510, 450), ("played", "b", 510, 570), ("forfeit", "a", 0, 0),
    ]  # fmt: skip
