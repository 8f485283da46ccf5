"""Ending a game early: a claim of the remaining tricks, and a vote to stop."""

from django.utils.translation import gettext as _

from games import engine
from games.engine.claims import certain, claim_lead
from games.engine.sentences import message
from games.tables.game.locked_table import LockedTable, Word, lock_table
from games.tables.game.moves import Outcome, apply_action, check_playable, known_action, next_hand
from games.tables.game.opening import close
from games.tables.models import Action, Seat, Table
from games.tables.timing.clocks import spend
from spades_site.accounts.models import User
from spades_site.common.errors import Refused


def claim(*, table_id: int, user: User, action_id: str, expected_version: int) -> Outcome:
    """Claim all remaining tricks if they are certain; the server plays the cards one by one.

    Raises Refused as `submit_action` does, and "not_certain".
    """
    with lock_table(table_id) as locked:
        known = known_action(table_id, user, action_id)
        if known is not None:
            return known
        seat = locked.own_seat(user)
        check_playable(locked, seat, expected_version)
        if not certain(locked.game, seat.index):
            raise Refused(
                "not_certain", _("Another player might still take a trick. Play a card instead.")
            )
        locked.note(
            Action.Kind.TABLE,
            "claim",
            by=Action.By.PLAYER,
            seat=seat.index,
            user=user,
            action_id=action_id,
        )
        locked.set_news("claim", seat=seat.index)
        if spend(locked.table, seat, locked.at):
            locked.touch(seat)
        _play_out(locked, seat)
        locked.save()
        return Outcome(locked.table.version, duplicate=False)


def vote_to_end(*, table_id: int, user: User, yes: bool) -> Table:
    """Record whether a player wants to end a casual game without a result; it ends when all players agree.

    Absent players have no vote, unless the game is rated: a rated game can't end without them. Raises Refused
    "not_seated", "not_playing", "match_seat", "next_hand".
    """
    with lock_table(table_id) as locked:
        seat = locked.own_seat(user)
        table = locked.table
        if table.kind != Table.Kind.CASUAL:
            raise Refused(
                "match_seat",
                _("A match must be played to the end. Ask the organizer if it has to stop."),
            )
        if table.status != Table.Status.PLAYING:
            raise Refused("not_playing", _("The game isn’t in play."))
        if seat.next_hand:
            raise next_hand()
        seat.wants_end = yes
        locked.touch(seat)
        if yes:
            end_if_agreed(locked, by=Action.By.PLAYER, user=user)
        locked.save()
        return table


def _play_out(locked: LockedTable, seat: Seat) -> None:
    hand_no = locked.game.hand_no
    while locked.game.phase == "play" and locked.game.hand_no == hand_no:
        (index,) = locked.game.to_act
        if index == seat.index:
            action = claim_lead(locked.game, index)
        else:
            action = engine.legal_actions(locked.game, index)[0]
        apply_action(locked, locked.seats[index], action, by=Action.By.SERVER)


def end_if_agreed(locked: LockedTable, *, by: Word, user: User | None = None) -> bool:
    """End the game if everybody with a vote agrees; returns whether they do.

    Called after each vote, and whenever somebody loses their vote: the others may all have agreed already.
    """
    table = locked.table
    if table.kind != Table.Kind.CASUAL or table.status != Table.Status.PLAYING:
        return False
    asked = [seat for seat in locked.seats if seat.user_id and _has_say(seat, table)]
    if not asked or not all(seat.wants_end for seat in asked):
        return False
    locked.note(Action.Kind.TABLE, "abandon", by=by, user=user)
    close(locked, message("The players agreed to stop."))
    return True


def _has_say(seat: Seat, table: Table) -> bool:
    """Return whether a seat's player has a vote: not if they are absent, unless the game is rated."""
    return table.rated or not seat.stand_in
