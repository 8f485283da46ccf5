"""Telling the log of an unexpected exception without what its message may quote.

A database's message can quote the row that it refused, and a table's row holds hidden cards. So the log gets the kind of
the exception and the places it came through, and never its text.
"""

import traceback
from pathlib import Path

MOST_PLACES = 12


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
