"""The only functions that change ratings.

Each function locks the pool first, then the rating rows it needs in the order of the users' keys, which prevents
deadlocks. It determines under the lock what is still to be done, so it is idempotent and safe to repeat after a
crash. The pool's lock comes first because newcomers have no row that could be locked, and because nothing may be
rated in a pool while its log is rewritten. Keys of results are assigned under the lock, so replaying the log by key
visits every player's games in order and gives what is stored.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import batched
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from games.ratings import elo
from games.ratings.line_up import LineUp, line_up_of
from games.ratings.log import Log
from games.ratings.meetings import divisors_of, opponents_of
from games.ratings.models import Pool, RatedResult, Rating, RatingChange
from games.ratings.queries import changes_of
from games.tables.game.rating_changes import note_other_rating_changes, note_rating_changes
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.bulk import rewrite
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.services import send_notice

BATCH = 500
_FIELDS = ("millis", "games", "peak", "last_game_at", "opponents")
_LOCK = 0x5BADE6
_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(%s, %s)"


@transaction.atomic
def rate_table(table_id: int) -> RatedResult | None:
    """Rate a finished table, once. Returns its rated result, or None when it isn't a rated game (`line_up_of`).

    While others still play the same deals it isn't rated yet: who won would tell them about the cards.
    """
    table = Table.objects.select_related("deals").get(pk=table_id)
    if table.deals is not None and table.deals.opened_at is None:
        return None
    line_up = line_up_of(table)
    if line_up is None:
        return None
    ratings = _locked(line_up.pool, [user for side in line_up.sides for user in side])
    known = RatedResult.objects.filter(table_id=table_id).first()
    if known is not None:
        return known
    return _rate(table_id, line_up, ratings)


@transaction.atomic
def void_result(table_id: int, by: User, reason: str) -> RatedResult:
    """Void a rated result and recompute later games. `by` is the user who decided, or None for the platform.

    Raises Refused: "not_rated", "already_void", "reason_missing".
    """
    result = _locked_result(table_id, reason)
    if result.is_void:
        raise Refused("already_void", _("That result is already void."))
    result.voided_at, result.voided_by, result.void_reason = now(), by, reason
    result.save(update_fields=["voided_at", "voided_by", "void_reason"])
    audit.record(actor=by, verb="rating_voided", subject=result, reason=reason)
    _rewrite(result.pool, since=result.pk)
    _show_at_table(table_id)
    return result


@transaction.atomic
def confirm_result(table_id: int, by: User, reason: str) -> RatedResult:
    """Count a void result again, in its old place, and recompute later games.

    Raises Refused: "not_rated", "not_void", "reason_missing".
    """
    result = _locked_result(table_id, reason)
    if not result.is_void:
        raise Refused("not_void", _("That result already counts."))
    result.voided_at, result.voided_by, result.void_reason = None, None, ""
    result.save(update_fields=["voided_at", "voided_by", "void_reason"])
    audit.record(actor=by, verb="rating_confirmed", subject=result, reason=reason)
    _rewrite(result.pool, since=result.pk)
    _show_at_table(table_id)
    return result


@transaction.atomic
def recompute(pool: str) -> int:
    """Recompute a pool's ratings from the whole log and correct what is stored. Returns how many rows differed."""
    _locked(pool)
    return _rewrite(pool)


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished"."""
    if rate_table(payload["table"]) is not None:
        _show_at_table(payload["table"])


