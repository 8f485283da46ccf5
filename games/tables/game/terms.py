"""The terms of a table: everything that is fixed when it is opened."""

from dataclasses import dataclass, fields
from datetime import datetime

from django.utils.translation import gettext as _

from games.bots.levels import RELAXED
from games.engine import RuleSet
from games.tables.access.rating_range import check_range
from games.tables.game.rated import require_long_enough
from games.tables.levels import check_level
from games.tables.models import SharedDeals, Table
from games.tables.timing.clocks import check_clock
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """A table's terms. Each field except `rules` is the table's field of that name.

    `turn_seconds` is the time of a turn, `bank_seconds` each player's time bank for the game. A match starts when all its
    players have come to the table, at the latest `start_seconds` after it was opened. `min_rating` and `max_rating` limit
    the players' ratings in the table's pool. `bots_level` is the level of bots that take seats or stand in. At `bots_at`
    bots take the free seats. `first_dealer` is the first dealer, if the rules don't decide; `start` the initial totals and
    bags by side (None: zero). After the time `last_hand_after` the current hand is the last. `deals` are shared deals.
    """

    rules: RuleSet
    kind: str = Table.Kind.CASUAL
    title: str = ""
    ref: str = ""
    match_url: str = ""
    turn_seconds: int = 30
    bank_seconds: int = 0
    start_seconds: int = 60
    visibility: str = Table.Visibility.OPEN
    bots_allowed: bool = True
    bots_level: int = RELAXED
    rated: bool = False
    min_rating: int | None = None
    max_rating: int | None = None
    bots_at: datetime | None = None
    first_dealer: int | None = None
    start: dict[str, list[int]] | None = None
    last_hand_after: datetime | None = None
    deals: SharedDeals | None = None

    def table(self, created_by: User | None) -> Table:
        """Return an unsaved table with these terms."""
        copied = {each.name: getattr(self, each.name) for each in fields(self)}
        copied |= {"preset": self.rules.preset, "rules": self.rules.to_record()}
        return Table(created_by=created_by, created_at=now(), **copied)

    def check(self) -> None:
        """Raise Refused "bad_clock", "bad_range", "no_level", "rated_revoke", "rated_bots" or "rated_short"."""
        check_clock(self.turn_seconds, self.bank_seconds)
        check_range(self.min_rating, self.max_rating)
        check_level(self.bots_level)
        if self.rated or self.kind == Table.Kind.MATCH:
            _require_followed_suit(self.rules)
        if self.rated and self.kind == Table.Kind.CASUAL:
            require_long_enough(self.rules)
        if self.rated and self.kind == Table.Kind.CASUAL and self.bots_allowed:
            raise Refused(
                "rated_bots",
                _("Bots have no rating. Leave the bots out, or open the table as a casual one."),
            )


def _require_followed_suit(rules: RuleSet) -> None:
    """Raise Refused "rated_revoke" if the rules allow revokes in a game that counts."""
    if rules.revoke != "prevented":
        raise Refused(
            "rated_revoke",
            _(
                "In rated games and matches players must follow suit. Choose “prevented”, or open "
                "the table as a casual one."
            ),
        )
