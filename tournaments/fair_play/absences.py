"""Signals about people who miss matches mostly where they are expected to lose, in many matches of a year.

A match is missed by a person who didn't come, for whom a bot played most cards, who was replaced in the middle of the game, for whom the own side had somebody
stand in, or who withdrew from the tournament with this match ahead (`Cause`). Opponents are stronger if their entries were rated higher when
the tournament began. The probability that so many missed matches fall on stronger opponents by chance is Fisher's (hypergeometric). A person is looked
at at their 8th, 16th, 32nd … missed match; each look takes half of the bound that is left.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from math import comb
from typing import Final, NamedTuple

from django.db.models import F, Q

from games.fair_play.partner_hand import PER_PAIR, PER_SEASON
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tournaments.events.entries.taking_part import REJOINED, RESTORED, WITHDRAWN
from tournaments.events.models import LineUp, Match, SideEntry, Substitution, Tournament
from tournaments.fair_play import signals
from tournaments.fair_play.lately import ended_lately
from tournaments.fair_play.models import Signal
from tournaments.leagues.models import League

LEAST: Final = 8
"""The least number of absences about which anything is said."""
SHOWN: Final = 30
ABSENT: Final = Q(present=False) | Q(bot_cards__gt=F("cards") / 2) | Q(until_hand__isnull=False)


class Cause(StrEnum):
    """Why a person didn't play a match."""

    ABSENT = "absent"
    STAND_IN = "stand_in"
    WITHDREW = "withdrew"


class Played(NamedTuple):
    """A match that a person was to play."""

    match: int
    cause: Cause | None
    """Why they didn't; None: they played."""
    stronger: bool
    """Whether the opponents were rated higher."""

    @property
    def absent(self) -> bool:
        """Return whether they missed it."""
        return self.cause is not None


class Due(NamedTuple):
    """A match that a person was to play, as it is found."""

    at: datetime
    match: int
    user: int
    entry: int
    rating: int | None
    cause: Cause | None


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
    for of in ended_lately():
        look_at(of)


def look_at(of: League | Tournament) -> None:
    """Make the signals that follow from the absences of this year. Idempotent and safe to call concurrently."""
    year = now().year
    due = [*_at_tables(of, year), *_stand_ins(of, year), *_withdrawals(of, year)]
    often = Counter(one.user for one in due if one.cause is not None)
    people = {user for user, missed in often.items() if missed >= LEAST}
    for user, matches in sorted(_matches([one for one in due if one.user in people]).items()):
        look = suspicion(matches, len(people))
        if look is not None:
            put = partial(_instead, new=_evidence(look, year))
            signals.found(of, Signal.Kind.ABSENCE, [user], put, mark=str(year))


def _where(of: League | Tournament, year: int) -> Q:
    """Return the condition for rows about matches of a year."""
    cups = {"match__tournament__league" if isinstance(of, League) else "match__tournament": of}
    return Q(match__status=Match.Status.DONE, match__round__finished_at__year=year, **cups)


def _at_tables(of: League | Tournament, year: int) -> list[Due]:
    """Return the matches for which a table opened. Without one nobody could come."""
    rows = LineUp.objects.counting().filter(_where(of, year), table__isnull=False)
    found = rows.filter(user__is_bot=False).annotate(away=ABSENT).order_by("pk")
    fields = ("match__round__finished_at", "match", "user", "entry", "entry__rating", "away")
    return [
        Due._make((*one[:5], Cause.ABSENT if one[5] else None))
        for one in found.values_list(*fields)
    ]


def _stand_ins(of: League | Tournament, year: int) -> list[Due]:
    """Return the matches for which somebody stood in: of a team only if the player asked for that, because captains choose who plays."""
    own = Q(by=F("out")) | Q(by__entry_places__entry=F("entry"), entry__captain=None)
    rows = Substitution.objects.filter(_where(of, year), own, table=None, out__is_bot=False)
    fields = ("match__round__finished_at", "match", "out", "entry", "entry__rating")
    found = rows.order_by("pk").values_list(*fields).distinct()
    return [Due._make((*one, Cause.STAND_IN)) for one in found]


def _withdrawals(of: League | Tournament, year: int) -> list[Due]:
    """Return the first match that each of a person's own withdrawals made a forfeit; the ones after it are none of its
    reasons. A withdrawal that was taken back counts as well.
    """
    gone = LineUp.objects.filter(
        _where(of, year), table=None, user__is_bot=False, match__results__current=True
    )
    cups = gone.order_by().values_list("match__tournament", flat=True).distinct()
    log = AuditEntry.objects.filter(
        verb__in=(WITHDRAWN, REJOINED, RESTORED), subject__in=[f"tournament:{cup}" for cup in cups]
    )
    moves: dict[str, list[AuditEntry]] = defaultdict(list)
    for move in log.order_by("at", "pk"):
        moves[move.subject].append(move)
    fields = ("match__round__finished_at", "match", "user", "entry", "entry__rating")
    rows = gone.order_by("match__round__finished_at", "match", "pk")
    found: dict[int, Due] = {}
    for cup, decided_at, *one in rows.values_list(
        "match__tournament", "match__results__at", *fields
    ):
        due = Due._make((*one, Cause.WITHDREW))
        for move in reversed(moves[f"tournament:{cup}"]):
            theirs = move.actor_id == due.user if move.verb == WITHDRAWN else None
            if move.at <= decided_at and (theirs or move.data.get("entry") == due.entry):
                if theirs:
                    found.setdefault(move.pk, due)
                break
    return list(found.values())


def _matches(due: Sequence[Due]) -> dict[int, list[Played]]:
    """Return the rated matches of people, by person, in their order."""
    places: dict[int, list[SideEntry]] = defaultdict(list)
    sides = SideEntry.objects.filter(side__match__in={one.match for one in due})
    for place in sides.select_related("side", "entry").order_by("pk"):
        places[place.side.match_id].append(place)
    found: dict[int, dict[int, Played]] = defaultdict(dict)
    for one in sorted(due, key=lambda each: (each.at, each.match)):
        here = {each.side_id for each in places[one.match] if each.entry_id == one.entry}
        others = [
            each.entry.rating
            for each in places[one.match]
            if each.side_id not in here and each.entry.rating is not None
        ]
        if one.rating is not None and others:
            stronger = sum(others) / len(others) > one.rating
            found[one.user].setdefault(one.match, Played(one.match, one.cause, stronger))
    return {user: list(matches.values()) for user, matches in found.items()}


def _evidence(look: Look, year: int) -> signals.Evidence:
    stronger = [one for one in look.matches if one.stronger]
    others = [one for one in look.matches if not one.stronger]
    return {
        "stronger": [sum(one.absent for one in stronger), len(stronger)],
        "others": [sum(one.absent for one in others), len(others)],
        "one_in": round(1 / max(look.probability, 1e-9)),
        "year": year,
        "matches": [[one.match, one.cause] for one in stronger if one.cause is not None][-SHOWN:],
    }


def _instead(_old: signals.Evidence, new: signals.Evidence) -> signals.Evidence:
    return new
