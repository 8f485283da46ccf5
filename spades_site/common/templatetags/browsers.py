"""{{ user_agent|browser }}: a readable name for a browser, from its User-Agent."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first match counts: nearly all also claim to be Mozilla, Chrome and Safari.
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
    """Return e.g. "Firefox, Linux", or a text for unknown browsers."""
    found = (
        next((name for mark, name in table if mark in user_agent), "")
        for table in (_PROGRAMS, _SYSTEMS)
    )
    return ", ".join(name for name in found if name) or _("Unknown browser")
