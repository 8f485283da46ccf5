"""Signing in (S4): equal time for right, wrong and unknown; limits don't lock out other people."""

import re
from collections import Counter
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.conf import settings as django_settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.core.cache import cache, caches
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.support.factors import with_second_factor

pytestmark = pytest.mark.django_db
PASSWORD = "seven-of-hearts-9"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture(params=[{"username", "email"}, {"username"}], ids=["mail", "no mail"])
def login_methods(request: Any, settings: Any) -> None:
    """Sites with a mail server, where confirmed addresses sign in too, and sites without one."""
    settings.ACCOUNT_LOGIN_METHODS = request.param


def try_to_sign_in(client: Client, login: str, password: str, address: str = "192.0.2.1") -> Any:
    fields = {"login": login, "password": password}
    return client.post(reverse("account_login"), fields, REMOTE_ADDR=address)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# ------------------------------------------------------------------------------------------------ one way in
def test_s4_the_admin_sends_people_to_the_sites_own_sign_in(client: Client) -> None:
    for path in (reverse("admin:index"), reverse("admin:login"), "/admin/accounts/user/"):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain[-1][0].startswith(
            f"{reverse('account_login')}?next=%2Fadmin%2F"
        )
    answer = client.post(reverse("admin:login"), {"username": "ann", "password": PASSWORD})
    assert (answer.status_code, answer["Location"][:15]) == (302, "/account/login/")
    assert not is_signed_in(client)


def test_s4_members_and_guests_get_no_form_from_the_admin(client: Client, member: Any) -> None:
    client.post(reverse("become_guest"))
    assert client.get(reverse("admin:login")).status_code == 403
    client.force_login(member("ann"))
    assert client.get(reverse("admin:login")).status_code == 403


def test_s4_staff_change_their_password_on_the_sites_own_page(client: Client, member: Any) -> None:
    client.force_login(with_second_factor(member("ann", is_staff=True)))
    answer = client.get("/admin/password_change/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/password/change/")


def test_s4_there_is_one_backend() -> None:
    assert django_settings.AUTHENTICATION_BACKENDS == [
        "allauth.account.auth_backends.AuthenticationBackend"
    ]


@pytest.mark.usefixtures("login_methods")
@pytest.mark.parametrize("way_in", ["account_login", "admin:login"])
def test_s4_right_wrong_and_unknown_cost_the_same(
    member: Any, monkeypatch: pytest.MonkeyPatch, way_in: str
) -> None:
    """Hashing is what takes the time; counted rather than timed, so that a busy machine changes nothing."""
    ann = member("ann", password=PASSWORD)
    ann.emailaddress_set.create(email=ann.email, verified=True, primary=True)
    member("bob", password=PASSWORD, is_active=False)
    member("kim").set_unusable_password()
    hashes: list[str] = []
    for name in ("encode", "verify"):
        real = getattr(Argon2PasswordHasher, name)

        def counted(self: Any, *given: Any, real: Any = real, name: str = name) -> Any:
            hashes.append(name)
            return real(self, *given)

        monkeypatch.setattr(Argon2PasswordHasher, name, counted)

    counts = {}
    for login in ("ann", "ANN", "ann@example.org", "bob", "kim", "nobody", "nobody@example.org"):
        for password in (PASSWORD, "wrong"):
            cache.clear()
            hashes.clear()
            fields = {"login": login, "username": login, "password": password}
            Client().post(reverse(way_in), fields)
            counts[login, password] = len(hashes)
    expected = 1 if way_in == "account_login" else 0
    assert counts == dict.fromkeys(counts, expected)


# ------------------------------------------------------------------------------------------------ the limits
def test_s4_wrong_tries_from_one_address_leave_the_right_password_alone_from_another(
    client: Client, member: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "spades.security")
    member("ann", password=PASSWORD)
    for _ in range(5):
        try_to_sign_in(client, "ann", "wrong")
    refused = try_to_sign_in(client, "ann", PASSWORD)
    assert refused.context["form"].non_field_errors() == [
        "Too many failed login attempts. Try again later."
    ]
    assert not is_signed_in(client)
    assert [one.getMessage() for one in caplog.records] == [
        *["sign-in failed: nobody from 192.0.2.1"] * 5,
        "sign-in refused: nobody from 192.0.2.1 (too many tries)",
    ]

    at_home = Client()
    try_to_sign_in(at_home, "ann", PASSWORD, address="198.51.100.7")
    assert is_signed_in(at_home)


def test_s4_wrong_tries_for_one_account_leave_another_alone(client: Client, member: Any) -> None:
    member("ann", password=PASSWORD)
    member("bob", password=PASSWORD)
    for _ in range(6):
        try_to_sign_in(client, "ann", "wrong")
    try_to_sign_in(client, "bob", PASSWORD)
    assert is_signed_in(client)


