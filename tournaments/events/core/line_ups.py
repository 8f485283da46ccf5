"""Line-ups: who plays a match, who was present, and how much bots played for them.

A line-up is written when a match's table opens and doesn't change: later substitutes play from
the next table on. A match that nobody came to counts for nobody, whatever bots played in it.

Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Q

from games.engine.sentences import message
from games.tables.game.bots import Cards, cards_by_seat
from games.tables.models import Seat
from tournaments.events.models import Entry, LineUp, Match, MatchTable, Result, Tournament


def record_line_up(match: Match, users: Sequence[Any], *, crossed: bool = False) -> None:
    """Write the line-up of a match whose table opens, by seat. Replaced players stay if they came to an earlier game.

    `crossed`: side 0 sits at seats 1 and 3.
    """
    places = _places(match, users, crossed)
    known = list(match.line_up.all())
    here = {user.pk for user in users}
    gone = [row.pk for row in known if row.user_id not in here and not row.present]
    if gone:
        match.line_up.filter(pk__in=gone).delete()
    there = {row.user_id for row in known}
    LineUp.objects.bulk_create(row for row in places if row.user_id not in there)
    match.forget_names()


def record_attendance(match: Match) -> None:
    """Record who was present at the tables that count, and how many of their cards bots played.

    A match decided without a table gets its entries' current line-up.
    """
    rows = list(match.line_up.all())
    if not rows:
        LineUp.objects.bulk_create(_without_table(match))
        match.forget_names()
        return
    counting = MatchTable.objects.filter(match=match, counts=True, table__isnull=False)
    tables = list(counting.values_list("table_id", flat=True))
    came = _came(tables)
    cards = cards_by_seat(tables)
    changed = []
    for row in rows:
        mine = [seat for seat in came if seat.user_id == row.user_id]
        total = sum((cards.get((one.table_id, one.index), Cards()) for one in mine), Cards())
        said_now = any(one.arrived_at is not None for one in mine), *total
        if said_now != (row.present, row.cards, row.bot_cards):
            row.present, row.cards, row.bot_cards = said_now
            changed.append(row)
    LineUp.objects.bulk_update(changed, ["present", "cards", "bot_cards"])
    match.forget_names()


def forget_play(match: Match) -> None:
    """Discard the attendance of a match that is replayed."""
    match.line_up.update(present=False, cards=0, bot_cards=0)


def attended(match: Match) -> bool:
    """Return whether a person was present at a match, as `record_attendance` recorded it."""
    return match.line_up.filter(present=True).exists()


def stood_in(match: Match) -> list[int]:
    """Return the keys of the entries for which bots played more than half of the cards, in the order of their sides.

    Partners who are separate entries are counted separately: nobody is marked for an absent partner.
    """
    by_entry: dict[int, Cards] = {}
    for row in match.line_up.all():
        by_entry[row.entry_id] = by_entry.get(row.entry_id, Cards()) + Cards(
            row.cards, row.bot_cards
        )
    return [entry.pk for entry in match.entries if by_entry.get(entry.pk, Cards()).mostly_bot]


def was_attended(tournament: Tournament) -> bool:
    """Return whether a person came to any match of a tournament, or an organizer awarded a match to a side.

    A match that nobody came to never counts as played.
    """
    results = Result.objects.filter(match__tournament=tournament, current=True)
    by_word = Q(by__isnull=False, scores__place=1)
    if results.filter(Q(kind=Result.Kind.PLAYED) | by_word).exists():
        return True
    return LineUp.objects.filter(match__tournament=tournament, present=True).exists()


def nobody_came() -> str:
    """Return the reason that a result stores if nobody came to the match."""
    return message("Nobody came, so the match doesn't count.")


def missing_from(match: Match) -> list[LineUp]:
    """Return the absent players of the match's open table, with their entries and users."""
    seats = match.table.seats.filter(arrived_at=None, user__isnull=False)
    rows = match.line_up.filter(user__in=seats.values("user")).select_related("entry", "user")
    return list(rows.order_by("side__index", "position", "pk"))


def came_to_table(match: Match) -> list[LineUp]:
    """Return the present players of the match's open table, with their users."""
    seats = match.table.seats.filter(arrived_at__isnull=False, user__isnull=False)
    return list(match.line_up.filter(user__in=seats.values("user")).select_related("user"))


def is_replaced(match: Match, among: Sequence[LineUp] | None = None) -> bool:
    """Return whether a player at the match's table, or one of `among`, has been replaced in the entry since."""
    seated = match.table.seats.filter(user__isnull=False).values("user")
    called = match.substitutions.values("into")
    rows = match.line_up.filter(user__in=seated).exclude(user__in=called)
    if among is not None:
        rows = rows.filter(pk__in=[row.pk for row in among])
    return rows.exclude(entry__players__user=F("user")).exists()


def players_of(match: Match, entry: Entry) -> list[Any]:
    """Return the players of a match for an entry: the entry's current players before a table opens."""
    rows = match.line_up.filter(entry=entry).select_related("user")
    return [row.user for row in rows] or [
        place.user for place in entry.players.select_related("user")
    ]


def _came(tables: Iterable[int]) -> list[Seat]:
    """The seats of present people at these tables; people who came after the game don't count."""
    seats = Seat.objects.filter(table__in=list(tables), user__isnull=False).select_related("table")
    seats = seats.defer("table__state", "table__rules").order_by("table_id", "index")
    found = []
    for seat in seats:
        over = seat.table.finished_at
        if seat.arrived_at is not None and over is not None and seat.arrived_at > over:
            seat.arrived_at = None
        found.append(seat)
    return found


def _places(match: Match, users: Sequence[Any], crossed: bool) -> list[LineUp]:
    """The line-up of a table whose players are `users`, by seat."""
    called = {one.into_id: one.position for one in match.substitutions.all()}
    sides = match.sides
    rows = []
    for seat, user in enumerate(users):
        side = sides[(seat + crossed) % len(sides)]
        entry = side.entries[seat // len(sides) % len(side.entries)]
        own = {place.user_id: place.position for place in entry.players.all()}
        rows.append(
            LineUp(
                match=match,
                entry=entry,
                side=side,
                position=own.get(user.pk, called.get(user.pk, 0)),
                seat=seat,
                user=user,
            )
        )
    return rows


def _without_table(match: Match) -> list[LineUp]:
    return [
        LineUp(match=match, entry=entry, side=side, position=place.position, user_id=place.user_id)
        for side in match.sides
        for entry in side.entries
        for place in entry.players.all()
    ]
