"""Publishing a season's fixtures: all rounds are drawn at once, previewed by the organizer, then published.

Each division becomes a tournament whose rounds are the season's weeks. The preview and the draw are the same: the round
robin of the entries by seed, on the same days.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions.planning.prepared import PreparedEntry, start_prepared
from tournaments.events.actions.teams import set_leaders
from tournaments.events.models import Entry
from tournaments.events.models.settings import Timing
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.team_matches import policy_for_victory_points
from tournaments.formats import round_robin
from tournaments.formats.registry import ROUND_ROBIN, SWISS
from tournaments.leagues.models import Season, Team
from tournaments.leagues.permissions import members_among, require_account
from tournaments.seasons import notify
from tournaments.seasons.core import lock_to_organize, require_before
from tournaments.seasons.entries.signing_up import decline_waiting
from tournaments.seasons.lifecycle.planning import breaks_of
from tournaments.seasons.match_days import (
    MatchDay,
    end_of_last,
    match_days,
    moment,
    offset_minutes,
    opening,
)
from tournaments.seasons.models import Division, SeasonEntry, SeasonPlayer
from tournaments.seasons.terms import Terms, terms_of
from tournaments.standings import Policy


@dataclass(frozen=True)
class Fixture:
    """One match of the draw; `away` is None for a bye."""

    home: SeasonEntry
    away: SeasonEntry | None


@dataclass(frozen=True)
class FixtureRound:
    """One round of the draw. `at` is when its matches begin unless the sides agree otherwise."""

    day: MatchDay
    at: datetime
    fixtures: list[Fixture]


@dataclass(frozen=True)
class DivisionDraw:
    """A division's rounds. Of a Swiss only the days are known; its rounds are empty."""

    division: Division
    entries: list[SeasonEntry]
    rounds: list[FixtureRound]


def draw_of(season: Season) -> list[DivisionDraw]:
    """Return the fixtures as they would be published now, by division. Takes three queries."""
    terms, breaks = terms_of(season), breaks_of(season)
    by_division: dict[int, list[SeasonEntry]] = {}
    placed = season.entries.filter(status__in=SeasonEntry.LIVE, division__isnull=False)
    for entry in placed.select_related("team__captain", "team__vice").order_by("seed_no", "pk"):
        by_division.setdefault(entry.division_id or 0, []).append(entry)
    drawn = []
    for division in season.divisions.all():
        entries = by_division.get(division.pk, [])
        days = match_days(
            season.starts_on,
            _rounds(len(entries), terms),
            terms.weekday,
            terms.week_length,
            breaks,
        )
        drawn.append(DivisionDraw(division, entries, _fixture_rounds(season, terms, entries, days)))
    return drawn


def publish(*, season_id: int, by: User) -> Season:
    """Publish the fixtures: create and draw every division's tournament, and notify everybody. Idempotent. Raises
    Refused: "unknown_season", "not_organizer", "not_placeable", "unanswered", "not_placed", "not_member",
    "division_full", "division_small", "no_weeks", "swiss_long", "season_short", "season_past", or NotValid.
    """
    with transaction.atomic():
        require_account(by)
        season = lock_to_organize(season_id, by)
        if season.status == Season.Status.RUNNING:
            return season
        require_before(season)
        drawn = draw_of(season)
        check_ready(season, drawn)
        before = {"status": str(season.status)}
        season.status, season.published_at = Season.Status.RUNNING, now()
        season.save(update_fields=["status", "published_at"])
        terms = terms_of(season)
        decline_waiting(season)
        for each in drawn:
            _make(season, terms, each, by)
        notify.published(season)
        after = {"status": str(season.status)}
        audit.record(actor=by, verb="season.published", subject=season, before=before, after=after)
    return season


