"""How many cards people played themselves, and how many bots played for them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Q

from games.tables.models import Action


class Cards(NamedTuple):
    """The number of cards played from a seat, and how many of them a bot chose."""

    played: int = 0
    by_bot: int = 0

    @property
    def mostly_bot(self) -> bool:
        """Return whether a bot chose more than half of the cards."""
        return 2 * self.by_bot > self.played

    def __add__(self, other: object) -> "Cards":
        """Return the sum for two seats, or for one seat at two tables."""
        if not isinstance(other, Cards):
            return NotImplemented
        return Cards(self.played + other.played, self.by_bot + other.by_bot)


def cards_by_seat(tables: Iterable[int]) -> dict[tuple[int, int], Cards]:
    """Count the cards of each (table, seat) from the tables' logs, in one query.

    A card played on timeout counts as a bot's. Cards that the server played after a claim don't count, because
    nobody chose them.
    """
    log = Action.objects.filter(
        table__in=list(tables), kind=Action.Kind.PLAY, text__startswith="play "
    )
    bots = Q(by__in=(Action.By.BOT, Action.By.CLOCK))
    rows = (
        log.exclude(by=Action.By.SERVER)
        .values_list("table_id", "seat")
        .annotate(all=Count("pk"), bots=Count("pk", bots))
        .order_by()
    )
    return {(table, seat): Cards(played, by_bot) for table, seat, played, by_bot in rows}
