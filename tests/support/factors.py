"""People with a second factor, and the codes that their apps would show."""

import time
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value

SECRET = "JBSWY3DPEHPK3PXP"


def with_second_factor(user: Any) -> Any:
    """Give a person an authenticator app and return them."""
    TOTP.activate(user, SECRET)
    return user


def code(secret: str = SECRET) -> str:
    """Return the app's current code."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def stored(user: Any) -> str:
    """Return all rows about a person's factors."""
    return str(list(Authenticator.objects.filter(user=user).values_list("data", flat=True)))
