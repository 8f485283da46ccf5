"""What analyses store about a person."""

from games.analysis.models import PlaysExamined
from spades_site.accounts.personal import goes


def declare() -> None:
    """Declare the rows that hold personal data. What was found in a game names seats, not people."""
    goes(PlaysExamined, "user", "analysis__table__public_id", "seat", "decisions", "costly")
