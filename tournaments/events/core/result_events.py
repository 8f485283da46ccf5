"""Outbox events about results, stored in the transaction that changes them, for other apps."""

from enum import StrEnum

from spades_site.common import outbox
from tournaments.events.models import Match

TOPIC = "match.result"
"""The outbox topic; the payload has the keys of `tournament` and `match`, the result's `version`, and the `event`."""


class ResultEvent(StrEnum):
    """An event in the life of a result."""

    RECORDED = "result.recorded"
    """The match got its first result."""
    CORRECTED = "result.corrected"
    """Another version counts now."""
    CONFIRMED = "result.confirmed"
    """A contested result was confirmed."""
    VOIDED = "result.voided"
    """The match counts for nobody, or is played again."""


def announce(match: Match, event: ResultEvent, version: int) -> None:
    """Store an outbox event about this version of a (locked) match's result."""
    payload = {"tournament": match.tournament_id, "match": match.pk, "version": version}
    outbox.hand_over(TOPIC, {**payload, "event": str(event)})
