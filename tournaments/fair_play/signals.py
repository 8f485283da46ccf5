"""The only functions that write signals, and who may see them.

A signal is seen by the organizers of its tournament or league and by staff, but never by a person whom it is about: those signals go to
the others. `news` notifies them; the people whom a signal is about are told of nothing.
"""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_text
from tournaments.events.core.permissions import organized_by
from tournaments.events.models import Tournament
from tournaments.fair_play import news
from tournaments.fair_play.models import LONGEST_NOTE, Signal, SignalPerson
from tournaments.leagues.models import League, Membership

KEPT: Final = timedelta(days=365)
"""How long a signal is kept after it was found."""
TRUSTED: Final = timedelta(days=180)
"""How long a decision “no concern” suppresses new signals of its kind about the same people in the same league, or in the same
tournament if it has no league."""

Evidence = dict[str, Any]


def visible_to(user: Viewer) -> QuerySet[Signal]:
    """Return the signals that the user may see, the latest first, with tournament, league and whom they are about."""
    if not user.is_authenticated or user.is_guest:
        return Signal.objects.none()
    found = Signal.objects.all()
    if not user.is_staff:
        run = Membership.objects.filter(user=user, role__in=Membership.RUNS)
        cups = organized_by(user).order_by()
        found = found.filter(
            Q(tournament__in=cups.values("pk")) | Q(league__in=run.values("league"))
        )
    about = SignalPerson.objects.filter(user=user)
    found = found.exclude(pk__in=about.values("signal")).order_by("-found_at", "-pk")
    return found.select_related("tournament__league", "league", "closed_by").prefetch_related(
        "people__user"
    )


@transaction.atomic
def judge(*, signal_id: int, by: User, decision: str, note: str) -> Signal:
    """Close a signal with a decision and a note, which goes into the site's audit log, or change both.

    The same again changes nothing. Raises Refused "no_such_signal", "no_such_decision", "text_empty", "text_long", "text_unseen".
    """
    row = Signal.objects.select_for_update().filter(pk=signal_id).first()
    if row is None or not visible_to(by).filter(pk=signal_id).exists():
        raise Refused("no_such_signal", _("There is no such signal."))
    if decision not in Signal.Decision.values:
        raise Refused("no_such_decision", _("Choose one of the listed decisions."))
    note = clean_text(note, what=_("The note"), longest=LONGEST_NOTE)
    if not note:
        raise Refused("text_empty", _("Write what you found out, and how."))
    if (row.decision, row.note) == (decision, note):
        return row
    before = row.decision
    row.decision, row.note, row.closed_at, row.closed_by = decision, note, now(), by
    row.save(update_fields=["decision", "note", "closed_at", "closed_by"])
    # Not within the tournament: its log is read by organizers whom the signal may be about.
    audit.record(
        actor=by, verb="signal.judged", subject=row, reason=note, before=before or "open", after=decision
    )  # fmt: skip
    news.handled(row)
    return row


@transaction.atomic
def found(
    of: Tournament | League,
    kind: Signal.Kind,
    people: Collection[int],
    add: Callable[[Evidence], Evidence],
    *,
    source: str = "",
    mark: str = "",
    sorts: Collection[str] = (),
) -> Signal | None:
    """Make a signal about some people, or let `add` change the evidence of the one that exists; None if there is none because
    organizers saw no concern in the same.

    `mark` tells apart signals about the same people, as by the year. `sorts`, if any, are the values of `sort` in the evidence of
    signals that count as the same.

    Idempotent and safe to call concurrently if `add` is idempotent. A decision stays as it is.
    """
    keys = sorted(people)
    place: dict[str, Any] = {"league": of} if isinstance(of, League) else {"tournament": of}
    which = {**place, "kind": kind, "key": f"{_named(keys)} {mark}".strip()}
    if not Signal.objects.filter(**which).exists() and _trusted(of, kind, keys, sorts):
        return None
    row, new = Signal.objects.get_or_create(**which, defaults={"found_at": now(), "source": source})
    if new:
        SignalPerson.objects.bulk_create([SignalPerson(signal=row, user_id=key) for key in keys])
    row = Signal.objects.select_for_update().get(pk=row.pk)
    evidence = add(dict(row.evidence))
    if evidence != row.evidence:
        row.evidence = evidence
        row.save(update_fields=["evidence"])
    return row


def withdraw(of: Tournament, source: str) -> None:
    """Delete the open signals of a tournament that rest on a hash, because it turned out to be everybody's."""
    Signal.objects.filter(tournament=of, source=source, closed_at=None).delete()


def forget_old() -> int:
    """Delete the signals that were found more than `KEPT` ago, except those whose decision still suppresses others; returns how
    many. Idempotent and safe to call concurrently.
    """
    old = Signal.objects.filter(found_at__lt=now() - KEPT)
    rows = old.exclude(pk__in=_without_concern().values("pk"))
    return rows.delete()[1].get(Signal._meta.label, 0)


def _trusted(
    of: Tournament | League, kind: Signal.Kind, keys: Collection[int], sorts: Collection[str]
) -> bool:
    """Return whether organizers of the league, or of a tournament without one, recently saw no concern in the same."""
    league = of.pk if isinstance(of, League) else of.league_id
    within = Q(tournament=of) if league is None else Q(league=league) | Q(tournament__league=league)
    same = _without_concern().filter(
        within, Q(key=_named(keys)) | Q(key__startswith=f"{_named(keys)} "), kind=kind
    )
    return (same.filter(evidence__sort__in=sorts) if sorts else same).exists()


def _without_concern() -> QuerySet[Signal]:
    """Return the signals in which organizers recently saw no concern."""
    return Signal.objects.filter(decision=Signal.Decision.NO_CONCERN, closed_at__gt=now() - TRUSTED)


def _named(keys: Collection[int]) -> str:
    return ",".join(map(str, keys))
