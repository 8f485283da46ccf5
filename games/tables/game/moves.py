"""The single entry point for actions: people, bots and the clock all act through `apply_action`."""

from dataclasses import dataclass

from django.db import IntegrityError
from django.utils.translation import gettext as _

from games import engine
from games.engine import EngineError
from games.tables.game.locked_table import LockedTable, Word, change_table, lock_table
from games.tables.models import Action, Seat, Table
from games.tables.storage import compiled_queries
from games.tables.timing.clocks import spend
from games.tables.timing.turns import limit_ahead, turn_key
from spades_site.accounts.models import User
from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.common.translation import translate

_known: compiled_queries.Select[Action] = compiled_queries.Select(
    lambda: Action.objects.filter(user_id=0).filter(action_id=".").order_by()
)


@dataclass(frozen=True)
class Outcome:
    """An accepted action: the table's version after it, and whether it had already been accepted before."""

    version: int
    duplicate: bool


def submit_action(
    *, table_id: int, user: User, action: str, action_id: str, expected_version: int
) -> Outcome:
    """Submit a person's action in their own seat. Idempotent by `action_id`.

    `expected_version` is the version of the picture that the person acted on; it must not be older than the turn. Raises
    Refused: "not_seated", "not_playing", "paused", "next_hand", "stand_in", "stale", or an EngineError's code.
    """
    try:
        return _submit(table_id, user, action, action_id, expected_version)
    except (Refused, IntegrityError):
        # Look only refused actions up among earlier ones: a repeated action is always refused, because its turn is over.
        known = known_action(table_id, user, action_id)
        if known is None:
            raise
        return known


def _submit(
    table_id: int, user: User, action: str, action_id: str, expected_version: int
) -> Outcome:
    def act(locked: LockedTable) -> None:
        seat = locked.own_seat(user)
        check_playable(locked, seat, expected_version)
        apply_action(locked, seat, action, by=Action.By.PLAYER, user=user, action_id=action_id)
        _count_time(locked, seat)
        if seat.missed:
            seat.missed = 0
            locked.touch(seat)

    return Outcome(change_table(table_id, act).version, duplicate=False)


def take_back_seat(*, table_id: int, user: User) -> Table:
    """Give a person their seat back from the bot that stood in; the deadline of the turn doesn't change.

    Raises Refused "not_seated", "not_playing", "next_hand".
    """
    with lock_table(table_id) as locked:
        seat = locked.own_seat(user)
        if locked.table.status != Table.Status.PLAYING:
            raise Refused("not_playing", _("The game isn’t in play."))
        if seat.next_hand:
            raise next_hand()
        if seat.stand_in:
            seat.stand_in, seat.missed = False, 0
            locked.touch(seat)
            locked.note(Action.Kind.TABLE, "back", by=Action.By.PLAYER, seat=seat.index, user=user)
            locked.save()
        return locked.table


def apply_action(
    locked: LockedTable,
    seat: Seat,
    action: str,
    *,
    by: Word,
    user: User | None = None,
    action_id: str = "",
) -> None:
    """Apply one action to the locked table and append it to the log. Raises Refused with an EngineError's code."""
    apply_time_limit(locked)
    try:
        locked.state = engine.apply(locked.game, seat.index, action)
    except EngineError as error:
        raise Refused(error.code, translate(error.sentence)) from error
    locked.note(Action.Kind.PLAY, action, by=by, seat=seat.index, user=user, action_id=action_id)
    if locked.game.phase == "over":
        finish(locked)


def known_action(table_id: int, user: User, action_id: str) -> Outcome | None:
    """Return the outcome of an action accepted earlier under the same id, or None.

    Raises Refused "used_id" if it was at another table.
    """
    rows = _known.rows(user.pk, action_id)
    if not rows:
        return None
    known = next((row for row in rows if row.table_id == table_id), None)
    if known is None:
        raise Refused("used_id", _("That move belongs to another game. Make it again here."))
    return Outcome(known.version, duplicate=True)


def check_playable(locked: LockedTable, seat: Seat, expected_version: int) -> None:
    """Raise Refused unless the player may act on a picture of `expected_version`.

    The codes are "not_playing", "paused", "next_hand", "stand_in" and "stale".
    """
    table = locked.table
    if table.status != Table.Status.PLAYING:
        raise Refused(
            "not_playing",
            _("The game is over.") if table.is_over else _("The game hasn’t begun yet."),
        )
    if locked.state is None:
        raise Refused("not_playing", _("The cards aren’t dealt yet."))
    if table.paused_at is not None:
        raise Refused(
            "paused", _("The arbiter paused this table. Wait until the arbiter resumes it.")
        )
    if seat.next_hand:
        raise next_hand()
    if seat.stand_in:
        raise Refused("stand_in", _("A bot plays for you. Take your seat back first."))
    if not table.turn_version <= expected_version <= table.version:
        raise Refused(
            "stale", _("The table has changed since then. Look again, then make your move.")
        )


def next_hand() -> Refused:
    """Return the refusal for somebody who took over a bot's seat during the current hand."""
    return Refused("next_hand", _("You join in at the next hand. A bot plays this one."))


def _count_time(locked: LockedTable, seat: Seat) -> None:
    """Charge the player's time bank for a finished turn. Looking at the cards doesn't finish it."""
    same_turn = turn_key(locked.game) == locked.table.turn_key
    if same_turn and seat.index in locked.game.to_act:
        return
    if spend(locked.table, seat, locked.at):
        locked.touch(seat)


def finish(locked: LockedTable) -> None:
    """End a table whose game is over, with its result."""
    table, state = locked.table, locked.game
    assert state.result is not None
    table.status, table.finished_at = Table.Status.FINISHED, locked.at
    table.result = {
        **state.result.to_json(),
        "bags": state.bags[:],
        "hands": state.counted,
    }
    outbox.emit("table.finished", {"table": table.pk})


def apply_time_limit(locked: LockedTable) -> bool:
    """If the match's time is up, make the current hand (or the one just scored) the last; returns whether it did.

    Before the first deal, the first hand becomes the last. The hand's number becomes `max_hands` in the table's rules, so
    that the engine ends the game and the record can be verified like any other.
    """
    table = locked.table
    if table.status != Table.Status.PLAYING or table.last_hand_after is None:
        return False
    if locked.at < table.last_hand_after or not limit_ahead(table, locked.game):
        return False
    locked.state = engine.with_last_hand(locked.game)
    table.rules = locked.game.rules.to_record()
    locked.note(Action.Kind.TABLE, "last_hand", by=Action.By.CLOCK)
    locked.set_news("last_hand")
    return True
