"""Invitations by secret links, which an organizer shares or the platform mails.

The person who opens one signs in and accepts for themselves. Nothing reveals whether a mail address has an account.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues import name_addresses
from tournaments.leagues.joining import admit
from tournaments.leagues.locks import lock_league
from tournaments.leagues.mailed import checked_address, new_key, over, to_be_mailed
from tournaments.leagues.models import InvitationLink, League, Membership
from tournaments.leagues.permissions import (
    refuse_banned,
    require_account,
    require_organizer,
    require_shown,
)

MOST_USES = 500
LONGEST = timedelta(days=366)


def make_link(*, league_id: int, by: User, ends_at: datetime, max_uses: int) -> InvitationLink:
    """Create a link with which up to `max_uses` people can become members until `ends_at`.

    Raises Refused: "not_organizer", "link_end", "link_uses", "limit".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        if not now() < ends_at <= now() + LONGEST:
            raise Refused("link_end", _("Choose a day from today to a year from now."))
        if not 1 <= max_uses <= MOST_USES:
            raise Refused(
                "link_uses",
                _("Choose a number of uses from 1 to %(most)d.") % {"most": MOST_USES},
            )
        limits.count("invitations", by.pk)
        link = InvitationLink.objects.create(
            league=league,
            key=new_key(),
            by=by,
            at=now(),
            ends_at=ends_at,
            max_uses=max_uses,
        )
        audit.record(actor=by, verb="league.link_made", subject=league, link=link.pk, uses=max_uses)
    return link


def invite_address(*, league_id: int, by: User, email: str) -> InvitationLink:
    """Mail an invitation, which one person can accept within two weeks. Idempotent while one is open.

    Raises Refused: "not_organizer", "no_mail", "address_wrong", "limit".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        return _mail(league, by, checked_address(email))


def invite_named(*, league_id: int, by: User, person_id: int) -> InvitationLink:
    """Mail an invitation to somebody without an account, at the address that was given with the name. Who accepts it is
    asked whether they are this person. Idempotent while one is open.

    Raises Refused: "not_organizer", "not_in_entry", "no_mail", "limit".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        found = league.name_addresses.filter(person=person_id).first()
        if found is None:
            raise Refused("not_in_entry", _("That person isn’t there any more. Reload the page."))
        return _mail(league, by, checked_address(found.email))


def _mail(league: League, by: User, email: str) -> InvitationLink:
    at = now()
    sent = league.links.filter(email__iexact=email)
    sent.filter(ends_at__lte=at).delete()
    if link := sent.first():
        return link
    limits.count("invitations", by.pk)
    link = InvitationLink.objects.create(league=league, max_uses=1, **to_be_mailed(email, by, at))
    audit.record(actor=by, verb="league.invited_by_mail", subject=league, link=link.pk)
    return link


def revoke(*, league_id: int, by: User, link_id: int) -> None:
    """Make a link invalid. Does nothing without one. Raises Refused "not_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        gone, _rows = league.links.filter(pk=link_id).delete()
        if gone:
            audit.record(actor=by, verb="league.link_revoked", subject=league, link=link_id)


def accept(*, key: str, user: User) -> Membership:
    """Join by a link. Does nothing for members, whose visit doesn't count as a use; but who has a mailed invitation of
    somebody without an account is asked whether they are this person, member or not.

    Raises Refused: "guest", "link_over" (unknown, ended, used up or revoked), "banned".
    """
    with transaction.atomic():
        require_account(user)
        league_id = InvitationLink.objects.filter(key=key).values_list("league_id", flat=True)
        found = league_id.first()
        if found is None:
            raise over()
        league = lock_league(found)
        place, link = league.memberships.filter(user=user).first(), valid(key)
        if place is not None:
            if link is not None and name_addresses.people_at(link):
                name_addresses.ask_invited(link, user)
                link.delete()
            return place
        if link is None:
            raise over()
        refuse_banned(league, user)
        link_id = link.pk
        place = admit(league, user, league.admissions.filter(user=user).first())
        if link.email:
            name_addresses.ask_invited(link, user)
            # Used once; deleting it also deletes the mail address.
            link.delete()
        else:
            InvitationLink.objects.filter(pk=link.pk).update(uses=F("uses") + 1)
        audit.record(actor=user, verb="league.joined_by_link", subject=league, link=link_id)
    return place


def valid(key: str) -> InvitationLink | None:
    """Return the link with this key, with its league and its maker, or None if it is over."""
    found = InvitationLink.objects.filter(
        key=key, ends_at__gt=now(), uses__lt=F("max_uses"), league__hidden_at=None
    )
    return found.select_related("league", "by").first()


def links_of(league_id: int) -> QuerySet[InvitationLink]:
    """Return the league's links that haven't ended, shared and mailed ones, the newest first."""
    found = InvitationLink.objects.filter(league=league_id, ends_at__gt=now())
    return found.select_related("by").order_by("-at", "-pk")
