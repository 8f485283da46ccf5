"""Daily limits of a visitor or member: exact under concurrency, with clear messages, and silent for mails."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction

from games import engine
from games.tables.game.opening import open_table
from games.tables.game.terms import TableTerms
from games.tables.seats.invitations import invite
from games.tables.seats.rematch import rematch
from games.tables.seats.seating import leave_seat, take_seat
from games.tables.services import abandon_table
from spades_site import env
from spades_site.accounts import friends
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import Tally
from spades_site.notices.mailing import send_due
from spades_site.notices.models import Notice
from spades_site.notices.services import send_notice
from tests.events.conftest import Club, club
from tournaments.events.actions import changing, entering
from tournaments.events.entries import inviting
from tournaments.events.models import Tournament
from tournaments.leagues import services, teams
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db
__all__ = ["club"]
RULES = engine.preset("cardgames_io")


def refusal_of(call: Callable[[], Any]) -> str:
    """Return the sentence with which a call is refused for a limit."""
    with pytest.raises(Refused) as refusal, transaction.atomic():
        call()
    assert refusal.value.code == "limit"
    return refusal.value.sentence


def at_midnight(hands: Any) -> None:
    """Move the clock to the next midnight in UTC, where the windows begin."""
    hands.forward(86400 - now().timestamp() % 86400 + 1)


# ----------------------------------------------------------------------------------------------- the counting
def test_a_limit_refuses_what_is_too_much_and_works_again_in_the_next_window(
    settings: Any, hands: Any
) -> None:
    settings.LIMITS = {"leagues": 2}
    at_midnight(hands)
    limits.count("leagues", 1)
    limits.count("leagues", 1)
    limits.count("leagues", 2)
    said = refusal_of(lambda: limits.count("leagues", 1))
    assert said.startswith("You created too many leagues today: the limit is 2. Try again ")
    assert said.endswith("00:00 (UTC) or later.")
    assert sorted(Tally.objects.values_list("n", flat=True)) == [1, 2]
    hands.forward(86400)
    limits.count("leagues", 1)
    assert sorted(Tally.objects.values_list("n", flat=True)) == [1, 1, 2]


def test_zero_is_no_limit(settings: Any) -> None:
    settings.LIMITS = {"leagues": 0}
    for _ in range(limits.TABLE["leagues"].number + 1):
        limits.count("leagues", 1)
    assert not Tally.objects.exists()


def test_what_is_refused_for_another_reason_is_not_counted(member: Any) -> None:
    services.create_league(by=member("ann"), name="Club")
    with pytest.raises(Refused, match="There is already a league called"):
        services.create_league(by=member("bob"), name="Club")
    assert list(Tally.objects.values_list("n", flat=True)) == [1]


def test_h2_a_tally_does_not_identify_the_person_counted(settings: Any) -> None:
    limits.count("guests", "203.0.113.7")
    (key,) = Tally.objects.values_list("key", flat=True)
    assert key.startswith("guests:")
    assert "203" not in key.partition(":")[2] or len(key.partition(":")[2]) == 32
    settings.SECRET_KEY = "another"
    limits.count("guests", "203.0.113.7")
    assert Tally.objects.count() == 2


def test_old_tallies_are_forgotten(hands: Any) -> None:
    at_midnight(hands)
    limits.count("leagues", 1)
    hands.forward(2 * 86400 - 10)
    assert limits.forget_old() == 0
    hands.forward(20)
    limits.count("leagues", 2)
    assert (limits.forget_old(), limits.forget_old()) == (1, 0)
    assert Tally.objects.count() == 1


def test_the_setting_names_limits_and_numbers(monkeypatch: Any) -> None:
    monkeypatch.setenv("LIMITS", "tables=200, guests=0")
    assert env.numbers("LIMITS", limits.TABLE) == {"tables": 200, "guests": 0}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_d3_a_limit_is_exact_for_many_at_once(settings: Any, member: Any) -> None:
    """Eight threads with connections of their own try to create six leagues each; the database is the one that
    runs.
    """
    settings.LIMITS = {"leagues": 20}
    ann = member("ann")
    said: list[str] = []
    barrier = threading.Barrier(8)

    def run(number: int) -> None:
        try:
            barrier.wait(timeout=20)
            for each in range(6):
                try:
                    services.create_league(by=ann, name=f"Club {number} {each}")
                    said.append("created")
                except Refused as refusal:
                    said.append(refusal.code)
        except BaseException as failure:
            said.append(repr(failure))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert Counter(said) == {"created": 20, "limit": 28}
    assert League.objects.count() == 20
    assert list(Tally.objects.values_list("n", flat=True)) == [20]


# ------------------------------------------------------------------------------------------------- what is limited
def test_guests_are_limited_by_address(settings: Any, client: Any) -> None:
    settings.LIMITS = {"guests": 2}
    for _ in range(2):
        assert client.post("/account/guest/").url == "/play/"
        client.logout()
    answer = client.post("/account/guest/", follow=True)
    (said,) = (str(message) for message in answer.context["messages"])
    assert said.startswith(
        "Too many guests came from your network today: the limit is 2. Try again "
    )
    assert User.objects.filter(is_guest=True).count() == 2
    elsewhere = client.post("/account/guest/", REMOTE_ADDR="203.0.113.9")
    assert elsewhere.url == "/play/"
    assert User.objects.filter(is_guest=True).count() == 3


@pytest.mark.parametrize(("proxies", "made"), [(0, 2), (1, 2), (2, 5)])
def test_s2_a_forged_header_makes_no_more_guests(
    settings: Any, client: Any, proxies: int, made: int
) -> None:
    settings.LIMITS, settings.TRUSTED_PROXY_COUNT = {"guests": 2}, proxies
    for number in range(5):
        forged = f"198.51.100.{number}, 203.0.113.5"
        client.post("/account/guest/", HTTP_X_FORWARDED_FOR=forged)
        client.logout()
    # With two proxies the first address was written by the outer one: five visitors.
    assert User.objects.filter(is_guest=True).count() == made


def test_playing_now_as_one_guest_too_many_says_why(settings: Any, client: Any) -> None:
    settings.LIMITS = {"guests": 1}
    client.post("/account/guest/")
    client.logout()
    answer = client.post("/play/now/", follow=True)
    assert [str(message)[:44] for message in answer.context["messages"]] == [
        "Too many guests came from your network today"
    ]
    assert User.objects.count() == 1


def test_tables_are_limited(settings: Any) -> None:
    settings.LIMITS = {"tables": 2}
    guest = create_guest()
    for _ in range(2):
        open_table(TableTerms(rules=RULES), created_by=guest)
    said = refusal_of(lambda: open_table(TableTerms(rules=RULES), created_by=guest))
    assert said.startswith("You opened too many tables today: the limit is 2. ")
    open_table(TableTerms(rules=RULES))
    open_table(TableTerms(rules=RULES), created_by=create_guest())


def test_tournaments_are_limited(settings: Any, club: Club) -> None:
    settings.LIMITS = {"tournaments": 1}
    club.tournament()
    said = refusal_of(lambda: club.tournament(name="Another"))
    assert said.startswith("You created too many tournaments today: the limit is 1. ")
    assert Tournament.objects.count() == 1


def _to_a_table(by: Any) -> Callable[[Any], Any]:
    table = open_table(TableTerms(rules=RULES), created_by=by)
    take_seat(table_id=table.pk, user=by)
    return lambda person: invite(table_id=table.pk, by=by, name=person.username)


def test_invitations_of_every_kind_share_one_limit(settings: Any, club: Club) -> None:
    settings.LIMITS = {"invitations": 3}
    ben, cyd, fay = (club.player(name) for name in ("ben", "cyd", "fay"))
    club.player("dan"), club.player("eve")
    table, cup = _to_a_table(ben), club.open()
    table(cyd)
    # Said again it changes nothing, and so isn't counted.
    table(cyd)
    friends.ask(user=ben, name="dan")
    friends.ask(user=ben, name="dan")
    entering.enter(tournament_id=cup.pk, user=ben, partner="eve")
    said = refusal_of(lambda: table(fay))
    assert said.startswith("You invited people too often today: the limit is 3. ")
    assert refusal_of(lambda: friends.ask(user=ben, name="fay")) == said


def test_an_organizer_invites_a_whole_club(club: Club) -> None:
    """The numbers as they are leave room for an evening of 60."""
    cup = club.tournament()
    for number in range(60):
        inviting.ask(
            tournament_id=cup.pk, by=club.organizer, username=club.player(f"p{number}").username
        )
    assert cup.player_invitations.count() == 60
    assert limits.TABLE["invitations"].number >= 5 * 60


def test_invitations_from_one_person_to_another_are_limited(settings: Any, club: Club) -> None:
    settings.LIMITS = {"invitations_to_one": 3}
    cup, ben, cyd = club.open(), club.player("ben"), club.player("cyd")
    for _ in range(3):
        entering.enter(tournament_id=cup.pk, user=ben, partner=cyd.username)
        entering.withdraw(tournament_id=cup.pk, user=ben)
    said = refusal_of(lambda: entering.enter(tournament_id=cup.pk, user=ben, partner=cyd.username))
    assert said.startswith("You invited this person too often today: the limit is 3. ")
    assert Notice.objects.filter(user=cyd, kind="invited").count() == 3
    dan = club.player("dan")
    entering.enter(tournament_id=cup.pk, user=ben, partner=dan.username)


def test_playing_again_over_and_over_tells_the_others_only_so_often(
    settings: Any, club: Club
) -> None:
    """The games go on: players still at the old table follow by its button."""
    settings.LIMITS = {"invitations_to_one": 2}
    ben, cyd = club.player("ben"), club.player("cyd")
    table = open_table(TableTerms(rules=engine.preset("bicycle_2")), created_by=ben)
    for seat, person in enumerate((ben, cyd)):
        take_seat(table_id=table.pk, user=person, seat=seat)
    abandon_table(table_id=table.pk, reason="over")
    for _ in range(4):
        again = rematch(table_id=table.pk, user=ben)
        leave_seat(table_id=again.pk, user=ben)
    assert Notice.objects.filter(user=cyd, kind="table").count() == 2


def test_moving_the_start_over_and_over_is_refused(settings: Any, club: Club) -> None:
    from datetime import timedelta

    settings.LIMITS = {"notices": 2}
    cup = club.with_entries(1)
    move = lambda hours: changing.change_tournament(  # noqa: E731
        tournament_id=cup.pk, by=club.organizer, starts_at=now() + timedelta(hours=hours)
    )
    move(2), move(3)
    said = refusal_of(lambda: move(4))
    assert said.startswith("You sent other people too many notices today: the limit is 2. ")


# ------------------------------------------------------------------------------------------------------------ mails
def test_s4_people_together_cannot_flood_a_mailbox(settings: Any, club: Club) -> None:
    """Thirty people ask one to be their partner in tournaments: 20 mails go out, and every notice is in the page."""
    settings.NOTICE_MAILS = True
    cup, victim = club.open(max_entries=64), club.player("victim")
    for number in range(30):
        entering.enter(
            tournament_id=cup.pk, user=club.player(f"p{number}"), partner=victim.username
        )
    while send_due():
        pass
    assert len(mail.outbox) == 20
    assert {tuple(one.to) for one in mail.outbox} == {("victim@example.org",)}
    assert Notice.objects.filter(user=victim, kind="invited").count() == 30
    assert Notice.objects.filter(mail_due_at__isnull=False).count() == 0
    assert Notice.objects.filter(mailed_at=None).count() == 10
    # Other kinds and other people still get theirs, and tomorrow so does the victim.
    send_notice([victim], "entry", "one", "/", {"tournament": "Cup", "news": "promoted"})
    send_notice([club.player("p1")], "entry", "one", "/", {"tournament": "Cup", "news": "promoted"})
    assert send_due() == 2
    at_midnight(club.hands)
    send_notice(
        [victim], "invited", "new", "/",
        {"tournament": "Cup", "who": "ann", "start_at": now().isoformat()},
    )  # fmt: skip
    assert send_due() == 1


def test_mails_that_follow_from_ones_own_moves_are_not_limited(settings: Any, club: Club) -> None:
    settings.NOTICE_MAILS = True
    ben = club.player("ben")
    for number in range(25):
        words = {"table": "T", "others": "ann", "until_at": now().isoformat()}
        send_notice([ben], "turn", f"turn:{number}", "/", words)
    assert send_due() == 25


def test_b1_practice_games_are_limited_for_members_alone_and_for_visitors_of_a_network_together(
    client: Any, member: Any, settings: Any
) -> None:
    settings.LIMITS = {"practice": 2}
    begin = {"preset": "cardgames_io", "level": "1"}
    answers = [
        client.post("/practice/new/", begin, REMOTE_ADDR=f"2001:db8::{n}") for n in (1, 2, 3)
    ]
    assert [answer.status_code for answer in answers] == [302, 302, 422]
    assert (
        "Too many practice games were begun today: the limit is 2." in answers[2].content.decode()
    )
    client.force_login(member("ann"))
    ours = [client.post("/practice/new/", begin, REMOTE_ADDR="2001:db8::4") for _ in range(3)]
    assert [answer.status_code for answer in ours] == [302, 302, 422]


def test_b1_teams_are_limited(member: Any, settings: Any) -> None:
    settings.LIMITS = {"teams": 1}
    ann = member("founder")
    leagues = [services.create_league(by=ann, name=f"League {n}") for n in (1, 2)]
    teams.create_team(league_id=leagues[0].pk, by=ann, name="Aces")
    said = refusal_of(lambda: teams.create_team(league_id=leagues[1].pk, by=ann, name="Kings"))
    assert said.startswith("You created too many teams today: the limit is 1. Try again ")
