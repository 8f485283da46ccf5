"""Redirects that answer forms sent by htmx."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponseBase
from django.http.response import HttpResponseRedirectBase
from django_htmx.middleware import HtmxDetails

NO_CONTENT = 204


class HtmxRedirectMiddleware:
    """Hand a redirect that answers a form sent by htmx to the page itself.

    Otherwise the browser would follow it within the request, and htmx would put the next page in the form's place.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
        if htmx and request.method == "POST" and isinstance(response, HttpResponseRedirectBase):
            if _is_here(response.url, htmx.current_url_abs_path or ""):
                # An address that differs by its fragment only would load nothing; and a reload keeps the place.
                response.headers["HX-Refresh"] = "true"
            else:
                response.headers["HX-Redirect"] = response.url
            del response.headers["Location"]
            response.status_code = NO_CONTENT
        return response


def _is_here(address: str, current: str) -> bool:
    """Return whether an address is that of the current page; the pages of its lists don't matter unless it names one."""
    to, here = urlsplit(address), urlsplit(current)
    return to.path == here.path and to.query in ("", here.query)
