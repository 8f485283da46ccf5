"""What partners said to each other before their side's number stood, as the replay shows it (docs/rules.md 3.23)."""

from typing import NamedTuple

from games.engine import RuleSet
from games.tables.access.mutes import unheard_by
from games.tables.chat.messages import PARTNER
from games.tables.models import Table
from games.tables.models.chat import ChatMessage
from games.tables.texts.chat import phrase_text
from spades_site.accounts.models import Viewer


class Said(NamedTuple):
    """A message at its place: the hand, from 1, and how many of its actions were taken."""

    hand: int
    step: int
    name: str
    text: str


def talk_at(table: Table, viewer: Viewer) -> list[Said]:
    """Return what partners said in a finished game, in order. The caller must check that the viewer may see its replay."""
    if not RuleSet.from_dict(table.rules).partners_talk:
        return []
    rows = ChatMessage.objects.filter(table=table, channel=PARTNER)
    if viewer.is_authenticated:
        rows = rows.exclude(user_id__in=unheard_by(viewer.pk))
    return [
        Said(row.hand or 0, row.step or 0, row.name, row.text or phrase_text(row.phrase))
        for row in rows.order_by("hand", "step", "pk")
    ]
