"""Expired sessions: Django keeps their rows, and allauth keeps details about each."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from spades_site.common.clock import now

AT_ONCE = 1000


def forget_expired() -> int:
    """Delete expired sessions; returns how many. Idempotent and safe to call concurrently."""
    old = Session.objects.filter(expire_date__lt=now()).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Session.objects.filter(pk__in=keys).delete()[0]
    return gone


def forget_listed() -> int:
    """Delete the addresses and browsers of ended sessions; returns how many. Idempotent and safe to call
    concurrently.
    """
    known = Session.objects.filter(session_key=OuterRef("session_key"))
    over = UserSession.objects.filter(~Exists(known)).order_by("pk")
    gone = 0
    while keys := list(over.values_list("pk", flat=True)[:AT_ONCE]):
        gone += UserSession.objects.filter(pk__in=keys).delete()[0]
    return gone
