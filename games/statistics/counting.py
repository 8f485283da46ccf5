"""Count finished games. Only these functions write games and hands. The rows follow from the tables' logs, so a game can be
recounted at any time.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import transaction

from games import engine
from games.engine import RuleSet, State
from games.engine.scoring import HandResult
from games.statistics.achievements import award
from games.statistics.models import GamePlayed, HandPlayed
from games.tables.game.bots import cards_by_seat
from games.tables.models import Action, Table


class Said(NamedTuple):
    """A bid of the log: its version, its text, and the user who made it themselves."""

    at: int
    text: str
    by: int | None


_at = attrgetter("at")
type Bids = dict[tuple[int, int], Said]
"""By hand and seat."""


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished"."""
    count_table(payload["table"])


def on_deals_opened(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "deals.opened": games with shared deals are counted when all have been played."""
    tables = Table.objects.filter(deals=payload["deals"]).order_by("finished_at", "pk")
    for table_id in list(tables.values_list("pk", flat=True)):
        count_table(table_id)


@transaction.atomic
def count_table(table_id: int) -> None:
    """Count a finished game of two pairs for the people who played it, and award what they reached. Idempotent."""
    table = Table.objects.select_related("deals").get(pk=table_id)
    if not table.is_public or not table.state:
        return
    rules = RuleSet.from_dict(table.rules)
    if rules.sides != "partners":
        return
    state = engine.restore({**table.state, "rules": table.rules})
    if state.result is None:
        # Simulated leagues finish tables without games.
        return
    games = list(_games(table, state))
    GamePlayed.objects.bulk_create(games, ignore_conflicts=True)
    stored = GamePlayed.objects.filter(table=table).select_related("user").order_by("pk")
    bids = _bids(table)
    HandPlayed.objects.bulk_create(
        [
            hand
            for game in stored
            for result in _played(state)
            if (hand := _hand(game, result, rules, bids)) is not None
        ],
        ignore_conflicts=True,
    )
    for game in stored:
        award(game.user)


def _games(table: Table, state: State) -> Iterator[GamePlayed]:
    """Yield a row for each person (not for bot accounts) who chose most of their own cards."""
    seats = {seat.index: seat for seat in table.seats.select_related("user").order_by("index")}
    cards = cards_by_seat([table.pk])
    assert state.result is not None
    assert table.finished_at is not None
    for index, seat in seats.items():
        played = cards.get((table.pk, index))
        if seat.user is None or seat.user.is_bot or played is None or played.mostly_bot:
            continue
        side = state.rules.side_of[index]
        mate = next(each for each in state.rules.side_seats[side] if each != index)
        results = _played(state)
        yield GamePlayed(
            table=table,
            user=seat.user,
            seat=index,
            partner_id=seats[mate].user_id,
            won=index in state.result.winners and len(state.result.winners) == 2,
            hands=len(results),
            sets=sum(_made(result, side) is False for result in results),
            behind=max(0, *(_lead(result, 1 - side) for result in results)),
            ended_at=table.finished_at,
        )


def _played(state: State) -> list[HandResult]:
    """Return the results of the hands that weren't thrown in."""
    return [result for result in state.hand_results if not result.shown]


def _hand(game: GamePlayed, result: HandResult, rules: RuleSet, bids: Bids) -> HandPlayed | None:
    """Return a person's hand, or None if they didn't bid themselves."""
    side = rules.side_of[game.seat]
    said = [
        bids[result.hand_no, seat]
        for seat in rules.side_seats[side]
        if (result.hand_no, seat) in bids
    ]
    if rules.bid_by == "side":
        bid, contract = _together(bids, result.hand_no, game)
    else:
        own = bids.get((result.hand_no, game.seat))
        bid = None if own is None or own.by != game.user_id else _number(own.text)
        contract = None if bid is None else sum(_number(one.text) for one in said)
    if contract is None:
        return None
    return HandPlayed(
        game=game,
        number=result.hand_no,
        bid=bid,
        blind=any(one.text.startswith("blind") for one in said if one.by == game.user_id)
        or any(one.text.startswith("blind side") for one in said),
        tricks=result.tricks[game.seat],
        contract=contract,
        made=_made(result, side) if contract else None,
        bags=result.sides[side].bags,
    )


def _together(bids: Bids, hand: int, game: GamePlayed) -> tuple[int | None, int | None]:
    """Return a person's own nil as 0, and the contract of their side, where partners bid together (3.17).

    The contract is None unless people bid for the side, this person among them where they had something to say.
    """
    seats = (game.seat, (game.seat + 2) % 4)
    # The closer spoke last, or the opener alone if they bid blind.
    said = sorted((bids[hand, seat] for seat in seats if (hand, seat) in bids), key=_at)
    own = bids.get((hand, game.seat))
    if not said or any(one.by is None for one in said) or (own and own.by != game.user_id):
        return None, None
    return 0 if own and own.text.startswith("nil") else None, _number(said[-1].text)


def _bids(table: Table) -> Bids:
    log = table.actions.filter(kind=Action.Kind.PLAY).exclude(text__startswith="play ")
    rows = log.order_by("version").values_list(
        "version", "hand_no", "seat", "text", "by", "user_id"
    )
    return {
        (hand, seat): Said(at, text, user if by == Action.By.PLAYER else None)
        for at, hand, seat, text, by, user in rows
        if seat is not None and text.split(" ")[0] in ("bid", "nil", "blind")
    }


def _number(bid: str) -> int:
    last = bid.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else 0


def _made(result: HandResult, side: int) -> bool | None:
    """Return whether a side made its contract, None if it had none."""
    codes = {line.code for line in result.sides[side].lines}
    if codes & {"contract", "revoke"}:
        return "contract" in codes
    return False if "set" in codes else None


def _lead(result: HandResult, side: int) -> int:
    return result.sides[side].total - result.sides[1 - side].total
