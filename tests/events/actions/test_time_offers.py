"""Offered times of a fixture: accepted, declined, countered, withdrawn, lapsed; postponing; clashes."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.tables.models import Seat
from games.tables.server.wakeups import begin_match
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.actions.test_fixtures import DAY, HOUR, MONDAY, WEEK, WEEKLY, go_to, season
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.actions.fixtures.availability import hours_marked, hours_of, mark_hours
from tournaments.events.matches import moving
from tournaments.events.models import ConductMark, TimeOffer
from tournaments.events.notices import reminders
from tournaments.events.queries.evening import on_tonight
from tournaments.events.queries.next_steps import next_for
from tournaments.events.setup.proposal import NotValid

pytestmark = pytest.mark.django_db
THURSDAY = datetime(2027, 3, 11, 19, 0, tzinfo=UTC)
"""The default time of the first week's matches."""


def refused(call: Any, **said: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(**said)
    return refusal.value.code


class Fixture:
    """The first match of a season in its first week, with a player of each side."""

    def __init__(self, club: Any, entries: int = 4, **fields: Any) -> None:
        self.club, self.cup = club, season(club, entries, **fields)
        self.match = self.cup.matches.filter(round__number=1)[0]
        self.home, self.away = (
            entry.players.order_by("position")[0].user for entry in self.match.entries
        )

    def offer(self, user: Any, *times: datetime) -> TimeOffer:
        return time_offers.offer_times(match_id=self.match.pk, user=user, times=times)

    def refused(self, user: Any, *times: datetime) -> str:
        return refused(time_offers.offer_times, match_id=self.match.pk, user=user, times=times)

    @property
    def statuses(self) -> list[str]:
        return list(self.match.time_offers.values_list("status", flat=True))

    @property
    def time(self) -> tuple[datetime, bool]:
        self.match.refresh_from_db()
        return self.match.starts_at, self.match.agreed


def told(user: Any) -> str:
    """Return the text of the newest notice about a time, in UTC."""
    with timezone.override(UTC):
        note = Notice.objects.filter(user=user, kind="time").latest("pk")
        return notice_text(note.kind, note.params).text


@pytest.mark.slow
def test_one_of_several_offered_times_is_accepted(club: Any) -> None:
    fix = Fixture(club)
    tuesday, friday = MONDAY + DAY + 20 * HOUR, MONDAY + 4 * DAY + 20 * HOUR
    made = fix.offer(fix.home, friday, tuesday)
    assert (made.moments, made.postpones) == ([tuesday, friday], False)
    assert made.expires_at == made.at + 48 * HOUR
    assert told(fix.away) == (
        f"{fix.match.entries[0].name} can play Tue 9 Mar, 19:00 (UTC), Fri 12 Mar, 19:00 (UTC)."
        " Accept, decline or offer another time."
    )
    accept = {"offer_id": made.pk, "user": fix.away}
    assert refused(time_offers.accept_time, **accept) == "choose_time"
    assert refused(time_offers.accept_time, **accept, starts_at=MONDAY + WEEK) == "choose_time"
    assert refused(time_offers.withdraw_offer, **accept) == "answered"
    time_offers.accept_time(**accept, starts_at=friday)
    assert (fix.time, fix.statuses) == ((friday, True), ["accepted"])
    assert refused(time_offers.accept_time, **accept, starts_at=friday) == "answered"
    # An agreed time stands until another is agreed.
    later = fix.offer(fix.away, friday + HOUR)
    assert fix.time == (friday, True)
    time_offers.accept_time(offer_id=later.pk, user=fix.home)
    assert (fix.time, fix.statuses) == ((friday + HOUR, True), ["replaced", "accepted"])
    verbs = AuditEntry.objects.filter(subject=f"match:{fix.match.pk}").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == [
        "match.times_offered", "match.time_agreed", "match.times_offered", "match.time_agreed",
    ]  # fmt: skip
    go_to(club, friday + HOUR)
    assert [match.pk for match in club.in_play(fix.cup) if match.pk == fix.match.pk]


@pytest.mark.slow
def test_an_offer_is_countered_replaced_withdrawn_and_declined(club: Any) -> None:
    fix = Fixture(club)
    times = [MONDAY + DAY + n * HOUR for n in range(6)]
    first = fix.offer(fix.home, times[0])
    assert fix.offer(fix.home, times[0]) == first
    fix.offer(fix.away, times[1], times[2])
    assert refused(time_offers.accept_time, offer_id=first.pk, user=fix.away) == "answered"
    mine = fix.offer(fix.away, times[3])
    time_offers.withdraw_offer(offer_id=mine.pk, user=fix.away)
    assert told(fix.home).startswith(f"{fix.match.entries[1].name} withdrew the offer to play ")
    last = fix.offer(fix.home, times[4])
    time_offers.decline_time(offer_id=last.pk, user=fix.away)
    assert fix.statuses == ["countered", "replaced", "withdrawn", "declined"]
    assert fix.time == (THURSDAY, False)


@pytest.mark.slow
def test_an_unanswered_offer_lapses_and_the_default_time_applies(club: Any) -> None:
    fix = Fixture(club, offer_hours=24)
    made = fix.offer(fix.home, MONDAY + 5 * DAY)
    fix.cup.refresh_from_db()
    assert fix.cup.next_due_at == made.expires_at == made.at + DAY
    go_to(club, made.expires_at)
    assert (fix.statuses, fix.time) == (["lapsed"], (THURSDAY, False))
    assert told(fix.away) == (
        f"The offer to play Fri 12 Mar, 23:00 (UTC) lapsed without an answer. You play"
        f" {fix.match.entries[0].name} Thu 11 Mar, 19:00 (UTC) unless you agree on another time."
    )
    assert Notice.objects.filter(kind="time", params__time_news="lapsed").count() == 4
    # Never past the match's own time.
    go_to(club, THURSDAY - 3 * HOUR)
    assert fix.offer(fix.home, THURSDAY + DAY).expires_at == THURSDAY
    go_to(club, THURSDAY)
    assert fix.statuses == ["lapsed", "lapsed"]
    assert fix.match in club.in_play(fix.cup)


def test_times_that_cannot_be_are_refused(club: Any) -> None:
    fix = Fixture(club)
    assert fix.refused(fix.home) == "times_missing"
    assert fix.refused(fix.home, *(MONDAY + n * DAY for n in range(1, 7))) == "times_many"
    assert fix.refused(fix.home, now() - HOUR, MONDAY + DAY) == "time_past"
    assert fix.refused(fix.home, MONDAY + DAY, MONDAY + WEEK + HOUR) == "outside_window"
    assert fix.refused(club.player("zoe"), MONDAY + DAY) == "not_your_match"
    assert fix.statuses == []


@pytest.mark.slow
def test_a_side_asks_to_postpone_with_two_times_and_the_other_accepts_one(club: Any) -> None:
    fix = Fixture(club, postpone_days=10)
    after = [MONDAY + WEEK + n * DAY for n in (2, 3, 10, 11)]
    assert fix.refused(fix.home, after[0]) == "postpone_one"
    assert fix.refused(fix.home, after[0], after[3]) == "postpone_late"
    made = fix.offer(fix.home, after[0], after[2])
    assert (made.postpones, told(fix.away)) == (
        True,
        f"{fix.match.entries[0].name} asks to postpone the match and can play Tue 16 Mar, 23:00 (UTC),"
        " Wed 24 Mar, 23:00 (UTC). Accept, decline or offer other times.",
    )
    time_offers.accept_time(offer_id=made.pk, user=fix.away, starts_at=after[0])
    go_to(club, THURSDAY)
    club.finish(club.in_play(fix.cup)[0], 500, 100)
    go_to(club, MONDAY + WEEK)
    assert [each.status for each in fix.cup.rounds.order_by("number")][:2] == ["playing"] * 2
    go_to(club, after[0])
    assert club.in_play(fix.cup) == [fix.match]


@pytest.mark.slow
def test_the_organizer_postpones_with_a_reason(club: Any) -> None:
    fix = Fixture(club, postpone_days=3)
    offered = fix.offer(fix.home, MONDAY + DAY)
    said = {"match_id": fix.match.pk, "by": club.organizer, "reason": "The club is closed."}
    latest = MONDAY + 3 * WEEK + 3 * DAY
    move = time_offers.set_time
    assert refused(move, **said | {"by": fix.home}, starts_at=latest) == "not_organizer"
    assert refused(move, **said | {"reason": " "}, starts_at=latest) == "reason_missing"
    # The clocks go forward on the last day: it is an hour less.
    assert refused(move, **said, starts_at=latest + HOUR) == "postpone_late"
    move(**said, starts_at=latest - HOUR)
    offered.refresh_from_db()
    assert (fix.time, offered.status) == ((latest - HOUR, True), "lapsed")
    assert told(fix.home) == (
        f"The organizer set the time: you play {fix.match.entries[1].name}"
        " Wed 31 Mar, 22:00 (UTC). Reason: The club is closed."
    )
    ahead = fix.cup.matches.filter(round__number=2)[0]
    early = MONDAY + WEEK - HOUR
    assert refused(move, **said | {"match_id": ahead.pk}, starts_at=early) == "before_window"
    move(**said | {"match_id": ahead.pk}, starts_at=MONDAY + 2 * WEEK)
    go_to(club, MONDAY + WEEK + DAY)
    ahead.refresh_from_db()
    assert (ahead.starts_at, ahead.agreed) == (MONDAY + 2 * WEEK, True)


@pytest.mark.slow
def test_a_match_of_a_round_that_begins_at_a_time_gets_its_own(club: Any, client: Any) -> None:
    cup = club.started(4, format="round_robin", timing="fixed", round_every_minutes=60)
    said = {"by": club.organizer, "reason": "They come later."}
    move = time_offers.set_time
    first = club.in_play(cup)
    begin_match(first[0].table_id)
    assert refused(move, **said, match_id=first[0].pk, starts_at=now() + HOUR) == "no_window"
    for each in first:
        club.finish(each, 500, 100)
    round_ = cup.rounds.get(number=2)
    match, other = round_.matches.order_by("number")
    begins, third = round_.starts_at, cup.matches.filter(round__number=3)[0]
    page = f"/organize/tournaments/{cup.slug}/matches/"
    client.force_login(club.organizer)
    assert "Its round has no time yet" in client.get(f"{page}{third.pk}/").content.decode()
    said["match_id"] = match.pk
    assert refused(move, **said, starts_at=begins - HOUR / 2) == "before_window"
    assert refused(move, **said, starts_at=begins + 61 * DAY) == "postpone_late"
    assert b"Move the time of" in client.get(f"{page}{match.pk}/ask/time/").content
    for _again in range(2):
        move(**said, starts_at=begins + HOUR / 2)
    player = match.entries[0].players.order_by("position")[0].user
    assert "They come later." in told(player)
    go_to(club, begins)
    assert (club.in_play(cup), on_tonight_in(cup)) == ([other], True)
    club.finish(other, 500, 100)
    client.force_login(player)
    assert "The table opens:" in client.get(match.get_absolute_url()).content.decode()
    assert on_tonight_in(cup)
    go_to(club, begins + HOUR / 2)
    assert club.in_play(cup) == [match]
    club.finish(match, 500, 100)
    assert cup.rounds.get(number=3).starts_at is not None


@pytest.mark.slow
def test_a_match_whose_table_waits_is_moved_and_its_table_closes(club: Any, client: Any) -> None:
    cup = club.started(4, format="swiss", rounds=1, no_show="forfeit", grace_minutes=10)
    match, _other = club.in_play(cup)
    old, player = match.table, match.entries[0].players.order_by("position")[0].user
    client.force_login(club.organizer)
    desk = client.get(f"/organize/tournaments/{cup.slug}/desk/").content.decode()
    assert f"matches/{match.pk}/ask/time/" in desk
    asked = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/ask/time/"
    assert b"Its table closes, and a new one opens then." in client.get(asked).content
    later = (now() + HOUR).replace(second=0, microsecond=0)
    said = {"match_id": match.pk, "by": club.organizer, "reason": "They come later."}
    for _again in range(2):
        time_offers.set_time(**said, starts_at=later)
    match, old = type(match).objects.get(pk=match.pk), type(old).objects.get(pk=old.pk)
    assert (match.status, match.starts_at, old.status) == ("drawn", later, "abandoned")
    assert (match.counting, match.line_up.filter(table__counts=True).count()) == ([], 0)
    [todo] = [one for one in next_for(player) if one.tournament == cup]
    assert (todo.code, todo.at, todo.sentence) == (
        "agree", later, f"Round 1: you play {match.entries[1].name}.",
    )  # fmt: skip
    # Nobody forfeits meanwhile, and the game begins at the new time at a table of its own.
    go_to(club, later - HOUR / 4)
    assert club.in_play(cup) == []
    go_to(club, later)
    assert club.in_play(cup) == [match]
    assert type(match).objects.get(pk=match.pk).table != old


def on_tonight_in(cup: Any) -> bool:
    return type(cup).objects.filter(on_tonight(now()), pk=cup.pk).exists()


@pytest.mark.slow
def test_formats_whose_rounds_are_played_together_say_so(club: Any) -> None:
    cup = club.open(format="rotation", rounds=2, timing="fixed", round_every_minutes=60)
    for number in range(8):
        entering.enter(tournament_id=cup.pk, user=club.player(f"x{number}"), alone=True)
    cup = lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    match = cup.matches.filter(round__number=2).select_related("round", "tournament")[0]
    match.round.starts_at = now()
    assert "everybody meets others each round" in str(moving.why_not_moved(match))
    match.tournament = club.started(4, format="swiss", rounds=1)
    assert moving.why_not_moved(match) is None
    match.tournament.comparison = "imp"
    assert "play the same deals" in str(moving.why_not_moved(match))


def test_where_the_next_round_needs_every_result_no_consent_postpones(club: Any) -> None:
    with pytest.raises(NotValid) as refusal:
        season(club, format="knock_out", postpone_days=7)
    assert list(refusal.value.errors) == ["postpone_days"]


@pytest.mark.slow
def test_nobody_has_two_matches_at_the_same_moment(club: Any, client: Any) -> None:
    fix = Fixture(club, 2)
    other = club.open(**WEEKLY | {"starts_at": MONDAY + DAY, "name": "Other cup"})
    club.enter_pair(other, fix.home.username, "eve")
    club.enter_pair(other, "mia", "ned")
    friday = MONDAY + 4 * DAY + 20 * HOUR
    made = fix.offer(fix.home, friday)
    time_offers.accept_time(offer_id=made.pk, user=fix.away)
    go_to(club, other.starts_at)
    theirs = other.matches.get()
    said = {"match_id": theirs.pk, "times": [friday, friday + HOUR]}
    assert refused(time_offers.offer_times, **said, user=fix.home) == "two_at_once"
    near = time_offers.offer_times(**said, user=club.player("mia"))
    client.force_login(fix.home)
    page = client.get(theirs.get_absolute_url()).content.decode()
    assert page.count("Near another match") == 2
    # In the list of other matches, and beside each time.
    assert page.count(f'href="{fix.match.get_absolute_url()}"') == 3
    client.force_login(club.player("mia"))
    page = client.get(theirs.get_absolute_url()).content.decode()
    assert "Near another match" not in page
    accept = {"offer_id": near.pk, "user": club.player("eve")}
    assert refused(time_offers.accept_time, **accept, starts_at=friday) == "two_at_once"
    time_offers.accept_time(**accept, starts_at=friday + HOUR)


@pytest.mark.slow
def test_players_are_reminded_a_day_an_hour_and_ten_minutes_ahead(club: Any) -> None:
    fix = Fixture(club)
    other = fix.cup.matches.filter(round__number=1)[1]

    def reminded(match: Any) -> list[int]:
        reminders.remind()
        found = Notice.objects.filter(
            user=match.entries[0].players.first().user, path=match.get_absolute_url(),
            kind="starts_soon",
        )  # fmt: skip
        return [int(each.key.rpartition(":")[2]) for each in found.order_by("pk")]

    assert reminded(fix.match) == []
    go_to(club, THURSDAY - DAY)
    assert (reminded(fix.match), reminded(fix.match)) == ([1440], [1440])
    # A moved match is called to mind again, but not by what has just been agreed.
    made = fix.offer(fix.home, THURSDAY + 5 * HOUR)
    time_offers.accept_time(offer_id=made.pk, user=fix.away)
    go_to(club, THURSDAY - HOUR)
    assert (reminded(fix.match), reminded(other)) == ([1440, 1440], [1440, 60])
    # Of those that are late only the last is sent; none once the table is open.
    go_to(club, THURSDAY + 5 * HOUR - timedelta(minutes=5))
    assert (reminded(fix.match), reminded(other)) == ([1440, 1440, 10], [1440, 60])


def test_a_pause_gives_an_offer_its_time_back(club: Any) -> None:
    fix = Fixture(club)
    made = fix.offer(fix.home, MONDAY + 6 * DAY)
    lifecycle.pause(tournament_id=fix.cup.pk, by=club.organizer)
    go_to(club, now() + 5 * HOUR)
    lifecycle.resume(tournament_id=fix.cup.pk, by=club.organizer)
    waits = made.expires_at
    made.refresh_from_db()
    assert abs(made.expires_at - waits - 5 * HOUR) < timedelta(minutes=1)


@pytest.mark.slow
def test_a_time_in_a_clock_change_is_refused_with_those_around_it(club: Any, client: Any) -> None:
    fix = Fixture(club, starts_at=MONDAY + 2 * WEEK)
    fix.home.time_zone = "Europe/Berlin"
    fix.home.save()
    client.force_login(fix.home)
    page = fix.match.get_absolute_url()
    answer = client.post(f"{page}time/", {"starts_at": "2027-03-28T02:30"})
    assert (answer.status_code, answer.context["time_form"].errors) == (
        422,
        {
            "starts_at": [
                "28 Mar 2027, 02:30 does not exist in Europe/Berlin: the clocks go forward then."
                " Choose 28 Mar 2027, 01:30 or 28 Mar 2027, 03:30."
            ]
        },
    )
    several = {"starts_at": "2027-03-27T20:00", "third": "2027-03-28T03:30"}
    assert client.post(f"{page}time/", several).url == page
    offer = fix.match.time_offers.get()
    assert [moment.astimezone(ZoneInfo("Europe/Berlin")).hour for moment in offer.moments] == [
        20, 3,
    ]  # fmt: skip
    client.force_login(fix.away)
    shown = client.get(page).content.decode()
    assert f"{page}time/{offer.pk}/withdraw/" not in shown
    chosen = {"starts_at": offer.moments[1].isoformat()}
    assert client.post(f"{page}time/{offer.pk}/accept/", chosen).url == page
    assert fix.time == (offer.moments[1], True)


@pytest.mark.slow
def test_the_timeline_tells_it_all_in_order(club: Any, client: Any) -> None:
    fix = Fixture(club, postpone_days=5)
    friday = MONDAY + 4 * DAY + 20 * HOUR
    home, away = (entry.name for entry in fix.match.entries)

    def seen_by(user: Any) -> list[tuple[str, int]]:
        client.force_login(user)
        shown = client.get(fix.match.get_absolute_url()).context["timeline"]
        return [(one.what, len(one.times)) for one in shown]

    club.hands.forward(60)
    fix.offer(fix.home, MONDAY + DAY, friday)
    club.hands.forward(60)
    made = fix.offer(fix.away, MONDAY + WEEK + DAY, friday + HOUR)
    club.hands.forward(60)
    time_offers.accept_time(offer_id=made.pk, user=fix.home, starts_at=friday + HOUR)
    go_to(club, friday + HOUR)
    club.hands.forward(60)
    fix.match.refresh_from_db()
    Seat.objects.filter(table=fix.match.table_id, index=0).update(arrived_at=now())
    club.hands.forward(60)
    club.finish(fix.match, 500, 100)
    whole = seen_by(fix.home)
    assert whole[:7] == [
        ("Drawn.", 0),
        ("The window opened.", 0),
        (f"{home} offered:", 2),
        (f"{away} answered with other times.", 0),
        (f"{away} asked to postpone:", 2),
        (f"{home} accepted:", 1),
        ("The table opened.", 0),
    ]
    came = [what for what, _n in whole[7:] if what.endswith("came to the table.")]
    assert len(came) == 4
    assert whole[-1] == (f"Won by {home}, 500 : 100.", 0)
    # What the sides offered each other is theirs and the organizers'.
    assert [what for what, _n in seen_by(club.player("zoe"))] == [
        what
        for what, _n in whole
        if not any(word in what for word in ("offered", "answered", "asked", "accepted"))
    ]
    assert seen_by(club.organizer) == whole
    before = len(queries_of(client, fix))
    for number in range(8):
        fix.match.time_offers.create(
            entry=fix.match.entries[0], times=[now().isoformat()], status="declined", at=now(),
            expires_at=now(), answered_at=now() + number * HOUR,
        )  # fmt: skip
    assert len(queries_of(client, fix)) == before


def queries_of(client: Any, fix: Fixture) -> list[Any]:
    """Return the queries of the match's page for a player."""
    client.force_login(fix.home)
    with CaptureQueriesContext(connection) as made:
        client.get(fix.match.get_absolute_url())
    return list(made.captured_queries)


@pytest.mark.slow
def test_a_time_of_a_later_week_is_agreed_before_its_window_opens(club: Any, client: Any) -> None:
    fix = Fixture(club, offer_hours=24, postpone_days=10, conduct_points=1)
    fix.match = fix.cup.matches.filter(round__number=3)[0]
    fix.home, fix.away = (entry.players.first().user for entry in fix.match.entries)
    opens, default = MONDAY + 2 * WEEK, THURSDAY + 2 * WEEK
    assert fix.refused(fix.home, opens - HOUR, opens + DAY) == "before_window"
    assert fix.refused(fix.home, opens + WEEK) == "postpone_one"
    client.force_login(fix.home)
    shown = client.get(fix.match.get_absolute_url())
    page = shown.content.decode()
    assert "The table opens at the default time:" in page
    assert "The table opens by itself." in page
    assert "Stay on this page" not in page
    panel = shown.context["panel"]
    # The clocks go forward on the last day of that window.
    assert (panel.opens, panel.closes) == (opens, opens + WEEK - HOUR)
    assert (panel.latest, fix.time) == (panel.closes + 10 * DAY, (default, False))
    # Weeks ahead nobody owes an answer: the offer lapses without a mark, and the default time stands.
    lapsed = fix.offer(fix.home, opens + DAY)
    sentences = [todo.sentence for todo in next_for(fix.away)]
    assert f"{fix.match.entries[0].name}: a time is offered for your match." in sentences
    go_to(club, lapsed.expires_at)
    assert (fix.statuses, fix.time) == (["lapsed"], (default, False))
    assert not ConductMark.objects.exists()
    hours = hours_of(fix.match, now())
    assert (hours[0], hours[-1]) == (opens, opens + WEEK - 2 * HOUR)
    mark_hours(match_id=fix.match.pk, user=fix.home, hours=hours[5:7])
    assert hours_marked(fix.match, fix.home) == set(hours[5:7])
    declined = fix.offer(fix.away, opens + DAY)
    time_offers.decline_time(offer_id=declined.pk, user=fix.home)
    mine = fix.offer(fix.home, opens + DAY)
    time_offers.withdraw_offer(offer_id=mine.pk, user=fix.home)
    fix.offer(fix.home, opens + DAY)
    counter = fix.offer(fix.away, opens + 2 * DAY)
    time_offers.accept_time(offer_id=counter.pk, user=fix.home)
    assert fix.statuses == ["lapsed", "declined", "withdrawn", "countered", "accepted"]
    assert "The table opens:" in client.get(fix.match.get_absolute_url()).content.decode()
    go_to(club, opens)
    assert fix.time == (opens + 2 * DAY, True)
    go_to(club, opens + 2 * DAY)
    assert fix.match in club.in_play(fix.cup)


def test_a_pause_moves_a_time_that_was_agreed_before_the_delayed_window(club: Any) -> None:
    fix = Fixture(club)
    fix.match = fix.cup.matches.filter(round__number=2)[0]
    fix.home, fix.away = (entry.players.first().user for entry in fix.match.entries)
    made = fix.offer(fix.home, MONDAY + WEEK + 2 * HOUR)
    time_offers.accept_time(offer_id=made.pk, user=fix.away)
    lifecycle.pause(tournament_id=fix.cup.pk, by=club.organizer)
    since = now()
    go_to(club, since + 2 * DAY)
    lifecycle.resume(tournament_id=fix.cup.pk, by=club.organizer)
    moved = MONDAY + WEEK + 2 * DAY + 2 * HOUR
    assert abs(fix.time[0] - moved) < timedelta(minutes=1)
    assert told(fix.home).startswith("The tournament was paused. You now play ")


@pytest.mark.slow
def test_both_zones_are_shown_where_they_differ(club: Any, client: Any) -> None:
    fix = Fixture(club)
    for user, zone in ((fix.home, "Europe/Berlin"), (fix.away, "America/New_York")):
        user.time_zone = zone
        user.save()
    partner = fix.match.entries[1].players.order_by("position")[1].user
    partner.time_zone = "America/New_York"
    partner.save()
    other = fix.match.entries[0].players.order_by("position")[1].user
    other.time_zone = "Europe/Berlin"
    other.save()
    # The clocks of New York go forward two weeks before those of Berlin, on the 14th.
    made = fix.offer(fix.home, MONDAY + 4 * DAY + 3 * HOUR, MONDAY + 6 * DAY + 23 * HOUR)
    client.force_login(fix.away)
    page = client.get(fix.match.get_absolute_url()).content.decode()
    assert page.count("(20:00 for the other side)") >= 2
    assert "(Fri 03:00 for the other side)" in page
    assert "(23:00 for the other side)" in page
    with timezone.override("America/New_York"):
        note = Notice.objects.filter(user=fix.away, kind="time").latest("pk")
        assert notice_text(note.kind, note.params).text == (
            f"{fix.match.entries[0].name} can play Thu 11 Mar, 21:00 (EST; Fri 03:00 for the other side),"
            " Sun 14 Mar, 18:00 (EDT; 23:00 for the other side). Accept, decline or offer another time."
        )
    client.force_login(club.player("zoe"))
    assert "for the other side" not in client.get(fix.match.get_absolute_url()).content.decode()
    client.force_login(other)
    time_offers.withdraw_offer(offer_id=made.pk, user=other)
    fix.away.time_zone = partner.time_zone = "Africa/Algiers"
    fix.away.save()
    partner.save()
    assert "for the other side" not in client.get(fix.match.get_absolute_url()).content.decode()
