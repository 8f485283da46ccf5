"""The one header of every response that Django has no setting for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# Every file bears the line, so it names only what a script that got in could spy or ask for money with.
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class PermissionsPolicyMiddleware:
    """Forbid every page, and whatever it might embed, the devices that nothing here uses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response
