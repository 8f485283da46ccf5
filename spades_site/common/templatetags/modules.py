"""Naming a script's modules ahead of their imports, so that a slow line brings all of them at once."""

from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def preload_modules(*places: str) -> SafeString:
    """Return a modulepreload link for each module: a place is a file below static/, or a folder with all in it.

    Without them a browser learns of a module only from the one that imports it: a way to and fro for each step.
    """
    paths = [path for place in places for path in modules_at(place)]
    # There are dozens, and they come before anything else of the page: no byte more than a browser needs.
    return format_html_join(
        "\n", '<link rel=modulepreload href="{}">', ((static(path),) for path in paths)
    )


@cache
def modules_at(place: str) -> tuple[str, ...]:
    """Return the modules at a place below static/, in order. Raises LookupError where there are none."""
    root = settings.BASE_DIR / "static"
    found = [root / place] if place.endswith(".js") else sorted((root / place).rglob("*.js"))
    paths = tuple(str(path.relative_to(root)) for path in found if path.is_file())
    if not paths:
        raise LookupError(f"no modules at static/{place}")
    return paths
