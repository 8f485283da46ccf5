"""The secret of each day's deal, from which its cards and its bots' dice follow."""

from datetime import date

from django.utils.crypto import salted_hmac


def master_of(day: date) -> bytes:
    """Return the secret of a day's deal, the same for everybody. Only the site's own secret gives it."""
    return salted_hmac("games.practice.daily", day.isoformat(), algorithm="sha256").digest()
