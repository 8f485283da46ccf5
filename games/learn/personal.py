"""The personal data in the course."""

from games.learn.models import LessonProgress
from spades_site.accounts.personal import goes


def declare() -> None:
    """Declare the rows that hold personal data."""
    goes(LessonProgress, "user", "lesson", "answers", "done_at")
