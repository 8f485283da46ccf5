"""The formats in which an entry is one person: lengths, rules and conflicts.

In a *rotation* partners change each round; *solo tables* have no partners at all.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.ratings.models import Pool
from spades_site.common.errors import Refused
from spades_site.common.translation import translate
from tournaments.events.models import Tournament
from tournaments.events.models.settings import Timing
from tournaments.events.plan.choices import Format
from tournaments.events.setup.proposal_fields import Note, Proposal, field_of
from tournaments.formats import rotation, solo_tables
from tournaments.formats.shape import FormatError

LEAST = {str(Format.ROTATION): 4, str(Format.SOLO): 3}
"""The fewest players that fill a table."""
MOST = 64
"""A larger field takes too long to draw evenly."""
MOST_ROUNDS = 63
USUAL_ROTATION = 13
"""The default maximum number of rounds; more wouldn't fit into an evening."""
USUAL_SOLO = 4
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
FAMILIES: tuple[dict[int, str], ...] = (
    {3: "bicycle_3", 4: "bicycle_4", 5: "bicycle_5"},
    {3: "bicycle_3_jokers", 4: "bicycle_4_jokers", 5: "bicycle_5_jokers"},
)
"""Rule sets of the same game for tables of different sizes."""


@dataclass(frozen=True)
class Size:
    """The size of a tournament of single players: rounds, total matches, and concurrent tables."""

    rounds: int
    matches: int
    tables: int


def size_of(format_: str, players: int, rounds: int | None) -> Size:
    """Return the size for this number of players; with too few for the format there are no rounds."""
    if players < LEAST[format_]:
        return Size(0, 0, 0)
    count = rounds or usual_rounds(format_, players)
    if format_ == Format.ROTATION:
        tables = players // 4
    else:
        tables = len(solo_tables.table_sizes(players))
    return Size(count, count * tables, tables)


def usual_rounds(format_: str, players: int) -> int:
    """Return the default number of rounds.

    A rotation is balanced after one round fewer than players, or as many if they don't divide by 4. Larger fields
    play only some of these rounds, in which nobody has the same partner twice.
    """
    if format_ == Format.ROTATION:
        return min(rotation.full_rounds(players), USUAL_ROTATION)
    return USUAL_SOLO


def rounds_of(tournament: Tournament, players: int) -> int:
    """Return the number of rounds of the tournament's first stage for this number of players."""
    plan = tournament.plans[0]
    return size_of(plan.format, players, plan.rounds).rounds


def sizes_of(tournament: Tournament) -> tuple[int, ...]:
    """Return the allowed sizes of solo tables, the preferred first."""
    return allowed_sizes(str(tournament.rules["preset"]), int(tournament.rules["players"]))


def allowed_sizes(preset: str, players: int) -> tuple[int, ...]:
    """Return the table sizes of a rule set: those of its whole family, fours first, or its own size if it has no
    family.
    """
    if any(preset in family.values() for family in FAMILIES):
        return solo_tables.PREFERENCE
    return (players,)


def rules_for(tournament: Tournament, players: int) -> engine.RuleSet:
    """Return the tournament's rules for a table of this size: at solo tables the same game for that number.

    There the number of hands is rounded down so that everybody deals equally often.
    """
    rules = engine.RuleSet.from_dict(tournament.rules)
    if rules.players == players:
        return rules
    family = next(family for family in FAMILIES if rules.preset in family.values())
    # The tournament's match settings apply to tables of every size.
    return replace(
        engine.preset(family[players]),
        target=rules.target,
        max_hands=hands_at(rules.max_hands, players),
        loss_limit=rules.loss_limit,
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
    least = LEAST[proposal.first_format]
    if proposal.max_entries > MOST:
        note("max_entries", _("This format takes at most %(most)d players.") % {"most": MOST})
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


def hints(format_: str, players: int, rounds: int | None) -> tuple[str, ...]:
    """Return hints for the organizer about this number of players, as sentences."""
    count = rounds or usual_rounds(format_, players)
    params: dict[str, Any] = {"players": players, "rounds": count}
    if format_ == Format.SOLO:
        sizes = solo_tables.table_sizes(players)
        if len(set(sizes)) == 1:
            return ()
        params["tables"] = ", ".join(
            _("%(count)d of %(size)d") % {"count": sizes.count(size), "size": size}
            for size in sorted(set(sizes), reverse=True)
        )
        return (_("%(players)d players sit at tables of different sizes: %(tables)s.") % params,)
    notes = []
    out = players % 4
    if out:
        params |= {"out": out, "below": players - out, "above": players - out + 4}
        notes.append(
            _(
                "With %(players)d players, %(out)d sit out in each round, in turn. With %(below)d "
                "or %(above)d nobody does."
            )
            % params
        )
    full = rotation.full_rounds(players)
    if count > full:
        notes.append(
            _(
                "After %(full)d rounds everybody has had everybody as partner; then the cycle repeats."
            )
            % {"full": full}
        )
    return tuple(notes)


def check_for_rotation(proposal: Proposal, rules: engine.RuleSet) -> None:
    """Raise Refused "not_for_rotation" if the rules don't fit a rotation."""
    if rules.players != 4 or rules.sides != "partners":
        raise Refused(
            "not_for_rotation",
            _("Partners change in a rotation: it needs rules for two partnerships."),
        )


def check_for_solo(proposal: Proposal, rules: engine.RuleSet) -> None:
    """Raise Refused "not_for_solo" or "sizes_impossible" if the rules don't fit solo tables."""
    if rules.players not in (3, 4, 5) or rules.sides == "partners":
        raise Refused(
            "not_for_solo",
            _("Solo tables need rules by which 3, 4 or 5 players play each for themselves."),
        )
    if 3 <= proposal.max_entries <= MOST:
        try:
            solo_tables.table_sizes(
                proposal.max_entries, allowed_sizes(rules.preset, rules.players)
            )
        except FormatError as mistake:
            raise Refused(mistake.code, translate(mistake.sentence)) from mistake
