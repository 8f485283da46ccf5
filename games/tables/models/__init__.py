"""Every model of this app."""

from games.tables.models.chat import Block, ChatMessage, Mute, Report, Silence
from games.tables.models.deals import SharedDeals, SharedSalts, SharedSecret
from games.tables.models.people import Invitation, PresenceLease
from games.tables.models.searches import RatedSearch
from games.tables.models.seats import BotChoice, Seat
from games.tables.models.tables import Action, Pulse, StoredRecord, Table, TableSecret

__all__ = [
    "Action",
    "Block",
    "BotChoice",
    "ChatMessage",
    "Invitation",
    "Mute",
    "PresenceLease",
    "Pulse",
    "RatedSearch",
    "Report",
    "Seat",
    "SharedDeals",
    "SharedSalts",
    "SharedSecret",
    "Silence",
    "StoredRecord",
    "Table",
    "TableSecret",
]
