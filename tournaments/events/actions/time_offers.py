"""Agreeing on a match's time: one side offers up to five times, the other accepts one, counters or declines.

A match's time is open from the confirmed draw on, weeks before its window too. An offer for a time after the window asks
to postpone the match. An unanswered offer lapses (`matches/offers.py`), and the match keeps the time that it has.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.advance import run_due_steps
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.entries.nominations import stand_ins_of
from tournaments.events.matches import moving, offers
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Round,
    TimeOffer,
    Timing,
    Tournament,
)
from tournaments.events.notices import time_news

Status = TimeOffer.Status
MOST_TIMES = 5
FEWEST_TO_POSTPONE = 2
"""Whoever asks to postpone leaves the other side a choice."""


def offer_times(*, match_id: int, user: User, times: Sequence[datetime]) -> TimeOffer:
    """Offer the other side one to five times (aware). It replaces the side's own open offer, and counters the other
    side's.

    If the other side has already offered one of the times, that one is agreed at once. Offering the same again
    changes nothing.

    Raises Refused: "unknown_match", "not_your_match", "no_window", "times_missing", "times_many", "time_past",
    "before_window", "outside_window", "postpone_one", "postpone_late", "two_at_once", "limit".
    """
    with transaction.atomic():
        _hold_players(match_id)
        tournament, match, mine = locked_for_player(match_id, user)
        at = now()
        wanted = sorted({moment.astimezone(UTC) for moment in times})
        waiting = match.time_offers.filter(status=Status.OPEN).select_related("entry").first()
        if waiting is not None:
            waiting.match = match
            if waiting.entry_id == mine.pk and waiting.moments == wanted:
                return waiting
            common = [moment for moment in wanted if moment in waiting.moments and moment > at]
            if waiting.entry_id != mine.pk and common:
                _agree(match, waiting, common[0], user, at)
                _save(tournament, at)
                return waiting
        postpones = _check_times(match, wanted, at)
        _check_free(match, [mine], wanted)
        if waiting is not None:
            own = waiting.entry_id == mine.pk
            offers.close(waiting, Status.REPLACED if own else Status.COUNTERED, at=at, by=user)
        offer = TimeOffer.objects.create(
            match=match, entry=mine, by=user, times=[moment.isoformat() for moment in wanted],
            postpones=postpones, at=at, expires_at=offers.expires(match, wanted, at),
        )  # fmt: skip
        time_news.offered(offer)
        _log(match, user, "match.times_offered", times=offer.times)
        _save(tournament, at)
        limits.count("notices", user.pk)
    return offer


def accept_time(*, offer_id: int, user: User, starts_at: datetime | None = None) -> Match:
    """Accept one of the times that the other side offers; the table opens then. None: the only one.

    Raises Refused: "unknown_offer", "not_your_match", "no_window", "choose_time", "time_past", "two_at_once".
    """
    with transaction.atomic():
        found = TimeOffer.objects.filter(pk=offer_id).values_list("match_id", flat=True).first()
        _hold_players(found or 0)
        tournament, offer, mine = _locked_offer(offer_id, user)
        if offer.entry_id == mine.pk:
            raise _gone()
        at = now()
        moments = offer.moments
        chosen = moments[0] if starts_at is None and len(moments) == 1 else starts_at
        if chosen is None or chosen not in moments:
            raise Refused("choose_time", _("Choose one of the offered times."))
        if chosen <= at:
            raise Refused("time_past", _("That time has passed. Choose or offer a later one."))
        _agree(offer.match, offer, chosen, user, at)
        _save(tournament, at)
    return offer.match


def decline_time(*, offer_id: int, user: User) -> None:
    """Decline all offered times without offering others: the match keeps its time.

    Raises Refused: "unknown_offer", "not_your_match", "no_window".
    """
    with transaction.atomic():
        tournament, offer, mine = _locked_offer(offer_id, user)
        if offer.entry_id == mine.pk:
            raise _gone()
        at = now()
        offers.close(offer, Status.DECLINED, at=at, by=user)
        time_news.declined(offer)
        _log(offer.match, user, "match.time_declined")
        _save(tournament, at)


def withdraw_offer(*, offer_id: int, user: User) -> None:
    """Withdraw one's own side's open offer.

    Raises Refused: "unknown_offer", "not_your_match", "no_window".
    """
    with transaction.atomic():
        tournament, offer, mine = _locked_offer(offer_id, user)
        if offer.entry_id != mine.pk:
            raise _gone()
        at = now()
        offers.close(offer, Status.WITHDRAWN, at=at, by=user)
        time_news.withdrawn(offer)
        _log(offer.match, user, "match.offer_withdrawn")
        _save(tournament, at)


def set_time(*, match_id: int, by: User, starts_at: datetime, reason: str) -> Match:
    """Set the time of a match that hasn't begun, for example to postpone it; its sides are notified of the reason.

    It may lie after the window, up to the last window's end and the days by which matches can be postponed. In a round
    that begins at a time, its table opens later than the others.

    Raises Refused: "unknown_match", "not_organizer", "no_window", "time_past", "before_window", "postpone_late",
    "two_at_once", "reason_missing".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    with transaction.atomic():
        _hold_players(match_id)
        tournament, match = _locked_match(match_id)
        require_organizer(by, tournament)
        at = now()
        if (refusal := moving.why_not_moved(match)) is not None:
            raise refusal
        if not reason:
            raise Refused("reason_missing", _("Give a reason. The people concerned read it."))
        _check_moved(match, starts_at, at)
        if match.starts_at == starts_at and match.agreed:
            return match
        _check_free(match, match.entries, [starts_at])
        before = match.starts_at
        match.starts_at, match.agreed = starts_at, True
        match.save(update_fields=["starts_at", "agreed"])
        offers.close_all(match, at)
        time_news.set_by_organizer(match, by=by, reason=reason)
        audit.record(
            actor=by, verb="match.time_set", subject=match, reason=reason,
            before={"starts_at": before and before.isoformat()},
            after={"starts_at": starts_at.isoformat()},
        )  # fmt: skip
        _save(tournament, at)
    return match


