"""What a frame asks for, done: each kind is one call of a domain function of the tables."""

from typing import Any

from django.utils.translation import gettext as _

from games.live.frames import Frame
from games.tables import services
from games.tables.ledger import unknown
from games.tables.models import Table
from games.tables.picture import picture_of
from games.tables.presence import gone, still_here
from spades_site.common.errors import Refused


def load_picture(public_id: str) -> tuple[int, dict[str, Any]] | None:
    """Return a table's key and its present picture, or None where there is no such table."""
    from games import engine

    table = Table.objects.filter(public_id=public_id).first()
    if table is None:
        return None
    state = None
    if table.state is not None:
        state = engine.restore({**table.state, "rules": table.rules})
    return table.pk, picture_of(table, list(table.seats.all()), state)


def serve(table_id: int, user: Any, frame: Frame) -> int | None:
    """Do what the frame asks for. Returns the table's version for the acknowledgement. Raises Refused."""
    if user is None:
        raise Refused(
            "signed_out", _("Sign in, or play as a guest, to do that. Watching needs no account.")
        )
    fields = frame.fields
    match frame.kind:
        case "act":
            outcome = services.submit_action(
                table_id=table_id,
                user=user,
                action=fields["a"],
                action_id=frame.id,
                expected_version=fields["v"],
            )
            return outcome.version
        case "claim":
            return services.claim(
                table_id=table_id, user=user, action_id=frame.id, expected_version=fields["v"]
            ).version
        case "sit":
            table = services.take_seat(
                table_id=table_id, user=user, seat=fields["seat"], salt=fields["salt"]
            )
        case "leave":
            table = services.leave_seat(table_id=table_id, user=user)
        case "add_bot":
            table = services.add_bot(table_id=table_id, by=user, seat=fields["seat"])
        case "fill":
            table = services.fill_with_bots(table_id=table_id, by=user)
        case "start":
            table = services.start_table(table_id=table_id, by=user)
        case "take_back":
            table = services.take_back_seat(table_id=table_id, user=user)
        case "swap":
            table = services.swap_seats(table_id=table_id, user=user, seat=fields["seat"])
        case "invite":
            table = services.invite(table_id=table_id, by=user, name=fields["name"])
        case "end_vote":
            table = services.vote_to_end(table_id=table_id, user=user, yes=fields["yes"])
        case "rematch":
            services.rematch(table_id=table_id, user=user)
            table = Table.objects.only("version").get(pk=table_id)
        case _:
            raise unknown()
    return int(table.version)


def arrived(table_id: int, user: Any, salt: str) -> None:
    """Take in a hello."""
    services.arrive(table_id=table_id, user=user, salt=salt)


__all__ = ["arrived", "gone", "load_picture", "serve", "still_here"]
