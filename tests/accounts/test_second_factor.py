"""Second factors (S4): available to all, stored encrypted, required for some; listing and ending sessions."""

import json
import re
import time
from contextlib import nullcontext
from typing import Any

import pytest
from allauth.account import app_settings
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from cryptography.fernet import InvalidToken
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from spades_site.accounts.sign_in.adapter import SIGNED_IN_AT
from spades_site.accounts.sign_in.second_factor import LEAGUE_ADMINISTRATION, SecondFactorAdapter
from spades_site.accounts.tokens.services import create_token
from spades_site.common.server import sessions
from tests.support.factors import SECRET, code, stored, with_second_factor
from tournaments.public.urls import urlpatterns

pytestmark = pytest.mark.django_db
PASSWORD = "seven-of-hearts-9"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def sign_in(client: Client, login: str = "ann") -> Any:
    return client.post(reverse("account_login"), {"login": login, "password": PASSWORD})


@pytest.fixture
def ann(member: Any) -> Any:
    user = member("ann", password=PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


def confirm_it_is_me(client: Client) -> None:
    """Give the password again, as the site asks before security settings change."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def recipients() -> list[tuple[str, list[str]]]:
    return [(message.subject.partition("] ")[2], message.to) for message in mail.outbox]


# ------------------------------------------------------------------------------------------------- the secrets
def test_s4_secrets_are_stored_encrypted_and_read_with_the_sites_key(
    settings: Any, ann: Any
) -> None:
    with_second_factor(ann)
    assert SECRET not in stored(ann)
    data = Authenticator.objects.get(user=ann).data["secret"]
    assert SecondFactorAdapter().decrypt(data) == SECRET

    first = settings.SECRET_KEY
    settings.SECRET_KEY = "another-key"
    with pytest.raises(InvalidToken):
        SecondFactorAdapter().decrypt(data)
    settings.SECRET_KEY_FALLBACKS = [first]
    assert SecondFactorAdapter().decrypt(data) == SECRET


# -------------------------------------------------------------------------------------------- setting one up
@pytest.mark.django_db(transaction=True)
def test_s4_a_member_sets_up_an_app_is_told_by_mail_and_signs_in_with_it(
    client: Client, ann: Any
) -> None:
    sign_in(client)
    confirm_it_is_me(client)
    page = client.get(reverse("mfa_activate_totp"))
    text = page.content.decode()
    assert re.search(r"<svg [^>]*><path [^>]*></path></svg>|<svg [^>]*><path [^>]*/></svg>", text)
    assert "data:image" not in text
    assert "<?xml" not in text
    secret = page.context["form"].secret

    answer = client.post(reverse("mfa_activate_totp"), {"code": code(secret)})
    assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_view_recovery_codes"))
    codes = client.get(answer["Location"]).context["unused_codes"]
    assert len(codes) == 10
    assert not [one for one in (secret, *codes) if one in stored(ann)]
    assert recipients() == [("Authenticator App Activated", ["ann@example.org"])]

    cache.clear()
    elsewhere = Client()
    answer = sign_in(elsewhere)
    assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_authenticate"))
    assert "_auth_user_id" not in elsewhere.session
    wrong = elsewhere.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert wrong.context["form"].errors["code"] == ["Incorrect code."]
    elsewhere.post(reverse("mfa_authenticate"), {"code": code(secret)})
    assert elsewhere.session["_auth_user_id"] == str(ann.pk)

    by_recovery = Client()
    sign_in(by_recovery)
    by_recovery.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert by_recovery.session["_auth_user_id"] == str(ann.pk)
    by_recovery.logout()
    sign_in(by_recovery)
    again = by_recovery.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert again.context["form"].errors["code"] == ["Incorrect code."]


def test_s4_a_code_is_used_once_as_long_as_it_is_accepted(
    client: Client, ann: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with_second_factor(ann)
    # Whatever the addresses import must get the real clock, if this is the first test that asks for one.
    reverse("home")
    at = time.time() // 30 * 30
    monkeypatch.setattr("time.time", lambda: at)
    typed = code()
    caplog.set_level("INFO", "spades.security")

    def try_it(seconds: int) -> bool:
        monkeypatch.setattr("time.time", lambda: at + seconds)
        browser = Client()
        sign_in(browser)
        browser.post(reverse("mfa_authenticate"), {"code": typed})
        return "_auth_user_id" in browser.session

    # The code of the next period is accepted, and again for 59 seconds.
    assert [try_it(seconds) for seconds in (1, 2, 45, 59)] == [True, False, False, False]
    failed = f"second factor failed: user {ann.pk} from 127.0.0.1 (totp)"
    signed_in = f"signed in: user {ann.pk} from 127.0.0.1 (password, totp)"
    assert [record.getMessage() for record in caplog.records] == [signed_in, failed, failed, failed]


def test_s4_nobody_stays_signed_in_for_more_than_thirty_days(
    client: Client, ann: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "spades.security")
    client.post(reverse("account_login"), {"login": "ann", "password": "secret-typed-here"})
    sign_in(client)
    session = client.session
    session[SIGNED_IN_AT] -= 30 * 24 * 3600 - 60
    session.save()
    assert client.get(reverse("settings")).status_code == 200
    session[SIGNED_IN_AT] -= 120
    session.save()
    assert client.get(reverse("settings")).status_code == 302
    assert not Session.objects.filter(session_key=session.session_key).exists()
    assert [record.getMessage() for record in caplog.records] == [
        "sign-in failed: nobody from 127.0.0.1",
        f"signed in: user {ann.pk} from 127.0.0.1 (password)",
        f"signed out: user {ann.pk} from 127.0.0.1 (password)",
    ]


@pytest.mark.parametrize(
    ("password", "is_allowed"),
    [
        ("Spades-2026!", False),
        ("tournament12345", False),
        ("example-club-99", False),
        ("spades with a purple heron", True),
        ("seven-of-hearts-9", True),
        ("x" * 64 + "ä 🂡", True),
    ],
)
def test_s4_a_password_is_more_than_the_sites_words(
    password: str, is_allowed: bool, settings: Any
) -> None:
    settings.SITE_NAME, settings.SITE_URL = "Example Club", "https://spades.example.org"
    with nullcontext() if is_allowed else pytest.raises(ValidationError):
        validate_password(password)


def test_s4_a_guest_signs_in_with_a_second_factor(client: Client, ann: Any) -> None:
    with_second_factor(ann)
    client.post(reverse("become_guest"))
    assert sign_in(client)["Location"] == reverse("mfa_authenticate")
    assert client.get(reverse("mfa_authenticate")).status_code == 200
    client.post(reverse("mfa_authenticate"), {"code": code()})
    assert client.session["_auth_user_id"] == str(ann.pk)


@pytest.mark.parametrize(
    "name",
    ["mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "usersessions_list", "account_email"],
)
def test_s4_guests_have_nothing_to_secure_and_are_led_to_an_account(
    client: Client, name: str
) -> None:
    client.post(reverse("become_guest"))
    answer = client.get(reverse(name))
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_signup"))


@pytest.mark.parametrize(
    "name",
    ["mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes", "account_email"],
)
def test_s4_the_password_is_asked_for_again_before_security_changes(
    client: Client, ann: Any, name: str, hands: Any
) -> None:
    sign_in(client)
    answer = client.post(reverse(name), {"email": "w@example.org", "action_add": ""})
    assert "reauthenticate" not in answer.get("Location", "")
    hands.forward(app_settings.REAUTHENTICATION_TIMEOUT + 1)
    answer = client.post(reverse(name), {"email": "x@example.org", "action_add": ""})
    assert (answer.status_code, answer["Location"]) == (
        302, f"{reverse('account_reauthenticate')}?next={reverse(name).replace('/', '%2F')}",
    )  # fmt: skip
    confirm_it_is_me(client)
    answer = client.post(reverse(name), {"email": "x@example.org", "action_add": ""})
    assert "reauthenticate" not in answer.get("Location", "")


# ------------------------------------------------------------------------------------------- who needs one
def test_s4_staff_without_a_second_factor_get_no_further_than_setting_one_up(
    client: Client, member: Any
) -> None:
    boss = member("boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    for path in ("/admin/", reverse("report_list"), reverse("lobby"), "/"):
        answer = client.get(path)
        assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_index"))
    page = client.get(reverse("mfa_index")).content.decode()
    assert "This site requires you to have a second factor." in page
    with_second_factor(boss)
    for path in ("/admin/", reverse("report_list"), reverse("lobby"), "/"):
        assert client.get(path).status_code == 200


def test_s4_organizers_need_one_where_the_site_says_so(
    client: Client, member: Any, settings: Any
) -> None:
    ann = member("ann")
    client.force_login(ann)
    paths = (reverse("organizer"), reverse("tournament_create"), reverse("league_create"))
    assert [client.get(path).status_code for path in paths] == [200, 200, 200]
    settings.ORGANIZERS_NEED_SECOND_FACTOR = True
    assert [client.get(path).get("Location") for path in paths] == [reverse("mfa_index")] * 3
    assert client.post(reverse("league_create"), {"name": "x"})["Location"] == reverse("mfa_index")
    assert client.get(reverse("lobby")).status_code == 200
    announcements = reverse("league_announcements", args=["x"])
    assert client.get(announcements).status_code == 404
    assert client.post(announcements)["Location"] == reverse("mfa_index")
    scopes = ["organize", "read"]
    _token, text = create_token(user_id=ann.pk, name="robot", scopes=scopes)
    robot = Client(headers={"Authorization": f"Bearer {text}"})
    step = "/api/v1/tournaments/x/start"
    answer = robot.post(step, "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_missing")
    assert robot.get("/api/v1/tournaments").status_code == 200
    with_second_factor(ann)
    assert [client.get(path).status_code for path in paths] == [200, 200, 200]
    assert robot.post(step, "{}", content_type="application/json").status_code == 404


def test_s4_every_page_that_runs_a_league_is_known() -> None:
    """A new address under leagues/ must be sorted: run by organizers, or open to members."""
    for_members = {"league_list", "league", "league_join", "league_leave"}
    for_members |= {"league_ask", "league_invitation", "league_decline"}
    for_members |= {"team", "team_create", "team_edit", "team_join", "team_leave", "team_decline"}
    for_members |= {"team_invite", "team_change", "league_announcements", "league_link"}
    for_members |= {"name_link", "name_accept", "name_decline"}
    for_members |= {"rule_sets", "rule_set", "rule_set_json"}
    names = {
        one.name
        for one in urlpatterns
        if str(one.pattern).startswith("leagues/") and getattr(one, "name", None)
    }
    assert names - for_members == LEAGUE_ADMINISTRATION


# -------------------------------------------------------------------------------------------------- sessions
def test_s4_the_session_list_shows_every_browser_and_ends_the_others(
    client: Client, ann: Any, hands: Any
) -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    there = Client(headers={"user-agent": firefox})
    sign_in(client)
    sign_in(there)
    page = client.get(reverse("usersessions_list")).content.decode()
    assert page.count("this browser") == 1
    assert "Firefox, Linux" in page
    assert "Unknown browser" in page
    assert "127.0.0.1" in page

    hands.forward(app_settings.REAUTHENTICATION_TIMEOUT + 1)
    asked = client.post(reverse("usersessions_list"))
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert (UserSession.objects.count(), client.get(reverse("usersessions_list")).status_code) == (
        2,
        200,
    )
    client.post(asked["Location"], {"password": PASSWORD})
    assert UserSession.objects.count() == 1
    assert there.get(reverse("settings")).status_code == 302
    assert client.get(reverse("settings")).status_code == 200


def test_s4_a_new_password_is_told_by_mail_and_ends_the_other_sessions(
    client: Client, ann: Any
) -> None:
    there = Client()
    sign_in(client)
    sign_in(there)
    new = "eight-of-hearts-9"
    client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert recipients() == [("Password Changed", ["ann@example.org"])]
    assert there.get(reverse("settings")).status_code == 302
    assert client.get(reverse("settings")).status_code == 200


def test_s4_a_new_address_is_told_to_the_old_one(client: Client, ann: Any) -> None:
    with_second_factor(ann)
    sign_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code()})
    confirm_it_is_me(client)
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    ann.emailaddress_set.filter(email="new@example.org").update(verified=True)
    mail.outbox.clear()
    client.post(reverse("account_email"), {"email": "new@example.org", "action_primary": ""})
    assert recipients() == [("Email Changed", ["ann@example.org"])]
    assert get_user_model().objects.get().email == "new@example.org"


# ------------------------------------------------------------------------------------------------- the pages
INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(?:src=|application/json))|data:")
PAGES = {
    "mfa_index": "Second factor",
    "mfa_deactivate_totp": "Turn off the authenticator app",
    "mfa_view_recovery_codes": "Recovery codes",
    "mfa_generate_recovery_codes": "Create recovery codes",
    "mfa_list_webauthn": "Passkeys and security keys",
    "mfa_add_webauthn": "Add a key",
    "mfa_reauthenticate": "Confirm it’s you",
    "usersessions_list": "Where you are signed in",
}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_s4_the_pages_are_in_the_sites_look_and_language(
    client: Client, ann: Any, name: str, language: str
) -> None:
    ann.language = language
    ann.save()
    with_second_factor(ann)
    sign_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code()})
    confirm_it_is_me(client)
    client.post(reverse("mfa_generate_recovery_codes"))
    page = client.get(reverse(name)).content.decode()
    titles = re.findall(r"<h1>\s*(.*?)\s*</h1>", page)
    assert (titles == [PAGES[name]]) == (language == "en")
    assert len(titles) == 1
    assert '<header class="site-header">' in page
    assert INLINE.findall(page) == []
    main = page[page.index("<main") : page.index("</main>")]
    assert re.findall(r"\b(?:Sie|Ihre?n?)\b", main) == []


def test_s4_the_sign_in_page_offers_passkeys(client: Client) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert 'id="passkey_login"' in page
    options = client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    assert json.loads(options.content)["request_options"]["publicKey"]["rpId"] == "testserver"


@pytest.mark.django_db(transaction=True)
def test_s4_the_first_second_factor_ends_sessions_that_a_password_began(
    client: Client, ann: Any
) -> None:
    """Otherwise a password alone would still open the staff's pages to whoever used it before."""
    ann.is_staff = True
    ann.save()
    elsewhere = Client()
    sign_in(elsewhere)
    cache.clear()
    sign_in(client)
    confirm_it_is_me(client)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code(secret)})
    assert client.get("/admin/").status_code == 200
    assert "_auth_user_id" not in elsewhere.session
    assert elsewhere.get("/admin/").status_code == 302
    assert UserSession.objects.filter(user=ann).count() == 1


def test_s4_what_was_listed_of_sessions_goes_with_them(client: Client, ann: Any) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    cache.clear()
    sign_in(client)
    Session.objects.filter(session_key=elsewhere.session.session_key).delete()
    assert (sessions.forget_listed(), sessions.forget_listed()) == (1, 0)
    assert UserSession.objects.get().session_key == client.session.session_key
