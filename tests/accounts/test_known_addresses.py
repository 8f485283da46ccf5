"""Sign-up and sign-in don't reveal whether a mail address has an account."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables import services
from games.tables.models import Table
from tests.support.frozen import stop_the_clock
from tests.support.squeezed import squeezed

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "seven-of-hearts-9", "nine-of-clubs-7"


@pytest.fixture(autouse=True, params=["mandatory", "optional"])
def verification(request: Any, settings: Any) -> str:
    """Sites with a mail server, and sites without one."""
    cache.clear()
    settings.ACCOUNT_EMAIL_VERIFICATION = request.param
    if request.param == "mandatory":
        settings.ACCOUNT_LOGIN_METHODS = {"username", "email"}
    return str(request.param)


def address_of_ann(member: Any) -> str:
    ann = member("ann", password=PASSWORD)
    ann.emailaddress_set.create(email=ann.email, verified=True, primary=True)
    return str(ann.email)


def said_on(page: bytes, name: str, address: str) -> str:
    """Return a page's text below its head, with the person's name and address replaced."""
    own = r'csrf\w*" value="[^"]*"|<svg class="avatar.*?</svg>|/play/t/\w+/'
    text = re.sub(own, "", squeezed(page.decode()).partition("</header>")[2])
    assert "<main" in text
    return text.replace(address, "(address)").replace(name, "(name)")


def seen_after(client: Client, name: str, address: str, table: Table | None) -> list[Any]:
    """Sign up, and return what anybody can see of it afterwards."""
    fields = {"username": name, "email": address, "password1": OTHER}
    answer = client.post(reverse("account_signup"), fields, follow=True)
    again = Client().post(reverse("account_signup"), {**fields, "email": "third@example.org"})
    signs_in = [
        Client().post(reverse("account_login"), {"login": login, "password": OTHER}, follow=True)
        for login in (name, address)
    ]
    seats = [] if table is None else list(table.seats.values_list("name", flat=True))
    return [
        (answer.status_code, answer.redirect_chain, said_on(answer.content, name, address)),
        answer.context["user"].is_authenticated,
        again.status_code,
        again.context["form"].errors,
        client.get(reverse("profile", args=[name])).status_code,
        [(one.redirect_chain, said_on(one.content, name, address)) for one in signs_in],
        ["(name)" if seat == name else seat for seat in seats],
    ]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("as_guest", [False, True])
def test_s4_a_sign_up_looks_the_same_whether_the_address_is_known(
    member: Any, as_guest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_the_clock(monkeypatch)
    seen: list[list[Any]] = []
    for name, address in (("bob", "bob@example.org"), ("kim", address_of_ann(member))):
        client, table = Client(), None
        if as_guest:
            client.post(reverse("become_guest"))
            guest = get_user_model().objects.get(is_guest=True)
            table = services.open_table(
                services.TableTerms(rules=preset("cardgames_io")), created_by=guest
            )
            services.take_seat(table_id=table.pk, user=guest, seat=0, salt_hash="")
        seen.append(seen_after(client, name, address, table))
    free, taken = seen
    for one, other in zip(free, taken, strict=True):
        assert one == other


def test_the_owner_of_a_known_address_is_told_and_keeps_it(member: Any, verification: str) -> None:
    address = address_of_ann(member)
    fields = {"username": "kim", "email": address, "password1": OTHER}
    Client().post(reverse("account_signup"), fields)
    (told,) = mail.outbox
    assert (told.subject, told.to) == ("[Spades] Account Already Exists", [address])
    assert "confirm-email" not in told.body
    client = Client()
    login = address if verification == "mandatory" else "ann"
    client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(get_user_model().objects.get(username="ann").pk)


def test_signing_up_with_another_persons_address_does_not_block_its_owner(
    client: Client, verification: str
) -> None:
    fields = {"email": "ann@example.org", "password1": OTHER}
    Client().post(reverse("account_signup"), {**fields, "username": "mallory"})
    cache.clear()  # A mail for each address, a while apart.
    Client().post(reverse("account_signup"), {**fields, "username": "ann"})
    found = re.search(r"http://\S+(/account/confirm-email/\S+/)", str(mail.outbox[-1].body))
    assert found is not None
    client.post(found[1])
    assert EmailAddress.objects.get(verified=True).user.username == "ann"
