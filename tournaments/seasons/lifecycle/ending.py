"""Ending a season, and creating the next one with promotion and relegation from the final tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.actions.lifecycle import end_tournament
from tournaments.events.core.state import OVER
from tournaments.events.models import Match, Result
from tournaments.events.scoring.team_scores import difference_of
from tournaments.formats.victory_points import estimate_spread
from tournaments.leagues.hooks import counted_in
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import members_among, require_account
from tournaments.seasons import notify
from tournaments.seasons.core import lock_season, lock_to_organize
from tournaments.seasons.entries.placing import note_ratings
from tournaments.seasons.lifecycle.planning import (
    DivisionPlan,
    SeasonProposal,
    create_season,
)
from tournaments.seasons.lifecycle.publishing import players_of
from tournaments.seasons.models import Division, SeasonEntry, SeasonPlayer
from tournaments.seasons.tables.champions import note_places
from tournaments.seasons.tables.divisions import final_order
from tournaments.seasons.terms import RANGES, Terms, terms_of

FINISHED = audit.changes(
    {"status": str(Season.Status.RUNNING)}, {"status": str(Season.Status.FINISHED)}
)
"""What the log has of a season's end."""


@dataclass(frozen=True)
class Move:
    """Where an entry of the finished season would play next: the level, the place there, and the reason."""

    entry: SeasonEntry
    level: int
    came_from: str
    division: str
    """The name of the division on that level now."""


def finish_due(at: datetime | None = None) -> int:
    """Finish every season whose matches are all over, and every series after its last day; returns how many."""
    at = at or now()
    running = Season.objects.filter(status=Season.Status.RUNNING).order_by("pk")
    return sum(_finish_if_over(season_id, at) for season_id in running.values_list("pk", flat=True))


def end_season(*, season_id: int, by: User, reason: str) -> Season:
    """End a season before its last match: what was played counts, and the divisions' tournaments end too.

    Raises Refused: "unknown_season", "not_organizer", "season_not_running", "reason_missing".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        season = lock_to_organize(season_id, by)
        if season.status == Season.Status.FINISHED:
            return season
        if season.status != Season.Status.RUNNING:
            raise Refused(
                "season_not_running",
                _("The season isn’t under way. A draft can be deleted instead."),
            )
        if not reason:
            raise Refused(
                "reason_missing", _("Give a reason; everybody in the season will read it.")
            )
        for division in season.divisions.select_related("tournament", "play_off"):
            for one in (division.tournament, division.play_off):
                if one is not None and one.status not in OVER:
                    end_tournament(tournament_id=one.pk, by=by, reason=reason)
        season.ended_early = reason
        _finish(season, now())
        notify.over(season, early=True)
        audit.record(actor=by, verb="season.ended", subject=season, reason=reason, **FINISHED)
    return season


def next_divisions(season: Season) -> list[Move]:
    """Return the next season's divisions, by seed: relegated entries first, then those that stay, then promoted ones.
    Of a season that was ended early, entries that have played no match stay where they are.

    Omits entries that withdrew or can't return (`_returning`); their places stay free.
    """
    returning = _returning(season)
    order = {
        division: [entry for entry in entries if entry.pk in returning]
        for division, entries in final_order(season).items()
    }
    divisions = list(season.divisions.all())
    lowest = divisions[-1].level if divisions else 0
    moves: dict[int, dict[str, list[SeasonEntry]]] = {
        division.level: {"relegated": [], "stays": [], "promoted": []} for division in divisions
    }
    played = _played(season) if season.ended_early else None
    for division in divisions:
        for entry, how in _outcomes(division, order[division.pk], lowest):
            if played is not None and entry.entry_id not in played:
                how = "stays"
            level = division.level + {"promoted": -1, "relegated": 1, "stays": 0}[how]
            moves[level][how].append(entry)
    names = {division.level: division.name for division in divisions}
    return [
        Move(entry, level, how, names[level])
        for level, kinds in sorted(moves.items())
        for how, entries in kinds.items()
        for entry in entries
    ]


def roll_over(*, season_id: int, by: User, name: str, starts_on: date, ends_on: date) -> Season:
    """Create the next season as a draft with the same terms and divisions, and everybody in their proposed division.

    Everybody is asked again once sign-up opens, teams through their captain. Raises Refused: "unknown_season",
    "not_organizer", "season_not_finished", "already_followed", and what `create_season` raises.
    """
    with transaction.atomic():
        require_account(by)
        season = lock_to_organize(season_id, by)
        if season.status != Season.Status.FINISHED:
            raise Refused(
                "season_not_finished",
                _("The season isn’t over yet. Its final tables decide who moves up and down."),
            )
        following = season.followed_by.first()
        if following is not None:
            raise Refused(
                "already_followed",
                _("“%(name)s” already follows this season. Delete that draft first.")
                % {"name": following.name},
            )
        made = create_season(
            league_id=season.league_id, by=by, proposal=_proposal(season, name, starts_on, ends_on)
        )
        made.follows = season
        made.save(update_fields=["follows"])
        _copy_entries(made, next_divisions(season), _returning(season))
        note_ratings(made)
    return made


def _returning(season: Season) -> dict[int, list[User]]:
    """Return the players whom the next season can ask, by the key of their entry: present members of the league. A pair
    needs both; a disbanded team has none.
    """
    players = players_of(season)
    members = members_among(
        season.league_id, {user.pk for users in players.values() for user in users}
    )
    teams = season.kind == Season.Kind.TEAMS
    kept = set(season.entries.filter(team__isnull=not teams).values_list("pk", flat=True))
    found = {
        key: [user for user in users if user.pk in members]
        for key, users in players.items()
        if key in kept
    }
    return found if teams else {key: one for key, one in found.items() if one == players[key]}


def _outcomes(
    division: Division, order: Sequence[SeasonEntry], lowest: int
) -> list[tuple[SeasonEntry, str]]:
    up = division.promoted if division.level > 1 else 0
    down = division.relegated if division.level < lowest else 0
    last = len(order) - down
    return [
        (
            entry,
            "promoted" if place < up else "relegated" if place >= max(last, up) else "stays",
        )
        for place, entry in enumerate(order)
    ]


def _played(season: Season) -> set[int]:
    """Return the keys of the entries, in the divisions' tournaments, that have played a match."""
    found = Result.objects.filter(
        match__tournament__division__season=season, current=True, kind=Result.Kind.PLAYED
    )
    return set(found.values_list("match__sides__places__entry", flat=True))


