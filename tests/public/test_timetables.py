"""Rounds with a timetable: every round has its date on every page and calendar, drawn or not, and the preview counts
it.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.support.stages import posted
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.models import Round, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.next_steps import next_for
from tournaments.events.queries.next_stop import stop_after
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.setup.schedule import Slot, slots
from tournaments.events.setup.timetable import Timetable
from tournaments.leagues.services import create_league
from tournaments.organizer.preview import preview
from tournaments.public.season_calendar import days_of_play

pytestmark = pytest.mark.django_db
WEEK = 7 * 24 * 60
WEEKS = timedelta(weeks=1)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A Swiss of three weekly rounds in a league, open for entries, with four in."""
    league = create_league(by=club.organizer, name="Autumn")
    start = now().replace(microsecond=0) + timedelta(hours=1)
    made = club.open(
        format="swiss", rounds=3, timing="windows", round_every_minutes=WEEK, starts_at=start
    )
    for number in range(1, 5):
        club.enter_pair(made, f"a{number}", f"b{number}")
    Tournament.objects.filter(pk=made.pk).update(league=league)
    made.refresh_from_db()
    return made


def begin(club: Club, cup: Tournament) -> Tournament:
    """Begin the tournament at its time."""
    club.hands.forward(3601)
    advance.advance(cup.pk)
    cup.refresh_from_db()
    return cup


def windows(cup: Tournament) -> list[tuple[int, datetime, datetime | None]]:
    """Return the three weekly windows."""
    return [(n + 1, cup.starts_at + n * WEEKS, cup.starts_at + (n + 1) * WEEKS) for n in range(3)]


def known(found: Any) -> list[tuple[int, datetime, datetime | None]]:
    """Return when each slot opens and closes."""
    return [(slot.number, slot.opens, slot.closes) for slot in found]


def test_V1_every_round_has_its_window_before_the_draw_and_after_it(
    club: Club, cup: Tournament
) -> None:
    assert known(tournament_view(cup, club.organizer).timetable) == windows(cup)
    begin(club, cup)
    shown = tournament_view(cup, club.organizer)
    assert known(shown.timetable) == windows(cup)
    assert [slot.round is None for slot in shown.timetable] == [False, True, True]


@pytest.mark.slow
def test_V1_the_tournament_s_page_shows_the_dates(client: Any, club: Club, cup: Tournament) -> None:
    for _ in range(2):
        page = client.get(cup.get_absolute_url()).content.decode()
        for _number, opens, closes in windows(cup):
            for moment in (opens, closes):
                assert f'datetime="{moment.strftime("%Y-%m-%dT%H:%M")}' in page
        begin(club, cup)


@pytest.mark.slow
def test_V1_a_drawn_round_to_come_has_its_date_on_its_match_s_page(client: Any, club: Club) -> None:
    cup = club.started(4, timing="fixed", round_every_minutes=WEEK)
    last = cup.matches.filter(round__number=3)[0]
    page = client.get(last.get_absolute_url()).content.decode()
    moment = cup.starts_at + 2 * WEEKS
    assert f'datetime="{moment.strftime("%Y-%m-%dT%H:%M")}' in page
    assert "Its time depends on the round before it." not in page
    flow = club.started(4, name="Flow")
    later = flow.matches.filter(round__number=3)[0]
    page = client.get(later.get_absolute_url()).content.decode()
    assert "Its time depends on the round before it." in page


def calendar_rounds(client: Any, address: str) -> list[tuple[str, str, str]]:
    """Return a calendar's rounds: summary, start and status."""
    text = client.get(address).content.decode()
    found = []
    for part in text.split("BEGIN:VEVENT")[1:]:
        lines = dict(line.split(":", 1) for line in part.split("\r\n") if ":" in line)
        if lines["UID"].startswith("round-"):
            found.append((lines["SUMMARY"], lines["DTSTART"], lines["STATUS"]))
    return found


def calendar_of(cup: Tournament, statuses: list[str]) -> list[tuple[str, str, str]]:
    """Return what a calendar should have of the three windows."""
    return [
        (f"Cup\\, round {number}", opens.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ"), status)
        for (number, opens, _closes), status in zip(windows(cup), statuses, strict=True)
    ]


@pytest.mark.slow
def test_V1_calendars_have_every_round(client: Any, club: Club, cup: Tournament) -> None:
    for address in ("/tournaments/cup/calendar.ics", "/leagues/autumn/calendar.ics"):
        assert calendar_rounds(client, address) == calendar_of(cup, ["TENTATIVE"] * 3)
    client.force_login(club.player("a1"))
    own = "/calendar.ics"
    assert calendar_rounds(client, own) == calendar_of(cup, ["TENTATIVE"] * 3)
    begin(club, cup)
    confirmed = calendar_of(cup, ["CONFIRMED"] * 3)
    assert calendar_rounds(client, "/tournaments/cup/calendar.ics") == confirmed
    assert calendar_rounds(client, own) == confirmed[1:]
    assert cup.league is not None
    days = days_of_play(
        cup.league, club.organizer, cup.starts_at.date(), (cup.starts_at + 3 * WEEKS).date()
    )
    assert [(day, [one.words for one in played]) for day, played in days] == [
        (opens.date(), [f"round {number}"]) for number, opens, _closes in windows(cup)
    ]


@pytest.mark.slow
def test_V1_who_has_played_is_told_when_the_next_round_opens(club: Club, cup: Tournament) -> None:
    begin(club, cup)
    first = tournament_view(cup, club.organizer).next
    assert (first.sentence, first.at) == (
        "Round 1 of 3 is in play. Its window closes:",
        cup.starts_at + WEEKS,
    )
    match = cup.matches.order_by("number")[0]
    match.starts_at = now() + timedelta(minutes=1)
    match.save()
    club.hands.forward(90)
    advance.advance(cup.pk)
    club.finish(club.in_play(cup)[0], 500, 300)
    a = match.entries[0].players.first().user
    (todo,) = next_for(a)
    assert (todo.code, todo.at) == ("wait", cup.starts_at + WEEKS)
    stop = stop_after(f"match:{match.pk}", a)
    assert stop is not None
    assert stop.at == cup.starts_at + WEEKS


@pytest.mark.slow
def test_a_time_that_has_passed_and_a_pause_promise_nothing(club: Club) -> None:
    cup = club.started(4, timing="fixed", round_every_minutes=60)
    rounds = list(cup.rounds.order_by("number"))
    late = cup.starts_at + timedelta(minutes=61)
    assert [slot.number for slot in slots(cup, rounds, 4, late)] == [1, 3]
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer, reason="Fire.")
    cup.refresh_from_db()
    assert slots(cup, rounds, 4, now()) == [Slot(1, rounds[0].starts_at, None, rounds[0])]


