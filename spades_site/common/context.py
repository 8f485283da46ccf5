"""What every template knows."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """Return the site's name and address for the page's frame."""
    return {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
