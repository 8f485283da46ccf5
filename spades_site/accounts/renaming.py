"""Renaming members. The new name appears everywhere; the old one redirects to it."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from spades_site.accounts import names
from spades_site.accounts.bots import is_a_teams
from spades_site.accounts.models import FormerName, User
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from spades_site.common.models import AuditEntry
from spades_site.common.people import bot_names
from spades_site.common.people.renaming import put_name

RENAMED = "user.renamed"
"""The outbox's topic: {"user": key, "entry": key in the log or 0}. Handlers update stored copies of names (`earlier_names`)."""

VERB = "user.renamed"
_NAMED_THINGS = (
    *("league.created", "league.edited"),
    *("tournament.created", "tournament.edited", "tournament.deleted"),
)


def rename(*, user_id: int, name: str, by: User | None, reason: str = "") -> User:
    """Rename a member; the old name stays reserved for them. Does nothing if the name is the same.

    `by` None is the platform itself; otherwise the member is notified with the reason. Raises Refused as
    `names.clean_username` does, and "name_taken".
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        if name == user.username:
            return user
        name = names.clean_username(name)
        names.require_free(name, user)
        if user.is_bot and is_a_teams(name):
            raise Refused("name_taken", _("A team has this name. Choose another."))
        before = user.username
        entry = audit.record(
            actor=by, verb=VERB, subject=user, reason=reason, before=before, after=name
        )
        change_name(user, name, entry=entry.pk if by is not None else 0)
    return user


def change_name(user: User, name: str, entry: int = 0) -> None:
    """Change to a checked name, inside the caller's transaction, and emit RENAMED. Raises Refused "name_taken".

    `entry` is the key of the log's entry for the member's notice; 0: no notice.
    """
    FormerName.objects.filter(user=user, name_key=names.skeleton(name)).delete()
    old = {"user": user, "name": user.username, "until": now()}
    if names.skeleton(name) != user.name_key:
        FormerName.objects.update_or_create(name_key=user.name_key, defaults=old)
    user.username = name
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError:
        raise Refused(
            "name_taken", _("That name is taken, or looks like one that is. Choose another.")
        ) from None
    outbox.emit(RENAMED, {"user": user.pk, "entry": entry})
    transaction.on_commit(bot_names.forget)


def follow_in_logs(payload: dict[str, Any]) -> None:
    """Update a member's name in the audit log and the admin's log."""
    user = User.objects.filter(pk=payload["user"]).first()
    if user is None:
        return
    # In those entries, "name" is a league's or tournament's.
    about_people = AuditEntry.objects.exclude(verb__in=_NAMED_THINGS)
    put_name(earlier_names(user), user.username, (about_people, "data"), (AuditEntry, "reason"))
    if user.username.startswith(names.CLOSED):
        # Entries of renames keep both names only until the account is closed.
        for entry in AuditEntry.objects.filter(verb=VERB, subject=audit.subject_of(user)):
            entry.data = {}
            entry.save(update_fields=["data"])
    kind = ContentType.objects.get_for_model(User)
    about = LogEntry.objects.filter(content_type=kind, object_id=str(user.pk))
    about.update(object_repr=user.username)


def earlier_names(user: User) -> list[str]:
    """Return somebody's former names."""
    return list(FormerName.objects.filter(user=user).values_list("name", flat=True))


def name_now(name: str) -> str | None:
    """Return the present name of the active member with this former name, or None."""
    active = FormerName.objects.filter(user__is_active=True).select_related("user")
    found = called(active, name)
    return None if found is None else found.user.username
