"""Forms suggest whom they can name, to those who may send them, and say why somebody can't be taken."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.engine import preset
from games.tables import services as services_of_tables
from spades_site.accounts import friends
from spades_site.accounts.actions import Action
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.forms import PageForm, PersonInput
from spades_site.common.people.picking import Candidate
from tests.leagues.members import add
from tournaments.events.actions import entering
from tournaments.events.entries import inviting
from tournaments.events.queries import picking
from tournaments.leagues import bans, joining, services, team_invitations, teams
from tournaments.leagues import picking as of_leagues

pytestmark = pytest.mark.django_db
WHERE = reverse("people_to_name")


def told(circle: Any, text: str = "", most: int = 8) -> list[tuple[str, str, str]]:
    """Return the names, what is known of them, and why they can't be taken."""
    return [(one.name, one.about, one.why_not) for one in circle.candidates(text, most)]


def befriend(one: Any, two: Any) -> None:
    """Make two people friends."""
    friends.ask(user=one, name=two.username)
    friends.accept(user=two, name=one.username)


def test_a_substitute_comes_from_the_reserve_first(club: Any) -> None:
    cup = club.open(entry_alone=True, max_entries=2, waiting_list=True)
    for name in ("a", "b"):
        club.enter_pair(cup, f"{name}1", f"{name}2")
    entering.enter(tournament_id=cup.pk, user=club.player("kim"), alone=True)
    befriend(club.organizer, club.player("joe"))
    befriend(club.organizer, club.player("b2"))
    entry = cup.entries.get(name="a1 & a2")
    found = picking.to_substitute(entry, club.organizer)
    assert told(found) == [
        ("kim", "in reserve, free", ""),
        ("joe", "", ""),
        ("b2", "", "plays in b1 & b2"),
    ]
    assert told(found, "a1")[0] == ("a1", "", "in this entry already")
    assert told(found, "KI") == [("kim", "in reserve, free", "")]


def test_nobody_is_found_by_a_part_of_the_name_whom_one_does_not_know(club: Any) -> None:
    cup = club.open()
    club.player("stranger")
    found = picking.to_invite(cup, club.organizer)
    assert told(found, "strang") == []
    assert told(found, "Stranger") == [("stranger", "", "")]


def test_people_are_found_in_capitals_of_every_alphabet(club: Any) -> None:
    league = club.league_of("jörg", "éva", "öznur", "łukasz")
    found = of_leagues.in_log(league, club.organizer)
    for text, name in (
        ("JÖ", "jörg"),
        ("É", "éva"),
        ("ÖZ", "öznur"),
        ("KASZ", "łukasz"),
        ("E\u0301", "éva"),
    ):
        assert [one[0] for one in told(found, text)] == [name]


def test_only_friends_are_seen_to_be_here(club: Any) -> None:
    ann, joe, kim = club.organizer, club.player("joe"), club.player("kim")
    league = club.league_of("joe", "kim")
    befriend(league.created_by, joe)
    for user in (joe, kim):
        user.last_seen = now()
        user.save(update_fields=["last_seen"])
    cup = club.open(league=league)
    assert told(picking.to_invite(cup, ann)) == [("joe", "here, free", ""), ("kim", "", "")]


def test_an_invitation_to_enter_says_who_cannot_be_invited(club: Any) -> None:
    league = club.league_of("joe", "kim", "pam", "tom")
    cup = club.open(league=league)
    club.enter_pair(cup, "joe", "kim")
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username="pam")
    club.player("zoe")
    bans.ban(league_id=league.pk, by=club.organizer, username="zoe", reason="Rude")
    found = picking.to_invite(cup, club.organizer)
    assert told(found) == [
        ("tom", "", ""),
        ("pam", "", "already invited"),
        ("joe", "", "already entered: joe & kim"),
        ("kim", "", "already entered: joe & kim"),
    ]
    assert told(found, "zoe") == [("zoe", "", "banned")]
    # Players aren't told of bans.
    assert told(picking.to_partner(cup, club.player("tom")), "zoe") == [("zoe", "", "not a member")]


def test_a_league_says_who_is_a_member_invited_or_banned(club: Any) -> None:
    ann = club.organizer
    league = services.create_league(by=ann, name="Riverside", is_open=False)
    for name in ("joe", "kim", "pam", "tom"):
        befriend(ann, club.player(name))
    add(league, club.player("joe"))
    joining.invite(league_id=league.pk, by=ann, username="kim")
    joining.ask_to_join(league_id=league.pk, user=club.player("zoe"))
    bans.ban(league_id=league.pk, by=ann, username="pam", reason="Rude")
    assert told(of_leagues.to_invite(league, ann)) == [
        ("zoe", "asks to join, free", ""),
        ("tom", "", ""),
        ("kim", "", "already invited"),
        ("pam", "", "banned"),
        ("joe", "", "already a member"),
    ]
    team = teams.create_team(league_id=league.pk, by=club.player("joe"), name="Aces")
    add(league, club.player("tom"))
    team_invitations.invite_to_team(team_id=team.pk, by=club.player("joe"), username="tom")
    assert told(of_leagues.to_team(team, club.player("joe"))) == [
        ("ann", "", ""),
        ("tom", "", "already invited"),
    ]


