"""Keys with which a program that can't sign in reads one feed on behalf of one person.

A key is the person's number and key version, signed together with the feed's address. It opens only that feed, shows
what the person may see at the time, and is revoked by a new key version. Keys aren't stored.
"""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, Signer
from django.db.models import F

from spades_site.accounts.models import User


def key_for(user: User, path: str) -> str:
    """Return the key with which a program reads the feed at `path` as `user`."""
    return _signer(path).sign(f"{user.pk}-{user.calendar_version}")


def user_behind(key: str, path: str) -> User | None:
    """Return the person behind a key for the feed at `path`; None if it is invalid or revoked, or the account is
    closed.
    """
    try:
        value = _signer(path).unsign(key)
    except BadSignature:
        return None
    pk, _, version = value.partition("-")
    people = get_user_model().objects.filter(is_active=True, is_guest=False)
    return people.filter(pk=int(pk), calendar_version=int(version)).first()


def end_keys(user: User) -> None:
    """Revoke all of a person's keys; from now on `key_for` returns new ones."""
    people = get_user_model().objects.filter(pk=user.pk)
    people.update(calendar_version=F("calendar_version") + 1)
    user.refresh_from_db(fields=["calendar_version"])


def address_of(path: str, user: User | None = None) -> str:
    """Return the full address of the feed at `path`, with the person's key if `user` is given."""
    query = f"?key={key_for(user, path)}" if user is not None else ""
    return f"{settings.SITE_URL}{path}{query}"


def _signer(path: str) -> Signer:
    return Signer(sep=".", salt=f"tournaments.public.feeds:{path}")
