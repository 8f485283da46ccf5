"""The outbox: each handler gets each event once, whatever happens."""

from typing import Any

import pytest
from django.db import transaction

from spades_site.common import outbox
from spades_site.common.models import OutboxDelivery, OutboxEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Two handlers of "test.topic" that record their calls."""
    notes: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(outbox, "_handlers", outbox.defaultdict(dict))
    for name in ("first", "second"):
        outbox.register(
            "test.topic", name, lambda payload, name=name: notes.append((name, payload))
        )
    return notes


def test_an_event_reaches_every_handler_once(heard: list[Any]) -> None:
    event = outbox.emit("test.topic", {"table": 7})

    assert [outbox.deliver_due(), outbox.deliver_due(), outbox.deliver(event.pk)] == [1, 0, True]
    assert heard == [("first", {"table": 7}), ("second", {"table": 7})]


def test_an_event_of_a_transaction_that_fails_is_never_heard_of(heard: list[Any]) -> None:
    def emit_and_fail() -> None:
        with transaction.atomic():
            outbox.emit("test.topic", {})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        emit_and_fail()

    assert outbox.deliver_due() == 0
    assert heard == []


def test_a_handler_that_fails_is_tried_again_and_holds_up_nobody(
    heard: list[Any], hands: Any
) -> None:
    wrath = [True]

    def stumble(payload: dict[str, Any]) -> None:
        if wrath:
            raise ValueError(wrath.pop())
        heard.append(("stumbler", payload))

    outbox.register("test.topic", "stumbler", stumble)
    outbox.emit("test.topic", {"n": 1})

    assert outbox.deliver_due() == 0
    assert heard == [("first", {"n": 1}), ("second", {"n": 1})]
    assert outbox.deliver_due() == 0, "not before its pause is over"

    hands.forward(2)
    assert outbox.deliver_due() == 1
    assert heard == [("first", {"n": 1}), ("second", {"n": 1}), ("stumbler", {"n": 1})]


def test_a_failing_handlers_writes_are_rolled_back(heard: list[Any]) -> None:
    def write_and_fail(payload: dict[str, Any]) -> None:
        outbox.emit("test.other", {})
        raise ValueError

    outbox.register("test.topic", "writer", write_and_fail)
    outbox.emit("test.topic", {})
    outbox.deliver_due()

    assert list(OutboxEvent.objects.values_list("topic", flat=True)) == ["test.topic"]
    assert sorted(OutboxDelivery.objects.values_list("handler", flat=True)) == ["first", "second"]
