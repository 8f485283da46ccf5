"""Substitutes: for one match in place of an absent player, or permanently by the organizer's decision.

The reserve, which includes single players without a partner, is called to matches in the order of the waiting list. A
match with a substitute isn't rated.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.core.locks import lock_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, save
from tournaments.events.entries import waiting
from tournaments.events.entries.nominations import replaced_in_roster
from tournaments.events.entries.people import person_named, place_elsewhere
from tournaments.events.entries.taking_part import part_at
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    LineUp,
    Match,
    NoShow,
    Single,
    SubstituteOffer,
    Substitution,
    Timing,
    Tournament,
)
from tournaments.events.notices import substitute_news
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import bans_in_force, members_among

LAST_RESORT = 600
IN_RESERVE = (Single.Status.QUEUED, *Single.STANDING_BY, *Single.LIVE)
"""Single players without a partner, who have agreed to play."""


def standing_in(match: Match, players: Sequence[Any]) -> list[Any]:
    """Apply a match's substitutions to its players, in order, because a substitute may be replaced too."""
    players = list(players)
    for one in match.substitutions.select_related("into").order_by("pk"):
        players = [one.into if user.pk == one.out_id else user for user in players]
    return players


def called_to(match: Any) -> QuerySet[Substitution]:
    """Return the people whom the platform called to a match (or an `OuterRef` to its key) after a no-show."""
    return Substitution.objects.filter(match=match, table=None, by=None)


def start_seconds(tournament: Tournament, match: Match) -> int:
    """Return how many seconds a match's table waits before it begins with bots in place of absent players.

    If the tournament handles no-shows at the end of the grace period (`no_shows`), this is only a fallback.
    """
    grace = tournament.grace_minutes * 60
    looked_after = tournament.no_show != NoShow.BOT and not called_to(match).exists()
    return grace + LAST_RESORT if looked_after else grace


def reserve(tournament: Tournament) -> list[Any]:
    """Return the people who can be called to a match now, in order: in reserve, and at no match's table."""
    people: list[Any] = []
    for place in waiting.queue(tournament):
        if isinstance(place, Single):
            people.append(place.user)
        else:
            people.extend(one.user for one in place.players.select_related("user"))
    people.extend(single.user for single in standing_by(tournament))
    busy = set(
        Substitution.objects.filter(
            match__tournament=tournament, match__status=Match.Status.PLAYING
        ).values_list("into_id", flat=True)
    )
    return [user for user in people if user.pk not in busy]


def standing_by(tournament: Tournament) -> QuerySet[Single]:
    """Return the people without a place who may be called to a match, in the order in which they came."""
    places = EntryPlayer.objects.filter(tournament=tournament, active=True).values("user")
    waits = tournament.singles.filter(status__in=Single.TAKING_PART).values("user")
    left = tournament.singles.filter(status__in=Single.STANDING_BY, user__is_active=True)
    if tournament.league_id is not None:
        # Whoever has left the league since, or is banned, isn't called; bot accounts join none.
        members = Membership.objects.filter(league=tournament.league_id)
        banned = bans_in_force(now()).filter(league=tournament.league_id)
        left = left.filter(Q(user__in=members.values("user")) | Q(user__is_bot=True))
        left = left.exclude(user__in=banned.values("user"))
    return (
        left.exclude(user__in=places).exclude(user__in=waits).select_related("user").order_by("pk")
    )


def was_replaced_for_good(tournament: Tournament, user: User) -> bool:
    """Return whether the platform replaced a player for good, disconnected too often."""
    replaced = Substitution.objects.filter(entry__tournament=tournament, match=None, by=None)
    return replaced.filter(out=user).exists()


def has_stand_ins(tournament: Tournament) -> bool:
    """Return whether people can be ready to stand in: where substitutes are called, on one evening, for no team."""
    return (
        tournament.no_show == NoShow.SUBSTITUTE
        and tournament.timing != Timing.WINDOWS
        and not tournament.is_team
    )


def within_limit(match: Match, rows: Sequence[LineUp]) -> list[LineUp]:
    """Return the rows of a match's line-up whose sides may still have a substitute called (`substitutes_a_side`)."""
    entries = match.substitutions.filter(by=None).values_list("entry", flat=True)
    side_of = dict(match.line_up.values_list("entry", "side"))
    called = Counter(side_of[entry] for entry in entries if entry in side_of)
    found = []
    for row in rows:
        called[row.side_id] += 1
        if called[row.side_id] <= match.tournament.substitutes_a_side:
            found.append(row)
    return found


