"""The API does what its OpenAPI document says, whatever a program sends that the document allows."""

from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from spades_site.accounts.tokens.services import create_token
from spades_site.api.site import Pace
from tests.events.conftest import Club

pytestmark = pytest.mark.django_db
document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@pytest.fixture
def token(club: Club, monkeypatch: Any) -> str:
    """A token that may do everything, as often as it likes, in a club with a tournament."""
    monkeypatch.setattr(Pace, "allow_request", lambda *_: True)
    for signal in (request_started, request_finished):
        # The test's transaction lives in this connection.
        signal.disconnect(close_old_connections)
    club.with_entries(2)
    scopes = ["read", "organize"]
    return create_token(user_id=club.organizer.pk, name="robot", scopes=scopes)[1]


@document.parametrize()
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_names(case: Any, token: str) -> None:
    """Not a single server error, and no shape or status that a program couldn't expect."""
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    # A cursor that isn't ours is refused, although the document can't say which are ours.
    case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
