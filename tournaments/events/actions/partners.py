"""Making pairs of people without a partner, and splitting pairs, by organizers before the draw.

A person without a partner either entered alone or waits for an invited partner's answer; both are named as in the audit
log, "single:7" or "entry:12". So pairing can also merge two entries of the same pair, for instance if the invited
partner has entered alone.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import key_of
from tournaments.events.actions.eligibility import too_late, why_out_of_range
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, lock, save
from tournaments.events.entries import waiting
from tournaments.events.entries.check_in import catch_up
from tournaments.events.models import Entry, EntryPlayer, PartnerInvitation, Single, Tournament
from tournaments.events.notices import notify


def may_pair(tournament: Tournament) -> bool:
    """Return whether the tournament has pairs, and still takes entries."""
    return tournament.status in OPEN and tournament.side_size == 2 and not tournament.is_team


def may_split(tournament: Tournament, entry: Entry) -> bool:
    """Return whether an entry is a complete pair that can be split now."""
    return (
        may_pair(tournament)
        and tournament.entry_alone
        and entry.status in Entry.TAKING_PART
        and entry.players.filter(active=True).count() == 2
    )


def without_partner(tournament: Tournament) -> list[Single | Entry]:
    """Return the people who can be paired: those who entered alone, and entries that wait for a partner's answer."""
    singles = tournament.singles.filter(status__in=Single.TAKING_PART).select_related("user")
    return [*singles, *_asking(tournament)]


def make_pair(*, tournament_id: int, by: User, first: str, second: str) -> Entry:
    """Pair two people without a partner, and notify them; open partner invitations lapse.

    Either both have a place, or both are on the waiting list, where the pair takes the first one's position. The pair
    is checked in if one of them is. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "too_late", "same_person", "not_alone", "one_waits",
    "rating_range".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        if first == second:
            raise Refused("same_person", _("Choose two different people."))
        before = [name for place in (first, second) for name in _name_of(tournament, place)]
        queued = [waiting.named(one) for one in waiting.queue(tournament)]
        found = [_alone(tournament, place) for place in (first, second)]
        pair = sorted(
            (one for one in found if one is not None), key=lambda one: (one.created_at, one.pk)
        )
        made = next((one.entry for one in pair if one.entry), None)
        if made and len(pair) == 2 and pair[0].entry_id == pair[1].entry_id:
            return made
        _check(tournament, pair)
        # Splitting the pair doesn't restore these invitations.
        exact = not any("entry:" in one for one in (first, second))
        waited = queued if waiting.waits(pair[0]) else []
        entry = _enter(tournament, pair)
        waiting.promote(tournament)
        save(tournament)
        for one, other in (pair, reversed(pair)):
            notify.partner_given(entry, one.user, other.user)
        _log(
            tournament,
            by,
            "tournament.pair_made",
            before,
            [entry.name],
            name=entry.name,
            **({"entry": entry.pk} if exact else {}),
            **({"waited": waited} if exact and waited else {}),
        )
    return entry


def split_pair(*, entry_id: int, by: User, waited: Sequence[str] = ()) -> None:
    """Split a pair into two single players, to be paired at the start, and notify them. Idempotent.

    `waited` is the waiting list from which the pair was made: both get their former positions back. Raises Refused:
    "unknown_entry", "not_organizer", "too_late", "not_a_pair", "has_place" (the pair has left that list),
    "stale".
    """
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        if found is None:
            raise unknown_entry()
        tournament = _locked(found, by)
        entry = Entry.objects.get(pk=entry_id)
        if entry.status not in Entry.TAKING_PART:
            return
        if not may_split(tournament, entry):
            raise Refused(
                "not_a_pair",
                _("Only a complete pair can be split, where people may also enter alone."),
            )
        if waited and not waiting.waits(entry):
            raise Refused(
                "has_place",
                _("%(name)s have a place by now. Split them on the entry’s page instead.")
                % {"name": entry.name},
            )
        if waited and not waiting.has_order(waiting.queue(tournament), waited):
            raise waiting.order_changed()
        users = [place.user for place in entry.players.select_related("user")]
        _dissolve(tournament, entry, users)
        if waited:
            waiting.set_order(waiting.queue(tournament), waited)
        waiting.promote(tournament)
        save(tournament)
        notify.split(entry, users)
        names = [user.username for user in users]
        data = {"name": entry.name, "entry": entry.pk}
        _log(tournament, by, "tournament.pair_split", [entry.name], names, **data)


def rejoin_pair(*, entry_id: int, by: User) -> Entry:
    """Rejoin a split pair whose two people still wait for partners, and notify them. Idempotent.

    Raises Refused: "unknown_entry", "not_organizer", "too_late", "not_alone", "one_waits", "rating_range".
    """
    with transaction.atomic():
        found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        if found is None:
            raise unknown_entry()
        tournament = _locked(found, by)
        entry = Entry.objects.get(pk=entry_id)
        if entry.status in Entry.TAKING_PART:
            return entry
        pair = _split_of(entry)
        _check(tournament, pair)
        _join(entry, pair)
        entry.players.update(active=True)
        waiting.promote(tournament)
        save(tournament)
        for one, other in (pair, reversed(pair)):
            notify.partner_given(entry, one.user, other.user)
        names = [one.user.username for one in pair]
        data = {"name": entry.name, "entry": entry.pk}
        _log(tournament, by, "tournament.pair_made", names, [entry.name], **data)
    return entry


def _split_of(entry: Entry) -> list[Single]:
    """Return the people of a split pair who still wait for partners, in the order of their places."""
    places = dict(entry.players.values_list("user", "position"))
    alone = Single.objects.filter(
        tournament=entry.tournament_id, user__in=places, status__in=Single.TAKING_PART
    )
    return sorted(alone.select_related("user"), key=lambda one: places[one.user_id])


def _locked(tournament_id: int, by: User) -> Tournament:
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    catch_up(tournament, now())
    if tournament.status not in OPEN:
        raise too_late()
    return tournament


def _asking(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries whose only player waits for a partner's answer."""
    sent = PartnerInvitation.Status.SENT
    found = tournament.entries.filter(invitations__status=sent, status__in=Entry.TAKING_PART)
    return found.order_by("pk").distinct()


