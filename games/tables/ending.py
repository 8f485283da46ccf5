"""Ways to an early end and beyond the end: a claim of the rest, a vote to stop, and another game."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import engine
from games.engine.claims import certain, claim_lead
from games.tables.acting import Outcome, check_playable, known_action, take
from games.tables.clocks import spend
from games.tables.ledger import Ledger, locked
from games.tables.models import Action, Invitation, Seat, Table
from games.tables.mutes import blocked_with
from games.tables.opening import open_table
from games.tables.seating import add_bot, take_seat
from games.tables.votes import end_if_agreed
from spades_site.common.errors import Refused


def claim(*, table_id: int, user: Any, action_id: str, expected_version: int) -> Outcome:
    """Take all the tricks that are left where that is certain; the server plays the cards out, one by one.

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


def vote_to_end(*, table_id: int, user: Any, yes: bool) -> Table:
    """Note that a player wants, or doesn't want, to end a casual game without a result; all of them together end it.

    Who is away has no say, unless the game is rated: then nobody's game ends without them. Raises Refused "not_seated",
    "not_playing", "match_seat".
    """
    with locked(table_id) as ledger:
        seat = ledger.own_seat(user)
        table = ledger.table
        if table.kind != Table.Kind.CASUAL:
            raise Refused(
                "match_seat", _("A match is played to its end. Ask the organizer if it must stop.")
            )
        if table.status != Table.Status.PLAYING:
            raise Refused("not_playing", _("The game isn't in play."))
        seat.wants_end = yes
        ledger.touch(seat)
        if yes:
            end_if_agreed(ledger, by=Action.By.PLAYER, user=user)
        ledger.save()
        return table


@transaction.atomic
def rematch(*, table_id: int, user: Any) -> Table:
    """Seat a player of a finished casual game at a new table with the same rules; the first one opens it.

    Bots sit where they sat, and the other players are asked to come. Returns the new table. Raises Refused
    "not_seated", "not_over", "match_seat", and as `take_seat` does.
    """
    with locked(table_id) as ledger:
        seat = ledger.own_seat(user)
        if ledger.table.kind != Table.Kind.CASUAL:
            raise Refused("match_seat", _("A match has no rematch. Its page says what comes next."))
        if not ledger.table.is_over:
            raise Refused("not_over", _("This game isn't over yet."))
        again = ledger.table.rematch
        if again is None or again.status == Table.Status.ABANDONED:
            again = _open_again(ledger, user)
            ledger.table.rematch = again
            ledger.save()
    return _sit_again(again, user, seat.index)


def _play_out(ledger: Ledger, seat: Seat) -> None:
    hand_no = ledger.game.hand_no
    while ledger.game.phase == "play" and ledger.game.hand_no == hand_no:
        (index,) = ledger.game.to_act
        if index == seat.index:
            action = claim_lead(ledger.game, index)
        else:
            action = engine.legal_actions(ledger.game, index)[0]
        take(ledger, ledger.seats[index], action, by=Action.By.SERVER)


def _open_again(ledger: Ledger, user: Any) -> Table:
    old = ledger.table
    table: Table = open_table(
        rules=ledger.rules,
        created_by=user,
        title=old.title,
        ref=old.ref,
        turn_seconds=old.turn_seconds,
        bank_seconds=old.bank_seconds,
        visibility=old.visibility,
        bots_allowed=old.bots_allowed,
        min_rating=old.min_rating,
        max_rating=old.max_rating,
        rated=old.rated,
    )
    take_seat(table_id=table.pk, user=user, seat=ledger.own_seat(user).index)
    unwanted = blocked_with(user)
    for seat in ledger.seats:
        if seat.bot and old.bots_allowed:
            add_bot(table_id=table.pk, by=user, seat=seat.index)
        elif seat.user_id not in (None, user.pk) and seat.user_id not in unwanted:
            Invitation.objects.create(table=table, user_id=seat.user_id, by=user, at=ledger.at)
    return table


def _sit_again(table: Table, user: Any, index: int) -> Table:
    free = table.seats.filter(index=index, bot=False, name="").exists()
    return take_seat(table_id=table.pk, user=user, seat=index if free else None)
