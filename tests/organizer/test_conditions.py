"""The form's fields for conditions, timetable and scoring, and the people an organizer invites."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from games.bots.levels import CLUB
from spades_site.common.clock import now
from tests.organizer.test_making import NEW, said
from tests.support.stages import posted
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(client: Any, member: Any) -> Any:
    user = member("ann")
    client.force_login(user)
    return user


def test_empty_fields_have_the_defaults(client: Any, ann: Any) -> None:
    client.post(NEW, said())
    made = Tournament.objects.get()
    assert (made.timing, made.no_show, made.no_time, made.grace_minutes, made.dispute_hours) == (
        "flow", "bot", "at_end", 1, 24,
    )  # fmt: skip
    assert (made.invited_only, made.waiting_list, made.rating_min, made.rating_max) == (
        False, False, None, None,
    )  # fmt: skip
    assert (made.scoring["win"], made.scoring["bye"]) == (2, 0)
    # Bots that stand in are no weaker because nobody chose; where there is one level there is no choice.
    assert made.bots_level == CLUB
    assert b"bots_level" not in client.get(NEW).content


def test_everything_that_is_filled_in_is_kept_and_shown_again(
    client: Any, ann: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOTS_QUEUE = True
    later = timezone.localtime(now() + timedelta(days=3)).strftime("%Y-%m-%d %H:%M")
    answer = client.post(
        NEW,
        said(
            {"format": "swiss"}, waiting_list="on", invited_only="on", rating_min="1200",
            rating_max="1800", late_until_round="2", timing="windows", round_every="7",
            round_unit="1440", round_times=later, no_time="forfeit", confirm_draws="on",
            no_show="forfeit", grace_minutes="5", dispute_hours="0", bots_level="3", worth_win="3",
            worth_draw="1.5", tie_1="buchholz", tie_2="wins",
        ),
    )  # fmt: skip
    made = Tournament.objects.get()
    assert (made.waiting_list, made.invited_only, made.rating_min, made.rating_max) == (
        True, True, 1200, 1800,
    )  # fmt: skip
    assert (made.late_until_round, made.timing, made.round_every_minutes) == (2, "windows", 10080)
    assert len(made.round_times) == 1
    assert (made.no_time, made.confirm_draws, made.no_show) == ("forfeit", True, "forfeit")
    assert (made.grace_minutes, made.dispute_hours, made.bots_level) == (5, 0, 3)
    policy = made.scoring
    assert (policy["win"], policy["draw"], policy["bye"]) == ("3", "1.5", "3")
    assert policy["forfeit_win"] == "3"
    assert policy["tie_breaks"] == ["buchholz", "wins"]
    edit = f"{answer.url}edit/"
    form = client.get(edit).context["form"]
    shown = {
        name: form[name].value() for name in ("round_every", "round_unit", "worth_win", "tie_2")
    }
    assert shown == {"round_every": 7, "round_unit": "1440", "worth_win": "3", "tie_2": "wins"}
    assert form["round_times"].value() == later
    assert (form.timetable_touched, form.entry_touched, form.scoring_touched) == (True, True, True)
    again = {
        name: form[name].value()
        for name in form.fields
        if form[name].value() not in (None, "") and form[name].value() is not False
    }
    again["starts_at"] = again["starts_at"].strftime("%Y-%m-%dT%H:%M")
    before = Tournament.objects.filter(pk=made.pk).values().get()
    assert client.post(edit, again | posted({"format": "swiss"})).url == answer.url
    after = Tournament.objects.filter(pk=made.pk).values().get()
    assert Decimal(after["scoring"].pop("win")) == Decimal(before["scoring"].pop("win"))
    same = set(before) - {"version", "starts_at"}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        (
            {"tie_1": "lots", "tie_2": "wins"},
            {"tie_1": ["The draw of lots breaks every tie. Put it last."]},
        ),
        (
            {"worth_draw": "4"},
            {
                "worth_win": [
                    "A win must be worth at least a draw, and a draw at least a loss. Change the points."
                ]
            },
        ),
        (
            {"worth_win": "1", "worth_draw": "0.5", "worth_forfeit_win": "2"},
            {
                "worth_forfeit_win": [
                    "A win by forfeit can’t be worth more than a win. Lower its points, or leave them empty."
                ]
            },
        ),
        (
            {"timing": "fixed"},
            {"round_every": ["Enter the time between rounds, or list the times of the rounds."]},
        ),
        (
            {"timing": "fixed", "round_times": "2020-01-01 20:00"},
            {
                "round_times": [
                    "Each time must be later than the one before it, and the first later than the start."
                ]
            },
        ),
        (
            {"timing": "fixed", "round_times": "on friday"},
            {
                "round_times": [
                    "Line 1: This isn’t a date and time. Write it like 2026-03-14 20:00."
                ]
            },
        ),
    ],
)
def test_each_error_is_shown_at_its_field(
    client: Any, ann: Any, fields: dict[str, str], errors: dict[str, list[str]]
) -> None:
    answer = client.post(NEW, said(**fields))
    assert (answer.status_code, answer.context["form"].errors) == (422, errors)
    assert not Tournament.objects.exists()


def test_an_organizer_invites_by_name_and_takes_it_back(client: Any, ann: Any, member: Any) -> None:
    page = client.post(NEW, said(invited_only="on")).url
    eve = member("eve")
    client.post(f"{page}open-registration/")
    client.post(f"{page}guests/", {"username": "eve"})
    cup = Tournament.objects.get()
    assert [guest.user for guest in cup.player_invitations.all()] == [eve]
    client.force_login(eve)
    assert "You are invited to Friday night." in client.get("/").content.decode()
    assert client.post(f"{page}guests/", {"username": "ann"}).status_code == 404
    client.force_login(ann)
    client.post(f"{page}guests/{cup.player_invitations.get().pk}/remove/")
    assert cup.player_invitations.count() == 0
