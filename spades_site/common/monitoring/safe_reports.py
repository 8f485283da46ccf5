"""Reports of errors (Django's page with `SPADES_DEBUG`, mails to admins) without secrets.

Django hides settings and headers by their names. An address with a password in it, such as `DATABASE_URL`, has none
of these names, and a page for developers shows every variable of every function, such as the parameters with which the
database is connected to.
"""

import os
import re
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

_PASSWORD_IN_ADDRESS = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*@")
_SECRET_NAMES = re.compile(
    SafeExceptionReporterFilter.hidden_settings.pattern + "|DSN", re.IGNORECASE
)
LEAST = 6
"""Characters of what is hidden wherever it appears; a shorter password may be part of any word."""


class DiscreetReports(SafeExceptionReporterFilter):
    """Hides what Django's filter hides, and passwords within addresses."""

    hidden_settings = _SECRET_NAMES

    def cleanse_setting(self, key: Any, value: Any) -> Any:
        """Return the value of a setting, header or variable as a report may show it."""
        shown = super().cleanse_setting(key, value)
        if isinstance(shown, str):
            return _PASSWORD_IN_ADDRESS.sub(f"{self.cleansed_substitute}@", shown)
        return shown


class DiscreetReporter(ExceptionReporter):
    """Hides the site's secrets wherever they appear in a report: in variables, messages, the environment."""

    def get_traceback_html(self) -> SafeString:
        """Return the report as a page."""
        return _masked(super().get_traceback_html())

    def get_traceback_text(self) -> SafeString:
        """Return the report as text."""
        return _masked(super().get_traceback_text())


def _masked(report: str) -> SafeString:
    for secret in sorted(_secrets(), key=len, reverse=True):
        for written in {secret, escape(secret), repr(secret)[1:-1], escape(repr(secret)[1:-1])}:
            report = report.replace(written, SafeExceptionReporterFilter.cleansed_substitute)
    # Django has escaped what is in it.
    return SafeString(report)


def _secrets() -> set[str]:
    """Return the values that no report may show."""
    found = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, settings.PUSH_KEY]
    found += [settings.METRICS_TOKEN, settings.SENTRY_DSN]
    found += [str(one.get("PASSWORD") or "") for one in settings.DATABASES.values()]
    found += [
        str(one.get("OPTIONS", {}).get("password") or "") for one in settings.MAILERS.values()
    ]
    found += [value for name, value in os.environ.items() if _SECRET_NAMES.search(name)]
    for address in (settings.DATABASE_URL, settings.REDIS_URL, settings.SENTRY_DSN):
        parts = urlsplit(address)
        # The key of Sentry's address is a user's name.
        found += [parts.password or "", unquote(parts.password or "")]
        found += [parts.username or ""] if address == settings.SENTRY_DSN else []
    return {one for one in found if len(one) >= LEAST}
