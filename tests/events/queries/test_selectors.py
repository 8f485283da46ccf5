"""The data of pages: complete, right for each viewer, with a constant number of queries."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext

from spades_site.common.people import bot_names
from tests.leagues.members import add
from tournaments.events import advance
from tournaments.events.actions import decisions, entering
from tournaments.events.models import Match, Result, Tournament
from tournaments.events.queries.selectors import (
    live_matches,
    match_view,
    next_for,
    organized_by,
    organizer_view,
    tournament_for,
    tournament_view,
    tournaments_of_league,
    upcoming,
    visible_tournaments,
)
from tournaments.events.queries.view_models import TournamentView
from tournaments.leagues import services

pytestmark = pytest.mark.django_db


def seen(cup: Tournament, user: Any) -> TournamentView:
    """Return the tournament as the page would load and show it."""
    found = tournament_for(cup.slug, user)
    assert found is not None
    return tournament_view(found, user)


def read_whole(view: TournamentView) -> int:
    """Touch everything that a page shows."""
    said = [view.next.sentence, *(row.reason for row in view.standings)]
    for round_ in view.rounds:
        for line in round_.matches:
            said += [side.name for side in line.sides]
            said += [line.score, str(line.winner), str(line.in_play)]
    for entry in view.entries:
        said += [place.user.username for place in entry.players.all()]
    said += [single.user.username for single in view.singles]
    return len(said)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["ann", "a1", ""])
def test_the_page_takes_the_same_queries_at_any_size(club: Any, who: str) -> None:
    user = {"ann": club.organizer, "a1": club.player("a1")}.get(who, AnonymousUser())
    counts = []
    for number in (4, 7):
        cup = club.started(number)
        club.finish(club.in_play(cup)[0], 500, 100)
        with CaptureQueriesContext(connection) as queries:
            assert read_whole(seen(cup, user)) > 0
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 18


def test_a_stranger_sees_what_is_open_and_why_they_can_t_enter(club: Any) -> None:
    cup = club.with_entries(2, max_entries=4)
    view = seen(cup, AnonymousUser())
    assert (view.next.code, view.next.at) == ("starts", cup.starts_at)
    assert (view.places_taken, view.places_left, view.may_organize) == (2, 2, False)
    assert [entry.name for entry in view.entries] == ["a1 & b1", "a2 & b2"]
    assert (view.mine.why_not_enter, view.mine.may, view.mine.is_in) == (
        "Sign in to enter.",
        frozenset(),
        False,
    )
    assert (view.rounds, view.standings, view.current) == ([], [], None)


@pytest.mark.slow
def test_what_a_member_may_do_follows_the_state(club: Any) -> None:
    cup = club.open(check_in_minutes=15)
    amy, bob, cid = club.player("amy"), club.player("bob"), club.player("cid")

    def mine(user: Any) -> Any:
        return seen(cup, user).mine

    assert mine(amy).may == {"enter_with_partner", "enter_alone"}
    asked = entering.enter(tournament_id=cup.pk, user=amy, partner="bob").invitations.get()
    assert mine(amy).may == {"withdraw"}
    assert (mine(amy).asked, mine(amy).why_not_enter) == (asked, "You have entered.")
    assert mine(bob).may == {"enter_with_partner", "enter_alone"}
    assert mine(bob).to_answer == [asked]
    entering.accept_invitation(invitation_id=asked.pk, user=bob)
    entering.enter(tournament_id=cup.pk, user=cid, alone=True)
    assert (mine(bob).partner, mine(bob).status) == (amy, "entered")
    assert (mine(cid).single.status, mine(cid).status) == ("waiting", "waiting for a partner")
    club.hands.forward(46 * 60)
    assert mine(bob).may == {"withdraw"}
    entering.check_in(tournament_id=cup.pk, user=amy)
    assert mine(bob).may == {"withdraw"}
    assert mine(cid).may == {"withdraw", "check_in"}
    club.hands.forward(15 * 60)
    assert mine(cid).may == {"withdraw"}
    assert mine(club.player("dan")).why_not_enter == (
        "The tournament has started; entries and check-in are closed."
    )


def test_a_full_tournament_says_so(club: Any) -> None:
    cup = club.with_entries(2, max_entries=2)
    assert seen(cup, club.player("zoe")).mine.why_not_enter == (
        "The tournament is full: all 2 places are taken. One may still come free."
    )
    assert seen(cup, club.player("zoe")).mine.may == frozenset()


def test_the_second_of_two_alone_still_fits_in(club: Any) -> None:
    cup = club.with_entries(1, max_entries=2)
    entering.enter(tournament_id=cup.pk, user=club.player("sue"), alone=True)
    zoe = club.player("zoe")
    assert seen(cup, zoe).mine.may == {"enter_alone"}
    assert entering.enter(tournament_id=cup.pk, user=zoe, alone=True).status == "waiting"


def test_a_player_is_shown_their_match_and_table(club: Any) -> None:
    cup = club.started(3)
    (match,) = club.in_play(cup)
    player = match.entries[0].players.first().user
    view = seen(cup, player)
    assert (view.next.code, view.next.sentence) == ("round_in_play", "Round 1 of 3 is in play.")
    assert view.mine.match is not None
    assert (view.mine.match.match, view.mine.match.table) == (match, match.table)
    assert view.mine.table_url == match.table.get_absolute_url()
    assert [line.match for line in view.live] == [match]
    assert view.current is not None
    assert (view.current.played, view.current.to_play) == (0, 1)


@pytest.mark.slow
def test_standings_come_with_points_tie_breaks_and_reasons(club: Any) -> None:
    cup = club.started(3)
    club.play_all(cup)
    names = [entry.name for entry in seen(cup, club.player("a1")).entries]
    first, last = names[0].split(" & ")[0], names[2].split(" & ")[1]
    bot_names.remember({first, last})
    view = seen(cup, club.player("a1"))
    assert [(one.row.rank, one.entry.name, one.row.points) for one in view.standings] == [
        (1, names[0], 4),
        (2, names[1], 2),
        (3, names[2], 0),
    ]
    assert [one.reason for one in view.standings] == [
        f"{first} (bot){names[0].removeprefix(first)} ranks above {names[1]}: 4 points against 2.",
        f"{names[1]} ranks above {names[2]} (bot): 2 points against 0.",
        "",
    ]
    assert [one.title for one in view.standings[0].tie_breaks] == view.tie_breaks
    assert [one.mine for one in view.standings] == [name == "a1 & b1" for name in names]
    assert view.next.sentence == f"{names[0]} won the tournament."
    assert {line.score for line in view.rounds[0].matches} == {"bye", "300 : 500"} or {
        line.score for line in view.rounds[0].matches
    } == {"bye", "500 : 300"}


def test_organizers_see_steps_and_what_needs_their_word(club: Any) -> None:
    cup = club.started(4)
    first, second = club.in_play(cup)
    club.abandon(first)
    found = tournament_for(cup.slug, club.organizer)
    view = organizer_view(found, club.organizer)
    assert view.view.may_organize is True
    assert [step.name for step in view.steps] == ["pause", "end", "cancel"]
    assert [line.match for line in view.undecided] == [first]
    assert [line.match for line in view.in_play] == [second]
    assert [entry.verb for entry in view.history] == [
        "tournament.start",
        "tournament.started",
        *["tournament.partner_accepted", "tournament.entered"] * 4,
        "tournament.open_registration",
        "tournament.created",
    ]


def test_organizers_see_how_many_are_here(club: Any) -> None:
    cup = club.with_entries(3, check_in_minutes=15)
    club.hands.forward(46 * 60)
    entering.check_in(tournament_id=cup.pk, user=club.player("a1"))
    view = organizer_view(tournament_for(cup.slug, club.organizer), club.organizer)
    assert (view.here, view.expected) == (1, 3)


@pytest.mark.slow
def test_a_match_s_page(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    player = match.entries[1].players.last().user
    view = match_view(match.pk, player)
    assert (view.line.mine, view.state, view.may_decide, view.versions) == (
        True,
        "The match is in play.",
        False,
        [],
    )
    assert [player.user.username for player in view.players[0]] == match.entries[0].name.split(
        " & "
    )
    club.finish(match, 500, -40)
    decisions.decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Signals")
    view = match_view(match.pk, club.organizer)
    assert (view.line.mine, view.may_decide) == (False, True)
    assert view.state == f"Won by {match.entries[1].name} without play."
    assert [(one.version, one.kind) for one in view.versions] == [(2, "forfeit"), (1, "played")]
    assert match_view(0, player) is None


def test_a_played_match_in_words(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 500, -40)
    view = match_view(match.pk, AnonymousUser())
    assert (view.state, view.line.score) == (
        f"Won by {match.entries[0].name}, 500 : −40.",
        "500 : −40",
    )


def test_drafts_and_private_leagues_stay_hidden(club: Any) -> None:
    draft = club.tournament()
    league = services.create_league(by=club.organizer, name="Club", is_public=False)
    private = club.open(league=league)
    zoe = club.player("zoe")
    assert tournament_for(draft.slug, zoe) is None
    assert tournament_for(private.slug, zoe) is None
    assert list(visible_tournaments(zoe)) == []
    assert {one.pk for one in visible_tournaments(club.organizer)} == {draft.pk, private.pk}
    add(league, zoe)
    assert list(visible_tournaments(zoe)) == [private]
    assert list(upcoming(zoe)) == [private]
    assert list(tournaments_of_league(league, zoe)) == [private]
    assert {one.pk for one in organized_by(club.organizer)} == {draft.pk, private.pk}
    assert list(organized_by(zoe)) == []


def test_what_has_run_for_weeks_comes_after_what_is_still_to_come(club: Any) -> None:
    weeks, tonight = club.open(), club.open()
    Tournament.objects.filter(pk=weeks.pk).update(
        status="running", starts_at=tonight.starts_at - timedelta(days=30)
    )
    found = [(one, one.long_running) for one in upcoming(AnonymousUser())]
    assert found == [(tonight, False), (weeks, True)]


@pytest.mark.slow
def test_what_waits_for_a_person(club: Any) -> None:
    cup = club.open(check_in_minutes=15, pause_between_rounds=60)
    amy, bob = club.player("amy"), club.player("bob")

    def todo(user: Any) -> list[tuple[str, Any]]:
        return [(one.code, one.at) for one in next_for(user)]

    start = cup.starts_at
    asked = entering.enter(tournament_id=cup.pk, user=amy, partner="bob").invitations.get()
    assert (todo(amy), todo(bob)) == ([("starts", start)], [("answer", start)])
    assert next_for(bob)[0].sentence == "amy asks you to be partners in Cup."
    entering.accept_invitation(invitation_id=asked.pk, user=bob)
    club.enter_pair(cup, "cid", "dan")
    club.enter_pair(cup, "eve", "fay")
    club.hands.forward(46 * 60)
    entering.enter(tournament_id=cup.pk, user=club.player("gus"), alone=True)
    advance.advance_due()
    assert (todo(bob), todo(club.player("gus"))) == ([("check_in", start)], [("starts", start)])
    for name in ("amy", "cid", "eve"):
        entering.check_in(tournament_id=cup.pk, user=club.player(name))
    club.hands.forward(15 * 60)
    advance.advance_due()
    (match,) = club.in_play(cup)
    player = match.entries[0].players.first().user
    sits_out = (
        cup.matches.filter(round__number=1)
        .exclude(sides__index=1)
        .get()
        .entries[0]
        .players.first()
        .user
    )
    (play,) = next_for(player)
    assert (play.code, play.match, play.url) == ("play", match, match.table.get_absolute_url())
    assert todo(sits_out) == [("wait", None)]
    assert todo(club.player("gus")) == []
    assert list(live_matches(AnonymousUser())) == [match]
    club.finish(match, 500, 100)
    match.refresh_from_db()
    assert todo(player) == [("wait", match.table.finished_at + timedelta(seconds=60))]
    assert next_for(AnonymousUser()) == []


@pytest.mark.slow
def test_a_match_page_loads_no_other_match(club: Any) -> None:
    cup = club.started(5)
    club.play_all(cup)
    match = cup.matches.filter(sides__index=1).order_by("pk")[3]
    loaded: list[Any] = []

    def note(sender: Any, instance: Any, **_: Any) -> None:
        loaded.append((sender, instance.pk))

    for model in (Match, Result):
        post_init.connect(note, sender=model, weak=False)
    try:
        view = match_view(match.pk, club.organizer)
    finally:
        for model in (Match, Result):
            post_init.disconnect(note, sender=model)
    assert view is not None
    assert view.line.match == match
    assert {key for sender, key in loaded if sender is Match} == {match.pk}
    assert {key for sender, key in loaded if sender is Result} == {match.results.get().pk}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("third_place", "waits_for"),
    [
        (False, ("out", "Cup: you are out, in places 3 to 4.")),
        (True, ("wait", "Cup: wait for the next round.")),
    ],
)
def test_the_loser_of_a_bracket_match_waits_only_for_their_own_next_match(
    club: Any, third_place: bool, waits_for: tuple[str, str]
) -> None:
    cup = club.started(4, format="knock_out", third_place=third_place, pause_between_rounds=60)
    first, second = club.in_play(cup)
    winner = first.entries[0].players.first().user
    loser = first.entries[1].players.first().user
    club.finish(first, 500, 100)
    club.finish(second, 500, 100)
    assert [(one.code, one.sentence) for one in next_for(loser)] == [waits_for]
    assert [one.code for one in next_for(winner)] == ["wait"]