def check_ready(season: Season, drawn: Sequence[DivisionDraw]) -> None:
    """Raise Refused unless the season is ready to be published."""
    live = season.entries.filter(status__in=SeasonEntry.LIVE)
    waiting = list(
        live.filter(status=SeasonEntry.Status.INVITED, division__isnull=False).values_list(
            "name", flat=True
        )
    )
    if waiting:
        raise Refused(
            "unanswered",
            _("Not everybody has accepted: %(names)s. Wait, or take them out of their divisions.")
            % {"names": ", ".join(waiting)},
        )
    left = list(
        live.filter(status=SeasonEntry.Status.ENTERED, division=None).values_list("name", flat=True)
    )
    if left:
        raise Refused(
            "not_placed",
            _("Not placed yet: %(names)s. Put them into a division, or withdraw them.")
            % {"names": ", ".join(left)},
        )
    _check_people(season)
    for each in drawn:
        if len(each.entries) > each.division.size:
            raise Refused(
                "division_full",
                _("%(name)s has %(size)d places for %(n)d entries. Move some, or make it larger.")
                % {
                    "name": each.division.name,
                    "size": each.division.size,
                    "n": len(each.entries),
                },
            )
        if len(each.entries) < 2:
            raise Refused(
                "division_small",
                _("%(name)s has fewer than two entries. Fill it, or plan fewer divisions.")
                % {"name": each.division.name},
            )
    _check_days(season, drawn)


def _check_people(season: Season) -> None:
    """Refuse players who have left the league, or were banned from it, since they signed up."""
    places = SeasonPlayer.objects.filter(season=season, active=True).select_related("user")
    known = members_among(season.league_id, [place.user_id for place in places])
    gone = [place.user.username for place in places if place.user_id not in known]
    if gone:
        raise Refused(
            "not_member",
            _("No longer in the league: %(names)s. Withdraw their entries, or invite them again.")
            % {"names": ", ".join(gone)},
        )


def _check_days(season: Season, drawn: Sequence[DivisionDraw]) -> None:
    terms = terms_of(season)
    every = terms.week_length
    for each in drawn:
        needed = _rounds(len(each.entries), terms)
        if len(each.rounds) < needed:
            raise Refused(
                "no_weeks", _("The breaks leave no week for all rounds. Shorten or remove some.")
            )
        if terms.swiss_rounds is not None and terms.swiss_rounds > needed:
            raise Refused(
                "swiss_long",
                _("A Swiss of %(name)s has %(n)d rounds at most. Plan fewer rounds.")
                % {"name": each.division.name, "n": needed},
            )
    last = max(end_of_last([one.day for one in each.rounds], every) for each in drawn)
    if last > season.ends_on:
        raise Refused(
            "season_short",
            _("The last round ends on %(day)s, after the season. Move its last day, or play less.")
            % {"day": date_format(last, "DATE_FORMAT")},
        )
    if opening(season.starts_on, season.zone) <= now():
        raise Refused(
            "season_past",
            _("The season’s first day has begun. Move it to a later day before you publish."),
        )


def _rounds(entries: int, terms: Terms) -> int:
    if entries < 2:
        return 0
    if terms.swiss_rounds is not None:
        return SWISS.rounds(terms.swiss_rounds, entries)
    return round_robin.rounds_needed(entries, terms.double)


def _fixture_rounds(
    season: Season, terms: Terms, entries: Sequence[SeasonEntry], days: Sequence[MatchDay]
) -> list[FixtureRound]:
    plans = (
        round_robin.rounds(len(entries), terms.double) if days and not terms.swiss_rounds else []
    )
    rounds = []
    for number, day in enumerate(days):
        pairings = plans[number] if plans else ()
        fixtures = [
            Fixture(entries[one.a], None if one.b is None else entries[one.b]) for one in pairings
        ]
        at = moment(day.played_on, terms.clock, season.zone, forgiving=True)
        rounds.append(FixtureRound(day, at, fixtures))
    return rounds


