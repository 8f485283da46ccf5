"""What a learner may do: answer a step, and begin a lesson again."""

from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext as _

from games.learn.course.lesson import Lesson, scene, still_right
from games.learn.pictures import frames, moment
from games.learn.progress import Kept, change
from spades_site.accounts.models import Viewer
from spades_site.common.errors import Refused
from spades_site.common.translation import translate


def answer(
    lesson: Lesson, *, user: Viewer, session: SessionBase, step: int, given: str
) -> dict[str, Any]:
    """Judge an answer to a step and, if it is right, store it; return what the page shows.

    Idempotent: an answer that comes twice finds itself stored. An earlier step may be answered again; another answer
    than before puts the learner back to the step after it. Raises Refused "not_there_yet" for a step that the learner
    hasn't reached.
    """

    def judge(kept: Kept) -> dict[str, Any]:
        so_far = still_right(lesson, kept.answers)
        if step > len(so_far):
            raise Refused(
                "not_there_yet",
                _("You haven’t come to step %(step)s yet. Go on from step %(reached)s.")
                % {"step": step + 1, "reached": len(so_far) + 1},
            )
        here = scene(lesson, so_far[:step])
        verdict = here.judge(given)
        if not verdict.right:
            return {"right": False, "says": translate(verdict.sentence)}
        last = step + 1 == len(lesson.steps)
        if last:
            kept.answers, kept.done = [], True
        elif step == len(so_far) or so_far[step] != given:
            kept.answers = [*so_far[:step], given]
        return {
            "right": True,
            "says": translate(here.step.after),
            "frames": frames(verdict.states),
            "sheet": here.step.sheet,
            "next": None if last else moment(lesson, scene(lesson, [*so_far[:step], given])),
        }

    return change(user, session, lesson.slug, judge)


def begin_again(lesson: Lesson, *, user: Viewer, session: SessionBase) -> None:
    """Put the learner back to a lesson's first step; that it was finished stays."""

    def forget(kept: Kept) -> None:
        kept.answers = []

    change(user, session, lesson.slug, forget)
