"""Whom a person can challenge at once from the *Play* page: those on their ladders who are here."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.tables.hooks import Rival
from spades_site.accounts.models import Viewer
from tournaments.ladders.challenges import chances
from tournaments.ladders.core import live_of, visible_to
from tournaments.ladders.here import who_is_here
from tournaments.ladders.models import LadderEntry

MOST_LADDERS, MOST_SHOWN = 3, 6


def rivals_of(user: Viewer) -> list[Rival]:
    """Return some of those who are here, as far as the user may know, and whom the user's entries may challenge now; the highest
    rungs first. A constant number of queries for each of at most three ladders.
    """
    if not user.is_authenticated or user.is_guest:
        return []
    mine = LadderEntry.objects.filter(
        status=LadderEntry.Status.ACTIVE,
        players__user=user.pk,
        players__active=True,
        ladder__in=visible_to(user).values("pk"),
        ladder__frozen_at=None,
    )
    newest = mine.select_related("ladder").order_by("-ladder_id")[:MOST_LADDERS]
    found = [rival for entry in newest for rival in _on_ladder(entry, user)]
    return found[:MOST_SHOWN]


def _on_ladder(mine: LadderEntry, user: Viewer) -> list[Rival]:
    ladder = mine.ladder
    here = [one.user.pk for one in who_is_here(ladder, user)]
    if not here:
        return []
    free = chances(ladder, mine, list(live_of(ladder)))
    others = ladder.entries.filter(players__user__in=here, players__active=True)
    return [
        Rival(
            other.name,
            _("Rung %(rung)d, %(ladder)s") % {"rung": other.rung or 0, "ladder": ladder.name},
            ladder.get_absolute_url(),
            reverse("ladder_challenge", args=[ladder.slug, other.pk]),
        )
        for other in others.distinct().order_by("rung")
        if free.why_not(other) is None
    ]
