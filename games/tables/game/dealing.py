"""A table's cards, from the committed master secret, the revealed salts and the hand's number (docs/fairness.md)."""

import secrets
from collections.abc import Sequence

from games import engine, fairness
from games.engine import RuleSet, State
from games.tables.game.locked_table import LockedTable
from games.tables.models import Action, Seat, SharedSalts, SharedSecret, Table, TableSecret


def new_secret() -> tuple[bytes, str]:
    """Return a new master secret and the commitment to it."""
    master = fairness.new_master(secrets.token_bytes(fairness.MASTER_BYTES))
    return master, fairness.commitment(master)


def begin(table: Table, rules: RuleSet, seats: Sequence[Seat]) -> State:
    """Return the table's new game. The first dealer is the table's, or chosen by the rules: at random or by high card."""
    master, salts = _master(table), salts_of(table, seats)
    if table.first_dealer is not None:
        return engine.new_game(rules, first_dealer=table.first_dealer, start=start_of(table))
    if rules.first_dealer == "high_card":
        drawn = fairness.drawn_names(
            [rules.names[card] for card in rules.pack], rules.players, master=master, salts=salts
        )
        return engine.new_game(rules, draw_for_deal=[rules.codes[name] for name in drawn])
    dealer = fairness.first_dealer(rules.players, master=master, salts=salts)
    return engine.new_game(rules, first_dealer=dealer)


def start_of(table: Table) -> engine.Start | None:
    """Return the initial score of a game that continues another one, else None. Such a table has a first dealer."""
    if table.start is None:
        return None
    return engine.Start.from_dict(table.start)


def next_pack(table: Table, state: State, seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the shuffled pack of the next hand."""
    return _pack(state, _master(table), salts_of(table, seats))


def dealt_alone(rules: RuleSet, master: bytes) -> State:
    """Return the first hand of deals that the server alone determines by a secret, without a table."""
    dealer = fairness.first_dealer(rules.players, master=master, salts=())
    state = engine.new_game(rules, first_dealer=dealer)
    return engine.deal(state, _pack(state, master, ()))


def _pack(state: State, master: bytes, salts: Sequence[str]) -> tuple[int, ...]:
    rules = state.rules
    names = fairness.shuffled_names(
        [rules.names[card] for card in rules.pack],
        master=master,
        salts=salts,
        hand_no=state.hand_no + 1,
    )
    return tuple(rules.codes[name] for name in names)


def deal_first(locked: LockedTable) -> None:
    """Deal the first hand from the master secret and the revealed salts."""
    locked.state = begin(locked.table, locked.rules, locked.seats)
    deal_next(locked)


def deal_next(locked: LockedTable) -> None:
    """Deal the next hand; people who took a bot's seat during the previous one play from now on."""
    for seat in locked.seats:
        if seat.next_hand:
            seat.stand_in = seat.next_hand = False
            locked.touch(seat)
    pack = next_pack(locked.table, locked.game, locked.seats)
    locked.state = engine.deal(locked.game, pack)
    locked.note(Action.Kind.DEAL, deal_text(locked.rules, pack), by=Action.By.SERVER)


def salts_of(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Return the salts used for a dealt table's cards: its seats', or those of all tables that share the deals.

    "" stands for no salt, or one that wasn't revealed in time.
    """
    if table.deals_id is None:
        return [seat.salt for seat in seats]
    shared = SharedSalts.objects.get(deals_id=table.deals_id)
    assert shared.salts is not None  # They are frozen before any hand is dealt.
    return list(shared.salts)


def hashes_of(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Return the frozen list of hashes: by seat, or those of all tables that share the deals."""
    if table.deals_id is None:
        return [seat.salt_hash for seat in seats]
    return list(SharedSalts.objects.get(deals_id=table.deals_id).hashes)


def revealed(table: Table) -> str | None:
    """Return the master secret in hexadecimal once the game is over, and None before.

    Where deals are shared, the games at all their tables must be over.
    """
    return _master(table).hex() if table.is_over and not table.is_closed else None


def _master(table: Table) -> bytes:
    if table.deals_id is not None:
        return bytes(SharedSecret.objects.get(deals_id=table.deals_id).master)
    return bytes(TableSecret.objects.get(table_id=table.pk).master)


def deal_text(rules: RuleSet, pack: Sequence[int]) -> str:
    """Return the log's text of a deal."""
    return "deal " + " ".join(rules.names[card] for card in pack)
