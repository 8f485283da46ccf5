"""Activating the viewer's time zone."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

ZONE_COOKIE = "tz"


def zone_of_browser(request: HttpRequest) -> str:
    """Return the zone that the page's script stored in a cookie, or "UTC" if it is missing or unknown."""
    name = request.COOKIES.get(ZONE_COOKIE, "")
    return name if name in _known_zones() else "UTC"


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