def made_in(tournament: Tournament) -> list[tuple[Substitution, bool]]:
    """Return the organizer's substitutions, the newest first, each with its people and entry, and whether the
    replaced player can be asked to return."""
    made = Substitution.objects.filter(entry__tournament=tournament, match=None)
    rows = list(made.select_related("out", "into", "entry").order_by("-pk"))
    places = EntryPlayer.objects.filter(tournament=tournament, active=True)
    taken = {
        user: (entry, position)
        for user, entry, position in places.values_list("user_id", "entry_id", "position")
    }
    eligible = {one.out_id for one in rows if one.out.is_active}
    if tournament.league_id is not None:
        eligible = members_among(tournament.league_id, eligible)
    open_ = tournament.status in OPEN | UNDER_WAY
    return [
        (
            one,
            open_
            and one.entry.status in Entry.TAKING_PART
            and taken.get(one.into_id) == (one.entry_id, one.position)
            and one.out_id in eligible - taken.keys(),
        )
        for one in rows
    ]


def at_open_tables(tournament: Tournament) -> set[int]:
    """Return the keys of the entries with a table in play; substitutions don't change its players."""
    rows = LineUp.objects.filter(
        match__tournament=tournament,
        match__status=Match.Status.PLAYING,
        table__counts=True,
        table__table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    )
    return set(rows.values_list("entry_id", flat=True))


def call(match: Match, instead: Sequence[tuple[LineUp, Any]]) -> list[LineUp]:
    """Call people to a match, each instead of an absent player. Returns the rows of the absent players."""
    at = now()
    for row, into in instead:
        made = Substitution.objects.create(
            entry=row.entry, match=match, position=row.position, out=row.user, into=into, at=at
        )
        substitute_news.substituted(made)
        audit.record(
            actor=None, verb="match.substitute_called", subject=match,
            out=row.user.username, name=into.username,
        )  # fmt: skip
    return [row for row, _into in instead]