def locked_for_player(match_id: int, user: User) -> tuple[Tournament, Match, Entry]:
    """Return a match whose time is open, with its tournament locked, and the user's entry.

    Raises Refused: "unknown_match", "not_your_match", "no_window".
    """
    tournament, match = _locked_match(match_id)
    mine = _side_of(match, user)
    if tournament.status not in UNDER_WAY or not has_open_time(match):
        raise Refused(
            "no_window",
            _(
                "There is no time to agree on: the match has begun or is over, or its draw isn't confirmed."
            ),
        )
    return tournament, match, mine


def side_for(match: Match, user: Viewer) -> Entry | None:
    """Return the entry for whose time of a match the user speaks, as a player or as a team's captain, or None."""
    for entry in match.entries:
        if entry.is_led_by(user) or entry.players.filter(user=user.pk, active=True).exists():
            return entry
    standing = stand_ins_of(match).filter(into=user.pk).first()
    return None if standing is None else standing.entry


def has_open_time(match: Match) -> bool:
    """Return whether the time of a match (with round and tournament) can still be agreed on, or set by an organizer."""
    return (
        match.status == Match.Status.DRAWN
        and match.tournament.timing == Timing.WINDOWS
        and match.round.starts_at is not None
        and match.round.status in (Round.Status.CONFIRMED, Round.Status.PLAYING)
        and not match.is_bye
        and all(entry.status != Entry.Status.WITHDRAWN for entry in match.entries)
    )


def _hold_players(match_id: int) -> None:
    """Lock the accounts of a match's players, before its tournament: so no other match of theirs, in whichever
    tournament, is agreed for the same moment meanwhile.
    """
    places = EntryPlayer.objects.filter(entry__match_places__side__match=match_id, active=True)
    players = User.objects.select_for_update(no_key=True).filter(pk__in=places.values("user"))
    list(players.order_by("pk").values_list("pk", flat=True))


def _agree(match: Match, offer: TimeOffer, starts_at: datetime, by: User, at: datetime) -> None:
    _check_free(match, match.entries, [starts_at])
    match.time_offers.filter(status=Status.ACCEPTED).update(status=Status.REPLACED)
    offers.close(offer, Status.ACCEPTED, at=at, by=by, starts_at=starts_at)
    match.starts_at, match.agreed = starts_at, True
    match.save(update_fields=["starts_at", "agreed"])
    time_news.agreed(offer, by=by)
    _log(match, by, "match.time_agreed", starts_at=starts_at.isoformat())


