"""The examples of docs/api.md, run as they stand."""

import functools
import json
import re
import shlex
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from spades_site.accounts.tokens.services import create_token
from spades_site.common.clock import now
from tests.events.conftest import Club
from tournaments.webhooks.sending import signature

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLE = re.compile(r"^```\n(curl .+?)\n```(?:\n```json\n(.+?)\n```)?", re.DOTALL | re.MULTILINE)


def ask(line: str, token: str) -> Any:
    """Send what a curl command sends."""
    words = shlex.split(line.replace("TOKEN", token))[1:]
    headers, body = {}, None
    while words[0].startswith("-"):
        option, value, *words = words
        if option == "--json":
            body = value
        else:
            name, _colon, said = value.partition(": ")
            headers[name] = said
    (address,) = words
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    client = Client(headers=headers)
    if body is None:
        return client.get(path)
    return client.post(path, body, content_type="application/json")


def test_every_example_answers_as_the_page_says(club: Club) -> None:
    cache.clear()
    club.hands.forward((datetime(2030, 5, 1, tzinfo=UTC) - now()).total_seconds())
    club.open(league=club.league_of("kim", "lou", "max", "nils"))
    scopes = ["read", "organize", "enter", "play"]
    _token, text = create_token(user_id=club.organizer.pk, name="robot", scopes=scopes)
    found = EXAMPLE.findall(PAGE.read_text())
    answers = [(ask(line, text), said) for lines, said in found for line in lines.splitlines()]
    assert len(answers) == 14
    assert [one.status_code for one, _said in answers] == [
        *[200] * 5, 201, 200, 201, 201, 201, 200, 200, 409, 201,
    ]  # fmt: skip
    told = [(one.json(), json.loads(said)) for one, said in answers if said]
    assert [one for one, _said in told] == [said for _one, said in told]


def test_the_page_says_how_to_check_a_signature() -> None:
    (code,) = re.findall(r"^```python\n(.+?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    page: dict[str, Any] = {}
    exec(code, page)
    at = int(time.time())
    genuine = functools.partial(page["is_genuine"], "whsec_x")
    assert genuine(signature("whsec_x", at, b"{}"), b"{}")
    assert not genuine(signature("whsec_x", at, b"{}"), b"{ }")
    assert not genuine(signature("whsec_y", at, b"{}"), b"{}")
    assert not genuine(signature("whsec_x", at - 301, b"{}"), b"{}")
