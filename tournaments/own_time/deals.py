"""Playing an own-time event: a table for each deal and entrant, its result, and the close.

Nobody but its player sees such a table before the event is closed: its deals are shared ones, whose games are public only
once they are opened, and its audience is empty until then.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games import bots, engine
from games.engine.comparing import margin
from games.engine.sentences import message
from games.tables.models import Action, SharedDeals, Table
from games.tables.services import (
    TableTerms,
    abandon_table,
    deal_with_salts,
    open_shared_deals,
    open_with_bots,
)
from games.tables.timing.clocks import TURN_SECONDS
from spades_site.accounts.models import User, Viewer
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues.permissions import is_member, refuse_banned, require_account
from tournaments.own_time import notify
from tournaments.own_time.core import entry_of, lock_event, visible_to
from tournaments.own_time.counting import count, rounded
from tournaments.own_time.making import rules_of_a_deal
from tournaments.own_time.models import EventDeal, EventEntry, EventPlay, OwnTimeEvent
from tournaments.own_time.pairs import require_able
from tournaments.own_time.salts import salts_of

log = logging.getLogger("spades.own_time")
REF = "own_time"
OVER = (Table.Status.FINISHED, Table.Status.ABANDONED)
NEVER_ALONE = timedelta(days=1)
"""How long after the close a table would begin without a partner: it is ended before."""


def tables_seen_by(viewer: Viewer | None) -> Q:
    """Return the condition for tables of events that the viewer (None: a visitor) may see: those of closed ones."""
    shown = visible_to(viewer).filter(closed_at__isnull=False)
    plays = EventPlay.objects.filter(entry__event__in=shown.values("pk"))
    return Q(Exists(plays.filter(table=OuterRef("pk"))))


def play_next(*, event_id: int, user: User) -> Table:
    """Return the table of the next deal of the user or their pair: one that is open, or a new one. Idempotent while it is in
    play. A pair's deal begins when both have come.

    Raises Refused: "unknown_event", "guest", "people_only", "not_member", "banned", "event_not_open", "event_over",
    "partner_needed", "user_not_member", "all_played".
    """
    with transaction.atomic():
        require_account(user)
        event, at = lock_event(event_id), now()
        if not is_member(event.league, user):
            raise Refused("not_member", _("Join the league first."))
        refuse_banned(event.league, user)
        _require_open(event, at)
        entry = _entry(event, user, at)
        begun = entry.plays.exclude(table__status__in=OVER).select_related("table").first()
        return begun.table if begun else _begin(event, entry, user, at)


def _entry(event: OwnTimeEvent, user: User, at: datetime) -> EventEntry:
    """Return the user's entry; alone they get one with their first deal. Raises Refused "partner_needed", "user_not_member"."""
    entry = entry_of(event, user)
    if entry is None and event.is_pairs:
        raise Refused("partner_needed", _("Find a partner first: pairs play this event."))
    if entry is None:
        entry = EventEntry.objects.create(event=event, user=user, entered_at=at)
    entry.event = event
    for other in entry.people:
        if other != user:
            require_able(event, other)
    return entry


def _require_open(event: OwnTimeEvent, at: datetime) -> None:
    if not event.has_opened(at):
        raise Refused("event_not_open", _("The event hasn’t opened yet. Come back then."))
    if not event.is_open(at):
        raise Refused("event_over", _("The event is over. See its results."))


def _begin(event: OwnTimeEvent, entry: EventEntry, user: User, at: datetime) -> Table:
    """Open the table of the entrant's next deal, to which the user has come."""
    played = entry.plays.values("deal")
    deal = event.deals.exclude(pk__in=played).order_by("number").first()
    if deal is None:
        raise Refused("all_played", _("You have played all deals. The results follow at the end."))
    if event.bots_version is None:
        event.bots_version = bots.VERSION
        event.save(update_fields=["bots_version"])
    deal_with_salts(deal.deals_id, salts_of(event))
    rules = rules_of_a_deal(event.rules)
    terms = TableTerms(
        rules=rules,
        kind=Table.Kind.MATCH,
        title=_title(event, deal),
        ref=f"{REF}:{event.pk}",
        match_url=event.get_absolute_url(),
        turn_seconds=TURN_SECONDS[1],
        start_seconds=int((event.closes_at - at + NEVER_ALONE).total_seconds()),
        visibility=Table.Visibility.EVENT,
        bots_level=event.bots_level,
        first_dealer=(deal.number - 1) % rules.players,
        deals=SharedDeals.objects.get(pk=deal.deals_id),
    )
    table = open_with_bots(terms, entry.people, here=user)
    EventPlay.objects.create(
        entry=entry, deal=deal, table=table, begun_at=at, bots_version=bots.VERSION
    )
    if entry.partner is not None:
        notify.waits(entry, table, user)
    return table


