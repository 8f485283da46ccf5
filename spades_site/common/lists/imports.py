"""Atomic imports of CSV lists that people paste or upload.

A preview carries out the import and rolls it back, so that both give the same result for every line.
"""

import csv
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.errors import Refused

BOM = "\ufeff"
MOST_LINES = 200


@dataclass(frozen=True)
class Line:
    """A line: its number in the file (from 1), its cells, and its problem or effect; `is_new`: something will be stored."""

    number: int
    cells: tuple[str, ...]
    problem: str = ""
    effect: str = ""
    is_new: bool = False

    @property
    def filled(self) -> list[str]:
        """Return the cells that aren't empty."""
        return [cell for cell in self.cells if cell]


class NotImported(Refused):
    """An import that wasn't carried out; `lines` have each line's problem, or its effect now."""

    def __init__(self, code: str, sentence: str, lines: Sequence[Line]) -> None:
        super().__init__(code, sentence)
        self.lines = lines


def read(text: str, columns: tuple[str, ...]) -> list[Line]:
    """Parse a text with commas, semicolons or tabs; each line gets at least as many cells as there are `columns`.

    Skips empty lines, and a heading: a first line with the names of at least two columns. Raises Refused: "import_empty",
    "import_long".
    """
    text = text.removeprefix(BOM)
    delimiter = max(",;\t", key=text.count)
    headings = [columns[:number] for number in range(2, len(columns) + 1)]
    lines: list[Line] = []
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=delimiter), start=1):
        cells = tuple(cell.strip() for cell in row)
        while cells and not cells[-1]:
            cells = cells[:-1]
        heading = tuple(cell.casefold() for cell in cells) in headings
        if not cells or (heading and not lines):
            continue
        lines.append(Line(number, cells + ("",) * (len(columns) - len(cells))))
    if not lines:
        raise Refused("import_empty", _("There is no line in it. Enter one pair or person a line."))
    if len(lines) > MOST_LINES:
        raise Refused(
            "import_long",
            _("At most %(most)d lines can be imported at once. Split the file.")
            % {"most": MOST_LINES},
        )
    return lines


def mark_of(lines: Sequence[Line]) -> str:
    """Return a hash of a preview's content."""
    return hashlib.sha256(repr(lines).encode()).hexdigest()[:16]


def require_right(lines: Sequence[Line], seen: str | None = None) -> None:
    """Raise NotImported if an import can't be carried out.

    "import_wrong": a line has a problem. "import_changed": there is something to store, and it differs from the preview
    with the mark `seen` (None: there was no preview).
    """
    wrong = sum(bool(line.problem) for line in lines)
    if wrong:
        raise NotImported(
            "import_wrong",
            ngettext(
                "%(n)d line can’t be imported. Correct it, or remove it.",
                "%(n)d lines can’t be imported. Correct them, or remove them.",
                wrong,
            )
            % {"n": wrong},
            lines,
        )
    if seen is not None and seen != mark_of(lines) and any(line.is_new for line in lines):
        raise NotImported(
            "import_changed",
            _("Something has changed since this preview. Nothing was stored; check the new one."),
            lines,
        )


def require_once(people: Sequence[Any], used: dict[int, int], number: int) -> None:
    """Record in `used` that line `number` names these users. Raises Refused "twice_in_file" if an earlier line does."""
    earlier = {used.get(person.pk) for person in people}
    for person in people:
        if person.pk not in used:
            continue
        if len(people) > 1 and len(earlier) == 1:
            sentence = _("This pair is in line %(n)d already. Remove one of the two.")
        else:
            sentence = _("%(name)s is in line %(n)d already. Remove one of the two.")
        raise Refused("twice_in_file", sentence % {"name": person.username, "n": used[person.pk]})
    used |= {person.pk: number for person in people}
