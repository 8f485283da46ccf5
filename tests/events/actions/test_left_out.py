"""Entries that are late at the start: on the way they keep their place in the draw; left out, they are let in again."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tournaments.events import advance
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.night import attendance, left_out
from tournaments.events.models import Entry, Tournament
from tournaments.events.queries.evening import evening_of
from tournaments.events.queries.evening_rows import State

pytestmark = pytest.mark.django_db


def begun(
    club: Any, number: int = 5, *, way: bool = False, **fields: Any
) -> tuple[Tournament, Entry]:
    """A tournament that has begun; its last entry wasn't checked in, or was on the way."""
    cup = club.with_entries(number, check_in_minutes=10, **fields)
    club.hands.forward(51 * 60)
    advance.advance(cup.pk)
    *others, late = cup.entries.order_by("pk")
    for entry in others:
        asked = {"tournament_id": cup.pk, "place": f"entry:{entry.pk}", "by": club.organizer}
        attendance.check_in_place(**asked)
    if way:
        place = f"entry:{late.pk}"
        attendance.note_on_the_way(tournament_id=cup.pk, place=place, by=club.organizer)
    club.hands.forward(10 * 60)
    advance.advance(cup.pk)
    cup.refresh_from_db()
    late.refresh_from_db()
    return cup, late


def names(cup: Tournament) -> set[str]:
    """Return the names of the entries in the draw; in a bracket not all of them are in its first matches."""
    draft = drafts.draft_of(cup)
    assert draft is not None
    if cup.is_knock_out:
        return set(cup.entries.filter(seed_no__isnull=False).values_list("name", flat=True))
    return {entry.name for match in draft.matches.all() for entry in match.entries}


@pytest.mark.parametrize("format_", ["swiss", "knock_out", "round_robin"])
def test_on_the_way_holds_the_place_until_the_draw_is_released(club: Any, format_: str) -> None:
    cup, late = begun(club, way=True, format=format_, confirm_draws=True, hold_minutes=10)
    assert (late.status, late.name in names(cup)) == ("entered", True)
    evening = evening_of([cup], cup.starts_at + timedelta(minutes=1))
    (held,) = [one for one in evening.people if one.name == late.name]
    until = cup.starts_at + timedelta(minutes=10)
    assert (held.state, held.due, held.held) == (State.ON_THE_WAY, until, True)
    asked = {"tournament_id": cup.pk, "place": f"entry:{late.pk}", "by": club.organizer}
    attendance.check_in_place(**asked)
    late.refresh_from_db()
    assert (late.status, late.checked_in_at is not None) == ("checked_in", True)


def test_nobody_is_held_where_the_setting_says_so(club: Any) -> None:
    cup, late = begun(club, way=True, format="swiss", confirm_draws=True, hold_minutes=0)
    assert (late.status, late.name in names(cup)) == ("absent", False)


def test_an_entry_on_the_way_is_absent_when_its_time_is_over(club: Any) -> None:
    cup, late = begun(club, way=True, format="swiss", confirm_draws=True, hold_minutes=5)
    club.hands.forward(6 * 60)
    evening = evening_of([cup], cup.starts_at + timedelta(minutes=6))
    assert [one.state for one in evening.people if one.name == late.name] == [State.ABSENT]


@pytest.mark.parametrize("format_", ["swiss", "knock_out"])
def test_who_is_not_coming_leaves_the_draw_and_can_be_let_in(club: Any, format_: str) -> None:
    cup, late = begun(club, way=True, format=format_, confirm_draws=True)
    asked = {"tournament_id": cup.pk, "place": f"entry:{late.pk}", "by": club.organizer}
    attendance.undo_on_the_way(**asked)
    late.refresh_from_db()
    assert (late.status, late.seed_no, late.name in names(cup)) == ("absent", None, False)
    left_out.let_in(**asked)
    late.refresh_from_db()
    assert (late.status, late.name in names(cup)) == ("checked_in", True)


@pytest.mark.parametrize("format_", ["swiss", "knock_out", "round_robin"])
def test_an_entry_that_was_left_out_is_in_the_draw_that_waits(club: Any, format_: str) -> None:
    cup, late = begun(club, format=format_, confirm_draws=True)
    assert (late.status, late.name in names(cup)) == ("absent", False)
    assert [one.name for one in evening_of([cup], cup.starts_at).left_out] == [late.name]
    left_out.let_in(tournament_id=cup.pk, place=f"entry:{late.pk}", by=club.organizer)
    assert late.name in names(cup)
    assert evening_of([cup], cup.starts_at).left_out == []
    told = Notice.objects.filter(user__username="a5").order_by("-pk")[0]
    assert (told.kind, told.path) == ("entry", cup.get_absolute_url())


def test_in_a_swiss_under_way_they_play_from_the_next_round(club: Any) -> None:
    cup, late = begun(club, format="swiss", rounds=3)
    left_out.let_in(tournament_id=cup.pk, place=f"entry:{late.pk}", by=club.organizer)
    late.refresh_from_db()
    assert (late.status, late.joined_round, late.seed_no) == ("checked_in", 2, 5)
    left_out.let_in(tournament_id=cup.pk, place=f"entry:{late.pk}", by=club.organizer)


def test_a_full_bracket_has_no_place(club: Any) -> None:
    cup, late = begun(club, format="knock_out")
    with pytest.raises(Refused) as refused:
        left_out.let_in(tournament_id=cup.pk, place=f"entry:{late.pk}", by=club.organizer)
    assert refused.value.code == "late_closed"
    with pytest.raises(Refused) as refused:
        left_out.let_in(tournament_id=cup.pk, place=f"entry:{late.pk}", by=club.player("a1"))
    assert refused.value.code == "not_organizer"


def test_a_hand_made_draw_is_not_redrawn(club: Any) -> None:
    cup, late = begun(club, format="swiss", confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert draft is not None
    one, other = (match.entries[0] for match in list(draft.matches.all())[:2])
    drafts.swap(
        round_id=draft.pk, first_id=one.pk, second_id=other.pk, by=club.organizer, reason="Asked"
    )
    before = names(cup)
    left_out.let_in(tournament_id=cup.pk, place=f"entry:{late.pk}", by=club.organizer)
    assert names(cup) == before


def test_the_desk_lets_them_in_at_a_press(club: Any) -> None:
    cup, late = begun(club, format="swiss", confirm_draws=True)
    client = Client()
    client.force_login(club.organizer)
    desk = f"/organize/tournaments/{cup.slug}/desk/"
    page = client.get(desk).content.decode()
    assert "Left out at the start" in page
    assert f'value="in entry:{late.pk}"' in page
    client.post(f"{desk}do/", {"do": f"in entry:{late.pk}"})
    assert "Left out at the start" not in client.get(desk).content.decode()
    assert late.name in names(cup)
