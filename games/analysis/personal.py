"""The personal data in analyses."""

from games.analysis.models import PlaysExamined
from spades_site.accounts.personal import goes


def declare() -> None:
    """Declare the rows that hold personal data. Findings name seats, not people."""
    goes(PlaysExamined, "user", "analysis__table__public_id", "seat", "decisions", "costly")
