"""Record when members were last online, for their friends: to the minute, and not what they looked at."""

from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponseBase

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.server.visitors import remember_sender

EVERY = timedelta(minutes=1)


class LastSeenMiddleware:
    """Record, at most once a minute, that a member has requested a page; and that their requests count for themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        user = request.user
        if user.is_authenticated and not user.is_guest:
            remember_sender(request, user.pk)
            at = now()
            if user.last_seen is None or user.last_seen < at - EVERY:
                user.last_seen = at
                User.objects.filter(pk=user.pk).update(last_seen=at)
        return self.get_response(request)
