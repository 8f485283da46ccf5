from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People: users, guests, their time zones and settings."""

    name = "spades_site.accounts"
    label = "accounts"
