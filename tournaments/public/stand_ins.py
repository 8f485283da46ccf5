"""Stand-ins on pages: the panel of a match's page, the candidates, and a season's list."""

from collections.abc import Sequence
from dataclasses import dataclass

from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.events.entries import stand_ins
from tournaments.events.entries.nominations import active_of, stand_ins_of
from tournaments.events.entries.substitute_offers import offers_to
from tournaments.events.models import Match, SubstituteOffer, Substitution
from tournaments.leagues.models import Season
from tournaments.public.season_terms import stand_in_terms
from tournaments.seasons.entries.stand_ins import case_of, entry_with, may_have, season_of


@dataclass(frozen=True)
class Place:
    """A player of a match, with their stand-in or the unanswered request for one."""

    out: User
    agreed: Substitution | None
    offer: SubstituteOffer | None


@dataclass(frozen=True)
class StandIns:
    """The panel of a match's page: requests to the viewer, and places for which the viewer may find stand-ins."""

    asked: Sequence[SubstituteOffer]
    places: Sequence[Place]


@dataclass(frozen=True)
class Candidate:
    """Somebody on a season's list, and why they can't be asked."""

    user: User
    rating: int
    refused: Refused | None


@dataclass(frozen=True)
class Candidates:
    """The candidates to stand in for a player; `refused`: why nobody can."""

    season: Season
    out: User
    rule: str
    able: Sequence[Candidate]
    others: Sequence[Candidate]
    refused: Refused | None


def stand_ins_panel(match: Match, viewer: Viewer) -> StandIns | None:
    """Return the panel with stand-ins, and with requests to take over at the match's table; None if there is nothing
    for the viewer.
    """
    if not isinstance(viewer, User) or match.status not in (
        Match.Status.DRAWN,
        Match.Status.PLAYING,
    ):
        return None
    asked = [one for one in offers_to(viewer, match.tournament) if one.match_id == match.pk]
    if match.status != Match.Status.DRAWN or match.is_bye:
        return StandIns(asked, []) if asked else None
    season = season_of(match)
    may_find = season is not None and may_have(season)
    agreed = {one.out_id: one for one in stand_ins_of(match)}
    found = [Place(one.out, one, None) for one in agreed.values() if one.into_id == viewer.pk]
    sides = [one for one in match.entries if stand_ins.speaks_for(match.tournament, one, viewer)]
    if sides:
        waiting = match.substitute_offers.filter(status=SubstituteOffer.Status.OPEN)
        offers = {one.out_id: one for one in waiting.select_related("into")}
        shown = {one.out.pk for one in found}
        found += [
            Place(user, agreed.get(user.pk), offers.get(user.pk))
            for entry in sides
            for user in active_of(entry)
            if user.pk not in shown and (may_find or user.pk in agreed or user.pk in offers)
        ]
    return StandIns(asked, found) if asked or found else None


def candidates(match: Match, out_id: int, viewer: User) -> Candidates | None:
    """Return who could play a match in a player's place; None if the viewer may not find stand-ins for that side."""
    season = season_of(match)
    if season is None or not may_have(season):
        return None
    try:
        entry = entry_with(match, out_id)
    except Refused:
        return None
    if not stand_ins.speaks_for(match.tournament, entry, viewer):
        return None
    case = case_of(season, match, entry, out_id)
    rows = [
        Candidate(user, case.ratings[key], case.why_not(key)) for key, user in case.people.items()
    ]
    rows.sort(key=lambda one: (-one.rating, one.user.username))
    return Candidates(
        season,
        case.out,
        stand_in_terms(case.terms),
        [one for one in rows if one.refused is None],
        [one for one in rows if one.refused is not None],
        stand_ins.why_not_replace(match, entry, out_id),
    )
