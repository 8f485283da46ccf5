from django.apps import AppConfig


class LearnConfig(AppConfig):
    """The course for newcomers, the rules as pages, and the glossary."""

    name = "games.learn"
    label = "learn"

    def ready(self) -> None:
        """Carry a visitor's progress over when they sign in, and declare the personal data."""
        from django.contrib.auth.signals import user_logged_in

        from games.learn.personal import declare
        from games.learn.progress import carry_over

        user_logged_in.connect(carry_over, dispatch_uid="learn")
        declare()
