"""Signals about people whose thinking times are all alike, or go with what they hold, in many games of a year.

Other people of the site show what is usual: without enough of them there are no signals (`games.fair_play.pace`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum

from games.fair_play import pace
from games.fair_play.models import Pace
from games.fair_play.times import pace_of
from spades_site.common.clock import now
from tournaments.events.models import MatchTable, Tournament
from tournaments.fair_play import signals
from tournaments.fair_play.lately import ended_lately
from tournaments.fair_play.models import Signal
from tournaments.leagues.models import League

REGULAR: Final = "regular"
OTHERS: Final = 200
"""So many people show what is usual, at most."""
SHOWN: Final = 10
"""How many tables are listed, the latest."""
Tables = Sequence[pace.AtTable]


def look_at_late_rounds() -> None:
    """Look at the leagues, and tournaments without one, in which a round ended lately. Idempotent."""
    places = ended_lately()
    usual = usual_shares() if places else {}
    for of in places:
        look_at(of, usual)


def usual_shares() -> dict[str, list[float]]:
    """Return how regular the times of people of the whole site are, and their shares of longer times by holding."""
    rows = Pace.objects.filter(user__is_bot=False).order_by()
    often = rows.values("user").annotate(n=Sum("forced")).filter(n__gte=pace.LEAST)
    people = list(often.order_by("user").values_list("user", flat=True)[:OTHERS])
    found: dict[str, list[float]] = defaultdict(list)
    for own in _by_person(rows.filter(user__in=people)).values():
        tables = [pace_of(row) for row in own]
        found[REGULAR].append(pace.spread_of(tables))
        for which, name in enumerate(pace.HOLDINGS):
            found[name].append(pace.share_of([one.holding[which] for one in tables]))
    return found


def look_at(of: League | Tournament, usual: Mapping[str, Sequence[float]]) -> None:
    """Make the signals that follow from this year's thinking times. Idempotent and safe to call concurrently."""
    year = now().year
    rows = _of(of).filter(at__year=year, user__is_bot=False)
    often = rows.order_by().values("user").annotate(n=Sum("forced")).filter(n__gte=pace.LEAST)
    people = list(often.values_list("user", flat=True))
    for user, own in sorted(_by_person(rows.filter(user__in=people)).items()):
        tables = [pace_of(row) for row in own]
        for sort in (REGULAR, *pace.HOLDINGS):
            look = _look(tables, sort, usual.get(sort, ()), len(people))
            if look is not None:
                seen = own[: look.tables]
                evidence = _evidence(look, sort, tables[: look.tables], usual[sort], year)
                evidence["tables"] = [{"table": row.table_id} for row in seen[-SHOWN:]]
                put = partial(_instead, new=evidence)
                # What explains equal times doesn't explain times that depend on the hand, but the holdings go together.
                alike = (REGULAR,) if sort == REGULAR else pace.HOLDINGS
                mark = f"{year} {sort}"
                signals.found(of, Signal.Kind.TIMING, [user], put, mark=mark, sorts=alike)


def _look(tables: Tables, sort: str, usual: Sequence[float], people: int) -> pace.Look | None:
    if sort == REGULAR:
        bound = pace.least_spread(usual)
        return None if bound is None else pace.regular(tables, bound, people)
    bound = pace.most_told(usual)
    which = pace.HOLDINGS.index(sort)
    return None if bound is None else pace.telling(tables, which, bound, people)


def _by_person(rows: QuerySet[Pace]) -> dict[int, list[Pace]]:
    found: dict[int, list[Pace]] = defaultdict(list)
    for row in rows.order_by("at", "table", "pk"):
        found[row.user_id].append(row)
    return found


def _of(of: League | Tournament) -> QuerySet[Pace]:
    where = Q(match__tournament__league=of) if isinstance(of, League) else Q(match__tournament=of)
    return Pace.objects.filter(table__in=MatchTable.objects.filter(where).values("table"))


def _evidence(
    look: pace.Look, sort: str, tables: Tables, usual: Sequence[float], year: int
) -> signals.Evidence:
    which = pace.HOLDINGS.index(sort) if sort != REGULAR else None
    rows = [one.choice if which is None else one.holding[which] for one in tables]
    place = 0 if which is None else 2 + 2 * which
    classes = [
        [sum(counts) for counts in zip(*(one.classes[group] for one in tables), strict=True)]
        for group in (place, place + 1)
    ]
    own = pace.spread_of(tables) if which is None else look.share
    return {
        "sort": sort,
        "first": sum(row.first for row in rows),
        "second": sum(row.second for row in rows),
        "share": round(100 * look.share),
        "own": round(100 * own),
        "usual": [round(100 * one) for one in sorted(usual)],
        "classes": classes,
        "one_in": round(1 / max(look.probability, 1e-6)),
        "year": year,
    }


def _instead(_old: signals.Evidence, new: dict[str, Any]) -> signals.Evidence:
    return new
