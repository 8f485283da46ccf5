"""Absent players: after the grace period a substitute plays, the side forfeits, or a bot plays.

In individual formats only the absent player forfeits: a bot plays so that the others can, and the result counts for
them; the absent player gets only the points of a forfeit.

The platform checks waiting tables when the grace period is over; a table begins as soon as all players are present.
Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.engine.sentences import message
from games.tables.models import Table
from games.tables.services import abandon_table, begin_match
from tournaments.events.core import line_ups
from tournaments.events.entries.nominations import bench_of
from tournaments.events.entries.substitutes import call, reserve
from tournaments.events.matches.match_games import open_again
from tournaments.events.matches.match_tables import close_for
from tournaments.events.models import (
    LineUp,
    Match,
    MatchTable,
    NoShow,
    SideEntry,
    Tournament,
    played_by,
    with_tables,
)
from tournaments.events.scoring import recording


def apply_no_shows(tournament: Tournament, at: datetime) -> bool:
    """Handle absent players whose grace period is over at `at`. Returns whether there were any."""
    if tournament.no_show == NoShow.BOT:
        return False
    grace = timedelta(minutes=tournament.grace_minutes)
    late = (
        tournament.matches.filter(
            status=Match.Status.PLAYING,
            tables__counts=True,
            tables__table__status=Table.Status.OPEN,
            tables__table__created_at__lte=at - grace,
            substitutions=None,
        )
        .select_related("round", "tournament")
        .prefetch_related(*played_by(players=True), with_tables())
        .distinct()
    )
    done = False
    for match in late:
        waiting = [one for one in match.open_tables if _is_late(one, at - grace)]
        missing = line_ups.missing_from(waiting)
        if not missing:
            continue
        done = True
        until = min(one.table.created_at for one in waiting if one.table) + grace
        if tournament.no_show == NoShow.FORFEIT and tournament.is_individual:
            _forfeit_alone(match, missing, until)
        elif tournament.no_show == NoShow.FORFEIT:
            _forfeit(match, missing, until)
        else:
            _substitute(tournament, match, missing)
    return done


def _is_late(at: MatchTable, since: datetime) -> bool:
    table = at.table
    return table is not None and table.status == Table.Status.OPEN and table.created_at <= since


def _forfeit(match: Match, missing: Sequence[LineUp], at: datetime) -> None:
    gone = {row.side_id for row in missing}
    there = [index for index, side in enumerate(match.sides) if side.pk not in gone]
    names = ", ".join(row.user.username for row in missing)
    reason = message("%(names)s did not come.", names=names)
    winner = there[0] if len(there) == 1 else None
    recording.record_result(match, recording.forfeit(match, winner), at=at, reason=reason)
    close_for(match, reason=reason)


def _forfeit_alone(match: Match, missing: Sequence[LineUp], at: datetime) -> None:
    if len(missing) == len(match.entries):
        _forfeit(match, missing, at)
        return
    table = match.table
    begin_match(table.pk)
    # A player who has arrived meanwhile isn't absent any more.
    away = set(table.seats.filter(stand_in=True).values_list("user_id", flat=True))
    gone = [row.entry_id for row in missing if row.user_id in away]
    SideEntry.objects.filter(side__match=match, entry__in=gone).update(absent=True)


def reason_of_absent(match: Match, absent: Collection[int]) -> str:
    """Return a sentence that names the single players who forfeit a match that was played; "" if none does."""
    names = [match.name_of(entry) for entry in match.entries if entry.pk in absent]
    if not names:
        return ""
    return (
        message(
            "%(name)s did not come and forfeits this round; a bot played, so nothing here is rated.",
            name=names[0],
        )
        if len(names) == 1
        else message(
            "%(names)s did not come and forfeit this round; bots played, so nothing here is rated.",
            names=", ".join(names),
        )
    )


def _substitute(tournament: Tournament, match: Match, missing: Sequence[LineUp]) -> None:
    """Open a new table for each at which somebody can be substituted; the others begin with bots."""
    # A person substituted for an absent player since the table opened comes before the reserve.
    gone = {row.pk for row in line_ups.replaced_of(match)}
    found = [row for row in missing if row.pk in gone]
    if not found:
        found = call(match, _instead(tournament, match, missing))
    anew = {row.table_id for row in found}
    late = {row.table_id for row in missing}
    waiting = [at for at in match.open_tables if at.pk in late]
    for at in waiting:
        assert at.table is not None
        if at.pk not in anew:
            begin_match(at.table.pk)
        else:
            reason = message("A substitute plays at a new table.")
            abandon_table(table_id=at.table.pk, reason=reason)
    match.forget_tables()
    for at in [one for one in waiting if one.pk in anew]:
        open_again(tournament, match, at)


def _instead(
    tournament: Tournament, match: Match, missing: Sequence[LineUp]
) -> list[tuple[LineUp, Any]]:
    """Whom to call for which absent players, as far as there is anybody: of a team, its own players."""
    if tournament.is_team:
        return bench_of(match, missing)
    return list(zip(missing, reserve(tournament), strict=False))
