"""Context that every template gets."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """Return the site's name and address, and the display preferences stored in the browser."""
    theme, suits = (
        request.COOKIES.get(settings.COOKIE_PREFIX + name, "") for name in ("theme", "suits")
    )
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "theme": theme if theme in ("dark", "light") else "",
        "suits": suits if suits == "four" else "",
    }