def on_deals_opened(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "deals.opened": what was played with shared deals is rated."""
    tables = Table.objects.filter(deals=payload["deals"]).order_by("finished_at", "pk")
    for table_id in list(tables.values_list("pk", flat=True)):
        on_table_finished({"table": table_id})


def _rate(table_id: int, line_up: LineUp, ratings: dict[int, Rating]) -> RatedResult:
    forms = [[_form(ratings[user]) for user in side] for side in line_up.sides]
    parts = [[line_up.part(user) for user in side] for side in line_up.sides]
    divisor = divisors_of(line_up)
    divisors = [[divisor[user] for user in side] for side in line_up.sides]
    result = RatedResult.objects.create(
        table_id=table_id,
        pool=line_up.pool,
        places=list(line_up.places),
        finished_at=line_up.finished_at,
    )
    changes = []
    for number, (users, side) in enumerate(
        zip(line_up.sides, elo.rate(forms, line_up.places, parts, divisors), strict=True)
    ):
        for user, change in zip(users, side, strict=True):
            changes.append(
                RatingChange(
                    result=result,
                    user_id=user,
                    side=number,
                    by_bot=user in line_up.by_bots,
                    left=user in line_up.left,
                    divisor=divisor[user],
                    **change._asdict(),
                )
            )
            rating = ratings[user]
            rating.millis, rating.games = change.after, change.games_before + 1
            rating.peak = max(rating.peak, change.after)
            rating.last_game_at = max(
                rating.last_game_at or line_up.finished_at, line_up.finished_at
            )
    RatingChange.objects.bulk_create(changes)
    for user, opponents in opponents_of(line_up.pool, list(ratings)).items():
        ratings[user].opponents = opponents
    _save(ratings.values())
    _tell(changes)
    return result


def _tell(changes: Sequence[RatingChange]) -> None:
    people = get_user_model().objects.in_bulk([change.user_id for change in changes])
    for change in changes:
        user = people[change.user_id]
        params = {
            "before": elo.displayed_rating(change.before),
            "after": elo.displayed_rating(change.after),
        }
        path = reverse("profile", args=[user.username])
        send_notice([user], "rating", f"rated:{change.result_id}", path, params)


def _show_at_table(table_id: int) -> None:
    changes = {user: (before, after) for user, before, after in changes_of(table_id)}
    note_rating_changes(table_id, changes)


def _form(rating: Rating) -> elo.Form:
    return elo.Form(rating.millis, rating.games)


def _locked(pool: str, users: Iterable[int] | None = None) -> dict[int, Rating]:
    """Lock the pool, then lock and return the ratings of `users` (created where missing), or of everybody in the
    pool.
    """
    _queue_up(pool)
    rows = Rating.objects.filter(pool=pool)
    if users is not None:
        wanted = sorted(users)
        Rating.objects.bulk_create(
            [Rating(user_id=user, pool=pool) for user in wanted], ignore_conflicts=True
        )
        rows = rows.filter(user_id__in=wanted)
    return {rating.user_id: rating for rating in rows.order_by("user_id").select_for_update()}


def _queue_up(pool: str) -> None:
    """Serialize the transactions that change a pool. SQLite serializes writers anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_ONE_AT_A_TIME, [_LOCK, Pool.values.index(pool)])


def _locked_result(table_id: int, reason: str) -> RatedResult:
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason: it is kept with the result."))
    pool = RatedResult.objects.filter(table_id=table_id).values_list("pool", flat=True).first()
    if pool is None:
        raise Refused("not_rated", _("That table wasn’t rated, so there is nothing to change."))
    _locked(pool)
    return RatedResult.objects.select_for_update().get(table_id=table_id)


def _rewrite(pool: str, since: int | None = None) -> int:
    """Replay the log, all of it or from the result `since` on, and store what differs. The pool must be locked."""
    log = Log(pool, since)
    differed = 0
    for part in log.corrections():
        rewrite(RatingChange, elo.Change._fields, part.changes)
        note_other_rating_changes(part.tables)
        differed += len(part.changes)
    if since is None:
        return differed + _store_ratings(pool, log.forms, None)
    for users in batched(sorted(log.forms), BATCH):
        differed += _store_ratings(pool, log.forms, users)
    return differed


def _store_ratings(pool: str, forms: Mapping[int, elo.Bare], users: Collection[int] | None) -> int:
    """Correct the ratings of `users`, by default of everybody in the pool. Returns how many were wrong."""
    rows = Rating.objects.filter(pool=pool)
    counted = RatingChange.objects.filter(result__pool=pool, result__voided_at=None)
    if users is not None:
        rows, counted = rows.filter(user_id__in=users), counted.filter(user_id__in=users)
    there = set(rows.values_list("user_id", flat=True))
    lost = sorted(set(forms if users is None else users) - there)
    Rating.objects.bulk_create([Rating(user_id=user, pool=pool) for user in lost])
    best = {
        user: (peak, last)
        for user, peak, last in counted.values_list("user_id")
        .annotate(peak=Max("after"), last=Max("result__finished_at"))
        .order_by()
    }
    opponents = opponents_of(pool, users)
    wrong = []
    for rating in rows.order_by("user_id"):
        millis, games = forms.get(rating.user_id, elo.Form())
        peak, last = best.get(rating.user_id, (elo.START, None))
        right = (millis, games, max(elo.START, peak), last, opponents.get(rating.user_id, 0))
        if tuple(getattr(rating, name) for name in _FIELDS) != right:
            for name, value in zip(_FIELDS, right, strict=True):
                setattr(rating, name, value)
            wrong.append(rating)
    _save(wrong)
    return len(wrong)


def _save(ratings: Iterable[Rating]) -> None:
    Rating.objects.bulk_update(list(ratings), _FIELDS, batch_size=BATCH)
