"""Outbox events about results, stored in the transaction that changes them, for other apps."""

from enum import StrEnum

from spades_site.common import outbox
from tournaments.events.models import Match, Result

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
    """Store an outbox event about this version of a (locked) match's result.

    While other tables of its round still play its deals, nothing: `announce_opened` follows.
    """
    deals = match.round.deals
    if deals is not None and not deals.is_open:
        return
    payload = {"tournament": match.tournament_id, "match": match.pk, "version": version}
    outbox.hand_over(TOPIC, {**payload, "event": str(event)})


def announce_opened(deals_id: int) -> None:
    """Store an outbox event about each current result of a round whose deals have just become public.

    Byes were announced when they were drawn, before the round had deals.
    """
    found = Result.objects.filter(match__round__deals=deals_id, current=True)
    found = found.exclude(kind=Result.Kind.BYE)
    for result in found.select_related("match__round__deals").order_by("match__number"):
        is_void = result.kind == Result.Kind.VOID
        event = ResultEvent.VOIDED if is_void else ResultEvent.RECORDED
        announce(result.match, event, result.version)
