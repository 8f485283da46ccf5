"""Calendars as they should be, byte by byte, and how tests read them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tournaments.events.models import Tournament
from tournaments.public.feeds.keys import key_for

START = datetime(2030, 5, 4, 18, 30, tzinfo=UTC)


SITE = "http://localhost:8000"


def calendar(name: str, *events: list[str]) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Spades//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{name}",
        f"X-WR-CALNAME:{name}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        *(line for event in events for line in event),
        "END:VCALENDAR",
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def event(
    uid: str,
    summary: str,
    page: str,
    *,
    sequence: int,
    start: str = "20300504T183000Z",
    end: str = "20300504T191000Z",
    said: str = "",
    status: str = "CONFIRMED",
    busy: bool = True,
) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{uid}@localhost",
        "DTSTAMP:20300501T120000Z",
        f"SEQUENCE:{sequence}",
        f"DTSTART:{start}",
        f"DTEND:{end}",
        f"SUMMARY:{summary}",
        *([f"DESCRIPTION:{said}"] if said else []),
        f"URL:{SITE}/tournaments/{page}",
        f"STATUS:{status}",
        f"TRANSP:{'OPAQUE' if busy else 'TRANSPARENT'}",
        "END:VEVENT",
    ]


def at_fixed_times(cup: Tournament) -> Tournament:
    """Let a tournament begin at START and its rounds an hour apart; each that is over took 50 minutes."""
    Tournament.objects.filter(pk=cup.pk).update(
        created_at=datetime(2030, 5, 1, 12, 0, tzinfo=UTC), starts_at=START
    )
    for round_ in cup.rounds.all():
        begun = START + timedelta(hours=round_.number)
        round_.starts_at = begun if round_.starts_at else None
        round_.finished_at = begun + timedelta(minutes=50) if round_.finished_at else None
        round_.save()
    cup.refresh_from_db()
    return cup


def bytes_of(client: Any, path: str) -> bytes:
    """Return a calendar as calendar programs read it: with its long lines unfolded."""
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert max(map(len, answer.content.split(b"\r\n"))) <= 75
    return bytes(answer.content).replace(b"\r\n ", b"")


def keyed(user: Any, path: str) -> str:
    return f"{path}?key={key_for(user, path)}"


# ------------------------------------------------------------------------------------------------ a person's
def own(client: Any, person: Any) -> bytes:
    return bytes_of(client, keyed(person, "/calendar.ics"))
