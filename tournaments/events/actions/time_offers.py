"""Agreeing on a match's time within a round's window: one side offers a time, the other accepts."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.advance import run_due_steps
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.models import Entry, Match, Round, TimeOffer, Tournament
from tournaments.events.notices import notify

Open = TimeOffer.Status.OPEN


def offer_time(*, match_id: int, user: User, starts_at: datetime) -> TimeOffer:
    """Offer the other side a time (aware) within the window; it replaces the side's earlier offer.

    If the other side has already offered this time, it is agreed at once.

    Raises Refused: "unknown_match", "not_your_match", "no_window", "time_past", "outside_window", "limit".
    """
    with transaction.atomic():
        tournament, match, mine = _locked(match_id, user)
        at = now()
        _check_time(match, starts_at, at)
        match.time_offers.filter(status=Open, entry=mine).update(status=TimeOffer.Status.REPLACED)
        offer = TimeOffer.objects.create(
            match=match, entry=mine, by=user, starts_at=starts_at, at=at
        )
        theirs = match.time_offers.filter(status=Open, starts_at=starts_at).exclude(entry=mine)
        if theirs.exists():
            _agree(match, offer)
            notify.time_agreed(offer, by=user)
        else:
            notify.time_offered(offer)
        _save(tournament, at)
        limits.count("notices", user.pk)
    return offer


def accept_time(*, offer_id: int, user: User) -> Match:
    """Accept the other side's offer; the table opens at that time.

    Raises Refused: "unknown_offer", "not_your_match", "no_window", "time_past", "outside_window".
    """
    with transaction.atomic():
        tournament, offer = _locked_offer(offer_id, user)
        at = now()
        _check_time(offer.match, offer.starts_at, at)
        _agree(offer.match, offer)
        notify.time_agreed(offer, by=user)
        _save(tournament, at)
    return offer.match


def decline_time(*, offer_id: int, user: User) -> None:
    """Decline an offered time without offering another. Raises Refused like `accept_time`."""
    with transaction.atomic():
        tournament, offer = _locked_offer(offer_id, user)
        offer.status = TimeOffer.Status.DECLINED
        offer.save(update_fields=["status"])
        notify.time_declined(offer)
        _save(tournament, now())


def may_agree(match: Match) -> bool:
    """Return whether the sides of a match (with its round) can still agree on a time."""
    return (
        match.status == Match.Status.DRAWN
        and not match.is_bye
        and match.round.status == Round.Status.PLAYING
        and match.round.closes_at is not None
    )


def _agree(match: Match, offer: TimeOffer) -> None:
    match.time_offers.filter(status__in=(Open, TimeOffer.Status.ACCEPTED)).exclude(
        pk=offer.pk
    ).update(status=TimeOffer.Status.REPLACED)
    offer.status = TimeOffer.Status.ACCEPTED
    offer.save(update_fields=["status"])
    match.starts_at, match.agreed = offer.starts_at, True
    match.save(update_fields=["starts_at", "agreed"])


def _save(tournament: Tournament, at: datetime) -> None:
    if not run_due_steps(tournament, at):
        save(tournament)


def _locked(match_id: int, user: User) -> tuple[Tournament, Match, Entry]:
    found = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_match", _("There is no such match. Reload the page."))
    tournament = lock(found)
    match = Match.objects.select_related("round", "tournament").get(pk=match_id)
    mine = _side_of(match, user)
    if tournament.status not in UNDER_WAY or not may_agree(match):
        raise Refused(
            "no_window",
            _(
                "There is no time to agree on: the match has begun, is over, or its window is not open."
            ),
        )
    return tournament, match, mine


def _locked_offer(offer_id: int, user: User) -> tuple[Tournament, TimeOffer]:
    found = TimeOffer.objects.filter(pk=offer_id).values_list("match_id", flat=True).first()
    if found is None:
        raise _gone()
    tournament, match, mine = _locked(found, user)
    offer = TimeOffer.objects.get(pk=offer_id)
    if offer.status != Open or offer.entry_id == mine.pk:
        raise _gone()
    offer.match = match
    return tournament, offer


def _side_of(match: Match, user: User) -> Entry:
    for entry in match.entries:
        if entry.players.filter(user=user, active=True).exists():
            return entry
    raise Refused("not_your_match", _("Only the players of a match can agree on its time."))


def _check_time(match: Match, starts_at: datetime, at: datetime) -> None:
    if starts_at <= at:
        raise Refused("time_past", _("That time has passed. Offer a later one."))
    closes_at = match.round.closes_at
    if closes_at is None or starts_at > closes_at:
        raise Refused(
            "outside_window", _("The window closes before that time. Offer an earlier one.")
        )


def _gone() -> Refused:
    return Refused(
        "unknown_offer", _("That offer has already been answered or replaced. Reload the page.")
    )
