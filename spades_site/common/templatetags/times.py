"""Time: {% when moment %}  {% when moment relative=False %}  {% ago moment %}  {{ seconds|duration }}
{% if moment|ahead %}  {% server_now %}  {% clock_now as at %}  {% theirs moment zones %}.
Every template knows them without `{% load %}`.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from spades_site.common.clock import now
from spades_site.common.local_time import for_others

register = template.Library()

MINUTE, HOUR, DAY = 60, 3600, 86400


def relative_words(moment: datetime, at: datetime) -> str:
    """Return how far `moment` is from `at`: "in 2 h", "5 min ago", "now"; static/js/site/times.js does the same."""
    seconds = (moment - at).total_seconds()
    size = abs(seconds)
    if size < MINUTE / 2:
        return _("now")
    span = _span(size)
    return _("in %(span)s") % {"span": span} if seconds > 0 else _("%(span)s ago") % {"span": span}


def _span(seconds: float) -> str:
    if seconds < 59.5 * MINUTE:
        return _("%(n)d min") % {"n": max(1, round(seconds / MINUTE))}
    if seconds < 35.5 * HOUR:
        return _("%(n)d h") % {"n": round(seconds / HOUR)}
    return _("%(n)d d") % {"n": round(seconds / DAY)}


@register.filter
def ahead(moment: datetime | None) -> bool:
    """Return whether a time is still to come."""
    return moment is not None and moment > now()


@register.inclusion_tag("components/time.html")
def when(moment: datetime | None, relative: bool = True, dated: bool = False) -> dict[str, Any]:
    """Show a time in the viewer's zone, "Thu 20:00 (in 2 h)", with the zone in its title; `dated`: always with its date."""
    return _time_parts(moment, relative=relative, dated=dated)


@register.simple_tag
def theirs(moment: datetime | None, zones: Sequence[str]) -> str:
    """Show a time also on the clocks of the other side, whose zones are `zones`, where they differ."""
    words = "" if moment is None else for_others(moment, zones)
    return format_html('<span class="muted small">({})</span>', words) if words else ""


@register.inclusion_tag("components/time.html")
def ago(moment: datetime | None) -> dict[str, Any]:
    """Show only how long ago or how soon a time is, with the full time in its title."""
    return {**_time_parts(moment, relative=True), "short": ""}


def _time_parts(moment: datetime | None, *, relative: bool, dated: bool = False) -> dict[str, Any]:
    if moment is None:
        return {"moment": None}
    at = now()
    local, here = timezone.localtime(moment), timezone.localtime(at)
    days = (local.date() - here.date()).days
    if days == 0 and not dated:
        short = date_format(local, "H:i")
    elif -6 <= days <= 6 and not dated:
        short = date_format(local, "D H:i")
    elif local.year == here.year or abs(moment - at) < timedelta(days=120):
        short = date_format(local, "DAY_AND_TIME")
    else:
        short = date_format(local, "DAY")
    zone = str(timezone.get_current_timezone())
    return {
        "moment": moment,
        "iso": moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "short": short,
        "words": relative_words(moment, at) if relative else "",
        "zone": zone,
        "title": f"{date_format(local, 'WHOLE_MOMENT')} ({zone})",
    }


@register.filter
def duration(seconds: int | float | None) -> str:
    """Return a duration as text: 45 → "45 s", 120 → "2 min", 5400 → "1 h 30 min"."""
    if seconds is None:
        return ""
    whole = round(seconds)
    if whole < MINUTE:
        return _("%(n)d s") % {"n": whole}
    days, rest = divmod(whole, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, left = divmod(rest, MINUTE)
    parts = [
        (days, _("%(n)d d")),
        (hours, _("%(n)d h")),
        (minutes, _("%(n)d min")),
        (left, _("%(n)d s")),
    ]
    return " ".join(words % {"n": number} for number, words in parts if number)


@register.simple_tag
def clock_now() -> datetime:
    """Return the platform's time, for filters; Django's own `now` would read another clock."""
    return now()


@register.simple_tag
def server_now() -> str:
    """Return the platform's time, ISO in UTC, with which the page's script corrects the browser's clock."""
    return now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
