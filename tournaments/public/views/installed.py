"""What an installed site needs: its manifest, its service worker, and the page for when there is no connection."""

from functools import lru_cache
from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language, override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET

from spades_site.common.server.context import site
from tournaments.public.views.score_pad import PAGE, pad_context

MANIFEST_SECONDS = 24 * 3600
WORKER = "js/service-worker.js"


@require_GET
@cache_control(public=True, max_age=MANIFEST_SECONDS)
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the site to browsers that install it as an app (W3C Web Application Manifest)."""
    pictures = [
        (f"img/icon-{name}.png", size, purpose)
        for name, size, purpose in (
            ("192", "192x192", "any"),
            ("512", "512x512", "any"),
            ("maskable-512", "512x512", "maskable"),
        )
    ]
    content = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f8f5ee",
        "theme_color": "#1f6b4a",
        "icons": [
            {"src": static(path), "sizes": size, "type": "image/png", "purpose": purpose}
            for path, size, purpose in pictures
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_GET
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker at the root, so that its scope is the whole site.

    Its first line changes with the pages that it keeps and with their files, so that browsers fetch those anew.
    """
    path = finders.find(WORKER)
    assert isinstance(path, str)
    if settings.DEBUG:
        _shell.cache_clear()
    shown = _shell(get_language(), site(request)["theme"])
    with open(path, encoding="utf-8") as file:
        script = f"// Shell {shown}\n{file.read()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@lru_cache(maxsize=32)
def _shell(language: str, theme: str) -> str:
    """Return a hash of the pages that the service worker keeps; a running server's files don't change."""
    frame = {"site_name": settings.SITE_NAME, "theme": theme}
    with override(language):
        pages = (("public/offline.html", frame), (PAGE, {**frame, **pad_context()}))
        text = "".join(render_to_string(page, context) for page, context in pages)
    return sha256(text.encode()).hexdigest()[:12]


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that browsers keep for when there is no connection: the same for everybody."""
    return render(request, "public/offline.html")
