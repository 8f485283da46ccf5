"""The open invitations to a league, and reminding those who haven't answered."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.folding import fold_name
from tournaments.leagues import links, notify
from tournaments.leagues.locks import lock_league
from tournaments.leagues.mailed import MAILED_FOR
from tournaments.leagues.models import Admission, InvitationLink, League
from tournaments.leagues.permissions import require_organizer, require_shown

AFTER = timedelta(days=3)
"""The shortest time from an invitation or a reminder to the next reminder."""


def open_admissions(league: League, text: str = "") -> QuerySet[Admission]:
    """Return the open invitations of people with an account whose name contains `text`, the newest first, with `user`."""
    found = Admission.objects.filter(league=league, state=Admission.State.INVITED)
    if text:
        found = found.filter(user__folded_name__contains=fold_name(text))
    return found.select_related("user").order_by("-at", "-pk")


def open_mails(league: League, text: str = "") -> QuerySet[InvitationLink]:
    """Return the mailed invitations to addresses that contain `text`, the newest first."""
    return links.links_of(league.pk).exclude(email="").filter(email__icontains=text)


def remind_all(*, league_id: int, by: User) -> int:
    """Remind everybody who was invited or reminded at least `AFTER` ago; returns how many. Mailed invitations are mailed
    again, with a new end. Stops where the organizer's or a person's limit of invitations is reached.

    Raises Refused: "unknown_league", "not_organizer", "hidden".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        at = now()
        reminded = 0
        for admission in _due(open_admissions(league), at):
            if _is_allowed(by, admission.user):
                admission.league, admission.by, admission.reminded_at = league, by, at
                admission.save(update_fields=["by", "reminded_at"])
                notify.invited(admission)
                reminded += 1
        for link in _due(open_mails(league).filter(mail_due_at=None), at):
            if limits.allow("invitations", by.pk):
                link.by, link.reminded_at, link.ends_at = by, at, at + MAILED_FOR
                link.mail_due_at, link.mail_taken_at = at, None
                link.save()
                reminded += 1
        if reminded:
            audit.record(actor=by, verb="league.reminded", subject=league, people=reminded)
    return reminded


def are_due(league: League) -> bool:
    """Return whether a reminder would reach anybody."""
    at = now()
    return _due(open_admissions(league), at).exists() or _due(open_mails(league), at).exists()


def _due[Row: (Admission, InvitationLink)](rows: QuerySet[Row], at: datetime) -> QuerySet[Row]:
    return rows.alias(last=Coalesce("reminded_at", "at")).filter(Q(last__lte=at - AFTER))


def _is_allowed(by: User, user: User) -> bool:
    return limits.allow("invitations_to_one", by.pk, user.pk) and limits.allow("invitations", by.pk)