def left_to_play(season: Season) -> tuple[int, int]:
    """Return how many matches of a season's divisions and play-offs are in play, and how many haven't begun."""
    cups = [
        one for each in season.divisions.all() for one in (each.tournament_id, each.play_off_id)
    ]
    matches = Match.objects.filter(tournament__in=[key for key in cups if key], sides__index=1)
    left = matches.exclude(status=Match.Status.DONE).exclude(tournament__status__in=OVER)
    playing = left.filter(status=Match.Status.PLAYING).count()
    return playing, left.count() - playing


def _proposal(season: Season, name: str, starts_on: date, ends_on: date) -> SeasonProposal:
    divisions = [
        DivisionPlan(one.name, one.size, one.promoted, one.relegated, one.play_offs)
        for one in season.divisions.all()
    ]
    return SeasonProposal(
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        kind=season.kind,
        zone=season.zone,
        terms=_next_terms(season),
        divisions=divisions,
    )


def _next_terms(season: Season) -> Terms:
    """Return the same terms; for a team league with the spread of a deal estimated from its matches."""
    terms = terms_of(season)
    if season.kind != Season.Kind.TEAMS:
        return terms
    played = Result.objects.filter(
        match__tournament__division__season=season, current=True, kind=Result.Kind.PLAYED
    )
    deals = [list(map(difference_of, hands)) for hands in played.values_list("by_hand", flat=True)]
    spread = estimate_spread(deals) or terms.spread
    least, most = RANGES["spread"]
    return replace(terms, spread=min(max(spread, least), most))


def _copy_entries(
    season: Season, moves: Sequence[Move], players: Mapping[int, Sequence[User]]
) -> None:
    """Enter everybody in the proposed divisions, not yet accepted. `players` are those at the end of the previous
    season, by its entries' keys.
    """
    divisions = {division.level: division for division in season.divisions.all()}
    seeds: dict[int, int] = {}
    at = now()
    for move in moves:
        seeds[move.level] = seeds.get(move.level, 0) + 1
        own = move.entry.entry
        entry = SeasonEntry.objects.create(
            season=season,
            name=own.name if own else move.entry.name,
            team=move.entry.team,
            division=divisions[move.level],
            seed_no=seeds[move.level],
            came_from=move.came_from,
            created_at=at,
        )
        SeasonPlayer.objects.bulk_create(
            SeasonPlayer(entry=entry, season=season, user=user, position=position)
            for position, user in enumerate(players[move.entry.pk])
        )


def _finish_if_over(season_id: int, at: datetime) -> bool:
    with transaction.atomic():
        season = lock_season(season_id)
        if season.status != Season.Status.RUNNING or not _is_over(season, at):
            return False
        _finish(season, at)
        notify.over(season)
        audit.record(actor=None, verb="season.finished", subject=season, **FINISHED)
    return True


def _is_over(season: Season, at: datetime) -> bool:
    if season.has_divisions:
        divisions = season.divisions.select_related("tournament", "play_off")
        played = [one for each in divisions for one in (each.tournament, each.play_off) if one]
        if any(each.play_offs > 1 and each.play_off is None for each in divisions):
            return False
        return bool(played) and all(one.status in OVER for one in played)
    today = at.astimezone(ZoneInfo(season.zone)).date()
    if today <= season.ends_on or season.tournaments.exclude(status__in=OVER).exists():
        return False
    return all(one.is_over for one in counted_in(season))


def _finish(season: Season, at: datetime) -> None:
    season.status, season.finished_at = Season.Status.FINISHED, at
    season.save(update_fields=["status", "finished_at", "ended_early"])
    note_places(season)
