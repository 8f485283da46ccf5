"""Every model of this app, and the words that their fields choose from."""

from tournaments.events.models.entries import Entry, EntryPlayer, Invitation, Single
from tournaments.events.models.life import (
    Apart,
    Dispute,
    Guest,
    Penalty,
    SubstituteOffer,
    Substitution,
    TimeOffer,
)
from tournaments.events.models.matches import LineUp, Match, MatchSeat, Result, Round, named
from tournaments.events.models.settings import NoShow, NoTime, Settings, Timing
from tournaments.events.models.stages import MatchGame, Qualifier, Seeding
from tournaments.events.models.tournaments import Stage, Tournament
from tournaments.events.plan.choices import Format, Status

__all__ = [
    "Apart",
    "Dispute",
    "Entry",
    "EntryPlayer",
    "Format",
    "Guest",
    "Invitation",
    "LineUp",
    "Match",
    "MatchGame",
    "MatchSeat",
    "NoShow",
    "NoTime",
    "Penalty",
    "Qualifier",
    "Result",
    "Round",
    "Seeding",
    "Settings",
    "Single",
    "Stage",
    "Status",
    "SubstituteOffer",
    "Substitution",
    "TimeOffer",
    "Timing",
    "Tournament",
    "named",
]
