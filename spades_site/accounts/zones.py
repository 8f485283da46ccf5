"""Time zones: the choices for members, and the one in which a page is shown."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from zoneinfo import TZPATH, ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

ZONE_COOKIE = f"{settings.COOKIE_PREFIX}tz"

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
    """Return the choices as (name, label), UTC first; including `current`, even if that is an old name."""
    own = {current} & available_timezones()
    names = [UTC, *sorted((own | _places()) - {UTC})]
    return [(name, name.replace("_", " ")) for name in names]


@cache
def _places() -> frozenset[str]:
    """Return the zones named after a place; without old and merged names, if the machine has a zone.tab."""
    named = frozenset(name for name in available_timezones() if name.startswith(REGIONS))
    return named & _listed() or named


def _listed() -> frozenset[str]:
    """Return the names in zone.tab, the time zone database's list for users; none if the machine has no such file."""
    for folder in TZPATH:
        table = Path(folder, "zone.tab")
        if table.is_file():
            lines = table.read_text(encoding="utf-8").splitlines()
            return frozenset(line.split("\t")[2] for line in lines if line and line[0] != "#")
    return frozenset()


def zone_of_browser(request: HttpRequest) -> str:
    """Return the zone that the page's script stored in a cookie, or UTC if it is missing or unknown."""
    name = request.COOKIES.get(ZONE_COOKIE, "")
    return name if name in _known_zones() else UTC


@cache
def _known_zones() -> frozenset[str]:
    """Return the names of all zones, cached, because listing them reads hundreds of files."""
    return frozenset(available_timezones())


class ViewerTimeZoneMiddleware:
    """Activate the signed-in member's zone, else the browser's, for each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        user = request.user
        own = user.time_zone if user.is_authenticated and not user.is_guest else ""
        with timezone.override(ZoneInfo(own or zone_of_browser(request))):
            return self.get_response(request)
