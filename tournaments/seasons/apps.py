from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonsConfig(AppConfig):
    """Seasons of leagues: divisions, fixtures, tables, promotion."""

    name = "tournaments.seasons"
    label = "seasons"
    verbose_name = _("Seasons")

    def ready(self) -> None:
        """Declare personal data, register the seasons shown on profiles, and subscribe to corrected results."""
        from games.ratings import hooks
        from games.statistics.achievements import provide_honours
        from spades_site.common import outbox
        from tournaments.events.actions.decisions import CORRECTED
        from tournaments.events.actions.lifecycle import OPENED
        from tournaments.leagues import hooks as league_hooks
        from tournaments.seasons.lifecycle.final import on_opened
        from tournaments.seasons.lifecycle.publishing import lead_in_seasons
        from tournaments.seasons.personal import declare
        from tournaments.seasons.queries.careers import career_of
        from tournaments.seasons.queries.honours import honour_pages, honours
        from tournaments.seasons.tables.champions import on_corrected
        from tournaments.seasons.tables.counting import why_not_counted

        outbox.register(CORRECTED, "seasons", on_corrected)
        outbox.register(OPENED, "seasons", on_opened)
        hooks.career_of.provide(career_of)
        provide_honours("tournaments", honours, honour_pages)
        league_hooks.leaders_changed.provide("seasons", lead_in_seasons)
        league_hooks.why_not_counted.provide(why_not_counted)
        declare()
