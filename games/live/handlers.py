"""Carrying out frames: each kind calls one domain function of the tables."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.live.frames import Frame
from games.tables import services
from games.tables.access import mutes
from games.tables.chat import messages, reports
from games.tables.game.locked_table import unknown
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common.errors import Refused


def _act(table_id: int, user: User, frame: Frame) -> services.Outcome:
    return services.submit_action(
        table_id=table_id,
        user=user,
        action=frame.fields["a"],
        action_id=frame.id,
        expected_version=frame.fields["v"],
    )


def _claim(table_id: int, user: User, frame: Frame) -> services.Outcome:
    return services.claim(
        table_id=table_id, user=user, action_id=frame.id, expected_version=frame.fields["v"]
    )


def _sit(table_id: int, user: User, frame: Frame) -> Table:
    return services.take_seat(
        table_id=table_id, user=user, seat=frame.fields["seat"], salt_hash=frame.fields["hash"]
    )


def _reveal(table_id: int, user: User, frame: Frame) -> Table:
    return services.reveal_salt(table_id=table_id, user=user, salt=frame.fields["salt"])


def _leave(table_id: int, user: User, frame: Frame) -> Table:
    return services.leave_seat(table_id=table_id, user=user)


def _add_bot(table_id: int, user: User, frame: Frame) -> Table:
    return services.add_bot(
        table_id=table_id, by=user, seat=frame.fields["seat"], level=frame.fields["level"]
    )


def _fill(table_id: int, user: User, frame: Frame) -> Table:
    return services.fill_with_bots(table_id=table_id, by=user, level=frame.fields["level"])


def _take_back(table_id: int, user: User, frame: Frame) -> Table:
    return services.take_back_seat(table_id=table_id, user=user)


def _swap(table_id: int, user: User, frame: Frame) -> Table:
    return services.swap_seats(table_id=table_id, user=user, seat=frame.fields["seat"])


def _invite(table_id: int, user: User, frame: Frame) -> Table:
    return services.invite(table_id=table_id, by=user, name=frame.fields["name"])


def _end_vote(table_id: int, user: User, frame: Frame) -> Table:
    return services.vote_to_end(table_id=table_id, user=user, yes=frame.fields["yes"])


def _ready(table_id: int, user: User, frame: Frame) -> Table:
    return services.say_ready(table_id=table_id, user=user)


def _rematch(table_id: int, user: User, frame: Frame) -> None:
    services.rematch(table_id=table_id, user=user)


def _say(table_id: int, user: User, frame: Frame) -> None:
    fields = frame.fields
    message = {"text": fields["text"]} if frame.kind == "say" else {"phrase": fields["code"]}
    messages.say(table_id=table_id, user=user, to=fields["to"], request_id=frame.id, **message)


def _mute(table_id: int, user: User, frame: Frame) -> None:
    mutes.set_mute(user=user, name=frame.fields["name"], yes=frame.fields["yes"])


def _block(table_id: int, user: User, frame: Frame) -> None:
    mutes.set_block(user=user, name=frame.fields["name"], yes=frame.fields["yes"])


def _report(table_id: int, user: User, frame: Frame) -> None:
    fields = frame.fields
    reports.report(
        table_id=table_id,
        user=user,
        name=fields["name"],
        message_id=fields["message"],
        reason=fields["reason"],
        text=fields["text"],
        request_id=frame.id,
    )


type Handler = Callable[[int, User, Frame], Table | services.Outcome | None]
HANDLERS: Final[Mapping[str, Handler]] = {
    "act": _act,
    "claim": _claim,
    "sit": _sit,
    "reveal": _reveal,
    "leave": _leave,
    "add_bot": _add_bot,
    "fill": _fill,
    "take_back": _take_back,
    "swap": _swap,
    "invite": _invite,
    "end_vote": _end_vote,
    "ready": _ready,
    "rematch": _rematch,
    "say": _say,
    "phrase": _say,
    "mute": _mute,
    "block": _block,
    "report": _report,
}
"""The handler of each client frame. It returns what it changed; None if only the table's version is needed."""


def serve(table_id: int, user: User | None, frame: Frame) -> int | None:
    """Carry out a frame. Returns the table's version for the acknowledgement. Raises Refused."""
    if user is None:
        raise Refused(
            "signed_out", _("Sign in, or play as a guest, to do that. Watching needs no account.")
        )
    handler = HANDLERS.get(frame.kind)
    if handler is None:
        raise unknown()
    changed = handler(table_id, user, frame)
    if changed is None:
        return int(Table.objects.values_list("version", flat=True).get(pk=table_id))
    return changed.version
