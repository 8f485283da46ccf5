"""PURE: the text of an iCalendar object (RFC 5545), with a calendar's name as in RFC 7986."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import icalendar
from icalendar import vText

CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
RENEWED = timedelta(hours=1)
"""How often calendar programs are asked to refresh."""


@dataclass(frozen=True)
class Event:
    """One entry of a calendar.

    `uid` stays the same for the same event forever, `sequence` increases with every change of it. `made` is when
    it was first written. Times are aware. `end` None: unknown. `busy` False: the person is free at that time.
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
    made = icalendar.Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//Spades//Tournaments//EN")
    made.add("calscale", "GREGORIAN")
    made.add("name", _text(name))
    made.add("x-wr-calname", _text(name))
    made.add("refresh-interval", RENEWED, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", icalendar.vDuration(RENEWED))
    for event in events:
        made.add_component(_event(event))
    return bytes(made.to_ical(sorted=False))


def _event(event: Event) -> icalendar.Event:
    made = icalendar.Event()
    made.add("uid", event.uid)
    made.add("dtstamp", event.made.astimezone(UTC))
    made.add("sequence", event.sequence)
    start = event.start.astimezone(UTC).replace(microsecond=0)
    made.add("dtstart", start)
    end = event.end and event.end.astimezone(UTC).replace(microsecond=0)
    # An end that isn't later than the start is refused by calendar programs (RFC 5545, 3.8.2.2).
    if end is not None and end > start:
        made.add("dtend", end)
    made.add("summary", _text(event.summary))
    if event.description:
        made.add("description", _text(event.description))
    made.add("url", event.url)
    made.add("status", event.status)
    made.add("transp", "OPAQUE" if event.busy else "TRANSPARENT")
    return made


def _text(text: str) -> vText:
    """Return a value of type TEXT without the control characters that it may not have (RFC 5545, 3.3.11)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return vText("".join(char for char in lines if char == "\n" or _printable(char)))


def _printable(char: str) -> bool:
    return ord(char) >= 0x20 and not 0x7F <= ord(char) < 0xA0
