"""People without an account in a league's tournament: entered, scored by hand, replaced, linked; unrated and unseen."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.ratings.models import RatedResult
from spades_site.accounts import by_name as names
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.people.by_name import marked, plain
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.conftest import Club
from tests.support.audited import entries_about
from tournaments.events import advance
from tournaments.events.actions import decisions, importing, lifecycle
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.entries import by_name, linking, substitutes
from tournaments.events.models import Entry, Match, Tournament, TournamentRole
from tournaments.leagues import bans
from tournaments.leagues.by_name import add_members

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def cup(club: Club) -> Tournament:
    """An open tournament of the organizer's league, to which a1 to b2, otto and zed belong."""
    return club.open(league=club.league_of("a1", "b1", "a2", "b2", "otto", "zed"))


def refused(call: Callable[[], Any]) -> str:
    """Return the code with which the call is refused."""
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


def enter(club: Club, cup: Tournament, text: str) -> int:
    return importing.import_entries(tournament_id=cup.pk, by=club.organizer, text=text)


def previewed(club: Club, cup: Tournament, text: str) -> list[str]:
    lines = importing.preview_entries(tournament_id=cup.pk, by=club.organizer, text=text)
    return [line.problem or line.effect for line in lines]


def started(club: Club, cup: Tournament) -> Match:
    """Start with a1 & b1, and Otto Meier & a2; return the match of the round, which is the only one."""
    enter(club, cup, "a1,b1\n*Otto Meier,a2")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    return cup.matches.filter(round__number=1).get()


def score(club: Club, match: Match, *points: int) -> Any:
    given = {1: Given(points, hands=6)}
    return decisions.enter_score(
        match_id=match.pk, by=club.organizer, games=given, reason="Played at the club"
    )


def test_they_are_entered_by_a_list(club: Club, cup: Tournament) -> None:
    users = get_user_model().objects.count()
    text = "*Otto  Meier,a1\n*Ida Ott & *Kim\n*A&B\n*x~y,b1"
    assert previewed(club, cup, text) == [
        "is entered; Otto Meier: no account, you enter the scores",
        "is entered; Ida Ott, Kim: no account, you enter the scores",
        "The name needs at least 2 characters.",
        "A name of somebody without an account has no & , / – ~",
    ]
    assert get_user_model().objects.count() == users
    assert [enter(club, cup, "*Otto Meier,a1") for _each in range(2)] == [1, 0]
    (entry,) = cup.entries.all()
    (person,) = by_name.in_entry(entry)
    assert (plain(entry.name), marked(entry.name)) == (
        "Otto Meier & a1", "Otto Meier (no account) & a1",
    )  # fmt: skip
    assert (person.is_guest, person.by_name, person.email) == (True, True, "")
    assert not person.has_usable_password()
    assert list(Notice.objects.filter(user=person)) == []
    # In another tournament of the league it is the same person.
    other = club.open(league=cup.league, name="Other")
    enter(club, other, "*otto meier,b1")
    assert by_name.in_entry(other.entries.get()) == [person]


def test_a_banned_namesake_is_a_warning(club: Club, cup: Tournament) -> None:
    assert cup.league is not None
    bans.ban(league_id=cup.league_id, by=cup.league.created_by, username="zed", reason="Rude")
    assert previewed(club, cup, "*Zed,a1") == [
        "is entered; Zed: no account, you enter the scores; warning: somebody called Zed is banned"
    ]
    assert enter(club, cup, "*Zed,a1") == 1


