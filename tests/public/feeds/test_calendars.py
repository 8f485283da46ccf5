"""The calendars of tournaments, leagues and people, byte by byte."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from spades_site.accounts.guests import create_guest
from tests.events.conftest import Club
from tests.leagues.members import add
from tests.public.feeds.calendars import (
    SITE,
    START,
    at_fixed_times,
    bytes_of,
    calendar,
    event,
    keyed,
    own,
)
from tournaments.events import advance
from tournaments.events.actions import changing, entering, lifecycle
from tournaments.events.models import Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.leagues import members, services
from tournaments.public.feeds.keys import address_of
from tournaments.public.feeds.schedules import personal_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def going_on(club: Club) -> Tournament:
    """Three pairs: the first round is over, the second in play, the third's time unknown."""
    cup = club.started(3)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    advance.advance(cup.pk)
    return at_fixed_times(cup)


# ------------------------------------------------------------------------------------------- a tournament's
@pytest.mark.slow
def test_a_tournament_that_comes(client: Any, club: Club) -> None:
    league = services.create_league(by=club.organizer, name="Autumn; club")
    cup = at_fixed_times(club.open(name="Cup, the 1st", league=league, check_in_minutes=15))
    said = "Round robin\\nAutumn\\; club\\nCheck-in opens 15 minutes before the start."
    assert bytes_of(client, "/tournaments/cup-the-1st/calendar.ics") == calendar(
        "Cup\\, the 1st",
        event(
            f"tournament-{cup.pk}",
            "Cup\\, the 1st",
            "cup-the-1st/",
            sequence=cup.version,
            said=said,
        ),
    )


@pytest.mark.slow
def test_a_tournament_under_way_with_the_rounds_whose_time_is_known(
    client: Any, going_on: Tournament
) -> None:
    version = going_on.version
    assert bytes_of(client, "/tournaments/cup/calendar.ics") == calendar(
        "Cup",
        event(
            f"tournament-{going_on.pk}",
            "Cup",
            "cup/",
            sequence=version,
            end="20300504T203000Z",
            said="Round robin",
        ),
        event(
            f"round-{going_on.pk}-1",
            "Cup\\, round 1",
            "cup/#round-1",
            sequence=version,
            start="20300504T193000Z",
            end="20300504T202000Z",
        ),
        event(
            f"round-{going_on.pk}-2",
            "Cup\\, round 2",
            "cup/#round-2",
            sequence=version,
            start="20300504T203000Z",
            end="20300504T211000Z",
        ),
    )


def test_a_cancelled_tournament_and_what_it_left_unplayed(client: Any, club: Club) -> None:
    cup = club.started(3, pause_between_rounds=600)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    lifecycle.cancel_tournament(
        tournament_id=cup.pk, by=club.organizer, reason="The hall, it burns"
    )
    at_fixed_times(cup)
    Tournament.objects.filter(pk=cup.pk).update(finished_at=START + timedelta(hours=2))
    assert bytes_of(client, "/tournaments/cup/calendar.ics") == calendar(
        "Cup",
        event(
            f"tournament-{cup.pk}",
            "Cup",
            "cup/",
            sequence=cup.version,
            end="20300504T203000Z",
            said="Round robin\\nThe hall\\, it burns",
            status="CANCELLED",
        ),
        event(
            f"round-{cup.pk}-1",
            "Cup\\, round 1",
            "cup/#round-1",
            sequence=cup.version,
            start="20300504T193000Z",
            end="20300504T202000Z",
        ),
        event(
            f"round-{cup.pk}-2",
            "Cup\\, round 2",
            "cup/#round-2",
            sequence=cup.version,
            start="20300504T203000Z",
            end="20300504T211000Z",
            status="CANCELLED",
        ),
    )


def test_a_draft_is_tentative_for_its_organizer(client: Any, club: Club) -> None:
    cup = at_fixed_times(club.tournament())
    client.force_login(club.organizer)
    assert bytes_of(client, "/tournaments/cup/calendar.ics") == calendar(
        "Cup",
        event(
            f"tournament-{cup.pk}",
            "Cup",
            "cup/",
            sequence=1,
            said="Round robin",
            status="TENTATIVE",
        ),
    )


