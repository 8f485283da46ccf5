"""What a lesson's page draws: the engine's pictures, and the words of a step."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine import State, view_for
from games.learn.course.lesson import Lesson, Scene
from games.learn.course.position import YOU
from spades_site.common.translation import translate


def moment(lesson: Lesson, here: Scene) -> dict[str, Any]:
    """Return a step for the page: its words, the pictures that lead to it, and what is asked."""
    step, question = here.step, here.step.question
    acts = question is not None and not question.choices
    shown = frames(here.states)
    if acts:
        shown[-1] = view_for(here.state, YOU)
    return {
        "step": here.number,
        "of": len(lesson.steps),
        "text": translate(step.text),
        "problem": step.problem,
        "ask": "" if question is None else translate(question.ask),
        "hint": "" if question is None else translate(question.hint),
        "choices": [[key, translate(text)] for key, text in question.choices] if question else [],
        "acts": acts,
        "frames": shown,
        "laid": step.at is not None,
        "rules": here.state.rules.to_dict(),
        "sheet": step.sheet and question is None,
    }


def frames(states: Sequence[State]) -> list[dict[str, Any]]:
    """Return the learner's pictures of states in which nothing is asked of them."""
    return [{**view_for(state, YOU), "to_act": [], "legal": []} for state in states]


def lesson_words() -> dict[str, str]:
    """Return the words of static/js/learn in the page's language."""
    return {
        "step_of": _("Step %(n)s of %(all)s"),
        "problem": _("A problem to end with"),
        "on": _("Continue"),
        "hint": _("Hint"),
        "step_back": _("One step back"),
        "all_lessons": _("All lessons"),
        "finished": _("Lesson finished."),
        "failed": _("That didn’t work. Check your connection and try again."),
    }
