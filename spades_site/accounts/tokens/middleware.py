"""Authentication of programs' requests by the token in the Authorization header, without session and cookies."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from spades_site.accounts.tokens.scopes import scope_for
from spades_site.accounts.tokens.services import owner_by, require_scope
from spades_site.common.errors import Refused
from spades_site.common.refusals import status_of

SCHEME = "bearer"


def token_in(header: str) -> str | None:
    """Return the token in an Authorization header, or None if it has none."""
    scheme, _space, text = header.partition(" ")
    return text.strip() if scheme.lower() == SCHEME else None


class BearerMiddleware:
    """Authenticate a program as its token's owner, for views that accept the token's scopes.

    Such a request has no session and needs no CSRF token, because no browser sends the header by itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        text = token_in(request.headers.get("Authorization", ""))
        if text is None:
            return self.get_response(request)
        try:
            token = owner_by(text)
        except Refused as refusal:
            return _refused(refusal, error="invalid_token")
        request.user = token.user
        request.token = token  # type: ignore[attr-defined]
        request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        request.csrf_processing_done = True  # type: ignore[attr-defined]
        answer = self.get_response(request)
        patch_cache_control(answer, private=True)
        return answer

    def process_view(
        self, request: HttpRequest, view: Any, *_given: Any
    ) -> HttpResponseBase | None:
        """Refuse a program whose token lacks the view's scope."""
        token = getattr(request, "token", None)
        if token is None:
            return None
        scope = scope_for(view, request.method)
        if scope is None:
            refusal = Refused(
                "no_tokens_here", _("This page takes no token. Sign in with a browser for that.")
            )
            return _refused(refusal, error="insufficient_scope")
        try:
            require_scope(token, scope)
        except Refused as refusal:
            return _refused(refusal, error="insufficient_scope", scope=scope)
        return None


def _refused(refusal: Refused, **challenge: str) -> JsonResponse:
    words = ", ".join(f'{name}="{value}"' for name, value in challenge.items())
    return JsonResponse(
        {"code": refusal.code, "message": str(refusal)},
        status=status_of(refusal.code),
        headers={"WWW-Authenticate": f"Bearer {words}", "Cache-Control": "no-store"},
    )
