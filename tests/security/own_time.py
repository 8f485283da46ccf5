"""The own-time events of the world of the route matrix: ahead, open and closed."""

from datetime import timedelta
from typing import Any

from spades_site.common.clock import now
from tournaments.leagues.models import League
from tournaments.own_time import deals, making, pairs
from tournaments.own_time.making import EventProposal
from tournaments.own_time.models import OwnTimeEvent


def own_time_of(people: dict[str, Any], league: League, organizer: Any) -> dict[str, Any]:
    """Return what addresses name of a league's own-time events."""

    def made(name: str, entrants: str = "player") -> OwnTimeEvent:
        opens = now() + timedelta(hours=1)
        proposal = EventProposal(
            name=name,
            opens_at=opens,
            closes_at=opens + timedelta(days=1),
            bots_level=1,
            entrants=entrants,
        )
        return making.create_event(league_id=league.pk, by=organizer, proposal=proposal)

    ahead, begun, over = (made(name) for name in ("Ahead", "Begun", "Over"))
    hour = timedelta(hours=1)
    events = OwnTimeEvent.objects.filter(pk__in=(begun.pk, over.pk))
    events.update(opens_at=now() - 2 * hour)
    events.filter(pk=over.pk).update(closes_at=now() - hour)
    deals.close_due()
    for_pairs = made("For pairs", "pair")
    asked = pairs.ask(event_id=for_pairs.pk, user=people["captain"], partner="player")
    return {
        "pair_own_time": for_pairs.slug,
        "own_time_later": (now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M"),
        "own_time_asked": asked.pk,
        "own_time": ahead.slug,
        "open_own_time": begun.slug,
        "closed_own_time": over.slug,
        "deal_number": 1,
    }
