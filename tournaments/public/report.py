"""Parts of the report of a finished tournament: the final standings as a drawing, and a text to announce the result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.sentences import format_number
from spades_site.common.people.bot_names import marked
from tournaments.events.models import Tournament
from tournaments.events.queries.report import Best, BestContract, FinalPlace, Margin, Report
from tournaments.events.queries.view_models import StandingRow
from tournaments.public.bracket_svg import shortened

NAME_WIDTH, BAR_WIDTH, VALUE_WIDTH, LINE = 150, 140, 50, 26
MOST_BARS = 32


@dataclass(frozen=True)
class Bar:
    """One entry's line: its name, shortened to fit, its points, and the bar's place and length in the SVG's units."""

    rank: int
    name: str
    points: str
    y: int
    length: int
    mine: bool

    @property
    def text_y(self) -> int:
        """Return the texts' baseline."""
        return self.y + 16


@dataclass(frozen=True)
class Bars:
    """The final standings as bars; `left_out` entries are only in the table below."""

    bars: list[Bar]
    left_out: int
    name_x: int = 24
    bar_x: int = NAME_WIDTH
    width: int = NAME_WIDTH + BAR_WIDTH + VALUE_WIDTH

    @property
    def height(self) -> int:
        """Return the drawing's height."""
        return len(self.bars) * LINE


def bars_of(standings: Sequence[StandingRow]) -> Bars:
    """Return the final standings as a drawing; without any points it is empty."""
    most = float(max((each.row.points for each in standings), default=0))
    if most <= 0:
        return Bars([], len(standings))
    return Bars(
        [
            Bar(
                rank=each.row.rank,
                name=shortened(marked(each.name), NAME_WIDTH - 24),
                points=format_number(each.row.points),
                y=at * LINE,
                length=max(2, round(BAR_WIDTH * max(0.0, float(each.row.points)) / most)),
                mine=each.mine,
            )
            for at, each in enumerate(standings[:MOST_BARS])
        ],
        max(0, len(standings) - MOST_BARS),
    )


def announcement(tournament: Tournament, report: Report) -> str:
    """Return a text of a few lines about the tournament's result, to be copied elsewhere."""
    lines = [_("%(name)s: final result") % {"name": tournament.name}]
    lines += [f"{_place(place)} {marked(place.name)}" for place in report.podium]
    if report.best_contract is not None:
        lines.append(f"{_('Best contract')}: {contract_words(report.best_contract)}")
    if report.most_nils is not None:
        lines.append(f"{_('Most nils kept')}: {nil_words(report.most_nils)}")
    if report.closest is not None:
        lines.append(f"{_('Closest match')}: {margin_words(report.closest)}")
    for prize in report.prizes:
        if prize.names:
            params = {
                "number": prize.place,
                "text": prize.text,
                "names": ", ".join(map(marked, prize.names)),
            }
            lines.append(_("Prize %(number)d (%(text)s): %(names)s") % params)
    address = reverse("tournament_report", args=[tournament.slug])
    lines.append(f"{_('All results and games')}: {settings.SITE_URL}{address}")
    return "\n".join(lines)


def contract_words(best: BestContract) -> str:
    """Return who made the best contract, with how many tricks, when and against whom."""
    text = _(
        "%(names)s bid %(bid)d and won %(tricks)d tricks, in hand %(hand)d of round %(round)d against %(others)s"
    ) % {
        "names": marked(best.name),
        "bid": best.bid,
        "tricks": best.tricks,
        "hand": best.hand,
        "round": best.match.round.number,
        "others": ", ".join(map(marked, best.others)),
    }
    if best.level == 1:
        return text
    more = best.level - 1
    others = ngettext("as did %(n)d other", "as did %(n)d others", more) % {"n": more}
    return f"{text} ({others})"


def nil_words(best: Best) -> str:
    """Return who kept the most nils, and how many."""
    several = ngettext("%(n)d entry", "%(n)d entries", best.level) % {"n": best.level}
    return f"{', '.join(map(marked, best.names)) or several}, {best.value}"


def margin_words(margin: Margin) -> str:
    """Return a phrase with the sides of a match and its margin."""
    names = " – ".join(map(marked, margin.match.side_names))
    if not margin.points:
        return f"{names} ({_('level scores')})"
    by = ngettext("by %(n)d point", "by %(n)d points", margin.points) % {"n": margin.points}
    return f"{names} ({by})"


def _place(place: FinalPlace) -> str:
    return f"{place.first}." if place.first == place.last else f"{place.first}.–{place.last}."
