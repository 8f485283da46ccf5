"""The text of a calendar, byte by byte."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from tournaments.public.feeds.calendars import CANCELLED, Event, calendar

START = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
HEAD = (
    b"BEGIN:VCALENDAR\r\n"
    b"VERSION:2.0\r\n"
    b"PRODID:-//Spades//Tournaments//EN\r\n"
    b"CALSCALE:GREGORIAN\r\n"
    b"NAME:Cup\r\n"
    b"X-WR-CALNAME:Cup\r\n"
    b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"
    b"X-PUBLISHED-TTL:PT1H\r\n"
)


def event(**said: object) -> Event:
    usual: dict[str, object] = {
        "uid": "round-7@club.example",
        "made": datetime(2026, 11, 1, 8, 30, 5, 999999, tzinfo=UTC),
        "sequence": 3,
        "start": START,
        "end": None,
        "summary": "Cup, round 1",
        "description": "",
        "url": "https://club.example/tournaments/cup/#round-1",
    }
    return Event(**(usual | said))  # type: ignore[arg-type]


def test_a_calendar_without_events() -> None:
    assert calendar("Cup", []) == HEAD + b"END:VCALENDAR\r\n"


def test_an_event_without_end_and_description() -> None:
    assert calendar("Cup", [event()]) == HEAD + (
        b"BEGIN:VEVENT\r\n"
        b"UID:round-7@club.example\r\n"
        b"DTSTAMP:20261101T083005Z\r\n"
        b"SEQUENCE:3\r\n"
        b"DTSTART:20261121T190000Z\r\n"
        b"SUMMARY:Cup\\, round 1\r\n"
        b"URL:https://club.example/tournaments/cup/#round-1\r\n"
        b"STATUS:CONFIRMED\r\n"
        b"TRANSP:OPAQUE\r\n"
        b"END:VEVENT\r\n"
        b"END:VCALENDAR\r\n"
    )


def test_an_event_with_all_there_is_from_another_zone() -> None:
    full = event(
        start=START.astimezone(timezone(timedelta(hours=-5))),
        end=START + timedelta(minutes=50),
        description="Swiss; by rating\nC:\\cup",
        status=CANCELLED,
        busy=False,
    )
    assert calendar("Cup", [full]) == HEAD + (
        b"BEGIN:VEVENT\r\n"
        b"UID:round-7@club.example\r\n"
        b"DTSTAMP:20261101T083005Z\r\n"
        b"SEQUENCE:3\r\n"
        b"DTSTART:20261121T190000Z\r\n"
        b"DTEND:20261121T195000Z\r\n"
        b"SUMMARY:Cup\\, round 1\r\n"
        b"DESCRIPTION:Swiss\\; by rating\\nC:\\\\cup\r\n"
        b"URL:https://club.example/tournaments/cup/#round-1\r\n"
        b"STATUS:CANCELLED\r\n"
        b"TRANSP:TRANSPARENT\r\n"
        b"END:VEVENT\r\n"
        b"END:VCALENDAR\r\n"
    )


@pytest.mark.parametrize(
    "end", [START, START + timedelta(microseconds=999999), START - timedelta(hours=1)]
)
def test_an_end_not_later_than_the_start_is_left_out(end: datetime) -> None:
    assert calendar("Cup", [event(end=end)]) == calendar("Cup", [event()])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("a,b;c\\d", "a\\,b\\;c\\\\d"),
        ("one\ntwo\r\nthree\rfour", "one\\ntwo\\nthree\\nfour"),
        ("\\n", "\\\\n"),
        ('say "hi": yes', 'say "hi": yes'),
        ("a\tb", "a b"),
        ("a\x00b\x07c\x1bd\x7fe\x85f", "abcdef"),
        ("BEGIN:VEVENT\r\nEND:VEVENT", "BEGIN:VEVENT\\nEND:VEVENT"),
        ("Żółć 🂡", "Żółć 🂡"),
    ],
)
def test_text_is_escaped(text: str, value: str) -> None:
    (line,) = [
        line for line in unfolded("Cup", [event(summary=text)]) if line.startswith("SUMMARY")
    ]
    assert line == f"SUMMARY:{value}"


def unfolded(name: str, events: list[Event]) -> list[str]:
    """Return a calendar's lines as calendar programs read them."""
    return calendar(name, events).replace(b"\r\n ", b"").decode().split("\r\n")


@pytest.mark.parametrize(
    "text", ["a" * 67, "a" * 68, "a" * 300, "ö" * 100, "a" + "ö" * 100, "🂡" * 50, "ab" + "🂡" * 50]
)
def test_lines_are_folded_at_75_octets_and_no_character_is_cut(text: str) -> None:
    lines = calendar("Cup", [event(summary=text)]).split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert [line.decode() for line in lines]
    assert f"SUMMARY:{text}" in unfolded("Cup", [event(summary=text)])


def test_a_long_name_is_folded_wherever_it_stands() -> None:
    name = "Ünïcödé, " * 12
    lines = calendar(name, [event(summary=name)]).split(b"\r\n")
    assert max(map(len, lines)) <= 75
    joined = b"\r\n".join(lines).replace(b"\r\n ", b"").decode().split("\r\n")
    value = "Ünïcödé\\, " * 12
    assert [line for line in joined if "Ü" in line] == [
        f"NAME:{value}",
        f"X-WR-CALNAME:{value}",
        f"SUMMARY:{value}",
    ]
