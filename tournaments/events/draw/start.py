"""The start of a tournament: closing entries, pairing singles, seeding the field, and drawing what can be drawn.

The same entries, ratings and seed give the same draw. Everything here works on a tournament that the caller has
locked.
"""

from datetime import datetime

from games.ratings.models import Pool
from games.ratings.queries import ratings_of
from tournaments import formats
from tournaments.events.core.state import check_in_opens
from tournaments.events.draw.pairing import plan_first
from tournaments.events.draw.seeding import seeded
from tournaments.events.entries.waiting import Field, close, with_waiting
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    PartnerInvitation,
    Single,
    Status,
    Tournament,
)
from tournaments.events.setup.individual import pool_of


def field_of(tournament: Tournament) -> Field:
    """Return the present field: checked-in entries and those on the way if check-in is open, otherwise all complete
    entries.

    The waiting list fills the free places.
    """
    statuses, waiting = {str(Entry.Status.CHECKED_IN)}, {str(Single.Status.CHECKED_IN)}
    if tournament.status != Status.CHECK_IN:
        statuses.add(str(Entry.Status.ENTERED))
        waiting.add(str(Single.Status.WAITING))
    entries = list(tournament.entries.filter(status__in=Entry.LIVE).order_by("pk"))
    singles = list(tournament.singles.filter(status__in=Single.LIVE).select_related("user"))
    there = {entry for entry in entries if entry.status in statuses or is_held(tournament, entry)}
    field = Field(
        entries=[entry for entry in entries if entry in there],
        absent=[entry for entry in entries if entry not in there],
        singles=[single for single in singles if single.status in waiting],
        absent_singles=[single for single in singles if single.status not in waiting],
    )
    return with_waiting(tournament, field)


def is_held(tournament: Tournament, entry: Entry) -> bool:
    """Return whether a complete entry that isn't checked in keeps its place because it is on the way."""
    said = entry.on_the_way_at
    return (
        tournament.hold_minutes > 0
        and entry.status == Entry.Status.ENTERED
        and said is not None
        and said >= check_in_opens(tournament)
    )


def draw(tournament: Tournament, field: Field, at: datetime) -> None:
    """Close the entries and write the seeds, and the rounds that can be drawn; the first is due at `at`."""
    _leave_out(field, at)
    close(tournament, field, at)
    _team_up(tournament, field.singles, at)
    field_by_seed = _seed(tournament, at)
    plan_first(tournament, tournament.stages.get(index=1), field_by_seed, at)


def _leave_out(field: Field, at: datetime) -> None:
    for entry in field.absent:
        asked = entry.invitations.filter(status=PartnerInvitation.Status.SENT)
        alone = asked.update(status=PartnerInvitation.Status.LAPSED, answered_at=at)
        entry.status = Entry.Status.DECLINED if alone else Entry.Status.ABSENT
        entry.save(update_fields=["status"])
        entry.players.update(active=False)
    for single in field.absent_singles:
        single.status = Single.Status.ABSENT
        single.save(update_fields=["status"])


def _team_up(tournament: Tournament, singles: list[Single], at: datetime) -> None:
    ratings = ratings_of([single.user_id for single in singles], str(Pool.PARTNERSHIP))
    partnerships = formats.team_up(
        [formats.Single(single.user_id, ratings[single.user_id]) for single in singles],
        tournament.seed,
    )
    by_user = {single.user_id: single for single in singles}
    for pair in partnerships.pairs:
        _given_entry(tournament, [by_user[user_id] for user_id in pair], at)
    if partnerships.odd is not None:
        odd = by_user[partnerships.odd]
        odd.status = Single.Status.LEFT_OVER
        odd.save(update_fields=["status"])


def _given_entry(tournament: Tournament, pair: list[Single], at: datetime) -> None:
    entry = Entry.objects.create(
        tournament=tournament,
        name=" & ".join(single.user.username for single in pair),
        status=Entry.Status.CHECKED_IN,
        given_partner=True,
        created_at=at,
        checked_in_at=pair[0].checked_in_at,
        paid_at=pair[0].paid_at and pair[1].paid_at,
    )
    for position, single in enumerate(pair):
        EntryPlayer.objects.create(
            entry=entry, tournament=tournament, user=single.user, position=position
        )
        single.status, single.entry = Single.Status.TEAMED, entry
        single.save(update_fields=["status", "entry"])


def _seed(tournament: Tournament, at: datetime) -> list[Entry]:
    """Seed the field in the organizer's order, and store its initial ratings."""
    entries = list(
        tournament.entries.filter(status__in=Entry.LIVE).order_by("pk").prefetch_related("players")
    )
    players: dict[int, list[int]] = {
        entry.pk: [place.user_id for place in entry.players.all()] for entry in entries
    }
    ratings = ratings_of(
        {user for users in players.values() for user in users}, pool_of(tournament)
    )
    for entry in entries:
        users = players[entry.pk]
        entry.rating = round(sum(ratings[user] for user in users) / len(users))
    entries = seeded(tournament, entries, players)
    for number, entry in enumerate(entries, start=1):
        entry.seed_no = number
    Entry.objects.bulk_update(entries, ["seed_no", "rating"])
    return entries
