from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables: seats, actions, clocks and who may see what."""

    name = "games.tables"
    label = "tables"

    def ready(self) -> None:
        """Let friendships heed the blocks that are kept here."""
        from games.tables.mutes import blocked_keys
        from spades_site.accounts import friends

        friends.tell_blocks(blocked_keys)
