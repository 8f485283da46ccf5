"""Line-ups: who plays a match, who was present, and how much bots played for them.

A line-up belongs to a table: it is written when the table opens, and changes only if a player is replaced there
(`hand_over`); other substitutes play from the next table on. A match that no person came to counts for nobody, even if
bots played it.

Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.engine.sentences import message
from games.tables.game.bots import Cards, cards_by_seat
from games.tables.models import Seat, Table
from spades_site.accounts.models import User
from tournaments.events.core.named import FOUR, accounts_first, places_by_hand
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    LineUp,
    Match,
    MatchTable,
    Result,
    Tournament,
    who_played,
)


def record_line_up(at: MatchTable, users: Sequence[Any]) -> None:
    """Write the line-up of a table that opens, by seat, and delete rows of the match from a decision without a table."""
    at.match.line_up.filter(table=None).delete()
    LineUp.objects.bulk_create(_places(at, users))
    at.match.forget_names()


def hand_over(row: LineUp, into: User, *, came: bool, hand: int | None) -> None:
    """Give a row's seat at an open table to another person, from `hand` on, or (None) before the first hand.

    A player replaced during a game keeps a row with the cards played so far; `came`: they were present.
    """
    if hand is None:
        row.user, row.present = into, False
        row.save(update_fields=["user", "present"])
        return
    assert row.table is not None
    table, seat = row.table.table_id, row.seat
    assert table is not None
    assert seat is not None
    so_far = cards_by_seat([table]).get((table, seat), Cards())
    mine = so_far - _before(row.table.line_up.all()).get((row.table_id, seat), Cards())
    row.present, row.until_hand = came, hand
    row.cards, row.bot_cards = mine
    row.save(update_fields=["present", "until_hand", "cards", "bot_cards"])
    LineUp.objects.create(
        match=row.match, table=row.table, side=row.side, entry=row.entry, position=row.position,
        seat=seat, user=into, from_hand=hand,
    )  # fmt: skip
    row.match.forget_names()


def record_attendance(match: Match) -> None:
    """Record who was present at each table that counts, and how many of their cards bots played.

    A match decided without a table gets its entries' current line-up.
    """
    rows = list(match.line_up.counting().select_related("table"))
    if not rows:
        LineUp.objects.bulk_create(_without_table(match))
        match.forget_names()
        return
    places = {
        row.pk: (row.table.table_id, row.seat)
        for row in rows
        if row.table is not None and row.table.table_id is not None and row.seat is not None
    }
    tables = {table for table, _seat in places.values()}
    came, cards, before = _came(tables), cards_by_seat(tables), _before(rows)
    changed = []
    for row in rows:
        if row.until_hand is not None:
            continue
        place = places.get(row.pk, (0, 0))
        own = cards.get(place, Cards()) - before.get((row.table_id, row.seat), Cards())
        said_now = place in came, *own
        if said_now != (row.present, row.cards, row.bot_cards):
            row.present, row.cards, row.bot_cards = said_now
            changed.append(row)
    LineUp.objects.bulk_update(changed, ["present", "cards", "bot_cards"])
    match.forget_names()


def _before(rows: Iterable[LineUp]) -> dict[tuple[int | None, int | None], Cards]:
    """Return the cards played by people who have since been replaced, by table of the match and seat."""
    found: dict[tuple[int | None, int | None], Cards] = {}
    for row in rows:
        if row.until_hand is not None:
            place = row.table_id, row.seat
            found[place] = found.get(place, Cards()) + Cards(row.cards, row.bot_cards)
    return found


def attended(match: Match) -> bool:
    """Return whether any person was present at a match, as `record_attendance` recorded it."""
    return match.line_up.counting().filter(present=True).exists()


def stood_in(match: Match) -> list[int]:
    """Return the keys of the entries for which bots played more than half of the cards, in the order of their sides.

    Partners who are separate entries are counted separately: nobody is marked for an absent partner.
    """
    by_entry: dict[int, Cards] = {}
    for row in match.line_up.counting():
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
    rows = LineUp.objects.counting().filter(match__tournament=tournament, present=True)
    return rows.exists()


def came_to_tables(tournaments: Collection[Tournament]) -> set[tuple[int, int]]:
    """Return the keys of tournaments with those of the people who were at a table of it, or waited with a bye.

    A score entered for a match without a table counts for its players. Takes two queries.
    """
    results = Result.objects.filter(current=True)
    by_hand = Exists(results.filter(match=OuterRef("match"), kind=Result.Kind.PLAYED))
    rows = LineUp.objects.counting().filter(match__tournament__in=tournaments)
    came = rows.filter(Q(present=True) | Q(by_hand, table=None))
    byes = results.filter(match__tournament__in=tournaments, kind=Result.Kind.BYE)
    waited = EntryPlayer.objects.filter(entry__match_places__side__match__in=byes.values("match"))
    return {
        *came.values_list("match__tournament_id", "user_id"),
        *waited.values_list("entry__tournament_id", "user_id"),
    }


def nobody_came() -> str:
    """Return the reason that a result stores if nobody came to the match."""
    return message("Nobody came, so the match doesn’t count.")


def missing_from(tables: Collection[MatchTable]) -> list[LineUp]:
    """Return the absent players of these tables, with their entries and users, by table and side."""
    rows = _seated(tables, came=False).select_related("entry", "user")
    return list(rows.order_by("table__number", "side__index", "position", "pk"))


def away_in(tournament: Tournament) -> list[LineUp]:
    """Return the players missing at a tournament's open tables, and those for whom a bot plays there, with their
    entries and users, by table."""
    rows = LineUp.objects.seated().filter(
        Q(table__table__seats__arrived_at=None) | Q(table__table__seats__stand_in=True),
        match__tournament=tournament,
        match__status=Match.Status.PLAYING,
        table__counts=True,
        table__table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
        table__table__seats__index=F("seat"),
    )
    return list(rows.select_related("entry", "user").order_by("table__table", "seat"))


def came_to(at: MatchTable) -> list[LineUp]:
    """Return the present players of a table, with their users."""
    return list(_seated([at], came=True).select_related("user"))


def replaced_of(match: Match) -> list[LineUp]:
    """Return the rows of the match's open tables whose person has been replaced in the entry since."""
    called = match.substitutions.values("into")
    rows = match.line_up.seated().filter(table__in=[at.pk for at in match.open_tables])
    return list(rows.exclude(user__in=called).exclude(entry__players__user=F("user")))


