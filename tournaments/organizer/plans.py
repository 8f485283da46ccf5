"""Starting points for a new tournament: ready plans, a league's templates, earlier tournaments."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import engine
from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.events.actions.planning.templates import proposal_from, season_at
from tournaments.events.core.permissions import organized_by
from tournaments.events.models import Template, Tournament
from tournaments.events.plan.choices import Comparison
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.dates import next_like, start_on
from tournaments.events.setup.proposal import proposal_of
from tournaments.events.setup.proposal_fields import STAGES
from tournaments.formats.registry import (
    ARENA,
    GROUPS,
    INDIVIDUAL_ARENA,
    KNOCK_OUT,
    ROTATION,
    SOLO_TABLES,
    SWISS,
)
from tournaments.leagues.models import League
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.forms.house_rules import kept_rules
from tournaments.organizer.forms.tournament import TournamentForm
from tournaments.organizer.pace import pace_of
from tournaments.organizer.preview import Size, preview

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

EVENING, AHEAD = time(20), timedelta(hours=2)
"""When a ready plan starts: at this hour, at least this far ahead."""
PAIRS, SOLO = "cardgames_io", "bicycle_4"
"""The usual rules of two partnerships, and of four players for themselves."""
ROUNDED = timedelta(minutes=5)
MOST_COPIES = 6


@dataclass(frozen=True)
class ReadyPlan:
    """A ready plan; `values` are fields of the form, `stages` its stages."""

    key: str
    title: "StrOrPromise"
    words: "StrOrPromise"
    stages: tuple[StagePlan, ...]
    values: Mapping[str, Any]

    @property
    def preset(self) -> str:
        """Return the rule set."""
        return str(self.values.get("preset", PAIRS))

    @property
    def is_team(self) -> bool:
        """Return whether the teams of a league play."""
        return bool(self.values.get("is_team"))

    @property
    def size(self) -> Size:
        """Return its duration with all places filled, by the measured pace of games."""
        most = self.values["max_entries"]
        size = preview(
            starts_at=None,
            check_in_minutes=None,
            pause_between_rounds=60,
            match_hands=self.values.get("match_hands"),
            plans=self.stages,
            min_entries=most,
            max_entries=most,
            pace=pace_of(self.preset),
        ).sizes[-1]
        return replace(size, lasts=size.lasts and round(size.lasts / ROUNDED) * ROUNDED)


def _plan(
    key: str, title: "StrOrPromise", words: "StrOrPromise", *stages: StagePlan, **values: Any
) -> ReadyPlan:
    return ReadyPlan(key, title, words, stages, values)


READY = {
    plan.key: plan
    for plan in (
        _plan(
            "swiss", _("Pairs night"), _("Everybody plays every round, against pairs with similar points."),
            StagePlan(SWISS.code), min_entries=4, max_entries=24, match_hands=6,
        ),
        _plan(
            "rotation", _("Individual rotation"), _("Everybody enters alone and has another partner each round."),
            StagePlan(ROTATION.code, rounds=6), min_entries=8, max_entries=24, match_hands=4,
        ),
        _plan(
            "solo", _("Solo tables"), _("Everybody plays alone, reseated each round by the standings."),
            StagePlan(SOLO_TABLES.code, rounds=4), max_entries=24, match_hands=8, preset=SOLO,
        ),
        _plan(
            "knock_out", _("Knock-out"), _("One loss eliminates; the last two pairs play the final."),
            StagePlan(KNOCK_OUT.code, third_place=True), max_entries=16, match_hands=10,
        ),
        _plan(
            "cup", _("Groups and knock-out"), _("Small groups first, then the best two of each play for the title."),
            StagePlan(GROUPS.code, groups=4, advance=2), StagePlan(KNOCK_OUT.code),
            max_entries=16, match_hands=6,
        ),
        _plan(
            "arena", _("Arena and knock-out"), _("For an hour and a half whoever is free is paired at once; the best four play a knock-out."),
            StagePlan(ARENA.code, minutes=90, advance=4), StagePlan(KNOCK_OUT.code),
            min_entries=6, max_entries=24, match_hands=4,
        ),
        _plan(
            "arena_alone", _("Individual arena"), _("Everybody enters alone; for an hour and a half whoever is free sits down with another partner."),
            StagePlan(INDIVIDUAL_ARENA.code, minutes=90), min_entries=8, max_entries=32, match_hands=4,
        ),
        _plan(
            "shared", _("Same deals for all"), _("All tables play the same cards, so what counts is who did more with them."),
            StagePlan(SWISS.code), min_entries=4, max_entries=24, match_hands=6,
            comparison=str(Comparison.MATCHPOINTS),
        ),
        _plan(
            "teams", _("Team match night"), _("Teams of four to eight meet at two tables with the same deals; you enter the teams."),
            StagePlan(SWISS.code), min_entries=4, max_entries=8, match_hands=12,
            is_team=True, waiting_list=False,
        ),
    )
}  # fmt: skip


def templates_for(user: User) -> QuerySet[Template]:
    """Return the templates of the leagues that the user runs."""
    return (
        Template.objects.filter(league__in=leagues_run_by(user).values("pk"))
        .select_related("league")
        .order_by("league__name", "name")
    )


def copies_for(user: User) -> QuerySet[Tournament]:
    """Return the tournaments that the user can copy, the newest first; not divisions, which belong to their season."""
    found = organized_by(user).filter(division=None, play_off_of=None)
    return found.prefetch_related("stages")


def initial_of_plan(plan: ReadyPlan, league: League | None) -> dict[str, Any]:
    """Return the form's initial values for a ready plan, with a league's rules if they fit."""
    own = engine.PRESETS[plan.preset]
    values = {
        "name": str(plan.title),
        "starts_at": next_evening(),
        "preset": plan.preset,
        **plan.values,
        STAGES: [{"format": stage.format, **stage.options} for stage in plan.stages],
    }
    if league is None:
        return values
    values["league"] = league.slug
    theirs = engine.PRESETS.get(league.rules.get("preset", ""))
    if theirs and (theirs.sides, theirs.players) == (own.sides, own.players):
        values |= kept_rules(league.rules)
    return values


def initial_of_template(template: Template) -> dict[str, Any]:
    """Return the form's initial values for a template, starting at its next weekday and time."""
    starts_at = next_like(template.starts_at, template.zone, now() + AHEAD)
    return TournamentForm.values_of(proposal_from(template, starts_at))


def initial_of_copy(tournament: Tournament) -> dict[str, Any]:
    """Return the form's initial values for a copy, starting at the next weekday and time of the earlier tournament."""
    zone = timezone.get_current_timezone_name()
    starts_at = next_like(tournament.starts_at, zone, now() + AHEAD)
    proposal = proposal_of(tournament)
    season = proposal.season and season_at(proposal.season, starts_at)
    return TournamentForm.values_of(
        replace(proposal, starts_at=starts_at, season=season, round_times=())
    )


def next_evening() -> datetime:
    """Return the next start at eight in the viewer's zone that leaves some time."""
    zone, soonest = timezone.get_current_timezone_name(), now() + AHEAD
    day = timezone.localtime(soonest).date()
    while (start := start_on(day, EVENING, zone)).at < soonest or start.moved:
        day += timedelta(days=1)
    return start.at
