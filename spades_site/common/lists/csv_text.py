"""PURE: tables as CSV (RFC 4180) that spreadsheets open directly, and never execute."""

import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

BOM = "\ufeff"
"""Without it spreadsheets mistake UTF-8 for the machine's legacy encoding."""
RUN_BY_SPREADSHEETS = frozenset("=+-@\t\r\n＝＋－＠")
"""First characters that make a spreadsheet treat a cell as a formula (OWASP, CSV Injection), including full-width
forms.
"""

_SPLITS = re.compile("[\",;\t\r\n\v\f\x85\u2028\u2029]|^'")

type Cell = str | int | Decimal | bool | None


def csv_bytes(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table with its column names as first row: UTF-8 with BOM, commas, CRLF, quotes where needed."""
    out = io.StringIO(newline="")
    out.write(BOM)
    for row in (columns, *rows):
        out.write(",".join(_quoted(cell_text(cell)) for cell in row) + "\r\n")
    return out.getvalue().encode()


def plain_text(cell: str) -> str:
    """Return a cell as it was before `cell_text`."""
    return cell[1:] if cell[:1] == "'" and cell_text(cell[1:]) == cell else cell


def _quoted(text: str) -> str:
    """Return a cell's text in quotation marks if any program would otherwise split it: spreadsheets of many countries
    separate cells by semicolons.
    """
    if not _SPLITS.search(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def cell_text(cell: Cell) -> str:
    """Return the text of a cell. A text that could be executed gets an apostrophe in front; numbers are unchanged."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        # With the apostrophes of texts that look like an escaped one, so that `plain_text` gets them back.
        risky = cell[:1] in RUN_BY_SPREADSHEETS or cell.lstrip(" '")[:1] in RUN_BY_SPREADSHEETS
        return f"'{cell}" if cell and risky else cell
    return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
