"""The evidence about thinking times, in words and drawn: how long somebody took in either case, and where others are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.fair_play.pace import EDGES
from games.statistics.drawings import marked_bars

TIMED: Mapping[str, Any] = {
    "regular": gettext_lazy(
        "%(names)s followed to tricks %(first)s times with one legal card, and %(second)s times with a choice. Half of the times are within %(own)s%% of the "
        "game’s middle one. Compared within each game, a choice took longer in %(share)s%% of all pairs of times; 50%% means no difference."
    ),
    "top_spade": gettext_lazy(
        "%(names)s had only one legal card %(first)s times without the highest spade that was left in the hand, and %(second)s times with it. Compared within "
        "each game, it took longer with it in %(share)s%% of all pairs of times; 50%% means no difference. Chance alone shows so much in one person in %(one_in)s."
    ),
    "long_spades": gettext_lazy(
        "%(names)s had only one legal card %(first)s times with few other spades in the hand, and %(second)s times with many. Compared within "
        "each game, it took longer with many in %(share)s%% of all pairs of times; 50%% means no difference. Chance alone shows so much in one person in %(one_in)s."
    ),
    "top_side": gettext_lazy(
        "%(names)s had only one legal card %(first)s times without the highest card that was left of a suit other than spades, and %(second)s times with one. Compared within "
        "each game, it took longer with it in %(share)s%% of all pairs of times; 50%% means no difference. Chance alone shows so much in one person in %(one_in)s."
    ),
}  # fmt: skip
"""What was seen, by what the times are compared with."""
GROUPS: Mapping[str, tuple[Any, Any]] = {
    "regular": (gettext_lazy("One legal card"), gettext_lazy("A choice")),
    "top_spade": (gettext_lazy("Without the highest spade"), gettext_lazy("With it")),
    "long_spades": (gettext_lazy("Few spades"), gettext_lazy("Many spades")),
    "top_side": (gettext_lazy("Without a highest card"), gettext_lazy("With one")),
}
"""The bars' and the marks' times."""
OTHERS: Final = (
    (
        gettext_lazy("In what share of pairs a holding takes other people longer"),
        gettext_lazy("People of this site by their share, in percent. The highlighted class is the one of this signal."),
    ),
    (
        gettext_lazy("How far other people’s times are from their middle one"),
        gettext_lazy("People of this site by the distance within which half of their times are, in percent. The highlighted class is the one of this signal."),
    ),
)  # fmt: skip
"""The title and the caption of the drawing of other people, for a holding and for regular times."""
STEP: Final = 5
"""The width of a class of people, in percent."""


@dataclass(frozen=True)
class Drawing:
    """Two histograms: of a person's times in either case, and of other people's figures."""

    first: Any
    second: Any
    times: dict[str, Any]
    """Bars of the first case, with marks for the second."""
    people: dict[str, Any]
    """How many people have which figure; the person's own class is `own`."""
    title: Any
    caption: Any


def drawn_times(evidence: Mapping[str, Any]) -> Drawing:
    """Return the drawing of a signal about thinking times."""
    first, second = GROUPS[evidence["sort"]]
    labels = [_("<%(seconds)s s") % {"seconds": 1}]
    labels += [
        _("%(seconds)s s") % {"seconds": number_format(edge, 0 if edge % 1 == 0 else 1)}
        for edge in EDGES
    ]
    times = marked_bars(labels, *evidence["classes"])
    return Drawing(first, second, times, _people(evidence), *OTHERS[evidence["sort"] == "regular"])


def _people(evidence: Mapping[str, Any]) -> dict[str, Any]:
    own = evidence["own"] // STEP
    classes = [share // STEP for share in evidence["usual"]]
    shown = range(min(*classes, own), max(*classes, own) + 1)
    counts = [classes.count(one) for one in shown]
    bars = marked_bars([f"{one * STEP}" for one in shown], counts, [0] * len(counts))
    for one, count, bar in zip(shown, counts, bars["bars"], strict=True):
        bar.update(mark="", own=one == own, count=count, to=one * STEP + STEP - 1)
    return bars
