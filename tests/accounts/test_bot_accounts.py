"""Bot accounts: for good, before the first game, marked, and never among people's ratings, rankings and tournaments."""

from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.ratings.line_up import line_up_of
from games.ratings.models import Rating
from games.statistics.counting import count_table
from games.statistics.models import Achievement, GamePlayed
from games.tables import services
from games.tables.game.opening import MOST_TABLES_OF_A_BOT
from games.tables.lobby.play_now import play_now
from games.tables.models import Seat, Table
from games.tables.pictures.picture import picture_of
from spades_site.accounts.bots import become_bot
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.events.conftest import Club
from tests.support.crashes import crash_everywhere
from tests.tables.playing import play_on, seated
from tournaments.events.actions import entering
from tournaments.events.models import Tournament
from tournaments.leagues import joining

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
    assert refused(joining.invite, **invite)[0] == "bot_added"


def test_its_badge_is_beside_its_name(robot: Any, member: Any, client: Client) -> None:
    drawn = [
        Template("{% player who %}").render(Context({"who": who})) for who in (robot, member("ann"))
    ]
    assert [">bot</span>" in one for one in drawn] == [True, False]
    assert ">bot</span>" in client.get(reverse("profile", args=["robot"])).content.decode()
