"""The waiting list: entries beyond the capacity, in order of arrival, unless an organizer moves one up.

A place that becomes free before the draw goes to the first suitable entry: a single player can join another who waits
for a partner, a pair needs a whole place. At the draw, listed entries that checked in get the places of entries that
didn't; single players get a place only in twos. Everything here works on a tournament that the caller has locked.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from spades_site.common import audit
from spades_site.common.errors import Refused
from tournaments.events.models import Entry, PartnerInvitation, Single, Status, Tournament
from tournaments.events.notices import notify

Place = Entry | Single


@dataclass(frozen=True)
class Field:
    """The entries that would play if the tournament began now, and those left out. `singles` will be paired."""

    entries: list[Entry]
    absent: list[Entry]
    singles: list[Single]
    absent_singles: list[Single]

    @property
    def size(self) -> int:
        """Return how many entries there will be."""
        return len(self.entries) + len(self.singles) // 2


def places(entries: int, alone: int) -> int:
    """Return how many places these take: one per entry, and one per two single players."""
    return entries + (alone + 1) // 2


def places_taken(tournament: Tournament) -> int:
    """Return how many of the tournament's places are taken."""
    return places(*_counts(tournament))


def waits(place: Place) -> bool:
    """Return whether an entry, or a single player, is on the waiting list."""
    return place.status == (
        Entry.Status.WAITING if isinstance(place, Entry) else Single.Status.QUEUED
    )


def check_room(tournament: Tournament, *, alone: bool) -> bool:
    """Return whether one more entry fits into the field; if False, it goes on the waiting list. Raises Refused "full"
    without a waiting list.
    """
    if fits(tournament, alone=alone):
        return True
    if tournament.waiting_list:
        return False
    raise full(tournament)


def fits(tournament: Tournament, *, alone: bool) -> bool:
    """Return whether one more entry, or one more single player, fits into the field."""
    entries, singles = _counts(tournament)
    if not _fits(tournament, entries, singles, alone):
        return False
    return bool(alone and singles % 2) or not queue(tournament)


def full(tournament: Tournament) -> Refused:
    """Return the refusal of an entry to a full tournament without a waiting list."""
    return Refused(
        "full",
        _("The tournament is full: all %(number)d places are taken. One may still come free.")
        % {"number": tournament.max_entries},
    )


def has_room(tournament: Tournament, *, alone: bool = False) -> bool:
    """Return whether a place for a whole entry, or for one more single player, is free, ignoring the waiting list."""
    return _fits(tournament, *_counts(tournament), alone)


def queue(tournament: Tournament) -> list[Place]:
    """Return the waiting list in its order."""
    return queues([tournament])[tournament.pk]


def queues(tournaments: Collection[Tournament]) -> dict[int, list[Place]]:
    """Return the waiting lists of tournaments, by their keys."""
    found: dict[int, list[Place]] = {one.pk: [] for one in tournaments}
    entries = Entry.objects.filter(tournament__in=tournaments, status=Entry.Status.WAITING)
    singles = Single.objects.filter(tournament__in=tournaments, status=Single.Status.QUEUED)
    queued: list[Place] = [*entries, *singles.select_related("user")]
    for place in queued:
        found[place.tournament_id].append(place)
    return {key: in_order(places) for key, places in found.items()}


def in_order(places: Iterable[Place]) -> list[Place]:
    """Return waiting entries and single players in order: as arranged by an organizer, then by arrival."""
    return sorted(places, key=_came)


def named(place: Place) -> str:
    """Return the name of a place in the audit log: "entry:12", "single:7"."""
    return f"{place._meta.model_name}:{place.pk}"


def set_order(queued: Sequence[Place], order: Sequence[str]) -> None:
    """Order the waiting list by these names; unnamed places come last, in their present order."""
    rank = {name: at for at, name in enumerate(order)}
    wanted = sorted(queued, key=lambda place: rank.get(named(place), len(rank)))
    if wanted == list(queued):
        return
    for number, place in enumerate(wanted, start=1):
        place.queue_no = number
        place.save(update_fields=["queue_no"])


def has_order(queued: Iterable[Place], order: Sequence[str]) -> bool:
    """Return whether the named places that still wait are in this order."""
    known = set(order)
    waiting = [name for name in map(named, queued) if name in known]
    return waiting == [name for name in order if name in set(waiting)]


def order_changed() -> Refused:
    """Return the refusal to restore a position in a list whose order has changed since."""
    return Refused(
        "stale",
        _("The waiting list has been ordered anew since. Look at it, and move them."),
    )