def test_s4_one_address_can_try_only_so_many_accounts(client: Client, member: Any) -> None:
    member("ann", password=PASSWORD)
    for number in range(10):
        try_to_sign_in(client, f"somebody{number}", "wrong")
    try_to_sign_in(client, "ann", PASSWORD)
    assert not is_signed_in(client)


def test_s4_addresses_of_one_ipv6_network_count_as_one(client: Client, member: Any) -> None:
    member("ann", password=PASSWORD)
    for number in range(5):
        try_to_sign_in(client, "ann", "wrong", address=f"2001:db8::{number + 1}")
    try_to_sign_in(client, "ann", PASSWORD, address="2001:db8::99")
    assert not is_signed_in(client)


def test_s4_another_port_of_the_site_gives_no_further_tries(client: Client, member: Any) -> None:
    member("ann", password=PASSWORD)
    for number in range(6):
        fields = {"login": "ann", "password": PASSWORD if number == 5 else "wrong"}
        client.post(reverse("account_login"), fields, headers={"host": f"testserver:{number + 1}"})
    assert not is_signed_in(client)


def test_s4_whatever_else_the_site_remembers_the_tries_stay_counted(
    client: Client, member: Any
) -> None:
    member("ann", password=PASSWORD)
    for _ in range(5):
        try_to_sign_in(client, "ann", "wrong")
    for number in range(1000):
        cache.set(f"other:{number}", "x", 600)
        caches["pictures"].set(f"picture:{number}", "x", 600)
    try_to_sign_in(client, "ann", PASSWORD)
    assert not is_signed_in(client)


def test_s4_allauth_counts_under_the_key_that_we_give_it(client: Client, member: Any) -> None:
    """The method is private to allauth: a release that renames it fails here, not in service."""
    member("ann", password=PASSWORD)
    request = RequestFactory().post("/", REMOTE_ADDR="192.0.2.1")
    for name in ("ann", "Ann", "ＡＮＮ", "аnn"):  # in full width, and with a Cyrillic a
        key = get_adapter()._get_login_attempts_cache_key(request, username=name)
        assert key == "ann:192.0.2.1"
    counted = []
    original = type(get_adapter())._get_login_attempts_cache_key

    def spy(self: Any, request: Any, **credentials: Any) -> str:
        counted.append(original(self, request, **credentials))
        return counted[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(get_adapter()), "_get_login_attempts_cache_key", spy)
        try_to_sign_in(client, "ann", "wrong")
    assert counted == ["ann:192.0.2.1"]


# ------------------------------------------------------------------------------------- accounts and mails a day
def sign_up(name: str, address: str, mail_address: str = "") -> Any:
    cache.clear()
    fields = {"username": name, "email": mail_address or f"{name}@example.org"}
    fields |= {"password1": PASSWORD}
    return Client().post(reverse("account_signup"), fields, REMOTE_ADDR=address)


def test_s4_one_network_makes_only_so_many_accounts_a_day(settings: Any) -> None:
    settings.LIMITS = {"accounts": 2}
    sign_up("ann", "2001:db8::1")
    sign_up("bob", "2001:db8::2")
    (said,) = sign_up("kim", "2001:db8::3").context["form"].non_field_errors()
    assert said.startswith(
        "Too many accounts were created from your network today: the limit is 2."
    )
    sign_up("lee", "2001:db9::1")
    names = get_user_model().objects.order_by("pk").values_list("username", flat=True)
    assert list(names) == ["ann", "bob", "lee"]


def test_s4_nobody_can_flood_a_mailbox(settings: Any, member: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.LIMITS = {"account_mails": 2}
    ann = member("ann", password=PASSWORD)
    ann.emailaddress_set.create(email=ann.email, verified=True, primary=True)
    for number in range(4):
        cache.clear()
        Client().post(reverse("account_reset_password"), {"email": "Ann@example.org"})
        sign_up(f"other{number}", "192.0.2.1", ann.email)
    assert Counter(message.subject.partition("] ")[2] for message in mail.outbox) == {
        "Password Reset Email": 2, "Account Already Exists": 2,
    }  # fmt: skip


def test_s4_secret_links_in_mails_lead_to_the_site_whatever_port_the_asker_names(
    settings: Any, member: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.SITE_URL = "https://spades.example"
    ann = member("ann", password=PASSWORD)
    ann.emailaddress_set.create(email=ann.email, verified=True, primary=True)
    client = Client(headers={"host": "testserver:4711"})
    client.post(reverse("account_reset_password"), {"email": ann.email})
    fields = {"username": "bob", "email": "bob@example.org"}
    client.post(reverse("account_signup"), {**fields, "password1": PASSWORD})
    found = [re.findall(r"(\S+)/account/(?:password/reset/key|confirm-email)/", str(message.body))
             for message in mail.outbox]  # fmt: skip
    assert found == [["https://spades.example"]] * 2
