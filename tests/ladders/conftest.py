"""A league with a ladder, whose tables end as the test chooses."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.tables.models import Seat, Table
from spades_site.common import outbox
from spades_site.common.clock import now
from tournaments.ladders import challenges, entering, making
from tournaments.ladders.making import LadderProposal
from tournaments.ladders.models import Challenge, Ladder, LadderEntry
from tournaments.leagues import joining, services
from tournaments.leagues.models import League


class LadderClub:
    """Ann organizes the league "Club"; `a1 & b1` and so on, or `p1` and so on, are on its ladders."""

    def __init__(self, member: Callable[..., Any], hands: Any) -> None:
        self.member, self.hands = member, hands
        self.organizer = member("ann")
        self.people: dict[str, Any] = {}
        self.league: League = services.create_league(by=self.organizer, name="Club")

    def joined(self, name: str) -> Any:
        """Return a member of the league by name."""
        if name not in self.people:
            self.people[name] = self.member(name)
            joining.join_league(league_id=self.league.pk, user=self.people[name])
        return self.people[name]

    def ladder(self, entries: int = 0, **fields: Any) -> Ladder:
        """Return a ladder of single players `p1` and so on, or of pairs with `kind="pairs"`."""
        values: dict[str, Any] = {
            "name": "Ladder",
            "kind": "players",
            "rules": {"preset": "rubl_two_player"},
            **dict.fromkeys(("idle_warn", "idle_drop", "idle_off"), 0),
        }
        if fields.get("kind") == "pairs":
            values["rules"] = {"preset": "cardgames_io"}
        made = making.create_ladder(
            league_id=self.league.pk, by=self.organizer, proposal=LadderProposal(**values | fields)
        )
        for number in range(1, entries + 1):
            self.enter(made, number)
        return made

    def enter(self, ladder: Ladder, number: int) -> LadderEntry:
        """Put another player, or pair, on the ladder."""
        if not ladder.is_pairs:
            return entering.join(ladder_id=ladder.pk, user=self.joined(f"p{number}"))
        one, other = self.joined(f"a{number}"), self.joined(f"b{number}")
        entry = entering.join(ladder_id=ladder.pk, user=one, partner=other.username)
        return entering.answer(entry_id=entry.pk, user=other, accept=True)

    def entry(self, ladder: Ladder, number: int) -> LadderEntry:
        """Return the entry of the player `p{number}` or the pair `a{number} & b{number}`."""
        name = f"a{number} & b{number}" if ladder.is_pairs else f"p{number}"
        return ladder.entries.get(name=name, status="active")

    def speaker(self, ladder: Ladder, number: int) -> Any:
        """Return who acts for an entry."""
        return self.people[f"a{number}" if ladder.is_pairs else f"p{number}"]

    def challenge(self, ladder: Ladder, one: int, other: int) -> Challenge:
        """Let an entry challenge another."""
        target = ladder.entries.get(pk=self.entry(ladder, other).pk)
        by = self.speaker(ladder, one)
        return challenges.challenge(ladder_id=ladder.pk, by=by, entry_id=target.pk)

    def accepted(self, ladder: Ladder, one: int, other: int) -> Challenge:
        """Return an accepted challenge."""
        made = self.challenge(ladder, one, other)
        by = self.speaker(ladder, other)
        return challenges.answer(challenge_id=made.pk, by=by, accept=True)

    def at_table(self, ladder: Ladder, one: int, other: int) -> Challenge:
        """Return a challenge in play, its players not yet at the table."""
        made = self.accepted(ladder, one, other)
        for number in (one, other):
            by = self.speaker(ladder, number)
            made = challenges.play_now(challenge_id=made.pk, by=by)
        return made

    def come(self, challenge: Challenge, *sides: int) -> None:
        """Let the players of these sides come to the table."""
        for side in sides or (0, 1):
            seats = Seat.objects.filter(table=challenge.table_id)
            keys = [seat.pk for seat in seats if seat.index % 2 == side]
            seats.filter(pk__in=keys).update(arrived_at=now())

    def finish(self, challenge: Challenge, first: int, second: int) -> None:
        """End a match's table with these totals, the challenger's first, and have the message delivered."""
        table = Table.objects.get(pk=challenge.table_id)
        table.status, table.started_at, table.finished_at = "finished", now(), now()
        table.wake_at = table.deadline = None
        places = [1, 1] if first == second else [1, 2] if first > second else [2, 1]
        players = range(table.seats.count())
        table.result = {
            "winners": [index for index in players if places[index % 2] == 1],
            "places": places,
            "totals": [first, second],
            "bags": [0, 0],
            "hands": 2,
        }
        table.save()
        outbox.emit("table.finished", {"table": table.pk})
        outbox.deliver_due()

    def play(self, ladder: Ladder, one: int, other: int, *, won: bool = True) -> Challenge:
        """Play a challenge to its end; `won`: by the challenger."""
        made = self.at_table(ladder, one, other)
        self.come(made)
        self.finish(made, *((500, 300) if won else (300, 500)))
        made.refresh_from_db()
        return made

    def order(self, ladder: Ladder) -> str:
        """Return the rungs from the highest, as the numbers of the entries."""
        names = (
            ladder.entries.filter(status="active").order_by("rung").values_list("name", flat=True)
        )
        return " ".join(name.split(" ")[0][1:] for name in names)

    def later(self, **time: float) -> None:
        """Let time pass."""
        self.hands.forward(timedelta(**time).total_seconds())


@pytest.fixture
def club(member: Callable[..., Any], hands: Any) -> LadderClub:
    """Return the club."""
    return LadderClub(member, hands)
