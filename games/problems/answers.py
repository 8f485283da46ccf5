"""Answers to problems: one for each person and problem, rated for members on the problem's day.

On that day only members answer: a guest could see the solution first, and then answer as a member. From the next day on
everybody may, and nothing is rated.

A rated answer counts as a game of the person against the problem, won by a right answer. Ratings follow `elo`; each can be
recomputed from the answers in order.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.engine import EngineError
from games.practice.daily import today
from games.problems import solving
from games.problems.days import published
from games.problems.models import Problem, ProblemAnswer
from games.problems.position import YOU, Position, done
from games.ratings import elo
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.translation import translate

IN_SESSION: Final = "problems"
MOST_IN_SESSION: Final = 200


@dataclass(frozen=True, slots=True)
class Given:
    """Somebody's answer. `before` and `after` are their ratings in points, None if the answer wasn't rated."""

    answer: str
    right: bool
    before: int | None = None
    after: int | None = None


def answer(problem: Problem, answer: str, user: Viewer, session: SessionBase) -> Given:
    """Store somebody's answer, and rate it on the problem's day. The same answer again returns the stored one.

    Raises Refused "members_only" for others on that day, "answered_before" for an answer that differs from the stored one,
    and "no_answer" for an illegal action.
    """
    refuse(why_not_answer(problem, user))
    shown, right = judged(problem, answer)
    before = given(problem, user, session)
    if before is None:
        if user.is_authenticated:
            before = _stored(problem, shown, right, user)
        else:
            before = Given(shown, right)
            kept = {**session.get(IN_SESSION, {}), str(problem.pk): shown}
            session[IN_SESSION] = dict(list(kept.items())[-MOST_IN_SESSION:])
    if before.answer != shown:
        raise Refused(
            "answered_before", _("You have answered this problem before. Your first answer counts.")
        )
    return before


def why_not_answer(problem: Problem, user: Viewer) -> Refused | None:
    """Return the refusal "members_only" for somebody without an account on the problem's day, or None."""
    if not _is_todays(problem) or (user.is_authenticated and not user.is_guest):
        return None
    return Refused(
        "members_only",
        _(
            "Today’s problems are for members, so that nobody can see the solution first. Sign in, or solve one of an earlier day."
        ),
    )


def _is_todays(problem: Problem) -> bool:
    return problem.day is not None and problem.day >= today()


def judged(problem: Problem, answer: str) -> tuple[str, bool]:
    """Return an answer as it is stored, and whether it is right. Raises Refused "no_answer"."""
    state = Position.stored(problem.position).state()
    try:
        done(state, f"{YOU} {answer}")
    except EngineError as refusal:
        raise Refused("no_answer", translate(refusal.sentence)) from None
    found = solving.verdict(problem.values)
    return answer, solving.same_card(state, answer) in found.right


def given(problem: Problem, user: Viewer, session: SessionBase) -> Given | None:
    """Return somebody's answer, or None; today only a member's."""
    if why_not_answer(problem, user):
        return None
    if not user.is_authenticated:
        kept = session.get(IN_SESSION, {}).get(str(problem.pk))
        return None if kept is None else Given(*judged(problem, kept))
    row = ProblemAnswer.objects.filter(user=user, problem=problem).first()
    return None if row is None else _given(row)


def given_to(problems: list[Problem], user: Viewer, session: SessionBase) -> dict[int, bool]:
    """Return, by key of each problem that somebody has answered, whether the answer was right. One query."""
    if not user.is_authenticated:
        kept = session.get(IN_SESSION, {})
        return {
            one.pk: judged(one, kept[str(one.pk)])[1] for one in problems if str(one.pk) in kept
        }
    rows = ProblemAnswer.objects.filter(user=user, problem__in=problems)
    return dict(rows.order_by("pk").values_list("problem_id", "right"))


def how_others_answered(problem: Problem) -> Counter[str]:
    """Return how often each answer was given; equivalent cards count under the lowest one."""
    state = Position.stored(problem.position).state()
    rows = problem.answers.order_by("pk").values_list("answer", flat=True)
    return Counter(solving.same_card(state, each) for each in rows)


def form_of(user: User) -> elo.Form:
    """Return a person's rating in problems, in millis, and the number of rated answers."""
    rated = ProblemAnswer.objects.filter(user=user, after__isnull=False)
    last = rated.order_by("-pk").values_list("after", flat=True).first()
    return elo.Form() if last is None else elo.Form(last, rated.count())


def carry_over(*, request: HttpRequest, user: User, **_rest: object) -> None:
    """Store a visitor's answers, unrated, when they sign in or sign up."""
    kept: dict[str, Any] = request.session.pop(IN_SESSION, {})
    for problem in published().filter(pk__in=[int(key) for key in kept]):
        shown, right = judged(problem, kept[str(problem.pk)])
        ProblemAnswer.objects.get_or_create(
            user=user, problem=problem, defaults={"answer": shown, "right": right, "at": now()}
        )


@transaction.atomic
def _stored(problem: Problem, answer: str, right: bool, user: User) -> Given:
    # The person's row locks their rating, the problem's row its own.
    User.objects.select_for_update().get(pk=user.pk)
    row = ProblemAnswer.objects.filter(user=user, problem=problem).first()
    if row is None:
        row = ProblemAnswer(user=user, problem=problem, answer=answer, right=right, at=now())
        if not user.is_guest and not user.is_bot and _is_todays(problem):
            _rate(row)
        row.save()
    return _given(row)


def _rate(row: ProblemAnswer) -> None:
    problem = Problem.objects.select_for_update().get(pk=row.problem_id)
    forms = [[form_of(row.user)], [elo.Form(problem.millis, problem.games)]]
    [[person], [its]] = elo.rate(forms, (0, 1) if row.right else (1, 0))
    row.before, row.after = person.before, person.after
    problem.millis, problem.games = its.after, problem.games + 1
    problem.save(update_fields=["millis", "games"])


def _given(row: ProblemAnswer) -> Given:
    if row.before is None or row.after is None:
        return Given(row.answer, row.right)
    return Given(row.answer, row.right, *map(elo.displayed_rating, (row.before, row.after)))
