"""Rated *Play now*: look for a table or for people within a range of ratings that widens with the time waited.

Whoever finds nobody at once keeps a place, a row, as long as a page of theirs is open. `seat_people` seats those who fit; it runs
after each new search and in a sweep, and each of its transactions seats one person or one group, so it may die anywhere.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.engine import RuleSet, preset
from games.tables import hooks
from games.tables.access.eligibility import bot_uninvited
from games.tables.access.rating_range import UNRATED, pool_of
from games.tables.game.opening import open_table, refuse_too_many
from games.tables.game.terms import TableTerms
from games.tables.lobby import places
from games.tables.lobby.filters import CLOCKS, clock_is
from games.tables.lobby.places import MOST_TRIES, NEXT_TABLE, waiting_tables
from games.tables.lobby.play_now import DEFAULT_CLOCK, DEFAULT_PRESET, TIMES
from games.tables.lobby.rated_groups import (
    Searcher,
    clock_of_group,
    group_of,
    range_after,
    seats_of,
)
from games.tables.models import Block, RatedSearch, Seat, Table
from games.tables.seats.seating import take_seat
from games.tables.timing.clocks import CORRESPONDENCE
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common import switches
from spades_site.common.clock import now
from spades_site.common.errors import Refused

GONE_AFTER = timedelta(seconds=75)
"""How long a place is kept without a sign of a page: hidden pages of some browsers ask only once a minute."""
SEEN_EVERY = timedelta(seconds=5)
"""How often such a sign is stored."""
HURRIED = [key for key, kind in CLOCKS.items() if kind.least < CORRESPONDENCE]
"""The kinds of clock with which people wait for each other."""
MOST_SEARCHERS = 300
"""How many people of one rule set are looked at together, those who waited longest."""


def search(*, user: User, wanted: str = "", clock: str = "") -> Table | None:
    """Seat the user at a rated table, or keep a place for them; return the table if there is one.

    `wanted` names a preset, `clock` a kind of clock; without them the usual rules, and any clock except days per turn. A user
    who already waits or plays at such a table stays there, and one who already looks for such a game keeps their place.
    Raises Refused "members_only", "bot_uninvited", "no_date", "too_many_tables", "account_closed", "switched_off", and as
    `TableTerms.check` does.
    """
    wanted = wanted or DEFAULT_PRESET
    found = _keep_place(user, wanted, clock)
    if found is None:
        seat_people(wanted)
        found = table_found(user)
    return found


@transaction.atomic
def stop(*, user: User) -> Table | None:
    """Give the user's place up. Idempotent. Returns the table if the search has just led to one: the seat stays theirs."""
    places.queue_up()
    found = table_found(user)
    RatedSearch.objects.filter(user=user).delete()
    return found


def is_here(user: User, at: datetime | None = None) -> RatedSearch | None:
    """Return the user's place if they still have one, and record that a page of theirs is open."""
    moment = at or now()
    own = RatedSearch.objects.filter(user=user, table=None, seen_at__gt=moment - GONE_AFTER)
    place = own.first()
    if place is not None and place.seen_at <= moment - SEEN_EVERY:
        own.update(seen_at=moment)
    return place


def table_found(user: User) -> Table | None:
    """Return the table to which the user's search has led, while they sit there and it isn't over."""
    sits = Seat.objects.filter(table=OuterRef("table"), user=user)
    place = RatedSearch.objects.filter(Exists(sits), user=user).select_related("table").first()
    return None if place is None or place.table is None or place.table.is_over else place.table


def looking(place: RatedSearch, at: datetime) -> tuple[int, int]:
    """Return how many people look for the same rules, the user included, and how many others are within the user's range."""
    queue = _searchers(place.preset, at)
    own = next((one for one in queue if one.key == place.user_id), None)
    if own is None:
        return len(queue), 0
    most = range_after(at - own.since)
    near = sum(
        one.key != own.key and (most is None or abs(one.rating - own.rating) <= most)
        for one in queue
    )
    return len(queue), near


def rating_in(user: User, rules: RuleSet) -> int:
    """Return a member's rating in the pool of these rules."""
    rating, _provisional = hooks.ratings_of([user.pk], pool_of(rules)).get(user.pk, (UNRATED, True))
    return rating


def sweep(at: datetime | None = None) -> int:
    """Give up the places of people who have gone, and seat those who fit; returns how many were seated. Idempotent."""
    moment = at or now()
    RatedSearch.objects.filter(seen_at__lte=moment - GONE_AFTER).delete()
    waited = RatedSearch.objects.filter(table=None).order_by("preset")
    return sum(
        seat_people(name, moment) for name in waited.values_list("preset", flat=True).distinct()
    )


def seat_people(wanted: str, at: datetime | None = None) -> int:
    """Seat the people who look for a rated game under these rules: at waiting tables, then in groups; returns how many.

    Safe to call concurrently: each step looks again under the lock.
    """
    if not switches.is_on("tables"):
        return 0
    moment = at or now()
    seated = 0
    waiting = Table.objects.filter(status=Table.Status.OPEN, rated=True, preset=wanted)
    if waiting.filter(kind=Table.Kind.CASUAL).exists():
        for one in _searchers(wanted, moment):
            seated += _seat_at_waiting_table(one.key, moment)
    while group := _seat_group(wanted, moment):
        seated += group
    return seated


