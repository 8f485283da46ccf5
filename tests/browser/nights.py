"""A night's players without browsers: they enter and check in by the platform's functions, and play over real sockets.
What they play is kept here, and says independently of the platform where everybody must end.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.browser.tables import Mate, members, played_until
from tests.program import Platform
from tests.ratings.oracle import Ledger, Played
from tests.standings.duels import Duel
from tests.standings.oracle import Oracle
from tournaments.standings import Entrant, Policy

PAIRS = [(f"ann{number}", f"ben{number}") for number in range(1, 17)]
ORGANIZER, SUBSTITUTE = "maud", "sue"
LEAGUE = """
from django.contrib.auth import get_user_model
from tournaments.leagues import joining, services
users = get_user_model().objects
league = services.create_league(by=users.get(username="maud"), name="Thursday club")
for user in users.exclude(username="maud"):
    joining.join_league(league_id=league.pk, user=user)
"""
ENTER = """
from django.contrib.auth import get_user_model
from tournaments.events.actions import entering
from tournaments.events.models import Tournament
users, cup = get_user_model().objects, Tournament.objects.get()
for first, second in {pairs!r}:
    entry = entering.enter(tournament_id=cup.pk, user=users.get(username=first), partner=second)
    entering.accept_invitation(invitation_id=entry.invitations.get().pk, user=users.get(username=second))
"""
CHECK_IN = """
from django.contrib.auth import get_user_model
from tournaments.events.actions import entering
from tournaments.events.models import Tournament
users, cup = get_user_model().objects, Tournament.objects.get()
for name in {names!r}:
    entering.check_in(tournament_id=cup.pk, user=users.get(username=name))
"""
SEATS = """
import json
from tournaments.events.models import MatchTable
found = MatchTable.objects.filter(match__round__number={number}, table__isnull=False).order_by("match__number")
print(json.dumps([
    [at.match.number, at.match.pk, at.table.public_id, [seat.user.username for seat in at.table.seats.order_by("index")]]
    for at in found
]))
"""
STATE = """
import json
from games.ratings.models import Rating
from tournaments.events.models import Tournament
ratings = {one.user.username: one.millis for one in Rating.objects.select_related("user")}
print(json.dumps([Tournament.objects.get().seed, ratings]))
"""


@dataclass(frozen=True)
class Seated:
    """An open table of a round: its number, the keys of its match and of its page, and the user names by seat."""

    number: int
    match: int
    address: str
    names: list[str]


class Players:
    """Everybody who plays tonight, and what was played, table by table in the order of their ends."""

    def __init__(self, site: Platform) -> None:
        self.site = site
        everybody = [ORGANIZER, SUBSTITUTE, *(name for pair in PAIRS for name in pair)]
        self.sessions = members(site, everybody)
        self.run(LEAGUE)
        dice = random.Random(16)
        self.mates = {
            name: Mate(site, self.sessions[name], lambda view: str(dice.choice(view["legal"])))
            for name in everybody
        }
        self.rated: list[Played] = []
        self.scores: dict[int, dict[frozenset[str], tuple[int, int]]] = {}
        """Of each match at a table: total and bags of each pair."""

    def run(self, script: str) -> str:
        """Run a script on the platform's data; returns the last line that it printed."""
        lines = self.site.manage("shell", "--no-imports", stdin=script).splitlines()
        return lines[-1] if lines else ""

    def enter(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Enter pairs, whose second players accept."""
        self.run(ENTER.format(pairs=list(pairs)))

    def check_in(self, names: Sequence[str]) -> None:
        """Check these people's entries in, as they do themselves."""
        self.run(CHECK_IN.format(names=list(names)))

    def seated(self, number: int) -> list[Seated]:
        """Return the open tables of a round."""
        return [Seated(*row) for row in json.loads(self.run(SEATS.format(number=number)))]

    def come(self, at: Seated, *, without: Sequence[str] = ()) -> list[Mate]:
        """Let a table's players come to it, all but some."""
        found = [self.mates[name] for name in at.names if name not in without]
        for mate in found:
            mate.come(at.address)
        return found

    def play(self, at: Seated, mates: Sequence[Mate] | None = None, *, left: str = "") -> None:
        """Play a table to its end, and note its score, and who `left` before half of their cards."""
        four = mates or self.come(at)
        for mate in four:
            mate.until(lambda view: view["game"] is not None)
        end = played_until(four, lambda view: view["table"]["status"] != "playing")
        for mate in four:
            mate.leave()
        self.note(at, end["game"], left=left)

    def note(self, at: Seated, game: dict[str, Any], *, left: str) -> None:
        """Keep a table's score for the standings and the ratings."""
        totals, bags = game["totals"], game["bags"]
        sides = [[at.names[0], at.names[2]], [at.names[1], at.names[3]]]
        self.scores[at.match] = {
            frozenset(side): (totals[place], bags[place]) for place, side in enumerate(sides)
        }
        best = max(totals)
        won = [total == best for total in totals]
        gone = frozenset({left} - {""})
        at_once = datetime.now(UTC)
        self.rated.append(
            Played(
                at.match, at_once, "partnership", sides, won, list(totals), left=gone, early=gone
            )
        )

    def turn_round(self, at: Seated) -> None:
        """Note that a table's score counts the other way round: with another winner it isn't rated."""
        (one, first), (other, second) = self.scores[at.match].items()
        self.scores[at.match] = {one: second, other: first}
        game = next(game for game in self.rated if game.table == at.match)
        game.void = first[0] != second[0]

    def seed_and_ratings(self) -> tuple[str, dict[str, int]]:
        """Return the tournament's seed, and everybody's rating in thousandths, as the platform has them."""
        seed, ratings = json.loads(self.run(STATE))
        return seed, ratings

    def earned(self) -> dict[str, int]:
        """Return everybody's rating in thousandths as the games give them, by the tests' own reading of the formula."""
        worth = Ledger(self.rated, "partnership").rating
        return {name: int(value * 1000) for name, value in worth.items()}


def standings(entries: dict[int, str], duels: Sequence[Duel], rounds: int, seed: str) -> list[int]:
    """Return the keys of a Swiss's `entries` (names by key) from first to last, computed by the tests' own reading of the rules."""
    field = [Entrant(key, name) for key, name in entries.items()]
    oracle = Oracle(field, duels, Policy.swiss(seed=seed), rounds)
    groups, _parted = oracle.ranked()
    return [key for group in groups for key in group]
