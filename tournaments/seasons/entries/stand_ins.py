"""A season's list of stand-ins, and whom of them a side may ask to play a match for one of its players.

`Case.why_not` alone decides eligibility, both for pages and for requests. Unanswered requests count as matches, so
nobody who accepts exceeds the season's limits.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.ratings.queries import ratings_of
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.refusals import Code
from tournaments.events.core.locks import unknown_match
from tournaments.events.core.state import lock, save
from tournaments.events.entries import stand_ins
from tournaments.events.matches import offers
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    SubstituteOffer,
    Substitution,
)
from tournaments.events.setup.individual import pool_of
from tournaments.leagues.joining import person_called
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import (
    bans_in_force,
    members_among,
    require_account,
    require_organizer,
)
from tournaments.seasons.core import lock_season
from tournaments.seasons.models import StandIn
from tournaments.seasons.terms import Terms, terms_of


def put_on_list(*, season_id: int, by: User, username: str = "") -> StandIn:
    """Add the user, or as an organizer the member called `username`, to the list. Idempotent.

    Raises Refused: "unknown_season", "guest", "not_organizer", "unknown_user", "user_guest", "no_stand_ins",
    "not_member".
    """
    with transaction.atomic():
        require_account(by)
        season = lock_season(season_id)
        person = by if not username else person_called(username)
        if person != by:
            require_organizer(season.league, by)
        if not may_have(season):
            raise Refused(
                "no_stand_ins",
                _("Nobody can stand in here: the season is over, or its terms say so."),
            )
        if not members_among(season.league_id, [person.pk]):
            raise Refused(
                "not_member",
                _("%(name)s isn’t a member of the league, and seasons are for its members.")
                % {"name": person.username},
            )
        known = season.stand_ins.filter(user=person).first()
        if known is not None:
            return known
        made = StandIn.objects.create(season=season, user=person, at=now())
        audit.record(actor=by, verb="season.stand_in_listed", subject=season, user=person.pk)
    return made


def take_off_list(*, season_id: int, by: User, user_id: int) -> None:
    """Remove the user, or as an organizer anybody, from the list. Agreed matches remain. Idempotent.

    Raises Refused: "unknown_season", "not_organizer".
    """
    with transaction.atomic():
        season = lock_season(season_id)
        if user_id != by.pk:
            require_organizer(season.league, by)
        if season.stand_ins.filter(user=user_id).delete()[0]:
            audit.record(actor=by, verb="season.stand_in_unlisted", subject=season, user=user_id)


def ask(*, match_id: int, out_id: int, username: str, by: User) -> SubstituteOffer:
    """Ask somebody on the list to play a match in place of a player; they accept or decline. Idempotent.

    Raises Refused: "unknown_match", "not_your_entry", "match_begun", "not_in_entry", "has_stand_in", "blocked",
    "declined", "limit", and those of `Case.why_not`.
    """
    with transaction.atomic():
        season = lock_season(_season_of(match_id))
        match = _match(match_id)
        tournament = lock(match.tournament_id)
        entry = entry_with(match, out_id)
        stand_ins.require_speaker(tournament, entry, by)
        case = case_of(season, match, entry, out_id)
        chosen = next((key for key, one in case.people.items() if one.username == username), 0)
        known = case.waiting
        if known is not None and known.into_id == chosen:
            return known
        refuse(case.why_not(chosen))
        made = stand_ins.ask(match, entry, case.out, case.people[chosen], by=by)
        save(tournament)
    return made


def may_have(season: Season) -> bool:
    """Return whether people can stand in: the season has divisions, isn't over, and its terms allow it."""
    open_ = season.status != Season.Status.FINISHED and season.has_divisions
    return open_ and terms_of(season).stand_in_matches > 0


def season_of(match: Match) -> Season | None:
    """Return the season in whose division or play-offs a match is played, with its league, or None."""
    season = match.tournament.season
    return season if season is not None and season.has_divisions else None


def entry_with(match: Match, out_id: int) -> Entry:
    """Return the side of a match in which the person plays. Raises Refused "not_in_entry"."""
    for entry in match.entries:
        if entry.players.filter(user=out_id, active=True).exists():
            return entry
    raise Refused("not_in_entry", _("That player isn’t in the entry. Reload the page."))


