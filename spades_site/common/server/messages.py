"""Sentences that the next page shows, in a cookie with the prefix that other cookies have too."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class Cookie(CookieStorage):
    """Keeps them in a cookie of this host alone, where the site has https."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    """Keeps them in the cookie, and what doesn't fit there in the session."""

    storage_classes = (Cookie, SessionStorage)
