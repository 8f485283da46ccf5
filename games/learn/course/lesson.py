"""Lessons: steps at a table, and the step that somebody has reached by their answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import State
from games.engine.sentences import Sentence
from games.learn.course.position import Position, done
from games.learn.course.question import NO_WORDS, Question, Verdict, judge

GO_ON: Final = "on"
"""The answer to a step without a question."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a text, what happens at the table meanwhile, and perhaps a question.

    `at` sets up a new position; without it, the step continues from the last one. `before` are actions shown first;
    `after` is a text shown after the answer. `sheet` opens the score sheet of the hand just played; `problem` marks the
    lesson's last question. Terms in texts are written [tricks](trick).
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
    """A step as the learner reaches it: the states that lead to it, the last one being that of the question."""

    number: int
    step: Step
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """Return the position in which the question is asked."""
        return self.states[-1]

    def judge(self, answer: str) -> Verdict:
        """Judge an answer to this step; without a question, GO_ON is right."""
        if self.step.question is not None:
            return judge(self.step.question, self.state, answer)
        return Verdict(answer == GO_ON, NO_WORDS)


def scene(lesson: Lesson, answers: Sequence[str]) -> Scene:
    """Return the step after these answers, one for each step before it.

    Raises ValueError for a wrong answer, and IndexError after the last step.
    """
    state: State | None = None
    for number, answer in enumerate(answers):
        current = _reached(lesson, number, state)
        verdict = current.judge(answer)
        if not verdict.right:
            raise ValueError(f"{lesson.slug}: “{answer}” isn't right at step {number}")
        state = verdict.states[-1] if verdict.states else current.state
    return _reached(lesson, len(answers), state)


def still_right(lesson: Lesson, answers: Sequence[str]) -> list[str]:
    """Return the stored answers up to the first that is wrong in the current version of the lesson."""
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
