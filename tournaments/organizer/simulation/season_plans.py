"""A season to simulate: its size, and the terms that fit its weeks."""

from dataclasses import dataclass
from datetime import date, timedelta

from games.engine import RuleSet, preset
from tournaments.formats import round_robin
from tournaments.formats.shape import FormatError
from tournaments.leagues.models import Season
from tournaments.organizer.simulation.judges import USUAL
from tournaments.seasons.lifecycle.planning import (
    DIVISION_SIZES,
    MOST_DIVISIONS,
    BreakPlan,
    DivisionPlan,
    SeasonProposal,
)
from tournaments.seasons.terms import Terms

MOST_WEEKS = 60
MOST_IN_SERIES = 64
KINDS = {
    "pairs": str(Season.Kind.PAIRS),
    "team": str(Season.Kind.TEAMS),
    "series": str(Season.Kind.SERIES),
}
MATCH_HANDS = 8
TEAM_PLAYERS = 4


@dataclass(frozen=True)
class SeasonSimulation:
    """A season to simulate: `divisions` of `size` pairs or teams each; of a series, one field of `size` pairs.

    `weeks` are its match days, of a series its evenings. `rules` is a preset; empty: the usual one, with matches of 8 hands. The same
    seed gives the same season.
    """

    kind: str
    divisions: int
    size: int
    weeks: int
    seed: str
    rules: str = ""

    @property
    def rule_set(self) -> RuleSet:
        """Return its rules."""
        return preset(self.rules or USUAL)

    @property
    def match_hands(self) -> int | None:
        """Return how many hands a match has; None: as the rules say."""
        return None if self.rules else MATCH_HANDS


def check(plan: SeasonSimulation) -> None:
    """Raise FormatError with a sentence about what can't be simulated."""
    if plan.kind not in KINDS:
        raise FormatError("unknown_kind", f"Choose one of: {', '.join(KINDS)}.")
    if plan.rule_set.sides != "partners":
        raise FormatError("rules", "These seasons are for pairs. Choose rules for partners.")
    if not 1 <= plan.weeks <= MOST_WEEKS:
        raise FormatError("weeks", f"Choose 1 to {MOST_WEEKS} weeks.")
    if plan.kind == "series":
        if plan.divisions != 1:
            raise FormatError("series_divisions", "A series has no divisions. Leave them out.")
        if not 4 <= plan.size <= MOST_IN_SERIES:
            raise FormatError("size", f"Choose 4 to {MOST_IN_SERIES} pairs.")
        return
    if not 1 <= plan.divisions <= MOST_DIVISIONS:
        raise FormatError("divisions", f"Choose 1 to {MOST_DIVISIONS} divisions.")
    least, most = max(4, DIVISION_SIZES[0]), DIVISION_SIZES[1]
    if not least <= plan.size <= most:
        raise FormatError("size", f"Choose {least} to {most} entries a division.")


def proposal_of(plan: SeasonSimulation, today: date) -> SeasonProposal:
    """Return the season's proposal: it begins on the Monday after next.

    Everybody meets everybody twice if the weeks suffice, once if they suffice for that, else it is a Swiss of as many
    rounds. What weeks are left over are a break after the first half.
    """
    starts_on = today + timedelta(days=14 - today.weekday())
    if plan.kind == "series":
        return SeasonProposal(
            name="Simulated series",
            starts_on=starts_on,
            ends_on=starts_on + timedelta(weeks=plan.weeks),
            kind=KINDS[plan.kind],
            terms=Terms(best=max(1, plan.weeks * 3 // 4), attendance=1),
        )
    single = round_robin.rounds_needed(plan.size, False)
    double = plan.weeks >= round_robin.rounds_needed(plan.size, True)
    rounds = min(plan.weeks, round_robin.rounds_needed(plan.size, double))
    swiss = rounds if rounds < single else None
    moving = min(2, plan.size // 3)
    return SeasonProposal(
        name="Simulated season",
        starts_on=starts_on,
        ends_on=starts_on + timedelta(weeks=plan.weeks, days=-1),
        kind=KINDS[plan.kind],
        terms=Terms(
            double=double,
            swiss_rounds=swiss,
            rules={"preset": plan.rule_set.preset},
            match_hands=plan.match_hands,
            no_show="forfeit",
        ),
        divisions=tuple(
            DivisionPlan(
                f"Division {level}",
                plan.size,
                promoted=moving if level > 1 else 0,
                relegated=moving if level < plan.divisions else 0,
            )
            for level in range(1, plan.divisions + 1)
        ),
        breaks=_break(starts_on, rounds, plan.weeks),
    )


def _break(starts_on: date, rounds: int, weeks: int) -> tuple[BreakPlan, ...]:
    if weeks == rounds:
        return ()
    begins = starts_on + timedelta(weeks=rounds // 2)
    return (BreakPlan("Break", begins, begins + timedelta(weeks=weeks - rounds, days=-1)),)
