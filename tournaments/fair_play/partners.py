"""Signals about pairs whose costly cards only knowledge of the partner's hand explains, in many hands of a year."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest, Least

from games.fair_play.models import PartnerChoice
from games.fair_play.partner_hand import LEAST, Choice, Look, allowance_of, suspicion
from tournaments.events.models import MatchTable, Tournament
from tournaments.fair_play import signals
from tournaments.fair_play.models import Signal
from tournaments.leagues.models import League

OTHERS: Final = 5000
"""How many choices of other pairs say what people learn from each other legally, the latest."""
SHOWN: Final = 30
"""How many of the cards that won are listed, the latest."""


def on_cards_examined(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "cards.examined": look at the pairs who played a match's table."""
    found = MatchTable.objects.filter(table=payload["table"])
    row = found.select_related("match__tournament__league").first()
    if row is not None:
        look_at(row)


def look_at(row: MatchTable) -> None:
    """Make the signals that follow from the examined cards of the pairs at a table. Idempotent and safe to call concurrently.

    A pair's cards of the same year count together: those in the league's tournaments, or in this one if it has no league.
    """
    cup = row.match.tournament
    of: League | Tournament = cup.league if cup.league is not None else cup
    here = PartnerChoice.objects.filter(table=row.table_id)
    pairs = {(min(pair), max(pair)) for pair in here.values_list("user", "partner")}
    year = here.values_list("at__year", flat=True).first()
    if not pairs or year is None:
        return
    every = _of(of).filter(at__year=year)
    for pair in sorted(pairs):
        rows = list(
            every.filter(user__in=pair, partner__in=pair).order_by("at", "table", "hand", "step")
        )
        if len(rows) < LEAST:
            continue
        own = [Choice(one.won, one.chance) for one in rows]
        look = suspicion(own, _pairs_of(every), allowance_of(_of_others(pair, year)))
        if look is not None:
            put = partial(_instead, new=_evidence(look, rows[: look.choices], year))
            signals.found(of, Signal.Kind.PARTNER, pair, put, mark=str(year))


def _of_others(pair: tuple[int, int], year: int) -> list[Choice]:
    """Return the latest choices of a year of all other pairs of the site."""
    rows = PartnerChoice.objects.filter(at__year=year).exclude(user__in=pair, partner__in=pair)
    latest = rows.order_by("-at", "-pk").values_list("won", "chance")[:OTHERS]
    return [Choice(*one) for one in latest]


def _instead(_old: signals.Evidence, new: signals.Evidence) -> signals.Evidence:
    return new


def _of(of: League | Tournament) -> QuerySet[PartnerChoice]:
    where = Q(match__tournament__league=of) if isinstance(of, League) else Q(match__tournament=of)
    return PartnerChoice.objects.filter(table__in=MatchTable.objects.filter(where).values("table"))


def _pairs_of(every: QuerySet[PartnerChoice]) -> int:
    """Return how many pairs have examined cards."""
    pairs = every.order_by().annotate(
        one=Least(F("user_id"), F("partner_id")), other=Greatest(F("user_id"), F("partner_id"))
    )
    return pairs.values("one", "other").distinct().count()


def _evidence(look: Look, rows: Sequence[PartnerChoice], year: int) -> signals.Evidence:
    return {
        "choices": look.choices,
        "won": look.won,
        "expected": round(look.expected, 1),
        "one_in": round(1 / max(look.probability, 1e-9)),
        "year": year,
        "tables": _tables([one for one in rows if one.won][-SHOWN:]),
    }


def _tables(rows: Iterable[PartnerChoice]) -> list[dict[str, Any]]:
    plays: dict[int, list[list[Any]]] = defaultdict(list)
    for one in rows:
        plays[one.table_id].append([one.hand, one.step, one.user_id, one.card])
    return [{"table": table, "plays": each} for table, each in plays.items()]
