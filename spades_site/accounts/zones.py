"""The time zones that a member may choose from."""

from functools import cache
from pathlib import Path
from zoneinfo import TZPATH, available_timezones

REGIONS = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)
UTC = "UTC"


def zone_choices(current: str) -> list[tuple[str, str]]:
    """Return (name, label) of the zones on offer, UTC first, and of the `current` one even if its name is an old one."""
    own = {current} & available_timezones()
    names = [UTC, *sorted((own | _places()) - {UTC})]
    return [(name, name.replace("_", " ")) for name in names]


@cache
def _places() -> frozenset[str]:
    """The zones named after a place, without old spellings and merged names where the machine's zone.tab tells them."""
    named = frozenset(name for name in available_timezones() if name.startswith(REGIONS))
    return named & _listed() or named


def _listed() -> frozenset[str]:
    """The names in zone.tab, the time zone database's list for choosing; none where the machine has no such file."""
    for folder in TZPATH:
        table = Path(folder, "zone.tab")
        if table.is_file():
            lines = table.read_text(encoding="utf-8").splitlines()
            return frozenset(line.split("\t")[2] for line in lines if line and line[0] != "#")
    return frozenset()
