"""Creating, editing and deleting seasons: days, terms, divisions and breaks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name, is_taken
from spades_site.common.text import clean_name
from tournaments.events.core.state import lock, save
from tournaments.events.models import Tournament
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.settings import check_thrown_in
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Season
from tournaments.leagues.permissions import require_account, require_organizer
from tournaments.leagues.slugs import free_slug
from tournaments.seasons import notify
from tournaments.seasons.core import lock_to_organize, require_before
from tournaments.seasons.match_days import NoSuchTime, match_days, moment
from tournaments.seasons.models import Break, Division
from tournaments.seasons.tables.champions import note_places
from tournaments.seasons.terms import Terms, check_terms

LONGEST_NAME, LONGEST_DIVISION = 30, 16
"""Together with “play-offs” these fit into a tournament's name."""
LONGEST_DAYS = 732
YEARS = (2000, 2200)
"""The years in which a season can begin."""
MOST_DIVISIONS = 12
MOST_BREAKS = 20
DIVISION_SIZES = (2, 32)


@dataclass(frozen=True)
class DivisionPlan:
    """A division as the organizer plans it."""

    name: str
    size: int = 8
    promoted: int = 0
    relegated: int = 0
    play_offs: int = 0


@dataclass(frozen=True)
class BreakPlan:
    """Days without matches, both included."""

    name: str
    starts_on: date
    ends_on: date


@dataclass(frozen=True)
class SeasonProposal:
    """The fields of a season. `sign_up_until` is aware; None: until the fixtures are published."""

    name: str
    starts_on: date
    ends_on: date
    kind: str = str(Season.Kind.PAIRS)
    zone: str = "UTC"
    sign_up_until: datetime | None = None
    terms: Terms = field(default_factory=Terms)
    divisions: Sequence[DivisionPlan] = ()
    breaks: Sequence[BreakPlan] = ()


def create_season(*, league_id: int, by: User, proposal: SeasonProposal) -> Season:
    """Create a season: pairs and team leagues as drafts, a series under way at once.

    Raises Refused: "guest", "not_organizer", "season_name_taken", or NotValid with errors by field.
    """
    check(proposal)
    with transaction.atomic():
        require_account(by)
        league = lock_league(league_id)
        require_organizer(league, by)
        season = Season(league=league, kind=proposal.kind, status=Season.Status.DRAFT)
        _require_free_name(league, proposal.name)
        season.slug = free_slug(
            Season, f"{league.name} {proposal.name}", hidden=not league.is_public
        )
        if not season.has_divisions:
            season.status, season.published_at = Season.Status.RUNNING, now()
        _apply(season, proposal)
        audit.record(
            actor=by, verb="season.created", subject=season, name=season.name, league=league.pk
        )
    return season


def edit_season(*, season_id: int, by: User, proposal: SeasonProposal) -> Season:
    """Change a season before it is published, a series at any time. `rename_season` changes the name of any season.

    Its kind and address stay. Raises Refused like `create_season`, "season_published" and "unknown_season".
    """
    check(proposal)
    with transaction.atomic():
        season = lock_to_organize(season_id, by)
        if season.has_divisions:
            require_before(season)
        name = clean_name(proposal.name, what=_("The season’s name"), longest=LONGEST_NAME)
        if fold_name(name) != fold_name(season.name):
            _require_free_name(season.league, proposal.name)
        before = _in_log(season)
        _apply(season, proposal)
        if season.status == Season.Status.FINISHED:
            # The scale of a series can change after its end.
            note_places(season)
        made = audit.changes(before, _in_log(season))
        audit.record(actor=by, verb="season.edited", subject=season, name=season.name, **made)
    return season


def rename_season(*, season_id: int, by: User, name: str) -> Season:
    """Change a season's name, and the names of its divisions' tournaments, which begin with it. Its address stays.
    Idempotent. Raises Refused: "unknown_season", "not_organizer", "season_name_taken", and what `clean_name` refuses.
    """
    name = clean_name(name, what=_("The season’s name"), longest=LONGEST_NAME)
    with transaction.atomic():
        season = lock_to_organize(season_id, by)
        before = season.name
        if name == before:
            return season
        if fold_name(name) != fold_name(before):
            _require_free_name(season.league, name)
        season.name = name
        season.save(update_fields=["name"])
        of_divisions = Q(division__season=season) | Q(play_off_of__season=season)
        for key in Tournament.objects.filter(of_divisions).order_by("pk").values_list("pk"):
            tournament = lock(*key)
            tournament.name = name + tournament.name.removeprefix(before)
            save(tournament)
        named = audit.changes({"name": before}, {"name": name})
        audit.record(actor=by, verb="season.edited", subject=season, name=season.name, **named)
    return season


