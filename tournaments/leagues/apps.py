from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues, seasons and teams."""

    name = "tournaments.leagues"
    label = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        """Register leagues as circles of casual tables, with their rule sets, and make blocking somebody decline their invitations."""
        from games.tables import hooks
        from spades_site.accounts.friends import circle_of
        from tournaments.leagues import team_invitations
        from tournaments.leagues.joining import decline_all_from
        from tournaments.leagues.personal import declare
        from tournaments.leagues.picking import to_befriend, to_table
        from tournaments.leagues.rule_sets import own_rules_of_member
        from tournaments.leagues.selectors import circles_of, tables_seen_by

        hooks.circles_of_member.provide(circles_of)
        hooks.own_rules_of_member.provide(own_rules_of_member)
        circle_of.provide(to_befriend)
        hooks.to_invite.provide(to_table)
        hooks.audiences["league"]["leagues"] = tables_seen_by
        hooks.blocked.provide("leagues", decline_all_from)
        hooks.blocked.provide("teams", team_invitations.decline_all_from)
        declare()
