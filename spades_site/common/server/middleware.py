"""The platform's own middleware: headers for which Django has no setting, the rejection of U+0000, and redirects that
answer forms sent by htmx; and errors as JSON for programs.

Nobody types U+0000, Postgres can't store it, and a search for it would end in a server error.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
    UnreadablePostError,
)
from django.http.response import HttpResponseRedirectBase
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from spades_site.common.people.by_name import plain_sent

BAD_REQUEST, SERVER_ERROR = 400, 500
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


BINARY = ("image/", "application/pdf", "application/zip", "application/octet-stream")


class PlainNamesMiddleware:
    """Send the names of people without an account without their tags, whatever page, message or text they are in.

    The administration's forms are left alone, because they would store what they show.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_text = not response.get("Content-Type", "").startswith(BINARY)
        if (
            isinstance(response, HttpResponse)
            and is_text
            and not request.path.startswith("/admin/")
        ):
            content = plain_sent(response.content)
            if content is not response.content:
                response.content = content
        return response


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


API = "/api/"


class JsonForProgramsMiddleware:
    """Gives every error below /api/ the shape of the API's own refusals, whoever noticed it: Django's answers are pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if response.status_code < BAD_REQUEST or is_json or not request.path_info.startswith(API):
            return response
        answer = problem(response.status_code)
        for name in ("Allow", "Retry-After", "WWW-Authenticate"):
            if name in response.headers:
                answer.headers[name] = response.headers[name]
        return answer


def problem(status: int) -> JsonResponse:
    """Return the API's answer for an error of which only the status is known."""
    code, sentence = {
        403: ("not_allowed", _("This isn’t allowed without a personal token.")),
        404: ("not_found", _("There is nothing at this address, or nothing that you may see.")),
        405: ("wrong_method", _("This address doesn’t take this method. The header Allow names those that it takes.")),
        413: ("too_large", _("The request is too large. Send less at a time.")),
        429: ("too_fast", _("Too many requests in a minute. Wait a moment, then go on more slowly.")),
    }.get(status, ("unreadable", _("The request couldn’t be read. Send JSON as the OpenAPI document says.")))  # fmt: skip
    if status >= SERVER_ERROR:
        code, sentence = "server_error", _("Something went wrong on the server. Try again later.")
    headers = {"Cache-Control": "no-store"}
    return JsonResponse({"code": code, "message": sentence}, status=status, headers=headers)


NUL = "\0"


class RefuseNulMiddleware:
    """Answer a request whose address or form contains U+0000 with 400 and a sentence, before anything is done.

    Below /api/ the answer has the shape of the API's other refusals.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_api = request.path.startswith(API)
        # The API takes no forms, and Django reads a body only once: the API's parser looks at it.
        if (
            NUL in request.path
            or _has_nul(request.GET)
            or (not is_api and _has_nul(_form(request)))
        ):
            sentence = _("The request contains the character U+0000, which isn’t allowed.")
            if is_api:
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