def test_their_matches_wait_for_a_score_and_are_unrated(club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    assert (match.status, match.tables) == (Match.Status.DRAWN, [])
    assert not advance.advance(cup.pk)
    with pytest.raises(Refused) as refusal:
        decisions.replay_match(match_id=match.pk, by=club.organizer, reason="Again")
    assert refusal.value.code == "no_table"
    result = (
        score(club, match, 310, 505)
        if match.entries[0].name == "a1 & b1"
        else score(club, match, 505, 310)
    )
    match.refresh_from_db()
    assert (match.status, result.match, RatedResult.objects.count()) == (
        Match.Status.DONE, match, 0,
    )  # fmt: skip
    cup.refresh_from_db()
    assert cup.winner is not None
    assert plain(cup.winner.name) == "Otto Meier & a2"


def test_a_stranger_finds_them_nowhere_but_in_the_tournament(
    client: Any, club: Club, cup: Tournament
) -> None:
    started(club, cup)
    person = get_user_model().objects.get(by_name=True)
    for address in (
        f"/players/{person.username}/",
        f"/api/v1/players/{person.username}",
        f"/players/{person.username}/encounters/",
    ):
        assert client.get(address).status_code == 404
    assert "Otto Meier" not in client.get("/leaderboard/").content.decode()
    shown = client.get(cup.get_absolute_url())
    assert shown.status_code == 200
    assert "~" not in shown.content.decode().split("<main")[1].split("</main")[0]
    assert not client.login(username=person.username, password="")


def test_an_account_replaces_them(club: Club, cup: Tournament) -> None:
    enter(club, cup, "*Otto Meier,a1\na2,b2")
    entry = cup.entries.get(players__user__username="a1")
    (person,) = by_name.in_entry(entry)
    substitutes.substitute(
        entry_id=entry.pk, out_id=person.pk, username="zed", by=club.organizer, reason="Ill"
    )
    entry.refresh_from_db()
    assert (entry.name, by_name.in_entry(entry)) == ("zed & a1", [])
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert cup.matches.get(round__number=1).status == Match.Status.PLAYING


def test_an_account_takes_over_their_places(club: Club, cup: Tournament) -> None:
    match = started(club, cup)
    other = club.open(league=cup.league, name="Other")
    enter(club, other, "*Otto Meier,b2")
    score(club, match, 505, 310)
    cup.refresh_from_db()
    entry = cup.entries.get(players__user__username="a2")
    (person,) = by_name.in_entry(entry)
    of: dict[str, Any] = {"league_id": cup.league_id, "person_id": person.pk}
    for name, code in (("a1", "user_entered"), ("nobody", "unknown_user")):
        assert (
            refused(lambda name=name: linking.ask(**of, username=name, by=club.organizer)) == code
        )
    assert refused(lambda: linking.ask(**of, username="otto", by=club.player("a1"))) == (
        "not_organizer"
    )
    made = linking.ask(**of, username="otto", by=club.organizer)
    assert linking.ask(**of, username="otto", by=club.organizer) == made
    account = club.player("otto")
    (asked,) = Notice.objects.filter(user=account)
    assert notice_text(asked.kind, asked.params).text == (
        "ann asks whether you are Otto Meier (no account). If so, the results become yours."
    )
    assert refused(lambda: linking.accept(**of, user=club.player("zed"))) == "not_in_entry"
    linking.accept(**of, user=account)
    assert [one.name for one in Entry.objects.filter(players__user=account).order_by("pk")] == [
        "otto & a2", "otto & b2",
    ]  # fmt: skip
    assert not get_user_model().objects.filter(by_name=True).exists()
    logged = entries_about(cup).get(verb="tournament.name_linked")
    assert logged.data == {"out": person.username, "name": "otto"}
    asked.refresh_from_db()
    assert asked.read_at is not None
    (told,) = Notice.objects.filter(user=club.organizer, params__league_news="name_linked")
    assert notice_text(told.kind, told.params).text == (
        "otto accepted: the results of Otto Meier (no account) now belong to that account."
    )
    assert RatedResult.objects.count() == 0


def test_a_question_is_declined_taken_back_or_put_to_another(club: Club, cup: Tournament) -> None:
    enter(club, cup, "*Otto Meier,a1")
    (person,) = by_name.in_entry(cup.entries.get())
    of: dict[str, Any] = {"league_id": cup.league_id, "person_id": person.pk}
    linking.ask(**of, username="otto", by=club.organizer)
    linking.ask(**of, username="zed", by=club.organizer)
    assert refused(lambda: linking.accept(**of, user=club.player("otto"))) == "not_in_entry"
    linking.decline(**of, user=club.player("zed"))
    linking.ask(**of, username="zed", by=club.organizer)
    linking.take_back(**of, by=club.organizer)
    linking.take_back(**of, by=club.organizer)
    assert refused(lambda: linking.accept(**of, user=club.player("zed"))) == "not_in_entry"
    assert Notice.objects.filter(params__league_news="name_asked", read_at=None).count() == 0
    assert cup.league is not None
    logged = entries_about(cup.league).filter(verb__startswith="league.name_").order_by("pk")
    assert [one.verb.removeprefix("league.name_") for one in logged] == [
        "asked", "asked", "declined", "asked", "asked_back",
    ]  # fmt: skip


def test_one_who_was_replaced_keeps_what_was_played(club: Club, cup: Tournament) -> None:
    enter(club, cup, "*Otto Meier,a1\na2,b2")
    entry = cup.entries.get(players__user__username="a1")
    (person,) = by_name.in_entry(entry)
    made = substitutes.substitute(
        entry_id=entry.pk, out_id=person.pk, username="zed", by=club.organizer, reason="Ill"
    )
    assert linking.ask(
        league_id=cup.league_id or 0, person_id=person.pk, username="otto", by=club.organizer
    )
    linking.accept(league_id=cup.league_id or 0, person_id=person.pk, user=club.player("otto"))
    made.refresh_from_db()
    assert made.out == club.player("otto")


def test_a_tournaments_own_organizer_asks_about_its_own_entries_alone(
    client: Any, club: Club, cup: Tournament
) -> None:
    TournamentRole.objects.create(
        tournament=cup, user=club.player("b1"), role="organizer", at=now(), accepted_at=now()
    )
    enter(club, cup, "*Otto Meier,a1")
    (person,) = by_name.in_entry(cup.entries.get())
    of: dict[str, Any] = {"league_id": cup.league_id, "person_id": person.pk}
    made = linking.ask(**of, username="zed", by=club.player("b1"))
    assert made is not None
    linking.take_back(**of, by=club.player("b1"))
    other = club.open(league=cup.league, name="Other")
    enter(club, other, "*Otto Meier,b2")
    assert refused(lambda: linking.ask(**of, username="zed", by=club.player("b1"))) == (
        "not_organizer"
    )
    assert linking.ask(**of, username="zed", by=club.organizer)


def test_a_member_answers_on_a_page(client: Any, club: Club, cup: Tournament) -> None:
    assert cup.league is not None
    page = f"/leagues/{cup.league.slug}/name/"
    members = f"/leagues/{cup.league.slug}/members/"
    enter(club, cup, "*O. T. Tó,a1\n*Otto,a2")
    add_members(league_id=cup.league.pk, by=club.organizer, names="Otto")
    person = cup.league.memberships.get(user__by_name=True).user
    client.force_login(club.organizer)
    shown = client.get(f"/leagues/{cup.league.slug}/?show=members").content.decode()
    assert "Ask otto: is this you?" in " ".join(shown.split())
    assert ">OT</text>" in shown.rpartition("Ask otto")[0].rpartition("<li>")[2]
    asked = client.post(f"{members}{person.pk}/link/", {"username": "otto"}, follow=True)
    assert [str(one) for one in asked.context["messages"]] == [
        f"otto is asked whether they are {person.username}."
    ]
    assert "otto is asked whether they are Otto." in asked.content.decode()
    assert client.get(page).status_code == 302
    client.force_login(club.player("otto"))
    shown = client.get(page).content.decode()
    assert ("This is me" in shown, "Somebody else" in shown) == (True, True)
    done = client.post(f"{page}{person.pk}/accept/", follow=True)
    assert [str(one) for one in done.context["messages"]] == ["The results are yours now."]
    assert cup.entries.get(players__user__username="a2").name == "otto & a2"
    late = client.post(f"{page}{person.pk}/decline/", follow=True).content.decode()
    assert "That person isn’t there any more. Reload the page." in late


@pytest.mark.parametrize("name", ["a", "x" * 61, "Ann & Ben", "a~b", "Ann, Ben", "a\u200bb"])
def test_names_that_would_confuse_are_refused(db: None, name: str) -> None:
    with pytest.raises(Refused):
        names.create(name)
