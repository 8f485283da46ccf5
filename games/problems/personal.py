"""The personal data in problems."""

from games.problems.models import ProblemAnswer
from spades_site.accounts.personal import goes


def declare() -> None:
    """Declare the rows that hold personal data."""
    goes(ProblemAnswer, "user", "problem__key", "answer", "right", "at", "before", "after")
