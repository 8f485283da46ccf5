"""The rules and the length of matches, of a tournament and of its stages, and their validation."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine import InconsistentRules, RuleSet
from games.tables.texts.rules import why_not
from games.tables.texts.shared_rules import as_house_rules
from spades_site.common.errors import Refused
from spades_site.common.translation import translate
from tournaments.events.plan.match_terms import OF_MATCHES, MatchTerms, has_own_terms
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.proposal_fields import Note, Proposal, field_of
from tournaments.events.setup.settings import LIMITS, check_thrown_in, check_winner
from tournaments.events.setup.stage_proposal import MINUTES
from tournaments.events.setup.team_matches import team_rules
from tournaments.formats.kinds import Format
from tournaments.formats.shape import FormatError

MOST_HANDS = 64
HANDS = (1, MOST_HANDS)


def check_rules(proposal: Proposal, note: Note) -> RuleSet | None:
    """Return the rules of the tournament's matches; if there are mistakes, report them to `note` and return None."""
    mistake = _wrong_length(proposal.match_hands, proposal.match_target)
    if mistake:
        note("match_hands", mistake)
        return None
    try:
        rules = proposal.rules
        if not isinstance(rules, RuleSet):
            rules = RuleSet.from_dict(dict(rules))
        if proposal.match_hands is not None:
            rules = replace(rules, max_hands=proposal.match_hands)
        elif proposal.match_target is not None:
            rules = replace(rules, target=proposal.match_target)
        return _as_played(proposal, proposal.facts, rules, proposal.max_entries, note)
    except (InconsistentRules, FormatError) as mistaken:
        note("rules", translate(mistaken.sentence))
    except Refused as refusal:
        note("rules", str(refusal))
    return None


def _as_played(
    proposal: Proposal, format_: Format, rules: RuleSet, entries: int, note: Note
) -> RuleSet:
    """Return rules as matches of this format are played. Raises InconsistentRules, FormatError, Refused "not_partners"."""
    format_.check_rules(rules, entries)
    # In tournaments a wrong card is always refused, never penalised.
    rules = replace(rules, revoke="prevented")
    if proposal.is_team:
        rules = team_rules(rules)
    if proposal.comparison and proposal.match_hands:
        # Every table must reach its last deal, regardless of the score.
        rules = rules.to_the_last_hand()
    check_winner(rules, note)
    if proposal.is_team or proposal.comparison:
        check_thrown_in(rules, note)
    return rules


def check_stage_terms(proposal: Proposal, whole: RuleSet, note: Note) -> tuple[StagePlan, ...]:
    """Return the stages with their own rules as they are played; `whole` are the tournament's. Report mistakes to `note`."""
    usual = MatchTerms(
        whole.to_record(), proposal.turn_seconds, proposal.bank_seconds, proposal.match_minutes
    )
    entries, stages = proposal.max_entries, list[StagePlan]()
    for place, plan in enumerate(proposal.stages):
        if has_own_terms(plan):
            wrong = [*_wrong_numbers(proposal, plan)]
            for name, sentence in wrong:
                note(field_of(place, name), sentence)
            if not wrong:
                plan = _as_stored(proposal, place, usual, entries, note)
        stages.append(plan)
        entries = max(2, plan.onward(entries))
    return tuple(stages)


def _as_stored(
    proposal: Proposal, place: int, usual: MatchTerms, entries: int, note: Note
) -> StagePlan:
    plan = proposal.stages[place]

    def at_rules(_name: str, sentence: str) -> None:
        note(field_of(place, "rules"), sentence)

    try:
        own = None if plan.rules is None else RuleSet.from_dict(plan.rules)
        if own is not None and proposal.match_hands and _shares_length(proposal):
            own = replace(own, max_hands=proposal.match_hands)
        given = plan if own is None else replace(plan, rules=as_house_rules(own))
        rules = usual.of_stage(given).rule_set
        rules = _as_played(proposal, plan.facts, rules, entries, at_rules)
        first = usual.rule_set
        if (rules.sides, rules.players) != (first.sides, first.players):
            at_rules(
                "rules",
                _(
                    "In every stage as many players sit at a table as in the tournament’s rules, as partners or each for "
                    "themselves. Choose other rules."
                ),
            )
        if own is None:
            return plan
        if plan.match_hands is not None or plan.match_target is not None:
            # The plan's own fields say the length.
            rules = replace(rules, target=own.target, max_hands=own.max_hands)
        return replace(plan, rules=as_house_rules(rules))
    except InconsistentRules as mistake:
        length = {"target": plan.match_target, "max_hands": plan.match_hands}
        at = [name for name in mistake.fields if length.get(name) is not None]
        name = {"target": "match_target", "max_hands": "match_hands"}[at[0]] if at else "rules"
        note(field_of(place, name), why_not(mistake))
    except FormatError as mistake:
        at_rules("rules", translate(mistake.sentence))
    except Refused as refusal:
        at_rules("rules", str(refusal))
    return plan


def _shares_length(proposal: Proposal) -> bool:
    """Return whether points depend on the number of hands, so that all stages need the same."""
    spread = (proposal.scoring or {}).get("spread")
    return bool(proposal.comparison or proposal.is_team or spread)


def _wrong_numbers(proposal: Proposal, plan: StagePlan) -> Iterator[tuple[str, str]]:
    """Yield mistakes in a stage's length and clock, with their fields."""
    if len(proposal.stages) == 1:
        first = next(name for name in OF_MATCHES if getattr(plan, name) is not None)
        yield (
            first,
            _("A single stage has the tournament’s rules and clock. Change those, or add a stage."),
        )
        return
    if _shares_length(proposal):
        for name in ("match_hands", "match_target"):
            if getattr(plan, name) is not None:
                yield (
                    name,
                    _(
                        "With shared deals, team matches and victory points all stages have the tournament’s number of "
                        "hands. Leave this empty."
                    ),
                )
    elif mistake := _wrong_length(plan.match_hands, plan.match_target):
        yield "match_hands", mistake
    for name in ("turn_seconds", "bank_seconds"):
        yield from _out_of(name, getattr(plan, name), LIMITS[name])
    minutes = plan.match_minutes
    if minutes and (proposal.comparison or proposal.is_team):
        yield (
            "match_minutes",
            _("With a time limit some tables would play fewer of the shared deals. Leave it out."),
        )
    elif minutes:
        yield from _out_of("match_minutes", minutes, MINUTES)


def _wrong_length(hands: int | None, target: int | None) -> str:
    if hands is not None and target is not None:
        return _("A match has a fixed number of hands or a target. Leave one of them empty.")
    return "".join(sentence for _name, sentence in _out_of("", hands, HANDS))


def _out_of(name: str, value: int | None, limits: tuple[int, int]) -> Iterator[tuple[str, str]]:
    least, most = limits
    if value is not None and not least <= value <= most:
        sentence = _("Choose a number from %(least)d to %(most)d.")
        yield name, sentence % {"least": least, "most": most}