def substitute(*, entry_id: int, out_id: int, username: str, by: User, reason: str) -> Substitution:
    """Substitute a person who has agreed (`substitute_offers`) in an entry from its next table on; earlier matches
    don't change.

    Raises Refused: "unknown_entry", "not_organizer", "over", "reason_missing", "not_in_entry", "unknown_user",
    "user_guest", "user_not_member", "user_entered".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, entry = locked_entry(entry_id)
        require_organizer(by, tournament)
        place, into = check_change(tournament, entry, out_id, username, reason)
        return put_in(tournament, entry, place, into, by=by, reason=reason)


def check_change(
    tournament: Tournament, entry: Entry, out_id: int, username: str, reason: str
) -> tuple[EntryPlayer, User]:
    """Return the freed place and its new player. Raises Refused like `substitute`."""
    if not reason:
        raise Refused("reason_missing", _("Give a reason: it is kept with the change."))
    place = entry.players.filter(user_id=out_id, active=True).select_related("user").first()
    if place is None:
        raise Refused("not_in_entry", _("That player isn’t in the entry. Reload the page."))
    into = person_named(tournament, username)
    elsewhere = place_elsewhere(tournament, entry, [into.pk])
    if elsewhere is not None:
        raise part_at(elsewhere).to_substituting()
    if entry.players.filter(user=into, active=True).exists():
        raise Refused(
            "user_entered",
            _("%(name)s is in this entry already. Choose somebody else.") % {"name": into.username},
        )
    return place, into


def put_in(
    tournament: Tournament,
    entry: Entry,
    place: EntryPlayer,
    into: User,
    *,
    by: User | None,
    reason: str,
    verb: str = "tournament.substituted",
    quietly: bool = False,
) -> Substitution:
    """Carry out a checked substitution in a locked tournament, and close other requests for the place or the person.
    The log stores what undoing needs. `quietly`: its people have been told.
    """
    reserve = tournament.singles.filter(user=into, status__in=IN_RESERVE)
    was = reserve.values_list("status", flat=True).first() or ""
    reserve.update(status=Single.Status.TEAMED, entry=entry)
    made = Substitution.objects.create(
        entry=entry, position=place.position, out=place.user, into=into, by=by,
        reason=reason, at=now(),
    )  # fmt: skip
    _put(entry, place, into)
    replaced_in_roster(entry, made.out, into)
    moot = Q(entry=entry, out=made.out) | Q(into=into)
    for one in open_offers(tournament).filter(moot).select_related("entry__tournament"):
        close(one, str(SubstituteOffer.Status.WITHDRAWN))
    if not quietly:
        substitute_news.substituted(made)
    audit.record(
        actor=by, verb=verb, subject=tournament, reason=reason,
        out=made.out.username, name=into.username, substitution=made.pk, reserve=was,
    )  # fmt: skip
    save(tournament)
    return made


def undo_substitution(*, substitution_id: int, by: User, reserve: str = "") -> None:
    """Undo a substitution, as long as the substitute hasn't sat at a table. Idempotent.

    A substitute from the reserve returns there with the former status (`reserve`). Raises Refused: "unknown_entry",
    "not_organizer", "over", "replaced_again", "played_since", "unknown_user", "user_guest", "user_not_member",
    "user_entered", "full".
    """
    with transaction.atomic():
        made = Substitution.objects.filter(pk=substitution_id, match=None).first()
        tournament, entry = locked_entry(0 if made is None else made.entry_id)
        assert made is not None
        require_organizer(by, tournament)
        places = entry.players.filter(active=True, position=made.position)
        place = places.select_related("user").first()
        if place is not None and place.user_id == made.out_id:
            return
        name = {"name": made.into.username}
        if place is None or place.user_id != made.into_id:
            raise Refused(
                "replaced_again", _("%(name)s has been replaced by somebody else since.") % name
            )
        if played_since(made.entry_id, made.into_id, made.at).exists():
            raise Refused(
                "played_since",
                _("%(name)s already sits at a table. Make another substitution instead.") % name,
            )
        _same, out = check_change(tournament, entry, made.into_id, made.out.username, reason="undo")
        verb = "tournament.substitution_undone"
        put_in(tournament, entry, place, out, by=by, reason="", verb=verb)
        _wait_again(tournament, entry, made.into, reserve)


def played_since(entry: Any, into: Any, at: Any) -> QuerySet[LineUp]:
    """Return the line-ups of a substitute for the entry since `at`. Each argument is a value or an `OuterRef`."""
    return LineUp.objects.filter(entry=entry, user=into, table__table__created_at__gte=at)


def _wait_again(tournament: Tournament, entry: Entry, user: User, reserve: str) -> None:
    """Return a substitute to the reserve, with their former status `reserve`."""
    single = tournament.singles.filter(user=user, entry=entry, status=Single.Status.TEAMED).first()
    if single is None or reserve not in IN_RESERVE:
        return
    if reserve in Single.LIVE and not waiting.has_room(tournament, alone=True):
        if not tournament.waiting_list:
            raise waiting.full(tournament)
        reserve = Single.Status.QUEUED
    single.status, single.entry = reserve, None
    single.save(update_fields=["status", "entry"])


def open_offers(tournament: Tournament) -> QuerySet[SubstituteOffer]:
    """Return a tournament's unanswered requests."""
    return SubstituteOffer.objects.filter(
        entry__tournament=tournament, status=SubstituteOffer.Status.OPEN
    )


def close(offer: SubstituteOffer, status: str) -> None:
    """Close requests; the tournament is locked."""
    offer.status = status
    offer.save(update_fields=["status"])
    substitute_news.substitute_handled(offer)


def _put(entry: Entry, place: EntryPlayer, user: User) -> None:
    place.user = user
    place.save(update_fields=["user"])
    if entry.tournament.is_team:
        return
    names = entry.players.order_by("position").values_list("user__username", flat=True)
    entry.name = " & ".join(names)
    entry.save(update_fields=["name"])


def locked_entry(entry_id: int) -> tuple[Tournament, Entry]:
    """Return a tournament, locked, and one of its entries. Raises Refused "unknown_entry", "over"."""
    tournament, entry = lock_entry(entry_id)
    if tournament.status not in OPEN | UNDER_WAY or entry.status not in Entry.TAKING_PART:
        raise Refused(
            "over", _("Nobody can be replaced any more: the tournament or the entry is out.")
        )
    return tournament, entry
