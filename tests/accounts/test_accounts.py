"""Signing up, being a guest, and one's own settings."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
SIGN_UP = {
    "username": "ann",
    "email": "ann@example.org",
    "password1": "seven-of-hearts-9",
}


def test_a_sign_up_makes_a_member_in_the_zone_of_the_browser_and_sends_a_mail(
    client: Client,
) -> None:
    client.cookies["tz"] = "Europe/Berlin"

    answer = client.post(reverse("account_signup"), SIGN_UP)

    assert (answer.status_code, answer["Location"]) == (302, "/")
    ann = get_user_model().objects.get()
    assert (ann.username, ann.email, ann.time_zone, ann.is_guest) == (
        "ann", "ann@example.org", "Europe/Berlin", False,
    )  # fmt: skip
    assert ann.password.startswith("argon2")
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]
    body = mail.outbox[0].body
    assert body.rstrip().endswith(f"\n\n{settings.SITE_NAME}\n{settings.SITE_URL}")
    assert "Thank you for using" not in body


@pytest.mark.parametrize("mails", [False, True])
def test_nobody_is_told_about_a_mail_that_is_not_sent(
    client: Client, settings: Any, mails: bool
) -> None:
    settings.NOTICE_MAILS = mails
    # A confirmation is sent to an address only every few minutes.
    form = {**SIGN_UP, "email": f"{mails}@example.org"}
    page = client.post(reverse("account_signup"), form, follow=True).content.decode()
    assert ("Confirmation email sent" in page) is mails


def test_a_sign_up_that_fails_keeps_what_was_typed(client: Client, member: Any) -> None:
    member("bob")
    page = client.post(reverse("account_signup"), {**SIGN_UP, "username": "bob"}).content.decode()
    for typed in ("bob", SIGN_UP["email"], SIGN_UP["password1"]):
        assert f'value="{typed}"' in page
    assert page.count('type="password"') == 1
    refused = client.post(reverse("account_signup"), {**SIGN_UP, "password1": "12345678"})
    assert "12345678" not in refused.content.decode()


@pytest.mark.parametrize(("change", "field", "sentence"), [
    ({"username": "guest-7"}, "username", "Names like those of guests, bots and closed accounts are reserved. Choose another."),
    ({"username": "BOB"}, "username", "That name is taken, or looks like one that is. Choose another."),
    ({"username": "a​b"}, "username", "User name contains an invisible or control character. Type it again without pasting."),
    ({"username": "bob\u3164"}, "username", "User name contains an invisible or control character. Type it again without pasting."),
    ({"password1": "12345678"}, "password1", "This password is too common."),
])  # fmt: skip
def test_a_sign_up_with_bad_values_shows_the_errors_at_the_fields_and_changes_nothing(
    client: Client, member: Any, change: dict[str, str], field: str, sentence: str
) -> None:
    member("bob")

    answer = client.post(reverse("account_signup"), {**SIGN_UP, **change})

    assert answer.status_code == 200
    assert sentence in answer.context["form"].errors[field]
    assert list(get_user_model().objects.values_list("username", flat=True)) == ["bob"]
    assert mail.outbox == []


def test_an_unknown_zone_of_the_browser_is_passed_over(client: Client) -> None:
    client.cookies["tz"] = "Middle-earth/Shire"
    client.post(reverse("account_signup"), SIGN_UP)

    assert get_user_model().objects.get().time_zone == "UTC"


def test_a_guest_is_made_by_one_post_and_goes_where_they_wanted(client: Client) -> None:
    answer = client.post(reverse("become_guest"), {"next": "/account/settings/"})

    assert (answer.status_code, answer["Location"]) == (302, "/account/settings/")
    guest = get_user_model().objects.get()
    assert guest.is_guest
    assert guest.username.startswith("guest-")
    assert not guest.has_usable_password()
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_is_never_sent_to_another_site(client: Client) -> None:
    answer = client.post(reverse("become_guest"), {"next": "https://evil.example/"})

    assert answer["Location"] == reverse("lobby")


def test_becoming_a_guest_needs_a_post_and_leaves_a_member_alone(
    client: Client, member: Any
) -> None:
    assert client.get(reverse("become_guest")).status_code == 405
    client.force_login(member("ann"))
    client.post(reverse("become_guest"))

    assert get_user_model().objects.count() == 1


def test_a_member_sets_the_own_time_zone(client: Client, member: Any) -> None:
    client.force_login(member("ann"))

    answer = client.post(reverse("settings"), {"time_zone": "Asia/Tokyo"}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == ["Your settings are saved."]
    assert get_user_model().objects.get().time_zone == "Asia/Tokyo"


def test_the_settings_offer_utc_and_places_and_keep_the_old_name_that_somebody_has(
    client: Client, member: Any
) -> None:
    client.force_login(member("ann", time_zone="Asia/Calcutta"))

    choices = client.get(reverse("settings")).context["form"].fields["time_zone"].choices

    offered = dict(choices)
    assert choices[0] == ("UTC", "UTC")
    assert offered["America/Argentina/Buenos_Aires"] == "America/Argentina/Buenos Aires"
    assert {name for name in offered if name.startswith(("Europe/B", "Asia/Ca", "Asia/Ko"))} == {
        *("Europe/Belgrade", "Europe/Berlin", "Europe/Bratislava", "Europe/Brussels"),
        *("Europe/Bucharest", "Europe/Budapest", "Europe/Busingen"),
        *("Asia/Calcutta", "Asia/Kolkata"),
    }


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "zone", ["Mars/Olympus", "localtime", "Factory", "Asia/Calcutta", "EST5EDT", "Etc/GMT+5"]
)
def test_a_zone_that_is_none_is_refused_and_nothing_changes(
    client: Client, member: Any, zone: str
) -> None:
    client.force_login(member("ann", time_zone="Asia/Tokyo"))

    answer = client.post(reverse("settings"), {"time_zone": zone})

    assert answer.context["form"].errors["time_zone"] == [
        f"Select a valid choice. {zone} is not one of the available choices."
    ]
    assert get_user_model().objects.get().time_zone == "Asia/Tokyo"


@pytest.mark.django_db
def test_signing_in_and_up_lead_to_each_other_with_the_same_goal(client: Client) -> None:
    for here, there in (("account_login", "account_signup"), ("account_signup", "account_login")):
        page = client.get(reverse(here), {"next": "/join/x/"}).content.decode()
        assert f'href="{reverse(there)}?next=%2Fjoin%2Fx%2F"' in page.partition("<hr>")[2]
