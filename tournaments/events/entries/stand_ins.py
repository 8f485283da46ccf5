"""Stand-ins: people asked beforehand to play one match in another's place.

The season decides whom the sides may ask (`seasons/entries/stand_ins.py`); organizers may ask anybody. Stand-ins answer
like other substitutes (`substitute_offers.py`).

Everything here works on rows of a tournament that the caller has locked, except `cancel`.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from tournaments.events.core.permissions import may_organize
from tournaments.events.core.state import save
from tournaments.events.entries.nominations import active_of, stand_ins_of
from tournaments.events.entries.people import person_named
from tournaments.events.entries.substitutes import locked_entry
from tournaments.events.entries.taking_part import Part, part_at
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    SubstituteOffer,
    Substitution,
    Tournament,
)
from tournaments.events.notices import substitute_news


def speaks_for(tournament: Tournament, entry: Entry, user: User) -> bool:
    """Return whether the user may find stand-ins for an entry: as a captain of a team, a player of a pair, or an
    organizer.
    """
    if tournament.is_team:
        return entry.is_led_by(user) or may_organize(user, tournament)
    return user in active_of(entry) or may_organize(user, tournament)


def require_speaker(tournament: Tournament, entry: Entry, by: User) -> None:
    """Raise Refused "not_your_entry" unless `speaks_for` holds."""
    if not speaks_for(tournament, entry, by):
        raise Refused(
            "not_your_entry",
            _("Only its players, the team’s captain or an organizer can do that. Ask one of them."),
        )


def why_not_replace(match: Match, entry: Entry, out_id: int) -> Refused | None:
    """Return why nobody can be asked to play a match for this player: "match_begun", "not_in_entry", "has_stand_in"."""
    if match.status != Match.Status.DRAWN or match.is_bye:
        return Refused("match_begun", _("The match has begun or is over. Nobody can stand in now."))
    if not entry.players.filter(user=out_id, active=True).exists():
        return Refused("not_in_entry", _("That player isn’t in the entry. Reload the page."))
    if stand_ins_of(match).filter(entry=entry, out=out_id).exists():
        return Refused(
            "has_stand_in",
            _("Somebody has agreed to stand in for this player. Cancel that first."),
        )
    return None


def ask(
    match: Match, entry: Entry, out: User, into: User, *, by: User, reason: str = ""
) -> SubstituteOffer:
    """Ask an eligible person to play a match. An earlier request for the same player is withdrawn.

    Raises Refused: those of `why_not_replace`, "blocked", "declined", "limit".
    """
    refuse(why_not_replace(match, entry, out.pk))
    waiting = match.substitute_offers.filter(status=SubstituteOffer.Status.OPEN, out=out).first()
    if waiting is not None and waiting.into == into:
        return waiting
    if into != by:
        refuse_blocked_invitation(by, into)
        limits.count_invitation(by, into)
    if waiting is not None:
        waiting.status = SubstituteOffer.Status.WITHDRAWN
        waiting.save(update_fields=["status"])
        substitute_news.substitute_handled(waiting)
    made = SubstituteOffer.objects.create(
        entry=entry, match=match, out=out, into=into, by=by, reason=reason, at=now()
    )
    substitute_news.substitute_asked(made)
    audit.record(
        actor=by, verb="match.stand_in_asked", subject=match, reason=reason,
        entry=entry.pk, out=out.username, into=into.username,
    )  # fmt: skip
    return made


def why_not_agree(tournament: Tournament, offer: SubstituteOffer) -> Refused | None:
    """Return why somebody can't accept a request any more."""
    match = offer.match
    assert match is not None
    if refusal := why_not_replace(match, offer.entry, offer.out_id):
        return refusal
    elsewhere = EntryPlayer.objects.filter(tournament=tournament, user=offer.into, active=True)
    place = elsewhere.select_related("user", "entry").first()
    if place is not None:
        return part_at(place).to_substituting()
    if match.substitutions.filter(into=offer.into).exists():
        return Part(offer.into).to_substituting()
    return None


def agree(tournament: Tournament, offer: SubstituteOffer) -> Substitution:
    """Carry out an accepted request for one match. Raises Refused: those of `why_not_agree`, "user_not_member"."""
    match, entry = offer.match, offer.entry
    assert match is not None
    person_named(tournament, offer.into.username)
    refuse(why_not_agree(tournament, offer))
    place = entry.players.get(user=offer.out, active=True)
    made = Substitution.objects.create(
        entry=entry, match=match, position=place.position, out=offer.out, into=offer.into,
        by=offer.by or offer.into, reason=offer.reason, at=now(),
    )  # fmt: skip
    entry.nominations.filter(match=match, user=offer.out).update(user=offer.into)
    substitute_news.substituted(made)
    audit.record(
        actor=offer.into, verb="match.stand_in_agreed", subject=match,
        out=offer.out.username, name=offer.into.username,
    )  # fmt: skip
    save(tournament)
    return made


def cancel(*, substitution_id: int, by: User) -> None:
    """Cancel a stand-in before the match begins, as the stand-in, their side or an organizer: the replaced player plays
    again. Idempotent. Raises Refused: "over", "not_your_entry", "match_begun".
    """
    with transaction.atomic():
        found = Substitution.objects.filter(pk=substitution_id, by__isnull=False)
        entry_id = found.exclude(match=None).values_list("entry_id", flat=True).first()
        if entry_id is None:
            return
        tournament, entry = locked_entry(entry_id)
        made = found.select_related("match", "into", "out").first()
        if made is None or made.match is None:
            return
        if made.into != by:
            require_speaker(tournament, entry, by)
        match = made.match
        if match.status != Match.Status.DRAWN:
            raise Refused(
                "match_begun", _("The match has begun or is over. Nobody can stand in now.")
            )
        entry.nominations.filter(match=match, user=made.into).update(user=made.out)
        made.entry = entry
        substitute_news.stand_in_cancelled(made, by=by)
        made.delete()
        audit.record(
            actor=by, verb="match.stand_in_cancelled", subject=match,
            entry=entry.pk, out=made.out.username, into=made.into.username,
        )  # fmt: skip
        save(tournament)