def _log(match: Match, by: User, verb: str, **data: Any) -> None:
    audit.record(actor=by, verb=verb, subject=match, **data)


def _save(tournament: Tournament, at: datetime) -> None:
    if not run_due_steps(tournament, at):
        save(tournament)


def _locked_match(match_id: int) -> tuple[Tournament, Match]:
    found = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_match", _("There is no such match. Reload the page."))
    tournament = lock(found)
    match = Match.objects.select_related("round__stage", "tournament").get(pk=match_id)
    match.tournament = tournament
    return tournament, match


def _locked_offer(offer_id: int, user: User) -> tuple[Tournament, TimeOffer, Entry]:
    found = TimeOffer.objects.filter(pk=offer_id).values_list("match_id", flat=True).first()
    if found is None:
        raise _gone()
    tournament, match, mine = locked_for_player(found, user)
    offer = TimeOffer.objects.select_related("entry").get(pk=offer_id)
    if offer.status != Status.OPEN:
        raise _gone()
    offer.match = match
    return tournament, offer, mine


def _side_of(match: Match, user: User) -> Entry:
    mine = side_for(match, user)
    if mine is None:
        raise Refused("not_your_match", _("Only the players of a match can agree on its time."))
    return mine


def _check_times(match: Match, times: Sequence[datetime], at: datetime) -> bool:
    """Refuse times that can't be offered; return whether one of them postpones the match."""
    if not times:
        raise Refused("times_missing", _("Choose a date and time."))
    if len(times) > MOST_TIMES:
        raise Refused("times_many", _("Offer at most %(most)d times.") % {"most": MOST_TIMES})
    if times[0] <= at:
        raise Refused("time_past", _("That time has passed. Offer a later one."))
    _check_opened(match, times[0])
    closes, latest = offers.closes_of(match), offers.latest_by_consent(match)
    if closes is None or latest is None or (times[-1] > closes and latest == closes):
        raise Refused(
            "outside_window", _("The window closes before that time. Offer an earlier one.")
        )
    if times[-1] > latest:
        raise Refused(
            "postpone_late",
            _("The match can be postponed until %(latest)s at most. Offer an earlier time.")
            % {"latest": shown_time(latest)},
        )
    if times[-1] > closes and len(times) < FEWEST_TO_POSTPONE:
        raise Refused(
            "postpone_one",
            _(
                "That is after the window. To postpone the match, offer at least two times, so that the other"
                " side can choose."
            ),
        )
    return times[-1] > closes


def _check_moved(match: Match, starts_at: datetime, at: datetime) -> None:
    latest = moving.latest_of(match)
    if starts_at <= at:
        raise Refused("time_past", _("That time has passed. Choose a later one."))
    _check_opened(match, starts_at)
    if latest is not None and starts_at > latest:
        raise Refused(
            "postpone_late",
            _("The match can be postponed until %(latest)s at most. Choose an earlier time.")
            % {"latest": shown_time(latest)},
        )


def _check_opened(match: Match, starts_at: datetime) -> None:
    opens = match.round.starts_at
    if opens is not None and starts_at < opens:
        if match.tournament.timing == Timing.WINDOWS:
            sentence = _("The window opens on %(opens)s. Choose a later time.")
        else:
            sentence = _("The round begins on %(opens)s. Choose a later time.")
        raise Refused("before_window", sentence % {"opens": shown_time(opens)})


def _check_free(match: Match, entries: Sequence[Entry], times: Sequence[datetime]) -> None:
    """Refuse a time at which one of the entries' players has another match at the same moment."""
    users = offers.users_of(match, entries)
    for other in offers.clashes(match, users, times):
        if other.starts_at is not None and other.starts_at in times:
            raise Refused(
                "two_at_once",
                _("One of the players has another match at %(time)s. Choose another time.")
                % {"time": shown_time(other.starts_at)},
            )


def shown_time(moment: datetime) -> str:
    """Return a time as sentences name it, with its zone."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'DAY_THEN_TIME')} ({local.tzname()})"


def _gone() -> Refused:
    return Refused(
        "unknown_offer", _("That offer has already been answered or replaced. Reload the page.")
    )
