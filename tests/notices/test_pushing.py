"""Notices to browsers by push: encrypted for them, by the same choices as mails, and only to public addresses."""

import base64
import json
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from spades_site.common.clock import now
from spades_site.notices import devices, pushing, services
from spades_site.notices.models import Notice, PushDevice
from tests.notices.push_service import PushService, Subscribed, push_service

pytestmark = pytest.mark.django_db
Member = Callable[..., Any]
ADD = "/account/notices/devices/"
UNTIL = "2026-03-01T19:00:00+00:00"
TURN = {"table": "Thursday", "others": "bob, cy", "until_at": UNTIL}


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.PUSH_TO_PRIVATE = True
    settings.SITE_URL = "https://spades.example"
    with push_service() as running:
        yield running


@pytest.fixture
def ann(member: Member, client: Client) -> Any:
    user = member("ann")
    client.force_login(user)
    return user


def told(user: Any, kind: str = "turn", key: str = "turn:1", **params: Any) -> Notice:
    services.send_notice([user], kind, key, "/play/t/abc/", params or TURN)
    return Notice.objects.get(user=user, key=key)


def turned_on(client: Client, service: PushService, name: str = "one") -> Subscribed:
    browser = Subscribed(f"{service.url}/{name}")
    assert client.post(ADD, browser.fields).status_code == 204
    return browser


def test_a_browser_gets_the_notice_encrypted_once_and_nothing_else(
    ann: Any, client: Client, service: PushService
) -> None:
    told(ann, key="before")
    browser = turned_on(client, service)
    assert turned_on(client, service, "two").endpoint != browser.endpoint
    notice = told(ann)
    assert [pushing.send_due(), pushing.send_due()] == [2, 0]
    ((_path, headers, body),) = [sent for sent in service.sent if sent[0] == "/one"]
    assert browser.read(body) == {
        "title": "It’s your turn: Thursday",
        "text": "You are playing with bob, cy. Your time runs out Sun 1 Mar, 19:00 (UTC); then a bot plays for you.",
        "path": "/play/t/abc/",
        "icon": "/static/img/icon-192.png",
        "tag": "turn /play/t/abc/",
    }
    left = (notice.mail_until - now()).total_seconds()
    # Reckoned in whole seconds when it was sent, a moment ago.
    assert -1 < int(headers["TTL"]) - left < 30
    assert (headers["Urgency"], headers["Content-Encoding"]) == ("high", "aes128gcm")
    token, key = headers["Authorization"].removeprefix("vapid ").split(",")
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert (claims["aud"], claims["sub"]) == (service.url, "https://spades.example")
    assert key == f"k={pushing.public_key()}"
    assert b"Thursday" not in body


def test_pushes_go_by_the_choices_and_the_quiet_hours_of_mails(
    ann: Any, client: Client, service: PushService, hands: Any
) -> None:
    browser = turned_on(client, service)
    at = now()
    end = (at + timedelta(hours=1)).replace(second=0, microsecond=0)
    quiet = {"quiet_from": f"{at - timedelta(hours=1):%H:%M}", "quiet_to": f"{end:%H:%M}"}
    form = {"by_mail": ["turn"], "by_push": ["table"], **quiet}
    assert client.post("/account/notices/settings/", form).status_code == 302
    unwanted, late = told(ann), told(ann, "table", "table:1", who="bob")
    read = told(ann, "table", "table:2", who="cy")
    services.mark_read(ann, read.pk)
    assert (pushing.send_due(), service.sent) == (0, [])
    due = [Notice.objects.get(pk=each.pk).push_due_at for each in (unwanted, late, read)]
    assert due == [None, end, None]
    hands.forward(3601)
    assert pushing.send_due() == 1
    assert browser.read(service.sent[0][2])["title"] == "bob invites you to a table"


