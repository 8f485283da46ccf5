"""Undo: what the desk's log and the messages after a press offer to take back, and how.

A line of the log can be undone while what it did still holds; the function that undoes it checks that again under its
lock.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.tables.models import Action, Table
from spades_site.accounts.models import User
from spades_site.common.forms import key_of
from spades_site.common.models import AuditEntry
from tournaments.events.actions import decisions, partners, places
from tournaments.events.actions.night import absences, attendance, tables
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.entries import replacing, substitute_offers
from tournaments.events.models import (
    Entry,
    Match,
    MatchTable,
    Result,
    Round,
    Status,
    SubstituteOffer,
    Tournament,
)
from tournaments.events.queries.evening import Evening
from tournaments.events.queries.evening_rows import Attendee, State, TableRow
from tournaments.organizer.desk.entry_undoing import (
    PAIRED,
    SEEDED,
    Seeds,
    pairs_now,
    removed_in,
    restore_seeds,
    seeds_now,
    still_seeded,
)

DECIDED = ("match.decided", "match.score_entered")


@dataclass(frozen=True)
class Situation:
    """What decides about undoing: the evening, the requests that wait for an answer, the matches whose forfeit counts, the
    decisions that stopped a game or replaced a result (match and version), and the tables at which a game is to be played
    again.
    """

    evening: Evening
    offers: frozenset[int] = frozenset()
    forfeits: frozenset[int] = frozenset()
    awards: frozenset[tuple[int, int]] = frozenset()
    replays: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    """The removed entries that can be put back."""
    seeds: Seeds = field(default_factory=dict)
    """The seeds set by hand, while they can be set."""
    pairs: frozenset[int] = frozenset()
    """The pairs that were made of two people, and can be split."""


@dataclass(frozen=True)
class Undo:
    """How a line of the log is undone, and whether it still can be; `judges`: by whoever decides about the match."""

    may: Callable[[AuditEntry, Situation], bool]
    act: Callable[[AuditEntry, Tournament, User], object]
    judges: bool = False


def situation_of(
    tournaments: Sequence[Tournament], evening: Evening, entries: Iterable[AuditEntry]
) -> Situation:
    """Return what decides about undoing these lines of the log, with at most one query for each kind."""
    lines = list(entries)
    under_way = [one for one in tournaments if one.status in UNDER_WAY]
    offers = {_number(one, "offer") for one in lines if one.verb == "match.take_over_asked"}
    if offers:
        found = SubstituteOffer.objects.filter(pk__in=offers, status=SubstituteOffer.Status.OPEN)
        offers = set(found.values_list("pk", flat=True))
    forfeits = {match_of(one) for one in lines if one.verb == "match.absence_forfeit"}
    if forfeits:
        matches = Match.objects.filter(
            pk__in=forfeits,
            tournament__in=[one for one in under_way if not one.shares_deals],
            status=Match.Status.DONE,
            round__status=Round.Status.PLAYING,
            results__current=True,
            results__kind=Result.Kind.FORFEIT,
        )
        forfeits = set(matches.values_list("pk", flat=True))
    decided = [one for one in lines if one.verb in DECIDED]
    return Situation(
        evening,
        frozenset(offers),
        frozenset(forfeits),
        _awards(under_way, decided) | _corrections(tournaments, decided),
        _replays(under_way, [one for one in lines if one.verb == "match.replayed_from"]),
        removed_in(tournaments, lines),
        seeds_now(tournaments, lines),
        pairs_now(tournaments, lines),
    )


def _awards(tournaments: list[Tournament], lines: list[AuditEntry]) -> frozenset[tuple[int, int]]:
    """The decisions among these lines that still count and stopped a game that could go on."""
    if not lines or not tournaments:
        return frozenset()
    deals = Q(tables__table__deals=None) | Q(tables__table__deals__opened_at=None)
    found = Match.objects.filter(
        deals,
        tournament__in=tournaments,
        pk__in={match_of(one) for one in lines},
        status=Match.Status.DONE,
        round__status=Round.Status.PLAYING,
        results__current=True,
        results__by__isnull=False,
        tables__counts=True,
        tables__table__status=Table.Status.ABANDONED,
        tables__table__state__isnull=False,
        tables__table__finished_at__gte=F("results__at"),
    )
    return frozenset(found.values_list("pk", "results__version"))


def _corrections(
    tournaments: Sequence[Tournament], lines: list[AuditEntry]
) -> frozenset[tuple[int, int]]:
    """The decisions among these lines that still count and replaced a result to which the match can return."""
    if not lines:
        return frozenset()
    before = Result.objects.filter(match=OuterRef("match"), version=OuterRef("version") - 1)
    replayed = MatchTable.objects.filter(
        match=OuterRef("match"), counts=True, table__created_at__gt=OuterRef("before")
    )
    next_round = Round.objects.filter(
        stage=OuterRef("match__round__stage"), number__gt=OuterRef("match__round__number")
    )
    found = Result.objects.annotate(before=Subquery(before.values("at")[:1])).filter(
        Q(match__slot="") | ~Exists(next_round),
        ~Exists(replayed),
        match__in={match_of(one) for one in lines},
        match__tournament__in=[
            one for one in tournaments if one.status in UNDER_WAY | {str(Status.FINISHED)}
        ],
        current=True,
        by__isnull=False,
        before__isnull=False,
    )
    return frozenset(found.values_list("match_id", "version"))


def _replays(tournaments: list[Tournament], lines: list[AuditEntry]) -> frozenset[int]:
    """The new tables among these lines at which no card is played."""
    if not lines or not tournaments:
        return frozenset()
    cards = Action.objects.filter(
        table=OuterRef("table"), kind=Action.Kind.PLAY, text__startswith="play "
    )
    found = MatchTable.objects.filter(
        ~Exists(cards),
        pk__in={_number(one, "at") for one in lines},
        match__tournament__in=tournaments,
        match__round__status=Round.Status.PLAYING,
        counts=True,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    )
    return frozenset(found.values_list("pk", flat=True))


def undo_of(entry: AuditEntry, situation: Situation) -> str:
    """Return what a button sends to undo a line of the log; "" if it can't be undone, or was."""
    how = UNDOS.get(entry.verb)
    return f"undo {entry.pk}" if how is not None and how.may(entry, situation) else ""


