"""Bot accounts: for good, before the first game, marked, and never among people's ratings, rankings and tournaments."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.ratings.line_up import line_up_of
from games.ratings.models import RatedResult, Rating
from games.statistics.counting import count_table
from games.statistics.models import Achievement, GamePlayed
from games.tables import services
from games.tables.chat.messages import recent, say
from games.tables.game.opening import MOST_TABLES_OF_A_BOT
from games.tables.lobby.play_now import play_now
from games.tables.models import Seat, Table
from games.tables.pictures.picture import picture_of
from spades_site.accounts.bots import become_bot
from spades_site.accounts.guests import create_guest
from spades_site.accounts.renaming import rename
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.common.people import bot_names
from spades_site.common.templatetags.people import badged
from tests.events.conftest import Club
from tests.organizer.test_plans import NEW, as_shown
from tests.support.crashes import crash_everywhere
from tests.tables.playing import play_on, seated
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Tournament
from tournaments.leagues import joining, teams

pytestmark = pytest.mark.django_db


def refused(call: Any, **asked: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        call(**asked)
    return refusal.value.code, str(refusal.value)


@pytest.fixture
def club(member: Any, hands: Any) -> Club:
    """The club of the tournaments' tests."""
    return Club(member, hands)


@pytest.fixture
def robot(member: Any) -> Any:
    return become_bot(user_id=member("robot", password="a long secret").pk)


def entries_of(client: Client, cup: Tournament) -> Any:
    return client.get(f"/tournaments/{cup.slug}/entries.json").json()["entries"]


def table_of(owner: Any, **terms: Any) -> Table:
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), **terms), created_by=owner
    )
    return services.take_seat(table_id=table.pk, user=owner)


def test_an_account_becomes_a_bots_for_good_before_anything_was_played_with_it(
    member: Any, client: Client
) -> None:
    ann = member("ann", password="a long secret")
    assert crash_everywhere(lambda: become_bot(user_id=ann.pk)) == 2
    assert become_bot(user_id=ann.pk).is_bot
    assert [*AuditEntry.objects.values_list("verb", flat=True)] == ["user.became_bot"]
    bob = member("bob", password="a long secret")
    table_of(bob)
    boss = member("boss", is_staff=True)
    assert [refused(become_bot, user_id=one.pk)[0] for one in (bob, boss, create_guest())] == [
        "not_new",
        "not_new",
        "guest",
    ]
    page = reverse("bot_account")
    for person, words in ((bob, "You have sat at a table"), (ann, "it stays that way")):
        client.force_login(person)
        session = client.session
        session["signed_in_at"] = now().timestamp()
        session.save()
        assert words in client.get(page).content.decode()
    htmx = client.post(page, {"name": "bob"}, headers={"HX-Request": "true"})
    assert (htmx.status_code, "That isn’t your user name" in htmx.content.decode()) == (422, True)


def test_a_bot_account_sits_where_it_is_asked_and_never_at_rated_tables(
    member: Any, robot: Any, settings: Any
) -> None:
    ann = member("ann")
    open_one = table_of(ann)
    uninvited = refused(services.take_seat, table_id=open_one.pk, user=robot)
    assert uninvited == (
        "bot_uninvited",
        "Bot accounts play where they are invited, or at tables that they open themselves.",
    )
    assert refused(play_now, user=robot) == uninvited
    rated = table_of(ann, rated=True, bots_allowed=False)
    without = table_of(ann, bots_allowed=False)
    ranged = table_of(ann, min_rating=1000)
    for table, code in ((rated, "people_only"), (without, "no_bots"), (ranged, "people_only")):
        assert refused(services.take_seat, table_id=table.pk, user=robot)[0] == code
        asked = refused(services.invite, table_id=table.pk, by=ann, name="robot")
        assert (asked[0], asked[1].startswith("robot is a bot account")) == (code, True)
    terms = services.TableTerms(rules=preset("cardgames_io"), rated=True, bots_allowed=False)
    assert refused(services.open_table, terms=terms, created_by=robot)[0] == "people_only"
    services.invite(table_id=open_one.pk, by=ann, name="robot")
    seated_at = services.accept_invitation(table_id=open_one.pk, user=robot)
    seat = Seat.objects.get(table=seated_at, user=robot)
    assert (seat.program, seat.rating) == (True, None)
    shown = picture_of(seated_at, [*seated_at.seats.order_by("index")], None)["table"]
    assert shown.count('"program":true') == 1
    services.leave_seat(table_id=open_one.pk, user=robot)
    assert not Seat.objects.filter(program=True).exists()
    for _number in range(MOST_TABLES_OF_A_BOT):
        table_of(robot)
    assert refused(table_of, owner=robot)[0] == "too_many_tables"
    settings.LIMITS = {"bot_tables": MOST_TABLES_OF_A_BOT}
    services.leave_seat(table_id=Table.objects.filter(created_by=robot)[0].pk, user=robot)
    assert refused(table_of, owner=robot)[0] == "limit"


@pytest.mark.slow
def test_its_games_count_for_people_alone_and_are_not_rated(member: Any, robot: Any) -> None:
    people = [member(name) for name in ("ann", "bob", "cy")]
    four = [robot, *people]
    table = play_on(seated(four, max_hands=2), four)
    Table.objects.filter(pk=table.pk).update(rated=True)
    table.refresh_from_db()
    assert line_up_of(table) is None
    count_table(table.pk)
    assert {game.user for game in GamePlayed.objects.all()} == set(people)
    assert not Achievement.objects.filter(user=robot).exists()
    assert not Rating.objects.filter(user=robot).exists()


