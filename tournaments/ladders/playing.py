"""Matches of a ladder: their tables, their results, and whatever is due. Everything with a `ladder` works on a locked one."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.engine.sentences import message
from games.tables.game.rated import is_long_enough, may_be_rated
from games.tables.levels import playable
from games.tables.models import Seat, Table
from games.tables.services import TableTerms, abandon_table, open_table
from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.ladders import idle, notify, steps
from tournaments.ladders.core import end, live_of, lock_ladder, rules_of, visible_to
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderStep

log = logging.getLogger("spades.ladders")
AFTER_AN_ABANDONED_TABLE = timedelta(days=1)
"""How long a match can at least be played again if its table was closed without a result."""
REF = "ladder"


def tables_seen_by(viewer: Viewer | None) -> Q:
    """Return the condition for tables of ladders that the viewer (None: a visitor) may see."""
    shown = Challenge.objects.filter(ladder__in=visible_to(viewer).values("pk"))
    return Q(Exists(shown.filter(table=OuterRef("pk"))))


def advance_due(at: datetime | None = None) -> int:
    """Do whatever is due on all ladders; returns how many changed. Each in its own transaction, so that none holds up others."""
    at, changed = at or now(), 0
    due = Challenge.objects.filter(due_at__lte=at).order_by().values_list("ladder_id", flat=True)
    idlers = LadderEntry.objects.filter(
        idle_due__lte=at, status=LadderEntry.Status.ACTIVE, ladder__frozen_at=None
    )
    keys = {*due.distinct()[:100], *idlers.order_by().values_list("ladder_id", flat=True)[:100]}
    for ladder_id in sorted(keys):
        try:
            changed += advance(ladder_id, at)
        except Exception:
            log.exception("ladder %s could not be advanced", ladder_id)
    return changed


def advance(ladder_id: int, at: datetime | None = None) -> bool:
    """Do whatever is due on one ladder; returns whether anything was. Idempotent and safe to call concurrently.

    Raises Refused "unknown_ladder".
    """
    with transaction.atomic():
        return settle(lock_ladder(ladder_id), at or now())


def settle(ladder: Ladder, at: datetime) -> bool:
    """Do whatever is due on a locked ladder; returns whether anything was."""
    changed = False
    for challenge in live_of(ladder).filter(due_at__lte=at).order_by("due_at", "pk"):
        challenge.ladder = ladder
        if challenge.status == Challenge.Status.PLAYING:
            _look_who_came(challenge, at)
        elif ladder.frozen_at is not None:
            continue
        elif challenge.status == Challenge.Status.OPEN:
            _unanswered(challenge, at)
        elif challenge.play_at is not None and challenge.play_at <= at:
            open_match(challenge, at)
        else:
            _unplayed(challenge, at)
        changed = True
    return idle.settle(ladder, at) or changed


def open_match(challenge: Challenge, at: datetime) -> None:
    """Open the table of an accepted challenge: the challenger's side has seat 0, the players of a pair face each other."""
    ladder = challenge.ladder
    sides = [notify.players(challenge.challenger), notify.players(challenge.challenged)]
    people = [user for row in zip(*sides, strict=True) for user in row]
    rules = rules_of(ladder)
    grace = timedelta(minutes=ladder.grace_minutes)
    terms = TableTerms(
        rules=rules,
        kind=Table.Kind.MATCH,
        title=ladder.name,
        ref=f"{REF}:{challenge.pk}",
        match_url=ladder.get_absolute_url(),
        turn_seconds=ladder.turn_seconds,
        bank_seconds=ladder.bank_seconds,
        start_seconds=int(grace.total_seconds()),
        visibility=Table.Visibility.EVENT,
        bots_level=playable(ladder.bots_level),
        rated=is_long_enough(rules) and may_be_rated(people),
        first_dealer=1,
    )
    challenge.table = open_table(terms, seats=people)
    challenge.status, challenge.due_at = Challenge.Status.PLAYING, at + grace
    challenge.play_at = challenge.offered_at = challenge.offered_by = None
    challenge.ready_at = challenge.ready = None
    challenge.save()
    notify.table_open(challenge, at + grace)


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished": the table of a challenge ended, by play or abandoned."""
    found = Challenge.objects.filter(table=payload["table"], status=Challenge.Status.PLAYING)
    for challenge_id, ladder_id in found.values_list("pk", "ladder_id"):
        with transaction.atomic():
            ladder = lock_ladder(ladder_id)
            challenge = live_of(ladder).filter(pk=challenge_id).first()
            if challenge is not None:
                challenge.ladder = ladder
                _table_over(challenge)


