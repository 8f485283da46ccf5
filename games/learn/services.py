"""The learner's actions: answering a step, and restarting a lesson."""

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
    """Judge an answer to a step, store it if it is right, and return the data for the page.

    Idempotent. Earlier steps may be answered again; a different right answer continues from the step after it. Raises
    Refused "not_there_yet" for a step that the learner hasn't reached.
    """

    def judge(kept: Kept) -> dict[str, Any]:
        so_far = still_right(lesson, kept.answers)
        if step > len(so_far):
            raise Refused(
                "not_there_yet",
                _("You haven’t come to step %(step)s yet. Go on from step %(reached)s.")
                % {"step": step + 1, "reached": len(so_far) + 1},
            )
        current = scene(lesson, so_far[:step])
        verdict = current.judge(given)
        if not verdict.right:
            return {"right": False, "says": translate(verdict.sentence)}
        last = step + 1 == len(lesson.steps)
        if last:
            kept.answers, kept.done = [], True
        elif step == len(so_far) or so_far[step] != given:
            kept.answers = [*so_far[:step], given]
        return {
            "right": True,
            "says": translate(current.step.after),
            "frames": frames(verdict.states),
            "sheet": current.step.sheet,
            "next": None if last else moment(lesson, scene(lesson, [*so_far[:step], given])),
        }

    return change(user, session, lesson.slug, judge)


def begin_again(lesson: Lesson, *, user: Viewer, session: SessionBase) -> None:
    """Restart a lesson. A finished lesson still counts as finished."""

    def forget(kept: Kept) -> None:
        kept.answers = []

    change(user, session, lesson.slug, forget)
