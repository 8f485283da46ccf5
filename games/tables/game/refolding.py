"""Check tables' snapshots against their logs, after a restore or a manual change of the database."""

from collections.abc import Iterator
from typing import NamedTuple

from games import engine
from games.engine import EngineError, RuleSet, State
from games.engine.actions import parse_action
from games.tables.game.dealing import begin, deal_text, next_pack
from games.tables.models import Action, Table


class Difference(NamedTuple):
    """A table whose log and snapshot disagree: its address, and the parts of the game that differ. Never cards."""

    public_id: str
    what: str


def differences() -> Iterator[Difference | None]:
    """Yield, for each table with a game, the difference between its log and snapshot, or None."""
    tables = Table.objects.filter(state__isnull=False).select_related("deals")
    for table in tables.order_by("pk").iterator(chunk_size=100):
        what = difference(table)
        yield Difference(table.public_id, what) if what else None


def difference(table: Table) -> str:
    """Replay a table's log from the first deal, and return what differs from its snapshot; "" if nothing.

    Recomputes the deals from the secret and the salts, which checks them too.
    """
    seats = list(table.seats.order_by("index"))
    state = begin(table, RuleSet.from_dict(table.rules), seats)
    newest = 0
    for row in table.actions.order_by("version"):
        newest = row.version
        try:
            if row.kind == Action.Kind.DEAL:
                pack = next_pack(table, state, seats)
                if deal_text(state.rules, pack) != row.text:
                    return f"the deal of hand {row.hand_no}"
                state = engine.deal(state, pack)
            elif row.kind == Action.Kind.PLAY:
                state.act(parse_action(row.text, state.rules.codes), row.seat or 0)
        except EngineError as error:
            return f"version {row.version}: {type(error).__name__}"
    if newest > table.version:
        return f"the version is {table.version}, the log goes on to {newest}"
    return _parts(state, table)


def _parts(state: State, table: Table) -> str:
    assert table.state is not None
    stored = engine.position(engine.restore({**table.state, "rules": table.rules}))
    found = engine.position(state)
    return ", ".join(sorted(name for name in found if found[name] != stored[name]))
