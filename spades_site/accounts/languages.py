"""Choosing a reader's language for pages, the live table and mail.

The account's setting decides; without one, the language chosen at the foot of a page (a cookie); else the
browser's.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import (
    get_supported_language_variant,
    parse_accept_lang_header,
)

from spades_site.accounts.models import User, Viewer


def supported(code: str | None) -> str:
    """Return the site's language that matches `code` ("de-at" → "de"), or "" if there is none."""
    try:
        return str(get_supported_language_variant(code or ""))
    except LookupError:
        return ""


def language_of(user: Viewer | None, cookies: Mapping[str, str], accept_language: str) -> str:
    """Return a browser's language; `user` may be anonymous or None."""
    browser = (supported(code) for code, _weight in parse_accept_lang_header(accept_language))
    own = user.language if user is not None and user.is_authenticated else ""
    return _first([supported(own), supported(cookies.get(settings.LANGUAGE_COOKIE_NAME)), *browser])


def language_of_request(request: HttpRequest) -> str:
    """Return the language for the viewer of a page."""
    accepted = request.headers.get("Accept-Language", "")
    return language_of(request.user, request.COOKIES, accepted)


def language_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the language of the person who opened a socket, from its ASGI scope."""
    headers = dict(scope.get("headers", ()))
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    return language_of(scope.get("user"), scope.get("cookies", {}), accepted)


def speaking(user: User) -> AbstractContextManager[None]:
    """Return a context in which texts are in the language of `user`'s account, for mail and the like."""
    return translation.override(_first([supported(getattr(user, "language", ""))]))


class ViewerLanguageMiddleware:
    """Activate the viewer's language for a page, and set the Vary and Content-Language headers.

    Must come after authentication, because it needs the user; Django's own middleware comes before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of_request(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            answer = self.get_response(request)
            patch_vary_headers(answer, ("Accept-Language", "Cookie"))
            # A view may have changed it, as saving the settings does.
            answer.headers.setdefault("Content-Language", translation.get_language())
            return answer


def _first(codes: Iterable[str]) -> str:
    return next((code for code in codes if code), settings.LANGUAGE_CODE)
