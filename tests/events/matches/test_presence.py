"""Presence: a match that nobody came to counts for nobody, and results by bots are marked everywhere (P1)."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from games import engine
from games.engine.sentences import message
from games.ratings.models import RatedResult
from games.ratings.services import rate_table
from games.tables import services as tables
from games.tables.game.bots import Cards, cards_by_seat
from games.tables.game.moves import take_back_seat
from games.tables.models import Action
from games.tables.server.autoplay import play_out
from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.rows import results_of
from tests.events.singles import begun
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import match_view, tournament_view
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db
NOBODY = message("Nobody came to any match, so nobody has won.")
UNATTENDED = message("Nobody came, so the match doesn’t count.")
SHORT: dict[str, Any] = {"match_hands": 1}
FORMATS: dict[str, dict[str, Any]] = {
    "round_robin": {"format": "round_robin"},
    "swiss": {"format": "swiss", "rounds": 2},
    "knock_out": {"format": "knock_out", "third_place": True},
    "double_knock_out": {"format": "double_knock_out"},
    "groups": {"stages": (StagePlan("groups", groups=2, advance=1), StagePlan("knock_out"))},
    "matchpoints": {"format": "swiss", "rounds": 2, "comparison": "matchpoints"},
    "best_of_three": {"format": "knock_out", "best_of": 3},
}
SINGLES: dict[str, dict[str, Any]] = {
    "rotation": {"format": "rotation", "rounds": 2},
    "solo": {"format": "solo", "rounds": 2, "rules": engine.preset("bicycle_4")},
}


def come(match: Match, *names: str) -> None:
    match.refresh_from_db()
    for seat in match.table.seats.select_related("user"):
        if seat.name in names:
            tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")


def play(match: Match) -> None:
    """Begin a match's table with bots for absent players, and play it to its end by bots' choices."""
    tables.begin_match(match.table_id)
    play_out(match.table_id)
    outbox.deliver_due()
    match.refresh_from_db()


def play_without_people(club: Any, cup: Tournament) -> None:
    while matches := club.in_play(cup):
        for match in matches:
            play(match)
        advance.advance(cup.pk)
    cup.refresh_from_db()


def seats_of_side(match: Match, side: int) -> list[str]:
    return [seat.name for seat in match.table.seats.all() if seat.index % 2 == side]


def leave(match: Match, *names: str) -> None:
    """Let bots stand in for people who were there."""
    match.table.seats.filter(name__in=names).update(stand_in=True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FORMATS)
def test_p1_a_tournament_nobody_attended_has_no_winner(club: Any, kind: str) -> None:
    cup = club.started(4, **SHORT, **FORMATS[kind])
    play_without_people(club, cup)
    assert (cup.status, cup.winner, cup.status_reason) == (Status.FINISHED, None, NOBODY)
    results = [row[3] for row in results_of(cup)]
    assert set(results) == {("forfeit", None, 0, 0)}
    assert RatedResult.objects.count() == 0
    page = Client().get(cup.get_absolute_url()).content.decode()
    assert "It is over, and nobody has won." in page
    assert "Nobody came to any match, so nobody has won." in page
    listed = Client().get("/tournaments/?show=past").content.decode()
    assert "Nobody has won." in listed


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", SINGLES)
def test_p1_single_players_who_stay_away_get_nothing(club: Any, kind: str) -> None:
    cup = begun(club, 4, **SHORT | {"match_hands": 4}, **SINGLES[kind])
    play_without_people(club, cup)
    assert (cup.winner, cup.status_reason) == (None, NOBODY)
    assert {(row.points, row.played, row.won, row.forfeits_lost) for row in standings_of(cup)} == {
        (0, 0, 0, 2)
    }


@pytest.mark.parametrize("kind", ["round_robin", "swiss"])
def test_p1_an_unattended_match_gives_nobody_points(club: Any, kind: str) -> None:
    cup = club.started(4, **SHORT, **FORMATS[kind])
    empty, full = club.in_play(cup)
    come(full, *(seat.name for seat in full.table.seats.all()))
    play(full)
    play(empty)
    result = empty.results.get()
    assert (result.kind, result.winner, result.reason) == ("forfeit", None, UNATTENDED)
    rows = {row.key: row for row in standings_of(cup)}
    for entry in (empty.entries[0].pk, empty.entries[1].pk):
        assert (rows[entry].points, rows[entry].played, rows[entry].forfeits_lost) == (0, 0, 1)
    assert full.results.get().kind == "played"
    assert sorted(full.line_up.values_list("present", flat=True)) == [True] * 4
    assert sorted(empty.line_up.values_list("present", flat=True)) == [False] * 4


def test_p1_a_bracket_goes_on_past_an_unattended_match(club: Any) -> None:
    cup = club.started(4, **SHORT, format="knock_out")
    empty, full = club.in_play(cup)
    come(full, *(seat.name for seat in full.table.seats.all()))
    play(empty)
    play(full)
    cup.refresh_from_db()
    won = full.entries[0] if full.results.get().winner == 0 else full.entries[1]
    # Nobody is there to meet them in the final.
    assert (cup.status, cup.winner, cup.matches.count()) == (Status.FINISHED, won, 2)


def test_p1_all_forfeits_name_no_champion(club: Any) -> None:
    cup = club.started(3, **SHORT, no_show="forfeit", format="knock_out")
    while club.in_play(cup):
        club.hands.forward(61)
        advance.advance_due()
    cup.refresh_from_db()
    assert (cup.status, cup.winner, cup.status_reason) == (Status.FINISHED, None, NOBODY)


def test_p1_who_comes_when_it_is_over_did_not_come(club: Any) -> None:
    cup = club.started(2, **SHORT)
    (match,) = club.in_play(cup)
    tables.begin_match(match.table_id)
    play_out(match.table_id)
    club.hands.forward(1)
    come(match, "a1")
    outbox.deliver_due()
    assert results_of(cup)[0][3] == ("forfeit", None, 0, 0)


def test_p1_a_bot_can_not_make_an_unattended_match_count(club: Any) -> None:
    cup = club.started(2, **SHORT)
    (match,) = club.in_play(cup)
    play(match)
    for kind in ("played", "excused"):
        with pytest.raises(Refused) as refused:
            decide_match(
                match_id=match.pk, by=club.organizer, verdict=kind, reason="It was played."
            )
        assert refused.value.code == "nobody_came"
    cup.refresh_from_db()
    assert (cup.winner, cup.status_reason) == (None, NOBODY)
    # The organizer vouches for a side by giving it the match.
    decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="They met elsewhere.")
    cup.refresh_from_db()
    assert (cup.winner, cup.status_reason) == (match.entries[0], "")


@pytest.mark.slow
def test_p1_presence_begins_anew_with_a_match_played_anew(club: Any) -> None:
    cup = club.started(4, **SHORT)
    match, _other = club.in_play(cup)
    come(match, *(seat.name for seat in match.table.seats.all()))
    play(match)
    assert match.line_up.counting().filter(present=True).count() == 4
    replay_match(match_id=match.pk, by=club.organizer, reason="Cable")
    assert match.line_up.counting().filter(present=True).count() == 0
    # Who came to the table that no longer counts stays on record.
    assert match.line_up.filter(present=True).count() == 4
    match.refresh_from_db()
    play(match)
    assert match.results.get(current=True).kind == "forfeit"


# ------------------------------------------------------------------------------------------------ stand-ins
def _bots_for_one_side(club: Any, **fields: Any) -> tuple[Tournament, Match]:
    """A match that bots play for its second side; the first side is there."""
    cup = club.started(2, **SHORT, **fields)
    (match,) = club.in_play(cup)
    come(match, *seats_of_side(match, 0))
    play(match)
    cup.refresh_from_db()
    return cup, match


def test_p1_what_bots_played_is_marked_on_every_page(club: Any) -> None:
    cup, match = _bots_for_one_side(club)
    result = match.results.get()
    cards = dict(match.line_up.values_list("user__username", "bot_cards"))
    ours, theirs = match.entries[0], match.entries[1]
    assert (result.kind, result.stood_in) == ("played", [theirs.pk])
    assert sum(cards.values()) == 26
    view = tournament_view(cup, club.organizer)
    assert {row.entry.name: row.by_bots for row in view.standings} == {ours.name: 0, theirs.name: 1}
    assert [side.by_bots for side in view.rounds[0].matches[0].sides] == [(), (theirs.name,)]
    visitor = Client()
    page = visitor.get(cup.get_absolute_url()).content.decode()
    assert page.count("bots played</span>") == 1
    assert "bots played 1 match for them" in page
    assert "Bots played more than half of a side’s cards." in page  # The cross table.
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert page.count("bots played</span>") == 1
    assert page.count("did not come") == 2


def test_p1_what_bots_played_is_marked_in_a_bracket(club: Any) -> None:
    cup, match = _bots_for_one_side(club, format="knock_out")
    page = squeezed(Client().get(cup.get_absolute_url()))
    # In the drawing above the match, in the table below it and in the round.
    assert "bots played ·" in page
    assert page.count("bots played</span>") == 2
    score = match.results.get()
    shown = " : ".join(map(str, score.points)).replace("-", "−")
    assert shown in page.partition("All matches as a table")[2]


def test_p1_what_bots_played_is_marked_in_feeds(club: Any) -> None:
    cup, match = _bots_for_one_side(club)
    address = cup.get_absolute_url()
    (row,) = Client().get(f"{address}results.json").json()["results"]
    assert row["bots"] == ["b"]
    text = Client().get(f"{address}results.csv").content.decode("utf-8-sig")
    (line,) = csv.DictReader(io.StringIO(text))
    assert line["bots"] == "b"
    rows = Client().get(f"{address}standings.json").json()["standings"]
    assert {one["name"]: one["by_bots"] for one in rows} == {
        match.entries[0].name: 0,
        match.entries[1].name: 1,
    }


def test_p1_what_bots_played_is_marked_in_notices(club: Any) -> None:
    _cup, match = _bots_for_one_side(club)
    told = {
        notice.user.username: notice_text(notice.kind, notice.params).text
        for notice in Notice.objects.filter(kind="result").select_related("user")
    }
    for entry, words in (
        (match.entries[0], "Bots played more than half of the other side’s cards."),
        (match.entries[1], "Bots played more than half of your side’s cards."),
    ):
        for place in entry.players.select_related("user"):
            assert told[place.user.username].endswith(words)


def test_p1_half_of_a_side_s_cards_is_not_most(club: Any) -> None:
    cup = club.started(2, **SHORT)
    (match,) = club.in_play(cup)
    one, other = seats_of_side(match, 1)
    come(match, *seats_of_side(match, 0), one)
    play(match)
    assert match.results.get().stood_in == []
    notes = {
        player.user.username: player.note
        for side in match_view(match.pk, club.organizer).players
        for player in side
    }
    assert {name: note for name, note in notes.items() if note} == {other: "did not come"}


def test_p1_cards_of_the_clock_and_of_claims(club: Any) -> None:
    cup = club.started(2, **SHORT)
    (match,) = club.in_play(cup)
    come(match, *(seat.name for seat in match.table.seats.all()))
    play_out(match.table_id)
    log = Action.objects.filter(table=match.table, text__startswith="play ", seat=0)
    keys = list(log.values_list("pk", flat=True))
    Action.objects.filter(pk__in=keys[:3]).update(by="clock")
    Action.objects.filter(pk__in=keys[3:7]).update(by="bot")
    Action.objects.filter(pk__in=keys[11:]).update(by="server")
    counted = cards_by_seat([match.table_id])
    assert counted[match.table_id, 0] == Cards(11, 7)
    assert counted[match.table_id, 0].mostly_bot
    assert counted[match.table_id, 1] == Cards(13, 0)


# ------------------------------------------------------------------------------------------ single players
def _came(club: Any, names: int, **fields: Any) -> tuple[Tournament, Match, list[str]]:
    """A table of single players to which the first `names` of its seats come; bots play for the others."""
    cup = begun(club, 4, **SHORT | {"match_hands": 4}, **fields)
    (match,) = club.in_play(cup)
    seated = [seat.name for seat in match.table.seats.order_by("index")]
    come(match, *seated[:names])
    play(match)
    cup.refresh_from_db()
    return cup, match, seated


@pytest.mark.parametrize("kind", SINGLES)
def test_p1_a_table_of_single_players_that_nobody_came_to(club: Any, kind: str) -> None:
    cup, match, _seated = _came(club, 0, **SINGLES[kind] | {"rounds": 1})
    result = match.results.get()
    assert (result.kind, result.reason, result.stood_in) == ("forfeit", UNATTENDED, [])
    assert {(row.points, row.forfeits_lost) for row in standings_of(cup)} == {(0, 1)}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", SINGLES)
@pytest.mark.parametrize("here", [1, 3])
def test_p1_bots_are_marked_by_person_where_an_entry_is_one(
    club: Any, kind: str, here: int
) -> None:
    cup, match, seated = _came(club, here, **SINGLES[kind] | {"rounds": 1})
    result = match.results.get()
    assert result.kind == "played"
    names = {entry.pk: entry.name for entry in cup.entries.all()}
    assert {names[entry] for entry in result.stood_in} == set(seated[here:])
    view = tournament_view(cup, club.organizer)
    assert {row.entry.name: row.by_bots for row in view.standings} == {
        name: int(name in seated[here:]) for name in seated
    }
    sides = view.rounds[0].matches[0].sides
    assert sorted(name for side in sides for name in side.by_bots) == sorted(seated[here:])
    visitor = Client()
    for page in (cup.get_absolute_url(), match.get_absolute_url()):
        text = visitor.get(page).content.decode()
        if kind == "rotation":
            marked = {name for name in seated if f"for <bdi>{name}</bdi>" in text}
            assert marked == ({seated[3]} if here == 3 else {seated[2]})
            assert text.count("bots played</span>") == (here == 1)
        else:
            assert text.count("bots played</span>") == 4 - here
    (row,) = visitor.get(f"{cup.get_absolute_url()}results.json").json()["results"]
    assert row["bots"] == seated[here:]
    told = {
        notice.user.username: notice_text(notice.kind, notice.params).text
        for notice in Notice.objects.filter(kind="result").select_related("user")
    }
    for name, text in told.items():
        mine = "Bots played more than half of your cards."
        assert (mine in text) is (name in seated[here:])
        others = [other for other in seated[here:] if other != name]
        assert f"Bots played more than half of the cards of {', '.join(others)}." in text or (
            not others
        )


# -------------------------------------------------------------------------------------------------- ratings
@pytest.mark.parametrize("winners", [True, False])
def test_e1_nobody_wins_a_rating_by_what_a_bot_played(club: Any, winners: bool) -> None:
    cup = club.started(2, match_hands=4)
    (match,) = club.in_play(cup)
    come(match, *(seat.name for seat in match.table.seats.all()))
    play_out(match.table_id)
    match.table.refresh_from_db()
    won = match.table.result["winners"]
    lost = [each for each in range(4) if each not in won]
    seat, partner = (won if winners else lost)[:2]
    Action.objects.filter(table=match.table, seat=seat, kind="play").update(by="bot")
    rated = rate_table(match.table_id)
    assert rated is not None
    people = {each.index: each.user_id for each in match.table.seats.all()}
    points = {change.user_id: change.points for change in rated.changes.all()}
    # Who left has lost, the partner has what the side has, and the others win nothing but lose in full.
    assert points[people[seat]] < 0
    assert (points[people[partner]] > 0) is winners
    for other in lost if winners else won:
        assert (points[people[other]] < 0) is winners
        assert (points[people[other]] == 0) is not winners
    page = Client().get(f"/people/{match.table.seats.get(index=seat).name}/").content.decode()
    assert "left: counts as lost" in page


def test_p1_who_takes_the_seat_back_plays_for_themselves(club: Any) -> None:
    cup = club.started(2, match_hands=4)
    (match,) = club.in_play(cup)
    come(match, *seats_of_side(match, 0))
    tables.begin_match(match.table_id)
    come(match, *seats_of_side(match, 1))
    for seat in match.table.seats.select_related("user"):
        take_back_seat(table_id=match.table_id, user=seat.user)
    play_out(match.table_id)
    outbox.deliver_due()
    assert match.results.get().stood_in == []
    rated = rate_table(match.table_id)
    assert rated is not None
    assert not rated.changes.filter(left=True).exists()