def _name_of(tournament: Tournament, place: str) -> list[str]:
    """Return the name of a place for the log."""
    kind, _colon, key = place.partition(":")
    if kind == "entry":
        return list(tournament.entries.filter(pk=key_of(key)).values_list("name", flat=True))
    singles = tournament.singles.filter(pk=key_of(key))
    return list(singles.values_list("user__username", flat=True))


def _alone(tournament: Tournament, place: str) -> Single | None:
    """Return a place's single player, converting an entry that waits for an answer; None if there is none."""
    kind, _colon, key = place.partition(":")
    if kind != "entry":
        return tournament.singles.filter(pk=key_of(key)).select_related("user").first()
    entry = _asking(tournament).filter(pk=key_of(key)).first()
    if entry is None:
        return None
    entry.invitations.filter(status=PartnerInvitation.Status.SENT).update(
        status=PartnerInvitation.Status.LAPSED, answered_at=now()
    )
    _dissolve(tournament, entry, [one.user for one in entry.players.select_related("user")])
    return tournament.singles.filter(user__entry_places__entry=entry).latest("pk")


def _check(tournament: Tournament, pair: list[Single]) -> None:
    if len(pair) != 2 or any(one.status not in Single.TAKING_PART for one in pair):
        raise Refused(
            "not_alone", _("One of the two no longer waits for a partner. Choose somebody else.")
        )
    if waiting.waits(pair[0]) != waiting.waits(pair[1]):
        raise Refused(
            "one_waits",
            _("One of the two has a place and the other is on the waiting list. Choose two alike."),
        )
    if why_out_of_range(tournament, [one.user for one in pair]) is not None:
        raise Refused("rating_range", _("The rating is outside the limits of this tournament."))


def _enter(tournament: Tournament, pair: list[Single]) -> Entry:
    entry = Entry(
        tournament=tournament,
        name=" & ".join(one.user.username for one in pair),
        given_partner=True,
        created_at=pair[0].created_at,
    )
    _join(entry, pair)
    for position, one in enumerate(pair):
        EntryPlayer.objects.create(
            entry=entry, tournament=tournament, user=one.user, position=position
        )
    return entry


def _join(entry: Entry, pair: list[Single]) -> None:
    """Transfer two people's place and check-in to their entry."""
    checked_in = [one.checked_in_at for one in pair if one.checked_in_at is not None]
    status = Entry.Status.CHECKED_IN if checked_in else Entry.Status.ENTERED
    entry.status = Entry.Status.WAITING if waiting.waits(pair[0]) else status
    entry.checked_in_at = max(checked_in, default=None)
    entry.queue_no = waiting.in_order(pair)[0].queue_no
    entry.save()
    for one in pair:
        one.status, one.entry = Single.Status.TEAMED, entry
        one.save(update_fields=["status", "entry"])


def _dissolve(tournament: Tournament, entry: Entry, users: list[User]) -> None:
    """Withdraw the entry, and enter its players as single players with its place and check-in."""
    status = Single.Status.WAITING if entry.checked_in_at is None else Single.Status.CHECKED_IN
    if waiting.waits(entry):
        status = Single.Status.QUEUED
    entry.players.update(active=False)
    for user in users:
        single = Single.objects.filter(entry=entry, user=user).first()
        if single is None:
            single = Single(tournament=tournament, user=user, created_at=entry.created_at)
        single.status, single.entry, single.checked_in_at = status, None, entry.checked_in_at
        single.queue_no = entry.queue_no
        single.save()
    entry.status = Entry.Status.WITHDRAWN
    entry.save(update_fields=["status"])


def _log(
    tournament: Tournament, by: User, verb: str, before: list[str], after: list[str], **data: Any
) -> None:
    logged = {"before": {"names": before}, "after": {"names": after}, **data}
    audit.record(actor=by, verb=verb, subject=tournament, **logged)
