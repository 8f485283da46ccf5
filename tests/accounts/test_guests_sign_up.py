"""A guest who creates an account keeps the seat, under the new name."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.chat import messages
from games.tables.models import ChatMessage, Table

pytestmark = pytest.mark.django_db
SIGN_UP = {
    "username": "ann",
    "email": "once-a-guest@example.org",
    "password1": "seven-of-hearts-9",
}


def guest_at_a_table(client: Client) -> tuple[Any, Table, Table]:
    """Return a guest with a table in play, where they have written, and one that is over."""
    client.post(reverse("become_guest"))
    guest = get_user_model().objects.get(is_guest=True)
    tables = []
    for _ in range(2):
        table = services.open_table(
            services.TableTerms(rules=preset("cardgames_io")), created_by=guest
        )
        services.take_seat(table_id=table.pk, user=guest, seat=0, salt_hash="")
        services.fill_with_bots(table_id=table.pk, by=guest)
        tables.append(table)
    messages.say(table_id=tables[0].pk, user=guest, to="table", text="hello")
    services.abandon_table(table_id=tables[1].pk, reason="over")
    return guest, tables[0], tables[1]


def test_a_guest_who_signs_up_keeps_the_seat_and_is_known_by_the_new_name(client: Client) -> None:
    guest, table, over = guest_at_a_table(client)
    old_session = client.session.session_key
    version = Table.objects.get(pk=table.pk).version
    assert "Sign up" in client.get(reverse("account_signup")).content.decode()

    answer = client.post(reverse("account_signup"), {**SIGN_UP, "next": table.get_absolute_url()})

    assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
    ann = get_user_model().objects.get()
    assert (ann.pk, ann.username, ann.is_guest, ann.email) == (
        guest.pk, "ann", False, "once-a-guest@example.org",
    )  # fmt: skip
    assert ann.has_usable_password()
    assert client.session["_auth_user_id"] == str(ann.pk)
    assert client.session.session_key != old_session
    for one in (table, over):
        assert next((seat.name, seat.user) for seat in one.seats.all()) == ("ann", ann)
    assert ChatMessage.objects.get().name == "ann"
    table.refresh_from_db()
    assert (table.status, table.version) == ("playing", version + 1)


def test_where_mail_must_be_confirmed_the_seat_waits_for_that(
    client: Client, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    guest, table, _over = guest_at_a_table(client)
    fields = {**SIGN_UP, "email": "unconfirmed@example.org"}

    answer = client.post(reverse("account_signup"), fields, follow=True)

    assert answer.status_code == 200
    assert answer.redirect_chain == [("/account/confirm-email/", 302)]
    assert not answer.context["user"].is_authenticated
    (mail_to_confirm,) = mail.outbox
    link = re.search(r"http://\S+(/account/confirm-email/\S+/)", str(mail_to_confirm.body))
    assert link is not None
    client.post(link[1])
    client.post(reverse("account_login"), {"login": "ann", "password": SIGN_UP["password1"]})
    assert client.session["_auth_user_id"] == str(guest.pk)
    seat = table.seats.get(index=0)
    assert (seat.user_id, seat.name) == (guest.pk, "ann")


@pytest.mark.parametrize("change", [{"username": "BOB"}, {"password1": "12345678"}])
def test_a_sign_up_that_fails_leaves_the_guest_as_they_were(
    client: Client, member: Any, change: dict[str, str]
) -> None:
    member("bob")
    guest, table, _over = guest_at_a_table(client)

    answer = client.post(reverse("account_signup"), {**SIGN_UP, **change})

    assert answer.status_code == 200
    guest.refresh_from_db()
    assert (guest.is_guest, guest.username[:6], guest.email) == (True, "guest-", "")
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert table.seats.get(index=0).name == guest.username


def test_a_guest_signs_in_to_an_account_and_the_guest_stays_behind(
    client: Client, member: Any
) -> None:
    bob = member("bob", password="seven-of-hearts-9")
    guest, table, _over = guest_at_a_table(client)
    assert client.get(reverse("account_login")).status_code == 200

    answer = client.post(
        reverse("account_login"), {"login": "bob", "password": "seven-of-hearts-9"}
    )

    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(bob.pk)
    guest.refresh_from_db()
    assert (guest.is_guest, table.seats.get(index=0).user) == (True, guest)


def test_members_are_led_on_from_the_entrance(client: Client, member: Any) -> None:
    client.force_login(member("bob"))
    for name in ("account_login", "account_signup"):
        answer = client.get(reverse(name))
        assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.post(reverse("account_signup"), SIGN_UP)["Location"] == "/"
    assert get_user_model().objects.count() == 1


def test_a_guests_menu_leads_to_an_account_and_back_to_this_page(client: Client) -> None:
    client.post(reverse("become_guest"))
    page = client.get(reverse("lobby")).content.decode()
    assert 'href="/account/signup/?next=/play/"' in page
    assert 'href="/account/login/?next=/play/"' in page
