from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Notices to people: on the page and by mail."""

    name = "spades_site.notices"
    label = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        """Subscribe to measures on accounts that people are notified of."""
        from spades_site.accounts.avatar import PICTURE_REMOVED
        from spades_site.accounts.renaming import RENAMED
        from spades_site.common import outbox
        from spades_site.notices.personal import declare
        from spades_site.notices.renaming import on_picture_removed, on_renamed

        outbox.register(RENAMED, "notices", on_renamed)
        outbox.register(PICTURE_REMOVED, "notices", on_picture_removed)
        declare()
