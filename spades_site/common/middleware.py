"""The platform's own middleware: a header for which Django has no setting, and the rejection of U+0000.

Nobody types U+0000, Postgres can't store it, and a search for it would end in a server error.
"""

from collections.abc import Callable

from django.http import (
    HttpRequest,
    HttpResponseBadRequest,
    HttpResponseBase,
    QueryDict,
    UnreadablePostError,
)
from django.utils.translation import gettext as _

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


NUL = "\0"


class RefuseNulMiddleware:
    """Answer a request whose address or form contains U+0000 with 400 and a sentence, before anything is done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if NUL in request.path or _has_nul(request.GET) or _has_nul(_form(request)):
            sentence = _("The request contains the character U+0000, which isn’t allowed.")
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
