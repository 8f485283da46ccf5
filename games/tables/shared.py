"""Deals that several tables share: made before, kept from everybody who hasn't played them, opened when all have.

Until then a table of the group shows its own players what they see in play and nobody else anything of the game: who
watched, or had finished, could tell those who still play what lies ahead of them. Record, replay and the secret wait too.
"""

from games.tables import dealing
from games.tables.ledger import locked
from games.tables.models import SharedDeals, SharedSecret, Table
from spades_site.common.clock import now


def make_shared_deals() -> SharedDeals:
    """Commit to the deals of a group of tables that are to be opened; call it in a transaction."""
    master, commitment = dealing.new_secret()
    deals = SharedDeals.objects.create(commitment=commitment, created_at=now())
    SharedSecret.objects.create(deals=deals, master=master)
    return deals


def open_shared_deals(deals_id: int) -> bool:
    """Let everybody see what the group's tables played, once all of them are over; returns whether that was news.

    Call it in a transaction. While a table of the group is in play nothing happens.
    """
    deals = SharedDeals.objects.select_for_update().filter(pk=deals_id, opened_at=None).first()
    running = (Table.Status.OPEN, Table.Status.PLAYING)
    if deals is None or deals.tables.filter(status__in=running).exists():
        return False
    deals.opened_at = now()
    deals.save(update_fields=["opened_at"])
    for table_id in deals.tables.order_by("pk").values_list("pk", flat=True):
        with locked(table_id) as ledger:
            ledger.save()  # Whoever looks at the table gets the picture with its links.
    return True
