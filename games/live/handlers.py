"""Carrying out frames: each kind calls one domain function of the tables."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.live import frames
from games.live.frames import Frame, Request
from games.tables import services
from games.tables.access import mutes
from games.tables.chat import messages, reports
from games.tables.game.locked_table import unknown
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common.errors import Refused


def _act(table_id: int, user: User, frame: frames.ActFrame) -> services.Outcome:
    return services.submit_action(
        table_id=table_id,
        user=user,
        action=frame.a,
        action_id=frame.id,
        expected_version=frame.v,
    )


def _claim(table_id: int, user: User, frame: frames.ClaimFrame) -> services.Outcome:
    return services.claim(
        table_id=table_id, user=user, action_id=frame.id, expected_version=frame.v
    )


def _sit(table_id: int, user: User, frame: frames.SitFrame) -> Table:
    return services.take_seat(table_id=table_id, user=user, seat=frame.seat, salt_hash=frame.hash)


def _reveal(table_id: int, user: User, frame: frames.RevealFrame) -> Table:
    return services.reveal_salt(table_id=table_id, user=user, salt=frame.salt)


def _leave(table_id: int, user: User, frame: Request) -> Table:
    return services.leave_seat(table_id=table_id, user=user)


def _add_bot(table_id: int, user: User, frame: frames.AddBotFrame) -> Table:
    return services.add_bot(table_id=table_id, by=user, seat=frame.seat, level=frame.level)


def _fill(table_id: int, user: User, frame: frames.FillFrame) -> Table:
    return services.fill_with_bots(table_id=table_id, by=user, level=frame.level)


def _take_back(table_id: int, user: User, frame: Request) -> Table:
    return services.take_back_seat(table_id=table_id, user=user)


def _swap(table_id: int, user: User, frame: frames.SwapFrame) -> Table:
    return services.swap_seats(table_id=table_id, user=user, seat=frame.seat)


def _invite(table_id: int, user: User, frame: frames.InviteFrame) -> Table:
    return services.invite(table_id=table_id, by=user, name=frame.name)


def _end_vote(table_id: int, user: User, frame: frames.EndVoteFrame) -> Table:
    return services.vote_to_end(table_id=table_id, user=user, yes=frame.yes)


def _ready(table_id: int, user: User, frame: Request) -> Table:
    return services.say_ready(table_id=table_id, user=user)


def _rematch(table_id: int, user: User, frame: Request) -> None:
    services.rematch(table_id=table_id, user=user)


def _say(table_id: int, user: User, frame: frames.SayFrame) -> None:
    messages.say(table_id=table_id, user=user, to=frame.to, text=frame.text, request_id=frame.id)


def _phrase(table_id: int, user: User, frame: frames.PhraseFrame) -> None:
    messages.say(table_id=table_id, user=user, to=frame.to, phrase=frame.code, request_id=frame.id)


def _mute(table_id: int, user: User, frame: frames.MuteFrame) -> None:
    mutes.set_mute(user=user, name=frame.name, yes=frame.yes)


def _block(table_id: int, user: User, frame: frames.BlockFrame) -> None:
    mutes.set_block(user=user, name=frame.name, yes=frame.yes)


def _report(table_id: int, user: User, frame: frames.ReportFrame) -> None:
    reports.report(
        table_id=table_id,
        user=user,
        name=frame.name,
        message_id=frame.message,
        reason=frame.reason,
        text=frame.text,
        request_id=frame.id,
    )


type Handler = Callable[[int, User, Any], Table | services.Outcome | None]
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
    "phrase": _phrase,
    "mute": _mute,
    "block": _block,
    "report": _report,
}
"""The handler of each client frame. It returns what it changed; None if only the table's version is needed."""


def serve(table_id: int, user: User | None, frame: Frame) -> int:
    """Carry out a frame. Returns the table's version for the acknowledgement. Raises Refused."""
    if user is None:
        raise Refused(
            "signed_out", _("Sign in, or play as a guest, to do that. Watching needs no account.")
        )
    handler = HANDLERS.get(frame.t)
    if handler is None:
        raise unknown()
    changed = handler(table_id, user, frame)
    if changed is None:
        return int(Table.objects.values_list("version", flat=True).get(pk=table_id))
    return changed.version
