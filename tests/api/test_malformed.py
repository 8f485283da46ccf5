"""Whatever a program sends, the API answers JSON as its document says: no page, and no server error."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.api import test_document
from tests.api.test_document import OPERATIONS

pytestmark = pytest.mark.django_db
rows, headers = test_document.rows, test_document.headers
JSON = "application/json"
FORM = "multipart/form-data; boundary=x"
BODIES: dict[str, tuple[bytes, str]] = {
    "a form": (b"--x\r\nContent-Disposition: form-data; name=name\r\n\r\nx\r\n--x--\r\n", FORM),
    "half a form": (b"--x\r\nfoo", FORM),
    "a form without boundary": (b"foo", "multipart/form-data"),
    "2,000 fields": (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
    "half a body": (b"{", JSON),
    "an empty body": (b"", JSON),
    "no UTF-8": (b'{"name": "\xff"}', JSON),
    "U+0000": (b'{"name": "\\u0000"}', JSON),
    "half a character": (b'{"name": "\\ud800"}', JSON),
    "100,000 lists in each other": (b"[" * 100_000, JSON),
    "50,000 objects in each other": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, JSON),
    "a number of 5,000 digits": (b'{"name": ' + b"9" * 5000 + b"}", JSON),
    "no number": (b'{"reason": NaN, "points": [Infinity]}', JSON),
    "a list": (b"[1]", JSON),
    "null": (b"null", JSON),
    "an unknown encoding": (b"{}", f"{JSON}; charset=nonsense"),
}
TOO_LARGE = json.dumps({"name": "x" * 3_900_000}).encode()
VALUES: tuple[Any, ...] = ("x" * 140_000, 10**30, -1, None, [["x" * 140_000]], {"a": {}})
ADDRESSES = ("/api/", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/x", "/api/v1/leagues", "/api/v1/%00",
             "/api/v1/leagues?page=%00", "/api/v1/openapi.json", f"/api/v1/leagues/{'x' * 9000}")  # fmt: skip


def bodies_for(said: Any) -> Iterator[tuple[bytes, str]]:
    """Yield every malformed body, and the right one with each of its fields replaced by each of VALUES."""
    yield from BODIES.values()
    for name in said or ():
        for value in VALUES:
            yield json.dumps({**said, name: value}).encode(), JSON


def problem_of(answer: Any) -> dict[str, Any]:
    """Return what a refusal says, once it is checked that it is one, as JSON."""
    assert (answer.headers["Content-Type"].partition(";")[0], answer.status_code < 500) == (
        JSON,
        True,
    )
    said = answer.json()
    assert sorted(said) in (["code", "message"], ["code", "errors", "message"])
    return dict(said)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("label", [name for name in OPERATIONS if not name.startswith("GET")])
def test_every_malformed_body_is_refused_as_the_document_says(
    label: str, rows: Any, headers: dict[str, str]
) -> None:
    operation = OPERATIONS[label]
    path, said = rows.needs_of(operation.method.upper(), operation.path)
    client = Client(raise_request_exception=False, headers=headers)
    documented = {int(status) for status in operation.definition.raw["responses"]}
    for body, kind in bodies_for(said):
        with transaction.atomic():
            answer = client.generic(
                operation.method.upper(), operation.path.format(**path), body, kind
            )
            transaction.set_rollback(True)
        assert answer.status_code in documented, (body[:80], answer.content[:300])
        if answer.status_code >= 400:
            problem_of(answer)
    if said is not None:
        answer = client.generic(
            operation.method.upper(), operation.path.format(**path), TOO_LARGE, JSON
        )
        assert (answer.status_code, problem_of(answer)["code"]) == (413, "too_large")


@pytest.mark.sweep(20)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "QUERY"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_every_address_below_the_api_answers_json_to_every_method(method: str, path: str) -> None:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    answer = client.generic(method, path)
    assert answer.headers["Content-Type"].startswith(JSON)
    if answer.status_code != 200 and method != "HEAD":
        problem_of(answer)


def test_an_error_of_the_server_and_a_foreign_host_are_json_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = Client(raise_request_exception=False)
    assert problem_of(client.get("/api/v1/leagues", headers={"Host": "evil.example"})) == {
        "code": "unreadable",
        "message": "The request couldn’t be read. Send JSON as the OpenAPI document says.",
    }

    def fail(*_given: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("spades_site.api.site.Pace.allow_request", fail)
    answer = client.get("/api/v1/leagues")
    assert (answer.status_code, answer.json()) == (
        500, {"code": "server_error", "message": "Something went wrong on the server. Try again later."},
    )  # fmt: skip
