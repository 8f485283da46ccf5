"""Count finished games. Only these functions write games and hands. The rows follow from the tables' logs, so a game can be
recounted at any time.
"""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from games import engine
from games.engine import RuleSet, State
from games.engine.scoring import HandResult
from games.statistics.achievements import award
from games.statistics.models import GamePlayed, HandPlayed
from games.tables.game.bots import cards_by_seat
from games.tables.models import Action, Table

type Bids = dict[tuple[int, int], tuple[str, int | None]]
"""By hand and seat: the bid, and the user who made it themselves."""


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
    """Return a person's hand, or None if they didn't make the bid themselves, or made it together with a partner."""
    if rules.bid_by == "side":
        return None
    text, by = bids.get((result.hand_no, game.seat), ("", None))
    if by != game.user_id:
        return None
    side = rules.side_of[game.seat]
    contract = sum(
        _number(bids[result.hand_no, seat][0])
        for seat in rules.side_seats[side]
        if (result.hand_no, seat) in bids
    )
    return HandPlayed(
        game=game,
        number=result.hand_no,
        bid=_number(text),
        blind=text.startswith("blind"),
        tricks=result.tricks[game.seat],
        contract=contract,
        made=_made(result, side) if contract else None,
        bags=result.sides[side].bags,
    )


def _bids(table: Table) -> Bids:
    log = table.actions.filter(kind=Action.Kind.PLAY).exclude(text__startswith="play ")
    rows = log.order_by("version").values_list("hand_no", "seat", "text", "by", "user_id")
    return {
        (hand, seat): (text, user if by == Action.By.PLAYER else None)
        for hand, seat, text, by, user in rows
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