@pytest.mark.parametrize(
    ("answer", "left"), [(410, []), (404, []), (500, [1]), (302, [1]), (0, [1]), (201, [0])]
)
def test_what_a_push_service_answers_is_heeded(
    ann: Any, client: Client, service: PushService, answer: int, left: list[int]
) -> None:
    browser = turned_on(client, service)
    if answer:
        service.answers["/one"] = answer
    else:  # Nobody listens there.
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            PushDevice.objects.update(endpoint=f"http://127.0.0.1:{free.getsockname()[1]}/one")
    told(ann)
    pushing.send_due()
    assert [device.failures for device in PushDevice.objects.all()] == left
    assert "/elsewhere" not in [path for path, _headers, _body in service.sent]
    page = client.get("/account/notices/settings/").content.decode()
    assert ("Remove<span" in page, page.count("data-push-here")) == (bool(left), len(left))
    assert browser.endpoint not in page


def test_a_device_ends_with_its_session_and_at_a_press(
    ann: Any, client: Client, service: PushService, member: Member
) -> None:
    turned_on(client, service)
    (device,) = devices.devices_of(ann)
    stranger = Client()
    stranger.force_login(member("bob"))
    stranger.post(f"{ADD}{device.pk}/remove/")
    assert list(devices.devices_of(ann)) == [device]
    client.post(f"{ADD}{device.pk}/remove/")
    assert list(devices.devices_of(ann)) == []
    turned_on(client, service)
    client.logout()
    told(ann)
    assert (pushing.send_due(), service.sent) == (0, [])
    assert devices.forget_ended(now() + timedelta(seconds=1)) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        *("", "x", "http://push.example.org/1", "https://push.example.org:8443/1"),
        *("https://127.0.0.1/1", "https://10.1.2.3/1", "https://169.254.169.254/latest"),
        *("https://[::1]/1", "https://[::ffff:192.168.0.1]/1", "https://[fd00::1]/1"),
        *("https://[64:ff9b::7f00:1]/1", "https://[fec0::1]/1", "https://[::127.0.0.1]/1"),
        *("https://localhost/1", "https://redis/1", "https://nas.local/1", "https://2130706433/1"),
        *("https://me@push.example.org/1", "ftp://push.example.org/1", "https://[/1"),
        f"https://push.example.org/{'x' * 1000}",
    ],
)
def test_s3_addresses_that_are_not_a_push_services_are_refused_in_words(
    ann: Any, client: Client, endpoint: str
) -> None:
    answer = client.post(ADD, Subscribed(endpoint).fields)
    sentence = "The browser named no address at a push service. Try another browser."
    assert (answer.status_code, answer.json()) == (422, {"sentence": sentence})
    assert not PushDevice.objects.exists()


def test_s3_a_public_name_that_leads_to_a_private_address_is_not_connected_to(
    ann: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Subscribed("https://push.example.org/1")
    assert client.post(ADD, browser.fields).status_code == 204
    asked: list[str] = []

    def resolve(host: str, port: int, **_kind: Any) -> list[Any]:
        asked.append(host)
        at = [("8.8.8.8", port), ("10.0.0.7", port)]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", one) for one in at]

    def connect(*_args: Any, **_kwargs: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    monkeypatch.setattr("socket.create_connection", connect)
    told(ann)
    assert (pushing.send_due(), asked) == (0, ["push.example.org"])
    assert PushDevice.objects.get().failures == 1


def test_unusable_keys_and_too_many_devices_are_refused_in_words(
    ann: Any, client: Client, service: PushService, member: Member
) -> None:
    fields = turned_on(client, service).fields
    for change in ({"public_key": "x" * 87}, {"auth": "ä"}, {"auth": ""}):
        other = {**fields, "endpoint": f"{service.url}/other"}
        assert "Turn the notifications on again." in client.post(ADD, {**other, **change}).json()["sentence"]  # fmt: skip
    thief = Client()
    thief.force_login(member("bob"))
    stolen = Subscribed(fields["endpoint"]).fields
    assert thief.post(ADD, stolen).status_code == 422
    # The same browser under another name: it is the other's now.
    assert thief.post(ADD, fields).status_code == 204
    assert PushDevice.objects.get().user.username == "bob"
    for number in range(devices.MOST_DEVICES):
        turned_on(client, service, str(number))
    answer = client.post(ADD, Subscribed(f"{service.url}/more").fields).json()["sentence"]
    assert answer == "You are notified on 10 devices already. Remove one of them first."
    assert turned_on(client, service, "3")
