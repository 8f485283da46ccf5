"""What happens to results, for other apps, which hear of it inside the transaction that does it."""

from enum import StrEnum

from spades_site.common import outbox
from tournaments.events.models import Match

TOPIC = "match.result"
"""Handed over; the payload has the keys of `tournament` and `match`, the result's `version`, and the `event`."""


class ResultEvent(StrEnum):
    """What happened to a result."""

    RECORDED = "result.recorded"
    """The match has a result, and had none."""
    CORRECTED = "result.corrected"
    """Another version counts."""
    CONFIRMED = "result.confirmed"
    """It was contested, and stands."""
    VOIDED = "result.voided"
    """The match counts for nobody, or is played again."""


def announce(match: Match, event: ResultEvent, version: int) -> None:
    """Tell other apps what happened to this version of a (locked) match's result."""
    payload = {"tournament": match.tournament_id, "match": match.pk, "version": version}
    outbox.hand_over(TOPIC, {**payload, "event": str(event)})