@dataclass(frozen=True)
class Case:
    """A player's place in a match, and the facts about candidates to stand in, by the keys of their users."""

    out: User
    terms: Terms
    people: dict[int, User]
    """Those on the list."""
    ratings: dict[int, int]
    members: set[int]
    banned: set[int]
    in_division: set[int]
    in_match: set[int]
    busy: set[int]
    all_matches: Counter[int]
    for_entry: Counter[int]
    waiting: SubstituteOffer | None
    """The request for this place that isn't answered."""

    def why_not(self, key: int) -> Refused | None:
        """Return why this person can't be asked, or None.

        "not_on_list", "not_member", "stand_in_banned", "plays_here", "in_match", "two_at_once", "too_often", "too_often_for_one",
        "too_strong".
        """
        person = self.people.get(key)
        if person is None:
            return Refused("not_on_list", _("That person isn’t on the season’s list of stand-ins."))
        params: dict[str, Any] = {
            "name": person.username,
            "out": self.out.username,
            "n": self.terms.stand_in_matches,
            "one": self.terms.stand_in_for_one,
            "rating": self.ratings[key],
            "most": self.ratings[self.out.pk] + (self.terms.stand_in_rating or 0),
        }
        return next((Refused(code, say % params) for code, say in self._reasons(key)), None)

    def _reasons(self, key: int) -> Iterable[tuple[Code, str]]:
        if key in self.banned:
            yield "stand_in_banned", _("%(name)s is banned from the league.")
        if key not in self.members or not self.people[key].is_active:
            yield "not_member", _("%(name)s isn’t a member of the league any more.")
        if key in self.in_division:
            yield "plays_here", _("%(name)s plays in this division.")
        if key in self.in_match:
            yield "in_match", _("%(name)s has been asked for this match, or stands in already.")
        if key in self.busy:
            yield "two_at_once", _("%(name)s has another match about that time.")
        if self.all_matches[key] >= self.terms.stand_in_matches:
            yield (
                "too_often",
                _("%(name)s has reached the most matches of a stand-in in a season: %(n)d."),
            )
        if self.for_entry[key] >= self.terms.stand_in_for_one:
            yield (
                "too_often_for_one",
                _("%(name)s has reached the most matches of a stand-in for one side: %(one)d."),
            )
        bound = self.terms.stand_in_rating
        if bound is not None and self.ratings[key] > self.ratings[self.out.pk] + bound:
            yield (
                "too_strong",
                _(
                    "%(name)s is rated %(rating)d; who stands in for %(out)s is rated at most %(most)d."
                ),
            )


def case_of(season: Season, match: Match, entry: Entry, out_id: int) -> Case:
    """Return the case of a player's place in a match. At most twelve queries. Raises Refused "not_in_entry"."""
    place = entry.players.filter(user=out_id, active=True).select_related("user").first()
    if place is None:
        raise Refused("not_in_entry", _("That player isn’t in the entry. Reload the page."))
    listed = season.stand_ins.select_related("user")
    people = {one.user_id: one.user for one in listed}
    keys = list(people)
    taken = Substitution.objects.filter(
        match__tournament__season=season, table=None, by__isnull=False
    )
    asked = SubstituteOffer.objects.filter(
        match__tournament__season=season,
        match__status=Match.Status.DRAWN,
        table=None,
        status=SubstituteOffer.Status.OPEN,
    )
    rows = [
        *taken.values_list("into_id", "match_id", "entry__name"),
        *asked.values_list("into_id", "match_id", "entry__name"),
    ]
    waiting = asked.filter(match=match, out=out_id).select_related("into", "out").first()
    bans = bans_in_force(now()).filter(league=season.league_id, user__in=keys)
    plays = EntryPlayer.objects.filter(tournament=match.tournament_id, active=True, user__in=keys)
    return Case(
        out=place.user,
        terms=terms_of(season),
        people=people,
        ratings=ratings_of([*keys, out_id], pool_of(match.tournament)),
        members=members_among(season.league_id, keys),
        banned=set(bans.values_list("user_id", flat=True)),
        in_division=set(plays.values_list("user_id", flat=True)),
        in_match={user for user, of, _name in rows if of == match.pk},
        busy=_busy(match, keys),
        all_matches=Counter(user for user, _match_id, _name in rows),
        for_entry=Counter(user for user, _match_id, name in rows if name == entry.name),
        waiting=waiting,
    )


def _busy(match: Match, keys: list[int]) -> set[int]:
    """Return those of these people who have another match near the time of this one."""
    if match.starts_at is None or not keys:
        return set()
    near = offers.clashes(match, keys, [match.starts_at])
    if not near:
        return set()
    places = EntryPlayer.objects.filter(
        user__in=keys, active=True, entry__match_places__side__match__in=near
    )
    agreed = Substitution.objects.filter(into__in=keys, match__in=near)
    return {
        *places.values_list("user_id", flat=True),
        *agreed.values_list("into_id", flat=True),
    }


def _match(match_id: int) -> Match:
    return Match.objects.select_related("round", "tournament__season").get(pk=match_id)


def _season_of(match_id: int) -> int:
    found = Match.objects.filter(pk=match_id).select_related("tournament__season__league").first()
    season = None if found is None else season_of(found)
    if season is None:
        raise unknown_match()
    return season.pk
