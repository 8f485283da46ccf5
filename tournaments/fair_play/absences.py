"""Signals about people who are absent mostly where they are expected to lose, in many matches of a year.

Absent is who didn't come, or for whom a bot played most cards. Opponents are stronger if their entries were rated higher when the tournament began.
The probability that so many absences fall on stronger opponents by chance is Fisher's (hypergeometric). A person is looked at at their 8th, 16th,
32nd … absence; each look takes half of the bound that is left.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from math import comb
from typing import Final, NamedTuple

from django.db.models import Count, F, Q, QuerySet

from games.fair_play.partner_hand import PER_PAIR, PER_SEASON
from spades_site.common.clock import now
from tournaments.events.models import LineUp, Match, Round, SideEntry, Tournament
from tournaments.fair_play import signals
from tournaments.fair_play.models import Signal
from tournaments.leagues.models import League

LEAST: Final = 8
"""The least number of absences about which anything is said."""
LATELY: Final = timedelta(hours=3)
"""Rounds that ended so long ago have been looked at."""
SHOWN: Final = 30
ABSENT: Final = Q(present=False) | Q(bot_cards__gt=F("cards") / 2)


class Played(NamedTuple):
    """A match that a person was to play."""

    match: int
    absent: bool
    stronger: bool
    """Whether the opponents were rated higher."""


class Look(NamedTuple):
    """Matches in which absences fall on stronger opponents improbably often."""

    matches: Sequence[Played]
    probability: float


def suspicion(matches: Sequence[Played], people: int) -> Look | None:
    """Return the part of a person's matches of a year, in their order, that is improbable; None if none is."""
    bound = min(PER_PAIR, PER_SEASON / max(people, 1))
    places = [place for place, one in enumerate(matches, 1) if one.absent]
    size, found = LEAST, None
    while size <= len(places):
        bound /= 2
        seen = matches[: places[size - 1]]
        probability = unlikely(seen)
        if probability < bound:
            found = Look(seen, probability)
        size *= 2
    return found


def unlikely(matches: Sequence[Played]) -> float:
    """Return how likely at least so many of the absences fall on stronger opponents, if any match may be missed."""
    total, absent = len(matches), sum(one.absent for one in matches)
    stronger = sum(one.stronger for one in matches)
    both = sum(one.absent and one.stronger for one in matches)
    ways = sum(
        comb(stronger, n) * comb(total - stronger, absent - n)
        for n in range(both, min(stronger, absent) + 1)
    )
    return ways / comb(total, absent)


def look_at_late_rounds() -> None:
    """Look at the leagues, and tournaments without one, in which a round ended lately. Idempotent."""
    ended = Round.objects.filter(finished_at__gt=now() - LATELY).order_by().values("tournament")
    cups = Tournament.objects.filter(pk__in=ended).select_related("league").order_by("pk")
    for of in dict.fromkeys(cup.league or cup for cup in cups):
        look_at(of)


def look_at(of: League | Tournament) -> None:
    """Make the signals that follow from the absences of this year. Idempotent and safe to call concurrently."""
    year = now().year
    rows = _line_ups(of, year)
    often = rows.filter(ABSENT).order_by().values("user").annotate(n=Count("match", distinct=True))
    people = list(often.filter(n__gte=LEAST, user__is_bot=False).values_list("user", flat=True))
    for user, matches in sorted(_matches(rows.filter(user__in=people)).items()):
        look = suspicion(matches, len(people))
        if look is not None:
            put = partial(_instead, new=_evidence(look, year))
            signals.found(of, Signal.Kind.ABSENCE, [user], put, mark=str(year))


def _line_ups(of: League | Tournament, year: int) -> QuerySet[LineUp]:
    where = Q(match__tournament__league=of) if isinstance(of, League) else Q(match__tournament=of)
    return LineUp.objects.counting().filter(
        where, match__status=Match.Status.DONE, match__round__finished_at__year=year
    )


def _matches(rows: QuerySet[LineUp]) -> dict[int, list[Played]]:
    """Return the rated matches of people, by person, in their order."""
    rows = rows.annotate(away=ABSENT).order_by("match__round__finished_at", "match", "pk")
    asked = list(rows.values_list("user", "match", "entry", "entry__rating", "away"))
    places: dict[int, list[SideEntry]] = defaultdict(list)
    sides = SideEntry.objects.filter(side__match__in={one[1] for one in asked})
    for place in sides.select_related("side", "entry"):
        places[place.side.match_id].append(place)
    found: dict[int, dict[int, Played]] = defaultdict(dict)
    for user, match, entry, own, away in asked:
        here = {each.side_id for each in places[match] if each.entry_id == entry}
        others = [
            each.entry.rating
            for each in places[match]
            if each.side_id not in here and each.entry.rating is not None
        ]
        if own is not None and others:
            stronger = sum(others) / len(others) > own
            found[user].setdefault(match, Played(match, bool(away), stronger))
    return {user: list(matches.values()) for user, matches in found.items()}


def _evidence(look: Look, year: int) -> signals.Evidence:
    stronger = [one for one in look.matches if one.stronger]
    others = [one for one in look.matches if not one.stronger]
    return {
        "stronger": [sum(one.absent for one in stronger), len(stronger)],
        "others": [sum(one.absent for one in others), len(others)],
        "one_in": round(1 / max(look.probability, 1e-9)),
        "year": year,
        "matches": [one.match for one in stronger if one.absent][-SHOWN:],
    }


def _instead(_old: signals.Evidence, new: signals.Evidence) -> signals.Evidence:
    return new
