"""A question at a position, and the engine's judgement of the answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.engine import EngineError, State
from games.engine.sentences import Sentence, message
from games.engine.state import PLAY
from games.learn.course.position import (
    YOU,
    Rule,
    done,
    options,
    scripted,
    sensible,
    to_hand_end,
    to_own_turn,
    to_trick_end,
)

NO_WORDS: Final = ""
LOOK_AGAIN: Final = message("Not this one. Look again, or ask for a hint.")

type Goal = Callable[[State], bool]
type Truth = Callable[[State], str]


class Until(StrEnum):
    """How far the others act after an answer and their script. With HAND, the learner's cards are played too."""

    SCRIPT = "script"
    TRICK = "trick"
    TURN = "turn"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Question:
    """A question for the learner, and its right answers.

    Without `choices`, the answer is an action of the engine, such as "play QS"; otherwise it is the key of a choice.

    - With `goal`, an action is right if the goal holds after it and the others' actions. With `to_the_end`, it is right
      if the learner can still reach the goal by the end of the hand.
    - With `truth`, the right choice is the one it returns for the state after the others' actions.
    - Otherwise the right answers are `right`.

    After the answer, the others follow `script`, then act by `rule` as far as `until` says. `wrong` explains single
    wrong answers, `otherwise` all the others.
    """

    ask: Sentence
    choices: tuple[tuple[str, str], ...] = ()
    right: tuple[str, ...] = ()
    goal: Goal | None = None
    truth: Truth | None = None
    to_the_end: bool = False
    script: tuple[str, ...] = ()
    until: Until = Until.TRICK
    rule: Rule = sensible
    wrong: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = LOOK_AGAIN
    hint: str = NO_WORDS

    def answers(self, state: State) -> tuple[str, ...]:
        """Return every possible answer at a state."""
        return tuple(key for key, _text in self.choices) if self.choices else options(state)

    def outcome(self, state: State, answer: str) -> list[State]:
        """Return the states after an answer: the learner's action, if it is one, and the others'.

        Raises an EngineError for an action that isn't legal.
        """
        states = [] if self.choices else [done(state, f"{YOU} {answer}")]
        now = states[-1] if states else state
        states += scripted(now, self.script, self.rule)
        now = states[-1] if states else state
        if self.until is Until.TRICK:
            states += to_trick_end(now, self.rule)
        elif self.until is Until.TURN:
            states += to_own_turn(now, self.rule)
        elif self.until is Until.HAND:
            states += to_hand_end(now, self.rule)
        return states

    def right_answers(self, state: State) -> tuple[str, ...]:
        """Return the right answers at a state."""
        if self.truth is not None:
            after = self.outcome(state, "")
            return (self.truth(after[-1] if after else state),)
        if self.goal is None:
            return self.right
        return tuple(one for one in self.answers(state) if self._reaches(state, one))

    def _reaches(self, state: State, answer: str) -> bool:
        assert self.goal is not None
        after = self.outcome(state, answer)[-1]
        if not self.to_the_end or after.phase != PLAY:
            return self.goal(after)
        return any(self._reaches(after, one) for one in options(after))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer: whether it is right, a sentence about it, and the states that follow if so."""

    right: bool
    sentence: str
    states: tuple[State, ...] = ()


UNKNOWN: Final = message("That isn’t one of the answers. Choose one of those on the page.")


def judge(question: Question, state: State, answer: str) -> Verdict:
    """Judge an answer. An action that the engine refuses is wrong, with the engine's reason."""
    try:
        states = question.outcome(state, answer)
    except EngineError as refusal:
        return Verdict(False, question.wrong.get(answer, refusal.sentence))
    if answer in question.right_answers(state):
        return Verdict(True, NO_WORDS, tuple(states))
    if answer not in question.answers(state):
        return Verdict(False, UNKNOWN)
    return Verdict(False, question.wrong.get(answer, question.otherwise))
