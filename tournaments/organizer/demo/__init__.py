"""A realistic club for demonstrations, created by the domain functions with the clock set back.

People join leagues, enter tournaments, and play games to the end (as bots), which are rated, as if the weeks had
passed.
"""

import random
from datetime import timedelta

from spades_site.common.clock import now
from spades_site.notices import services
from tournaments.organizer import hooks
from tournaments.organizer.demo.club import ORGANIZER, STAFF, Club
from tournaments.organizer.demo.evenings import Evenings
from tournaments.organizer.demo.everyday import Everyday
from tournaments.organizer.demo.ladder import PairsLadder
from tournaments.organizer.demo.seasons import PairsLeagues
from tournaments.organizer.demo.team_league import TeamLeague
from tournaments.organizer.past import Past

__all__ = ["ORGANIZER", "STAFF", "found_club"]

AGE = timedelta(weeks=18)


def found_club(dice: random.Random, clock: Past, password: str) -> None:
    """Create a club and simulate it up to now; `password` is that of its organizer and the site's staff."""
    club = Club(dice, clock)
    clock.go_to(AGE)
    club.sign_up(password)
    league = club.found_league()
    PairsLeagues(club, league)
    everyday = Everyday(club)
    Evenings(club, league, everyday)
    TeamLeague(club, league)
    PairsLadder(club, league)
    club.live()
    for add in hooks.in_demo:
        add(league, club.people[ORGANIZER])
    services.mark_old_read(before=now() - timedelta(days=1))
