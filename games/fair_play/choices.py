"""Examine the costly cards of analysed matches. Only these functions write examinations.

A job of the bots' queue computes outside any transaction, and stores its result unless another job did. Beat resends lost
jobs, at increasing intervals. Everything is idempotent and safe to run concurrently.
"""

from collections import defaultdict
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from games.analysis.models import Analysis
from games.engine import RuleSet
from games.fair_play.models import Examination, PartnerChoice
from games.fair_play.partner_hand import examined, partner_of
from games.tables.models import Action, Table
from games.tables.replay.timeline import replay_of, state_at
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.server import background

JOB: Final = "games.fair_play.tasks.examine"
PAUSE: Final = timedelta(minutes=2)
"""The time after which a job is resent; it doubles each time."""
MOST_SENDS: Final = 8
AT_ONCE: Final = 20
"""Examinations whose jobs are sent again in one sweep."""
KEPT: Final = timedelta(days=400)
"""How long examined cards are kept: those of a season are tested together."""


def on_match_analysed(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "match.analysed": send the job that examines the game."""
    if not settings.FAIR_PLAY or not background.takes_jobs():
        return
    found = Analysis.objects.filter(table=payload["table"], searched=True).first()
    if found is None:
        return
    row, new = Examination.objects.get_or_create(
        table_id=found.table_id, defaults={"due_at": now() + PAUSE}
    )
    if new:
        transaction.on_commit(partial(background.send, JOB, row.table_id))


def examine(table_id: int) -> None:
    """Examine a match's game and store its costly cards, unless it has been examined."""
    row = Examination.objects.filter(table=table_id, done_at=None).select_related("table").first()
    if row is None:
        return
    _store(row.pk, _found(row.table))


def send_again() -> None:
    """Resend the jobs of overdue examinations."""
    for row in Examination.objects.filter(due_at__lte=now()).order_by("due_at", "pk")[:AT_ONCE]:
        last = row.sends + 1 >= MOST_SENDS
        due = None if last else now() + PAUSE * 2**row.sends
        same = Examination.objects.filter(pk=row.pk, sends=row.sends, done_at=None)
        if same.update(sends=row.sends + 1, due_at=due):
            background.send(JOB, row.table_id)


def forget_old() -> int:
    """Delete examined cards of games that ended more than `KEPT` ago; returns how many.

    Idempotent and safe to call concurrently.
    """
    return PartnerChoice.objects.filter(at__lt=now() - KEPT).delete()[0]


def _found(table: Table) -> list[PartnerChoice]:
    """Return each player's first costly card in each hand, if both partners played their own cards; none where they may talk."""
    if RuleSet.from_dict(table.rules).partners_talk:
        return []
    analysis = Analysis.objects.get(table=table)
    replay, players = replay_of(table), _players(table)
    rows = []
    for hand in analysis.hands.order_by("number"):
        seen: set[int] = set()
        for play in sorted(hand.found["plays"], key=lambda each: each["step"]):
            seat = play["seat"]
            partner = partner_of(replay.rules, seat)
            user = players.get((hand.number, seat))
            other = None if partner is None else players.get((hand.number, partner))
            if seat in seen or user is None or other is None:
                continue
            seen.add(seat)
            state = state_at(replay, hand.number, play["step"])
            key = f"{table.public_id} {hand.number} {play['step']}"
            choice = examined(state, seat, play["card"], play["better"], key)
            rows.append(
                PartnerChoice(
                    table=table, hand=hand.number, step=play["step"], card=play["card"],
                    user_id=user, partner_id=other, won=choice.won, chance=choice.chance,
                    at=table.finished_at or now(),
                )
            )  # fmt: skip
    return rows


def _players(table: Table) -> dict[tuple[int, int], int]:
    """Return the person who played each seat in each hand, if only one did."""
    log = Action.objects.filter(
        table=table, kind=Action.Kind.PLAY, by=Action.By.PLAYER, user__isnull=False
    )
    people = log.exclude(user__is_bot=True).order_by()
    rows = people.values_list("hand_no", "seat", "user").distinct()
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for hand, seat, user in rows:
        if seat is not None:
            found[hand, seat].add(user)
    return {place: users.pop() for place, users in found.items() if len(users) == 1}


@transaction.atomic
def _store(key: int, rows: list[PartnerChoice]) -> None:
    """Store a game's examined cards and emit "cards.examined", unless another job has."""
    row = Examination.objects.select_for_update().filter(pk=key, done_at=None).first()
    if row is None:
        return
    PartnerChoice.objects.bulk_create(rows, ignore_conflicts=True)
    row.done_at, row.due_at = now(), None
    row.save(update_fields=["done_at", "due_at"])
    outbox.emit("cards.examined", {"table": row.table_id})
