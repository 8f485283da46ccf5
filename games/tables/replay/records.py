"""A finished table's game record (docs/protocol.md, "Records")."""

import logging
import zlib
from collections.abc import Sequence
from typing import Any, Final

import orjson
from django.db import DatabaseError

from games import engine, fairness
from games.engine import RuleSet
from games.tables.game.dealing import hashes_of, revealed, salts_of
from games.tables.models import Action, StoredRecord, Table
from games.tables.seats.replacing import holders

log = logging.getLogger("spades.records")

VERSION: Final = 1
"""The version of `record_of`: raise it when its records change, so that stored ones are made anew."""


def lines_of(tables: Sequence[Table]) -> bytes:
    """Return the records of finished tables whose seats are loaded, a line of JSON each, in their order.

    A record is made once and stored without its names, which are those of now. A game that can't be read is left out.
    """
    keys = [table.pk for table in tables]
    rows = StoredRecord.objects.filter(table__in=keys, version=VERSION)
    stored = {row.table_id: zlib.decompress(row.packed) for row in rows}
    made = []
    for table in tables:
        if table.pk not in stored:
            try:
                record = record_of(table)
            except DatabaseError:
                raise
            except Exception:
                log.exception("records: game %s can't be read and is left out", table.public_id)
                continue
            stored[table.pk] = orjson.dumps({**record, "players": None})
            packed = zlib.compress(stored[table.pk])
            made.append(StoredRecord(table=table, version=VERSION, packed=packed))
    StoredRecord.objects.bulk_create(
        made, update_conflicts=True, unique_fields=["table"], update_fields=["version", "packed"]
    )
    return b"".join(
        stored[table.pk].replace(_NO_NAMES, _names(table), 1) + b"\n"
        for table in tables
        if table.pk in stored
    )


_NO_NAMES: Final = b'"players":null'


def _names(table: Table) -> bytes:
    return b'"players":' + orjson.dumps(holders(table, list(table.seats.all())))


def record_of(table: Table) -> dict[str, Any]:
    """Return the record of a finished table, including the data to verify its deals. Raises ValueError before the end.

    Shared deals must have been played at every table.
    """
    if not table.is_public or table.state is None:
        raise ValueError("only a finished game has a record")
    rules = RuleSet.from_dict(table.rules)
    state = engine.restore({**table.state, "rules": table.rules})
    seats = list(table.seats.all())
    record: dict[str, Any] = {
        "format": "spades-record/1",
        "rules": rules.to_record(),
        "players": holders(table, seats),
        "first_dealer": state.first_dealer,
    }
    if state.draw_for_deal is not None:
        record["draw_for_deal"] = [rules.names[card] for card in state.draw_for_deal]
    if table.start is not None:
        record["start"] = table.start
    record["hands"] = _hands(table, rules, state.first_dealer)
    for hand, result in zip(record["hands"], state.hand_results, strict=True):
        hand["result"] = {
            "tricks": list(result.tricks),
            "points": [side.points for side in result.sides],
            "bags": [side.bags_after for side in result.sides],
            "totals": [side.total for side in result.sides],
        }
    assert state.result is not None
    record["result"] = state.result.to_dict()
    record["x-fairness"] = {
        "algorithm": fairness.ALGORITHM,
        "commitment": table.commitment,
        "master": revealed(table),
        "salt_hashes": hashes_of(table, seats),
        "salts": salts_of(table, seats),
        "salts_from": 0 if table.deals_id is None else table.salts_from,
        "pack": " ".join(rules.names[card] for card in rules.pack),
        "seats": rules.players,
        "first_dealer": _first_dealer_by(table, state),
    }
    return record


def _first_dealer_by(table: Table, state: engine.State) -> str:
    if table.first_dealer is not None:
        return "assigned"
    return "random" if state.draw_for_deal is None else "draw"


def _hands(table: Table, rules: RuleSet, first_dealer: int) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    thrown_in = 0
    log = table.actions.filter(kind__in=(Action.Kind.DEAL, Action.Kind.PLAY)).order_by("version")
    for row in log:
        if row.kind == Action.Kind.DEAL:
            order = row.text.split(" ")[1:]
            thrown_in += bool(hands) and fairness.was_thrown_in(hands[-1]["actions"])
            dealer = fairness.dealer_of(
                len(hands) + 1, first=first_dealer, players=rules.players, thrown_in=thrown_in
            )
            hand: dict[str, Any] = {"actions": []}
            if rules.deal == "draw":
                hand["stock"] = " ".join(order)
            else:
                dealt = fairness.dealt_names(order, players=rules.players, dealer=dealer)
                hand["deal"] = [" ".join(cards) for cards in dealt]
            hands.append(hand)
        else:
            hands[-1]["actions"].append(f"{row.seat} {row.text}")
    return hands
