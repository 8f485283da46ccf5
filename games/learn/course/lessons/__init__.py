"""The lessons, in the order in which they are learnt."""

from typing import Final

from games.learn.course.lesson import Lesson
from games.learn.course.lessons import bidding, following, tricks

LESSONS: Final[tuple[Lesson, ...]] = (tricks.LESSON, following.LESSON, bidding.LESSON)
BY_SLUG: Final = {lesson.slug: lesson for lesson in LESSONS}
