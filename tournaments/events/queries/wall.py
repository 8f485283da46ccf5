"""The pairings of a round for printing and posting on a wall: by table, and by name."""

from collections.abc import Sequence
from dataclasses import dataclass

from spades_site.common.folding import fold_name
from tournaments.events.models import Match, Round, Tournament, played_by
from tournaments.events.models.matches import with_changes


@dataclass(frozen=True)
class WallTable:
    """A table: its number and the names of its sides."""

    number: int
    sides: Sequence[str]


@dataclass(frozen=True)
class WallName:
    """A person and their table's number; None for a bye."""

    name: str
    table: int | None


@dataclass(frozen=True)
class Wall:
    """A round's tables in order, the names of those with a bye, and everybody by name."""

    round: Round
    tables: Sequence[WallTable]
    byes: Sequence[str]
    names: Sequence[WallName]


def wall_of(tournament: Tournament, number: int) -> Wall | None:
    """Return the pairings of a round whose draw is released, of an arena those in play; None if there is none with this
    number.
    """
    rounds = tournament.rounds.exclude(status=Round.Status.DRAFTED)
    round_ = rounds.filter(number=number).first()
    if round_ is None:
        return None
    found = round_.matches.order_by("number").prefetch_related(
        *played_by(players=True), with_changes()
    )
    if round_.pairs_until is not None:
        # An arena's wall says who sits where now.
        found = found.exclude(status=Match.Status.DONE)
    matches = list(found)
    for match in matches:
        match.round, match.tournament = round_, tournament
    duels = [match for match in matches if not match.is_bye]
    return Wall(
        round_,
        [WallTable(match.number, match.side_names) for match in duels],
        [match.side_names[0] for match in matches if match.is_bye],
        sorted(
            (name for match in matches for name in _names(match)),
            key=lambda one: (fold_name(one.name), one.name),
        ),
    )


def _names(match: Match) -> list[WallName]:
    table = None if match.is_bye else match.number
    return [
        WallName(place.user.username, table)
        for entry in match.entries
        for place in entry.players.all()
        if place.active
    ]
