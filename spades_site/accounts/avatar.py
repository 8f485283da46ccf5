"""Choosing an avatar: a drawn one, or an uploaded picture if the site allows uploads."""

import hashlib
import subprocess
import sys
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import IO

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import AvatarPicture, User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.people import small_picture
from spades_site.common.people.avatars import avatar_of, code_of_upload
from spades_site.common.server import precedence

LARGEST = 2 * 1024 * 1024
"""The maximum size of an upload, in bytes."""
LONGEST = 30.0
"""How long decoding may take, in seconds, on a busy machine; its processor time is limited further (small_picture.py)."""
PATIENCE = 3.0
"""How long an upload waits, in seconds, while another is decoded: each server process decodes one at a time."""
_decoding = BoundedSemaphore(1)

PICTURE_REMOVED = "user.picture_removed"
"""The outbox's topic, and the log's verb: {"user": key, "entry": key in the log}."""
PictureGone = Callable[[int, str], None]
"""An app's handler for a deleted picture; it gets the user's key and the picture's code."""
PICTURE_GONE: list[PictureGone] = []


def choose_avatar(*, user_id: int, code: str) -> None:
    """Store a member's choice, such as "owl.3"; "" returns to the initials. Idempotent.

    Current seats keep the old avatar, but an uploaded picture is deleted everywhere. Raises Refused "no_such_avatar".
    """
    if code and avatar_of(code) is None:
        raise Refused("no_such_avatar", _("There is no such picture. Choose one of those shown."))
    _store(user_id, code)


def upload_avatar(*, user_id: int, file: IO[bytes]) -> None:
    """Make a member's own picture their avatar: cropped to a square, scaled down, and without metadata.

    Replaces an earlier one. Idempotent. Decodes outside any transaction. Raises Refused "uploads_off", "too_large", "too_much_work",
    "busy", "no_picture".
    """
    if not settings.AVATAR_UPLOADS:
        raise Refused("uploads_off", _("This site takes no pictures. Choose one of those shown."))
    content = _small(file.read(LARGEST + 1))
    digest = hashlib.sha256(content).hexdigest()[:32]
    _store(user_id, code_of_upload(digest), digest, content)


def remove_picture(*, user_id: int, by: User, reason: str) -> User:
    """Delete a member's uploaded picture, as staff, and notify the member with the reason. Idempotent.

    Raises Refused: "reason_missing".
    """
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason; it goes into the log."))
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if AvatarPicture.objects.filter(user=user).exists():
            _delete_pictures(user)
            User.objects.filter(pk=user_id).update(avatar="")
            entry = audit.record(actor=by, verb=PICTURE_REMOVED, subject=user, reason=reason)
            outbox.emit(PICTURE_REMOVED, {"user": user_id, "entry": entry.pk})
    return user


def _store(user_id: int, code: str, digest: str = "", content: bytes = b"") -> None:
    with transaction.atomic():
        # Not the key, as when the account is closed.
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True)
        if (person := user.first()) is None:
            return
        _delete_pictures(person, but=digest)
        if digest:
            row = {"digest": digest, "content": content, "at": now()}
            AvatarPicture.objects.get_or_create(user=person, defaults=row)
        User.objects.filter(pk=user_id).update(avatar=code)


def _delete_pictures(user: User, but: str = "") -> None:
    """Delete a person's pictures everywhere, except the one with the hash `but`."""
    earlier = AvatarPicture.objects.filter(user=user).exclude(digest=but)
    for digest in earlier.values_list("digest", flat=True):
        for forget in PICTURE_GONE:
            forget(user.pk, code_of_upload(digest))
    earlier.delete()


def _small(data: bytes) -> bytes:
    """Return a picture as a small square WebP, made by a process with limits of time and memory."""
    if len(data) > LARGEST:
        raise _too_large()
    if not _decoding.acquire(timeout=PATIENCE):
        raise Refused(
            "busy", _("Several people are choosing pictures just now. Try again in a minute.")
        )
    try:
        with precedence.aside():
            # Without the environment, which holds passwords.
            done = subprocess.run(
                [sys.executable, "-I", small_picture.__file__],
                input=data, capture_output=True, timeout=LONGEST, env={}, check=False,
            )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise _too_much_work() from None
    finally:
        _decoding.release()
    if done.returncode == 0:
        return done.stdout
    if done.returncode == small_picture.TOO_LARGE:
        raise _too_large()
    # A signal ends it when its time is up.
    if done.returncode < 0 or done.returncode == small_picture.TOO_MUCH_WORK:
        raise _too_much_work()
    raise Refused(
        "no_picture", _("This file is no picture that we can read. Choose a PNG, JPEG or WebP.")
    )


def _too_large() -> Refused:
    return Refused(
        "too_large", _("This picture is too large. Choose one of at most 2 MB and 30 megapixels.")
    )


def _too_much_work() -> Refused:
    return Refused(
        "too_much_work",
        _(
            "This picture takes too long to read. Save it anew as a plain PNG or JPEG, then choose that."
        ),
    )
