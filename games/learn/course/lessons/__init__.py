"""The lessons, in the order in which they are learnt."""

from typing import Final

from games.learn.course.lesson import Lesson
from games.learn.course.lessons import (
    bidding,
    blind_nil,
    breaking,
    contract,
    counting,
    cover,
    following,
    nil,
    tricks,
    whole_hand,
)

LESSONS: Final[tuple[Lesson, ...]] = (
    tricks.LESSON,
    following.LESSON,
    bidding.LESSON,
    contract.LESSON,
    nil.LESSON,
    cover.LESSON,
    blind_nil.LESSON,
    breaking.LESSON,
    counting.LESSON,
    whole_hand.LESSON,
)
BY_SLUG: Final = {lesson.slug: lesson for lesson in LESSONS}
