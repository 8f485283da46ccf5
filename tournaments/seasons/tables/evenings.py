"""The finished tournaments and other events of a series: who had which place in them, took part, hosted, or brought a newcomer."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.db import connection
from django.db.models import F, Min, Q

from spades_site.accounts.models import User
from spades_site.common.folding import fold_name
from tournaments.events.core.line_ups import came_to_tables
from tournaments.events.draw.seeding import ranks_by_entry
from tournaments.events.models import EntryPlayer, LineUp, Status, Substitution, Tournament
from tournaments.events.plan.choices import EntryKind
from tournaments.leagues.hooks import CountedEvent, counted_in
from tournaments.leagues.models import Membership, Season
from tournaments.seasons.terms import ORIGINAL, PAIRS, PLAYED, PLAYERS, TEAMS, Terms, terms_of

KEPT_SECONDS = 24 * 3600
SIMULATED = ":memory:"
"""The database of a simulation, whose tournaments have the same keys and seeds every time: nothing of it is cached."""

Person = tuple[int, str]
"""The key and the user name of somebody."""


class Place(NamedTuple):
    """A place in one tournament, before it is worth anything; `place` is None for its host who didn't play.

    `came` as in `series.Evening`; the place is worth `times` its points; `brought`: their partner was a newcomer.
    """

    tournament: int | str
    place: int | None
    came: bool = True
    times: int = 1
    hosted: bool = False
    brought: bool = False

    @property
    def order(self) -> tuple[bool, int]:
        """Return the sort key: by place, those without one last."""
        return self.place is None, self.place or 0

    def joined(self, other: "Place") -> "Place":
        """Return this place with whatever else the other one of the same tournament has."""
        return self._replace(
            came=self.came or other.came,
            hosted=self.hosted or other.hosted,
            brought=self.brought or other.brought,
        )


@dataclass(frozen=True)
class Ranked:
    """A player, pair or team with a place: by what it is known, its name, and its players' keys."""

    key: Hashable
    name: str
    players: Sequence[int]
    place: Place


type Counted = Tournament | CountedEvent
"""What counts in a series."""


def finished(season: Season) -> list[Counted]:
    """Return the finished tournaments and events of a series, by their day."""
    shown = season.tournaments.filter(status=Status.FINISHED).prefetch_related("stages")
    found: list[Counted] = [one for one in counted_in(season) if one.is_over]
    found += shown.select_related("evening__host", "created_by").order_by("starts_at", "pk")
    return sorted(found, key=_at)


def _at(one: Counted) -> datetime:
    return one.at if isinstance(one, CountedEvent) else one.starts_at


def counts_for(tournament: Tournament, ranked: str) -> bool:
    """Return whether a tournament has results for the competitors of a series: any tournament does for players; pairs
    and teams need their own kind.
    """
    if ranked == TEAMS:
        return tournament.is_team
    return ranked == PLAYERS or (
        tournament.entry_kind == EntryKind.PAIR and not tournament.is_individual
    )


def day_of(one: Counted, season: Season) -> date:
    """Return the day on which a tournament began, or an event was over, in the season's time zone."""
    return _at(one).astimezone(ZoneInfo(season.zone)).date()


def ranked_in(season: Season, counted: Sequence[Counted]) -> dict[int | str, list[Ranked]]:
    """Return who had which place in what counts in a series, by its key."""
    terms = terms_of(season)
    since = _since(season) if terms.newcomer else {}
    tournaments = [one for one in counted if isinstance(one, Tournament)]
    found = _in_tournaments(season, tournaments, terms, since)
    for one in counted:
        if isinstance(one, CountedEvent):
            new = _newcomers(since, day_of(one, season), terms)
            found[one.pk] = list(_in_event(one, terms, new))
    return found


def _in_event(event: CountedEvent, terms: Terms, new: set[int]) -> Iterator[Ranked]:
    """Yield who had which place in an event; a place needs a deal that was played, so all of them came."""
    for number, people in event.places:
        name = " & ".join(label for _user, label in people)
        for known, label, keys in _known_as(name, people, terms):
            brought = known not in new and _has_new_partner(known, people, new)
            place = Place(event.pk, number, times=event.times, brought=brought)
            yield Ranked(known, label, keys, place)


def _in_tournaments(
    season: Season, tournaments: Sequence[Tournament], terms: Terms, since: Mapping[int, date]
) -> dict[int | str, list[Ranked]]:
    """Return who had which place in finished tournaments, by the tournaments' keys."""
    shown = [one for one in tournaments if counts_for(one, terms.ranked)]
    ranks = _ranks(shown)
    players = _players(shown, terms)
    came = came_to_tables(shown)
    found: dict[int | str, list[Ranked]] = {one.pk: [] for one in tournaments}
    for tournament in shown:
        key, times, mine = tournament.pk, times_of(tournament), found[tournament.pk]
        here = {user for cup, user in came if cup == key}
        new = _newcomers(since, day_of(tournament, season), terms) & here
        for entry, place in ranks[key].items():
            name, people = players.get(entry, ("", ()))
            for known, label, keys in _known_as(name, people, terms):
                mine.append(
                    Ranked(
                        known,
                        label,
                        keys,
                        Place(
                            key,
                            place,
                            came=not here.isdisjoint(keys),
                            times=times,
                            brought=known in here - new and _has_new_partner(known, people, new),
                        ),
                    )
                )
        if terms.host:
            host = host_of(tournament)
            hosting = Place(key, None, came=False, times=times, hosted=True)
            mine.append(Ranked(host.pk, host.username, [host.pk], hosting))
    return found


