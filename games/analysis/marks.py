"""Marks in a game's replay: the cards that cost points."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.analysis.models import AnalysedHand
from games.analysis.words import card, lost
from games.tables.hooks import Mark
from spades_site.common.people.bot_names import marked

MUCH = 20
"""The cost, in points, from which a card counts as costing much."""


def marks_of(table_id: int, names: Sequence[str]) -> list[Mark]:
    """Return the marks of a game in the order of play; none before its analysis is done."""
    hands = AnalysedHand.objects.filter(
        analysis__table=table_id, analysis__done_at__isnull=False
    ).order_by("number")
    marks = []
    for hand in hands:
        known = {play["step"]: ("much" if play["cost"] >= MUCH else "some", play) for play in hand.found["plays"]}  # fmt: skip
        shown = {play["step"]: ("open", play) for play in hand.found["open"]} | known
        for step, (kind, play) in sorted(shown.items()):
            marks.append(Mark(hand.number, step + 1, kind, _text(kind, play, names)))
    return marks


def _text(kind: str, play: dict[str, object], names: Sequence[str]) -> str:
    params = {
        "name": marked(names[int(str(play["seat"]))]),
        "played": card(str(play["card"])),
        "better": card(str(play["better"])),
        "points": lost(play),
    }
    if kind == "open":
        return _("With all cards open, the %(better)s was worth %(points)s more than the %(played)s.") % params  # fmt: skip
    return _("The %(better)s was worth %(points)s more than the %(played)s, by what %(name)s could know.") % params  # fmt: skip
