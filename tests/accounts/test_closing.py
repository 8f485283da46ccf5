"""Closed accounts: games and results stay anonymous. The contents of an export."""

import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.access import mutes
from games.tables.chat import messages
from games.tables.models import ChatMessage, Seat, Table
from spades_site.accounts import friends
from spades_site.accounts.closing import close_account, export_of, obstacles_of
from spades_site.accounts.models import FormerName, RetiredName, User
from spades_site.accounts.personal import TRACES
from spades_site.accounts.renaming import rename
from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.notices.services import send_notice, set_preferences
from tests.accounts.test_names import TAKEN, sign_up
from tests.events.conftest import Club
from tests.support.crashes import crash_everywhere
from tests.support.factors import code, with_second_factor
from tournaments.events.actions import entering, lifecycle
from tournaments.events.models import Entry, PartnerInvitation, Tournament
from tournaments.leagues import members, teams
from tournaments.leagues import services as leagues
from tournaments.leagues.models import Membership, Team

pytestmark = pytest.mark.django_db
PASSWORD = "seven-of-hearts-9"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def club(member: Any, hands: Any) -> Club:
    return Club(member, hands)


def lived(club: Club, client: Client) -> User:
    """Return Wilhelmina, who has left traces everywhere, and a former name; everything she took part in is over."""
    mina = club.player("wilhelma")
    rename(user_id=mina.pk, name="Wilhelmina", by=None)
    mina.refresh_from_db()
    mina.set_password(PASSWORD)
    mina.first_name, mina.country, mina.language = "Minna", "AT", "en"
    mina.save()
    mina.emailaddress_set.create(email="mina@example.org", verified=True, primary=True)
    with_second_factor(mina)
    client.post(reverse("account_login"), {"login": "wilhelmina", "password": PASSWORD})
    client.post(reverse("mfa_authenticate"), {"code": code()})
    bob, kim = club.player("bob"), club.player("kim")
    friends.ask(user=mina, name="bob")
    friends.ask(user=kim, name="wilhelmina")
    mutes.set_mute(user=mina, name="ann", yes=True)
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=mina)
    services.take_seat(table_id=table.pk, user=mina, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=mina)
    messages.say(table_id=table.pk, user=mina, to="table", text="I am Minna from Graz")
    services.abandon_table(table_id=table.pk, reason="over")
    send_notice([mina, bob], "invited", "x:1", "/", {"who": "Wilhelmina", "tournament": "Cup"})
    set_preferences(mina, by_mail=[], quiet_from=None, quiet_to=None)
    league = leagues.create_league(by=club.organizer, name="Riverside", description="")
    for person in (mina, kim):
        leagues.join_league(league_id=league.pk, user=person)
    team = teams.create_team(league_id=league.pk, by=mina, name="Owls")
    teams.join_team(team_id=team.pk, user=kim)
    cup = club.open()
    for first, second in ((mina, bob), (club.player("a1"), club.player("b1"))):
        entering.enter(tournament_id=cup.pk, user=first, partner=second.username)
        asked = PartnerInvitation.objects.get(to_user=second)
        entering.accept_invitation(invitation_id=asked.pk, user=second)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    club.play_all(cup)
    later = club.open(name="Later cup")
    entering.enter(tournament_id=later.pk, user=kim, partner="Wilhelmina")
    mutes.set_block(user=bob, name="wilhelmina", yes=True)
    outbox.deliver_due()
    mina.refresh_from_db()
    return mina


def everything_stored() -> dict[str, str]:
    """Return all rows of all models as text, by model."""
    return {
        model._meta.label: json.dumps(
            list(model._default_manager.values()), default=str, ensure_ascii=False
        )
        for model in apps.get_models(include_auto_created=True)
    }


