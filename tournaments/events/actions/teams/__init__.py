"""Actions on the teams of a tournament, by organizers and captains."""

from tournaments.events.actions.teams.captains import enter_league_team, teams_to_enter
from tournaments.events.actions.teams.line_up import name_line_up
from tournaments.events.actions.teams.merging import changed_words, merge_teams, mergeable
from tournaments.events.actions.teams.rosters import change_team, enter_team, set_leaders

__all__ = [
    "change_team",
    "changed_words",
    "enter_league_team",
    "enter_team",
    "merge_teams",
    "mergeable",
    "name_line_up",
    "set_leaders",
    "teams_to_enter",
]