def fields_of(
    season: Season,
    terms: Terms,
    name: str,
    days: Sequence[MatchDay],
    entries: int,
    stage: StagePlan,
) -> dict[str, Any]:
    """Return the proposal of a tournament in the weeks of `days`, by the season's terms."""
    zone = season.zone
    return {
        "name": f"{season.name} · {name}",
        "league": season.league,
        "season": season,
        "rules": terms.rules,
        "is_team": season.kind == Season.Kind.TEAMS,
        "match_hands": terms.deals if season.kind == Season.Kind.TEAMS else terms.match_hands,
        "stages": (stage,),
        "starts_at": opening(days[0].opens_on, zone),
        "timing": str(Timing.WINDOWS),
        "round_times": tuple(opening(day.opens_on, zone) for day in days[1:]),
        "round_every_minutes": terms.week_length * 24 * 60,
        "round_zone": zone,
        "default_minutes": offset_minutes(days[0], terms.clock),
        "min_entries": 2,
        "max_entries": entries,
        "check_in_minutes": 0,
        "pause_between_rounds": 0,
        "turn_seconds": terms.turn_seconds,
        "bank_seconds": terms.bank_seconds,
        "grace_minutes": terms.grace_minutes,
        "claim_minutes": terms.claim_minutes,
        "offer_hours": terms.offer_hours,
        "postpone_days": 0 if stage.is_knock_out else terms.postpone_days,
        "conduct_points": None if terms.conduct_points is None else Decimal(terms.conduct_points),
        "no_show": terms.no_show,
        "bots_level": terms.bots_level,
    }


def players_of(season: Season) -> dict[int, list[User]]:
    """Return each entry's present players, by the entry's key, in the order of their positions.

    Before publication these are the players who have accepted; afterwards those of its division's tournament, which may
    include substitutes.
    """
    found: dict[int, list[User]] = {}
    entries = season.entries.select_related("entry")
    for one in entries.prefetch_related("players__user", "entry__players__user"):
        if one.entry is None:
            found[one.pk] = [place.user for place in one.players.all() if place.accepted_at]
        else:
            found[one.pk] = [place.user for place in one.entry.players.all() if place.active]
    return found


def lead_in_seasons(team: Team) -> None:
    """Copy a team's captain and vice-captain to its entries in seasons under way; the caller has locked the league."""
    running = team.season_entries.filter(
        season__status=Season.Status.RUNNING, status=SeasonEntry.Status.ENTERED
    )
    for one in running.order_by("pk"):
        own = Q(season_entry=one) | Q(tournament__play_off_of=one.division_id, name=one.name)
        entries = Entry.objects.filter(own).order_by("tournament_id")
        for entry_id in entries.values_list("pk", flat=True):
            set_leaders(entry_id=entry_id, captain=team.captain_id, vice_captain=team.vice_id)


def _make(season: Season, terms: Terms, drawn: DivisionDraw, by: User) -> None:
    """Create and draw the tournament of a division, and link its entries."""
    players = players_of(season)
    stage, policy = _stage(terms), policy_of_season(season, terms)
    days = [one.day for one in drawn.rounds]
    fields = fields_of(season, terms, drawn.division.name, days, len(drawn.entries), stage)
    tournament, entries = start_prepared(
        by=by,
        field=[prepared(one, players[one.pk]) for one in drawn.entries],
        scoring=policy.to_dict(),
        **fields,
    )
    drawn.division.tournament = tournament
    drawn.division.save(update_fields=["tournament"])
    for one, entry in zip(drawn.entries, entries, strict=True):
        one.entry = entry
        one.save(update_fields=["entry"])


def _stage(terms: Terms) -> StagePlan:
    if terms.swiss_rounds is not None:
        return StagePlan(SWISS.code, rounds=terms.swiss_rounds)
    return StagePlan(ROUND_ROBIN.code, double=terms.double)


def prepared(entry: SeasonEntry, players: Sequence[User]) -> PreparedEntry:
    """Return an entry for its division's tournament."""
    team = entry.team
    if team is None:
        return PreparedEntry(entry.name, players)
    return PreparedEntry(entry.name, players, team.captain, team.vice)


def policy_of_season(season: Season, terms: Terms) -> Policy:
    """Return the scoring policy of a season's tables; for teams, victory points."""
    swiss = terms.swiss_rounds is not None
    policy = Policy.swiss if swiss else Policy.round_robin
    if season.kind == Season.Kind.TEAMS:
        return replace(
            policy_for_victory_points(policy(), _stage(terms).facts),
            spread=terms.spread,
            deal_cap=terms.difference_cap or None,
            walkover_average=terms.walkover_average,
        )
    return policy(win=terms.win, draw=terms.draw)
