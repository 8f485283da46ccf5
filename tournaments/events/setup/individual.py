"""The formats in which an entry is one person: their rules, and conflicts with other settings."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games import engine
from games.ratings.models import Pool
from tournaments.events.models import Stage, Tournament
from tournaments.events.models.settings import Timing
from tournaments.events.setup.proposal_fields import Note, Proposal, field_of
from tournaments.formats import solo_tables

MOST_ROUNDS = 63
FIELD_TIE_BREAKS = frozenset(
    {
        "wins",
        "wins_and_byes",
        "score_difference",
        "points_for",
        "bags",
        "fewest_forfeits",
        "lots",
    }
)
"""Tie-breaks that are meaningful without a single opponent."""


def sizes_in(stage: Stage) -> tuple[int, ...]:
    """Return the allowed sizes of a stage's solo tables, the preferred first."""
    rules = stage.tournament.terms_in(stage.pk).rules
    return solo_tables.allowed_sizes(str(rules["preset"]), int(rules["players"]))


def rules_of_size(rules: engine.RuleSet, players: int) -> engine.RuleSet:
    """Return rules for a table of this size: at solo tables the same game for that number.

    There the number of hands is rounded down so that everybody deals equally often.
    """
    if rules.players == players:
        return rules
    family = next(family for family in solo_tables.FAMILIES if rules.preset in family.values())
    # The match settings apply to tables of every size.
    return replace(
        engine.preset(family[players]),
        **{name: getattr(rules, name) for name in engine.ENDS}
        | {"max_hands": hands_at(rules.max_hands, players)},
        revoke=rules.revoke,
    )


def hands_at(hands: int | None, players: int) -> int | None:
    """Return the number of hands of a match at a table of this size: everybody deals equally often, at least once."""
    return None if hands is None else max(1, hands // players) * players


def pool_of(tournament: Tournament) -> str:
    """Return the rating pool in which the tournament's players are compared."""
    if tournament.rules["sides"] == "partners":
        return str(Pool.PARTNERSHIP)
    return str(Pool.HEADSUP if tournament.rules["players"] == 2 else Pool.SOLO)


def check_individual(proposal: Proposal, note: Note) -> None:
    """Report conflicts with these formats to `note` (field, sentence), with remedies."""
    least, most = proposal.facts.least, proposal.facts.most
    if most is not None and proposal.max_entries > most:
        note("max_entries", _("This format takes at most %(most)d players.") % {"most": most})
    if proposal.max_entries < least:
        note(
            "max_entries",
            _("A table needs %(least)d players: allow %(least)d or more.") % {"least": least},
        )
    if not proposal.entry_alone:
        note(
            "entry_alone",
            _("In this format everybody enters alone. Allow it, or choose another format."),
        )
    if proposal.best_of > 1:
        note(
            "best_of",
            _("Several games need sides that stay together. Choose 1 game, or more rounds."),
        )
    if proposal.is_team:
        note(
            field_of(0, "format"),
            _("In this format everybody plays alone. For teams choose another."),
        )
    if proposal.timing == Timing.WINDOWS:
        note(
            "timing",
            _("Windows are for matches of two sides that stay together. Choose fixed times."),
        )
    for code in (proposal.scoring or {}).get("tie_breaks", ()):
        if code not in FIELD_TIE_BREAKS:
            note(
                "scoring",
                _(
                    "In individual formats nobody has a single opponent, so these "
                    "tie-breaks don’t apply: head-to-head, Buchholz, Sonneborn-Berger, opponents’ "
                    "ratings. Choose wins, score difference, points for, bags or the draw of lots."
                ),
            )
            return