# ------------------------------------------------------------------------------------------------- decisions
def test_every_key_to_a_person_has_a_decision() -> None:
    """A new model with a key to a user must declare the treatment of its rows in its app's `personal`."""
    keys = {
        (model._meta.label, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and getattr(field, "related_model", None) is User
        if not field.many_to_many
    }
    assert {(trace.model._meta.label, trace.field) for trace in TRACES} == keys


def test_the_rows_removed_with_an_account() -> None:
    assert {f"{one.model._meta.label}.{one.field}" for one in TRACES if not one.stays} == {
        "account.EmailAddress.user", "mfa.Authenticator.user", "usersessions.UserSession.user",
        "accounts.User_groups.user", "accounts.User_user_permissions.user", "accounts.FormerName.user", "accounts.AvatarPicture.user", "accounts.PersonalToken.user",
        "events.UnfinishedProposal.user",
        "accounts.Friendship.asker", "accounts.Friendship.asked", "notices.Notice.user",
        "notices.NoticePreferences.user", "notices.PushDevice.user", "tables.PresenceLease.user", "tables.Invitation.user", "tables.RatedSearch.user",
        "tables.Invitation.by", "tables.ChatMessage.user", "tables.Mute.user", "tables.Mute.muted", "tables.Silence.user",
        "tables.Block.user", "tables.Block.blocked", "leagues.Membership.user", "own_time.EventInvitation.by", "own_time.EventInvitation.to",
        "leagues.Admission.user", "leagues.Ban.user", "leagues.TeamMember.user", "leagues.TeamInvitation.user", "leagues.NameLink.user", "leagues.NameLink.person", "leagues.NameAddress.person", "events.PartnerInvitation.from_user", "events.PartnerInvitation.to_user",
        "events.PlayerInvitation.user", "events.Availability.user", "events.SubstituteOffer.into", "events.TournamentRole.user",
            "seasons.StandIn.user", "learn.LessonProgress.user", "practice.DailyPlay.user", "problems.ProblemAnswer.user", "statistics.GamePlayed.user", "analysis.PlaysExamined.user", "fair_play.Connection.user", "fair_play.PartnerChoice.user", "fair_play.PartnerChoice.partner", "fair_play.Pace.user", "fair_play_signals.SignalPerson.user", "statistics.Achievement.user", "webhooks.Webhook.owner",
    }  # fmt: skip


# --------------------------------------------------------------------------------------------------- closing
@pytest.mark.slow
def test_the_database_keeps_nothing_that_identifies_a_closed_account(
    club: Club, client: Client
) -> None:
    mina = lived(club, client)
    before = everything_stored()
    words = re.compile(r"wilhelm|minna|mina@|graz|" + re.escape(client.session.session_key), re.I)
    told = {label for label, rows in before.items() if words.search(rows)}
    assert told >= {
        "accounts.User", "account.EmailAddress", "accounts.FormerName", "notices.Notice",
        "tables.Seat", "tables.ChatMessage", "events.Entry", "usersessions.UserSession",
    }  # fmt: skip

    close_account(user_id=mina.pk, by=mina)
    outbox.deliver_due()

    after = everything_stored()
    assert {label: words.findall(rows) for label, rows in after.items() if words.search(rows)} == {}
    gone = User.objects.get(pk=mina.pk)
    name = f"closed-account-{mina.pk}"
    assert (gone.username, gone.email, gone.country, gone.time_zone) == (name, "", "", "UTC")
    assert (gone.is_active, gone.has_usable_password(), gone.last_seen) == (False, False, None)
    left = [
        f"{one.model._meta.label}.{one.field}" for one in TRACES if not one.stays
        if one.rows(gone).exists()
    ]  # fmt: skip
    assert left == []


@pytest.mark.slow
def test_games_and_results_stay_under_a_closed_account(club: Club, client: Client) -> None:
    mina = lived(club, client)
    cup = Tournament.objects.get(name="Cup")
    close_account(user_id=mina.pk, by=mina)
    name = f"closed-account-{mina.pk}"
    assert set(cup.entries.values_list("name", flat=True)) == {f"{name} & bob", "a1 & b1"}
    assert {seat.name for seat in Seat.objects.filter(user=mina)} == {name}
    assert Seat.objects.filter(user=mina, country="").count() == 2
    assert Team.objects.get().captain.username == "kim"
    assert not Membership.objects.filter(user=mina).exists()
    # Who had asked isn't left to wait.
    assert Entry.objects.get(tournament__name="Later cup").status == Entry.Status.DECLINED
    page = client.get(reverse("tournament", args=[cup.slug]))
    assert (page.status_code, name in page.content.decode()) == (200, True)
    assert client.get(reverse("profile", args=[name])).status_code == 404
    assert client.get(reverse("profile", args=["wilhelmina"])).status_code == 404


@pytest.mark.slow
def test_nobody_takes_the_names_of_a_closed_account_for_90_days(
    club: Club, client: Client, hands: Any
) -> None:
    mina, kim = lived(club, client), User.objects.get(username="kim")
    close_account(user_id=mina.pk, by=mina)
    for name in ("wilhelmina", "Wi1helmina", "wilhelma"):
        assert sign_up(name) == [TAKEN]
        with pytest.raises(Refused) as refusal:
            rename(user_id=kim.pk, name=name, by=None)
        assert refusal.value.code == "name_taken"
    hands.forward(90 * 24 * 3600 - 60)
    assert sign_up("wilhelmina") == [TAKEN]
    hands.forward(60)
    assert sign_up("wilhelmina") == []
    assert RetiredName.objects.count() == 2
    # The next account that is closed takes the rows that no longer hold.
    close_account(user_id=kim.pk, by=kim)
    assert RetiredName.objects.count() == 1


def test_d4_closing_is_all_or_nothing_and_closing_again_changes_nothing(
    club: Club, client: Client
) -> None:
    mina = lived(club, client)
    assert crash_everywhere(lambda: close_account(user_id=mina.pk, by=mina)) > 20
    done = everything_stored()
    close_account(user_id=mina.pk, by=mina)
    assert everything_stored() == done


def test_what_must_be_done_first(club: Club, client: Client) -> None:
    amy = club.player("amy")
    bea = club.player("bea")
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=amy)
    services.take_seat(table_id=table.pk, user=amy, seat=0, salt_hash="")
    league = leagues.create_league(by=amy, name="Riverside", description="")
    leagues.join_league(league_id=league.pk, user=bea)
    cup = club.open()
    entering.enter(tournament_id=cup.pk, user=amy, partner="bea")
    club.organizer, ann = amy, club.organizer
    club.open(name="Own cup")
    club.organizer = ann
    User.objects.filter(pk=amy.pk).update(is_staff=True)
    amy.refresh_from_db()

    first = obstacles_of(amy)
    assert first == [
        "You are seated at “Classic (cardgames.io)”, which isn’t over: leave it or finish the game.",
        "You own the league “Riverside”: hand it over to another member.",
        "You are entered in “Cup”: withdraw first.",
        "You own “Own cup”, which isn’t over: hand it over, or end, cancel or delete it first.",
        "You are staff: ask another staff member to remove that first.",
    ]
    own = Tournament.objects.get(name="Own cup")
    assert [getattr(one, "url", "") for one in first] == [
        table.get_absolute_url(),
        league.get_absolute_url(),
        cup.get_absolute_url(),
        reverse("tournament_people", args=[own.slug]),
        "",
    ]
    with pytest.raises(Refused) as refusal:
        close_account(user_id=amy.pk, by=amy)
    assert (refusal.value.code, str(refusal.value)) == ("not_yet", " ".join(first))
    # A league without other members may be left to itself.
    members.leave_league(league_id=league.pk, user=bea)
    assert len(obstacles_of(amy)) == 4


