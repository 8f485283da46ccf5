from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """Celery tasks of the tournaments."""

    name = "tournaments.scheduling"
    label = "scheduling"
