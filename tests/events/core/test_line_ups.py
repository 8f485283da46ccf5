"""A line-up has a history: replacing a player changes rounds from now on, never who played earlier ones or sits at an open table (P1)."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.ratings.models import RatingChange
from games.tables import services as tables
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.singles import alone, finish
from tournaments.events import advance
from tournaments.events.actions.decisions import replay_match
from tournaments.events.entries import substitutes
from tournaments.events.matches import disputes
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.queries.next_steps import next_for
from tournaments.events.queries.selectors import match_view, tournament_view
from tournaments.public.feeds.schedules import personal_events

pytestmark = pytest.mark.django_db


def replace(club: Any, cup: Tournament, out: str, into: str) -> Any:
    entry = cup.entries.get(players__user=club.player(out))
    club.player(into)
    return substitutes.substitute(
        entry_id=entry.pk, out_id=club.player(out).pk, username=into, by=club.organizer,
        reason="Ill",
    )  # fmt: skip


def match_of(cup: Tournament, name: str, round_: int) -> Match:
    for match in cup.matches.filter(round__number=round_):
        if name in match.title:
            return match
    raise AssertionError(f"{name} is in no match of round {round_}")


def titles(cup: Tournament, user: Any) -> list[list[str]]:
    view = tournament_view(cup, user)
    return [[line.match.title for line in round_.matches] for round_ in view.rounds]


def round_over_then_replaced(club: Any, **fields: Any) -> tuple[Tournament, str, str]:
    """A tournament whose first round a1 & b1 played, and for whom zoe plays instead of b1 since then."""
    cup = club.started(4, **{"format": "swiss", "rounds": 2, "pause_between_rounds": 600} | fields)
    before = match_of(cup, "b1", 1).title
    for match in club.in_play(cup):
        first = 500 if "b1" in match.entries[0].name else 100
        club.finish(match, first, 300)
    replace(club, cup, "b1", "zoe")
    return cup, before, before.replace("a1 & b1", "a1 & zoe")


@pytest.mark.slow
def test_p1_earlier_rounds_show_who_played_them(club: Any) -> None:
    cup, before, after = round_over_then_replaced(club)
    shown = titles(cup, club.organizer)
    assert before in shown[0]
    assert not any("zoe" in title for title in shown[0])
    assert any("a1 & zoe" in title for title in shown[1])
    match = match_of(cup, "b1", 1)
    assert match.title == before != after
    view = match_view(match.pk, club.organizer)
    assert {player.user.username for side in view.players for player in side} == {
        name for side in before.split(" – ") for name in side.split(" & ")
    }
    page = Client().get(cup.get_absolute_url()).content.decode()
    assert "played so far: <bdi>a1 &amp; b1</bdi>" in page
    then = [row.name for row in tournament_view(cup, club.organizer).rounds[0].standings_then()]
    assert ("a1 & b1" in then, "a1 & zoe" in then) == (True, False)
    rows = Client().get(f"{cup.get_absolute_url()}results.json").json()["results"]
    names = {row[key] for row in rows for key in ("name_a", "name_b")}
    assert "a1 & b1" in names
    assert "a1 & zoe" not in names


def test_p1_calendars_and_matches_are_those_one_played(club: Any) -> None:
    cup, before, _after = round_over_then_replaced(club)
    b1, zoe = club.player("b1"), club.player("zoe")
    with translation.override("en"):
        mine = {
            user.username: [event.summary for event in personal_events(user)] for user in (b1, zoe)
        }
    assert mine["b1"] == [f"Cup, round 1: {before}"]
    assert [one for one in mine["zoe"] if "round 1" in one] == []
    assert len([one for one in mine["zoe"] if "round 2" in one]) == 1
    assert [line.match.round.number for line in tournament_view(cup, zoe).mine.matches] == [2]
    # Who played a match may contest it, and is told of its result.
    played = match_of(cup, "b1", 1)
    assert disputes.side_of(played, b1) == played.line_up.get(user=b1).entry
    assert not Notice.objects.filter(user=zoe, kind="result").exists()


def test_p1_a_table_that_is_open_keeps_its_players(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    replace(club, cup, "b1", "zoe")
    b1, zoe = club.player("b1"), club.player("zoe")
    assert set(match.table.seats.values_list("name", flat=True)) == {"a1", "b1", "a2", "b2"}
    assert "a1 & b1" in match_of(cup, "a1", 1).title
    assert [todo.code for todo in next_for(b1)] == ["play"]
    assert "play" not in [todo.code for todo in next_for(zoe)]
    assert tournament_view(cup, zoe).mine.table_url == ""
    assert match_view(match.pk, b1).line.mine
    assert not match_view(match.pk, zoe).line.mine
    club.finish(match, 500, 100)
    told = Notice.objects.filter(kind="result").values_list("user__username", flat=True)
    assert set(told) == {"a1", "b1", "a2", "b2"}
    rated = RatingChange.objects.values_list("user__username", flat=True)
    assert set(rated) == {"a1", "b1", "a2", "b2"}


@pytest.mark.slow
def test_p1_the_winner_is_named_by_all_who_played_for_it(club: Any) -> None:
    cup, *_ = round_over_then_replaced(club)
    club.hands.forward(601)
    advance.advance(cup.pk)
    for match in club.in_play(cup):
        club.finish(match, *((500, 300) if "zoe" in match.entries[0].name else (300, 500)))
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED
    assert cup.winner.played_as == "a1 & b1/zoe"
    for address in (cup.get_absolute_url(), "/tournaments/?show=past"):
        assert "a1 &amp; b1/zoe" in Client().get(address).content.decode()


@pytest.mark.slow
def test_p1_who_was_put_in_after_the_last_round_has_won_nothing(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=1, pause_between_rounds=600)
    one, other = club.in_play(cup)
    first = one if "b1" in one.title else other
    club.finish(first, *((500, 100) if "b1" in first.entries[0].name else (100, 500)))
    replace(club, cup, "b1", "zoe")
    last = other if first == one else one
    club.finish(last, 300, 200)
    cup.refresh_from_db()
    assert cup.winner.name == "a1 & zoe"
    assert cup.winner.played_as == "a1 & b1"


def test_p1_a_match_without_play_keeps_its_line_up(club: Any) -> None:
    cup = club.started(3, format="round_robin")
    bye = cup.matches.filter(round__number=1).exclude(sides__index=1).get()
    name, player = bye.entries[0].name, bye.entries[0].players.order_by("position")[1].user.username
    replace(club, cup, player, "zoe")
    bye = Match.objects.get(pk=bye.pk)
    assert (bye.title, bye.entries[0].name) == (name, name.replace(player, "zoe"))


def test_p1_a_fresh_table_for_who_was_put_in(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    said = {"match_id": match.pk, "by": club.organizer, "reason": "zoe is here."}
    with pytest.raises(Refused) as refused:
        replay_match(**said)
    assert refused.value.code == "fresh_already"
    replace(club, cup, "b1", "zoe")
    replay_match(**said)
    match.refresh_from_db()
    assert set(match.table.seats.values_list("name", flat=True)) == {"a1", "zoe", "a2", "b2"}
    assert "a1 & zoe" in Match.objects.get(pk=match.pk).title


def test_p1_a_game_of_several_goes_on_with_who_is_in_now(club: Any) -> None:
    cup = club.started(2, best_of=3)
    (match,) = club.in_play(cup)
    replace(club, cup, "b1", "zoe")
    club.finish(match, 500, 100)
    match.refresh_from_db()
    assert set(match.table.seats.values_list("name", flat=True)) == {"a1", "zoe", "a2", "b2"}
    assert "a1 & b1/zoe" in Match.objects.get(pk=match.pk).title
    played = {
        at.number: set(at.line_up.values_list("user__username", flat=True)) for at in match.tables
    }
    assert played == {1: {"a1", "b1", "a2", "b2"}, 2: {"a1", "zoe", "a2", "b2"}}


def test_p1_the_absent_of_an_open_table_are_its_own(club: Any) -> None:
    cup = club.started(2, no_show="forfeit")
    (match,) = club.in_play(cup)
    for seat in match.table.seats.exclude(name="b1").select_related("user"):
        tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    replace(club, cup, "b1", "zoe")
    club.hands.forward(61)
    assert advance.advance_due() == 1
    result = match.results.get()
    assert (result.kind, result.reason) == ("forfeit", "b1 did not come.")


def test_p1_who_was_put_in_comes_before_the_reserve(club: Any) -> None:
    cup = club.started(2, no_show="substitute")
    (match,) = club.in_play(cup)
    for seat in match.table.seats.exclude(name="b1").select_related("user"):
        tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    replace(club, cup, "b1", "zoe")
    club.hands.forward(61)
    assert advance.advance_due() == 1
    match.refresh_from_db()
    assert set(match.table.seats.values_list("name", flat=True)) == {"a1", "zoe", "a2", "b2"}
    assert match.substitutions.count() == 0


def test_p1_who_came_keeps_the_seat_at_a_fresh_table(club: Any) -> None:
    cup = club.started(2, no_show="substitute")
    (match,) = club.in_play(cup)
    for seat in match.table.seats.exclude(name="b1").select_related("user"):
        tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    replace(club, cup, "b1", "zoe")
    replace(club, cup, "a1", "yan")
    club.hands.forward(61)
    assert advance.advance_due() == 1
    match.refresh_from_db()
    assert set(match.table.seats.values_list("name", flat=True)) == {"a1", "zoe", "a2", "b2"}
    rows = match.line_up.counting().values_list("user__username", "position")
    assert sorted(rows) == [
        ("a1", 0), ("a2", 0), ("b2", 1), ("zoe", 1),
    ]  # fmt: skip


def test_p1_feeds_name_whoever_played_in_the_standings(club: Any, client: Client) -> None:
    cup, *_ = round_over_then_replaced(club)
    page = cup.get_absolute_url()
    for text in (
        client.get(f"{page}standings.csv").content.decode("utf-8-sig"),
        client.get(f"{page}report.trf").content.decode(),
    ):
        assert ("a1 & b1" in text, "zoe" in text) == (True, False)


@pytest.mark.slow
def test_p1_a_substitute_at_a_table_of_singles_is_named(club: Any) -> None:
    cup = alone(
        club, 5, format="rotation", max_entries=4, waiting_list=True, no_show="substitute", rounds=2,
    )  # fmt: skip
    club.hands.forward(3601)
    advance.advance(cup.pk)
    (match,) = club.in_play(cup)
    for seat in match.table.seats.exclude(name="p3").select_related("user"):
        tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    club.hands.forward(61)
    advance.advance_due()
    finish(match, 500, 300)
    shown = titles(cup, club.organizer)
    assert "p5 (p3)" in shown[0][0]
    assert "p5" not in shown[1][0]
