"""Django's messages for the next page, in a cookie with the site's prefix."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class Cookie(CookieStorage):
    """Stores messages in a cookie, which is secure and bound to this host if the site has HTTPS."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    """Stores messages in the cookie, and those that don't fit there in the session."""

    storage_classes = (Cookie, SessionStorage)
