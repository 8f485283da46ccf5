"""Table statistics besides the score: contracts, nils and bags, counted once when the table is over."""

from dataclasses import dataclass

from games import engine
from games.engine.scoring import contract_made
from games.tables.models import Table
from tournaments.events.models import MatchTable


@dataclass
class Tally:
    """One side's hands at a table: its contracts and how many it made, nils bid and kept, bags, and its best contract.

    The best contract is the highest one made; ties go to the one with most tricks, then to the first.
    """

    hands: int = 0
    contracts: int = 0
    made: int = 0
    nils: int = 0
    nils_kept: int = 0
    overtricks: int = 0
    best_contract: int = 0
    best_tricks: int = 0
    best_hand: int = 0


def hands_at(at: MatchTable) -> tuple[engine.HandResult, ...]:
    """Return the hands of a table, also those thrown in, preceded by those kept from the table that it continues; () if its game isn't
    stored. One query per table.
    """
    before = hands_at(at.continues)[: at.hands_before] if at.continues else ()
    row = Table.objects.filter(pk=at.table_id or 0).values_list("state", "rules").first()
    if row is None or row[0] is None:
        return before
    return before + engine.restore({**row[0], "rules": row[1]}).hand_results


def tallies_at(at: MatchTable) -> list[Tally]:
    """Return the tallies of a finished table by the sides of its match; empty if its game isn't stored."""
    found = hands_at(at)
    if not found:
        return []
    tallies = [Tally() for _side in found[0].sides]
    for number, hand in enumerate(found, start=1):
        if hand.shown:
            continue
        for index, (tally, side) in enumerate(zip(tallies, hand.sides, strict=True)):
            # Partners sit opposite each other, so a side's seats are as far apart as there are sides.
            seats = range(index, len(hand.tricks), len(hand.sides))
            codes = [line.code for line in side.lines]
            tally.hands += 1
            # A contract made with a revoke doesn't count.
            tally.contracts += sum(code in ("contract", "set", "revoke") for code in codes)
            tally.made += codes.count("contract")
            kept = codes.count("nil_kept") + 2 * codes.count("double_nil")
            tally.nils += kept + codes.count("nil_broken")
            tally.nils_kept += kept
            tally.overtricks += side.bags
            made, tricks = contract_made(side), sum(hand.tricks[seat] for seat in seats)
            if made and (made, tricks) > (tally.best_contract, tally.best_tricks):
                tally.best_contract, tally.best_tricks = made, tricks
                tally.best_hand = number
    return tallies[::-1] if at.crossed else tallies
