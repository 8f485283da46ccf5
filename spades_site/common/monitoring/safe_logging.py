"""Logging unexpected exceptions without the data that their messages may quote.

A database's message can quote the row that it refused, and a table's row holds hidden cards. So our own log lines
contain the type of the exception and its traceback's locations, but never its text; from the log lines of
frameworks, the details are removed.
"""

import logging
import re
import sys
import time
import traceback
from collections.abc import Hashable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from pythonjsonlogger.json import JsonFormatter

MOST_PLACES = 12
MINUTE = 60.0
MOST_CAUSES, MOST_TEXT = 500, 500
_ABOUT_REQUESTS = ("daphne.", "django.security.")
"""The loggers of malformed requests, which never reach our code."""
_DETAILS = re.compile(r"(?m)\b(DETAIL|CONTEXT|QUERY|STATEMENT|LINE \d+):.*$")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Ends of lines, what terminals obey, and what turns the direction of writing."""


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def trace_of(error: BaseException) -> str:
    """Return the type of an exception and its causes, with each one's innermost locations; no message."""
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


class Console(logging.StreamHandler[Any]):
    """Writes lines to the console, but an error of one cause once a minute.

    An outage of half a minute fills a log with thousands of lines otherwise. How many more there were follows with the first line
    of any kind after that minute.
    """

    def __init__(self, stream: Any = None) -> None:
        super().__init__(stream)
        self._seen: dict[Hashable, Repeated] = {}

    def handle(self, record: logging.LogRecord) -> bool:
        """Write a record, unless its cause was written less than a minute before. Returns whether it was written."""
        repeats = False
        with self.lock or nullcontext():
            over = [
                cause for cause, one in self._seen.items() if one.since + MINUTE <= record.created
            ]
            told = [self._seen.pop(cause) for cause in over]
            if record.levelno >= logging.ERROR:
                cause = _cause_of(record)
                repeats = cause in self._seen
                if repeats:
                    self._seen[cause].more += 1
                elif len(self._seen) < MOST_CAUSES:
                    self._seen[cause] = Repeated(record.created, _text_of(record), record)
        for each in told:
            if each.more:
                super().handle(each.told(record))
        return False if repeats else bool(super().handle(record))


class Repeated:
    """An error that was written, and how many more of its cause there have been since; without its traceback."""

    def __init__(self, since: float, text: str, record: logging.LogRecord) -> None:
        self.since, self.text, self.more = since, text, 0
        self.fields = {name: getattr(record, name) for name in ("name", "levelno", "levelname")}

    def told(self, now: logging.LogRecord) -> logging.LogRecord:
        """Return the record that tells of them."""
        clock = {name: getattr(now, name) for name in ("created", "msecs", "relativeCreated")}
        text = f"{self.more} more in the minute after this one: {self.text}"
        return logging.makeLogRecord({**self.fields, **clock, "msg": text, "args": None})


def _cause_of(record: logging.LogRecord) -> Hashable:
    """Return what errors of one cause share: the logger, the text without its values, and where an exception came from."""
    error = record.exc_info[1] if record.exc_info else None
    places = traceback.extract_tb(error.__traceback__) if error is not None else []
    raised = [(each.filename, each.lineno) for each in places]
    return record.name, str(record.msg)[:200], type(error).__qualname__, *raised


def _text_of(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()[:MOST_TEXT]
    except Exception:
        # Values that don't fit their text: `emit` says so where it is written.
        return str(record.msg)[:MOST_TEXT]


class DiscreetFormatter(logging.Formatter):
    """Formats log lines without what a database quotes of refused rows.

    What anybody can provoke by a malformed request gets one line, without a traceback. Control characters in a message,
    which may quote what visitors sent, are escaped: no visitor can begin a line. Times are in UTC.
    """

    converter = staticmethod(time.gmtime)
    default_msec_format = "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line, without a traceback."""
        record.message = _CONTROL.sub(_escaped, _DETAILS.sub(r"\1 (left out)", record.message))
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with any traceback that our own fault left, without the database's details."""
        if record.name.startswith(_ABOUT_REQUESTS):
            record = _in_one_line(record)
        return _DETAILS.sub(r"\1 (left out)", super().format(record))


class DiscreetJson(JsonFormatter):
    """The same lines as JSON, one object each; what a line carries beside its text becomes a key of its own."""

    converter = staticmethod(time.gmtime)
    default_msec_format = DiscreetFormatter.default_msec_format

    def __init__(self) -> None:
        names = {"asctime": "at", "levelname": "level", "name": "logger"}
        super().__init__(
            "{asctime}{levelname}{name}{message}",
            style="{",
            rename_fields=names,
            json_ensure_ascii=False,
        )

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        if record.name.startswith(_ABOUT_REQUESTS):
            record = _in_one_line(record)
        return super().format(record)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields without what a database quotes of refused rows, and without objects, such as requests."""
        return {
            name: _DETAILS.sub(r"\1 (left out)", value) if isinstance(value, str) else value
            for name, value in log_data.items()
            if isinstance(value, str | int | float | None)
        }


def _in_one_line(record: logging.LogRecord) -> logging.LogRecord:
    text = record.getMessage()
    if "Traceback" in text:
        # daphne logs the traceback of the exception that it is handling as its message.
        error = sys.exception()
        text = "a request failed: " + ("" if error is None else trace_of(error))
    fields = {"msg": text, "args": None, "exc_info": None, "exc_text": None, "stack_info": None}
    return logging.makeLogRecord({**record.__dict__, **fields})
