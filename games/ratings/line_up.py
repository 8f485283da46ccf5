"""What a finished table means for ratings: which pool, whose seat each was, who left, how the sides were placed.

Whether a game is rated was decided before its first card (`games/tables/game/rated.py`); here it is decided for each player
alone what the game is for them. Nothing that anybody does at the table leaves it unrated, except that all agree to stop.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine import RuleSet, sides
from games.ratings import elo
from games.ratings.models import Pool
from games.tables.game.bots import Cards
from games.tables.game.rated import may_be_rated
from games.tables.models import Action, Table
from games.tables.seats.replacing import REPLACED
from spades_site.accounts.models import User


@dataclass(frozen=True, slots=True)
class LineUp:
    """A game to be rated: `sides` holds the users' keys, `places` each side's place, 0 the best, equal for a draw."""

    pool: str
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    finished_at: datetime
    left: frozenset[int] = frozenset()
    """The users who left: the game is lost for them."""
    by_bots: frozenset[int] = frozenset()
    """The users who chose less than half of their own cards. All of them left."""

    def part(self, user: int) -> elo.Part:
        """Return how far a player took part."""
        return elo.part(left=user in self.left, early=user in self.by_bots)


def line_up_of(table: Table) -> LineUp | None:
    """Return a finished table's line-up, or None when it isn't rated.

    A seat is rated for whoever had it at the first card. They left if they didn't come back after leaving, if somebody
    else has the seat, if others made all their choices in the last hand, or if they chose less than half of their own
    cards. Turns that a bot played for a member whose time ran out count as a bot's, cards played by a claim as nobody's.
    A game at which nobody chose a card is none, nor is an abandoned one or a win by forfeit.
    """
    if not table.rated or table.status != "finished" or not table.result or not table.finished_at:
        return None
    seats = list(table.seats.select_related("user").order_by("index"))
    story = _Story(table, [seat.user for seat in seats])
    people = story.holders
    if not may_be_rated(people) or story.nobody_played:
        return None
    users = [one.pk for one in people if one is not None]
    if len(set(users)) < len(users):
        return None
    by_side = sides(RuleSet.from_dict(table.rules))
    away = {seat.index for seat in seats if seat.stand_in or seat.user_id != users[seat.index]}
    early = {seat for seat, cards in enumerate(story.cards) if cards.mostly_bot}
    left = early | story.silent | {seat for seat in away if seat in story.gone}
    return LineUp(
        pool=_pool_of(by_side),
        sides=tuple(tuple(users[seat] for seat in side) for side in by_side),
        places=places(by_side, table.result),
        finished_at=table.finished_at,
        left=frozenset(users[seat] for seat in left),
        by_bots=frozenset(users[seat] for seat in early),
    )


class _Story:
    """What the log tells of each seat, by index: in two queries."""

    def __init__(self, table: Table, people: Sequence[User | None]) -> None:
        self.holders = list(people)
        """Who had the seat at the first card."""
        self.gone: set[int] = set()
        """The seats whose holders left or were replaced, and didn't come back."""
        self._read_seats(table)
        choices = self._choices(table)
        last = max((hand for _seat, hand, _user, _by, _text in choices), default=0)
        self.cards = [Cards() for _ in people]
        acted, heard = set(), set()
        for seat, hand, user, by, text in choices:
            holder = self.holders[seat]
            own = by == Action.By.PLAYER and holder is not None and user in (holder.pk, None)
            if text.startswith("play "):
                self.cards[seat] += Cards(1, not own)
            if hand == last:
                acted.add(seat)
                if own:
                    heard.add(seat)
        self.silent = acted - heard
        """The seats for which others made all choices in the last hand."""
        played = [cards for cards in self.cards if cards.played]
        self.nobody_played = bool(played) and all(cards.played == cards.by_bot for cards in played)

    def _read_seats(self, table: Table) -> None:
        rows = Action.objects.filter(
            table=table,
            kind=Action.Kind.TABLE,
            text__in=("start", "leave", "back", "sit", REPLACED),
        )
        begun = False
        first: dict[int, User] = {}
        for row in rows.select_related("user").order_by("version"):
            begun = begun or row.text == "start"
            if not begun or row.seat is None or row.user is None:
                continue
            if row.text == REPLACED:
                first.setdefault(row.seat, row.user)
            holder = first.get(row.seat) or self.holders[row.seat]
            if holder is not None and row.user_id == holder.pk:
                (self.gone.add if row.text in ("leave", REPLACED) else self.gone.discard)(row.seat)
        for seat, user in first.items():
            self.holders[seat] = user

    def _choices(self, table: Table) -> list[tuple[int, int, int | None, str, str]]:
        rows = Action.objects.filter(table=table, kind=Action.Kind.PLAY)
        chosen = rows.exclude(by=Action.By.SERVER).order_by("version")
        found = chosen.values_list("seat", "hand_no", "user_id", "by", "text")
        return [(one[0], *one[1:]) for one in found if one[0] is not None]


def places(by_side: Sequence[Sequence[int]], result: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the sides' places, 0 the best: winners come first.

    With three sides or more, the places in the table's result order the others; older results have only totals.
    """
    winners = set(result["winners"])
    others = result.get("places") or [-total for total in result["totals"]]
    keys = [
        (not set(side) & winners, place if len(by_side) > 2 else 0)
        for side, place in zip(by_side, others, strict=True)
    ]
    return tuple(sum(other < key for other in keys) for key in keys)


def _pool_of(by_side: Sequence[Sequence[int]]) -> str:
    if any(len(side) > 1 for side in by_side):
        return str(Pool.PARTNERSHIP)
    return str(Pool.HEADSUP if len(by_side) == 2 else Pool.SOLO)
