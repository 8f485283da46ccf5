"""The platform's own middleware: headers for which Django has no setting, the rejection of U+0000, and redirects that
answer forms sent by htmx.

Nobody types U+0000, Postgres can't store it, and a search for it would end in a server error.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import (
    HttpRequest,
    HttpResponseBadRequest,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
    UnreadablePostError,
)
from django.http.response import HttpResponseRedirectBase
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

# Every response carries this header, so it names only what an injected script could use to spy or to ask for
# money.
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class PermissionsPolicyMiddleware:
    """Forbid pages, and anything they embed, to use devices that the platform doesn't need."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response


SENSITIVE = ("/account/", "/staff/", "/admin/")
"""The paths of pages with private data, such as addresses, sessions, tokens and reports."""


class PrivatePagesMiddleware:
    """Keep signed-in people's pages out of shared caches, and sensitive ones out of the browser's too.

    Otherwise Back would show them to the next person at the same computer. Other sites may embed only pictures.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not response.headers.get("Content-Type", "").startswith("image/"):
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if not response.has_header("Cache-Control"):
            if request.path.startswith(SENSITIVE):
                response.headers["Cache-Control"] = "no-store, private"
            elif request.user.is_authenticated:
                response.headers["Cache-Control"] = "private"
        return response


NUL = "\0"
API = "/api/"


class RefuseNulMiddleware:
    """Answer a request whose address or form contains U+0000 with 400 and a sentence, before anything is done.

    Below /api/ the answer has the shape of the API's other refusals.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if NUL in request.path or _has_nul(request.GET) or _has_nul(_form(request)):
            sentence = _("The request contains the character U+0000, which isn’t allowed.")
            if request.path.startswith(API):
                return JsonResponse({"code": "unreadable", "message": sentence}, status=400)
            return HttpResponseBadRequest(sentence, content_type="text/plain; charset=utf-8")
        return self.get_response(request)


def _form(request: HttpRequest) -> QueryDict:
    try:
        return request.POST
    except UnreadablePostError:
        # The client has disconnected.
        return QueryDict()


def _has_nul(fields: QueryDict) -> bool:
    return any(
        NUL in name or any(NUL in value for value in values) for name, values in fields.lists()
    )


NO_CONTENT = 204


class HtmxRedirectMiddleware:
    """Turn a redirect after a form sent by htmx into one of the whole page.

    Otherwise the browser would follow it within the request, and htmx would put the next page in the form's place.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
        if htmx and request.method == "POST" and isinstance(response, HttpResponseRedirectBase):
            if _is_here(response.url, htmx.current_url_abs_path or ""):
                # Going to an address that differs only by its fragment would load nothing; a reload also keeps the position.
                response.headers["HX-Refresh"] = "true"
            else:
                response.headers["HX-Redirect"] = response.url
            del response.headers["Location"]
            response.status_code = NO_CONTENT
        return response


def _is_here(address: str, current: str) -> bool:
    """Return whether an address is the current page's, ignoring the pages of its lists unless the address names one."""
    to, here = urlsplit(address), urlsplit(current)
    return to.path == here.path and to.query in ("", here.query)
