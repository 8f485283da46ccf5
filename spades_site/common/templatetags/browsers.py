"""{{ user_agent|browser }}: a browser's name for people, out of what it calls itself."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first that fits counts: nearly all call themselves Mozilla, Chrome and Safari too.
_PROGRAMS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome")),
    *(("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Macintosh", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


@register.filter
def browser(user_agent: str) -> str:
    """Return e.g. "Firefox, Linux"; what can't be recognized is said to be unknown."""
    found = (
        next((name for mark, name in table if mark in user_agent), "")
        for table in (_PROGRAMS, _SYSTEMS)
    )
    return ", ".join(name for name in found if name) or _("Unknown browser")
