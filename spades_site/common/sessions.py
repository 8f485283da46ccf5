"""Sessions that are over: Django leaves the rows of expired ones behind, and allauth what it listed about every one."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from spades_site.common.clock import now

AT_ONCE = 1000


def forget_expired() -> int:
    """Remove the sessions that have expired; returns how many. Idempotent and safe to call concurrently."""
    old = Session.objects.filter(expire_date__lt=now()).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Session.objects.filter(pk__in=keys).delete()[0]
    return gone


def forget_listed() -> int:
    """Remove the addresses and browsers of sessions that are over; returns how many. Idempotent and safe to call concurrently."""
    known = Session.objects.filter(session_key=OuterRef("session_key"))
    over = UserSession.objects.filter(~Exists(known)).order_by("pk")
    gone = 0
    while keys := list(over.values_list("pk", flat=True)[:AT_ONCE]):
        gone += UserSession.objects.filter(pk__in=keys).delete()[0]
    return gone
