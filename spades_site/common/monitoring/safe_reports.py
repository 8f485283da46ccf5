"""Reports of errors (Django's page with `SPADES_DEBUG`, mails to admins) without secrets.

Django hides settings and headers by their names. An address with a password in it, such as `DATABASE_URL`, has none
of these names, and a page for developers shows every variable of every function, such as the parameters with which the
database is connected to.
"""

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

_PASSWORD_IN_ADDRESS = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*@")
_SECRET_NAMES = re.compile(
    SafeExceptionReporterFilter.hidden_settings.pattern + "|DSN|CREDENTIAL|HEADERS", re.IGNORECASE
)
_IN_ADDRESSES = (
    re.compile(r"://[^/@:\s]*:([^/@\s]*)@"),
    re.compile(r"[?&][^=&\s]*(?:pass|secret|token|key)[^=&\s]*=([^&,\s]*)", re.IGNORECASE),
    # Of an address without a password: the key of Sentry's is a user's name.
    re.compile(r"https?://([^/@:\s]*)@"),
)
"""Where an address has its password."""
_ENDS = ("password", "secret", "token")
"""How the names of secrets end within a setting, such as the databases' passwords."""
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
    """Return the values that no report may show: secrets, and passwords in the addresses of any setting."""
    found = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, settings.PUSH_KEY]
    found += [settings.METRICS_TOKEN, settings.SENTRY_DSN]
    for name, value in os.environ.items():
        found += _in_addresses(value)
        if _SECRET_NAMES.search(name):
            found += [value, *_in_list(value)]
    for name in dir(settings):
        if name.isupper():
            found += _within(getattr(settings, name))
    return {one for one in found if len(one) >= LEAST}


def _in_addresses(text: str) -> Iterator[str]:
    """Yield the passwords of the addresses in a text, as they are written there and decoded."""
    for pattern in _IN_ADDRESSES:
        for secret in pattern.findall(text):
            yield from (secret, unquote(secret))


def _in_list(text: str) -> Iterator[str]:
    """Yield the members of a list of secrets, or of headers with their names: “authorization=Bearer%20secret”."""
    for member in text.split(","):
        value = unquote(member.partition("=")[2])
        yield from (member.strip(), member.partition("=")[2], *value.split()[-1:])


def _within(value: Any) -> Iterator[str]:
    """Yield the secrets in the value of a setting, however deep."""
    if isinstance(value, str):
        yield from _in_addresses(value)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if isinstance(inner, str) and str(name).lower().endswith(_ENDS):
                yield inner
            yield from _within(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _within(inner)
