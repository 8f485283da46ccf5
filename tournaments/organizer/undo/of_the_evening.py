"""Undoing actions on attendance and on tables in play."""

from collections.abc import Collection

from spades_site.accounts.models import User
from spades_site.common.models import AuditEntry
from tournaments.events.actions.night import absences, attendance, left_out, tables
from tournaments.events.entries import replacing, substitute_offers
from tournaments.events.models import Entry, SubstituteOffer, Tournament
from tournaments.events.queries.evening import Evening
from tournaments.events.queries.evening_rows import Attendee, State, TableRow
from tournaments.organizer.undo.lines import Lines, Undo, match_of, moment, number


def _table(entry: AuditEntry, evening: Evening) -> TableRow | None:
    key = number(entry, "table")
    return next((row for row in evening.tables if row.key == key), None)


def _person(entry: AuditEntry, evening: Evening) -> Attendee | None:
    place = entry.data.get("place")
    return next((one for one in evening.people if one.place == place), None)


# ------------------------------------------------------------------------------------------------ attendance
def _is_checked_in(entry: AuditEntry, evening: Evening) -> bool:
    person, since = _person(entry, evening), moment(entry, "since")
    return person is not None and (person.state, person.since) == (State.PRESENT, since)


def _is_on_the_way(entry: AuditEntry, evening: Evening) -> bool:
    person, since = _person(entry, evening), moment(entry, "since")
    if person is None:
        return False
    return (person.state, person.on_the_way_at) == (State.ON_THE_WAY, since)


def _is_not_checked_in(entry: AuditEntry, evening: Evening) -> bool:
    person = _person(entry, evening)
    if person is None or person.table or person.status == Entry.Status.INVITED:
        return False
    return person.away


def _is_not_coming(entry: AuditEntry, evening: Evening) -> bool:
    person = _person(entry, evening)
    return person is not None and person.state == State.ABSENT


def _waits_longer(entry: AuditEntry, evening: Evening) -> bool:
    before, until = moment(entry, "before"), moment(entry, "until")
    held = any(
        row.match == match_of(entry) and row.waits and row.extended == until
        for row in evening.tables
    )
    return held and before is not None and before > evening.at


def _restore_grace(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    until, before = moment(entry, "until"), moment(entry, "before")
    assert until is not None
    assert before is not None
    absences.undo_extension(match_id=match_of(entry), until=until, before=before, by=by)


def _check_out(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.undo_check_in(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _not_coming(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.undo_on_the_way(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _is_left_out(entry: AuditEntry, evening: Evening) -> bool:
    return any(one.entry == entry.data.get("entry") for one in evening.left_out)


def _let_in(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    left_out.let_in(tournament_id=tournament.pk, by=by, place=f"entry:{number(entry, 'entry')}")


def _check_in(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.check_in_place(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _coming(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.note_on_the_way(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


# ---------------------------------------------------------------------------------------------------- tables
def _is_paused(entry: AuditEntry, evening: Evening) -> bool:
    row = _table(entry, evening)
    return row is not None and row.paused_at is not None and row.paused_at == moment(entry, "since")


def _is_resumed(lines: Lines) -> frozenset[int]:
    """Return the lines that resumed tables which are in play and haven't been paused since."""
    running = {row.key for row in lines.evening.tables if row.paused_at is None and not row.waits}
    return newest_of(lines, ("match.table_paused", "match.table_resumed")) & lines.with_number(
        "table", running
    )


def newest_of(lines: Lines, verbs: Collection[str]) -> frozenset[int]:
    """Return the lines that are the newest of these verbs for their table or tournament."""
    subjects = {one.subject for one in lines.entries}
    rows = AuditEntry.objects.filter(subject__in=subjects, verb__in=verbs).order_by("at", "pk")
    newest = {
        (subject, data.get("table")): key
        for key, subject, data in rows.values_list("pk", "subject", "data")
    }
    return frozenset(newest.values())


def _pause_again(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    reason = str(entry.data.get("pause_reason", ""))
    tables.pause(at_id=number(entry, "table"), reason=reason, by=by)


def _has_more_time(entry: AuditEntry, evening: Evening) -> bool:
    row, before = _table(entry, evening), moment(entry, "before")
    if row is None or row.deadline != moment(entry, "after"):
        return False
    return before is not None and before > (row.paused_at or evening.at)


def _shorten_turn(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    after, before = moment(entry, "after"), moment(entry, "before")
    assert after is not None
    assert before is not None
    tables.take_back_turn_time(at_id=number(entry, "table"), seen=after, until=before, by=by)


def _has_fuller_banks(entry: AuditEntry, evening: Evening) -> bool:
    row = _table(entry, evening)
    return row is not None and all(
        row.banks.get(int(seat)) == bank for seat, bank in entry.data["after"].items()
    )


def _empty_banks(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    before, after = (
        {int(seat): float(bank) for seat, bank in entry.data[name].items()}
        for name in ("before", "after")
    )
    tables.take_back_bank(at_id=number(entry, "table"), seen=after, to=before, by=by)


def _plays_instead(entry: AuditEntry, evening: Evening) -> bool:
    row = _table(entry, evening)
    return row is not None and entry.data["after"] in row.players


def _give_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    replacing.give_back(substitution_id=number(entry, "substitution"), by=by)


def unanswered(lines: Lines) -> frozenset[int]:
    """Return the lines about requests that wait for an answer."""
    keys = {number(one, "offer") for one in lines.entries}
    waiting = SubstituteOffer.objects.filter(pk__in=keys, status=SubstituteOffer.Status.OPEN)
    return lines.with_number("offer", set(waiting.values_list("pk", flat=True)))


def take_back_request(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    """Withdraw a request to substitute."""
    substitute_offers.take_back(offer_id=number(entry, "offer"), by=by)


UNDOS: dict[str, Undo] = {
    "tournament.checked_in": Undo(lambda lines: lines.where(_is_checked_in), _check_out),
    "tournament.check_in_undone": Undo(lambda lines: lines.where(_is_not_checked_in), _check_in),
    "tournament.on_the_way": Undo(lambda lines: lines.where(_is_on_the_way), _not_coming),
    "tournament.on_the_way_undone": Undo(lambda lines: lines.where(_is_not_coming), _coming),
    "tournament.left_out": Undo(lambda lines: lines.where(_is_left_out), _let_in),
    "match.grace_extended": Undo(lambda lines: lines.where(_waits_longer), _restore_grace),
    "match.table_paused": Undo(
        lambda lines: lines.where(_is_paused),
        lambda entry, _tournament, by: tables.resume(at_id=number(entry, "table"), by=by),
        judges=True,
    ),
    "match.table_resumed": Undo(_is_resumed, _pause_again, judges=True),
    "match.turn_extended": Undo(
        lambda lines: lines.where(_has_more_time), _shorten_turn, judges=True
    ),
    "match.bank_filled": Undo(
        lambda lines: lines.where(_has_fuller_banks), _empty_banks, judges=True
    ),
    "match.player_replaced": Undo(
        lambda lines: lines.where(_plays_instead), _give_back, judges=True
    ),
    "match.take_over_asked": Undo(unanswered, take_back_request, judges=True),
}
