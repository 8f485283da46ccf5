"""Context that every template gets."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """Return the site's name and address."""
    return {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
