from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: users, guests, their time zones and settings."""

    name = "spades_site.accounts"
    label = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Subscribe the logs to renames, and declare the personal data."""
        from allauth.mfa.signals import authenticator_added, authenticator_used

        from spades_site.accounts.personal import declare_accounts
        from spades_site.accounts.renaming import RENAMED, follow_in_logs
        from spades_site.accounts.sign_in import devices, security_log
        from spades_site.accounts.sign_in.second_factor import end_older_sessions, use_codes_once
        from spades_site.common import outbox

        outbox.register(RENAMED, "accounts", follow_in_logs)
        authenticator_added.connect(end_older_sessions, dispatch_uid="accounts.factor_added")
        declare_accounts()
        security_log.listen()
        use_codes_once()
        devices.limit_codes()
        for passed in (authenticator_added, authenticator_used):
            passed.connect(devices.remember, dispatch_uid="accounts.device_known")
