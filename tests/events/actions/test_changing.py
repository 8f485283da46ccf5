"""What can still be changed once registration is open."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.changing import change_tournament, changeable
from tournaments.events.models import Tournament
from tournaments.events.setup.proposal import NotValid

pytestmark = pytest.mark.django_db


def change(club: Club, cup: Tournament, **changes: Any) -> Tournament:
    """Change it as its organizer."""
    return change_tournament(tournament_id=cup.pk, by=club.organizer, **changes)


def test_more_places_let_in_who_waits_and_taken_ones_stay(club: Club) -> None:
    cup = club.with_entries(4, max_entries=4, waiting_list=True)
    club.enter_pair(cup, "c", "d")
    assert [one.status for one in cup.entries.order_by("pk")] == ["entered"] * 4 + ["waiting"]
    with pytest.raises(NotValid) as refused:
        change(club, cup, max_entries=3)
    assert refused.value.errors == {
        "max_entries": ["4 places are taken. Remove entries first, or keep as many places."]
    }
    assert change(club, cup, max_entries=5).max_entries == 5
    assert {one.status for one in cup.entries.all()} == {"entered"}
    news = Notice.objects.filter(kind="entry", params__news="promoted")
    assert sorted(news.values_list("user__username", flat=True)) == ["c", "d"]


def test_a_check_in_whose_time_has_come_opens_at_once(club: Club) -> None:
    cup = club.with_entries(2)
    assert change(club, cup, check_in_minutes=60).status == "check_in"
    entering.check_in(tournament_id=cup.pk, user=club.player("a1"))
    with pytest.raises(Refused) as refused:
        change(club, cup, check_in_minutes=0)
    assert refused.value.code == "begun"


def test_under_way_texts_and_pauses_change_and_over_nothing(club: Club) -> None:
    cup = club.started(2)
    assert changeable(Tournament.objects.get()) == (
        "name", "description", "prizes", "pause_between_rounds",
    )  # fmt: skip
    changed = change(
        club, cup, name="  Winter   cup ", prizes="A cup\n A pen ", pause_between_rounds=600
    )
    assert (changed.name, changed.prize_list, changed.pause_between_rounds) == (
        "Winter cup", ["A cup", "A pen"], 600,
    )  # fmt: skip
    version = changed.version
    assert change(club, cup, name="Winter cup").version == version
    for changes, code in (
        ({"starts_at": now() + timedelta(hours=3)}, "begun"),
        ({"max_entries": 20}, "begun"),
        ({"name": "x"}, "not_valid"),
        ({"pause_between_rounds": -1}, "not_valid"),
    ):
        with pytest.raises(Refused) as refused:
            change(club, cup, **changes)
        assert refused.value.code == code
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer)
    assert changeable(Tournament.objects.get()) == ()
