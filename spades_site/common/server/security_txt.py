"""Where to report vulnerabilities (RFC 9116)."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from spades_site.common.clock import now

VALID = timedelta(days=180)


@require_GET
def security_txt(request: HttpRequest) -> HttpResponse:
    """Show the operator's contact; 404 if none is configured."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    address = contact if ":" in contact else f"mailto:{contact}"
    until = datetime.combine((now() + VALID).date(), time(), UTC)
    lines = [
        f"Contact: {address}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, de",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
