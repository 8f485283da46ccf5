"""S3: security headers of every response, and the settings of https."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from spades_site.common.server.middleware import PERMISSIONS_POLICY
from tests.program import ROOT

NEVER = "max-age=0, no-cache, no-store, must-revalidate, private"
LOOK = """
import json
from django.conf import settings
names = ("SECONDS", "INCLUDE_SUBDOMAINS", "PRELOAD")
print(json.dumps([getattr(settings, f"SECURE_HSTS_{name}") for name in names]))
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/nothing-here/", 404),
        ("/?x=%00", 400),
        ("/admin/", 302),
        ("/account/login/", 200),
    ],
)
def test_s3_every_response_forbids_what_nothing_here_uses(path: str, status: int) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer.headers["Permissions-Policy"]) == (
        status,
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    )


@pytest.mark.django_db
def test_s3_errors_redirects_and_files_forbid_it_too(settings: Any) -> None:
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    answers = [
        Client().get("/", HTTP_HOST="evil.example"),
        Client().get("/static/css/base.css"),
        Client(raise_request_exception=False).get("/account/login/", REMOTE_ADDR="x" * 5),
    ]
    settings.SECURE_SSL_REDIRECT = True
    answers.append(Client().get("/"))
    said = {(answer.status_code, answer.headers["Permissions-Policy"]) for answer in answers}
    assert said == {(status, PERMISSIONS_POLICY) for status in (400, 200, 301)}


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, [31_536_000, False, False]),
        ({"SECURE_HSTS_INCLUDE_SUBDOMAINS": "1"}, [31_536_000, True, False]),
        ({"SECURE_HSTS_PRELOAD": "1", "SECURE_HSTS_SECONDS": "60"}, [60, False, True]),
    ],
)
def test_s3_subdomains_and_preload_are_off_unless_asked_for(
    env: dict[str, str], expected: list[Any], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "spades_site.settings", "SITE_URL": "https://spades.example",
            "TRUSTED_PROXY_COUNT": "1", "SPADES_DATA_DIR": str(tmp_path), **env,
        },
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == expected


@pytest.mark.slow
@pytest.mark.django_db
def test_s3_sensitive_pages_are_kept_nowhere_and_others_of_members_in_no_shared_cache(
    client: Client, django_user_model: Any
) -> None:
    paths = ("/", "/account/settings/", "/account/sessions/", "/account/tokens/")

    def said() -> list[str | None]:
        return [client.get(path).headers.get("Cache-Control") for path in paths]

    sensitive = "no-store, private"
    assert said() == [None, sensitive, sensitive, NEVER]
    client.force_login(django_user_model.objects.create_user(username="alice"))
    assert said() == ["private", sensitive, sensitive, NEVER]
    assert client.get("/").headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.django_db
def test_s3_security_txt_names_the_operators_contact(client: Client, settings: Any) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "security@spades.example"
    answer = client.get("/.well-known/security.txt")
    contact, expires, *_rest = answer.content.decode().splitlines()
    assert contact == "Contact: mailto:security@spades.example"
    days = (datetime.fromisoformat(expires.removeprefix("Expires: ")) - datetime.now(UTC)).days
    assert 170 < days <= 180


COOKIES = """
import json, django
django.setup()
from django.conf import settings
from django.contrib.messages import get_level
from games.fair_play.devices import COOKIE
from spades_site.accounts.zones import ZONE_COOKIE
from spades_site.common.server.messages import Cookie
names = [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, Cookie.cookie_name]
print(json.dumps([*names, COOKIE, ZONE_COOKIE, f"{settings.COOKIE_PREFIX}theme"]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("site", "prefix"), [("https://spades.example", "__Host-"), ("http://localhost:8000", "")]
)
def test_s3_cookies_are_bound_to_the_host_where_there_is_https(
    site: str, prefix: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COOKIES], cwd=ROOT, capture_output=True, text=True, check=True,
        env={
            "DJANGO_SETTINGS_MODULE": "spades_site.settings", "SITE_URL": site, "TRUSTED_PROXY_COUNT": "1",
            "SPADES_DATA_DIR": str(tmp_path),
        },
    )  # fmt: skip
    language = "language" if prefix else "django_language"
    names = ["sessionid", "csrftoken", language, "messages", "device", "tz", "theme"]
    assert json.loads(done.stdout) == [prefix + name for name in names]


@pytest.mark.django_db
def test_pages_come_compressed_to_browsers_that_take_it() -> None:
    plain = Client().get("/account/login/")
    packed = Client().get("/account/login/", headers={"accept-encoding": "gzip"})
    assert (plain.headers.get("Content-Encoding"), packed.headers.get("Content-Encoding")) == (
        None,
        "gzip",
    )
    assert len(packed.content) < len(plain.content) / 2
