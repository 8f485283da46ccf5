from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProblemsConfig(AppConfig):
    """Daily problems of bidding and play from finished games."""

    name = "games.problems"
    label = "problems"
    verbose_name = _("Problems")

    def ready(self) -> None:
        """Keep a visitor's answers when they sign in, and declare the personal data."""
        from django.contrib.auth.signals import user_logged_in

        from games.problems.answers import carry_over
        from games.problems.personal import declare

        user_logged_in.connect(carry_over, dispatch_uid="problems")
        declare()
