"""Lessons: steps at a table, and where somebody stands in one after their answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import State
from games.engine.sentences import Sentence
from games.learn.course.position import Position, done
from games.learn.course.question import NO_WORDS, Question, Verdict, judge

GO_ON: Final = "on"
"""The answer to a step that asks nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a text, what happens at the table meanwhile, and perhaps a question.

    `at` lays a new position out; without it the step goes on from the one before. `before` are actions that are shown
    first. `after` is said once the question is answered. `sheet` opens the score of the hand that has just been played;
    `problem` marks the lesson's last question. Terms in texts are written [tricks](trick).
    """

    text: Sentence
    at: Position | None = None
    before: tuple[str, ...] = ()
    question: Question | None = None
    after: str = NO_WORDS
    sheet: bool = False
    problem: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of about two minutes. `plain` hides bids and scores, before they have been explained."""

    slug: str
    title: Sentence
    about: Sentence
    steps: tuple[Step, ...]
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A step as it is reached: the states that lead to it, the last of them where the question is asked."""

    number: int
    step: Step
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """Return the position in which the question is asked."""
        return self.states[-1]

    def judge(self, answer: str) -> Verdict:
        """Judge an answer to this step; one that asks nothing takes GO_ON."""
        if self.step.question is not None:
            return judge(self.step.question, self.state, answer)
        return Verdict(answer == GO_ON, NO_WORDS)


def scene(lesson: Lesson, answers: Sequence[str]) -> Scene:
    """Return the step after these right answers, one for each step before it. Raises IndexError after the last step."""
    state: State | None = None
    for number, answer in enumerate(answers):
        here = _reached(lesson, number, state)
        verdict = here.judge(answer)
        if not verdict.right:
            raise ValueError(f"{lesson.slug}: “{answer}” isn't right at step {number}")
        state = verdict.states[-1] if verdict.states else here.state
    return _reached(lesson, len(answers), state)


def still_right(lesson: Lesson, answers: Sequence[str]) -> list[str]:
    """Return the longest beginning of stored answers that is right in the lesson as it is now."""
    kept = list(answers[: len(lesson.steps) - 1])
    while kept:
        try:
            scene(lesson, kept)
        except ValueError:
            kept.pop()
        else:
            break
    return kept


def _reached(lesson: Lesson, number: int, state: State | None) -> Scene:
    step = lesson.steps[number]
    if step.at is not None:
        state = step.at.state()
    assert state is not None, f"{lesson.slug} begins without a position"
    states = [state]
    for action in step.before:
        states.append(done(states[-1], action))
    return Scene(number, step, tuple(states))
