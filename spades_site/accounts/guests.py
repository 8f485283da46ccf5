"""Guests: people who play a casual table before they have an account."""

import secrets

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from spades_site.accounts.models import User
from spades_site.accounts.zones import zone_of_browser
from spades_site.common import limits, switches
from spades_site.common.server.address import address_of, network_of

# No letters or digits that look alike, and no vowels, so that no words appear.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"


def create_guest(*, time_zone: str = "UTC") -> User:
    """Return a new guest, identified by the session alone: without password and mail address."""
    tag = "".join(secrets.choice(_ALPHABET) for _ in range(8))
    guest = User(username=f"guest-{tag}", is_guest=True, time_zone=time_zone)
    guest.set_unusable_password()
    guest.save()
    return guest


def sign_in_as_guest(request: HttpRequest) -> User:
    """Create a guest for the visitor behind `request` and return it. Raises Refused "limit", "switched_off"."""
    switches.require("guests")
    with transaction.atomic():
        limits.count("guests", network_of(address_of(request)))
        guest = create_guest(time_zone=zone_of_browser(request))
    login(request, guest)
    return guest
