"""The level of the bots that stand in at a tournament's tables."""

from typing import Any

import pytest

from games.bots.levels import CLUB, RELAXED, STRONG
from tests.events.conftest import Club

pytestmark = pytest.mark.django_db


def test_tables_have_the_tournaments_level_as_far_as_the_site_can_play_it(
    club: Club, settings: Any
) -> None:
    found = []
    for queue, chosen in ((False, STRONG), (True, STRONG), (True, CLUB)):
        settings.BOTS_QUEUE = queue
        cup = club.started(4, bots_level=chosen, name=f"Cup {queue} {chosen}")
        found += [{match.table.bots_level for match in club.in_play(cup)}]
    assert found == [{RELAXED}, {STRONG}, {CLUB}]
