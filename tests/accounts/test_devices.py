"""Wrong codes of second factors: whoever knows the password can't lock the owner out (S4)."""

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from spades_site.accounts.closing import end_sessions
from tests.accounts.test_second_factor import PASSWORD, ann, confirm_it_is_me, sign_in
from tests.support.factors import code, with_second_factor

__all__ = ["ann"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def type_code(client: Client, typed: str, address: str) -> str:
    """Type a code after the password; return "in", or the error."""
    client.post(
        reverse("account_login"), {"login": "ann", "password": PASSWORD}, REMOTE_ADDR=address
    )
    answer = client.post(reverse("mfa_authenticate"), {"code": typed}, REMOTE_ADDR=address)
    if answer.status_code == 302:
        return "in"
    [error] = answer.context["form"].errors["code"]
    return str(error)


def attack() -> list[str]:
    """Type five wrong codes from each of five addresses."""
    return [type_code(Client(), "000000", f"192.0.2.{n}") for n in range(5) for _try in range(5)]


WRONG, MANY = "Incorrect code.", "Too many failed login attempts. Try again later."


@pytest.fixture
def known(ann: Any) -> Client:
    """The owner's browser, which has passed the second factor and is signed out again."""
    with_second_factor(ann)
    browser = Client()
    assert type_code(browser, code(), "198.51.100.1") == "in"
    browser.post(reverse("account_logout"))
    cache.clear()
    return browser


@pytest.mark.slow
def test_s4_wrong_codes_from_many_addresses_keep_out_unknown_devices_alone(
    ann: Any, known: Client
) -> None:
    assert attack() == [WRONG] * 20 + [MANY] * 5
    assert [(one.subject, one.to) for one in mail.outbox] == [
        ("[Spades] Somebody tries codes for your account", ["ann@example.org"])
    ]
    # Even from an attacker's address.
    assert type_code(Client(), code(), "198.51.100.9") == MANY
    assert type_code(known, code(), "192.0.2.7") == "in"


@pytest.mark.django_db(transaction=True)
def test_s4_the_browser_that_sets_a_second_factor_up_is_known(ann: Any) -> None:
    browser = Client()
    sign_in(browser)
    confirm_it_is_me(browser)
    page = browser.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    browser.post(reverse("mfa_activate_totp"), {"code": code(secret)})
    browser.post(reverse("account_logout"))
    attack()
    assert type_code(Client(), "000000", "198.51.100.9") == MANY
    assert type_code(browser, "000000", "192.0.2.7") == WRONG


def test_s4_a_known_device_has_an_allowance_of_its_own_and_an_address_too(
    ann: Any, known: Client
) -> None:
    assert [type_code(Client(), "000000", "192.0.2.1") for _try in range(6)] == [WRONG] * 5 + [MANY]
    assert type_code(Client(), "000000", "192.0.2.2") == WRONG
    assert [type_code(known, "000000", f"192.0.2.{n}") for n in range(3, 9)] == [WRONG] * 5 + [MANY]
    assert type_code(Client(), code(), "198.51.100.1") == "in"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["password", "sessions", "forged", "another's"])
def test_s4_a_device_is_forgotten_with_the_password_and_with_all_sessions(
    what: str, ann: Any, known: Client, member: Any, settings: Any
) -> None:
    name = settings.DEVICES_COOKIE_NAME
    attack()
    if what == "sessions":
        end_sessions(ann)
    elif what == "forged":
        known.cookies[name] = known.cookies[name].value[:-1] + "x"
    elif what == "another's":
        bob = with_second_factor(member("bob", password=PASSWORD))
        other = Client()
        other.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})
        other.post(reverse("mfa_authenticate"), {"code": code()})
        assert other.session["_auth_user_id"] == str(bob.pk)
        known.cookies[name] = other.cookies[name].value
    else:
        ann.set_password(PASSWORD)
        ann.save()
        # Who set the new one begins anew, and so does everybody else.
        assert type_code(Client(), code(), "198.51.100.9") == "in"
        attack()
    assert type_code(known, code(), "198.51.100.1") == MANY


@pytest.mark.slow
def test_s4_signing_out_everywhere_else_forgets_every_other_device(ann: Any, known: Client) -> None:
    elsewhere = Client()
    elsewhere.cookies = known.cookies.copy()
    cache.clear()
    assert type_code(known, code(), "198.51.100.1") == "in"
    confirm_it_is_me(known)
    known.post(reverse("usersessions_list"))
    known.post(reverse("account_logout"))
    cache.clear()
    attack()
    assert type_code(elsewhere, code(), "198.51.100.1") == MANY
    assert type_code(known, code(), "198.51.100.1") == "in"


@pytest.mark.slow
def test_s4_confirming_with_a_code_counts_by_the_same_rule(ann: Any, known: Client) -> None:
    assert type_code(known, code(), "198.51.100.1") == "in"
    cache.clear()
    attack()
    answer = known.post(reverse("mfa_reauthenticate"), {"code": "000000"})
    assert answer.context["form"].errors["code"] == [WRONG]
    assert known.post(reverse("mfa_reauthenticate"), {"code": code()}).status_code == 302


@pytest.mark.slow
def test_s4_wrong_passwords_from_many_addresses_keep_nobody_else_out(ann: Any) -> None:
    for n in range(30):
        fields = {"login": "ann", "password": "wrong"}
        Client().post(reverse("account_login"), fields, REMOTE_ADDR=f"192.0.2.{n}")
    browser = Client()
    sign_in(browser)
    assert browser.session["_auth_user_id"] == str(ann.pk)