def _title(event: OwnTimeEvent, deal: EventDeal) -> str:
    return f"{event.name} · {deal.number}/{event.count}"


def on_table_finished(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "table.finished": store the result of an entrant's deal."""
    plays = EventPlay.objects.filter(table=payload["table"], ended_at=None)
    for event_id, play_id in plays.values_list("entry__event_id", "pk"):
        with transaction.atomic():
            lock_event(event_id)
            play = plays.select_related("table", "entry").filter(pk=play_id).first()
            if play is not None:
                _store(play)


def _store(play: EventPlay) -> None:
    """Store what a finished deal brought; nothing of one that was abandoned."""
    table = play.table
    if table.status != Table.Status.FINISHED or table.state is None:
        return
    state = engine.restore({**table.state, "rules": table.rules})
    hand = state.hand_results[-1]
    own = state.rules.side_seats[0]
    play.ended_at = table.finished_at
    play.tricks = sum(hand.tricks[seat] for seat in own)
    play.score = rounded(margin([side.points for side in hand.sides], 0))
    play.bid = _bid_at(table, 1 if play.entry.partner_id is None else 2)
    play.save(update_fields=["ended_at", "tricks", "score", "bid"])
    played = play.entry.plays.filter(ended_at__isnull=False).count()
    EventEntry.objects.filter(pk=play.entry_id).update(played=played)


def _bid_at(table: Table, people: int) -> str:
    """Return the bids of the entry's players, as the log has them."""
    bids: dict[int | None, str] = {}
    texts = table.actions.filter(kind=Action.Kind.PLAY, seat__in=(0, 2)[:people])
    for seat, text in texts.order_by("version").values_list("seat", "text"):
        if text.split(" ")[0] in ("bid", "nil", "blind", "side"):
            bids[seat] = text.removeprefix("bid ")
    return " + ".join(bids[seat] for seat in (0, 2) if seat in bids)


def announce_due(at: datetime | None = None) -> int:
    """Tell the leagues' members of events that have opened; returns how many. Safe to call late or concurrently."""
    at, told = at or now(), 0
    opened = OwnTimeEvent.objects.filter(announced_at=None, opens_at__lte=at)
    for event_id in list(opened.order_by("opens_at").values_list("pk", flat=True)[:100]):
        with transaction.atomic():
            event = lock_event(event_id)
            if event.announced_at is not None:
                continue
            event.announced_at = at
            event.save(update_fields=["announced_at"])
            if event.is_open(at):
                notify.opened(event)
                told += 1
    return told


def close_due(at: datetime | None = None) -> int:
    """Close the events whose window is over, and open the deals of closed ones; returns how many changed.

    Each in transactions of its own, so that none holds up others.
    """
    at, changed = at or now(), 0
    due = OwnTimeEvent.objects.filter(closed_at=None, closes_at__lte=at).order_by("closes_at")
    closed = EventDeal.objects.filter(
        event__closed_at__isnull=False, deals__opened_at=None
    ).order_by("pk")
    for event_id in list(due.values_list("pk", flat=True)[:100]):
        try:
            changed += close(event_id, at)
        except Exception:
            log.exception("own-time event %s could not be closed", event_id)
    for deals_id in list(closed.values_list("deals_id", flat=True)[:1000]):
        try:
            changed += _open(deals_id)
        except Exception:
            log.exception("deals %s of an own-time event could not be opened", deals_id)
    return changed


def _open(deals_id: int) -> bool:
    with transaction.atomic():
        return open_shared_deals(deals_id)


def close(event_id: int, at: datetime | None = None) -> bool:
    """End the deals in play of an event whose window is over, and count its results; returns whether it was closed now.

    Idempotent and safe to call concurrently. The deals are opened afterwards (`close_due`).
    """
    at = at or now()
    in_play = EventPlay.objects.filter(entry__event=event_id).exclude(table__status__in=OVER)
    if not OwnTimeEvent.objects.filter(pk=event_id, closed_at=None, closes_at__lte=at).exists():
        return False
    for table_id in list(in_play.order_by("table_id").values_list("table_id", flat=True)):
        abandon_table(table_id=table_id, reason=message("The time for this deal is over."))
    with transaction.atomic():
        event = lock_event(event_id)
        # It may have been extended, or called off, meanwhile.
        if event.closes_at > at or event.closed_at is not None or in_play.exists():
            return False
        late = EventPlay.objects.filter(entry__event=event, ended_at=None)
        for play in late.filter(table__status=Table.Status.FINISHED).select_related(
            "table", "entry"
        ):
            _store(play)
        count(event)
        event.closed_at = at
        event.save(update_fields=["closed_at"])
        notify.closed(event)
        outbox.emit("own_time.closed", {"event": event.pk})
    return True
