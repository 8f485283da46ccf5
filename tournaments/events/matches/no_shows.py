"""Absent players: after the grace period a substitute plays, the side forfeits, or a bot plays.

In individual formats only the absent player forfeits: a bot plays so that the others can, and the result counts for them; the absent player gets only the points of a forfeit.

The platform checks waiting tables when the grace period is over. A table begins as soon as all players are present.
Everything here works on rows of a tournament that the caller has locked.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q

from games.engine.sentences import message
from games.tables.models import Table
from games.tables.services import abandon_table, begin_match
from spades_site.accounts.models import User
from tournaments.events.core import line_ups
from tournaments.events.entries.nominations import bench_of
from tournaments.events.entries.substitutes import call, called_to, reserve, within_limit
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
    not_extended = Q(waits_until=None) | Q(waits_until__lte=at)
    late = (
        tournament.matches.filter(
            not_extended,
            status=Match.Status.PLAYING,
            tables__counts=True,
            tables__table__status=Table.Status.OPEN,
            tables__table__created_at__lte=at - grace,
        )
        .exclude(Exists(called_to(OuterRef("pk"))))
        .select_related("round", "tournament")
        .prefetch_related(*played_by(players=True), with_tables())
        .distinct()
    )
    done = False
    for match in late:
        waiting = [one for one in waiting_tables(match) if opened_at(one) <= at - grace]
        missing = line_ups.missing_from(waiting)
        if not missing:
            continue
        done = True
        until = match.grace_ends(min(map(opened_at, waiting)))
        settle(tournament, match, missing, NoShow(tournament.no_show), until)
    return done


def waiting_tables(match: Match) -> list[MatchTable]:
    """Return the tables of a match that wait for players."""
    return [at for at in match.open_tables if at.table and at.table.status == Table.Status.OPEN]


def opened_at(at: MatchTable) -> datetime:
    """Return when an opened table began to wait for its players."""
    assert at.table is not None
    return at.table.created_at


def settle(
    tournament: Tournament,
    match: Match,
    missing: Sequence[LineUp],
    how: NoShow,
    at: datetime,
    by: User | None = None,
) -> None:
    """Apply a no-show rule to the absent players `missing` of a match. A forfeit counts from `at`; `by` None: the
    platform.
    """
    if how == NoShow.FORFEIT and match.seated and len(missing) < len(match.entries):
        _play_without(match, missing)
    elif how == NoShow.FORFEIT:
        _forfeit(match, missing, at, by)
    elif how == NoShow.SUBSTITUTE:
        _substitute(tournament, match, missing)
    else:
        for one in waiting_tables(match):
            assert one.table is not None
            begin_match(one.table.pk)


def can_substitute(tournament: Tournament, match: Match, missing: Sequence[LineUp]) -> bool:
    """Return whether somebody is available to play for one of the absent players."""
    return bool(line_ups.replaced_of(match) or _instead(tournament, match, missing))


def _forfeit(match: Match, missing: Sequence[LineUp], at: datetime, by: User | None) -> None:
    gone = {row.side_id for row in missing}
    present = [index for index, side in enumerate(match.sides) if side.pk not in gone]
    names = ", ".join(row.user.username for row in missing)
    reason = message("%(names)s did not come.", names=names)
    winner = present[0] if len(present) == 1 else None
    outcome = recording.forfeit(match, winner)
    recording.record_result(match, outcome, at=at, by=by, reason=reason)
    close_for(match, reason=reason, by=by)


def _play_without(match: Match, missing: Sequence[LineUp]) -> None:
    """Begin with bots for the missing players; only these forfeit."""
    table = match.table
    begin_match(table.pk)
    # A player may have arrived meanwhile.
    away = set(table.seats.filter(stand_in=True).values_list("user_id", flat=True))
    gone = [row.entry_id for row in missing if row.user_id in away]
    SideEntry.objects.filter(side__match=match, entry__in=gone).update(absent=True)


def reason_of_absent(match: Match, absent: Collection[int]) -> str:
    """Return a sentence naming the single players who forfeit a played match; "" if there are none."""
    names = [match.name_of(entry) for entry in match.entries if entry.pk in absent]
    if not names:
        return ""
    return (
        message(
            "%(name)s did not come and forfeits this round; a bot played for them.",
            name=names[0],
        )
        if len(names) == 1
        else message(
            "%(names)s did not come and forfeit this round; bots played for them.",
            names=", ".join(names),
        )
    )


def _substitute(tournament: Tournament, match: Match, missing: Sequence[LineUp]) -> None:
    """Open a new table for each table with an available substitute; the others begin with bots."""
    # A substitution made since the table opened takes precedence over the reserve.
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
    """Return whom to call for which absent players, as far as people are available; for a team, its own players."""
    if tournament.is_team:
        return bench_of(match, missing)
    match.tournament = tournament
    return list(zip(within_limit(match, missing), reserve(tournament), strict=False))