def times_of(tournament: Tournament) -> int:
    """Return by how much a tournament's points by place are multiplied."""
    evening = getattr(tournament, "evening", None)
    return evening.times if evening else 1


def host_of(tournament: Tournament) -> User:
    """Return the host of a tournament: who made it, unless an organizer named somebody else."""
    evening = getattr(tournament, "evening", None)
    return (evening and evening.host) or tournament.created_by


def _ranks(tournaments: Sequence[Tournament]) -> dict[int, dict[int, int]]:
    """Return the places of the entries by tournament. They are cached: every change of a tournament changes its version."""
    keys = {
        one.pk: f"places:{one.pk}:{one.seed}:{one.version}:{one.finished_at:%Y%m%d%H%M%S%f}"
        for one in tournaments
    }
    lasting = connection.settings_dict["NAME"] != SIMULATED
    known: dict[str, dict[int, int]] = cache.get_many(keys.values()) if lasting else {}
    fresh = {keys[one.pk]: ranks_by_entry(one) for one in tournaments if keys[one.pk] not in known}
    if fresh and lasting:
        cache.set_many(fresh, KEPT_SECONDS)
    return {pk: (known | fresh)[key] for pk, key in keys.items()}


def _players(
    tournaments: Sequence[Tournament], terms: Terms
) -> dict[int, tuple[str, tuple[Person, ...]]]:
    """Return the name of each entry and the people who get its points, by the entry's key."""
    rows = EntryPlayer.objects.filter(entry__tournament__in=tournaments).order_by(
        "entry", "position"
    )
    changed = _by_rule(tournaments, terms.substitutes)
    names: dict[int, str] = {}
    found: dict[int, dict[Person, None]] = {}
    for entry, name, position, user, username in rows.values_list(
        "entry_id", "entry__name", "position", "user_id", "user__username"
    ):
        names.setdefault(entry, name)
        gets = changed.get((entry, position), (user, username))
        found.setdefault(entry, {})[gets] = None
        if gets[0] != user:
            names[entry] = ""
    return {
        entry: (names[entry] or " & ".join(name for _user, name in people), tuple(people))
        for entry, people in found.items()
    }


def _by_rule(tournaments: Sequence[Tournament], rule: str) -> Mapping[tuple[int, int], Person]:
    """Return who gets the points of places (entry and position) in which people were replaced, by the rule of the series.
    All players of a team's roster get its points.
    """
    cups = [one for one in tournaments if not one.is_team]
    rows: Iterable[tuple[int, int, int, str]] = ()
    if rule == ORIGINAL:
        made = Substitution.objects.filter(
            match=None, entry__tournament__in=cups, at__gte=F("entry__tournament__starts_at")
        )
        # The first substitution of a place comes last, and so decides.
        rows = made.order_by("-pk").values_list("entry_id", "position", "out_id", "out__username")
    elif rule == PLAYED:
        sat = LineUp.objects.counting().seated().filter(Q(present=True) | Q(table=None))
        rows = (
            sat.filter(entry__tournament__in=cups)
            .order_by("match__round__number", "pk")
            .values_list("entry_id", "position", "user_id", "user__username")
        )
    return {(entry, position): (user, name) for entry, position, user, name in rows}


def _known_as(
    name: str, people: Sequence[Person], terms: Terms
) -> Iterator[tuple[Hashable, str, list[int]]]:
    """Yield by what each competitor in an entry is known, with its name and its players."""
    keys = [user for user, _name in people]
    if terms.ranked == TEAMS:
        yield fold_name(name), name, keys
    elif terms.ranked == PAIRS and len(people) == 2:
        yield frozenset(keys), name, keys
    elif terms.ranked == PLAYERS:
        for user, username in people:
            yield user, username, [user]


def _since(season: Season) -> dict[int, date]:
    """Return since when everybody is with the league: the day of their first evening, or on which they joined it if that was
    earlier. Whoever leaves and joins again isn't new.
    """
    played = EntryPlayer.objects.filter(
        tournament__league=season.league_id,
        tournament__status=Status.FINISHED,
        entry__seed_no__isnull=False,
    )
    first = dict(
        played.values_list("user_id").annotate(first=Min("tournament__starts_at")).order_by()
    )
    joined = Membership.objects.filter(league=season.league_id).values_list("user_id", "joined_at")
    for user, at in joined:
        first[user] = min(at, first.get(user, at))
    zone = ZoneInfo(season.zone)
    return {user: at.astimezone(zone).date() for user, at in first.items()}


def _newcomers(since: Mapping[int, date], day: date, terms: Terms) -> set[int]:
    """Return who is a newcomer on a day: with the league for at most `newcomer_days`."""
    return {user for user, first in since.items() if (day - first).days <= terms.newcomer_days}


def _has_new_partner(known: Hashable, people: Sequence[Person], new: set[int]) -> bool:
    """Return whether the other one of a pair is a newcomer."""
    return len(people) == 2 and any(user in new for user, _name in people if user != known)
