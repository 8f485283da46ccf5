"""Devices: browsers that receive push messages."""

import base64
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.endpoints import check_endpoint
from spades_site.notices.models import PushDevice

MOST_DEVICES = 10
MOST_FAILURES = 20
"""The number of consecutive failures after which a device is deleted."""
_AUTH_BYTES = 16


@transaction.atomic
def notify_device(
    *, user: User, session_key: str, endpoint: str, public_key: str, auth: str, user_agent: str = ""
) -> PushDevice:
    """Register a browser for push messages to the user until the session ends. Idempotent; a browser has one user.

    Raises Refused "account_closed", "push_address", "push_keys", "too_many_devices".
    """
    check_endpoint(endpoint)
    keys = {"public_key": public_key, "auth": auth}
    _check_keys(**keys)
    keep_open(user)
    known = PushDevice.objects.filter(endpoint=endpoint).first()
    # The same browser, used by another account, has the same keys. Anybody without the keys merely knows the address.
    if known is not None and known.user_id != user.pk and known.auth != auth:
        raise _bad_keys()
    others = PushDevice.objects.filter(user=user).exclude(endpoint=endpoint)
    if alive(others).count() >= MOST_DEVICES:
        raise Refused(
            "too_many_devices",
            _("You are notified on %(count)d devices already. Remove one of them first.")
            % {"count": MOST_DEVICES},
        )
    device, _made = PushDevice.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            **keys,
            "user": user,
            "session_key": session_key,
            "user_agent": user_agent[:200],
            "created_at": now(),
            "failures": 0,
        },
    )
    return device


def forget_device(*, user: User, device_id: int) -> None:
    """Remove one of the user's devices. Idempotent."""
    PushDevice.objects.filter(user=user, pk=device_id).delete()


def devices_of(user: User) -> QuerySet[PushDevice]:
    """Return the user's devices whose session hasn't ended."""
    return alive(PushDevice.objects.filter(user=user)).order_by("pk")


def alive(devices: QuerySet[PushDevice]) -> QuerySet[PushDevice]:
    """Return those of the devices whose session hasn't ended: by signing out, anywhere, or by a new password."""
    sessions = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=now())
    return devices.filter(Exists(sessions))


def note_reached(device: PushDevice) -> None:
    """Store that a push service took a message to a device."""
    PushDevice.objects.filter(pk=device.pk, failures__gt=0).update(failures=0)


def note_failure(device: PushDevice) -> None:
    """Store that a message to a device failed; delete a device that keeps failing."""
    devices = PushDevice.objects.filter(pk=device.pk)
    devices.update(failures=F("failures") + 1)
    devices.filter(failures__gte=MOST_FAILURES).delete()


def note_gone(device: PushDevice) -> None:
    """Delete a device that its push service no longer knows."""
    PushDevice.objects.filter(pk=device.pk).delete()


def forget_ended(at: datetime) -> int:
    """Delete devices created before `at` whose session has ended; returns how many."""
    over = PushDevice.objects.exclude(pk__in=alive(PushDevice.objects.all()).values("pk"))
    return over.filter(created_at__lt=at).delete()[0]


def from_base64(text: str) -> bytes:
    """Decode base64url without padding. Raises ValueError."""
    if not text.isascii():
        raise ValueError(text)
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _check_keys(public_key: str, auth: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(public_key))
        fits = len(from_base64(auth)) == _AUTH_BYTES
    except ValueError as error:
        raise _bad_keys() from error
    if not fits:
        raise _bad_keys()


def _bad_keys() -> Refused:
    return Refused(
        "push_keys", _("The browser sent keys that can’t be used. Turn the notifications on again.")
    )
