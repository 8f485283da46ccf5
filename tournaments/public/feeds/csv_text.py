"""PURE: tables as CSV (RFC 4180) that a spreadsheet opens as it is, and never runs."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

BOM = "\ufeff"
"""Without it spreadsheets take UTF-8 for the machine's own old encoding."""
RUN_BY_SPREADSHEETS = frozenset("=+-@\t\r\n＝＋－＠")
"""First characters of what a spreadsheet takes for a formula (OWASP, CSV Injection), East Asian wide forms too."""

type Cell = str | int | Decimal | bool | None


def csv_bytes(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table with its columns' names as first row: UTF-8 with BOM, commas, CRLF, quotes where they are needed."""
    out = io.StringIO(newline="")
    out.write(BOM)
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([cell_text(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def cell_text(cell: Cell) -> str:
    """Return what stands in a cell. A text that could be run gets an apostrophe in front; numbers are left alone."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        risky = cell[:1] in RUN_BY_SPREADSHEETS or cell.lstrip()[:1] in RUN_BY_SPREADSHEETS
        return f"'{cell}" if cell and risky else cell
    return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
