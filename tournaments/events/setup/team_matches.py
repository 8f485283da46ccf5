"""Team matches and victory points: their rules, policy, and conflicts with other settings.

In a team match two tables play the same deals at once, with the sides crossed: a team's first pair sits where its
opponents' second pair sits at the other table. So neither team gets the better deals. Each deal is scored from 0–0, so
that the score so far doesn't make the tables play differently: a bag costs its share of the penalty at once, and no
rule may depend on being behind.
"""

from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _

from games import engine
from spades_site.common.errors import Refused
from tournaments.events.setup.proposal_fields import Note, Proposal
from tournaments.formats.kinds import Format
from tournaments.standings import Policy

DEALS = (12, 24)
USUAL_DEALS = 16
BAG = -9
"""A trick beyond the contract: its point, less a tenth of the usual penalty for ten bags."""
ROSTER = (4, 8)
"""How many players a team has."""
SETTLED = (
    "max_hands", "blind_nil", "blind_nil_deficit", "blind_nil_pass", "blind_nil_failed", "blind_bid", "blind_bid_deficit",
    "blind_bid_min", "blind_bid_max", "blind_bid_failed", "overtrick_points", "bag_limit", "bag_penalty", *engine.EARLY_ENDS,
)  # fmt: skip
"""The rules that `team_rules` or the number of deals determine, overriding the preset and house rules."""
WALKOVER = Decimal(12)
"""The victory points of a side whose opponents don't come, and of a bye in a Swiss."""


def policy_for_victory_points(policy: Policy, format_: Format) -> Policy:
    """Return a policy with points on the scale of 0 to 20 of played matches, keeping its tie-breaks."""
    return replace(
        policy,
        win=Decimal(20),
        draw=Decimal(10),
        loss=Decimal(0),
        bye=WALKOVER if format_.pairs_each_round else Decimal(0),
        half_bye=Decimal(10),
        zero_bye=Decimal(0),
        forfeit_win=WALKOVER,
        forfeit_loss=Decimal(0),
    )


def as_team_matches(proposal: Proposal) -> Proposal:
    """Return a proposal of a tournament of teams, with the default number of deals if it has none."""
    return replace(proposal, match_hands=proposal.match_hands or USUAL_DEALS)


def check_team_matches(proposal: Proposal, note: Note) -> None:
    """Report settings that conflict with team matches to `note` (field, sentence)."""
    least, most = DEALS
    if not least <= (proposal.match_hands or 0) <= most:
        note(
            "match_hands",
            _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
        )
    if proposal.comparison:
        note(
            "comparison",
            _("The two tables of a team match share deals already. Leave the comparison out."),
        )
    if proposal.match_minutes is not None:
        note(
            "match_minutes",
            _("With a time limit one table would play fewer of the deals. Leave it out."),
        )
    if proposal.late_until_round:
        note("late_until_round", _("Teams are entered before the start. Enter 0."))


def team_rules(rules: engine.RuleSet) -> engine.RuleSet:
    """Return the rules of a team match, in which every deal is scored by itself. Raises Refused "not_partners",
    InconsistentRules.
    """
    if rules.sides != "partners":
        raise Refused(
            "not_partners", _("Team matches are for partnerships. Choose rules for partners.")
        )
    return rules.to_the_last_hand(
        blind_nil=None,
        blind_nil_pass=0,
        blind_bid=None,
        overtrick_points=BAG,
        bag_limit=None,
    )
