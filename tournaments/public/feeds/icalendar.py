"""PURE: the text of an iCalendar object (RFC 5545), with a calendar's name as in RFC 7986."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

MOST_OCTETS = 75
"""Of a line, its end left out (RFC 5545, 3.1)."""
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@dataclass(frozen=True)
class Event:
    """One entry of a calendar.

    `uid` stays the same for the same event forever, `sequence` grows with every change of it. `made` is when it was first
    written. Times are aware. `end` None: nobody knows. `busy` False: the person is free at that time.
    """

    uid: str
    made: datetime
    sequence: int
    start: datetime
    end: datetime | None
    summary: str
    description: str
    url: str
    status: str = CONFIRMED
    busy: bool = True


def calendar(name: str, events: Iterable[Event]) -> bytes:
    """Return a calendar of these events, in their order, as UTF-8 with CRLF line ends and lines of at most 75 octets."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Spades//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for event in events:
        lines += _lines(event)
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def escaped(text: str) -> str:
    """Return `text` as a value of type TEXT (RFC 5545, 3.3.11): no control characters but line ends, written "\\n"."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(char for char in lines if char == "\n" or _printable(char)).translate(_ESCAPED)


def folded(line: str) -> bytes:
    """Return a content line with its end, folded so that no character is cut in two (RFC 5545, 3.1)."""
    parts: list[bytes] = []
    part = b""
    for char in line:
        octets = char.encode()
        if len(part) + len(octets) > MOST_OCTETS:
            parts.append(part)
            part = b" "
        part += octets
    return b"\r\n".join([*parts, part]) + b"\r\n"


def moment(at: datetime) -> str:
    """Return a moment as DATE-TIME in UTC (RFC 5545, 3.3.5, form 2)."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _lines(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{moment(event.made)}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTART:{moment(event.start)}"
    # An end that isn't later than the start is refused by calendar programs (RFC 5545, 3.8.2.2).
    if event.end is not None and moment(event.end) > moment(event.start):
        yield f"DTEND:{moment(event.end)}"
    yield f"SUMMARY:{escaped(event.summary)}"
    if event.description:
        yield f"DESCRIPTION:{escaped(event.description)}"
    yield f"URL:{event.url}"
    yield f"STATUS:{event.status}"
    yield f"TRANSP:{'OPAQUE' if event.busy else 'TRANSPARENT'}"
    yield "END:VEVENT"


def _printable(char: str) -> bool:
    return ord(char) >= 0x20 and not 0x7F <= ord(char) < 0xA0
