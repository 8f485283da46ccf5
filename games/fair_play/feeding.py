"""Pairs of accounts of which one keeps winning rated games against the other: read from the ratings, and nothing is stored."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import Count, F

from games.ratings.models import RatingChange
from spades_site.accounts.models import User
from spades_site.common.clock import now

SINCE: Final = timedelta(days=30)
LEAST_GAMES: Final = 10
LEAST_SHARE: Final = 0.8
"""The least share of these games that the first one gained from."""
LEAST_PART: Final = 0.25
"""The least part of the rated games of one of the two that were against the other one."""


@dataclass(frozen=True, slots=True)
class Feeding:
    """Two people, the one who gained first: their games against each other, and in how many of them the first one gained."""

    one: User
    two: User
    games: int
    gained: int


def feeding_pairs() -> list[Feeding]:
    """Return the pairs of the last days, most games first. Four queries, however many there are."""
    rows = RatingChange.objects.filter(
        result__finished_at__gte=now() - SINCE, result__voided_at=None
    ).order_by()
    paired = rows.annotate(other=F("result__changes__user"), their=F("result__changes__side"))
    met = paired.exclude(side=F("their")).values_list("user_id", "other")
    games = {(one, two): n for one, two, n in met.annotate(n=Count("pk")) if n >= LEAST_GAMES}
    gained = met.filter(after__gt=F("before"), user_id__in={one for one, _two in games})
    won = {(one, two): n for one, two, n in gained.annotate(n=Count("pk"))}
    of_each = rows.filter(user_id__in={user for pair in games for user in pair})
    altogether = dict(of_each.values_list("user_id").annotate(Count("pk")))
    found = {
        pair: n
        for pair, n in games.items()
        if won.get(pair, 0) >= LEAST_SHARE * n
        and n >= LEAST_PART * min(altogether[user] for user in pair)
    }
    people = get_user_model().objects.in_bulk({user for pair in found for user in pair})
    return [
        Feeding(people[one], people[two], n, won[one, two])
        for (one, two), n in sorted(found.items(), key=lambda each: (-each[1], each[0]))
    ]
