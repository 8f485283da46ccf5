"""Where a table's cards come from: the committed master secret, the seats' salts and the hand's number."""

import secrets
from collections.abc import Sequence

from games import engine, fairness
from games.engine import RuleSet, State, card_name, parse_card
from games.tables.models import Seat, Table, TableSecret


def new_secret() -> tuple[bytes, str]:
    """Return a new master secret and the commitment to it."""
    master = fairness.new_master(secrets.token_bytes(fairness.MASTER_BYTES))
    return master, fairness.commitment(master)


def begin(table: Table, rules: RuleSet, seats: Sequence[Seat]) -> State:
    """Return the table's new game, with the first dealer as the rules say: by lot or by the draw for high card."""
    master, salts = _master(table), salts_of(seats)
    if rules.first_dealer == "high_card":
        drawn = fairness.drawn_names(
            map(card_name, rules.pack), rules.players, master=master, salts=salts
        )
        return engine.new_game(rules, draw_for_deal=[parse_card(name) for name in drawn])
    dealer = fairness.first_dealer(rules.players, master=master, salts=salts)
    return engine.new_game(rules, first_dealer=dealer)


def next_pack(table: Table, state: State, seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the shuffled pack of the next hand."""
    names = fairness.shuffled_names(
        map(card_name, state.rules.pack),
        master=_master(table),
        salts=salts_of(seats),
        hand_no=state.hand_no + 1,
    )
    return tuple(parse_card(name) for name in names)


def salts_of(seats: Sequence[Seat]) -> list[str]:
    """Return the seats' salts in their order; a bot's is empty."""
    return [seat.salt for seat in seats]


def revealed(table: Table) -> str | None:
    """Return the master secret in hexadecimal once the game is over, and None before."""
    return _master(table).hex() if table.is_over else None


def _master(table: Table) -> bytes:
    return bytes(TableSecret.objects.get(table_id=table.pk).master)


def deal_text(pack: Sequence[int]) -> str:
    """Return the log's text of a deal."""
    return "deal " + " ".join(card_name(card) for card in pack)
