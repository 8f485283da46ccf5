"""The pages for changing a waiting draw: the effect of a swap, and alternative draws to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from spades_site.common.forms import FormsOfPage
from tournaments.events.draw import choosing
from tournaments.events.draw.choosing import Option
from tournaments.events.draw.quality import Judge, Quality
from tournaments.events.draw.round_rows import title_of
from tournaments.events.models import Round
from tournaments.events.scoring.stage_fields import group_name
from tournaments.organizer.forms.draws import ChooseForm


@dataclass(frozen=True)
class QualityRow:
    """One quality of several draws, as texts, each with whether it is worse than the best."""

    label: str
    values: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class DrawColumn:
    """A column of the comparison: a draw's matches or groups as text, its sentences, and the form that chooses it (None
    for the waiting draw).
    """

    number: int
    title: str
    lines: Sequence[str]
    flags: Sequence[str]
    form: ChooseForm | None


@dataclass(frozen=True)
class DrawsPage:
    """A comparison of draws of a round. `more` is the first number of the next draws by lot; `has_seedings`: some have
    other seeds.
    """

    columns: Sequence[DrawColumn]
    rows: Sequence[QualityRow]
    more: int
    has_seedings: bool = False


def draws_page(round_: Round, start: int, forms: FormsOfPage) -> DrawsPage:
    """Return the waiting draw and the next ones from number `start` on."""
    judge = Judge(round_)
    lots = choosing.numbers_beside(round_, start)
    others = choosing.seedings(round_) if start == 1 else []
    numbers = [*(number for number in others if number != round_.draw_no), *lots]
    options = [choosing.waiting(round_), *(choosing.option(round_, number) for number in numbers)]
    rows = quality_rows([judge.quality(each.drawn) for each in options])
    columns = [_column(round_, each, forms, waits=not at) for at, each in enumerate(options)]
    return DrawsPage(columns, rows, max(lots, default=start) + 1, bool(others))


def quality_rows(found: Sequence[Quality]) -> list[QualityRow]:
    """Return the qualities of several draws as text, without those that apply to none."""
    return [
        *_counts(_("Rematches"), [one.rematches for one in found]),
        *_counts(_("Pairs to be kept apart that meet"), [one.apart for one in found]),
        *_counts(_("Matches between team-mates"), [one.mates for one in found]),
        *_counts(_("Second byes"), [one.second_byes for one in found]),
        *_counts(_("Pairings across scores"), [one.across for one in found]),
        *_counts(_("Mean difference of ratings"), [one.gap for one in found], compare=False),
        *_byes([one.byes for one in found]),
    ]


def _counts(label: str, values: Sequence[int | None], *, compare: bool = True) -> list[QualityRow]:
    known = [value for value in values if value is not None]
    if not known:
        return []
    least = min(known)
    cells = [
        ("–" if value is None else str(value), compare and value is not None and value > least)
        for value in values
    ]
    return [QualityRow(label, cells)]


def _byes(found: Sequence[tuple[str, ...]]) -> list[QualityRow]:
    if not any(found):
        return []
    return [QualityRow(_("Bye"), [(", ".join(names) or "–", False) for names in found])]


def _column(round_: Round, one: Option, forms: FormsOfPage, *, waits: bool) -> DrawColumn:
    if one.groups:
        lines = [
            f"{group_name(number)}: {', '.join(entry.name for entry in group)}"
            for number, group in enumerate(one.groups, start=1)
        ]
    else:
        lines = [
            title_of(sides) if len(sides) > 1 else _("%(name)s: bye") % {"name": title_of(sides)}
            for sides in one.drawn
        ]
    form = None if waits else _form(round_, one, forms)
    return DrawColumn(one.number, choosing.title(round_, one.number), lines, one.flags, form)


def _form(round_: Round, one: Option, forms: FormsOfPage) -> ChooseForm:
    address = reverse("draft_choose", args=[round_.tournament.slug, round_.pk, one.number])
    return forms.place(ChooseForm(action=address, initial={"expected_version": version_of(round_)}))


def version_of(round_: Round) -> int | None:
    """Return the version of a draw: the key of its first match, which every change replaces."""
    return round_.matches.order_by("number").values_list("pk", flat=True).first()
