"""A player's record with each partner and against each opponent, over all rated games of a pool."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth import get_user_model

from games.ratings.queries import changes_shown
from spades_site.accounts.models import User, Viewer


@dataclass(frozen=True, slots=True)
class Encounter:
    """One partner or opponent: the number of games, and how these ended for the player whose record it is."""

    user: User
    games: int
    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> int:
        """Return the share of the possible points won, in whole per cent; a draw is half a point."""
        return round(100 * (2 * self.won + self.drawn) / (2 * self.games))


@dataclass(frozen=True, slots=True)
class Encounters:
    """Partners and opponents, most frequent first. At a table of single players each other player counts
    separately.
    """

    partners: tuple[Encounter, ...]
    opponents: tuple[Encounter, ...]


def encounters_of(user: User, pool: str, viewer: Viewer | None = None) -> Encounters:
    """Return a player's record in a pool, in two queries, from the games that the viewer (None: a visitor) may see.

    Void games don't count.
    """
    together: Counter[tuple[bool, int, int]] = Counter()
    for own_side, other, other_side, places in _meetings(user, pool, viewer):
        mate = own_side == other_side
        # Partners win and lose together: what counts is their side's place among all.
        rival = min(place for side, place in enumerate(places) if side != own_side)
        against = rival if mate else places[other_side]
        outcome = (places[own_side] < against) - (places[own_side] > against)
        together[mate, other, outcome] += 1
    people = get_user_model().objects.in_bulk({other for _, other, _ in together})
    rows = {mate: _rows(together, mate, people) for mate in (True, False)}
    return Encounters(rows[True], rows[False])


def _meetings(
    user: User, pool: str, viewer: Viewer | None
) -> Iterable[tuple[int, int, int, Sequence[int]]]:
    """Yield own side, the other's key and side, and the sides' places, for everybody else in each of the player's
    games.
    """
    mine = changes_shown(viewer).filter(user=user, result__pool=pool, result__voided_at=None)
    rows: Iterable[tuple[int, int, int, Sequence[int]]] = mine.values_list(
        "side", "result__changes__user", "result__changes__side", "result__places"
    )
    return (row for row in rows if row[1] != user.pk)


def _rows(
    together: Counter[tuple[bool, int, int]], mate: bool, people: dict[int, User]
) -> tuple[Encounter, ...]:
    rows = []
    for other in {each for same, each, _ in together if same == mate}:
        won, drawn, lost = (together[mate, other, outcome] for outcome in (1, 0, -1))
        rows.append(Encounter(people[other], won + drawn + lost, won, drawn, lost))
    rows.sort(key=lambda row: (-row.games, -row.won, row.user.username))
    return tuple(rows)
