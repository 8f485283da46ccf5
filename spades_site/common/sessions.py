"""Sessions that have expired: Django leaves their rows behind."""

from django.contrib.sessions.models import Session

from spades_site.common.clock import now

AT_ONCE = 1000


def forget_expired() -> int:
    """Remove the sessions that have expired; returns how many. Idempotent and safe to call concurrently."""
    old = Session.objects.filter(expire_date__lt=now()).order_by("pk")
    gone = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Session.objects.filter(pk__in=keys).delete()[0]
    return gone
