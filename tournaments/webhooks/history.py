"""What webhooks were sent, for their organizers."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.models import User
from tournaments.events.core.result_events import ResultEvent
from tournaments.events.models import Match, named
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.queue import TEST
from tournaments.webhooks.services import KEPT, deliveries_to

WORDS = {
    TEST: _("Test"),
    ResultEvent.RECORDED: _("Result recorded"),
    ResultEvent.CORRECTED: _("Result corrected"),
    ResultEvent.CONFIRMED: _("Result confirmed"),
    ResultEvent.VOIDED: _("Result void"),
}


@dataclass(frozen=True)
class Tried:
    """A delivery that was sent, what it says in words, and its match if that is still there."""

    delivery: Delivery
    words: str
    match: Match | None


def with_tried(webhooks: Iterable[Webhook], viewer: User) -> list[tuple[Webhook, list[Tried]]]:
    """Return webhooks with what was last sent to each, the newest first. Takes a constant number of queries.

    Leaves out tournaments that the viewer may not see.
    """
    sent = deliveries_to(viewer).exclude(tried_at=None).order_by("-tried_at", "-pk")[:KEPT]
    rows = list(webhooks)
    prefetch_related_objects(rows, Prefetch("deliveries", sent, to_attr="sent"))
    told: list[list[Delivery]] = [getattr(row, "sent", []) for row in rows]
    matches = _matches(one for each in told for one in each)
    return [
        (
            row,
            [
                Tried(one, str(WORDS.get(one.event, one.event)), matches.get(one.match))
                for one in each
            ],
        )
        for row, each in zip(rows, told, strict=True)
    ]


def _matches(deliveries: Iterable[Delivery]) -> dict[int, Match]:
    keys = {one.match for one in deliveries if one.match}
    found = Match.objects.filter(pk__in=keys).select_related("round", "tournament")
    return {match.pk: match for match in found.prefetch_related(*named())}