@transaction.atomic
def _keep_place(user: User, wanted: str, clock: str) -> Table | None:
    """Store the user's place, or return the table at which they already are."""
    places.queue_up()
    keep_open(user)
    _require_allowed(user, wanted, clock)
    here = Seat.objects.filter(user=user, table__rated=True, table__preset=wanted)
    clocks = [clock] if clock else HURRIED
    running = Table.objects.filter(
        clock_is(*clocks),
        seats__in=here.exclude(stand_in=True),
        kind=Table.Kind.CASUAL,
        status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    )
    own = running.order_by("-status", "-pk").first()
    if own is not None:
        return own
    refuse_too_many(user)
    kept = is_here(user)
    if kept is None or (kept.preset, kept.clock) != (wanted, clock):
        at = now()
        RatedSearch.objects.update_or_create(
            user=user,
            defaults={
                "preset": wanted, "clock": clock, "since": at, "seen_at": at, "table": None,
            },
        )  # fmt: skip
    return None


def _require_allowed(user: User, wanted: str, clock: str) -> None:
    """Raise the refusal of a search that leads nowhere."""
    if user.is_bot:
        raise bot_uninvited()
    if user.is_guest:
        raise Refused(
            "members_only",
            _("Rated games are for members. Create an account, or choose a casual table."),
        )
    if clock and clock not in HURRIED:
        raise Refused(
            "no_date",
            _("Nobody waits for a game with days per turn. Open a rated table and invite people."),
        )
    switches.require("tables")
    _terms(wanted, clock).check()


def _terms(wanted: str, clock: str) -> TableTerms:
    turn_seconds, bank_seconds = TIMES[clock or DEFAULT_CLOCK]
    return TableTerms(
        rules=preset(wanted),
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
        rated=True,
        bots_allowed=False,
    )


def _places(at: datetime) -> QuerySet[RatedSearch]:
    """Return the places of people who are here and at no other table."""
    busy = Seat.objects.filter(
        user=OuterRef("user"),
        online=True,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
        table__turn_seconds__lt=CORRESPONDENCE,
    )
    return RatedSearch.objects.filter(~Exists(busy), table=None, seen_at__gt=at - GONE_AFTER)


def _searchers(wanted: str, at: datetime) -> list[Searcher]:
    """Return who looks for a game under these rules, who waited longest first. Three queries."""
    rows = list(_places(at).filter(preset=wanted).order_by("since", "user_id")[:MOST_SEARCHERS])
    keys = [row.user_id for row in rows]
    ratings = hooks.ratings_of(keys, pool_of(preset(wanted))) if keys else {}
    pairs = Block.objects.filter(Q(user__in=keys) & Q(blocked__in=keys)) if keys else ()
    blocked: dict[int, set[int]] = {}
    for pair in pairs:
        blocked.setdefault(pair.user_id, set()).add(pair.blocked_id)
        blocked.setdefault(pair.blocked_id, set()).add(pair.user_id)
    return [
        Searcher(
            key=row.user_id,
            rating=ratings.get(row.user_id, (UNRATED, True))[0],
            since=row.since,
            clock=row.clock,
            blocked=frozenset(blocked.get(row.user_id, ())),
        )
        for row in rows
    ]


@transaction.atomic
def _seat_at_waiting_table(user_id: int, at: datetime) -> bool:
    """Seat somebody at a rated table that waits, if the people there are within their range."""
    places.queue_up()
    place = _places(at).filter(user=user_id).select_related("user").first()
    if place is None:
        return False
    user = place.user
    rated = waiting_tables(user).filter(
        clock_is(*([place.clock] if place.clock else HURRIED)), rated=True, preset=place.preset
    )
    most = range_after(at - place.since)
    if most is not None:
        own = rating_in(user, preset(place.preset))
        apart = Q(rating__lt=own - most) | Q(rating__gt=own + most)
        far = Seat.objects.filter(apart, table=OuterRef("pk"), user__isnull=False)
        rated = rated.exclude(Exists(far))
    for table_id in list(rated.values_list("pk", flat=True)[:MOST_TRIES]):
        try:
            take_seat(table_id=table_id, user=user)
        except Refused as refusal:
            if refusal.code not in NEXT_TABLE:
                place.delete()
                return False
        else:
            RatedSearch.objects.filter(user=user).update(table_id=table_id)
            return True
    return False


@transaction.atomic
def _seat_group(wanted: str, at: datetime) -> int:
    """Open a table for one group of people who fit; returns how many places that dealt with, 0 if there is no group."""
    places.queue_up()
    rules = preset(wanted)
    group = group_of(_searchers(wanted, at), rules.players, at)
    if not group:
        return 0
    users = {user.pk: user for user in User.objects.filter(pk__in=[one.key for one in group])}
    unable = [key for key in sorted(users) if not _is_able(users[key])]
    if unable:
        RatedSearch.objects.filter(user__in=unable).delete()
        return len(unable)
    seats = seats_of(group, partners=rules.sides == "partners" and rules.players == 4)
    terms = _terms(wanted, clock_of_group(group, DEFAULT_CLOCK))
    table = open_table(terms, seats=[users[one.key] for one in seats])
    RatedSearch.objects.filter(user__in=list(users)).update(table=table)
    return len(group)


def _is_able(user: User) -> bool:
    """Lock somebody's account; return whether they may take a seat."""
    try:
        keep_open(user)
        refuse_too_many(user)
    except Refused:
        return False
    return not user.is_bot
