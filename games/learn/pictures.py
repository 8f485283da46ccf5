"""The data of a lesson's page: the engine's pictures, and a step's texts."""

from collections.abc import Sequence
from typing import Any

from games.engine import GameView, State, view_for
from games.learn.course.lesson import Lesson, Scene
from games.learn.course.position import YOU
from spades_site.common.translation import translate


def moment(lesson: Lesson, current: Scene) -> dict[str, Any]:
    """Return a step for the page: its texts, the pictures that lead to it, and its question."""
    step, question = current.step, current.step.question
    acts = question is not None and not question.choices
    shown = frames(current.states)
    if acts:
        shown[-1] = view_for(current.state, YOU)
    return {
        "step": current.number,
        "of": len(lesson.steps),
        "text": translate(step.text),
        "problem": step.problem,
        "ask": "" if question is None else translate(question.ask),
        "hint": "" if question is None else translate(question.hint),
        "choices": [[key, translate(text)] for key, text in question.choices] if question else [],
        "acts": acts,
        "frames": shown,
        "laid": step.at is not None,
        "rules": current.state.rules.to_dict(),
        "sheet": step.sheet and question is None,
    }


def frames(states: Sequence[State]) -> list[GameView]:
    """Return the learner's pictures of states in which they can't act."""
    return [{**view_for(state, YOU), "to_act": [], "legal": []} for state in states]