def _table_over(challenge: Challenge) -> None:
    table = challenge.table
    assert table is not None
    at = table.finished_at or now()
    here = _sides_here(challenge)
    if table.status == Table.Status.ABANDONED:
        _again(challenge, at)
    elif len(here) < 2:
        _forfeited(challenge, here, at)
    elif table.status == Table.Status.FINISHED:
        assert table.result is not None
        places, totals = table.result["places"], table.result["totals"]
        challenge.points = list(totals[:2])
        winner = None
        if places[0] != places[1]:
            winner = challenge.challenger if places[0] == 1 else challenge.challenged
        _decided(challenge, winner, at)


def _look_who_came(challenge: Challenge, at: datetime) -> None:
    """Decide a match to whose table a side didn't come, once the time to come is over."""
    here, table = _sides_here(challenge), challenge.table
    challenge.due_at = None
    challenge.save(update_fields=["due_at"])
    if len(here) == 2 or table is None or table.is_over:
        return
    _forfeited(challenge, here, at)
    abandon_table(table_id=table.pk, reason=message("A side didn’t come."))


def _sides_here(challenge: Challenge) -> list[LadderEntry]:
    """Return the sides of which somebody came to the table."""
    came = Seat.objects.filter(table=challenge.table_id, arrived_at__isnull=False)
    sides = {index % 2 for index in came.values_list("index", flat=True)}
    both = (challenge.challenger, challenge.challenged)
    return [entry for side, entry in enumerate(both) if side in sides]


def _forfeited(challenge: Challenge, here: list[LadderEntry], at: datetime) -> None:
    """Decide a match to which only the sides `here` came."""
    if here and challenge.ladder.forfeits:
        _decided(challenge, here[0], at, forfeit=True)
    else:
        _unplayed(challenge, at)


def _decided(
    challenge: Challenge, winner: LadderEntry | None, at: datetime, *, forfeit: bool = False
) -> None:
    """Record a match's result and move the winner; a tie moves nobody."""
    challenge.winner = winner
    end(challenge, Challenge.Status.FORFEIT if forfeit else Challenge.Status.PLAYED, at)
    both = [challenge.challenger, challenge.challenged]
    idle.begin(challenge.ladder, [winner] if forfeit and winner else both, at)
    if winner is None:
        steps.add(
            challenge.ladder, LadderStep.Kind.TIE, challenge.challenger, at,
            other=challenge.challenged, challenge=challenge,
        )  # fmt: skip
        notify.of_challenge(challenge, both, "tied", str(challenge))
        return
    loser = notify.opponent(challenge, winner)
    step = steps.add(
        challenge.ladder, LadderStep.Kind.RESULT, winner, at,
        other=loser, challenge=challenge, forfeit=forfeit,
    )  # fmt: skip
    if forfeit:
        steps.add(challenge.ladder, LadderStep.Kind.FAILURE, loser, at, challenge=challenge)
    notify.result(challenge, winner, loser, step)


def given_up(challenge: Challenge, entry: LadderEntry, at: datetime) -> None:
    """End a challenge because a side leaves the ladder; a match in play is won by the other side if it has come."""
    other = notify.opponent(challenge, entry)
    if challenge.ladder.forfeits and other in _sides_here(challenge):
        _decided(challenge, other, at, forfeit=True)
    else:
        end(challenge, Challenge.Status.WITHDRAWN, at)
        notify.of_challenge(challenge, [other], "gone", entry.name)


def _unanswered(challenge: Challenge, at: datetime) -> None:
    end(challenge, Challenge.Status.UNANSWERED, at)
    failed(challenge, [challenge.challenged], at)
    both = [challenge.challenger, challenge.challenged]
    notify.of_challenge(challenge, both, "unanswered", challenge.challenged.name)


def _unplayed(challenge: Challenge, at: datetime) -> None:
    both = [challenge.challenger, challenge.challenged]
    end(challenge, Challenge.Status.UNPLAYED, at)
    failed(challenge, both, at)
    notify.of_challenge(challenge, both, "unplayed", str(challenge))


def failed(challenge: Challenge, entries: list[LadderEntry], at: datetime) -> None:
    """Record failures; those that fill the number cost rungs."""
    for entry in entries:
        step = steps.add(challenge.ladder, LadderStep.Kind.FAILURE, entry, at, challenge=challenge)
        if step.after > step.before:
            people, key = notify.players(entry), f"step:{step.pk}"
            notify.tell(challenge.ladder, people, "dropped", key, rung=str(step.after))


def _again(challenge: Challenge, at: datetime) -> None:
    """Let a match be played again whose table was closed without a result."""
    assert challenge.play_by is not None
    challenge.status, challenge.table = Challenge.Status.ACCEPTED, None
    challenge.play_by = max(challenge.play_by, at + AFTER_AN_ABANDONED_TABLE)
    challenge.due_at = challenge.play_by
    challenge.save()
    both = [challenge.challenger, challenge.challenged]
    notify.of_challenge(challenge, both, "again", str(challenge))
