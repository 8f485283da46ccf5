"""Passwords that are little more than words of this site: the first that somebody would try here."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS = (
    "spades",
    "hearts",
    "diamonds",
    "clubs",
    "cards",
    "tournament",
    "league",
    "organizer",
    "password",
    "admin",
)
"""Beside these, the words of SITE_NAME and of the host's name (docs/security.md, V6)."""
LEAST = 6
"""Letters and digits that must remain without them."""


class SiteWordsValidator:
    """Refuses a password of which little remains without the site's words."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if the password is too close to the site's words."""
        rest = password.casefold()
        for word in sorted(self._words(), key=len, reverse=True):
            rest = rest.replace(word, "")
        if rest != password.casefold() and len(re.sub(r"[\W_]", "", rest)) < LEAST:
            raise ValidationError(self.get_help_text(), code="password_of_site_words")

    def get_help_text(self) -> str:
        """Return what is asked of passwords."""
        return _("Your password can’t be made of this site’s name and words of the game.")

    def _words(self) -> set[str]:
        host = urlsplit(settings.SITE_URL).hostname or ""
        own = re.split(r"[\W_]+", f"{settings.SITE_NAME} {host}".casefold())
        return {*WORDS, *(word for word in own if len(word) >= 4)}
