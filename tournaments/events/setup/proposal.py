"""An organizer's proposal of a tournament, and its validation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import engine
from spades_site.common.errors import Refused
from spades_site.common.text import clean_name, clean_text
from spades_site.common.translation import translate
from tournaments.events.models import Tournament
from tournaments.events.models.settings import MOST_ENTRIES as MOST_ENTRIES
from tournaments.events.plan.choices import EntryKind
from tournaments.events.plan.match_terms import MatchTerms
from tournaments.events.plan.stages import (
    StagePlan,
    fewest_playable,
    pairs_by_results,
    usual_policy,
)
from tournaments.events.setup.arenas import check_arenas
from tournaments.events.setup.conditions import check_conditions, stored_conditions
from tournaments.events.setup.individual import check_individual
from tournaments.events.setup.lengths import length_of_stages
from tournaments.events.setup.match_rules import MOST_HANDS as MOST_HANDS
from tournaments.events.setup.match_rules import check_rules, check_stage_terms
from tournaments.events.setup.proposal_fields import STAGES
from tournaments.events.setup.proposal_fields import Proposal as Proposal
from tournaments.events.setup.settings import check_settings
from tournaments.events.setup.shared_deals import check_shared, fewest, policy_for
from tournaments.events.setup.stage_proposal import STORED as STORED_WITH_STAGES
from tournaments.events.setup.stage_proposal import check_stages
from tournaments.events.setup.team_matches import (
    as_team_matches,
    check_team_matches,
    policy_for_victory_points,
)
from tournaments.formats.registry import FORMATS
from tournaments.formats.shape import FormatError
from tournaments.formats.victory_points import TEAMS_SPREAD
from tournaments.standings import Policy, StandingsError

LONGEST_PRIZES = 1000
"""Characters of all prizes together."""
FARTHEST = timedelta(days=731)

STORED_AS_THEY_ARE = (
    "name",
    "description",
    "prizes",
    "league",
    "season",
    "starts_at",
    "check_in_minutes",
    "turn_seconds",
    "bank_seconds",
    "pause_between_rounds",
    "min_entries",
    "max_entries",
    "entry_with_partner",
    "entry_alone",
    "comparison",
)
"""Fields copied unchanged from a proposal, after the texts are tidied."""


class NotValid(Refused):
    """A proposal with mistakes. `errors` has the sentences by field; "" for the whole form."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__("not_valid", next(iter(errors.values()))[0])
        self.errors = dict(errors)


@dataclass
class Checked:
    """A validated proposal: its tidied values, and the mistakes by field."""

    name: str = ""
    entry_kind: EntryKind = EntryKind.PAIR
    min_entries: int = 2
    description: str = ""
    prizes: str = ""
    rules: dict[str, Any] = field(default_factory=dict)
    stages: tuple[StagePlan, ...] = ()
    """With their own rules as matches are played by them."""
    scoring: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)

    def note(self, name: str, sentence: str) -> None:
        """Store a mistake in field `name`."""
        self.errors.setdefault(name, []).append(sentence)


def check(proposal: Proposal, at: datetime) -> Checked:
    """Validate a proposal as of `at`, without writing anything."""
    if not proposal.stages:
        return Checked(errors={STAGES: [_("A tournament has one stage at least. Add one.")]})
    if any(plan.format not in FORMATS for plan in proposal.stages):
        found = Checked()
        check_stages(proposal, found.note)
        return found
    if proposal.min_entries is None:
        proposal = replace(
            proposal,
            min_entries=usual_fewest(proposal.stages, proposal.comparison, proposal.max_entries),
        )
    found = Checked(min_entries=proposal.min_entries or 0)
    _take(found, "name", lambda: clean_name(proposal.name, what=_("The tournament’s name")))
    _take(found, "description", lambda: clean_text(proposal.description, what=_("The description")))
    _take(
        found,
        "prizes",
        lambda: clean_text(proposal.prizes, what=_("The list of prizes"), longest=LONGEST_PRIZES),
    )
    for sentence in check_start(proposal.starts_at, at):
        found.note("starts_at", sentence)
    check_settings(proposal, found.note)
    _check_fewest(found, proposal)
    check_stages(proposal, found.note)
    if proposal.is_individual:
        check_individual(proposal, found.note)
    if proposal.is_team:
        proposal = as_team_matches(proposal)
        check_team_matches(proposal, found.note)
    check_shared(proposal, found.note)
    _check_match(found, proposal)
    usual = MatchTerms(
        found.rules, proposal.turn_seconds, proposal.bank_seconds, proposal.match_minutes
    )
    check_arenas(proposal, None if found.errors else usual, found.note)
    _check_season(found, proposal)
    check_conditions(proposal, found.note, lambda: _most_rounds(proposal))
    if not (proposal.entry_with_partner or proposal.entry_alone or proposal.is_team):
        found.note(
            "entry_with_partner",
            _("Nobody could enter. Allow entries with a partner, alone, or both."),
        )
    try:
        policy = _policy(proposal)
        if proposal.is_team and policy.spread is None:
            policy = replace(policy, spread=TEAMS_SPREAD)
        if proposal.comparison and proposal.match_hands:
            policy = policy_for(policy, proposal.comparison, proposal.match_hands, proposal.facts)
        elif policy.spread is not None:
            policy = policy_for_victory_points(policy, proposal.facts)
            if proposal.match_hands is None:
                found.note(
                    "match_hands",
                    _("Victory points need matches of a fixed number of hands. Enter the number."),
                )
        found.scoring = policy.to_dict()
    except (StandingsError, TypeError, ValueError) as mistake:
        found.note(
            ".".join(filter(None, ("scoring", getattr(mistake, "field", "")))),
            translate(getattr(mistake, "sentence", str(mistake))),
        )
    return found


