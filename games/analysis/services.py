"""Analyse finished games. Only these functions write analyses.

Each hand is a job of the bots' queue, which computes outside any transaction and then stores its findings unless another job
did. Beat resends lost jobs, at increasing intervals. Everything is idempotent and safe to run concurrently.
"""

from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import engine
from games.analysis.models import AnalysedHand, Analysis, PlaysExamined
from games.analysis.study import Hand, study
from games.engine.actions import parse_action
from games.tables.models import Table
from games.tables.replay.timeline import Replay, replay_of, state_at
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.server import background

JOB: Final = "games.analysis.tasks.analyse_hand"
PAUSE: Final = timedelta(minutes=2)
"""The time after which jobs are resent; it doubles each time."""
MOST_SENDS: Final = 8
AT_ONCE: Final = 20
"""The maximum number of analyses whose jobs one sweep resends."""


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished"."""
    _begin(payload["table"])


def on_deals_opened(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "deals.opened": games with shared deals are analysed when all have been played."""
    tables = Table.objects.filter(deals=payload["deals"]).order_by("pk")
    for table_id in list(tables.values_list("pk", flat=True)):
        _begin(table_id)


@transaction.atomic
def ask(*, table_id: int) -> Analysis:
    """Request a finished game's analysis.

    An analysis that was given up continues with its missing hands. One made without examining plays and endings starts
    over if they can be examined now. Raises Refused: "no_analysis", "no_queue", "analysed_before".
    """
    table = Table.objects.select_related("deals").get(pk=table_id)
    if not can_be_analysed(table):
        raise Refused("no_analysis", _("A game is analysed once it has been played to its end."))
    if not background.takes_jobs():
        raise Refused("no_queue", _("This site doesn’t analyse games: the queue for it is off."))
    kept = Analysis.objects.select_for_update().filter(table=table).first()
    if not can_be_asked(kept):
        raise Refused("analysed_before", _("This game has been analysed, or is being analysed."))
    if kept is None:
        return _started(table)
    if kept.done_at is not None:
        kept.hands.all().delete()
    kept.sends, kept.due_at, kept.done_at = 1, now() + PAUSE, None
    kept.save(update_fields=["sends", "due_at", "done_at"])
    transaction.on_commit(partial(_send, kept))
    return kept


def can_be_asked(analysis: Analysis | None) -> bool:
    """Return whether `ask` would start an analysis: there is none, it was given up, or more can be found now."""
    if analysis is None:
        return True
    if analysis.done_at is None:
        return analysis.due_at is None
    return not analysis.searched


def hand_count(table: Table) -> int:
    """Return how many hands of a game were played to the end."""
    return len(engine.played_hands(table.state or {}))


def can_be_analysed(table: Table) -> bool:
    """Return whether a game was played to its end and its replay may be shown."""
    return table.has_public_game


def analyse(table_id: int) -> None:
    """Analyse a game's missing hands now, in this process."""
    analysis = Analysis.objects.select_related("table").get(table=table_id)
    for number in _missing(analysis):
        analyse_hand(table_id, number)


def analyse_hand(table_id: int, number: int) -> None:
    """Analyse a hand and store the findings, unless they are stored. Completes the analysis with the last hand."""
    analysis = Analysis.objects.filter(table=table_id).select_related("table__deals").first()
    if analysis is None or not can_be_analysed(analysis.table):
        return
    if analysis.hands.filter(number=number).exists():
        return
    replay = replay_of(analysis.table)
    if 1 <= number <= len(replay.hands):
        found = study(_hand(replay, number))
        _store(analysis.pk, number, found)


@transaction.atomic
def _store(key: int, number: int, found: dict[str, Any]) -> None:
    """Store a hand's findings, unless some are stored. Locks the analysis, so that one job sees itself as the last."""
    locked = Analysis.objects.select_for_update(of=("self",)).select_related("table")
    analysis = locked.filter(pk=key).first()
    if analysis is None:
        return
    row = AnalysedHand(analysis=analysis, number=number, found=found)
    AnalysedHand.objects.bulk_create([row], ignore_conflicts=True)
    if analysis.done_at is None and not _missing(analysis):
        _finish(analysis)


def send_again() -> None:
    """Resend the jobs for the missing hands of overdue analyses."""
    late = Analysis.objects.filter(due_at__lte=now()).order_by("due_at", "pk")
    for analysis in late.select_related("table__deals")[:AT_ONCE]:
        last = analysis.sends + 1 >= MOST_SENDS
        due = None if last else now() + PAUSE * 2**analysis.sends
        same = Analysis.objects.filter(pk=analysis.pk, sends=analysis.sends, done_at=None)
        if same.update(sends=analysis.sends + 1, due_at=due):
            _send(analysis)


@transaction.atomic
def _begin(table_id: int) -> None:
    """Start the analysis of a game that people played, unless it has been started or no worker takes the jobs."""
    if not background.takes_jobs():
        return
    table = Table.objects.select_related("deals").get(pk=table_id)
    played = table.seats.filter(user__isnull=False).exists()
    if played and can_be_analysed(table):
        _started(table)


def _started(table: Table) -> Analysis:
    analysis, new = Analysis.objects.get_or_create(table=table, defaults={"due_at": now() + PAUSE})
    if new:
        transaction.on_commit(partial(_send, analysis))
    return analysis


def _send(analysis: Analysis) -> None:
    for number in _missing(analysis):
        background.send(JOB, analysis.table_id, number)


def _missing(analysis: Analysis) -> list[int]:
    stored = set(analysis.hands.values_list("number", flat=True))
    return [n for n in engine.played_hands(analysis.table.state or {}) if n not in stored]


def _hand(replay: Replay, number: int) -> Hand:
    """Return a hand of a replay, with the steps that people chose themselves, in their own seats."""
    played = replay.hands[number - 1]
    people = {seat.index for seat in replay.seats if seat.user_id is not None}
    codes = replay.rules.codes
    return Hand(
        dealt=state_at(replay, number, 0),
        actions=[(seat, parse_action(text, codes)) for seat, text in played.actions],
        own={
            step
            for step, (seat, _text) in enumerate(played.actions)
            if seat in people and step not in played.by
        },
        key=f"{replay.table.public_id} {number}",
    )


def _finish(analysis: Analysis) -> None:
    """Mark an analysis as done, and store how many cards each person chose freely and how many cost points."""
    found = list(analysis.hands.values_list("found", flat=True))
    seats = analysis.table.seats.order_by("index")
    PlaysExamined.objects.bulk_create(
        [
            PlaysExamined(
                analysis=analysis,
                user_id=seat.user_id,
                seat=seat.index,
                decisions=sum(hand["decisions"][seat.index] for hand in found),
                costly=sum(play["seat"] == seat.index for hand in found for play in hand["plays"]),
            )
            for seat in seats
            if seat.user_id is not None and all(hand["searched"] for hand in found)
        ],
        ignore_conflicts=True,
    )
    Analysis.objects.filter(pk=analysis.pk).update(
        done_at=now(), due_at=None, searched=all(hand["searched"] for hand in found)
    )
    if analysis.table.kind == Table.Kind.MATCH:
        outbox.emit("match.analysed", {"table": analysis.table_id})
