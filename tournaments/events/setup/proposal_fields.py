"""The fields of a proposal: an organizer's input for a new tournament, before validation (`proposal`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from games import engine
from tournaments.events.models import Tournament
from tournaments.events.models.tournaments import Seeding
from tournaments.events.plan.stages import StagePlan
from tournaments.formats.kinds import Format
from tournaments.formats.registry import ROUND_ROBIN
from tournaments.leagues.models import League, Season

Note = Callable[[str, str], None]
"""Reports a mistake: the field, and a sentence."""
STAGES = "stages"
"""A mistake in field f of stage n (from 0) is reported at "stages-n-f"."""


def usual(name: str) -> Any:
    """Return a setting's default, as its column says."""
    default = Tournament._meta.get_field(name).get_default()  # type: ignore[union-attr]
    return str(default) if isinstance(default, str) else default


def field_of(place: int, name: str) -> str:
    """Return the key for a mistake in a field of the stage with that index, from 0."""
    return f"{STAGES}-{place}-{name}"


@dataclass(frozen=True, kw_only=True)
class StageFields:
    """A proposal's stages, match lengths and seeding.

    `stages` follow one another. A match is the best of `best_of` games unless its stage has another number. After
    `match_minutes` its hand in play is the last. `seeding` is one of Seeding's; by standings, those of
    `seeded_from`.
    """

    stages: tuple[StagePlan, ...] = (StagePlan(ROUND_ROBIN.code),)
    best_of: int = 1
    match_minutes: int | None = None
    seeding: str = str(Seeding.RATING)
    seeded_from: Tournament | None = None

    @property
    def facts(self) -> Format:
        """Return what is to know about the format of the first stage."""
        return self.stages[0].facts

    @property
    def is_individual(self) -> bool:
        """Return whether an entry is one person."""
        return self.facts.is_individual


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """A proposal's conditions.

    `rating_min` and `rating_max` bound the mean of a side's ratings. `late_until_round`: the last round that late
    entries can still join; 0: none. `where`: one of Where's; in a room the other side confirms
    each hand (`confirm_hands`) or only the end, and a `renege` costs one of Renege's. `timing`: one of Timing's. At fixed times and with windows, round 2 and those
    after it begin at `round_times` (aware, rising), and when these are used up every `round_every_minutes`, counted
    in days of `round_zone` where that is a number of days; a window lasts until the next one opens. `default_minutes`:
    when a window's matches are played unless their sides agree on another time, in minutes on the clock of `round_zone`
    from the midnight before the window opens; None: there is no default time. `offer_hours`: how long an offered time
    waits for its answer. `postpone_days`: how long after its window a match may be played if its sides agree; 0: it
    may not. `no_time`: one of NoTime's. `no_show`: one of NoShow's, `grace_minutes` after a table opened.
    `substitutes_a_side`: as many are called to a match for one side. `disconnections`: at the last of so many, a player is
    replaced for good; 0: never.
    `bots_level`: that of the bots that stand in, as far as the site can play it.
    `claim_minutes`: how long after that a forfeit that was claimed in a window is approved; 0: it can't be claimed.
    `conduct_points`: what a late answer or a no-show costs after a first warning; 0: only warnings; None: they aren't
    counted.
    `line_up_minutes`: until so long before a match teams can name their line-ups.
    `dispute_hours`: how long a side may contest a result; 0: never. `teams_apart`: a Swiss keeps entries with players of one team of the league apart.
    """

    invited_only: bool = usual("invited_only")
    bot_accounts: bool = usual("bot_accounts")
    rating_min: int | None = usual("rating_min")
    rating_max: int | None = usual("rating_max")
    waiting_list: bool = usual("waiting_list")
    late_until_round: int = usual("late_until_round")
    where: str = usual("where")
    confirm_hands: bool = usual("confirm_hands")
    renege: str = usual("renege")
    timing: str = usual("timing")
    round_times: tuple[datetime, ...] = ()
    round_every_minutes: int | None = usual("round_every_minutes")
    round_zone: str = usual("round_zone")
    default_minutes: int | None = usual("default_minutes")
    offer_hours: int = usual("offer_hours")
    postpone_days: int = usual("postpone_days")
    no_time: str = usual("no_time")
    confirm_draws: bool = usual("confirm_draws")
    teams_apart: bool = usual("teams_apart")
    hold_minutes: int = usual("hold_minutes")
    grace_minutes: int = usual("grace_minutes")
    claim_minutes: int = usual("claim_minutes")
    conduct_points: Decimal | None = usual("conduct_points")
    no_show: str = usual("no_show")
    substitutes_a_side: int = usual("substitutes_a_side")
    disconnections: int = usual("disconnections")
    bots_level: int = usual("bots_level")
    line_up_minutes: int = usual("line_up_minutes")
    dispute_hours: int = usual("dispute_hours")


@dataclass(frozen=True)
class Proposal(StageFields, Conditions):
    """The fields of a new tournament.

    `starts_at` is aware. `rules` is a rule set, or its JSON (a preset with overrides, or every field). A match is of
    `match_hands` hands or a game to `match_target` points; with neither, the rules' own target applies. `scoring` is
    the standings' policy as JSON; None: the default of the formats. With `is_team` entries are teams, and their matches
    follow `team_matches`. `prizes` has one prize a line, that of the first place first.

    Stages are in StageFields, entries and times in Conditions.
    With `min_entries` None the minimum is the smallest field that can play all stages.
    """

    name: str
    starts_at: datetime
    rules: engine.RuleSet | Mapping[str, Any]
    league: League | None = None
    season: Season | None = None
    description: str = ""
    prizes: str = ""
    match_hands: int | None = None
    match_target: int | None = None
    turn_seconds: int = usual("turn_seconds")
    bank_seconds: int = usual("bank_seconds")
    check_in_minutes: int = usual("check_in_minutes")
    pause_between_rounds: int = usual("pause_between_rounds")
    min_entries: int | None = None
    max_entries: int = usual("max_entries")
    entry_with_partner: bool = usual("entry_with_partner")
    entry_alone: bool = usual("entry_alone")
    scoring: Mapping[str, Any] | None = None
    comparison: str = usual("comparison")
    is_team: bool = False
