"""Preloading a script's modules, so that a slow connection fetches all of them at once."""

from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def preload_modules(*places: str) -> SafeString:
    """Return a modulepreload link for each module; a place is a file below static/, or a folder with all modules
    in it.

    Without them a browser discovers a module only in the one that imports it: one round trip per level.
    """
    paths = [path for place in places for path in modules_at(place)]
    # There are dozens of links, and they precede everything else on the page, so each is as short as possible.
    return format_html_join(
        "\n", '<link rel=modulepreload href="{}">', ((static(path),) for path in paths)
    )


@cache
def modules_at(place: str) -> tuple[str, ...]:
    """Return the modules at a place below static/, in order. Raises LookupError if there are none."""
    root = settings.BASE_DIR / "static"
    found = [root / place] if place.endswith(".js") else sorted((root / place).rglob("*.js"))
    paths = tuple(str(path.relative_to(root)) for path in found if path.is_file())
    if not paths:
        raise LookupError(f"no modules at static/{place}")
    return paths
