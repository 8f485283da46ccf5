"""Ending a game early: a claim of the remaining tricks, and a vote to stop."""

from django.utils.translation import gettext as _

from games import engine
from games.engine.claims import certain, claim_lead
from games.tables.game.locked_table import Ledger, locked
from games.tables.game.moves import Outcome, check_playable, known_action, next_hand, take
from games.tables.game.votes import end_if_agreed
from games.tables.models import Action, Seat, Table
from games.tables.timing.clocks import spend
from spades_site.accounts.models import User
from spades_site.common.errors import Refused


def claim(*, table_id: int, user: User, action_id: str, expected_version: int) -> Outcome:
    """Claim all remaining tricks if they are certain; the server plays the cards one by one.

    Raises Refused as `submit_action` does, and "not_certain".
    """
    with locked(table_id) as ledger:
        known = known_action(table_id, user, action_id)
        if known is not None:
            return known
        seat = ledger.own_seat(user)
        check_playable(ledger, seat, expected_version)
        if not certain(ledger.game, seat.index):
            raise Refused(
                "not_certain", _("Another player might still take a trick. Play a card instead.")
            )
        ledger.note(
            Action.Kind.TABLE,
            "claim",
            by=Action.By.PLAYER,
            seat=seat.index,
            user=user,
            action_id=action_id,
        )
        ledger.tell("claim", seat=seat.index)
        if spend(ledger.table, seat, ledger.at):
            ledger.touch(seat)
        _play_out(ledger, seat)
        ledger.save()
        return Outcome(ledger.table.version, duplicate=False)


def vote_to_end(*, table_id: int, user: User, yes: bool) -> Table:
    """Record whether a player wants to end a casual game without a result; it ends when all players agree.

    Absent players have no vote, unless the game is rated: a rated game can't end without them. Raises Refused
    "not_seated", "not_playing", "match_seat", "next_hand".
    """
    with locked(table_id) as ledger:
        seat = ledger.own_seat(user)
        table = ledger.table
        if table.kind != Table.Kind.CASUAL:
            raise Refused(
                "match_seat",
                _("A match must be played to the end. Ask the organizer if it has to stop."),
            )
        if table.status != Table.Status.PLAYING:
            raise Refused("not_playing", _("The game isn't in play."))
        if seat.next_hand:
            raise next_hand()
        seat.wants_end = yes
        ledger.touch(seat)
        if yes:
            end_if_agreed(ledger, by=Action.By.PLAYER, user=user)
        ledger.save()
        return table


def _play_out(ledger: Ledger, seat: Seat) -> None:
    hand_no = ledger.game.hand_no
    while ledger.game.phase == "play" and ledger.game.hand_no == hand_no:
        (index,) = ledger.game.to_act
        if index == seat.index:
            action = claim_lead(ledger.game, index)
        else:
            action = engine.legal_actions(ledger.game, index)[0]
        take(ledger, ledger.seats[index], action, by=Action.By.SERVER)
