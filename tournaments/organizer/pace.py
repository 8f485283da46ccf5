"""How long games under a rule set have actually taken on this platform."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.core.cache import cache

from games.tables.models import Table
from tournaments.formats.kinds import USUAL_HAND_MINUTES

USUAL_HAND = timedelta(minutes=USUAL_HAND_MINUTES)
LOOKED_AT, FEWEST = 100, 5
LIVE_SECONDS = 120
"""With more time per turn than this, games aren't played in one sitting."""
SHORTEST_HAND = timedelta(seconds=40)
"""Games with shorter hands were played by bots."""
KEPT_SECONDS = 600


@dataclass(frozen=True)
class Pace:
    """How long a hand takes, and how many hands a game to the rules' own target has; None: unknown.

    `games` is the number of games measured; 0: it is an estimate.
    """

    hand: timedelta = USUAL_HAND
    hands: int | None = None
    games: int = 0


UNMEASURED = Pace()


def pace_of(preset: str) -> Pace:
    """Return the pace of the latest tournament games under a preset. One query in ten minutes."""
    key = f"pace:{preset}"
    found: Pace | None = cache.get(key)
    if found is None:
        found = _measured(preset)
        cache.set(key, found, KEPT_SECONDS)
    return found


def _measured(preset: str) -> Pace:
    over = Table.objects.filter(
        kind=Table.Kind.MATCH, preset=preset, status=Table.Status.FINISHED,
        started_at__isnull=False, finished_at__isnull=False, turn_seconds__lte=LIVE_SECONDS,
    ).order_by("-pk")  # fmt: skip
    rows = over.values_list("started_at", "finished_at", "result", "rules")[:LOOKED_AT]
    lasted, whole = [], []
    for begun, ended, result, rules in rows:
        hands = (result or {}).get("hands") or 0
        if begun is None or ended is None or not hands:
            continue
        if (ended - begun) / hands < SHORTEST_HAND:
            continue
        lasted.append((ended - begun) / hands)
        if rules.get("max_hands") is None:
            whole.append(hands)
    if len(lasted) < FEWEST:
        return UNMEASURED
    hands = round(median(whole)) if len(whole) >= FEWEST else None
    return Pace(
        timedelta(seconds=round(median(one.total_seconds() for one in lasted))), hands, len(lasted)
    )