def test_a_start_that_is_moved_is_the_same_event_in_a_later_version(
    client: Any, club: Club
) -> None:
    cup = at_fixed_times(club.open())
    before = cup.version
    changing.change_tournament(
        tournament_id=cup.pk,
        by=club.organizer,
        starts_at=datetime(2027, 10, 31, 2, 30, tzinfo=UTC),
    )
    cup.refresh_from_db()
    assert cup.version == before + 1
    assert bytes_of(client, "/tournaments/cup/calendar.ics") == calendar(
        "Cup",
        event(
            f"tournament-{cup.pk}",
            "Cup",
            "cup/",
            sequence=before + 1,
            start="20271031T023000Z",
            end="20271031T031000Z",
            said="Round robin",
        ),
    )


# ------------------------------------------------------------------------------------------------ a league's
def test_a_leagues_tournaments_without_drafts_others_and_what_is_long_over(
    client: Any, club: Club
) -> None:
    league = services.create_league(by=club.organizer, name="Autumn club")
    later = at_fixed_times(club.open(name="Later", league=league))
    Tournament.objects.filter(pk=later.pk).update(starts_at=START + timedelta(days=1))
    soon = at_fixed_times(club.open(name="Soon", league=league))
    club.tournament(name="Draft", league=league)
    club.open(name="Not theirs")
    old = club.open(name="Old", league=league)
    lifecycle.cancel_tournament(tournament_id=old.pk, by=club.organizer, reason="")
    Tournament.objects.filter(pk=old.pk).update(starts_at=datetime(2026, 1, 1, tzinfo=UTC))
    client.force_login(club.organizer)
    said = "Round robin\\nAutumn club"
    assert bytes_of(client, "/leagues/autumn-club/calendar.ics") == calendar(
        "Autumn club",
        event(f"tournament-{soon.pk}", "Soon", "soon/", sequence=soon.version, said=said),
        event(
            f"tournament-{later.pk}",
            "Later",
            "later/",
            sequence=later.version,
            start="20300505T183000Z",
            end="20300505T191000Z",
            said=said,
        ),
    )


def test_a_private_leagues_calendar_is_for_members_and_for_their_keys(
    client: Any, club: Club
) -> None:
    league = services.create_league(by=club.organizer, name="Back room", is_public=False)
    path = "/leagues/back-room-xxxxx/calendar.ics"
    ben = club.player("ben")
    key = keyed(ben, path)
    assert [client.get(each).status_code for each in (path, key)] == [404, 404]
    add(league, ben)
    assert [client.get(each).status_code for each in (path, key)] == [404, 200]
    assert bytes_of(client, key) == calendar("Back room")
    members.remove_member(league_id=league.pk, by=club.organizer, user_id=ben.pk)
    assert client.get(key).status_code == 404


def test_a_league_that_is_not_there_has_no_calendar(client: Any, club: Club) -> None:
    assert client.get("/leagues/none/calendar.ics").status_code == 404


def test_a_person_sees_their_tournaments_and_their_matches(
    client: Any, club: Club, going_on: Tournament
) -> None:
    club.open(name="Not entered")
    version = going_on.version
    a1, b2 = club.player("a1"), club.player("b2")
    first, bye, second = going_on.matches.order_by("round__number", "number")[:3]
    cup = event(
        f"tournament-{going_on.pk}", "Cup", "cup/", sequence=version, end="20300504T203000Z", said="Round robin",
    )  # fmt: skip
    played = event(
        f"match-{first.pk}",
        "Cup\\, round 1: a1 & b1 – a3 & b3",
        f"cup/matches/{first.pk}/",
        sequence=version,
        start="20300504T193000Z",
        end="20300504T202000Z",
    )
    in_play = event(
        f"match-{second.pk}",
        "Cup\\, round 2: a2 & b2 – a1 & b1",
        f"cup/matches/{second.pk}/",
        sequence=version,
        start="20300504T203000Z",
        end="20300504T211000Z",
    )
    free = event(
        f"match-{bye.pk}",
        "Cup\\, round 1: a2 & b2 sit out",
        "cup/",
        sequence=version,
        start="20300504T193000Z",
        end="20300504T202000Z",
        busy=False,
    )
    assert own(client, a1) == calendar("Spades: a1", cup, played, in_play)
    assert own(client, b2) == calendar("Spades: b2", cup, free, in_play)
    assert own(client, club.organizer) == calendar("Spades: ann")


