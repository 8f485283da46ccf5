"""Every model of this app, and the choices of their fields."""

from tournaments.events.models.entries import Entry, EntryPlayer, PartnerInvitation, Single
from tournaments.events.models.fixtures import (
    Availability,
    ConductMark,
    ForfeitClaim,
    MatchReminder,
    TimeOffer,
)
from tournaments.events.models.life import (
    Apart,
    Dispute,
    Nomination,
    Penalty,
    PlayerInvitation,
    SubstituteOffer,
    Substitution,
)
from tournaments.events.models.line_ups import LineUp, who_played
from tournaments.events.models.matches import (
    GameEnd,
    Match,
    MatchSide,
    MatchTable,
    Round,
    SideEntry,
    named,
    played_by,
    with_tables,
)
from tournaments.events.models.results import (
    Result,
    SideScore,
    StandIn,
    TableScore,
    with_scores,
)
from tournaments.events.models.roles import Role, RoleLink, TournamentRole
from tournaments.events.models.rooms import Pad, PadHand, PadPhone, RoomTable
from tournaments.events.models.schedules import (
    Schedule,
    ScheduledDate,
    Template,
    UnfinishedProposal,
)
from tournaments.events.models.settings import NoShow, NoTime, Renege, Settings, Timing, Where
from tournaments.events.models.tournaments import Qualifier, Seeding, Stage, Tournament
from tournaments.events.plan.choices import Status

__all__ = [
    "Apart",
    "Availability",
    "ConductMark",
    "Dispute",
    "Entry",
    "EntryPlayer",
    "ForfeitClaim",
    "GameEnd",
    "LineUp",
    "Match",
    "MatchReminder",
    "MatchSide",
    "MatchTable",
    "NoShow",
    "NoTime",
    "Nomination",
    "Pad",
    "PadHand",
    "PadPhone",
    "PartnerInvitation",
    "Penalty",
    "PlayerInvitation",
    "Qualifier",
    "Renege",
    "Result",
    "Role",
    "RoleLink",
    "RoomTable",
    "Round",
    "Schedule",
    "ScheduledDate",
    "Seeding",
    "Settings",
    "SideEntry",
    "SideScore",
    "Single",
    "Stage",
    "StandIn",
    "Status",
    "SubstituteOffer",
    "Substitution",
    "TableScore",
    "Template",
    "TimeOffer",
    "Timing",
    "Tournament",
    "TournamentRole",
    "UnfinishedProposal",
    "Where",
    "named",
    "played_by",
    "who_played",
    "with_scores",
    "with_tables",
]