def number_in(queued: Sequence[Place], place: Place) -> int:
    """Return the position on the list, from 1; 0 if not on it."""
    return queued.index(place) + 1 if place in queued else 0


def promote(tournament: Tournament) -> list[Place]:
    """Give free places to suitable entries of the list, before the draw. Return those moved up."""
    promoted: list[Place] = []
    if tournament.status not in (Status.REGISTRATION, Status.CHECK_IN):
        return promoted
    queued = queue(tournament)
    while (place := _first_that_fits(tournament, queued)) is not None:
        queued.remove(place)
        place.status = _status_in_field(place)
        place.save(update_fields=["status"])
        _tell(tournament, place)
        audit.record(
            actor=None, verb="tournament.promoted", subject=tournament, name=name_of(place)
        )
        promoted.append(place)
    return promoted


def with_waiting(tournament: Tournament, field: Field) -> Field:
    """Return the field with its free places filled by checked-in entries of the list, in its order.

    Single players are paired: one without anybody left to play with holds no place, which goes to the next pair; two on
    the list share a place at the position of the first.
    """
    ready = [place for place in queue(tournament) if _can_play(tournament, place)]
    alone = [place for place in ready if isinstance(place, Single)]
    entries, singles = list(field.entries), list(field.singles)

    def is_free() -> bool:
        return len(entries) + len(singles) // 2 < tournament.max_entries

    if len(singles) % 2 and alone and is_free():
        singles.append(alone.pop(0))
    for place in ready:
        if not is_free():
            break
        if isinstance(place, Entry):
            entries.append(place)
        elif place in alone and len(alone) > 1:
            singles += alone[:2]
            alone = alone[2:]
    return replace(field, entries=entries, singles=singles)


def _can_play(tournament: Tournament, place: Place) -> bool:
    """Return whether an entry of the list is complete, and checked in if check-in is open."""
    if tournament.status == Status.CHECK_IN and place.checked_in_at is None:
        return False
    if isinstance(place, Single):
        return True
    return not place.invitations.filter(status=PartnerInvitation.Status.SENT).exists()


def close(tournament: Tournament, field: Field, at: datetime) -> None:
    """Close the waiting list at the draw: move the field's entries up, let unanswered invitations lapse, and keep the
    others in reserve.
    """
    for entry in field.entries:
        if entry.status == Entry.Status.WAITING:
            entry.status = _status_in_field(entry)
            entry.save(update_fields=["status"])
    unanswered = Entry.objects.filter(
        tournament=tournament,
        status=Entry.Status.WAITING,
        invitations__status=PartnerInvitation.Status.SENT,
    )
    for entry in unanswered.distinct():
        entry.invitations.filter(status=PartnerInvitation.Status.SENT).update(
            status=PartnerInvitation.Status.LAPSED, answered_at=at
        )
        entry.status = Entry.Status.DECLINED
        entry.save(update_fields=["status"])
        entry.players.update(active=False)


def _counts(tournament: Tournament) -> tuple[int, int]:
    return (
        tournament.entries.filter(status__in=Entry.LIVE).count(),
        tournament.singles.filter(status__in=Single.LIVE).count(),
    )


def _fits(tournament: Tournament, entries: int, singles: int, alone: bool) -> bool:
    after = places(entries, singles + 1) if alone else places(entries + 1, singles)
    return after <= tournament.max_entries


def _first_that_fits(tournament: Tournament, queued: list[Place]) -> Place | None:
    counts = _counts(tournament)
    for place in queued:
        if _fits(tournament, *counts, isinstance(place, Single)):
            return place
    return None


def _status_in_field(place: Place) -> Any:
    if isinstance(place, Single):
        return Single.Status.WAITING if place.checked_in_at is None else Single.Status.CHECKED_IN
    if place.invitations.filter(status=PartnerInvitation.Status.SENT).exists():
        return Entry.Status.INVITED
    return Entry.Status.ENTERED if place.checked_in_at is None else Entry.Status.CHECKED_IN


def _came(place: Place) -> tuple[bool, int, datetime, bool, int]:
    number = place.queue_no
    return number is None, number or 0, place.created_at, isinstance(place, Single), place.pk


def _tell(tournament: Tournament, place: Place) -> None:
    if isinstance(place, Single):
        notify.promoted(tournament, [place.user], f"single:{place.pk}")
        return
    users = [each.user for each in place.players.select_related("user")]
    notify.promoted(tournament, users, f"entry:{place.pk}")


def name_of(place: Place) -> str:
    """Return the name of an entry, or of a single player."""
    return str(place.name)