def test_it_enters_tournaments_that_allow_it_and_no_leagues(club: Club, robot: Any) -> None:
    cup = club.open(entry_alone=True, waiting_list=True)
    enter = {"tournament_id": cup.pk, "user": robot, "alone": True}
    assert refused(entering.enter, **enter) == (
        "people_only",
        "This tournament is for people. Its organizer allows no bot accounts.",
    )
    p1 = club.player("p1")
    partner = refused(entering.enter, tournament_id=cup.pk, user=p1, partner="robot")
    assert partner[0] == "user_bot"
    Tournament.objects.filter(pk=cup.pk).update(bot_accounts=True)
    assert entering.enter(**enter).user == robot
    league = club.league_of("p2")
    assert refused(joining.join_league, league_id=league.pk, user=robot)[0] == "people_only"
    invite = {"league_id": league.pk, "by": club.organizer, "username": "robot"}
    assert refused(joining.invite, **invite)[0] == "user_bot"


@pytest.mark.slow
def test_a_tournament_opened_to_it_by_the_form_is_played_whole_and_its_games_are_not_rated(
    club: Club, robot: Any, client: Client
) -> None:
    client.force_login(club.organizer)
    sent = as_shown(client, "plan=knock_out")
    sent |= {"bot_accounts": "on", "check_in_minutes": "0", "pause_between_rounds": "0"}
    assert client.post(NEW, sent).status_code == 302
    cup = Tournament.objects.get()
    shown = client.get(reverse("tournament", args=[cup.slug])).content.decode()
    assert (cup.bot_accounts, "open to bot accounts" in shown) == (True, True)
    lifecycle.open_registration(tournament_id=cup.pk, by=club.organizer)
    club.people["robot"] = robot
    for pair in (("p1", "robot"), ("p2", "p3"), ("p4", "p5"), ("p6", "p7")):
        club.enter_pair(cup, *pair)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert club.play_all(cup) == 4
    cup.refresh_from_db()
    assert cup.status == "finished"
    played = Table.objects.filter(kind="match")
    its = set(played.filter(seats__user=robot).values_list("pk", flat=True))
    others = set(played.values_list("pk", flat=True)) - its
    # A semi-final each, then the final or the match for third place.
    assert (len(its), len(others)) == (2, 2)
    assert set(RatedResult.objects.values_list("table_id", flat=True)) == others


def test_no_team_has_its_name_in_which_it_would_be_marked(
    club: Club, robot: Any, member: Any
) -> None:
    owner = club.player("p1")
    league = club.league_of("p1")
    new = {"league_id": league.pk, "by": owner}
    for name in ("robot", "ann & robot"):
        assert refused(teams.create_team, **new, name=name) == (
            "bots_name",
            "A bot account has this name. Choose another for the team.",
        )
    teams.create_team(**new, name="r2d2 & friends")
    later = member("r2d2", password="a long secret")
    assert refused(become_bot, user_id=later.pk) == (
        "not_new",
        "A team has your user name: change yours first.",
    )
    assert refused(rename, user_id=robot.pk, name="friends", by=robot)[0] == "name_taken"
    assert rename(user_id=later.pk, name="friends", by=later).username == "friends"


@pytest.mark.slow
def test_its_badge_is_beside_its_name_on_every_kind_of_page(
    club: Club, robot: Any, client: Client, django_assert_num_queries: Any
) -> None:
    club.people |= {"robot": robot, "ann": club.organizer}
    bot_names.forget()
    with django_assert_num_queries(1):
        assert bot_names.marked("robot & p1 – p2 & p3/robot") == (
            "robot (bot) & p1 – p2 & p3/robot (bot)"
        )
        badge = '<span class="badge">bot</span>'
        assert badged("robot & <p1>") == f"robot {badge} &amp; &lt;p1&gt;"
        assert badged("robots") == "robots"
    cup = club.open(bot_accounts=True, format="knock_out")
    for pair in (("p1", "robot"), ("p2", "p3"), ("p4", "p5"), ("p6", "p7")):
        club.enter_pair(cup, *pair)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = (one for one in club.in_play(cup) if "robot" in one.title)
    at_match = reverse("match", args=[cup.slug, match.pk])
    table = match.table
    say(table_id=table.pk, user=robot, to="table", phrase="hello")
    casual = table_of(club.player("p1"))
    services.invite(table_id=casual.pk, by=club.player("p1"), name="robot")
    services.accept_invitation(table_id=casual.pk, user=robot)
    shown = reverse("tournament", args=[cup.slug])
    during = (reverse("lobby"), shown, at_match, reverse("tournament_wall", args=[cup.slug, 1]))
    seen = {}

    def look(*addresses: str, as_: str) -> None:
        client.force_login(club.player(as_))
        for address in addresses:
            page = client.get(address).content.decode()
            seen[address] = f"robot {badge}" in " ".join(page.split()) or "robot (bot)" in page

    look(*during, as_="p2")
    client.force_login(club.organizer)
    entry = cup.entries.get(name="p1 & robot")
    edit = client.get(reverse("organizer_entry", args=[cup.slug, entry.pk])).content.decode()
    assert f'<option value="{robot.pk}">robot (bot)</option>' in edit
    entries = {one["name"]: one["bot_accounts"] for one in entries_of(client, cup)}
    assert entries == {"p1 & robot": ["robot"], "p2 & p3": [], "p4 & p5": [], "p6 & p7": []}
    assert [one["program"] for one in recent(table_id=table.pk, user=robot).messages] == [True]
    club.play_all(cup)
    look(reverse("notices"), reverse("home"), as_="p1")
    look(reverse("tournament_report", args=[cup.slug]), as_="p2")
    desk = reverse("organizer_tournament", args=[cup.slug])
    look(
        desk,
        reverse("tournament_log", args=[cup.slug]),
        reverse("profile", args=["robot"]),
        as_="ann",
    )
    assert seen == dict.fromkeys(seen, True)
