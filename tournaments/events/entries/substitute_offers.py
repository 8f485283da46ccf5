"""Requests to substitute: an organizer's, permanently or for one match, or a side's for one match (`stand_ins.py`).

Nobody plays in an entry without accepting. People who entered alone and wait for a partner or a place have accepted by
entering, so they substitute at once.
"""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User, Viewer
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name
from spades_site.common.text import clean_reason
from tournaments.events.core.permissions import require_judge, require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, save
from tournaments.events.entries import replacing, stand_ins
from tournaments.events.entries.nominations import stand_ins_of
from tournaments.events.entries.substitutes import (
    IN_RESERVE,
    check_change,
    close,
    locked_entry,
    put_in,
)
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    LineUp,
    Match,
    SubstituteOffer,
    Substitution,
    Tournament,
    played_by,
)
from tournaments.events.notices import substitute_news
from tournaments.leagues.permissions import require_account

WAITS = SubstituteOffer.Status.OPEN


def offer(
    *, entry_id: int, out_id: int, username: str, by: User, reason: str
) -> SubstituteOffer | Substitution:
    """Ask a person to play in an entry from its next table on. Idempotent.

    A request to the same person for the partner's place moves to this one. Raises Refused like
    `substitutes.substitute`, and "blocked", "declined", "limit".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, entry = locked_entry(entry_id)
        require_organizer(by, tournament)
        place, into = check_change(tournament, entry, out_id, username, reason)
        if into == by or tournament.singles.filter(user=into, status__in=IN_RESERVE).exists():
            return put_in(tournament, entry, place, into, by=by, reason=reason)
        refuse_blocked_invitation(by, into)
        known = entry.substitute_offers.filter(into=into, status=WAITS, match=None).first()
        if known is not None and known.out == place.user:
            return known
        if known is not None:
            close(known, str(SubstituteOffer.Status.WITHDRAWN))
        limits.count_invitation(by, into)
        made = SubstituteOffer.objects.create(
            entry=entry, out=place.user, into=into, by=by, reason=reason, at=now()
        )
        substitute_news.substitute_asked(made)
        audit.record(
            actor=by, verb="tournament.substitute_asked", subject=tournament, reason=reason,
            out=place.user.username, name=into.username, offer=made.pk,
        )  # fmt: skip
        save(tournament)
    return made


def offer_match(
    *, entry_id: int, match_id: int, out_id: int, username: str, by: User, reason: str
) -> SubstituteOffer | Substitution:
    """Ask a person to play one match that hasn't begun, by an organizer's decision. Idempotent.

    Raises Refused like `offer`, and "unknown_match", "has_stand_in".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, entry = locked_entry(entry_id)
        require_organizer(by, tournament)
        match = next((one for one in drawn_matches(entry) if one.pk == match_id), None)
        if match is None:
            raise Refused(
                "unknown_match",
                _("That match has begun or is no longer drawn. Reload the page and choose again."),
            )
        known = stand_ins_of(match).filter(entry=entry, out=out_id).first()
        if known is not None and fold_name(known.into.username) == fold_name(username.strip()):
            return known
        place, into = check_change(tournament, entry, out_id, username, reason)
        made = stand_ins.ask(match, entry, place.user, into, by=by, reason=reason)
        if into == by or tournament.singles.filter(user=into, status__in=IN_RESERVE).exists():
            close(made, str(SubstituteOffer.Status.ACCEPTED))
            return stand_ins.agree(tournament, made)
        save(tournament)
    return made


def drawn_matches(entry: Entry) -> list[Match]:
    """Return an entry's matches that are drawn and haven't begun, in order, with their rounds."""
    found = Match.objects.filter(
        status=Match.Status.DRAWN, pk__in=entry.match_places.values("side__match")
    )
    rows = found.select_related("round", "tournament").order_by("round__number", "pk")
    return [one for one in rows.prefetch_related(*played_by()) if not one.is_bye]


def accept(*, offer_id: int, user: User) -> Substitution:
    """Accept a request: play in the entry from its next table on, or in one match.

    Raises Refused: "answered", "over", "not_in_entry", "user_not_member", "user_entered"; for one match also
    "match_begun", "has_stand_in"; at an open table those of `replacing.replace`.
    """
    with transaction.atomic():
        require_account(user)
        tournament, made = _locked(offer_id)
        if made.into != user:
            raise _unknown()
        if made.table is not None:
            return replacing.agree(tournament, made)
        if made.match is not None:
            agreed = stand_ins.agree(tournament, made)
            close(made, str(SubstituteOffer.Status.ACCEPTED))
            substitute_news.substitute_answered(made)
            return agreed
        place, into = check_change(tournament, made.entry, made.out_id, user.username, made.reason)
        close(made, str(SubstituteOffer.Status.ACCEPTED))
        substitute_news.substitute_answered(made)
        return put_in(tournament, made.entry, place, into, by=made.by, reason=made.reason)