def undo(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    """Undo a line of the log whose verb is one of `UNDOS`. Raises Refused like the action that undoes it."""
    UNDOS[entry.verb].act(entry, tournament, by)


def _number(entry: AuditEntry, name: str) -> int:
    return key_of(str(entry.data.get(name, "")))


def match_of(entry: AuditEntry) -> int:
    """Return the key of the match that a line of the log is about; 0 if it is about none."""
    if not entry.subject.startswith("match:"):
        return 0
    return key_of(entry.subject.partition(":")[2])


def _moment(entry: AuditEntry, name: str) -> datetime | None:
    return parse_datetime(str(entry.data.get(name, "")))


def _table(entry: AuditEntry, situation: Situation) -> TableRow | None:
    key = _number(entry, "table")
    return next((row for row in situation.evening.tables if row.key == key), None)


def _person(entry: AuditEntry, situation: Situation) -> Attendee | None:
    place = entry.data.get("place")
    return next((one for one in situation.evening.people if one.place == place), None)


# ------------------------------------------------------------------------------------------------ attendance
def _is_checked_in(entry: AuditEntry, situation: Situation) -> bool:
    person, since = _person(entry, situation), _moment(entry, "since")
    return person is not None and (person.state, person.since) == (State.PRESENT, since)


def _is_on_the_way(entry: AuditEntry, situation: Situation) -> bool:
    person, since = _person(entry, situation), _moment(entry, "since")
    if person is None:
        return False
    return (person.state, person.on_the_way_at) == (State.ON_THE_WAY, since)


def _is_not_checked_in(entry: AuditEntry, situation: Situation) -> bool:
    person = _person(entry, situation)
    if person is None or person.table or person.status == Entry.Status.INVITED:
        return False
    return person.away


def _is_not_coming(entry: AuditEntry, situation: Situation) -> bool:
    person = _person(entry, situation)
    return person is not None and person.state == State.ABSENT


def _waits_longer(entry: AuditEntry, situation: Situation) -> bool:
    before, until = _moment(entry, "before"), _moment(entry, "until")
    held = any(
        row.match == match_of(entry) and row.waits and row.extended == until
        for row in situation.evening.tables
    )
    return held and before is not None and before > situation.evening.at


def _restore_grace(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    until, before = _moment(entry, "until"), _moment(entry, "before")
    assert until is not None
    assert before is not None
    absences.undo_extension(match_id=match_of(entry), until=until, before=before, by=by)


def _check_out(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.undo_check_in(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _not_coming(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.undo_on_the_way(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _check_in(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.check_in_place(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _coming(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    attendance.note_on_the_way(tournament_id=tournament.pk, by=by, place=str(entry.data["place"]))


def _play_after_all(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    reason = _("The forfeit was a mistake.")
    decisions.replay_match(match_id=match_of(entry), by=by, reason=reason)


def _take_award_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    decisions.undo_decision(
        match_id=match_of(entry),
        by=by,
        reason=_("The decision was a mistake."),
        expected_version=_number(entry, "version"),
    )


def _take_replay_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    decisions.undo_replay(at_id=_number(entry, "at"), by=by, reason=_("The replay was a mistake."))


# ---------------------------------------------------------------------------------------------------- tables
def _is_paused(entry: AuditEntry, situation: Situation) -> bool:
    row = _table(entry, situation)
    return (
        row is not None and row.paused_at is not None and row.paused_at == _moment(entry, "since")
    )


def _has_more_time(entry: AuditEntry, situation: Situation) -> bool:
    row, before = _table(entry, situation), _moment(entry, "before")
    if row is None or row.deadline != _moment(entry, "after"):
        return False
    return before is not None and before > (row.paused_at or situation.evening.at)


def _shorten_turn(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    after, before = _moment(entry, "after"), _moment(entry, "before")
    assert after is not None
    assert before is not None
    tables.take_back_turn_time(at_id=_number(entry, "table"), seen=after, until=before, by=by)


def _has_fuller_banks(entry: AuditEntry, situation: Situation) -> bool:
    row = _table(entry, situation)
    return row is not None and all(
        row.banks.get(int(seat)) == bank for seat, bank in entry.data["after"].items()
    )


def _empty_banks(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    before, after = (
        {int(seat): float(bank) for seat, bank in entry.data[name].items()}
        for name in ("before", "after")
    )
    tables.take_back_bank(at_id=_number(entry, "table"), seen=after, to=before, by=by)


def _plays_instead(entry: AuditEntry, situation: Situation) -> bool:
    row = _table(entry, situation)
    return row is not None and entry.data["after"] in row.players


def _give_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    replacing.give_back(substitution_id=_number(entry, "substitution"), by=by)


def _take_back_request(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    substitute_offers.take_back(offer_id=_number(entry, "offer"), by=by)


UNDOS: dict[str, Undo] = {
    places.REMOVED: Undo(
        lambda entry, situation: _number(entry, "entry") in situation.removed,
        lambda entry, _tournament, by: places.restore_entry(
            entry_id=_number(entry, "entry"), by=by
        ),
    ),
    PAIRED: Undo(
        lambda entry, situation: _number(entry, "entry") in situation.pairs,
        lambda entry, _tournament, by: partners.split_pair(entry_id=_number(entry, "entry"), by=by),
    ),
    SEEDED: Undo(lambda entry, situation: still_seeded(entry, situation.seeds), restore_seeds),
    "tournament.checked_in": Undo(_is_checked_in, _check_out),
    "tournament.check_in_undone": Undo(_is_not_checked_in, _check_in),
    "tournament.on_the_way": Undo(_is_on_the_way, _not_coming),
    "tournament.on_the_way_undone": Undo(_is_not_coming, _coming),
    "match.grace_extended": Undo(_waits_longer, _restore_grace),
    "match.absence_forfeit": Undo(
        lambda entry, situation: match_of(entry) in situation.forfeits, _play_after_all, judges=True
    ),
    **dict.fromkeys(
        DECIDED,
        Undo(
            lambda entry, situation: (
                (match_of(entry), _number(entry, "version")) in situation.awards
            ),
            _take_award_back,
            judges=True,
        ),
    ),
    "match.replayed_from": Undo(
        lambda entry, situation: _number(entry, "at") in situation.replays,
        _take_replay_back,
        judges=True,
    ),
    "match.table_paused": Undo(
        _is_paused,
        lambda entry, _tournament, by: tables.resume(at_id=_number(entry, "table"), by=by),
        judges=True,
    ),
    "match.turn_extended": Undo(_has_more_time, _shorten_turn, judges=True),
    "match.bank_filled": Undo(_has_fuller_banks, _empty_banks, judges=True),
    "match.player_replaced": Undo(_plays_instead, _give_back, judges=True),
    "match.take_over_asked": Undo(
        lambda entry, situation: _number(entry, "offer") in situation.offers,
        _take_back_request,
        judges=True,
    ),
}
"""How lines of the log are undone, by their verbs."""