@pytest.mark.slow
def test_V1_a_window_keeps_its_dates_while_the_round_before_is_still_played(
    client: Any, club: Club, cup: Tournament
) -> None:
    begin(club, cup)
    club.hands.forward(WEEK * 60 + 60)
    advance.advance(cup.pk)
    assert len(club.in_play(cup)) == 2
    shown = tournament_view(cup, club.organizer)
    assert known(shown.timetable) == windows(cup)
    assert (shown.next.sentence, shown.next.at) == ("Round 1 of 3 is in play.", None)
    assert calendar_rounds(client, "/tournaments/cup/calendar.ics") == calendar_of(
        cup, ["CONFIRMED"] * 3
    )
    for page in ("/tournaments/cup/", "/organize/tournaments/cup/"):
        client.force_login(club.organizer)
        assert "The window closes" not in client.get(page).content.decode()


@pytest.mark.slow
def test_V1_a_late_fixed_round_is_not_skipped_by_what_comes_next(club: Club) -> None:
    cup = club.started(4, timing="fixed", round_every_minutes=60)
    club.finish(club.in_play(cup)[0], 500, 300)
    winner = cup.matches.get(status="done").entries[0].players.first().user
    club.hands.forward(3660)
    advance.advance(cup.pk)
    shown = tournament_view(cup, club.organizer).next
    assert (shown.sentence, shown.at) == ("Round 1 of 3 is in play.", None)
    (todo,) = next_for(winner)
    assert (todo.code, todo.at) == ("wait", None)


def test_V1_the_preview_counts_three_weekly_rounds_as_three_weeks() -> None:
    start = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)

    def plan(windows: bool, hands: int | None, every: int | None = WEEK, **times: Any) -> Any:
        (size,) = preview(
            starts_at=start,
            check_in_minutes=0,
            pause_between_rounds=60,
            match_hands=hands,
            plans=[StagePlan("swiss", rounds=3)],
            min_entries=8,
            max_entries=8,
            timetable=Timetable(start, times.get("times", ()), every, "", windows),
        ).sizes
        return size.lasts, size.ends_at

    assert plan(True, 2) == (3 * WEEKS, start + 3 * WEEKS)
    evening = 2 * WEEKS + timedelta(minutes=8)
    assert plan(False, 2) == (evening, start + evening)
    assert plan(False, None) == (None, start + 2 * WEEKS)
    # Round 2 at its time, and round 3 eight minutes and a pause later.
    short = timedelta(hours=1, minutes=17)
    assert plan(False, 2, None, times=(start + timedelta(hours=1),)) == (short, start + short)


def test_V1_the_form_s_preview_says_until_when_the_windows_last(client: Any, club: Club) -> None:
    client.force_login(club.organizer)
    typed = {
        "name": "Cup", **posted({"format": "swiss", "rounds": "3"}), "starts_at": "2041-03-14T20:00",
        "timing": "windows", "round_every": "7", "round_unit": "1440", "match_hands": "2",
        "max_entries": "8", "min_entries": "8", "best_of": "1",
    }  # fmt: skip
    page = client.post("/organize/tournaments/new/preview/", typed)
    (size,) = page.context["preview"].sizes
    assert size.lasts == 3 * WEEKS
    assert 'datetime="2041-04-04T20:00' in page.content.decode()


@pytest.mark.slow
def test_V1_while_a_draw_waits_nothing_says_that_all_rounds_are_over(
    client: Any, club: Club
) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True)
    client.force_login(club.organizer)
    address = f"/organize/tournaments/{cup.slug}/"
    draft = cup.rounds.get()
    assert draft.status == Round.Status.DRAFTED
    draft.status = Round.Status.CONFIRMED
    draft.save()
    advance.advance(cup.pk)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    page = client.get(address).content.decode()
    assert "1 of 3 over" in page
    assert "The draw of round 2 needs your confirmation, above." in page
    assert "All rounds are over" not in page