def test_only_those_who_may_send_the_form_are_told(club: Any, client: Any) -> None:
    cup = club.open()
    at = {"at": reverse("guest_ask", args=[cup.slug]), "q": "ann"}
    assert client.get(WHERE, at).status_code == 404
    client.force_login(club.player("zoe"))
    assert client.get(WHERE, at).status_code == 404
    for other in ("", "/", "/nothing/", reverse("guest_ask", args=["other"]), reverse("friends")):
        assert client.get(WHERE, {"at": other}).status_code == 404, other
    client.force_login(club.organizer)
    answer = client.get(WHERE, at)
    assert (answer.status_code, "this is you" in answer.content.decode()) == (200, True)


def test_the_list_is_in_the_page_for_browsers_without_scripts(club: Any, client: Any) -> None:
    befriend(club.organizer, club.player("joe"))
    cup = club.open()
    client.force_login(club.organizer)
    page = client.get(reverse("organizer_tournament", args=[cup.slug])).content.decode()
    assert '<option value="joe"></option>' in page
    assert f"{WHERE}?at=%2Forganize%2Ftournaments%2F{cup.slug}%2Fguests%2F" in page


def test_the_number_of_queries_does_not_depend_on_the_number_of_people(club: Any) -> None:
    names = [f"p{number}" for number in range(30)]
    cup = club.open(league=club.league_of("joe"))
    circle = picking.to_invite(cup, club.organizer)

    def counted() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            circle.candidates("", 30)
        return len(queries)

    counted()
    few = counted()
    for name in names:
        add(cup.league, club.player(name))
    assert counted() == few <= 4


def actions(found: Any) -> list[tuple[str, Action[Any, Any]]]:
    """Return all actions of the site by the names of their addresses."""
    rows = []
    for one in found:
        if isinstance(one, URLResolver):
            rows += actions(one.url_patterns)
        elif isinstance(one, URLPattern) and isinstance(one.callback, Action):
            rows.append((str(one.name), one.callback))
    return rows


def test_every_action_whose_form_names_a_person_has_a_picker() -> None:
    def names_people(form: Any) -> bool:
        return (
            isinstance(form, type)
            and issubclass(form, PageForm)
            and any(isinstance(one.widget, PersonInput) for one in form.base_fields.values())
        )

    named = {
        name: one for name, one in actions(get_resolver().url_patterns) if names_people(one.form)
    }
    assert {name for name, one in named.items() if one.named is None} == set()
    assert len(named) >= 7


def test_a_waiting_table_says_who_sits_there_or_was_invited(club: Any, client: Any) -> None:
    ann = club.organizer
    for name in ("joe", "kim", "pam"):
        befriend(ann, club.player(name))
    terms = services_of_tables.TableTerms(rules=preset("cardgames_io"))
    shown = services_of_tables.open_table(terms, created_by=ann)
    services_of_tables.take_seat(table_id=shown.pk, user=ann)
    at = {"at": shown.get_absolute_url()}
    services_of_tables.take_seat(table_id=shown.pk, user=club.player("joe"))
    services_of_tables.invite(table_id=shown.pk, by=ann, name="kim")
    assert told(of_leagues.to_table(shown.pk, ann)) == [
        ("pam", "", ""),
        ("joe", "", "sits at this table"),
        ("kim", "", "already invited"),
    ]
    client.force_login(ann)
    assert ">pam</bdi>" in client.get(WHERE, at).content.decode()
    # Others who see the table can't invite.
    client.force_login(club.player("kim"))
    assert client.get(WHERE, at).status_code == 404


def test_staff_find_anybody_whose_counts_they_look_up(club: Any, client: Any) -> None:
    club.player("zoe")
    at = {"at": reverse("staff_limits"), "q": "zo"}
    client.force_login(club.organizer)
    assert client.get(WHERE, at).status_code == 404
    User.objects.filter(pk=club.organizer.pk).update(is_staff=True, is_superuser=True)
    assert ">zoe</bdi>" in client.get(WHERE, at).content.decode()


def test_a_candidate_says_first_why_not() -> None:
    assert Candidate("kim", "in reserve", "banned").words == "banned"