def test_a_match_within_a_window_stands_at_the_time_that_its_sides_agreed(
    client: Any, club: Club
) -> None:
    cup = club.started(4, format="knock_out", timing="windows", round_every_minutes=7 * 24 * 60)
    cup = at_fixed_times(cup)
    closes = START + timedelta(days=7)
    cup.rounds.update(closes_at=closes)
    match = cup.matches.get(sides__index=0, sides__places__entry__name="a1 & b1")
    other = cup.matches.exclude(pk=match.pk).get()
    match.starts_at = START + timedelta(days=2)
    match.save()
    a1, other_a = club.player("a1"), other.entries[0].players.first().user
    whole = event(
        f"tournament-{cup.pk}", "Cup", "cup/", sequence=cup.version, end="20300518T183000Z", said="Knock-out",
    )  # fmt: skip
    final = event(
        f"round-{cup.pk}-2",
        "Cup\\, round 2",
        "cup/#round-2",
        sequence=cup.version,
        start="20300511T183000Z",
        end="20300518T183000Z",
        busy=False,
    )
    assert own(client, a1) == calendar(
        "Spades: a1",
        whole,
        event(
            f"match-{match.pk}",
            f"Cup\\, round 1: {match.title}",
            f"cup/matches/{match.pk}/",
            sequence=cup.version,
            start="20300506T183000Z",
            end="20300506T191000Z",
        ),
        final,
    )
    assert own(client, other_a) == calendar(
        f"Spades: {other_a}",
        whole,
        event(
            f"match-{other.pk}",
            f"Cup\\, round 1: {other.title}",
            f"cup/matches/{other.pk}/",
            sequence=cup.version,
            start="20300504T193000Z",
            end="20300511T183000Z",
            said="No time is agreed yet. Offer one on the match’s page.",
            busy=False,
        ),
        final,
    )
    assert bytes_of(client, "/tournaments/cup/calendar.ics") == calendar(
        "Cup",
        whole,
        event(
            f"round-{cup.pk}-1",
            "Cup\\, round 1",
            "cup/#round-1",
            sequence=cup.version,
            start="20300504T193000Z",
            end="20300511T183000Z",
            busy=False,
        ),
        final,
    )


def test_a_tournament_of_two_stages_names_both(client: Any, club: Club) -> None:
    cup = at_fixed_times(
        club.open(
            stages=(StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), min_entries=6
        )
    )
    assert bytes_of(client, "/tournaments/cup/calendar.ics") == calendar(
        "Cup",
        event(
            f"tournament-{cup.pk}",
            "Cup",
            "cup/",
            sequence=cup.version,
            end="20300504T215000Z",
            said="2 groups\\, then Knock-out",
        ),
    )


def test_while_a_partner_is_asked_it_is_tentative_and_for_who_asked_alone(
    client: Any, club: Club
) -> None:
    cup = club.open()
    ben, cem, dan = (club.player(name) for name in ("ben", "cem", "dan"))
    entry = entering.enter(tournament_id=cup.pk, user=ben, partner="cem")
    entering.enter(tournament_id=cup.pk, user=dan, alone=True)
    at_fixed_times(cup)
    uid, said = f"tournament-{cup.pk}", "Round robin"

    def seen(status: str) -> list[str]:
        cup.refresh_from_db()
        return event(uid, "Cup", "cup/", sequence=cup.version, said=said, status=status)

    assert own(client, ben) == calendar("Spades: ben", seen("TENTATIVE"))
    assert own(client, cem) == calendar("Spades: cem")
    assert own(client, dan) == calendar("Spades: dan", seen("CONFIRMED"))
    entering.accept_invitation(invitation_id=entry.invitations.get().pk, user=cem)
    assert own(client, ben) == calendar("Spades: ben", seen("CONFIRMED"))
    assert own(client, cem) == calendar("Spades: cem", seen("CONFIRMED"))
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer, reason="")
    at_fixed_times(cup)
    assert own(client, ben) == calendar("Spades: ben", seen("CANCELLED"))


def test_calendars_cancel_the_matches_of_withdrawn_entries(
    client: Any, club: Club, going_on: Tournament
) -> None:
    a1 = club.player("a1")
    entering.withdraw(tournament_id=going_on.pk, user=a1)
    cup = at_fixed_times(going_on)
    lines = own(client, a1).decode().split("\r\n")
    told = [line for line in lines if line.split(":")[0] in ("UID", "STATUS")]
    mine = cup.matches.filter(sides__places__entry__name="a1 & b1")
    timed = [match for match in mine.order_by("round__number") if match.round.starts_at]
    assert told == [
        f"UID:tournament-{cup.pk}@localhost",
        "STATUS:CANCELLED",
        *(
            line
            for match in timed
            for line in (
                f"UID:match-{match.pk}@localhost",
                f"STATUS:{'CONFIRMED' if match.status == 'done' else 'CANCELLED'}",
            )
        ),
    ]


