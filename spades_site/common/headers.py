"""The one header for which Django has no setting."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

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
