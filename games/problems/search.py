"""Search for problems in small steps. Only these functions create, examine and delete problems.

A step computes outside any transaction and then stores its result unless another process did, so it is idempotent and safe
to run concurrently. The worlds follow from the problem's key, so examining it again gives the same result.
"""

import logging
import random
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef

from games import bots
from games.engine import view_for
from games.problems import candidates, solving
from games.problems.candidates import Candidate
from games.problems.models import Problem, SearchedGame
from games.problems.position import YOU, Position
from games.ratings import elo
from games.tables.access.audience import listed_to, public_deals
from games.tables.models import Table
from spades_site.common.clock import now

log = logging.getLogger("spades.problems")
STOCK: Final = 20
"""The number of ready problems of each kind at which the search stops."""
FEW: Final = 3
"""Below this number of ready problems of a kind, games between bots are searched once all others have been."""
RECENT: Final = timedelta(days=60)
PUBLISHED_WITHIN: Final = timedelta(hours=1)
"""After its end, within which a game whose deals others still play usually becomes public."""
LOOKED_AT: Final = "problems-looked-at"
KEPT_SECONDS: Final = 86_400
PER_STEP: Final = {"bid": 6, "play": 4}
"""Worlds in a step: about an eighth of a second."""
FIRST_OF_BOTS: Final = 1001
"""The number of the first game between bots. Earlier ones are in first_problems.json."""
FOUND_BY_BOTS, NOT_FOUND_BY_BOTS = 1350 * elo.POINT, 1650 * elo.POINT
"""A problem's initial rating."""


def step() -> None:
    """Examine a problem's next worlds, or search the next game. Does nothing while enough problems are ready."""
    wanted = _wanted()
    if not wanted:
        return
    problem = Problem.objects.filter(ready_at=None, kind__in=wanted).order_by("pk").first()
    if problem is not None:
        _examine(problem)
        return
    table = _next_table()
    if table is not None:
        _search(table)
    elif any(ready < FEW for ready in wanted.values()):
        number = FIRST_OF_BOTS + SearchedGame.objects.filter(source__startswith="bots:").count()
        _keep(f"bots:{number}", candidates.from_bots(number), None)


def dice_of(key: str) -> solving.DiceOf:
    """Return the dice for each of a problem's worlds."""
    return lambda world: random.Random(f"{key} {world}")


def first_rating(position: Position, right: tuple[str, ...]) -> int:
    """Return a problem's initial rating in millis: higher if bots don't find the answer."""
    state = position.state()
    choice = bots.choose(view_for(state, YOU), state.rules, random.Random(0))
    found = solving.same_card(state, choice) in right
    return FOUND_BY_BOTS if found else NOT_FOUND_BY_BOTS


def _wanted() -> dict[str, int]:
    """Return the kinds with too few ready problems, each with their number."""
    ready = {
        kind: Problem.objects.filter(kind=kind, day=None, ready_at__isnull=False).count()
        for kind in Problem.Kind.values
    }
    return {kind: count for kind, count in ready.items() if count < STOCK}


def _next_table() -> Table | None:
    """Return the latest public game that hasn't been searched, or None.

    Every game that ended between two kept moments has been looked at, so a step reads only the games since then, and those
    before from the last one found on. Games that become public later than an hour after their end may be missed.
    """
    at = now()
    # Without the cache, one step looks at all of them again.
    upto, down = cache.get(LOOKED_AT, (at, at))
    fresh = _unseen(finished_at__gte=upto - PUBLISHED_WITHIN)
    if fresh is not None:
        # Nothing between is passed over: it stays among those since then.
        cache.set(LOOKED_AT, (upto, down), KEPT_SECONDS)
        return fresh
    earlier = _unseen(finished_at__gte=at - RECENT, finished_at__lte=down)
    cache.set(
        LOOKED_AT, (at, at - RECENT if earlier is None else earlier.finished_at), KEPT_SECONDS
    )
    return earlier


def _unseen(**ended: datetime) -> Table | None:
    searched = SearchedGame.objects.filter(source=OuterRef("public_id"))
    found = listed_to(None).filter(public_deals(), status=Table.Status.FINISHED, **ended)
    latest = found.exclude(Exists(searched)).order_by("-finished_at", "-pk")
    return latest.select_related("deals").prefetch_related("seats").first()


def _search(table: Table) -> None:
    """Search a game. One that can't be read is set aside, so that the search goes on with the next."""
    try:
        found = candidates.from_table(table)
    except DatabaseError:
        raise
    except Exception:
        log.exception("problems: game %s can't be read and is set aside", table.public_id)
        SearchedGame.objects.get_or_create(source=table.public_id, defaults={"failed": True})
        return
    _keep(table.public_id, found, table)


@transaction.atomic
def _keep(source: str, found: list[Candidate], table: Table | None) -> None:
    """Mark a game as searched, and store its positions as problems to examine."""
    _row, new = SearchedGame.objects.get_or_create(source=source)
    if new:
        Problem.objects.bulk_create(
            [
                Problem(
                    kind=one.kind,
                    key=f"{source}:{one.kind}",
                    table=table,
                    hand_no=one.hand_no,
                    position=one.position.to_dict(),
                    played=one.played,
                )
                for one in found
            ]
        )


def _examine(problem: Problem) -> None:
    """Examine a problem in more worlds. After the last one, it becomes ready if it is clear, and is deleted otherwise."""
    same = Problem.objects.filter(pk=problem.pk, ready_at=None)
    upto = min(problem.worlds + PER_STEP[problem.kind], solving.WORLDS)
    try:
        position = Position.stored(problem.position)
        values = solving.examined(position, problem.values, upto, dice_of(problem.key))
    except Exception:
        log.exception("problems: %s can't be examined and is deleted", problem.key)
        same.delete()
        return
    found = solving.verdict(values)
    if upto == solving.WORLDS and solving.is_clear(found):
        rating = first_rating(position, found.right)
        same.update(values=values, millis=rating, ready_at=now())
    elif upto == solving.WORLDS or solving.is_hopeless(found, upto):
        same.delete()
    else:
        same.update(values=values)
