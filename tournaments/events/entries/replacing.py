"""Replacing a player at an open table: another person continues with the seat's cards, time bank and score for this
match. In the next round the entry's own players play again.

Organizers and arbiters order it. People in reserve or in the team have agreed to play; others are asked first, and get
the seat on accepting.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables import services
from games.tables.access.mutes import refuse_blocked_invitation
from games.tables.models import Table
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.text import clean_reason
from tournaments.events.core import line_ups
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import lock, save
from tournaments.events.entries.people import person_named, place_elsewhere
from tournaments.events.entries.substitutes import IN_RESERVE, close, put_in, reserve
from tournaments.events.entries.taking_part import part_at
from tournaments.events.models import (
    Entry,
    LineUp,
    MatchTable,
    SubstituteOffer,
    Substitution,
    Tournament,
)
from tournaments.events.notices import substitute_news

WAITS = SubstituteOffer.Status.OPEN


def replace(
    *, at_id: int, out_id: int, username: str, reason: str, by: User
) -> SubstituteOffer | Substitution:
    """Replace a player at a table in play, or ask the other person to take over. Idempotent.

    A request for the same player to somebody else is withdrawn. Raises Refused: "unknown_table", "not_arbiter",
    "own_match", "reason_missing", "not_at_table", "table_over", "not_dealt", "unknown_user", "user_guest",
    "user_not_member", "user_entered", "already_seated", "plays_elsewhere", "knows_the_cards", "blocked", "declined",
    "limit".
    """
    reason = reason_of(reason)
    with transaction.atomic():
        at, own = locked_table(at_id, by)
        tournament, into = at.match.tournament, person_named(at.match.tournament, username)
        done = at.substitutions.filter(into=into).last()
        if done is not None and done.out_id == out_id and _sits(at, into.pk) is not None:
            return done
        row = _sits(at, out_id)
        refuse(why_not_take_over(at, row, into))
        assert row is not None
        waiting = at.match.substitute_offers.filter(status=WAITS, out=out_id).first()
        if into == by or _has_agreed(tournament, row, into):
            return _put_in(tournament, at, row, into, by=by, reason=reason, log=own)
        if waiting is not None and waiting.into == into:
            return waiting
        refuse_blocked_invitation(by, into)
        limits.count_invitation(by, into)
        if waiting is not None:
            close(waiting, str(SubstituteOffer.Status.WITHDRAWN))
        made = SubstituteOffer.objects.create(
            entry=row.entry, match=at.match, table=at, out=row.user, into=into, by=by,
            reason=reason, at=now(),
        )  # fmt: skip
        substitute_news.substitute_asked(made)
        _log(at, by, "match.take_over_asked", reason, row.user, into, offer=made.pk, **own)
        save(tournament)
    return made


def agree(tournament: Tournament, offer: SubstituteOffer) -> Substitution:
    """Let somebody who accepts take over at the table, in a locked tournament. Raises Refused as `replace`."""
    at = _loaded().get(pk=offer.table_id)
    person_named(tournament, offer.into.username)
    row = _sits(at, offer.out_id)
    refuse(why_not_take_over(at, row, offer.into))
    assert row is not None
    return _put_in(
        tournament, at, row, offer.into, by=offer.by, reason=offer.reason, log={}, offer=offer
    )


def give_back(*, substitution_id: int, by: User) -> None:
    """Undo a replacement while the game is in play: the replaced player gets the seat back. Idempotent.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", and those of `replace`.
    """
    with transaction.atomic():
        made = Substitution.objects.filter(pk=substitution_id, table__isnull=False).first()
        at, own = locked_table(0 if made is None else made.table_id or 0, by)
        assert made is not None
        row = _sits(at, made.into_id)
        if row is None and _sits(at, made.out_id) is not None:
            return
        refuse(why_not_take_over(at, row, made.out))
        assert row is not None
        _put_in(at.match.tournament, at, row, made.out, by=by, reason="", log=own, back=True)


def take_over_for_good(at: MatchTable, row: LineUp, into: User, *, reason: str) -> None:
    """Let somebody who stands by play on in a player's place, at this table and in the entry's later matches.

    The caller has locked the tournament and asked `why_not_take_over`.
    """
    tournament = at.match.tournament
    _put_in(tournament, at, row, into, by=None, reason=reason, log={}, for_good=True)
    place = row.entry.players.filter(user=row.user, active=True).first()
    if place is not None:
        put_in(tournament, row.entry, place, into, by=None, reason=reason, quietly=True)


def why_not_take_over(at: MatchTable, row: LineUp | None, into: User) -> Refused | None:
    """Return why somebody can't take over a seat, whose `row` of the line-up is None if nobody sits there:
    "not_at_table", "already_seated", "user_entered", "plays_elsewhere", "knows_the_cards".
    """
    name = {"name": into.username}
    if at.table is None or at.table.is_over or row is None:
        return Refused(
            "not_at_table", _("That player doesn’t sit at this table any more. Look again.")
        )
    match, mine = at.match, LineUp.objects.filter(user=into)
    if match.line_up.counting().seated().filter(table__over=False, user=into).exists():
        return Refused(
            "already_seated",
            _("%(name)s already sits at a table of this match. Choose somebody else.") % name,
        )
    elsewhere = place_elsewhere(match.tournament, row.entry, [into.pk])
    if elsewhere is not None and elsewhere.entry.status != Entry.Status.WAITING:
        return part_at(elsewhere).to_substituting()
    lively = (Table.Status.OPEN, Table.Status.PLAYING)
    if mine.seated().filter(table__counts=True, table__table__status__in=lively).exists():
        return Refused(
            "plays_elsewhere",
            _("%(name)s plays at another table now. Choose somebody else.") % name,
        )
    knows = mine.filter(table=at).exclude(seat=row.seat)
    if at.table.deals_id is not None:
        knows |= mine.filter(table__table__deals=at.table.deals_id).exclude(table=at)
    if knows.exists():
        return Refused(
            "knows_the_cards",
            _("%(name)s has seen other cards of this game. Choose somebody else.") % name,
        )
    return None


def offered_at(at: MatchTable) -> list[SubstituteOffer]:
    """Return the unanswered requests to take over at a table, with their people."""
    return list(at.substitute_offers.filter(status=WAITS).select_related("out", "into"))


def first_in_reserve(at: MatchTable) -> str:
    """Return the name of the first person in reserve who could take over at a table; "" if there is none."""
    return next((user.username for user in reserve(at.match.tournament)), "")


def reason_of(reason: str) -> str:
    """Return a cleaned reason. Raises Refused "reason_missing"."""
    return clean_reason(reason, _("Give a reason: it is kept with the change."))


def locked_table(at_id: int, by: User) -> tuple[MatchTable, dict[str, Any]]:
    """Return a match's table that counts, with its tournament locked, and what the log adds about `by`'s own side.

    Raises Refused: "unknown_table", "not_arbiter", "own_match".
    """
    found = _loaded().filter(pk=at_id, table__isnull=False, counts=True)
    tournament_id = found.values_list("match__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refused("unknown_table", _("There is no such table any more. Reload the page."))
    tournament = lock(tournament_id)
    at = found.get()
    own = require_judge(by, tournament, at.match.entries, at.match)
    at.match.tournament = tournament
    return at, own


def table_name(at: MatchTable) -> str:
    """Return how organizers name a match's table: round and match."""
    return f"{at.match.round.number}.{at.match.number}"


