"""A league's news and its latest results as Atom (RFC 4287), for feed readers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from spades_site.common.people.bot_names import marked
from spades_site.common.translation import translate
from tournaments.events.core.permissions import visible_to
from tournaments.events.models import Match, Result, Status, Tournament, named, with_scores
from tournaments.events.queries.match_lines import MatchLine
from tournaments.leagues.models import League

MOST = 50
"""Entries of a feed."""
RECENT = timedelta(days=60)
"""Of tournaments that ended earlier, a feed has no results."""


@dataclass(frozen=True)
class Entry:
    """An entry of a feed. `key` is its own forever; `at` is when it last changed."""

    key: str
    at: datetime
    title: str
    text: str
    path: str


def news(league: League, viewer: Viewer) -> list[Entry]:
    """Return what happened last in a league, the newest first: tournaments that were announced or are over, and for its
    members what its organizers announced.
    """
    shown = visible_to(viewer).filter(league=league).exclude(status=Status.DRAFT)
    made = shown.order_by("-created_at", "-pk")[:MOST]
    over = shown.filter(finished_at__isnull=False).select_related("winner")
    told = league.announcements.all() if getattr(league, "my_role", None) else ()
    page = reverse("league_announcements", args=[league.slug])
    entries = [
        *(
            Entry(f"announcement-{one.pk}", one.at, one.title, one.text, f"{page}#announcement-{one.pk}")
            for one in told[:MOST]
        ),
        *(_announced(one) for one in made),
        *(_over(one) for one in over.order_by("-finished_at", "-pk")[:MOST]),
    ]  # fmt: skip
    return sorted(entries, key=lambda one: (one.at, one.key), reverse=True)[:MOST]


def results(league: League, viewer: Viewer) -> list[Entry]:
    """Return the latest results of a league's matches, the newest first; none of deals that other tables still play."""
    under_way = Q(finished_at=None) | Q(finished_at__gt=now() - RECENT)
    shown = visible_to(viewer).filter(under_way, league=league).exclude(status=Status.DRAFT)
    told = Q(match__round__deals=None) | Q(match__round__deals__opened_at__isnull=False)
    found = (
        Result.objects.filter(told, current=True, match__tournament__in=shown)
        .exclude(kind=Result.Kind.BYE)
        .prefetch_related(*with_scores())
        .order_by("-at", "-pk")[:MOST]
    )
    matches = (
        Match.objects.filter(pk__in=[one.match_id for one in found])
        .select_related("tournament", "round")
        .prefetch_related(*named())
        .in_bulk()
    )
    return [_result(matches[one.match_id], one) for one in found]


def atom(league: League, what: str, title: str, entries: Iterable[Entry]) -> bytes:
    """Return one of the two feeds of a league, `what` it is in the address."""
    path = reverse(f"league_{what}_atom", args=[league.slug])
    host = urlsplit(settings.SITE_URL).hostname
    feed = _Atom(
        title=title,
        link=f"{settings.SITE_URL}{league.get_absolute_url()}",
        description=None,
        feed_url=f"{settings.SITE_URL}{path}",
        feed_guid=f"tag:{host},2026:league-{league.pk}-{what}",
        author_name=league.name,
        language=get_language(),
    )
    feed.begun = league.created_at
    for one in entries:
        feed.add_item(
            title=_plain(one.title),
            link=f"{settings.SITE_URL}{one.path}",
            description=_plain(one.text),
            unique_id=f"tag:{host},2026:{one.key}",
            updateddate=one.at,
        )
    return feed.writeString("utf-8").encode()


class _Atom(Atom1Feed):
    begun: datetime

    def latest_post_date(self) -> datetime:
        """Return when its newest entry changed; of a feed without any, when the league began, not now, so that its bytes
        stay the same.
        """
        return max((one["updateddate"] for one in self.items), default=self.begun)


def _announced(tournament: Tournament) -> Entry:
    start = date_format(tournament.starts_at, "DATETIME_FORMAT")
    title = _("%(tournament)s is announced") % {"tournament": tournament.name}
    text = "\n".join(filter(None, (f"{start} UTC", tournament.description)))
    key = f"tournament-{tournament.pk}"
    return Entry(key, tournament.created_at, title, text, tournament.get_absolute_url())


def _over(tournament: Tournament) -> Entry:
    assert tournament.finished_at is not None
    said = {"tournament": tournament.name}
    if tournament.status == Status.CANCELLED:
        title = _("%(tournament)s is cancelled") % said
    elif tournament.winner is None:
        title = _("%(tournament)s is over") % said
    else:
        winner = marked(tournament.winner.name)
        title = _("%(name)s won %(tournament)s") % {**said, "name": winner}
    key, text = f"tournament-{tournament.pk}-over", translate(tournament.status_reason)
    return Entry(key, tournament.finished_at, title, text, tournament.get_absolute_url())


def _result(match: Match, result: Result) -> Entry:
    line = MatchLine(match, None, result)
    said = {"tournament": match.tournament.name, "number": match.round.number}
    text = _("%(tournament)s, round %(number)d") % said
    title = f"{marked(match.title)}: {line.score}"
    return Entry(f"match-{match.pk}", result.at, title, text, match.get_absolute_url())


def _plain(text: str) -> str:
    """Return a text without the control characters that XML can't hold."""
    return "".join(char for char in text if char in "\n\t" or ord(char) >= 0x20)