def test_what_somebody_plays_stays_in_their_calendar_when_they_are_removed_from_the_league(
    client: Any, club: Club
) -> None:
    league = services.create_league(by=club.organizer, name="Back room", is_public=False)
    ben = club.player("ben")
    add(league, ben)
    cup = club.open(league=league)
    entering.enter(tournament_id=cup.pk, user=ben, alone=True)
    assert b"SUMMARY:Cup\r\n" in own(client, ben)
    members.remove_member(league_id=league.pk, by=club.organizer, user_id=ben.pk, reason="Rude")
    assert b"SUMMARY:Cup\r\n" in own(client, ben)
    entering.withdraw(tournament_id=cup.pk, user=ben)
    assert own(client, ben) == calendar("Spades: ben")


def test_a_signed_in_members_own_calendar_needs_no_key(client: Any, club: Club) -> None:
    ben = club.player("ben")
    assert client.get("/calendar.ics").status_code == 404
    client.force_login(ben)
    assert bytes_of(client, "/calendar.ics") == calendar("Spades: ben")
    client.force_login(create_guest())
    assert client.get("/calendar.ics").status_code == 404


@pytest.mark.slow
def test_pages_link_to_their_feeds_with_a_key_only_where_it_needs_one(
    client: Any, club: Club
) -> None:
    public = services.create_league(by=club.organizer, name="Front room")
    secret = services.create_league(by=club.organizer, name="Back room", is_public=False)
    club.open(name="Cup", league=public)
    club.open(name="Secret", league=secret)
    tables = [
        f"/tournaments/cup/{what}.{kind}"
        for what in ("entries", "pairings", "results", "standings")
        for kind in ("csv", "json")
    ]
    client.force_login(club.organizer)
    for page, calendar_ in (
        ("/tournaments/cup/", f"{SITE}/tournaments/cup/calendar.ics"),
        ("/leagues/front-room/", f"{SITE}/leagues/front-room/calendar.ics"),
        (
            "/tournaments/secret-xxxxx/",
            address_of("/tournaments/secret-xxxxx/calendar.ics", club.organizer),
        ),
        (
            "/leagues/back-room-xxxxx/",
            address_of("/leagues/back-room-xxxxx/calendar.ics", club.organizer),
        ),
    ):
        text = client.get(page).content.decode()
        assert text.count(f'"{calendar_}"') == 2, page
        assert client.get(calendar_.removeprefix(SITE)).status_code == 200
    text = client.get("/tournaments/cup/").content.decode()
    assert [path for path in tables if f'href="{path}"' in text] == tables


@pytest.mark.slow
def test_calendars_take_as_many_queries_for_many_as_for_few(
    client: Any, club: Club, django_assert_max_num_queries: Any
) -> None:
    league = services.create_league(by=club.organizer, name="Autumn club")
    people = [f"{side}{n}" for n in (1, 2, 3, 4) for side in "ab"]
    for name in people:
        services.join_league(league_id=league.pk, user=club.player(name))
    counts = []
    for number in (1, 2, 3):
        club.started(4, name=f"Cup {number}", league=league)
        for path in ("/leagues/autumn-club/calendar.ics", "/calendar.ics"):
            with django_assert_max_num_queries(12) as queries:
                assert client.get(keyed(club.player("a1"), path)).content.count(
                    b"BEGIN:VEVENT"
                ) >= (2 * number)
            counts.append(len(queries))
    assert counts == counts[:2] * 3


def test_a_substitute_called_for_one_match_has_it_in_their_calendar(club: Club) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    out = match.entries[0].players.get(position=0)
    row = match.line_up.get(user=out.user)
    row.user = club.player("sue")
    row.save()
    (event_,) = personal_events(club.player("sue"))
    assert (event_.uid, event_.status) == (f"match-{match.pk}@localhost", "CONFIRMED")
    assert [event.uid for event in personal_events(out.user) if "match" in event.uid] == []
