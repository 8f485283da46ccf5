"""The own-time events of the world of the route matrix: ahead, open and closed."""

from datetime import timedelta
from typing import Any

from spades_site.common.clock import now
from tournaments.leagues.models import League
from tournaments.own_time import deals, making
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent


def own_time_of(league: League, organizer: Any) -> dict[str, Any]:
    """Return what addresses name of a league's own-time events."""

    def made(name: str) -> OwnTimeEvent:
        opens = now() + timedelta(hours=1)
        proposal = EventProposal(
            name=name, opens_at=opens, closes_at=opens + timedelta(days=1), bots_level=1
        )
        return making.create_event(league_id=league.pk, by=organizer, proposal=proposal)

    ahead, begun, over = (made(name) for name in ("Ahead", "Begun", "Over"))
    hour = timedelta(hours=1)
    events = OwnTimeEvent.objects.filter(pk__in=(begun.pk, over.pk))
    events.update(opens_at=now() - 2 * hour)
    events.filter(pk=over.pk).update(closes_at=now() - hour)
    deals.close_due()
    return {
        "own_time": ahead.slug,
        "open_own_time": begun.slug,
        "closed_own_time": over.slug,
        "deal_number": 1,
    }
