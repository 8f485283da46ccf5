"""Progress in the course: one row per lesson for a user, guests included; in the session for a visitor."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest

from games.learn.models import LessonProgress
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now

IN_SESSION: Final = "learn"


@dataclass(slots=True)
class Kept:
    """The right answers given so far in a lesson, and whether it was ever finished."""

    answers: list[str] = field(default_factory=list)
    done: bool = False


def of_all(user: Viewer, session: SessionBase) -> dict[str, Kept]:
    """Return somebody's progress in every lesson they have begun, by slug."""
    if not user.is_authenticated:
        return {slug: _from(kept) for slug, kept in session.get(IN_SESSION, {}).items()}
    rows = LessonProgress.objects.filter(user=user).order_by("pk")
    return {row.lesson: Kept(row.answers, row.done_at is not None) for row in rows}


def change[Result](
    user: Viewer, session: SessionBase, lesson: str, act: Callable[[Kept], Result]
) -> Result:
    """Call `act` to change the progress in a lesson, store it, and return the result. Stores nothing if `act` raises."""
    if not user.is_authenticated:
        all_kept = dict(session.get(IN_SESSION, {}))
        kept, before = (_from(all_kept.get(lesson, {})) for _copy in range(2))
        result = act(kept)
        # A visitor without progress needs no session.
        if kept != before:
            session[IN_SESSION] = {**all_kept, lesson: {"answers": kept.answers, "done": kept.done}}
        return result
    with transaction.atomic():
        row, _new = LessonProgress.objects.select_for_update().get_or_create(
            user=user, lesson=lesson
        )
        kept = Kept(list(row.answers), row.done_at is not None)
        result = act(kept)
        if kept.done and row.done_at is None:
            row.done_at = now()
        row.answers = kept.answers
        row.save()
    return result


def carry_over(*, request: HttpRequest, user: User, **_rest: object) -> None:
    """Merge a visitor's progress into the user's when they sign in or sign up; the further one counts."""
    begun = request.session.pop(IN_SESSION, {})
    for slug, stored in begun.items():
        _add(user, request.session, slug, _from(stored))


def _add(user: User, session: SessionBase, slug: str, visited: Kept) -> None:
    def merge(kept: Kept) -> None:
        kept.answers = max(kept.answers, visited.answers, key=len)
        kept.done = kept.done or visited.done

    change(user, session, slug, merge)


def _from(stored: dict[str, Any]) -> Kept:
    answers: Iterable[str] = stored.get("answers", ())
    return Kept(list(answers), bool(stored.get("done")))
