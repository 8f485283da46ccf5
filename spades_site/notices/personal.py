"""The personal data in notices."""

from spades_site.accounts.personal import goes
from spades_site.notices.models import Notice, NoticePreferences, PushDevice


def declare() -> None:
    """Declare the rows that hold personal data."""
    goes(Notice, "user", "created_at", "kind", "params", "path", "read_at", "mailed_at")
    goes(NoticePreferences, "user", "by_mail", "by_push", "quiet_from", "quiet_to")
    # Without its keys and address, which would let anybody send it messages.
    goes(PushDevice, "user", "created_at", "user_agent")