def decline(*, offer_id: int, user: User) -> None:
    """Decline a request. Raises Refused "answered", "over"."""
    with transaction.atomic():
        tournament, made = _locked(offer_id)
        if made.into != user:
            raise _unknown()
        close(made, str(SubstituteOffer.Status.DECLINED))
        substitute_news.substitute_answered(made)
        _log(tournament, user, "tournament.substitute_declined", made)
        save(tournament)


def take_back(*, offer_id: int, by: User) -> None:
    """Withdraw a request.

    Raises Refused "answered", "over", "not_organizer", for one match "not_your_entry", at an open table "not_arbiter"
    or "own_match".
    """
    with transaction.atomic():
        tournament, made = _locked(offer_id)
        if made.match is None:
            require_organizer(by, tournament)
        elif made.table is not None:
            require_judge(by, tournament, made.match.entries, made.match)
        else:
            stand_ins.require_speaker(tournament, made.entry, by)
        close(made, str(SubstituteOffer.Status.WITHDRAWN))
        _log(tournament, by, "tournament.substitute_asked_back", made)
        save(tournament)


def decline_all_from(*, user: User, by: User) -> None:
    """Decline all requests of `by` to `user`, who has blocked them."""
    for made in unanswered(user).filter(by=by):
        decline(offer_id=made.pk, user=user)


def offers_to(user: Viewer, tournament: Tournament | None = None) -> list[SubstituteOffer]:
    """Return the requests to the user that can still be answered, in one tournament or all, with entries and
    people.
    """
    if not user.is_authenticated:
        return []
    places = EntryPlayer.objects.filter(tournament=OuterRef("entry__tournament"))
    found = unanswered(user).filter(
        # Meanwhile, the place may have been filled, or the user may have entered another way or left the league.
        Q(table__isnull=False)
        | Exists(places.filter(entry=OuterRef("entry"), user=OuterRef("out"), active=True)),
        ~Exists(places.filter(user=user, active=True)),
        Q(entry__tournament__league=None) | Q(entry__tournament__league__memberships__user=user),
    )
    if tournament is not None:
        found = found.filter(entry__tournament=tournament)
    found = found.select_related("entry__tournament", "out", "by", "table__table")
    return list(found.prefetch_related("match__round", "match__tournament"))


def unanswered(user: User) -> QuerySet[SubstituteOffer]:
    """Return the unanswered requests to the user in tournaments that aren't over."""
    still_there = LineUp.objects.seated().filter(
        table=OuterRef("table"), user=OuterRef("out"), table__counts=True, table__over=False
    )
    return SubstituteOffer.objects.filter(
        Q(match=None) | Q(match__status=Match.Status.DRAWN, table=None) | Exists(still_there),
        into=user,
        status=WAITS,
        entry__status__in=Entry.TAKING_PART,
        entry__tournament__status__in=OPEN | UNDER_WAY,
    )


def open_in(tournament: Tournament) -> list[SubstituteOffer]:
    """Return the tournament's open requests, which an organizer can withdraw, the newest first."""
    found = asked_in(Tournament.objects.filter(pk=tournament.pk))
    return list(found.select_related("match__round").order_by("-pk"))


def asked_in(tournaments: QuerySet[Tournament]) -> QuerySet[SubstituteOffer]:
    """Return the open requests in tournaments, which an organizer can withdraw, with their entries and people."""
    found = SubstituteOffer.objects.filter(
        entry__tournament__in=tournaments.filter(status__in=OPEN | UNDER_WAY).values("pk"),
        entry__status__in=Entry.TAKING_PART,
        status=WAITS,
        table=None,
    )
    return found.select_related("entry__tournament", "out", "into")


def _locked(offer_id: int) -> tuple[Tournament, SubstituteOffer]:
    found = SubstituteOffer.objects.filter(pk=offer_id)
    entry_id = found.values_list("entry_id", flat=True).first()
    if entry_id is None:
        raise _unknown()
    tournament, entry = locked_entry(entry_id)
    made = found.select_related("out", "into", "by", "match", "table").get()
    if made.status != WAITS:
        raise _unknown()
    made.entry = entry
    return tournament, made


def _log(tournament: Tournament, by: User, verb: str, made: SubstituteOffer) -> None:
    names = {"out": made.out.username, "name": made.into.username}
    audit.record(actor=by, verb=verb, subject=tournament, **names)


def _unknown() -> Refused:
    return Refused("answered", _("That has already been answered or cancelled. Reload the page."))
