"""Atomic imports of CSV lists that people paste or upload.

A preview carries out the import and rolls it back, so that both give the same result for every line.
"""

import codecs
import csv
import hashlib
import io
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from spades_site.common.errors import Refused
from spades_site.common.lists.csv_text import plain_text
from spades_site.common.refusals import Code

BOM = "\ufeff"
MOST_LINES = 200
SEPARATORS = ",;\t"
_ZIP = b"PK\x03\x04"
"""How files of spreadsheets (.xlsx, .ods) begin, whatever they are called."""
_BREAKS = re.compile("\r\n|[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
_QUOTED = re.compile('"[^"]*"')
_SAID = re.compile("(?i)sep=(.)\\s*")
"""Excel's way to name the separator, on a line of its own before everything else."""


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

    def __init__(self, code: Code, sentence: str, lines: Sequence[Line]) -> None:
        super().__init__(code, sentence)
        self.lines = lines


def text_of(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 as spreadsheets save “Unicode text” (with a byte order mark).

    Raises Refused "encoding". Other encodings aren't guessed: they would give wrong names. Null bytes are no text,
    because Postgres takes none.
    """
    if data.startswith(_ZIP):
        raise Refused(
            "encoding",
            _(
                "This is a spreadsheet, not a CSV file. Open it, and save or export it as “CSV UTF-8”."
            ),
        )
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Refused("encoding", _("This file isn’t in UTF-8. Save it as “CSV UTF-8”."))
    return text


def read(text: str, columns: tuple[str, ...], own: Mapping[str, str]) -> list[Line]:
    """Parse a text with commas, semicolons or tabs; each line gets at least as many cells as there are `columns`.

    Skips empty lines, and a heading: a first line that has nothing but names of columns, in any of the site's languages.
    `own` maps columns of the site's own file to these `columns`, or to "": if the first line has all of them, it says
    where the cells are, and other columns are left out.
    Raises Refused: "import_empty", "import_long", and as `rows_of` does.
    """
    lines: list[Line] = []
    numbered = [f"player {number}" for number in range(1, len(columns) + 1)]
    words = {word for name in ("user", "player", *numbered, *columns) for word in words_for(name)}
    rows = rows_of(text)
    if rows and own.keys() <= set(rows[0][1]):
        rows = [(number, _picked(rows[0][1], row, columns, own)) for number, row in rows[1:]]
    for number, row in rows:
        cells = tuple(row)
        while cells and not cells[-1]:
            cells = cells[:-1]
        heading = all(cell.casefold() in words for cell in cells)
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


def _picked(
    heading: Sequence[str], row: Sequence[str], columns: Sequence[str], own: Mapping[str, str]
) -> list[str]:
    """Return a row's cells in the order of `columns`."""
    cells = {own.get(name): cell for name, cell in zip(heading, row, strict=False)}
    return [cells.get(column, "") for column in columns]


def rows_of(text: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line with its number, as spreadsheets write them: a first line “sep=;”, quoted cells, any
    kind of line break.

    Raises Refused: "import_separators" if two separators fit equally well; "import_unreadable" for a quotation mark that
    isn't closed, and for cells of enormous length.
    """
    text = _BREAKS.sub("\n", text.removeprefix(BOM).replace("\0", ""))
    first, _break, rest = text.partition("\n")
    said = _SAID.fullmatch(first)
    reader = csv.reader(
        io.StringIO(rest if said else text, newline="\n"),
        delimiter=said[1] if said and said[1] in SEPARATORS else _separator(text),
        strict=True,
    )
    rows, number = [], 1 + bool(said)
    try:
        for row in reader:
            rows.append((number, [plain_text(cell).strip() for cell in row]))
            number = 1 + bool(said) + reader.line_num
    except csv.Error:
        raise Refused(
            "import_unreadable",
            _(
                "Line %(n)d can’t be read: a quotation mark isn’t closed, or stands within a cell. Write it twice, or leave"
                " it out."
            )
            % {"n": number},
        ) from None
    return rows


def _separator(text: str) -> str:
    """Return the separator that the most lines have, outside quotation marks."""
    lines = [_QUOTED.sub("", line) for line in text.split("\n")]
    found = {each: sum(each in line for line in lines) for each in SEPARATORS}
    most = max(found.values())
    best = [each for each in SEPARATORS if found[each] == most]
    if most and len(best) > 1:
        total = {each: sum(line.count(each) for line in lines) for each in best}
        best = [each for each in best if total[each] == max(total.values())]
        if len(best) > 1:
            raise Refused(
                "import_separators",
                _(
                    "The cells could be separated by commas, semicolons or tabs. Use only one of them, or name it in a first"
                    " line, such as “sep=;”."
                ),
            )
    return best[0]


def corrected(data: QueryDict) -> QueryDict:
    """Return a form's data, its `text` with the lines that the fields `line-N` of a preview correct; an empty one is
    left out.
    """
    entered = {name: str(line) for name, line in data.items() if name.startswith("line-")}
    if not entered:
        return data
    text = str(data.get("text", ""))
    try:
        lines, places = _written(text)
    except Refused:
        return data
    for number, place in places.items():
        if (line := entered.get(f"line-{number}")) is not None:
            # Empty lines keep the numbers of those below.
            lines[place] = [" ".join(line.splitlines()), *[""] * (place.stop - place.start - 1)]
    data = data.copy()
    data["text"] = "\n".join(lines)
    return data


def _written(text: str) -> tuple[list[str], dict[int, slice]]:
    """Return the text's lines, and those of each row by the number that `rows_of` gives it. Raises Refused as `rows_of`
    does.
    """
    lines = _BREAKS.sub("\n", text.removeprefix(BOM)).split("\n")
    starts = [number for number, _row in rows_of(text)]
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return lines, {start: slice(start - 1, end) for start, end in zip(starts, ends, strict=True)}


def as_preview(lines: Sequence[Any], text: str) -> dict[str, Any]:
    """Return what the preview of an import shows: the wrong lines as they were written, and the others."""
    wrong = [line for line in lines if line.problem]
    written, places = _written(text) if wrong else ([], {})
    return {
        "lines": lines,
        "text": text,
        "wrong": [(line, " ".join(written[places[line.number]]).rstrip()) for line in wrong],
        "right": [line for line in lines if not line.problem],
    }


def words_for(column: str) -> set[str]:
    """Return the names of a column in the site's languages, in lower case."""
    name, _space, number = column.partition(" ")
    if name not in _COLUMNS:
        return {column.casefold()}
    return {f"{word} {number}".strip() for word in {name} | _in_every_language(_COLUMNS[name])}


def _in_every_language(word: Callable[[], str]) -> set[str]:
    found = set()
    for language, _title in settings.LANGUAGES:
        with override(language):
            found.add(word().casefold())
    return found


def yes_or_no(cell: str) -> bool | None:
    """Return what a cell says, in any of the site's languages or as spreadsheets write it; None if neither."""
    word = cell.casefold()
    if word in {"x", "1", "true", "wahr"} | _in_every_language(lambda: _("yes")):
        return True
    return (
        False
        if word in {"", "0", "false", "falsch"} | _in_every_language(lambda: _("no"))
        else None
    )


def columns_in(row: Sequence[str], columns: Collection[str]) -> list[str]:
    """Return the columns that a heading names, in its order; unknown names unchanged, in lower case."""
    by_word = {word: column for column in columns for word in words_for(column)}
    return [by_word.get(cell.casefold(), cell.casefold()) for cell in row]


_COLUMNS = {
    "user": lambda: pgettext("column", "user"),
    "email": lambda: pgettext("column", "email"),
    "team": lambda: pgettext("column", "team"),
    "captain": lambda: pgettext("column", "captain"),
    "player": lambda: pgettext("column", "player"),
    "first": lambda: pgettext("column", "first"),
    "second": lambda: pgettext("column", "second"),
    "division": lambda: pgettext("column", "division"),
}
"""The columns' names for people, by the names that files of all languages may use."""


def mark_of(lines: Sequence[Line]) -> str:
    """Return a hash of a preview's content."""
    return hashlib.sha256(repr(lines).encode()).hexdigest()[:16]


def require_right(lines: Sequence[Line], seen: str | None = None) -> None:
    """Raise NotImported if an import can't be carried out.

    "import_wrong": a line has a problem. "stale": there is something to store, and it differs from the preview
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
            "stale",
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