def players_of(match: Match, entry: Entry) -> list[Any]:
    """Return the players of a match for an entry: the entry's current players before a table opens."""
    rows = who_played(match.line_up.counting().filter(entry=entry).select_related("user", "table"))
    return list(dict.fromkeys(row.user for row in rows)) or [
        place.user for place in entry.players.select_related("user")
    ]


def _seated(tables: Collection[MatchTable], *, came: bool) -> QuerySet[LineUp]:
    """Return the rows of these tables whose people have come, or haven't."""
    return LineUp.objects.seated().filter(
        table__in=[at.pk for at in tables],
        table__table__seats__index=F("seat"),
        table__table__seats__arrived_at__isnull=not came,
    )


def _came(tables: Collection[int]) -> set[tuple[int, int]]:
    """Return the table and seat of people who came to these tables before the game was over."""
    seats = Seat.objects.filter(
        Q(table__finished_at=None) | Q(arrived_at__lte=F("table__finished_at")),
        table__in=tables,
        user__isnull=False,
        arrived_at__isnull=False,
    )
    return set(seats.values_list("table_id", "index"))


def _places(at: MatchTable, users: Sequence[Any]) -> list[LineUp]:
    """Return the line-up of a table whose players are `users`, by seat."""
    match = at.match
    called = {one.into_id: one.position for one in match.substitutions.all()}
    sides = match.sides
    rows = []
    for seat, user in enumerate(users):
        side = sides[(seat + at.crossed) % len(sides)]
        entry = side.entries[seat // len(sides) % len(side.entries)]
        own = {place.user_id: place.position for place in entry.players.all()}
        rows.append(
            LineUp(
                match=match,
                table=at,
                entry=entry,
                side=side,
                position=own.get(user.pk, called.get(user.pk, 0)),
                seat=seat,
                user=user,
            )
        )
    return rows


def _without_table(match: Match) -> list[LineUp]:
    by_hand = match.tournament.is_team and places_by_hand().filter(side__match=match).exists()
    return [
        LineUp(match=match, entry=entry, side=side, position=place.position, user_id=place.user_id)
        for side in match.sides
        for entry in side.entries
        for place in (_lined_up(match, entry) if by_hand else entry.players.all())
    ]


def _lined_up(match: Match, entry: Entry) -> list[EntryPlayer]:
    """Return a team's line-up of a match without tables: the four named for it, else the first who would play."""
    active = list(entry.players.filter(active=True).select_related("user").order_by("position"))
    named = set(entry.nominations.filter(match=match).values_list("user_id", flat=True))
    first = [user.pk for user in accounts_first(place.user for place in active)][:FOUR]
    return [place for place in active if place.user_id in (named or first)]