def open_sign_up(*, season_id: int, by: User) -> Season:
    """Show a draft to the league and let its members sign up. Repeating it changes nothing.

    Raises Refused: "unknown_season", "not_organizer", "season_published".
    """
    with transaction.atomic():
        season = lock_to_organize(season_id, by)
        require_before(season)
        if season.status == Season.Status.DRAFT:
            season.status = Season.Status.OPEN
            season.save(update_fields=["status"])
            notify.sign_up_open(season)
            notify.proposed(season, by=by)
            opened = audit.changes({"status": Season.Status.DRAFT}, {"status": season.status})
            audit.record(actor=by, verb="season.sign_up_opened", subject=season, **opened)
    return season


def delete_season(*, season_id: int, by: User) -> None:
    """Delete a season that was never published, or a series without tournaments; its name remains in the log.

    Raises Refused: "unknown_season", "not_organizer", "season_published".
    """
    with transaction.atomic():
        season = lock_to_organize(season_id, by)
        if season.has_divisions or season.tournaments.exists():
            require_before(season)
        audit.record(
            actor=by,
            verb="season.deleted",
            subject=season.league,
            name=season.name,
            season=season.pk,
            before=_in_log(season),
        )
        # Entries first: a database constraint requires a division for each seed.
        season.entries.all().delete()
        season.delete()


def check(proposal: SeasonProposal) -> None:
    """Raise NotValid with the mistakes by field, if there are any."""
    errors: dict[str, list[str]] = {}

    def note(name: str, sentence: str) -> None:
        errors.setdefault(name, []).append(sentence)

    try:
        clean_name(proposal.name, what=_("The season’s name"), longest=LONGEST_NAME)
    except Refused as refusal:
        note("name", str(refusal))
    if proposal.kind not in Season.Kind.values:
        titles = ", ".join(str(label) for label in Season.Kind.labels)
        note("kind", _("Choose one of: %(all)s.") % {"all": titles})
    if proposal.zone not in available_timezones():
        note("zone", _("There is no such time zone. Choose one from the list."))
    if not 0 <= (proposal.ends_on - proposal.starts_on).days <= LONGEST_DAYS:
        note(
            "ends_on",
            _("A season must end on or after its first day, and within two years of it."),
        )
    if not YEARS[0] <= proposal.starts_on.year <= YEARS[1]:
        note(
            "starts_on",
            _("Choose a year from %(first)d to %(last)d.")
            % dict(zip(("first", "last"), YEARS, strict=True)),
        )
    check_terms(proposal.terms, note)
    if proposal.kind == Season.Kind.TEAMS and "rules" not in errors:
        check_thrown_in(proposal.terms.rule_set, note)
    _check_divisions(proposal, note)
    _check_breaks(proposal, note)
    if not errors and proposal.kind != Season.Kind.SERIES:
        _check_times(proposal, note)
    if errors:
        raise NotValid(errors)


def breaks_of(season: Season) -> list[tuple[date, date]]:
    """Return a season's breaks as their first and last days."""
    return [(one.starts_on, one.ends_on) for one in season.breaks.all()]


