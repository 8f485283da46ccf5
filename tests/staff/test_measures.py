"""Measures by staff: hiding and handing over, reports with mutes and bans, and new names."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine import preset
from games.ratings import services as ratings
from games.ratings.models import Rating
from games.ratings.moderation import decide_rating
from games.tables import services
from games.tables.chat import messages, reports, silences
from games.tables.chat.forms import CloseReportForm
from games.tables.models import Report, Table
from spades_site.accounts.models import User
from spades_site.accounts.renaming import rename
from spades_site.common import outbox
from spades_site.common.audit import in_words
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.conftest import Club
from tests.ratings.tables import finished_table
from tests.support.factors import with_second_factor
from tournaments.events.actions import lifecycle
from tournaments.events.actions import moderation as of_tournaments
from tournaments.events.core.permissions import visible_to
from tournaments.events.models import Tournament
from tournaments.leagues import announcing, joining, members, moderation
from tournaments.leagues.models import League
from tournaments.leagues.selectors import circles_of, may_see, visible_leagues

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(member: Any, hands: Any) -> Club:
    return Club(member, hands)


@pytest.fixture
def boss(member: Any) -> User:
    person: User = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    return person


def told(user: Any) -> list[str]:
    """Return what somebody was told by staff, the earliest first."""
    found = Notice.objects.filter(user=user, kind="staff").order_by("pk")
    return [notice_text(one.kind, one.params).text for one in found]


def log(subject: str) -> list[tuple[str, str, Any, Any]]:
    found = AuditEntry.objects.filter(subject=subject, data__has_key="before").order_by("pk")
    return [(one.verb, one.reason, one.data["before"], one.data["after"]) for one in found]


def refused(call: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


@pytest.mark.slow
def test_a_hidden_league_and_what_belongs_to_it_exist_only_for_those_who_run_it_and_staff(
    club: Club, boss: User, client: Client
) -> None:
    league = club.league_of("ben", "cid", "dan")
    cup = club.open(league=league)
    members.set_role(
        league_id=league.pk, by=club.organizer, user_id=club.player("cid").pk, role="arbiter"
    )
    invited = club.player("eve")
    joining.invite(league_id=league.pk, by=club.organizer, username="eve")
    people = {"nobody": AnonymousUser(), "organizer": club.organizer, "boss": boss, **club.people}
    pages = (
        league.get_absolute_url(),
        cup.get_absolute_url(),
        reverse("league_invitation", args=[league.slug]),
    )

    def seen() -> set[str]:
        found = {
            name
            for name, viewer in people.items()
            if visible_leagues(viewer).filter(pk=league.pk).exists()
        }
        league.refresh_from_db()
        assert {name for name, viewer in people.items() if may_see(league, viewer)} == found
        assert {name for name, viewer in people.items() if visible_to(viewer).exists()} == found
        return found

    assert seen() == set(people)
    said = {"league_id": league.pk, "by": boss, "reason": "Advertising"}
    for _twice in range(2):
        moderation.hide_league(**said)
    assert seen() == {"organizer", "cid", "boss"}
    assert circles_of(club.player("ben").pk) == {}
    client.force_login(invited)
    assert [client.get(page).status_code for page in pages[:2]] == [404, 404]
    assert league.name not in client.get(pages[2], follow=True).content.decode()
    assert (
        refused(lambda: joining.join_league(league_id=league.pk, user=invited)) == "unknown_league"
    )
    client.force_login(club.organizer)
    for page in pages[:2]:
        assert "Advertising" in client.get(page).content.decode()
    news = {"league_id": league.pk, "by": club.organizer, "title": "News", "text": "Cards"}
    assert refused(lambda: announcing.announce(**news)) == "hidden"

    moderation.show_league(**said | {"reason": "An error"})
    assert seen() == set(people)
    announcing.announce(**news)
    assert log(f"league:{league.pk}")[-2:] == [
        ("league.hidden", "Advertising", False, True),
        ("league.shown", "An error", True, False),
    ]
    assert told(club.organizer) == [
        "It is hidden: only those who run it and its arbiters see it. Reason: Advertising",
        "It is no longer hidden. Reason: An error",
    ]
    client.force_login(boss)
    page = client.get(reverse("staff_league", args=[league.pk])).content.decode()
    log_words = " ".join(re.sub(r"<[^>]+>", " ", page.partition('id="log"')[2]).split())
    assert "boss hid the league, as staff of the site Advertising" in log_words
    assert "league." not in log_words


def test_a_hidden_tournament_is_seen_by_its_organizer_and_staff_and_its_tables_by_their_players(
    club: Club, boss: User, client: Client
) -> None:
    cup = club.open()
    club.enter_pair(cup, "p1", "p2")
    client.force_login(boss)
    page = reverse("staff_tournament", args=[cup.pk])
    hide = reverse("staff_tournament_hide", args=[cup.pk])
    assert client.post(hide, {"hidden": "True", "reason": ""}).status_code == 422
    assert client.post(hide, {"hidden": "True", "reason": "A copy"})["Location"] == page
    assert client.get(page).content.decode().count("A copy") == 2
    people = {"p1": club.player("p1"), "organizer": club.organizer, "boss": boss}
    assert {name for name, one in people.items() if visible_to(one).exists()} == {
        "organizer",
        "boss",
    }
    assert not visible_to(AnonymousUser()).exists()

    # Handing over: the new organizer sees it at once, the former one no longer.
    give = reverse("staff_tournament_give", args=[cup.pk])
    assert client.post(give, {"username": "nobody-here", "reason": "x"}).status_code == 422
    for _twice in range(2):
        client.post(give, {"username": "P1", "reason": "Ann has left"})
    assert {name for name, one in people.items() if visible_to(one).exists()} == {"p1", "boss"}
    assert Tournament.objects.get().created_by == people["p1"]
    ann, p1 = club.organizer.pk, people["p1"].pk
    assert log(f"tournament:{cup.pk}")[-2:] == [
        ("tournament.hidden", "A copy", False, True),
        ("tournament.given", "Ann has left", ann, p1),
    ]
    assert told(people["p1"]) == ["It was handed over to you: you run it now. Reason: Ann has left"]
    assert told(club.organizer)[-1] == "It was handed over to p1. Reason: Ann has left"


def test_staff_void_the_rating_of_a_game_and_let_it_count_again(
    club: Club, boss: User, client: Client
) -> None:
    people = [club.player(name) for name in ("p1", "p2", "p3", "p4")]
    table = finished_table(people, (0, 2))
    result = ratings.rate_table(table.pk)
    assert result is not None
    page = reverse("staff_rating", args=[result.pk])
    # Who runs a league, or is staff without the right, sees nothing of it.
    helper = with_second_factor(club.player("helper"))
    User.objects.filter(pk=helper.pk).update(is_staff=True)
    for person in (club.organizer, helper):
        client.force_login(person)
        assert client.post(page, {"reason": "x"}).status_code == 404
    client.force_login(boss)
    assert client.post(page, {"reason": ""}).status_code == 422
    for _twice in range(2):
        assert client.post(page, {"reason": "One person"})["Location"] == page
    result.refresh_from_db()
    assert (result.is_void, result.voided_by, result.void_reason) == (True, boss, "One person")
    assert {rating.millis for rating in Rating.objects.all()} == {1_500_000}
    assert told(people[0]) == ["This game no longer counts for ratings. Reason: One person"]
    shown = client.get(page).content.decode()
    assert ("Let it count again" in shown, "voided the rating of a game" in shown) == (True, True)
    assert client.post(page, {"counts": "True", "reason": "Two people"}).status_code == 302
    result.refresh_from_db()
    assert (result.is_void, Rating.objects.get(user=people[0]).millis > 1_500_000) == (False, True)
    assert told(people[1])[1:] == ["This game counts for ratings again. Reason: Two people"]


def test_staff_decide_nothing_about_a_game_of_their_own(club: Club, boss: User) -> None:
    table = finished_table([boss, *(club.player(name) for name in ("p1", "p2", "p3"))], (1, 3))
    result = ratings.rate_table(table.pk)
    assert result is not None
    ask: dict[str, Any] = {"by": boss, "reason": "I lost", "counts": False}
    assert refused(lambda: decide_rating(result_id=result.pk, **ask)) == "own_match"
    assert refused(lambda: decide_rating(result_id=result.pk + 1, **ask)) == "unknown_game"
    result.refresh_from_db()
    assert not result.is_void


@pytest.mark.slow
def test_players_of_a_hidden_tournament_are_told_of_their_rounds_and_led_to_their_tables(
    club: Club, boss: User, client: Client
) -> None:
    cup = club.with_entries(2)
    of_tournaments.hide_tournament(tournament_id=cup.pk, by=boss, reason="A copy")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    player, zoe = club.player("a1"), club.player("zoe")
    told = Notice.objects.get(user=player, kind="drawn")
    client.force_login(player)
    for page in (told.path, cup.get_absolute_url()):
        led = client.get(page, follow=True)
        text = led.content.decode()
        assert "The site’s staff have hidden this tournament for now." in text
        assert match.table.get_absolute_url() in text
    assert client.get(match.table.get_absolute_url()).status_code == 200
    # For everybody else it looks as if it didn't exist.
    client.force_login(zoe)
    pages = (told.path, cup.get_absolute_url(), match.table.get_absolute_url())
    assert [client.get(page).status_code for page in pages] == [404, 404, 404]


def test_a_league_is_handed_over_by_staff_and_its_tournaments_with_it(
    club: Club, boss: User
) -> None:
    league = club.league_of("ben")
    cup = club.tournament(league=league)
    said = {"by": boss, "username": "zoe", "reason": "Ann has left"}
    zoe = club.player("zoe")
    assert (
        refused(lambda: of_tournaments.give_tournament(tournament_id=cup.pk, **said))
        == "of_a_league"
    )
    for _twice in range(2):
        moderation.give_league(league_id=league.pk, **said)
    roles = dict(League.objects.get().memberships.values_list("user__username", "role"))
    assert roles == {"ann": "organizer", "ben": "member", "zoe": "owner"}
    assert log(f"league:{league.pk}") == [
        ("league.given", "Ann has left", club.organizer.pk, zoe.pk)
    ]
    helper = club.member("helper", is_staff=True)
    for person in (club.organizer, helper):
        wrong = {**said, "by": person}
        assert (
            refused(lambda w=wrong: moderation.give_league(league_id=league.pk, **w)) == "not_staff"
        )


def a_report(member: Any) -> tuple[Report, Table]:
    ann, bob = member("ann"), member("bob")
    terms = services.TableTerms(rules=preset("cardgames_io"))
    table = services.open_table(terms, created_by=ann)
    services.take_seat(table_id=table.pk, user=ann)
    services.take_seat(table_id=table.pk, user=bob)
    said = messages.say(table_id=table.pk, user=bob, to="table", text="Donkey")
    made = reports.report(table_id=table.pk, user=ann, message_id=said.pk, reason="abuse")
    return made, table


def test_a_report_is_decided_with_its_chat_in_sight_and_a_muted_person_writes_nowhere(
    member: Any, boss: User, client: Client, hands: Any
) -> None:
    made, table = a_report(member)
    bob = User.objects.get(username="bob")
    client.force_login(boss)
    address = reverse("report_detail", args=[made.pk])
    page = client.get(address).content.decode()
    assert "Donkey" in page
    assert "Muted at all tables" in page
    decided = {"decision": "muted", "days": "7", "note": "Insults"}
    assert client.post(address, decided).status_code == 302
    assert client.post(address, decided).status_code == 422
    made.refresh_from_db()
    assert (made.decision, made.closed_by, made.note) == ("muted", boss, "Insults")
    entry = AuditEntry.objects.get(verb="user.muted")
    assert (entry.actor, entry.reason, entry.data["before"]) == (boss, "Insults", None)
    assert AuditEntry.objects.get(verb="report.close").data == {
        "about": "bob", "before": "open", "after": "muted",
    }  # fmt: skip

    def write() -> Any:
        return messages.say(table_id=table.pk, user=bob, to="table", text="Again")

    with pytest.raises(Refused, match=r"Staff have muted you until .* Reason: Insults"):
        write()
    assert "until" in told(bob)[0]
    assert "Insults" in client.get(reverse("staff_muted")).content.decode()
    lift = reverse("staff_unmute", args=[bob.pk])
    assert client.post(lift, {"reason": "An apology"}).status_code == 302
    assert client.post(lift, {"reason": "An apology"}).status_code == 404
    write()
    assert told(bob)[1] == "You can write in the chat of tables again. Reason: An apology"

    written = AuditEntry.objects.exclude(verb__startswith="league.").order_by("pk")
    assert [line.what for line in in_words(written)] == [
        "decided a report about bob", "muted the account in chats", "let the account chat again",
    ]  # fmt: skip

    silences.silence(user_id=bob.pk, by=boss, days=0, reason="Again")
    for days in (1, 1):
        silences.silence(user_id=bob.pk, by=boss, days=days, reason="Again")
    assert AuditEntry.objects.filter(verb="user.muted").count() == 3
    hands.forward(25 * 3600)
    write()


def test_the_days_of_a_mute_are_in_the_reader_s_language() -> None:
    with translation.override("de"):
        days = [str(words) for _days, words in CloseReportForm().fields["days"].choices]
    assert days == ["1 Tag", "7 Tage", "30 Tage", "für immer"]


def test_only_staff_who_may_change_accounts_ban_for_a_report_and_all_or_nothing_is_done(
    member: Any, boss: User, client: Client
) -> None:
    made, _table = a_report(member)
    bob, helper = (
        User.objects.get(username="bob"),
        with_second_factor(member("helper", is_staff=True)),
    )
    client.force_login(helper)
    address = reverse("report_detail", args=[made.pk])
    banned = {"decision": "banned", "days": "1", "note": "Threats"}
    assert "Banned from the site" not in client.get(address).content.decode()
    assert client.post(address, banned).status_code == 422
    ban = {"report_id": made.pk, "note": "Threats", "decision": "banned"}
    assert refused(lambda: reports.decide_report(by=helper, **ban)) == "not_staff"
    assert Report.objects.get().closed_at is None
    helper.user_permissions.add(Permission.objects.get(codename="change_user"))
    assert client.post(address, banned).status_code == 302
    bob.refresh_from_db()
    assert (bob.is_active, Report.objects.get().decision) == (False, "banned")
    assert log(f"user:{bob.pk}") == [("user.banned", "Threats", True, False)]


def test_a_new_name_is_in_the_log_with_the_old_one_and_the_person_is_told(
    member: Any, boss: User
) -> None:
    ann = member("ann")
    for _twice in range(2):
        rename(user_id=ann.pk, name="kim", by=boss, reason="Offensive")
    rename(user_id=ann.pk, name="lee", by=boss, reason="Asked for")
    outbox.deliver_due()
    outbox.deliver_due()
    assert log(f"user:{ann.pk}") == [
        ("user.renamed", "Offensive", "ann", "kim"),
        ("user.renamed", "Asked for", "kim", "lee"),
    ]
    assert told(ann) == [
        "This is your user name now. Sign in with it. Reason: Offensive",
        "This is your user name now. Sign in with it. Reason: Asked for",
    ]
