"""Which drawing belongs to which kind of format."""

from tournaments.events.draw.drawing import Drawing
from tournaments.events.draw.individual_rounds import RotationRounds, SoloRounds
from tournaments.events.draw.two_sided_rounds import Arenas, Brackets, PairedRounds, RoundRobins
from tournaments.events.models import Stage, Tournament
from tournaments.formats.individual_kinds import IndividualArena, Rotation, SoloTables
from tournaments.formats.kinds import (
    Arena,
    DoubleKnockOut,
    Format,
    KnockOut,
    PairedByRound,
    RoundRobin,
)

DRAWINGS: dict[type[Format], Drawing] = {
    RoundRobin: RoundRobins(),
    PairedByRound: PairedRounds(),
    KnockOut: Brackets(),
    DoubleKnockOut: Brackets(),
    Rotation: RotationRounds(),
    SoloTables: SoloRounds(),
    Arena: Arenas(),
    IndividualArena: Arenas(),
}


def drawing_of(stage: Stage | Tournament) -> Drawing:
    """Return how a stage, or a tournament's first one, is drawn."""
    return DRAWINGS[type(stage.facts)]