def _check_divisions(proposal: SeasonProposal, note: Callable[[str, str], None]) -> None:
    plans = proposal.divisions
    if proposal.kind == Season.Kind.SERIES:
        if plans:
            note("divisions", _("A series has no divisions. Remove them, or choose a league."))
        return
    if not 1 <= len(plans) <= MOST_DIVISIONS:
        note(
            "divisions",
            _("Choose a number from %(least)d to %(most)d.") % {"least": 1, "most": MOST_DIVISIONS},
        )
    names = [fold_name(plan.name.strip()) for plan in plans]
    if len(set(names)) < len(names):
        note("divisions", _("Two divisions have the same name. Give each its own."))
    least, most = DIVISION_SIZES
    for number, plan in enumerate(plans):
        try:
            clean_name(plan.name, what=_("The division’s name"), longest=LONGEST_DIVISION)
        except Refused as refusal:
            note(f"divisions-{number}-name", str(refusal))
        if not least <= plan.size <= most:
            note(
                f"divisions-{number}-size",
                _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
        elif plan.play_offs > plan.size:
            note(
                f"divisions-{number}-play_offs",
                _("The division has fewer places. Choose fewer, or make it larger."),
            )
        elif plan.promoted + plan.relegated > plan.size:
            note(
                "moving",
                _("More places move than the division has. Choose fewer, or make it larger."),
            )


def _check_breaks(proposal: SeasonProposal, note: Callable[[str, str], None]) -> None:
    if len(proposal.breaks) > MOST_BREAKS:
        note("breaks", _("Enter at most %(most)d breaks.") % {"most": MOST_BREAKS})
    for one in proposal.breaks:
        if len(one.name) > LONGEST_NAME:
            note(
                "breaks",
                _("The name of the break “%(name)s” is too long. Use at most %(most)d characters.")
                % {"name": one.name, "most": LONGEST_NAME},
            )
        if one.ends_on < one.starts_on:
            note(
                "breaks",
                _("The break “%(name)s” ends before it begins. Swap its days.")
                % {"name": one.name},
            )


def _check_times(proposal: SeasonProposal, note: Callable[[str, str], None]) -> None:
    """Report a match time that the clocks skip in one of the weeks."""
    terms = proposal.terms
    weeks = (proposal.ends_on - proposal.starts_on).days // terms.week_length + 1
    breaks = [(one.starts_on, one.ends_on) for one in proposal.breaks]
    for day in match_days(proposal.starts_on, weeks, terms.weekday, terms.week_length, breaks):
        try:
            moment(day.played_on, terms.clock, proposal.zone)
        except NoSuchTime as gap:
            note(
                "at",
                _(
                    "There is no %(time)s on %(day)s: the clocks go forward then. Choose another time."
                )
                % {"time": f"{gap.at:%H:%M}", "day": gap.day.isoformat()},
            )
            return


def _in_log(season: Season) -> dict[str, Any]:
    """Return a season's fields in the log's format."""
    until = season.sign_up_until
    return {
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "zone": season.zone,
        "sign_up_until": until and until.isoformat(),
        **season.terms,
        "divisions": [f"{each.name} ({each.size})" for each in season.divisions.all()],
        "breaks": [
            f"{each.name} {each.starts_on}/{each.ends_on}".strip() for each in season.breaks.all()
        ],
    }


def _require_free_name(league: League, name: str) -> None:
    name = clean_name(name, what=_("The season’s name"), longest=LONGEST_NAME)
    if is_taken(league.seasons.all(), name):
        raise Refused(
            "season_name_taken",
            _("The league already has a season called “%(name)s”. Choose another name.")
            % {"name": name},
        )


def _apply(season: Season, proposal: SeasonProposal) -> None:
    """Store a checked proposal; divisions keep their entries by level."""
    season.name = clean_name(proposal.name, what=_("The season’s name"), longest=LONGEST_NAME)
    season.starts_on, season.ends_on = proposal.starts_on, proposal.ends_on
    season.zone, season.sign_up_until = proposal.zone, proposal.sign_up_until
    season.terms = proposal.terms.to_dict()
    season.save()
    gone = season.divisions.filter(level__gt=len(proposal.divisions))
    season.entries.filter(division__in=gone).update(division=None, seed_no=None)
    gone.delete()
    for level, plan in enumerate(proposal.divisions, start=1):
        Division.objects.update_or_create(
            season=season,
            level=level,
            defaults={
                "name": clean_name(
                    plan.name, what=_("The division’s name"), longest=LONGEST_DIVISION
                ),
                "size": plan.size,
                # Nobody goes above the first division, or below the last.
                "promoted": plan.promoted if level > 1 else 0,
                "relegated": plan.relegated if level < len(proposal.divisions) else 0,
                "play_offs": plan.play_offs,
            },
        )
    season.breaks.all().delete()
    Break.objects.bulk_create(
        Break(season=season, name=one.name, starts_on=one.starts_on, ends_on=one.ends_on)
        for one in proposal.breaks
    )
