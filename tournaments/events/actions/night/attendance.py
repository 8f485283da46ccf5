"""Attendance: organizers check entries in, mark people as on the way and call the absent; players report that they are
on the way.

Places are named as in the audit log: "entry:12", or "single:7" for somebody who entered alone.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import key_of
from tournaments.events.actions.night import left_out
from tournaments.events.core import line_ups
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.entries.check_in import catch_up, note_coming, require_check_in
from tournaments.events.entries.waiting import Place, waits
from tournaments.events.models import Entry, Round, Single, Status, Tournament
from tournaments.events.notices import notify

AGAIN = timedelta(minutes=2)
"""How soon the same people can be called, or marked as on the way, again."""


def check_in_place(*, tournament_id: int, place: str, by: User) -> None:
    """Check an entry or single player in on their behalf. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "check_in_closed", "begun", "unknown_entry", "partner_open".
    """
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        found = _held(tournament, place) or _in_check_in(tournament, place)
        if note_coming(tournament, found, at):
            _log(tournament, by, "tournament.checked_in", place, found, at)


def check_in_places(*, tournament_id: int, places: Collection[str], by: User) -> int:
    """Check several entries or single players in at once, all or none; return how many weren't yet.

    Raises Refused like `check_in_place`, and "nobody" without places.
    """
    if not places:
        raise Refused("nobody", _("Tick those who are here first."))
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        made = 0
        for place in places:
            found = _held(tournament, place) or _in_check_in(tournament, place)
            if note_coming(tournament, found, at):
                _log(tournament, by, "tournament.checked_in", place, found, at)
                made += 1
    return made


def _held(tournament: Tournament, place: str) -> Entry | None:
    """Return the entry that a waiting first draw holds a place for, or None."""
    if tournament.status not in UNDER_WAY:
        return None
    released = tournament.rounds.exclude(status=Round.Status.DRAFTED).exists()
    found = None if released else _place(tournament, place)
    in_draw = isinstance(found, Entry) and found.seed_no is not None
    return found if in_draw and found.checked_in_at is None else None  # type: ignore[union-attr, return-value]


def undo_check_in(*, tournament_id: int, place: str, by: User) -> None:
    """Undo a check-in. Idempotent. Raises Refused like `check_in_place`."""
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        found = _in_check_in(tournament, place)
        if found.checked_in_at is None:
            return
        found.checked_in_at = None
        if not waits(found):
            found.status = (
                Entry.Status.ENTERED if isinstance(found, Entry) else Single.Status.WAITING
            )
        found.save(update_fields=["status", "checked_in_at"])
        save(tournament)
        _log(tournament, by, "tournament.check_in_undone", place, found, at)


def note_paid(*, tournament_id: int, place: str, by: User, paid: bool) -> None:
    """Note that an entry or single player has paid, or hasn't. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "unknown_entry".
    """
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        found = _place(tournament, place)
        if (found.paid_at is not None) == paid:
            return
        found.paid_at = at if paid else None
        found.save(update_fields=["paid_at"])
        save(tournament)
        verb = "tournament.paid" if paid else "tournament.not_paid"
        _log(tournament, by, verb, place, found, at)


def note_on_the_way(*, tournament_id: int, place: str, by: User) -> None:
    """Mark somebody as on the way until check-in, or their table's wait, is over. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "not_tonight", "unknown_entry".
    """
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        _hear(tournament, _tonight(tournament, place), at, by, "tournament.on_the_way")


def say_on_the_way(*, tournament_id: int, user: User) -> None:
    """Let a player report, for their entry, that they are on the way. Idempotent.

    Raises Refused: "unknown_tournament", "not_tonight", "not_entered".
    """
    with transaction.atomic():
        tournament, at = lock(tournament_id), now()
        catch_up(tournament, at)
        _require_tonight(tournament)
        # Somebody replaced from the next table on still plays at this one.
        awaited = [row.entry_id for row in line_ups.away_in(tournament) if row.user_id == user.pk]
        places = tournament.entries.filter(
            Q(players__user=user, players__active=True) | Q(pk__in=awaited),
            status__in=Entry.TAKING_PART,
        )
        alone = tournament.singles.filter(user=user, status__in=Single.TAKING_PART)
        found = alone.first() or places.first()
        if found is None:
            raise Refused("not_entered", _("You aren’t entered in this tournament."))
        _hear(tournament, found, at, user, "tournament.said_on_the_way")


def undo_on_the_way(*, tournament_id: int, place: str, by: User) -> None:
    """Undo marking somebody as on the way. Idempotent. Raises Refused like `note_on_the_way`."""
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        found = _tonight(tournament, place)
        if found.on_the_way_at is None:
            return
        if (held := _held(tournament, place)) is not None:
            left_out.leave_out(tournament, held, by)
            return
        found.on_the_way_at = None
        found.save(update_fields=["on_the_way_at"])
        save(tournament)
        _log(tournament, by, "tournament.on_the_way_undone", place, found, at)


def call_absent(*, tournament_id: int, by: User, place: str = "") -> int:
    """Call the absent people of a place, or all absent people, by notice and mail. Returns how many were called.

    People called within `AGAIN` aren't called again. Raises Refused: "unknown_tournament", "not_organizer",
    "not_tonight", "nobody_absent", "called_already".
    """
    with transaction.atomic():
        tournament, at = _locked(tournament_id, by)
        _require_tonight(tournament)
        absent = absent_people(tournament)
        wanted = {key: absent[key] for key in absent if place in ("", key)}
        if not wanted:
            raise Refused(
                "nobody_absent", _("They are here by now. Reload the page to see who is absent.")
            )
        places = [_place(tournament, key) for key in wanted]
        due = [one for one in places if one.called_at is None or one.called_at <= at - AGAIN]
        if not due:
            raise Refused(
                "called_already",
                _("They were called less than two minutes ago. Give them a moment."),
            )
        people = {user.pk: user for one in due for user in wanted[audit.subject_of(one)]}
        for one in due:
            one.called_at = at
            one.save(update_fields=["called_at"])
        notify.called(tournament, list(people.values()), by, at)
        save(tournament)
        audit.record(
            actor=by, verb="tournament.called", subject=tournament, people=len(people),
            name=_name_of(due[0]) if len(due) == 1 else "",
        )  # fmt: skip
    return len(people)


def absent_people(tournament: Tournament) -> Mapping[str, Sequence[User]]:
    """Return who is absent now, by place: during check-in those not checked in, later those missing at open tables."""
    if tournament.status == Status.CHECK_IN:
        entries = tournament.entries.filter(status__in=Entry.LIVE, checked_in_at=None)
        singles = tournament.singles.filter(status__in=Single.LIVE, checked_in_at=None)
        return {
            audit.subject_of(entry): [row.user for row in entry.players.all()]
            for entry in entries.prefetch_related("players__user")
        } | {audit.subject_of(single): [single.user] for single in singles.select_related("user")}
    found: dict[str, list[User]] = {}
    for row in line_ups.away_in(tournament):
        found.setdefault(audit.subject_of(row.entry), []).append(row.user)
    return found


def _locked(tournament_id: int, by: User) -> tuple[Tournament, datetime]:
    tournament, at = lock(tournament_id), now()
    require_organizer(by, tournament)
    catch_up(tournament, at)
    return tournament, at


def _hear(tournament: Tournament, found: Place, at: datetime, by: User, verb: str) -> None:
    """Store that somebody is on the way, unless it was stored a moment ago."""
    if found.on_the_way_at is not None and found.on_the_way_at > at - AGAIN:
        return
    found.on_the_way_at = at
    found.save(update_fields=["on_the_way_at"])
    save(tournament)
    _log(tournament, by, verb, audit.subject_of(found), found, at)


def _in_check_in(tournament: Tournament, place: str) -> Place:
    if tournament.status in UNDER_WAY:
        raise Refused("begun", _("The tournament has begun, so check-in is over. Reload the page."))
    require_check_in(tournament)
    return _place(tournament, place)


def _tonight(tournament: Tournament, place: str) -> Place:
    _require_tonight(tournament)
    return _place(tournament, place)


def _require_tonight(tournament: Tournament) -> None:
    if tournament.status not in UNDER_WAY | {str(Status.CHECK_IN)}:
        raise Refused(
            "not_tonight",
            _("Attendance is kept from check-in to the tournament’s end. Reload the page."),
        )


def _place(tournament: Tournament, place: str) -> Place:
    kind, _colon, key = place.partition(":")
    found: Place | None = None
    if kind == "entry":
        statuses = Entry.TAKING_PART
        found = tournament.entries.filter(pk=key_of(key), status__in=statuses).first()
    elif kind == "single":
        found = tournament.singles.filter(pk=key_of(key), status__in=Single.TAKING_PART).first()
    if found is None:
        raise unknown_entry()
    return found


def _log(
    tournament: Tournament, by: User, verb: str, place: str, found: Place, at: datetime
) -> None:
    audit.record(
        actor=by, verb=verb, subject=tournament, place=place, name=_name_of(found),
        since=at.isoformat(),
    )  # fmt: skip


def _name_of(place: Place) -> str:
    return place.name if isinstance(place, Entry) else place.user.username
