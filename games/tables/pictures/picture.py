"""A table's pictures: its public part, and each seat's and the spectators' view of its game (docs/protocol.md)."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson
from django.db.models import prefetch_related_objects
from django.urls import reverse

from games import engine, fairness
from games.engine import SPECTATOR, State
from games.engine.claims import certain
from games.engine.rule_sentence import rule_sentence
from games.tables.models import Seat, Table
from games.tables.pictures.shapes import Pause, Salts, SeatState, TableView, You
from games.tables.timing.clocks import INVITATION_LIFE, REVEALING, has_no_clock
from games.tables.timing.turns import READY_GRACE
from spades_site.common.clock import now
from spades_site.common.people.avatars import shown
from spades_site.common.translation import translate

PICTURE = "table.picture"
"""The channel message's type; the consumer's method is named after it."""


def _text(data: Any) -> str:
    return orjson.dumps(data).decode()


def picture_of(table: Table, seats: Sequence[Seat], state: State | None) -> dict[str, Any]:
    """Return the message that carries the table's current version to everybody who looks at it.

    `seats` holds each seat's own part of the frame by number, `watchers` the spectators' part of the game as JSON text,
    `users` each seat's user, and `closed` whether nobody else may know anything of the game. The message must stay
    between servers: a socket forwards only its viewer's part. It consists of texts and tuples, because every socket
    gets the same object and none may change it.
    """
    rules = engine.RuleSet.from_dict(table.rules) if state is None else state.rules
    *games, watchers = _games(table, seats, state)
    return {
        "type": PICTURE,
        "v": table.version,
        "table": _text(table_view(table, seats, rules)),
        "seats": tuple(
            f'"game":{game},"you":{_text(seat_rights(table, seat, seats, state))}'
            for seat, game in zip(seats, games, strict=True)
        ),
        "watchers": watchers,
        "users": tuple(seat.user_id for seat in seats),
        "can_sit": may_sit(table, seats),
        "closed": table.is_closed,
        "why_over": why if isinstance(why := (table.result or {}).get("abandoned"), dict) else None,
    }


def _games(table: Table, seats: Sequence[Seat], state: State | None) -> list[str]:
    """Return each seat's view of the game as JSON text, then the spectators'. Serializes the common part once."""
    if state is None:
        return ["null"] * (len(seats) + 1)
    shared = engine.open_view(state)
    closed = table.is_closed
    if closed:
        shared["hands_open"] = None
    head = _text(shared)[:-1]
    viewers = [SPECTATOR if seat.next_hand else seat.index for seat in seats]
    games = [
        f"{head},{_text(engine.own_view(state, viewer))[1:]}" for viewer in (*viewers, SPECTATOR)
    ]
    return [*games[:-1], "null"] if closed else games


def table_view(
    table: Table, seats: Sequence[Seat], rules: engine.RuleSet | None = None
) -> TableView:
    """Return the public part of a table's picture. `rules` are its rules, if already loaded."""
    rules = rules or engine.RuleSet.from_dict(table.rules)
    return {
        "id": table.public_id,
        "status": table.status,
        "kind": table.kind,
        "title": table.title,
        "preset": table.preset,
        "preset_title": rule_sentence(rules),
        "rules": rules.to_dict(),
        "sides": [list(side) for side in rules.side_seats],
        "rated": table.rated,
        "bots_allowed": table.bots_allowed,
        "bots_level": table.bots_level,
        "min_rating": table.min_rating,
        "max_rating": table.max_rating,
        "bots_at": _bots_at(table, seats),
        "ready_by": _ready_by(table, seats),
        "seats": [_seat_view(table, seat) for seat in seats],
        "deadline": None if table.deadline is None else table.deadline.isoformat(),
        "paused": _paused(table),
        "turn_seconds": table.turn_seconds,
        "bank_seconds": table.bank_seconds,
        "no_clock": has_no_clock(table),
        "start": table.start,
        "last_hand_after": None
        if table.last_hand_after is None
        else table.last_hand_after.isoformat(),
        "invited": _invited(table, seats),
        "news": table.news,
        "links": _links(table),
        "commitment": table.commitment,
        "salts": _salts(table, seats),
        "closed": table.is_closed,
        "result": table.result,
        "rating_changes": table.rating_changes,
        "version": table.version,
    }


def seat_rights(table: Table, seat: Seat, seats: Sequence[Seat], state: State | None) -> You:
    """Return the "you" of a seat's player: their identity and what they can do."""
    casual = table.kind == Table.Kind.CASUAL
    can: list[str] = []
    if table.status == Table.Status.OPEN and casual:
        can += ["leave", "swap", "invite"]
        if any(other.is_free for other in seats):
            can += ["sit", "add_bot", "fill"] if table.bots_allowed else ["sit"]
        if not seat.ready:
            can.append("ready")
    elif table.status == Table.Status.PLAYING:
        paused = table.paused_at is not None
        if not seat.next_hand and (seat.stand_in or not paused):
            can.append("take_back" if seat.stand_in else "act")
        if casual:
            if not seat.next_hand:
                can.append("end_vote")
            if not (table.rated and seat.stand_in):
                can.append("leave")
        if state is not None and not paused and not seat.stand_in and certain(state, seat.index):
            can.append("claim")
        if may_talk(table, seat, seats, state):
            can.append("talk")
    elif table.is_over and casual and may_join_rematch(table, seat):
        can.append("rematch")
    return {"seat": seat.index, "name": seat.name, "stand_in": seat.stand_in, "can": can}