def check_start(starts_at: datetime, at: datetime) -> list[str]:
    """Return what is wrong with a start time at `at`; empty if nothing."""
    if starts_at.tzinfo is None:
        return [_("The start needs a time zone. Choose one.")]
    if starts_at <= at:
        return [_("The start is in the past. Choose a later time.")]
    if starts_at - at > FARTHEST:
        return [_("The start is more than two years away. Choose an earlier time.")]
    return []


def proposal_of(tournament: Tournament) -> Proposal:
    """Return the fields with which the tournament was created, for editing; the target is in the rules."""
    scoring = {name: value for name, value in tournament.scoring.items() if name != "predetermined"}
    return Proposal(
        rules=tournament.rules,
        match_hands=tournament.rules["max_hands"],
        is_team=tournament.is_team,
        scoring=scoring,
        stages=tournament.plans,
        **stored_conditions(tournament),
        **{name: getattr(tournament, name) for name in (*STORED_AS_THEY_ARE, *STORED_WITH_STAGES)},
    )


def usual_fewest(plans: Sequence[StagePlan], comparison: str, most: int) -> int:
    """Return the default minimum of entries: the fewest, up to `most`, that can play these stages."""
    first = plans[0].facts
    least = first.least
    if comparison:
        least = max(least, fewest(first))
    if most <= MOST_ENTRIES:
        least = max(least, fewest_playable(plans, most))
    return min(least, max(2, most))


def rounds_of(proposal: Proposal) -> int:
    """Return the number of rounds with all places filled, for previews."""
    return length_of_stages(proposal.stages, proposal.max_entries).rounds


def _most_rounds(proposal: Proposal) -> int:
    """Return the number of rounds with all places filled; 1 if mistakes in the proposal leave it unknown."""
    if proposal.max_entries < 2:
        return 1
    try:
        return rounds_of(replace(proposal, max_entries=min(proposal.max_entries, 64)))
    except FormatError:
        return 1


def _policy(proposal: Proposal) -> Policy:
    """Return the standings' policy. A Swiss is drawn by its standings; a knock-out ranks only by its bracket."""
    formats = [str(stage.format) for stage in proposal.stages]
    if proposal.scoring is None:
        return usual_policy(formats)
    drawn = pairs_by_results(formats)
    policy = usual_policy(formats, {**proposal.scoring, "predetermined": not drawn})
    policy.check_forfeits()
    return policy


def _take(found: Checked, name: str, tidy: Callable[[], str]) -> None:
    try:
        setattr(found, name, tidy())
    except Refused as refusal:
        found.note(name, str(refusal))


def _check_fewest(found: Checked, proposal: Proposal) -> None:
    if (proposal.min_entries or 0) > proposal.max_entries:
        found.note(
            "min_entries",
            _("This is above the maximum number of entries. Lower it, or raise the maximum."),
        )


def _check_match(found: Checked, proposal: Proposal) -> None:
    rules = check_rules(proposal, found.note)
    if rules is None:
        return
    found.entry_kind, found.rules = _entry_kind(proposal, rules), rules.to_record()
    found.stages = check_stage_terms(proposal, rules, found.note)


def _entry_kind(proposal: Proposal, rules: engine.RuleSet) -> EntryKind:
    """Return what an entry is, by the format and the rules."""
    if proposal.is_team:
        return EntryKind.TEAM
    pairs = rules.sides == "partners" and not proposal.is_individual
    return EntryKind.PAIR if pairs else EntryKind.PLAYER


def _check_season(found: Checked, proposal: Proposal) -> None:
    season, starts_at = proposal.season, proposal.starts_at
    if season is None:
        return
    if proposal.league is None or season.league_id != proposal.league.pk:
        found.note("season", _("That season belongs to another league. Choose one of this league."))
        return
    day = starts_at.astimezone(ZoneInfo(season.zone)).date() if starts_at.tzinfo else None
    if day is not None and not season.starts_on <= day <= season.ends_on:
        found.note("season", _("The start is outside the season. Choose another day or season."))
