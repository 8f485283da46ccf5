"""Notices about own-time events (`spades_site.notices`). Called in the transaction that makes the change."""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.notices.services import mark_handled, send_notice
from tournaments.leagues.models import Membership
from tournaments.own_time.models import EventEntry, EventInvitation, OwnTimeEvent


def closed(event: OwnTimeEvent) -> None:
    """Tell everybody who played that the results are there."""
    send_notice(
        _players(event),
        "own_time",
        f"own_time:{event.pk}:closed",
        event.get_absolute_url(),
        {"league": event.league.name, "event": event.name},
    )


def opened(event: OwnTimeEvent) -> None:
    """Tell the league's members that deals can be played."""
    members = Membership.objects.filter(league=event.league, user__is_active=True)
    people = get_user_model().objects.filter(pk__in=members.values("user"))
    _tell(event, people, "opened", until_at=event.closes_at.isoformat())


def extended(event: OwnTimeEvent) -> None:
    """Tell everybody who plays that the event stays open longer."""
    until = event.closes_at.isoformat()
    _tell(event, _players(event), "extended", f":{until}", until_at=until)


def called_off(event: OwnTimeEvent) -> None:
    """Tell everybody who plays that there will be no results."""
    _tell(event, _players(event), "called_off", reason=event.called_off)


def asked(invitation: EventInvitation) -> None:
    """Ask somebody to be a partner."""
    event = invitation.event
    send_notice(
        [invitation.to],
        "own_time_asked",
        f"own_time:{event.pk}:asked:{invitation.pk}",
        event.get_absolute_url(),
        {"event": event.name, "own_time_ask": "invited", "who": invitation.by.get_username()},
        until=event.closes_at,
    )


def answered(event: OwnTimeEvent, to: User, by: User, news: str) -> None:
    """Tell somebody what another has decided about playing together: "joined", "refused" or "left"."""
    mark_handled({by.pk}, "own_time_asked", event.get_absolute_url())
    _tell(event, [to], news, f":{by.pk}:{now().isoformat()}", who=by.get_username())


def waits(entry: EventEntry, table: Table, by: User) -> None:
    """Call a partner to the table at which the other one waits."""
    event = entry.event
    send_notice(
        [one for one in entry.people if one != by],
        "own_time_asked",
        f"own_time:{event.pk}:table:{table.pk}",
        table.get_absolute_url(),
        {
            "event": event.name,
            "own_time_ask": "table",
            "who": by.get_username(),
            "until_at": event.closes_at.isoformat(),
        },
        until=event.closes_at,
    )


def _tell(event: OwnTimeEvent, to: Iterable[User], news: str, key: str = "", **more: str) -> None:
    send_notice(
        to,
        "own_time_news",
        f"own_time:{event.pk}:{news}{key}",
        event.get_absolute_url(),
        {"league": event.league.name, "event": event.name, "own_time_news": news, **more},
    )


def _players(event: OwnTimeEvent) -> QuerySet[User]:
    """Return everybody who is in an entry of the event."""
    entries = event.entries.order_by()
    both = Q(pk__in=entries.values("user")) | Q(pk__in=entries.values("partner"))
    return get_user_model().objects.filter(both)