def may_talk(table: Table, seat: Seat, seats: Sequence[Seat], state: State | None) -> bool:
    """Return whether a seat's player may write to a partner who can read it (docs/rules.md 3.23)."""
    if state is None or table.paused_at is not None or not state.may_talk(seat.index):
        return False
    rules = state.rules
    return not any(
        seats[index].by_bot or seats[index].next_hand
        for index in rules.side_seats[rules.side_of[seat.index]]
    )


def may_sit(table: Table, seats: Sequence[Seat]) -> bool:
    """Return whether a person without a seat here may take one."""
    casual_and_open = table.status == Table.Status.OPEN and table.kind == Table.Kind.CASUAL
    free = casual_and_open and any(seat.is_free for seat in seats)
    return free or may_take_over(table, seats)


def may_take_over(table: Table, seats: Sequence[Seat]) -> bool:
    """Return whether a person without a seat here may take over a bot's."""
    running = table.status == Table.Status.PLAYING and table.kind == Table.Kind.CASUAL
    dealt = table.turn_key != REVEALING
    return running and dealt and not table.rated and any(seat.bot for seat in seats)


def may_join_rematch(table: Table, seat: Seat) -> bool:
    """Return whether a seat's player at a finished casual table can join a rematch: one that hasn't begun without them."""
    again = table.rematch
    if again is None or again.status != Table.Status.PLAYING:
        return True
    prefetch_related_objects([again], "seats")
    seats = list(again.seats.all())
    return may_take_over(again, seats) or any(other.user_id == seat.user_id for other in seats)


def frame(picture: dict[str, Any], user_id: int | None, name: str, now: str) -> str:
    """Return one viewer's `view` frame, extracted from the picture, in the active language."""
    if user_id is not None and user_id in picture["users"]:
        own = picture["seats"][picture["users"].index(user_id)]
    else:
        can = ["sit"] if picture["can_sit"] and user_id is not None else []
        you = _text({"seat": None, "name": name, "stand_in": False, "can": can})
        own = f'"game":{picture["watchers"]},"you":{you}'
    table = picture["table"]
    if picture.get("why_over") is not None:
        # The only sentence in a picture: each reader gets it in their own language.
        table = _text(
            {**orjson.loads(table), "result": {"abandoned": translate(picture["why_over"])}}
        )
    return f'{{"t":"view","v":{picture["v"]},"table":{table},{own},"now":"{now}"}}'


def _seat_view(table: Table, seat: Seat) -> SeatState:
    return {
        "seat": seat.index,
        "name": seat.name or None,
        "username": None if seat.bot or seat.user_id is None else seat.name,
        "bot": seat.bot,
        "program": seat.program,
        "stand_in": seat.stand_in,
        "level": (seat.level or table.bots_level) if seat.by_bot else None,
        "online": seat.online or seat.bot,
        "bank": seat.bank_left,
        "swap_to": seat.swap_to,
        "wants_end": seat.wants_end,
        "ready": seat.ready,
        "country": seat.country or None,
        "avatar": shown(seat.avatar) or None,
        "rating": seat.rating,
        "provisional": seat.provisional,
    }


def _salts(table: Table, seats: Sequence[Seat]) -> Salts | None:
    """Return the frozen hashes, with the salts once the cards are dealt; None before the freeze.

    Shared deals may be frozen before a table begins, without its players' hashes.
    """
    deals = None if table.deals_id is None else table.deals
    frozen = table.started_at is not None if deals is None else bool(deals.digest)
    if not frozen:
        return None
    dealt = table.state is not None
    among = deals is None or table.salts_from is not None
    hashes = [seat.salt_hash if among else "" for seat in seats]
    return {
        "digest": fairness.list_digest(hashes) if deals is None else deals.digest,
        "hashes": hashes,
        "given": [seat.salt if among else "" for seat in seats] if dealt else None,
    }


def _paused(table: Table) -> Pause | None:
    """Return since when the game is paused, and why; or None."""
    if table.paused_at is None:
        return None
    return {"at": table.paused_at.isoformat(), "reason": table.pause_reason}


def _bots_at(table: Table, seats: Sequence[Seat]) -> str | None:
    """Return when bots will take an open table's free seats, or None."""
    waits = table.status == Table.Status.OPEN and any(seat.is_free for seat in seats)
    return None if table.bots_at is None or not waits else table.bots_at.isoformat()


def _ready_by(table: Table, seats: Sequence[Seat]) -> str | None:
    """Return until when an open table waits for players who were away when it filled, or None."""
    asked = table.status == Table.Status.OPEN and not all(seat.ready for seat in seats)
    return (
        None
        if table.filled_at is None or not asked
        else (table.filled_at + READY_GRACE).isoformat()
    )


def _invited(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Return the people invited to an open table by name who haven't answered."""
    if table.status != Table.Status.OPEN:
        return []
    asked = table.invitations.filter(declined=False, at__gte=now() - INVITATION_LIFE)
    names = asked.values_list("user__username", flat=True)
    here = {seat.name for seat in seats}
    return [name for name in names if name not in here]


def _links(table: Table) -> dict[str, str | None]:
    over = table.is_public
    return {
        "match": table.match_url or None,
        "rematch": table.rematch.get_absolute_url() if table.rematch is not None else None,
        "lobby": _lobby(),
        "record": reverse("table_record", args=[table.public_id]) if over else None,
        "verify": f"{reverse('verify')}?table={table.public_id}" if over else None,
        "replay": reverse("table_replay", args=[table.public_id]) if over else None,
    }


@cache
def _lobby() -> str:
    return reverse("lobby")
