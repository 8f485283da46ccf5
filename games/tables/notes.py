"""What becomes known of a game after its end."""

from collections.abc import Mapping

from games.tables.ledger import locked


def note_rating_changes(table_id: int, changes: Mapping[int, tuple[int, int]]) -> None:
    """Show at the table what the game did to its players' ratings: from users' keys to before and after."""
    with locked(table_id) as ledger:
        ledger.table.rating_changes = [
            {
                "seat": seat.index,
                "before": changes[seat.user_id][0],
                "after": changes[seat.user_id][1],
            }
            for seat in ledger.seats
            if seat.user_id in changes
        ]
        ledger.save()
