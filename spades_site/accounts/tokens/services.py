"""Creating, revoking and recognizing tokens."""

import secrets
from collections.abc import Collection
from datetime import UTC, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.accounts.models import PersonalToken, User
from spades_site.accounts.tokens.scopes import SCOPES
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_name

BEGINNING = "spades_"
"""The prefix of every token, by which secret scanners recognize one."""
SHOWN = len(BEGINNING) + 6
"""The number of a token's first characters that are stored in plain text."""
RANDOM_BYTES = 32
LONGEST_NAME = 60
MOST_TOKENS = 20
"""Per account."""
LONGEST_DAYS = 366


def create_token(
    *, user_id: int, name: str, scopes: Collection[str], days: int | None = None
) -> tuple[PersonalToken, str]:
    """Create a token that is valid for `days` (None: until it is revoked). Returns its row and the token itself.

    The token isn't stored, so it can't be shown again. Raises Refused: "guest", "name_taken", "no_scopes",
    "no_such_scope", "no_such_time", "too_many_tokens", "limit", and as `clean_name` does.
    """
    name = clean_name(name, what=_("The token’s name"), longest=LONGEST_NAME)
    chosen = [code for code in SCOPES if code in scopes]
    _check(scopes, days)
    text = BEGINNING + secrets.token_urlsafe(RANDOM_BYTES)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if user.is_guest or not user.is_active:
            raise Refused("guest", _("Guests can’t have tokens. Create an account first."))
        _refuse_too_many(user, name)
        limits.count("tokens", user.pk)
        at = now()
        token = PersonalToken.objects.create(
            user=user,
            name=name,
            digest=_digest(text),
            prefix=text[:SHOWN],
            scopes=chosen,
            created_at=at,
            expires_at=None if days is None else at + timedelta(days=days),
        )
        audit.record(actor=user, verb="user.token_created", subject=user, scopes=chosen)
    return token, text


def revoke_token(*, user_id: int, token_id: int) -> None:
    """Revoke one of a person's tokens, with immediate effect. Idempotent."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        gone, _by_model = PersonalToken.objects.filter(user=user, pk=token_id).delete()
        if gone:
            audit.record(actor=user, verb="user.token_revoked", subject=user)


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    """Return a person's tokens, newest first."""
    return PersonalToken.objects.filter(user=user).order_by("-created_at", "-pk")


def owner_by(text: str) -> PersonalToken:
    """Return the row of a token that a program sent, with its owner, and record the day of use.

    Raises Refused "unknown_token", "token_expired"."""
    found = PersonalToken.objects.filter(digest=_digest(text), user__is_active=True)
    token = found.select_related("user").first()
    if token is None:
        raise Refused(
            "unknown_token",
            _("This token isn’t known, or was revoked. Create another in the settings."),
        )
    at = now()
    if token.expires_at is not None and token.expires_at <= at:
        raise Refused("token_expired", _("This token has expired. Create another in the settings."))
    today = at.astimezone(UTC).date()
    if token.last_used_on is None or token.last_used_on < today:
        token.last_used_on = today
        PersonalToken.objects.filter(pk=token.pk).update(last_used_on=today)
    return token


def still_valid(token_ids: Collection[int]) -> set[int]:
    """Return which of these tokens are neither revoked nor expired."""
    if not token_ids:
        return set()
    lasting = Q(expires_at=None) | Q(expires_at__gt=now())
    found = PersonalToken.objects.filter(lasting, pk__in=token_ids)
    return set(found.values_list("pk", flat=True))


def require_scope(token: PersonalToken, scope: str) -> None:
    """Raise Refused "missing_scope" unless the token has it."""
    if scope not in token.scopes:
        raise Refused(
            "missing_scope",
            _("This token lacks the scope “%(scope)s”. Create another that has it.")
            % {"scope": scope},
        )


def _digest(text: str) -> str:
    # A token is random and long, so there is nothing to guess and no need for a slow hash.
    return sha256(text.encode(errors="replace")).hexdigest()


def _check(scopes: Collection[str], days: int | None) -> None:
    if not scopes:
        raise Refused("no_scopes", _("Choose what the token is for."))
    if not set(scopes) <= set(SCOPES):
        raise Refused("no_such_scope", _("There is no such scope. Choose from those shown."))
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise Refused("no_such_time", _("A token is valid for 1 to 366 days, or without end."))


def _refuse_too_many(user: User, name: str) -> None:
    names = set(PersonalToken.objects.filter(user=user).values_list("name", flat=True))
    if name in names:
        raise Refused(
            "name_taken", _("You have a token of that name. Choose another, or revoke that one.")
        )
    if len(names) >= MOST_TOKENS:
        raise Refused(
            "too_many_tokens",
            ngettext(
                "You already have %(count)d token. Revoke it first.",
                "You already have %(count)d tokens. Revoke one of them first.",
                len(names),
            )
            % {"count": len(names)},
        )
