from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People: users, guests, their time zones and settings."""

    name = "spades_site.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Have the logs follow people who get another name, and say what is held about a person."""
        from spades_site.accounts.personal import declare_accounts
        from spades_site.accounts.renaming import RENAMED, follow_in_logs
        from spades_site.common import outbox

        outbox.register(RENAMED, "accounts", follow_in_logs)
        declare_accounts()
