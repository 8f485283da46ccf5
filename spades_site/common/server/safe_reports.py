"""Reports of errors (Django's page with `SPADES_DEBUG`, mails to admins) without the secrets among the settings.

Django hides settings and headers by their names. An address with a password in it, such as `DATABASE_URL`, has none
of these names.
"""

import re
from typing import Any

from django.views.debug import SafeExceptionReporterFilter

_PASSWORD_IN_ADDRESS = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*@")
_SECRET_NAMES = re.compile(
    SafeExceptionReporterFilter.hidden_settings.pattern + "|DSN", re.IGNORECASE
)


class DiscreetReports(SafeExceptionReporterFilter):
    """Hides what Django's filter hides, and passwords within addresses."""

    hidden_settings = _SECRET_NAMES

    def cleanse_setting(self, key: Any, value: Any) -> Any:
        """Return the value of a setting, header or variable as a report may show it."""
        shown = super().cleanse_setting(key, value)
        if isinstance(shown, str):
            return _PASSWORD_IN_ADDRESS.sub(f"{self.cleansed_substitute}@", shown)
        return shown
