"""The standings during a round: entries that still play don't count as absent."""

from decimal import Decimal
from typing import Any

import pytest

from tournaments.events.models import Tournament
from tournaments.events.scoring.ranking import standings_of


def buchholz(cup: Tournament) -> dict[int, Decimal | None]:
    return {row.key: row.tie_breaks["buchholz"] for row in standings_of(cup)}


@pytest.mark.django_db
def test_a_match_in_play_is_no_bye(club: Any) -> None:
    cup = club.started(6, format="swiss", rounds=3)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    first = buchholz(cup)
    assert sorted(first.values()) == [0, 0, 0, 2, 2, 2]
    played, *others = club.in_play(cup)
    club.finish(played, 500, 300)
    now = buchholz(cup)
    met = {
        key
        for match in cup.matches.filter(round__number=1)
        if {match.entries[0].pk, match.entries[1].pk} & {played.entries[0].pk}
        for key in (match.entries[0].pk, match.entries[1].pk)
    }
    still = {key for match in others for key in (match.entries[0].pk, match.entries[1].pk)}
    assert len(still - met) >= 3
    assert {key: now[key] for key in still - met} == {key: first[key] for key in still - met}
