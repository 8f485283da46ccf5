"""What the site holds about a person: which rows, what becomes of them when the account is closed, what an export shows.

Every app declares its own rows in a module `personal`, for each key to a user. A test fails for a model with a key to a
user that nobody declared.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from spades_site.accounts.models import User


@dataclass(frozen=True)
class Trace:
    """Rows of `model` whose `field` is a person.

    `stays`: they remain when the account is closed, under its new name; otherwise they are deleted. `shows` are the
    fields that the person's export holds, and what they see of those rows; none where the rows are others' business.
    """

    model: type[Model]
    field: str
    stays: bool
    shows: tuple[str, ...]

    def rows(self, user: User) -> QuerySet[Model]:
        """Return the person's rows."""
        return self.model._default_manager.filter(**{self.field: user})

    def exported(self, user: User) -> list[dict[str, Any]]:
        """Return the person's rows as the export shows them."""
        if not self.shows:
            return []
        rows = self.rows(user).order_by("pk").values(*self.shows)
        return [{field: _plain(value) for field, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    """Return a value as JSON takes it: bytes in base64."""
    return b64encode(value).decode() if isinstance(value, (bytes, memoryview)) else value


TRACES: list[Trace] = []
Obstacles = Callable[[User], Iterable[str]]
"""From a person to sentences that say what must be done before the account can be closed."""
Farewell = Callable[[User], None]
"""What else an app does for a person, before rows are deleted, inside the transaction that closes the account. It takes the
locks under which others could give the person a place, in their order."""

OBSTACLES: list[Obstacles] = []
BOT_OBSTACLES: list[Obstacles] = []
"""The same for becoming a bot account (`bots.py`)."""
NamesTaken = Callable[[str], bool]
"""Whether something that isn't a person has a name, in which a bot account of that name would be marked."""
BOT_NAMES_TAKEN: list[NamesTaken] = []
FAREWELLS: list[Farewell] = []


def goes(model: type[Model], field: str, *shows: str) -> None:
    """Declare rows that are deleted with the account."""
    _declare(Trace(model, field, False, shows))


def stays(model: type[Model], field: str, *shows: str) -> None:
    """Declare rows that remain under "closed account": games, results, and what was done for others."""
    _declare(Trace(model, field, True, shows))


def before_closing(obstacles: Obstacles | None = None, farewell: Farewell | None = None) -> None:
    """Have an app say what must be done first, and do what it must."""
    if obstacles is not None and obstacles not in OBSTACLES:
        OBSTACLES.append(obstacles)
    if farewell is not None and farewell not in FAREWELLS:
        FAREWELLS.append(farewell)


def before_becoming_a_bot(obstacles: Obstacles) -> None:
    """Have an app say what keeps an account from becoming a bot account."""
    if obstacles not in BOT_OBSTACLES:
        BOT_OBSTACLES.append(obstacles)


def before_naming_a_bot(taken: NamesTaken) -> None:
    """Have an app say which names bot accounts can't have."""
    if taken not in BOT_NAMES_TAKEN:
        BOT_NAMES_TAKEN.append(taken)


def _declare(trace: Trace) -> None:
    if trace not in TRACES:
        TRACES.append(trace)


def declare_accounts() -> None:
    """Declare what this app, the common one, Django and allauth hold."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession
    from django.contrib.admin.models import LogEntry

    from spades_site.accounts.models import (
        AvatarPicture,
        FormerName,
        Friendship,
        PersonalToken,
        User,
    )
    from spades_site.common.models import AuditEntry, Switch

    goes(EmailAddress, "user", "email", "verified", "primary")
    goes(Authenticator, "user", "type", "created_at", "last_used_at")
    goes(UserSession, "user", "created_at", "ip", "user_agent")
    goes(User.groups.through, "user", "group__name")
    goes(User.user_permissions.through, "user", "permission__codename")
    goes(FormerName, "user", "name", "until")
    goes(
        PersonalToken,
        "user",
        "name",
        "prefix",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_on",
    )
    goes(AvatarPicture, "user", "digest", "at", "content")
    goes(Friendship, "asker", "asked__username", "at", "accepted_at")
    goes(Friendship, "asked", "asker__username", "at", "accepted_at")
    stays(LogEntry, "user", "action_time", "object_repr", "change_message")
    stays(AuditEntry, "actor", "at", "verb", "subject", "reason")
    stays(Switch, "changed_by", "name", "changed_at")
