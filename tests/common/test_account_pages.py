"""The sign-in pages use the site's layout and keep its policy: no inline style or script."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(?:src=|application/json))")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("account_login", "Sign in"),
        ("account_signup", "Sign up"),
        ("account_reset_password", "Forgotten password"),
        ("account_reset_password_done", "Check your mail"),
        ("account_email_verification_sent", "Check your mail"),
        ("account_inactive", "Account Inactive"),
    ],
)
def test_pages_before_signing_in(client: Client, name: str, title: str) -> None:
    page = client.get(reverse(name)).content.decode()
    assert re.findall(r"<h1>\s*(.*?)\s*</h1>", page) == [title]
    assert '<header class="site-header">' in page
    assert INLINE.findall(page) == []


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("settings", "Settings"),
        ("account_email", "Email Addresses"),
        ("account_change_password", "Change Password"),
        ("account_logout", "Sign out"),
        ("account_reauthenticate", "Confirm it’s you"),
    ],
)
def test_pages_of_a_member(client: Client, member: Any, name: str, title: str) -> None:
    ann = member("ann")
    ann.set_password("correct horse 9")
    ann.save()
    client.force_login(ann)
    page = client.get(reverse(name)).content.decode()
    assert re.findall(r"<h1>\s*(.*?)\s*</h1>", page) == [title]
    assert INLINE.findall(page) == []


def test_fields_carry_labels_and_their_errors(client: Client) -> None:
    page = client.post(reverse("account_signup"), {"username": "x"}).content.decode()
    assert '<label for="id_username">' in page
    assert 'id="id_username_error"' in page
    assert 'aria-invalid="true"' in page


def test_a_visitor_at_the_door_may_play_as_a_guest(client: Client) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert f'action="{reverse("become_guest")}"' in page
