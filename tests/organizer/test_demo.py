"""The demonstration club: what happened there lies in the order in which it would have happened."""

import pytest
from django.core.management import call_command

from games.ratings.models import RatedResult
from tournaments.events.models import Tournament


@pytest.mark.long
@pytest.mark.django_db
def test_the_club_s_games_are_rated_in_the_order_in_which_they_ended() -> None:
    call_command("demo")
    ends = list(RatedResult.objects.order_by("pk").values_list("finished_at", flat=True))
    assert ends == sorted(ends)
    assert sorted(Tournament.objects.values_list("name", "status")) == [
        ("Autumn pairs", "running"),
        ("Club cup", "finished"),
        ("Open evening", "registration"),
        ("Sunday knock-out", "finished"),
    ]
