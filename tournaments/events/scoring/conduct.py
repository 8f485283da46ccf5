"""Conduct: late answers and no-shows of an entry, counted by the server: first a warning, then deducted points.

A match counts at most once for an entry. Works on rows of a tournament that the caller has locked.
"""

from datetime import datetime

from games.engine.sentences import Sentence, message
from spades_site.common import audit
from tournaments.events.models import ConductMark, Entry, Match, Penalty
from tournaments.events.notices import conduct_news, notify

Kind = ConductMark.Kind


def mark(match: Match, entry: Entry, kind: str, at: datetime) -> None:
    """Count a late answer or a no-show of an entry, if the tournament counts them. Idempotent."""
    points = match.tournament.conduct_points
    if points is None:
        return
    made, is_new = ConductMark.objects.get_or_create(
        match=match, entry=entry, defaults={"kind": kind, "at": at}
    )
    if not is_new:
        return
    stage = match.round.stage
    earlier = ConductMark.objects.filter(entry=entry, undone_at=None).exclude(pk=made.pk)
    if points > 0 and not stage.plan.is_knock_out and earlier.exists():
        made.penalty = Penalty.objects.create(
            entry=entry, stage=stage, points=points, reason=_why(match, kind), at=at
        )
        made.save(update_fields=["penalty"])
        notify.penalized(made.penalty)
    else:
        conduct_news.warned(made)
    audit.record(
        actor=None, verb="match.conduct_marked", subject=match, entry=entry.pk, kind=str(kind)
    )


def mark_absent(match: Match, at: datetime) -> None:
    """Count the no-shows of a finished match: sides of which nobody came to a table. Its attendance must have been
    recorded.
    """
    if match.tournament.conduct_points is None:
        return
    rows = list(match.line_up.counting().filter(seat__isnull=False))
    for entry in match.entries:
        mine = [row for row in rows if row.entry_id == entry.pk]
        if mine and not any(row.present for row in mine):
            mark(match, entry, Kind.NO_SHOW, at)


def _why(match: Match, kind: str) -> Sentence | str:
    if kind == Kind.NO_SHOW:
        return message(
            "Nobody came to the match of round %(round)d, after a warning.",
            round=match.round.number,
        )
    return message(
        "No answer to the times offered in round %(round)d, after a warning.",
        round=match.round.number,
    )
