"""The leagues' pages: visibility, buttons, and refusals."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.seasons.made import series
from tests.support.squeezed import squeezed
from tests.tables.test_opening_form import as_posted
from tournaments.events.models import Tournament
from tournaments.leagues import announcing, bans, joining, links, services, teams
from tournaments.leagues.models import InvitationLink, League, Membership, Team
from tournaments.public.season_calendar import days_of_play, months, months_between, span_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(member: Any) -> League:
    """A public league run by ann."""
    return services.create_league(by=member("ann"), name="Autumn club")


@pytest.fixture
def private(member: Any) -> League:
    """A league that only its organizer olga knows."""
    return services.create_league(by=member("olga"), name="Back room", is_public=False)


def messages_of(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


@pytest.mark.slow
def test_anybody_sees_public_leagues_and_only_members_the_others(
    client: Any, league: League, private: League
) -> None:
    page = client.get("/leagues/")
    assert [one.name for one in page.context["page"]] == ["Autumn club"]
    assert client.get("/leagues/autumn-club/").status_code == 200
    assert client.get("/leagues/back-room-xxxxx/").status_code == 404
    assert client.get("/leagues/no-such-league/").status_code == 404
    client.force_login(private.created_by)
    assert client.get("/leagues/back-room-xxxxx/").status_code == 200
    page = client.get("/leagues/?show=mine")
    assert [one.name for one in page.context["page"]] == ["Back room"]


def test_a_refused_button_has_the_sentence_beside_it_or_without_javascript_on_the_page(
    client: Any, member: Any, league: League
) -> None:
    bob = member("bob")
    client.force_login(bob)
    join = "/leagues/autumn-club/join/"
    page = squeezed(client.get("/leagues/autumn-club/").content.decode())
    (form,) = re.findall(rf'<form method="post" action="{join}".*?</form>', page)
    assert f'hx-post="{join}" hx-target="find .refusal"' in form
    assert form.endswith('<div class="refusal"></div></form>')
    bans.ban(league_id=league.pk, by=league.created_by, username="bob", reason="Spam")
    sentence = "You are banned from Autumn club for good. Reason: Spam"
    by_htmx = client.post(join, headers={"HX-Request": "true"})
    assert by_htmx.status_code == 422
    assert squeezed(re.sub(r"<svg.*?</svg>", "", by_htmx.content.decode())) == (
        f'<p class="note note-bad" role="alert"><span>{sentence}</span></p>'
    )
    assert messages_of(client.post(join, follow=True)) == [sentence]


def test_a_league_is_made_by_a_member_who_then_runs_it(client: Any, member: Any) -> None:
    assert client.get("/leagues/new/").url == "/account/login/?next=/leagues/new/"
    client.force_login(member("ann"))
    assert client.get("/leagues/new/").status_code == 200
    said = {"name": "Autumn club", "description": "Thursdays", "is_public": "on"}
    assert client.post("/leagues/new/", said).url == "/leagues/autumn-club/"
    made = League.objects.get()
    assert (made.name, made.description, made.is_public, made.is_open) == (
        "Autumn club",
        "Thursdays",
        True,
        False,
    )
    assert [(place.user.username, place.role) for place in made.memberships.all()] == [
        ("ann", "owner")
    ]


def test_a_name_that_is_taken_is_told_at_its_field(
    client: Any, member: Any, league: League
) -> None:
    client.force_login(member("ben"))
    answer = client.post("/leagues/new/", {"name": "autumn CLUB"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "name": ["There is already a league called “autumn CLUB”. Choose another name."]
    }
    assert League.objects.count() == 1


def test_organizers_edit_their_league_and_nobody_else_finds_the_page(
    client: Any, member: Any, league: League, private: League
) -> None:
    edit = "/leagues/autumn-club/edit/"
    client.force_login(league.created_by)
    services.create_league(by=private.created_by, name="Spring club")
    assert client.get(edit).context["form"]["name"].value() == "Autumn club"
    answer = client.post(edit, {"name": "spring club"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "name": ["There is already a league called “spring club”. Choose another name."]
    }
    assert client.post(edit, {"name": "Winter club", "is_public": "on"}).url == (
        "/leagues/autumn-club/"
    )
    league.refresh_from_db()
    assert (league.name, league.is_public, league.is_open) == ("Winter club", True, False)
    client.force_login(member("ben"))
    assert client.get(edit).status_code == 404
    assert client.post(edit, {"name": "Mine"}).status_code == 404


def test_a_guest_is_told_to_make_an_account(client: Any, member: Any) -> None:
    client.force_login(member("guest-1", is_guest=True))
    answer = client.get("/leagues/new/", follow=True)
    assert messages_of(answer) == [
        "Guests can only play at casual tables. Create an account for this."
    ]


def test_joining_and_leaving(client: Any, member: Any, league: League) -> None:
    assert client.post("/leagues/autumn-club/join/").url == (
        "/account/login/?next=/leagues/autumn-club/"
    )
    ben = member("ben")
    client.force_login(ben)
    answer = client.post("/leagues/autumn-club/join/", follow=True)
    assert messages_of(answer) == ["You are now a member of Autumn club."]
    assert Membership.objects.get(user=ben).role == "member"
    answer = client.post("/leagues/autumn-club/leave/", follow=True)
    assert messages_of(answer) == ["You have left Autumn club."]
    assert not Membership.objects.filter(user=ben).exists()


def test_the_owner_is_told_why_they_must_stay(client: Any, league: League) -> None:
    client.force_login(league.created_by)
    answer = client.post("/leagues/autumn-club/leave/", follow=True)
    assert messages_of(answer) == [
        "ann owns the league. The owner hands it over to another member first."
    ]
    assert Membership.objects.count() == 1


def test_teams_are_made_joined_and_left(client: Any, member: Any, league: League) -> None:
    ben = member("ben")
    services.join_league(league_id=league.pk, user=ben)
    client.force_login(league.created_by)
    made = client.post("/leagues/autumn-club/teams/", {"name": "The Nils"})
    team = Team.objects.get()
    address = f"/leagues/autumn-club/teams/{team.pk}/"
    assert made.url == address
    client.force_login(ben)
    page = client.get(address).content.decode()
    assert f'action="{address}join/"' in page
    assert f"{address}edit/" not in page
    client.post(f"{address}join/")
    assert [place.user.username for place in team.members.all()] == ["ann", "ben"]
    answer = client.post("/leagues/autumn-club/teams/", {"name": "Mine"})
    assert answer.status_code == 422
    assert answer.context["forms"].refused.non_field_errors() == [
        "You are in the team “The Nils”. Leave it first."
    ]
    client.post(f"{address}leave/")
    assert [place.user.username for place in team.members.all()] == ["ann"]
    assert client.post("/leagues/autumn-club/teams/999/join/").status_code == 404


@pytest.mark.slow
def test_a_captain_leads_the_team_on_its_page(client: Any, member: Any, league: League) -> None:
    ann, ben = league.created_by, member("ben")
    services.join_league(league_id=league.pk, user=ben)
    team = teams.create_team(league_id=league.pk, by=ben, name="The Nils")
    address = f"/leagues/autumn-club/teams/{team.pk}/"
    client.force_login(ben)
    answer = client.post(f"{address}invite/", {"username": "nobody"})
    assert answer.context["invite_form"].errors == {
        "username": ["There is no player called “nobody”. Check the spelling."]
    }
    assert messages_of(client.post(f"{address}invite/", {"username": "ann"}, follow=True)) == [
        "ann is invited."
    ]
    client.force_login(ann)
    assert "You are invited to this team." in client.get(address).content.decode()
    client.post(f"{address}join/", follow=True)
    client.force_login(ben)
    for change, said in (
        ("vice", "That person is now the vice-captain."),
        ("plays_not", "That person is now non-playing."),
        ("plays", "That person now plays."),
        ("no_vice", "The team has no vice-captain now."),
        ("captain", "The team has another captain."),
    ):
        answer = client.post(f"{address}players/{ann.pk}/{change}/", follow=True)
        assert messages_of(answer) == [said]
    assert client.post(f"{address}players/{ann.pk}/king/").status_code == 404
    client.force_login(ann)
    edit = {"name": "Nils", "shape": "shield", "charge": "star", "field": "red", "ink": "white"}
    assert client.get(f"{address}edit/").context["form"]["name"].value() == "The Nils"
    answer = client.post(f"{address}edit/", edit, follow=True)
    assert messages_of(answer) == ["The team has been changed."]
    client.post(f"{address}players/{ben.pk}/remove/")
    team.refresh_from_db()
    assert (team.name, team.captain, team.is_open, team.members.count()) == ("Nils", ann, False, 1)


@pytest.mark.slow
def test_organizers_invite_members_and_share_the_work(
    client: Any, member: Any, league: League
) -> None:
    ben = member("ben")
    client.force_login(league.created_by)
    answer = client.post("/leagues/autumn-club/invite/name/", {"username": "bem"})
    assert answer.status_code == 422
    assert answer.context["member_form"].errors == {
        "username": ["There is no player called “bem”. Check the spelling."]
    }
    answer = client.post("/leagues/autumn-club/invite/name/", {"username": "ben"}, follow=True)
    assert messages_of(answer) == ["ben is invited."]
    assert not Membership.objects.filter(user=ben).exists()
    services.join_league(league_id=league.pk, user=ben)
    address = f"/leagues/autumn-club/members/{ben.pk}/role/"
    answer = client.post(address, {"role": "arbiter"}, follow=True)
    assert messages_of(answer) == ["ben: the role is now “arbiter”."]
    assert Membership.objects.get(user=ben).role == "arbiter"
    page = client.get("/leagues/autumn-club/?show=members").content.decode()
    offered = re.findall(r'name="role"\s+value="(\w+)"', page)
    assert offered == ["organizer", "member"]
    client.post(f"/leagues/autumn-club/members/{ben.pk}/remove/")
    assert not Membership.objects.filter(user=ben).exists()
    client.force_login(ben)


@pytest.mark.slow
def test_colour_crest_and_rules_are_set_and_shown(client: Any, member: Any, league: League) -> None:
    client.force_login(league.created_by)
    look = "/leagues/autumn-club/look/"
    assert client.get(look).context["form"]["accent"].value() == "green"
    said = {"accent": "plum", "shape": "shield", "charge": "star", "field": "red", "ink": "red"}
    assert client.post(look, said).context["form"].errors == {
        "ink": ["Choose two different colours."]
    }
    answer = client.post(look, said | {"ink": "white"}, follow=True)
    assert messages_of(answer) == ["Colour and crest are changed."]
    assert 'data-accent="plum"' in answer.content.decode()
    tab = 'show=rules"'
    assert tab not in client.get("/leagues/autumn-club/").content.decode()
    edit = {"name": "Autumn club", "is_public": "on", "conduct": "Be kind."}
    rules = as_posted("cardgames_io", target="350", nil="50")
    address = "/leagues/autumn-club/edit/"
    assert "Choose the rules first." in client.get(address).content.decode()
    assert client.post(address, edit | rules | {"min_bid": "14"}).context["form"].errors
    assert client.post(address, edit | rules).status_code == 302
    form = client.get(address).context["form"]
    assert [form[name].value() for name in ("preset", "filled_from", "target", "nil")] == [
        "cardgames_io", "cardgames_io", 350, 50,
    ]  # fmt: skip
    # Another preset: what was changed stays, the rest follows it.
    part = client.get(address, rules | {"preset": "bicycle_4"}, HTTP_HX_REQUEST="true")
    assert [part.context["form"][name].value() for name in ("filled_from", "target", "nil")] == [
        "bicycle_4", 350, 50,
    ]  # fmt: skip
    page = client.get("/leagues/autumn-club/?show=rules")
    text = " ".join(page.content.decode().split())
    assert tab in text
    assert "<p>Be kind.</p>" in text
    assert (
        "to 350 points, unless their terms say otherwise: <strong>Classic (cardgames.io), nil 50</strong>"
        in text
    )
    assert [rule.label for rule in page.context["rules"] if rule.differs] == ["Nil", "Play to"]
    # A new tournament of the league begins with them.
    form = client.get("/organize/tournaments/new/?league=autumn-club").context["form"]
    assert [form[name].value() for name in ("league", "preset", "match_target")] == [
        "autumn-club", "cardgames_io", 350,
    ]  # fmt: skip
    client.force_login(member("ben"))
    assert [client.get(look).status_code, client.post(look, said).status_code] == [404, 404]


@pytest.mark.slow
def test_a_link_is_made_shared_and_accepted(client: Any, member: Any, private: League) -> None:
    invite = f"/leagues/{private.slug}/invite/"
    client.force_login(private.created_by)
    answer = client.post(f"{invite}link/", {"ends_at": "2020-01-01", "max_uses": "0"})
    assert answer.context["link_form"].errors == {
        "max_uses": ["Ensure this value is greater than or equal to 1."]
    }
    answer = client.post(f"{invite}link/", {"ends_at": "2020-01-01", "max_uses": "5"})
    assert answer.context["link_form"].errors == {
        "ends_at": ["Choose a day from today to a year from now."]
    }
    last = (now() + timedelta(days=3)).date().isoformat()
    page = client.post(f"{invite}link/", {"ends_at": last, "max_uses": "5"}, follow=True)
    link = InvitationLink.objects.get()
    shared = f"/join/{link.key}/"
    assert f'value="http://localhost:8000{shared}"' in page.content.decode()
    client.logout()
    assert client.get(shared).url == f"/account/login/?next={shared}"
    ben = member("ben")
    client.force_login(ben)
    assert "Invitation to Back room" in client.get(shared).content.decode()
    assert not Membership.objects.filter(user=ben).exists()
    answer = client.post(shared, follow=True)
    assert messages_of(answer) == ["You are now a member of Back room."]
    client.force_login(private.created_by)
    answer = client.post(f"{invite}links/{link.pk}/revoke/", follow=True)
    assert messages_of(answer) == ["The invitation is cancelled."]
    client.force_login(member("cid"))
    for answer in (client.get(shared, follow=True), client.post(shared, follow=True)):
        assert messages_of(answer) == [
            "This invitation has ended, was used up or was revoked. Ask for another one."
        ]


def test_the_answer_to_a_request_is_written_beside_it(
    client: Any, member: Any, private: League
) -> None:
    League.objects.update(is_open=False)
    ben = member("ben")
    joining.ask_to_join(league_id=private.pk, user=ben)
    client.force_login(private.created_by)
    address = f"/leagues/{private.slug}/members/{ben.pk}/turn-down/"
    answer = client.post(address, {"answer": "x" * 301})
    ((_request, form),) = answer.context["asking"]
    assert form.errors == {"answer": ["Use at most 300 characters; this has 301."]}
    answer = client.post(address, {"answer": "Full"}, follow=True)
    assert messages_of(answer) == ["That person has been declined."]
    assert not private.admissions.exists()


@pytest.mark.slow
def test_a_ban_is_made_read_and_lifted(client: Any, member: Any, league: League) -> None:
    ben = member("ben")
    services.join_league(league_id=league.pk, user=ben)
    client.force_login(league.created_by)
    address = "/leagues/autumn-club/bans/"
    listed = client.get("/leagues/autumn-club/?show=members").content.decode()
    assert f'href="{address}?name=ben"' in listed
    assert client.get(f"{address}?name=ben").context["form"]["username"].value() == "ben"
    said = {"username": "ben", "reason": "Rude", "until": "2020-01-01"}
    assert client.post(address, said).context["form"].errors == {
        "until": ["The ban must end in the future. Choose another day."]
    }
    answer = client.post(address, said | {"until": "9999-12-31"})
    assert answer.context["form"].errors == {"until": ["Choose an earlier day."]}
    answer = client.post(address, said | {"until": "2041-01-31"}, follow=True)
    assert messages_of(answer) == ["ben is banned."]
    (ban,) = answer.context["page"]
    assert ban.until == datetime(2041, 2, 1, tzinfo=UTC)
    client.force_login(ben)
    page = client.get("/leagues/autumn-club/").content.decode()
    assert "You are banned from Autumn club until" in page
    assert 'action="/leagues/autumn-club/join/"' not in page
    assert client.get(address).status_code == 404
    assert client.post(f"{address}{ben.pk}/lift/").status_code == 404
    client.force_login(league.created_by)
    answer = client.post(f"{address}{ben.pk}/lift/", follow=True)
    assert (messages_of(answer), list(answer.context["page"])) == (["The ban is lifted."], [])


def test_the_owner_confirms_before_the_league_is_handed_over(
    client: Any, member: Any, league: League
) -> None:
    ben = member("ben")
    services.join_league(league_id=league.pk, user=ben)
    address = f"/leagues/autumn-club/members/{ben.pk}/hand-over/"
    client.force_login(ben)
    assert [client.get(address).status_code, client.post(address).status_code] == [404, 404]
    client.force_login(league.created_by)
    assert address in client.get("/leagues/autumn-club/?show=members").content.decode()
    assert "ben becomes the owner of Autumn club" in client.get(address).content.decode()
    assert messages_of(client.post(address, follow=True)) == ["ben is now the owner."]
    assert Membership.objects.get(user=ben).role == "owner"
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "join",
        "ask",
        "leave",
        "invite/name",
        "invite/link",
        "members/1/let-in",
        "teams",
        "teams/1/join",
    ],
)
def test_changes_are_posted(client: Any, league: League, path: str) -> None:
    assert client.get(f"/leagues/autumn-club/{path}/").status_code == 302


def _joined(league: League, user: Any) -> Any:
    services.join_league(league_id=league.pk, user=user)
    return user


@pytest.mark.slow
def test_pages_take_as_many_queries_for_many_as_for_few(
    client: Any, member: Any, league: League, django_assert_max_num_queries: Any
) -> None:
    counts = []
    captain = _joined(league, member("captain"))
    roster = teams.create_team(league_id=league.pk, by=captain, name="Roster")
    for number in (2, 5):
        for index in range(number):
            user = member(f"player{number}x{index}")
            services.join_league(league_id=league.pk, user=user)
            teams.create_team(league_id=league.pk, by=user, name=f"Team {number} {index}")
            services.create_league(by=user, name=f"League {number} {index}")
            outsider = member(f"outsider{number}x{index}")
            joining.invite(league_id=league.pk, by=league.created_by, username=outsider.username)
            last = now() + timedelta(days=2)
            links.make_link(league_id=league.pk, by=league.created_by, ends_at=last, max_uses=3)
            name = member(f"banned{number}x{index}").username
            bans.ban(league_id=league.pk, by=league.created_by, username=name, reason="x")
            announcing.announce(
                league_id=league.pk, by=league.created_by, title=f"News {index}", text="x"
            )
            teams.join_team(
                team_id=roster.pk, user=_joined(league, member(f"mate{number}x{index}"))
            )
        client.force_login(league.created_by)
        client.get("/")  # The first page notes that somebody is here.
        count = []
        for page in (
            *("autumn-club/", "autumn-club/?show=teams", "autumn-club/?show=members", ""),
            *("autumn-club/invite/", "autumn-club/bans/", "autumn-club/announcements/"),
            f"autumn-club/teams/{roster.pk}/",
        ):
            with django_assert_max_num_queries(30) as queries:
                client.get(f"/leagues/{page}")
            count.append(len(queries))
        counts.append(count)
    assert counts[0] == counts[1]


@pytest.mark.slow
def test_the_page_has_parts_and_long_ones_come_in_pages(
    client: Any, member: Any, league: League
) -> None:
    for index in range(30):
        user = member(f"player{index:02}")
        services.join_league(league_id=league.pk, user=user)
        teams.create_team(league_id=league.pk, by=user, name=f"Team {index:02}")
    page = client.get("/leagues/autumn-club/?show=members&page=2").context["page"]
    assert [place.user.username for place in page] == [f"player{n}" for n in range(24, 30)]
    page = client.get("/leagues/autumn-club/?show=teams&page=2").context["page"]
    assert [team.name for team in page] == [f"Team {n}" for n in range(25, 30)]
    assert client.get("/leagues/autumn-club/?show=nonsense").context["part"] == "overview"


def test_a_season_is_drawn_by_months_with_its_days_of_play(client: Any, club: Club) -> None:
    league = services.create_league(by=club.organizer, name="Autumn club")
    season = series(league, club.organizer, "Spring", date(2041, 3, 10), date(2041, 4, 12))
    for name, month in (("Cup", 3), ("Late", 5)):
        cup = club.open(name=name, league=league)
        at = datetime(2041, month, 28, 19, tzinfo=UTC)
        Tournament.objects.filter(pk=cup.pk).update(starts_at=at)
    page = client.get(f"/leagues/autumn-club/?show=calendar&season={season.pk}")
    march, april = page.context["months"]
    assert [(one.title, len(one.cells)) for one in (march, april)] == [
        ("March 2041", 31), ("April 2041", 30),
    ]  # fmt: skip
    cells = [*march.cells, *april.cells]
    assert [cell.day for cell in cells if cell.many] == [date(2041, 3, 28)]
    assert [cell.day.day for cell in cells if cell.outside] == [*range(1, 10), *range(13, 31)]
    assert [
        (day, [(one.tournament.name, one.words) for one in played])
        for day, played in page.context["page"]
    ] == [(date(2041, 3, 28), [("Cup", "start")])]
    assert "March 2041: 1 match day, listed below" in page.content.decode()


@pytest.mark.slow
def test_rounds_stand_on_their_days(club: Club) -> None:
    league = services.create_league(by=club.organizer, name="Autumn club")
    today = now().date()
    cup = club.started(4, name="Cup", double=True)
    Tournament.objects.filter(pk=cup.pk).update(league=league)
    cup.rounds.update(starts_at=now())
    days = days_of_play(league, club.organizer, today, today)
    assert [(day, [one.words for one in played]) for day, played in days] == [
        (today, ["rounds 1 to 6"])
    ]


def test_of_a_long_season_the_months_around_today_are_drawn() -> None:
    first, last = date(2025, 1, 1), date(2027, 12, 31)
    drawn = months(first, last, [], date(2026, 6, 5))
    assert [drawn[0].title, drawn[-1].title, len(drawn)] == ["May 2026", "April 2027", 12]
    drawn = months(first, last, [], date(2027, 11, 5))
    assert [drawn[0].title, drawn[-1].title] == ["January 2027", "December 2027"]
    assert months_between(first, last) == 36
    assert span_of(None, date(2026, 11, 21)) == (date(2026, 11, 1), date(2027, 1, 31))
