"""The API does what its OpenAPI document says, whatever a program sends that the document allows."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import positive_data_acceptance

from spades_site.accounts.tokens.services import create_token
from spades_site.api import requests
from spades_site.api.site import Pace, api
from tests.api.rows import Rows

pytestmark = pytest.mark.django_db
document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
# A request that is too large is refused before its body is read.
document.config.checks.negative_data_rejection.expected_statuses += ["413"]
OPERATIONS = {operation.ok().label: operation.ok() for operation in document.get_all_operations()}


@pytest.fixture(scope="module")
def rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[Rows]:
    """A club with something for every operation, made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Rows()
        transaction.set_rollback(True)


@pytest.fixture
def headers(rows: Rows, monkeypatch: Any) -> dict[str, str]:
    """The headers of a program that may do everything that an organizer may, as often as it likes."""
    monkeypatch.setattr(Pace, "allow_request", lambda *_: True)
    for signal in (request_started, request_finished):
        # The test's transaction lives in this connection.
        signal.disconnect(close_old_connections)
    scopes = ["read", "organize", "enter", "play"]
    _token, text = create_token(user_id=rows.organizer.pk, name="robot", scopes=scopes)
    return {"Authorization": f"Bearer {text}", "Accept-Encoding": "identity"}


def answer_to(case: Any, headers: dict[str, str]) -> Any:
    """Return the answer to a request, once it is checked against the document; what the request did is undone."""
    with transaction.atomic():
        # A cursor that isn't ours is refused, although the document can't say which are ours.
        answer = case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
        transaction.set_rollback(True)
    return answer


def case_of(label: str, rows: Rows, **body: Any) -> Any:
    """Return a request that should succeed; `body` replaces parts of its body."""
    operation = OPERATIONS[label]
    path, said = rows.needs_of(operation.method.upper(), operation.path)
    given = {} if said is None else {"body": said | body, "media_type": "application/json"}
    return operation.Case(path_parameters=path, **given)


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_operation_succeeds_with_the_rows_that_it_is_for(
    label: str, rows: Rows, headers: dict[str, str]
) -> None:
    answer = answer_to(case_of(label, rows), headers)
    assert answer.status_code in (200, 201, 204), answer.text


def test_the_document_has_a_plain_name_for_every_operation_and_says_which_token_it_takes() -> None:
    written = {
        label: (one.definition.raw["operationId"], one.definition.raw["security"])
        for label, one in OPERATIONS.items()
    }
    assert len({name for name, _security in written.values()}) == len(OPERATIONS)
    assert {
        label.removeprefix("GET /api/v1"): said for label, said in written.items()
        if "ratings" in label or ("own-entry" in label and "GET" in label)
        or label.endswith(("/penalties", "/{kind}/{slug}/webhooks"))
    } == {
        "/ratings/{pool}": ("get_ratings", [{"ReadsBearer": []}, {}]),
        "/tournaments/{slug}/own-entry": ("get_tournament_own_entry", [{"EntersBearer": []}]),
        "POST /api/v1/tournaments/{slug}/entries/{entry}/penalties": (
            "create_tournament_entry_penalty", [{"Bearer": []}],
        ),
        "/{kind}/{slug}/webhooks": ("get_webhooks", [{"Bearer": []}]),
        "POST /api/v1/{kind}/{slug}/webhooks": ("create_webhook", [{"Bearer": []}]),
    }  # fmt: skip


def test_every_body_has_an_example_that_fits_it_and_takes_no_field_that_nobody_reads() -> None:
    """A misspelt field would otherwise be a setting that silently isn't made."""
    schemas = api.get_openapi_schema()["components"]["schemas"]
    bodies = [one for one in vars(requests).values() if isinstance(one, type)]
    shown = [one for one in bodies if issubclass(one, requests.Body) and one.__name__ in schemas]
    assert len(shown) >= 18
    for body in shown:
        (example,) = schemas[body.__name__]["examples"]
        body(**example)
        with pytest.raises(ValueError, match="Extra inputs are not permitted"):
            body(**example, match_hand=6)


def test_the_document_says_which_actions_need_a_reason(rows: Rows, headers: dict[str, str]) -> None:
    """Without one they are refused; the others go through."""
    required = {}
    for label, operation in OPERATIONS.items():
        body = case_of(label, rows).body
        if isinstance(body, dict) and "reason" in body:
            answer = answer_to(case_of(label, rows, reason=" "), headers)
            schema = operation.body[0].resolved_schema
            required[label] = ("reason" in schema.get("required", ()), answer.json().get("code"))
    assert len(required) == 15
    assert {
        label: said for label, said in required.items() if said != (True, "reason_missing")
    } == {
        label: (False, None)
        for label in required
        if label.endswith(("/{step}", "/draw/again", "seasons/{slug}/entries/{entry}/withdrawal"))
    }


@pytest.mark.sweep(6)
@document.given(real=st.booleans())
@document.parametrize()
@settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_names(
    case: Any, real: bool, rows: Rows, headers: dict[str, str]
) -> None:
    """Not a single server error, and no shape or status that a program couldn't expect; in half of the cases for rows
    that exist.
    """
    # The API ignores query parameters that it doesn't know, and all but the last of several values; schemathesis expects some
    # of these to be refused.
    known = {parameter.name for parameter in case.operation.query}
    assume(set(case.query) <= known)
    assume(not any(isinstance(value, list | dict) for value in case.query.values()))
    path = case.meta.components.get(ParameterLocation.PATH)
    if real and path is not None and path.mode.is_positive:
        case.path_parameters, _body = rows.needs_of(case.method.upper(), case.operation.path)
    answer_to(case, headers)
