"""PURE: tables as CSV (RFC 4180) that spreadsheets open directly, and never execute."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

BOM = "\ufeff"
"""Without it spreadsheets mistake UTF-8 for the machine's legacy encoding."""
RUN_BY_SPREADSHEETS = frozenset("=+-@\t\r\n＝＋－＠")
"""First characters that make a spreadsheet treat a cell as a formula (OWASP, CSV Injection), including full-width
forms.
"""

type Cell = str | int | Decimal | bool | None


def csv_bytes(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table with its column names as first row: UTF-8 with BOM, commas, CRLF, quotes where needed."""
    out = io.StringIO(newline="")
    out.write(BOM)
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([cell_text(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def cell_text(cell: Cell) -> str:
    """Return the text of a cell. A text that could be executed gets an apostrophe in front; numbers are unchanged."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        risky = cell[:1] in RUN_BY_SPREADSHEETS or cell.lstrip()[:1] in RUN_BY_SPREADSHEETS
        return f"'{cell}" if cell and risky else cell
    return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
