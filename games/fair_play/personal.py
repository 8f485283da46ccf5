"""The personal data in fair play."""

from games.fair_play.models import Connection, Pace, PartnerChoice
from spades_site.accounts.personal import goes


def declare() -> None:
    """Declare the rows that hold personal data."""
    goes(Connection, "user", "table__public_id", "device", "network", "first_at", "last_at")
    goes(PartnerChoice, "user", "table__public_id", "hand", "card", "at")
    goes(PartnerChoice, "partner")
    goes(Pace, "user", "table__public_id", "forced", "quick", "spread", "compared", "classes", "at")