def _loaded() -> Any:
    return MatchTable.objects.select_related(
        "table", "match__round__stage", "match__tournament__league"
    )


def _sits(at: MatchTable, user_id: int) -> LineUp | None:
    """Return the line-up row of a person who sits at the table, or None."""
    rows = at.line_up.seated().filter(user=user_id)
    return rows.select_related("user", "entry", "side", "table", "match").first()


def _has_agreed(tournament: Tournament, row: LineUp, into: User) -> bool:
    """Return whether a person can take over without being asked: in reserve, or a player of the entry."""
    if row.entry.players.filter(user=into, active=True).exists():
        return True
    pairs = tournament.entries.filter(status=Entry.Status.WAITING)
    if pairs.filter(players__user=into, players__active=True).exists():
        return True
    return tournament.singles.filter(user=into, status__in=IN_RESERVE).exists()


def _put_in(
    tournament: Tournament,
    at: MatchTable,
    row: LineUp,
    into: User,
    *,
    by: User | None,
    reason: str,
    log: dict[str, Any],
    offer: SubstituteOffer | None = None,
    back: bool = False,
    for_good: bool = False,
) -> Substitution:
    out = row.user
    assert at.table_id is not None
    done = services.replace_player(table_id=at.table_id, out=out, into=into)
    line_ups.hand_over(row, into, came=done.came, hand=done.hand)
    made = Substitution.objects.create(
        entry=row.entry, match=at.match, table=at, hand=done.hand, position=row.position,
        out=out, into=into, by=by, reason=reason, at=now(),
    )  # fmt: skip
    if offer is not None:
        close(offer, str(SubstituteOffer.Status.ACCEPTED))
        substitute_news.substitute_answered(offer)
    for other in at.match.substitute_offers.filter(status=WAITS, out=out):
        close(other, str(SubstituteOffer.Status.WITHDRAWN))
    substitute_news.substituted(made, for_good=for_good)
    verb = "match.player_returned" if back else "match.player_replaced"
    _log(at, by, verb, reason, out, into, substitution=made.pk, hand=done.hand, **log)
    save(tournament)
    return made


def _log(
    at: MatchTable, by: User | None, verb: str, reason: str, out: User, into: User, **data: Any
) -> None:
    audit.record(
        actor=by, verb=verb, subject=at.match, reason=reason, table=at.pk,
        name=f"{table_name(at)}, {out.username} → {into.username}",
        before=out.username, after=into.username, **data,
    )  # fmt: skip