# --------------------------------------------------------------------------------------------------- the pages
def confirm(client: Client) -> None:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def test_s4_the_password_and_the_own_name_are_asked_for_before_an_account_is_closed(
    club: Club, client: Client
) -> None:
    mina = lived(club, client)
    club.hands.forward(301)
    close = reverse("account_close")
    answer = client.post(close, {"name": "Wilhelmina"})
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    confirm(client)
    wrong = client.post(close, {"name": "wilhelmina"})
    assert wrong.context["form"].errors == {"name": ["That isn’t your user name. Type Wilhelmina."]}
    mail.outbox.clear()
    answer = client.post(close, {"name": "Wilhelmina"}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Your account is closed." in answer.content.decode()
    assert not User.objects.get(pk=mina.pk).is_active
    assert [(one.subject, one.to) for one in mail.outbox] == [
        ("[Spades] Your account is closed", ["wilhelma@example.org"])
    ]
    assert "_auth_user_id" not in client.session
    assert client.get(reverse("settings")).status_code == 302
    for login in ("wilhelmina", "mina@example.org", f"closed-account-{mina.pk}"):
        answer = Client().post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert answer.status_code == 200


@pytest.mark.slow
def test_a_person_takes_along_what_the_site_holds(club: Club, client: Client) -> None:
    lived(club, client)
    club.hands.forward(301)
    export = reverse("account_export")
    assert client.get(export)["Location"].startswith(reverse("account_reauthenticate"))
    confirm(client)
    answer = client.get(export)
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.json"'
    data = json.loads(answer.content)
    assert data["account"]["username"] == "Wilhelmina"
    assert data["account.EmailAddress.user"] == [
        {"email": "mina@example.org", "verified": True, "primary": True}
    ]
    assert data["accounts.FormerName.user"][0]["name"] == "wilhelma"
    assert data["tables.ChatMessage.user"][0]["text"] == "I am Minna from Graz"
    assert data["leagues.Membership.user"][0]["league__name"] == "Riverside"
    assert [one["user__username"] for one in data.get("tables.Invitation.by", [])] == []
    assert {*data} >= {"events.EntryPlayer.user", "tables.Seat.user", "notices.Notice.user"}
    text = answer.content.decode()
    secrets = (Authenticator.objects.first(), UserSession.objects.first())
    assert secrets[0].data["secret"] not in text
    assert secrets[1].session_key not in text
    assert get_user_model().objects.get(username="Wilhelmina").password not in text
    # Who has blocked them stays that person's secret.
    assert "tables.Block.blocked" not in data


def test_every_exported_field_is_there(member: Any) -> None:
    ann = member("ann")
    for trace in TRACES:
        assert list(trace.exported(ann)) == []
    assert set(export_of(ann)) == {"site", "exported_at", "account"}


def test_guests_have_no_account_to_close(client: Client) -> None:
    client.post(reverse("become_guest"))
    for name in ("account_close", "account_export"):
        assert client.get(reverse(name))["Location"] == "/"


@pytest.mark.slow
def test_chat_and_tables_of_others_stay(club: Club, client: Client) -> None:
    mina = lived(club, client)
    kim = club.player("kim")
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=kim)
    services.take_seat(table_id=table.pk, user=kim, seat=0, salt_hash="")
    messages.say(table_id=table.pk, user=kim, to="table", text="hello")
    close_account(user_id=mina.pk, by=mina)
    assert list(ChatMessage.objects.values_list("text", flat=True)) == ["hello"]
    assert Table.objects.filter(created_by=kim).count() == 1
    assert FormerName.objects.count() == 0
