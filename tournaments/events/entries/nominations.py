"""Teams' line-ups: which four players play a match, in which pairs, and the deadline for naming them.

Without a named line-up the team's last line-up plays again, or else the first four of its roster. People without an account play
where they are named, or where there aren't four others.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from tournaments.events.core.named import FOUR, accounts_first, are_enough
from tournaments.events.core.permissions import may_organize
from tournaments.events.models import Entry, LineUp, Match, Nomination, Substitution, Tournament
from tournaments.events.setup.match_times import match_time_in
from tournaments.events.setup.timetable import window_end
from tournaments.leagues.permissions import bans_in_force

Pairs = tuple[tuple[Any, Any], tuple[Any, Any]]
"""A team's players at table 1 and at table 2."""


def deadline_of(match: Match) -> datetime | None:
    """Return the deadline for the teams of a match to name their line-ups; None while its time is unknown."""
    round_ = match.round
    starts_at = match.starts_at or match_time_in(round_) or round_.closes_at
    if starts_at is None and round_.starts_at is not None:
        closes_at = window_end(round_.tournament, round_.number, round_.starts_at)
        starts_at = closes_at or round_.starts_at
    if starts_at is None:
        return None
    return starts_at - timedelta(minutes=round_.tournament.line_up_minutes)


def is_closed(match: Match, at: datetime) -> bool:
    """Return whether line-ups are final: the tables are open, or the deadline has passed."""
    deadline = deadline_of(match)
    return match.status != Match.Status.DRAWN or (deadline is not None and deadline <= at)


def pairs_of(match: Match, entry: Entry) -> Pairs | None:
    """Return the pairs with which a team would play a match now; None with fewer than four players."""
    roster = able_of(entry, match)
    people = {user.pk: user for user in roster}
    instead = {one.out_id: one.into_id for one in stand_ins_of(match) if one.entry_id == entry.pk}
    named = _named(match.pk, entry, people)
    enough = are_enough(place.user for place in entry.players.all() if place.active)
    if not named:
        last = _last(entry, people, instead)
        named = [user for user in last if not (enough and user.by_name)]
    others = [user for user in accounts_first(roster) if user not in named]
    named += [user for user in others if not (enough and user.by_name)][: FOUR - len(named)]
    if len(named) < FOUR:
        return None
    first, second, third, fourth = named
    return (first, second), (third, fourth)


def active_of(entry: Entry, match: Match | None = None) -> list[Any]:
    """Return the active players in the order of the roster; with a `match`, its stand-ins in place of those they
    replace.
    """
    people = [place.user for place in entry.players.select_related("user") if place.active]
    if match is None:
        return people
    instead = {one.out_id: one.into for one in stand_ins_of(match) if one.entry_id == entry.pk}
    return [instead.get(user.pk, user) for user in people]


def able_of(entry: Entry, match: Match | None = None) -> list[Any]:
    """Return those of `active_of` whom a team can line up: without people who are banned from the league, or whose
    account is closed.
    """
    people = active_of(entry, match)
    league = Tournament.objects.filter(pk=entry.tournament_id).values("league")
    bans = bans_in_force(now()).filter(league__in=league, user__in=[user.pk for user in people])
    banned = set(bans.values_list("user_id", flat=True))
    return [user for user in people if user.is_active and user.pk not in banned]


def stand_ins_of(match: Match) -> QuerySet[Substitution]:
    """Return the stand-ins who agreed beforehand to play in a match."""
    found = match.substitutions.filter(by__isnull=False)
    return found.select_related("into", "out", "entry").order_by("pk")


def bench_of(match: Match, missing: Sequence[LineUp]) -> list[tuple[LineUp, Any]]:
    """Return team-mates outside the line-up, one for each absent player of a team match as far as possible."""
    playing = set(match.line_up.counting().values_list("user_id", flat=True))
    found: list[tuple[LineUp, Any]] = []
    for row in missing:
        free = [user for user in able_of(row.entry, match) if user.pk not in playing]
        if free:
            found.append((row, free[0]))
            playing.add(free[0].pk)
    return found


def may_name(match: Match, entry: Entry, user: Viewer) -> bool:
    """Return whether the user names a team's line-ups."""
    if not (match.tournament.is_team and user.is_authenticated):
        return False
    return entry.is_led_by(user) or may_organize(user, match.tournament)


def may_see(match: Match, entry: Entry, viewer: Viewer, at: datetime | None = None) -> bool:
    """Return whether the viewer may see a team's line-up: everybody once it is final, before that only the team."""
    if is_closed(match, at or now()) or may_name(match, entry, viewer):
        return True
    key = viewer.pk or 0
    own = entry.players.filter(user=key, active=True).exists()
    return own or stand_ins_of(match).filter(entry=entry, into=key).exists()


def replaced_in_roster(entry: Entry, out: User, into: User) -> None:
    """Transfer a replaced player's named line-up places to the new player."""
    ahead = entry.nominations.filter(user=out, match__status=Match.Status.DRAWN)
    ahead.update(user=into)


def _named(
    match_id: int, entry: Entry, people: dict[int, Any], instead: Mapping[int, int] | None = None
) -> list[Any]:
    rows = Nomination.objects.filter(match=match_id, entry=entry).values_list("user_id", flat=True)
    keys = [(instead or {}).get(key, key) for key in rows]
    return [people[key] for key in keys if key in people]


def _last(entry: Entry, people: dict[int, Any], instead: Mapping[int, int]) -> list[Any]:
    begun = entry.nominations.exclude(match__status=Match.Status.DRAWN)
    latest = begun.order_by("-match__round__stage__index", "-match__round__number", "-match")
    last = latest.values_list("match_id", flat=True).first()
    return [] if last is None else _named(last, entry, people, instead)
