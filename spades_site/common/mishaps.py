"""Telling the log of an unexpected exception without what its message may quote.

A database's message can quote the row that it refused, and a table's row holds hidden cards. So the log gets the kind of
the exception and the places it came through, and never its text, wherever we write it; where frameworks do, the details
are cut off.
"""

import logging
import re
import traceback
from pathlib import Path

MOST_PLACES = 12
_DETAILS = re.compile(r"(?m)\b(DETAIL|CONTEXT|QUERY|STATEMENT|LINE \d+):.*$")


def trace_of(error: BaseException) -> str:
    """Return the kind of an exception, those behind it, and the innermost places each came through; no message."""
    parts = []
    seen: BaseException | None = error
    while seen is not None:
        places = traceback.extract_tb(seen.__traceback__)[-MOST_PLACES:]
        through = " > ".join(f"{_short(place.filename)}:{place.lineno}" for place in places)
        parts.append(f"{type(seen).__module__}.{type(seen).__qualname__} ({through})")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return " because of ".join(parts)


def _short(file: str) -> str:
    return "/".join(Path(file).parts[-2:])


class DiscreetFormatter(logging.Formatter):
    """Writes log lines without what a database quotes of the rows that it refused."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with any traceback, less the database's details."""
        return _DETAILS.sub(r"\1 (left out)", super().format(record))
